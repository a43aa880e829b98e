"""Validation errors in the user's words: path, value, expectation, did-you-mean."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import InitErrorDetails, PydanticCustomError

from catena.errors import Problem
from catena.spec.quantities import Unit
from catena.units import written_like

_LIMITS = {
    "greater_than": ("gt", "more than"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}
PATTERNS = {r"^[^.\s]+$": "expected a name without spaces and dots"}
"""Patterns of texts, in words."""
CURE = "cure"
"""What a field adds to its schema: what to do where its value is out of range."""
MOST_PROBLEMS = 100
"""Problems told one by one: looking for what was meant takes time."""
LEAST_SHARED = 0.5
"""Share of word parts, such as ``tooth`` of ``tooth_count``, that makes a word near."""
IRREGULAR = {"teeth": "tooth", "radii": "radius", "masses": "mass", "axes": "axis"}
"""Plurals that users of drive files may write."""
MOST_CHOICES = 20
"""Known words that are all told where none is near."""
MOST_PLACES = 3
"""Tables with a key that are told to who has written it in another one."""
_NO_TABLE = ("model_type", "model_attributes_type", "dict_type")
_LISTS = ("list_type", "tuple_type")
_WHOLE = ("int_type", "int_from_float", "int_parsing")
_LENGTHS = {
    "too_short": ("min_length", "at least"),
    "too_long": ("max_length", "at most"),
}


def problems_of(
    error: ValidationError, model: type[BaseModel], data: object = None
) -> list[Problem]:
    """The problems of a failed validation, in the order of the file.

    Values are quoted as the data of the file have them, where those are given.
    """
    found = error.errors(include_url=False)
    told = [dict(details) for details in found[:MOST_PROBLEMS]]
    problems = _without_lists(
        [(str(one["type"]), _problem(one, model, data)) for one in told]
    )
    if len(found) > MOST_PROBLEMS:
        left = len(found) - MOST_PROBLEMS
        problems.append(Problem("file", None, f"has {left} more problems like these"))
    return problems


def _without_lists(problems: list[tuple[str, Problem]]) -> list[Problem]:
    """One problem per place: what may be a number or a list is judged as written."""
    judged = {problem.path for kind, problem in problems if kind != "list_type"}
    return [
        problem
        for kind, problem in problems
        if kind != "list_type" or problem.path not in judged
    ]


def refuse_keys(problems: Mapping[str, str]) -> None:
    """For validators of whole models: refuse every key with its own words."""
    if problems:
        raise ValidationError.from_exception_data(
            "keys",
            [
                InitErrorDetails(
                    type=PydanticCustomError("key", "{words}", {"words": words}),
                    loc=(key,),
                    input=None,
                )
                for key, words in problems.items()
            ],
        )


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint with the nearest known word, else with all of few, the nearest of many."""
    choices = list(known)
    near = [name for name in choices if _shared(word, name) == 1.0]
    near = near or get_close_matches(word, choices, n=1, cutoff=0.6)
    near = near or _sharing(word, choices)
    if near:
        return f"did you mean {near[0]!r}?"
    if len(choices) > MOST_CHOICES:
        return f"nearest: {', '.join(get_close_matches(word, choices, cutoff=0.0))}"
    return f"known: {', '.join(sorted(choices))}" if choices else ""


def _sharing(word: str, choices: list[str]) -> list[str]:
    """The known word that shares half of its parts or more with another one."""
    shares = {name: _shared(word, name) for name in choices}
    most = max(shares.values(), default=0.0)
    near = [name for name, share in shares.items() if share == most]
    return near if most >= LEAST_SHARED and len(near) == 1 else []


def _shared(word: str, name: str) -> float:
    """Share of common parts among all parts of two words."""
    one, other = _parts(word), _parts(name)
    return len(one & other) / len(one | other)


def _parts(word: str) -> set[str]:
    """Parts of a key, as singulars; a plural alone asks for a count of them."""
    parts = [part for part in word.lower().replace("-", "_").split("_") if part]
    single = [_singular(part) for part in parts]
    counts = len(parts) == 1 and single != parts
    return {*single, "count"} if counts else set(single) or {word}


def _singular(word: str) -> str:
    if word in IRREGULAR:
        return IRREGULAR[word]
    plural = len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us"))
    return word[:-1] if plural else word


def _problem(details: dict[str, Any], model: type[BaseModel], data: object) -> Problem:
    path, known, models, field = _walk(details["loc"], model)
    kind, context = details["type"], details.get("ctx", {})
    value: Any = details.get("input")
    hint = ""
    if kind == "missing":
        value, expected = None, "is required and missing"
    elif kind in ("extra_forbidden", "no_such_attribute"):
        word = str(details["loc"][-1])
        expected, hint = "unknown key", did_you_mean(word, known)
        places = sorted(set(_places_of(word, model)))
        if 0 < len(places) <= MOST_PLACES:
            hint += f"; {word!r} is a key of {', '.join(places)}"
        value = None
    elif kind in ("union_tag_not_found", "union_tag_invalid"):
        path += "." + context["discriminator"].strip("'")
        value, expected = context.get("tag"), "is required and missing"
        if value is not None:
            expected = f"expected one of {context['expected_tags']}"
    elif kind in _LIMITS:
        key, words = _LIMITS[kind]
        unit, hint = _unit_of(field), _cure_of(field)
        value = written_at(data, path, value)
        expected = f"expected {words} {written_like(context[key], value, unit)}"
    elif kind in _LENGTHS:
        key, words = _LENGTHS[kind]
        found, limit = context["actual_length"], context[key]
        expected = f"has {found or 'no'} entries; expected {words} {limit}"
    elif kind == "string_pattern_mismatch":
        pattern = context["pattern"]
        expected = PATTERNS.get(pattern, f"expected a text that matches {pattern}")
    elif kind in _NO_TABLE and models:
        expected = f"expected a table such as {_sketch(models, value)}"
    elif kind == "list_type" and isinstance(value, dict) and models:
        expected = f"expected a list of tables: write [[{path}]] instead of [{path}]"
    elif kind in _LISTS and not isinstance(value, list):
        expected = f"expected a list{_such_as(field)}"
        expected += ", found a table" if isinstance(value, dict) else ""
    elif kind == "value_error":
        expected, value = str(context["error"]), None
    elif kind in _WHOLE:
        expected = "expected a whole number"
    else:
        expected = details["msg"].replace("Input should be", "expected")
    if isinstance(value, (dict, list)):
        value = None
    return Problem(path or "file", value, expected, hint)


def _sketch(models: list[type[BaseModel]], value: object) -> str:
    """A table in the user's words: the member a text names, with what it needs."""
    named = value if isinstance(value, str) else ""
    meant = next((m for m in models if named in _tags(m)), models[0])
    needed = [k for k, field in meant.model_fields.items() if field.is_required()]
    parts = []
    for key in needed or list(meant.model_fields)[:1]:
        options = [a for a in get_args(meant.model_fields[key].annotation) if a]
        word = options[0] if options and isinstance(options[0], str) else None
        parts.append(f'{key} = "{word}"' if word else f"{key} = ...")
    return "{ " + ", ".join(parts) + " }"


def written_at(data: object, path: str, otherwise: Any) -> Any:
    """What nested data hold at a key path such as ``sprocket[1].pitch``."""
    place: Any = data
    for key in path.replace("[", ".").replace("]", "").split("."):
        if isinstance(place, list) and key.isdigit() and int(key) < len(place):
            place = place[int(key)]
        elif isinstance(place, dict) and key in place:
            place = place[key]
        else:
            return otherwise
    return place


Walk = tuple[str, list[str], list[type[BaseModel]], FieldInfo | None]


def _walk(location: tuple[Any, ...], model: type[BaseModel]) -> Walk:
    """The key path in the file's words; keys, models and field where it ends."""
    path, models, known, chooses = "", [model], list(model.model_fields), False
    field = None
    for step in location:
        if isinstance(step, int):
            path += f"[{step}]"
            continue
        fields = {k: f for m in models for k, f in m.model_fields.items()}
        # Pydantic names the chosen member of a union first; the file does not.
        if (chooses or step not in fields) and _is_tag(step, models):
            models = [m for m in models if step in _tags(m)] or models
            chooses = False
            continue
        if step in fields:
            field = fields[step]
            models = list(_models_in(field.annotation))
            known, chooses = list(fields), len(models) > 1
        else:
            known = list(fields)
        path += f".{step}" if path else str(step)
    return path, known, models, field


def _unit_of(field: FieldInfo | None) -> str:
    """The unit of a key, empty if it has none."""
    if field is None:
        return ""
    return next(_units_in(field.annotation, field.metadata), "")


def _such_as(field: FieldInfo | None) -> str:
    """An example of a field, where it has one."""
    if field is None or not field.examples:
        return ""
    return f" such as {json.dumps(field.examples[0])}"


def _cure_of(field: FieldInfo | None) -> str:
    """What a field says to do where its value is out of range."""
    extra = field.json_schema_extra if field is not None else None
    return str(extra.get(CURE, "")) if isinstance(extra, dict) else ""


def _is_tag(step: str, models: list[type[BaseModel]]) -> bool:
    """Whether a step of a location is a union tag and not a key of the file."""
    tags = {"float", "int", "str", "list", "dict"}.union(*map(_tags, models))
    return step in tags or step.startswith(("list[", "function-", "constrained-"))


def _tags(member: type[BaseModel]) -> set[str]:
    """Words that may stand for a member of a union: its name and its literals."""
    literals = (get_args(field.annotation) for field in member.model_fields.values())
    return {member.__name__} | {
        a for args in literals for a in args if isinstance(a, str)
    }


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Every model class inside an annotation such as ``list[A | B] | None``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)


def _places_of(
    word: str, model: type[BaseModel], path: str = "", above: tuple[type, ...] = ()
) -> Iterator[str]:
    """Paths of the tables below a model that have a key of this name."""
    for name, field in model.model_fields.items():
        if name == word:
            yield path or "the top of the file"
        for part in _models_in(field.annotation):
            if part not in above:
                here = f"{path}.{name}" if path else name
                yield from _places_of(word, part, here, (*above, part))


def _units_in(annotation: Any, marks: Iterable[Any] = ()) -> Iterator[str]:
    """The SI units of quantities inside an annotation such as ``Length | None``."""
    for mark in (*marks, *getattr(annotation, "__metadata__", ())):
        if isinstance(mark, Unit):
            yield mark.si
    for argument in get_args(annotation):
        yield from _units_in(argument)
