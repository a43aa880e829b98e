"""The keys of a drive file: path, meaning, unit, default, range and example of each.

Everything is read off the models that check the files, so nothing can differ from them.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from catena.spec.parts import Part
from catena.spec.quantities import Unit
from catena.spec.writing import value_text

WORDS = {int: "whole number", float: "number", str: "text", bool: "true or false"}


@dataclass(frozen=True)
class Key:
    """One key of a drive file."""

    path: str
    """Such as ``chain.joint.clearance``, without list indices."""
    variant: str
    """Which of several tables it belongs to, such as ``boundary.kind = "speed"``."""
    meaning: str
    """What the quantity does."""
    accepts: str
    """What to write there, in words."""
    unit: str
    """SI unit of plain numbers; empty where there is none."""
    required: bool
    """Whether a file must state it."""
    default: Any
    """Value where the file leaves it out, in SI."""
    bounds: str
    """Range it must lie in, in SI; empty where anything goes."""
    choices: tuple[Any, ...]
    """Words it can be; empty where it is not a choice."""
    example: str
    """A line of TOML."""
    table: bool
    """Whether further keys lie below it."""

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)


@dataclass
class Shape:
    """What an annotation allows."""

    unit: Unit | None = None
    base: type | None = None
    choices: list[Any] = field(default_factory=list)
    parts: list[type[Part]] = field(default_factory=list)
    bounds: dict[str, float] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    listed: int = 0
    """How many lists or tuples lie around it."""


def keys_of(model: type[Part], path: str = "", variant: str = "") -> Iterator[Key]:
    """All keys of a model and of the tables below it, in the order of the model."""
    for name, info in model.model_fields.items():
        shape = shape_of(info.annotation, info.metadata)
        here = f"{path}.{name}" if path else name
        yield _key(here, variant, info, shape)
        for part in shape.parts:
            label = variant_of(part, name) if len(shape.parts) > 1 else ""
            both = ", ".join(word for word in (variant, label) if word)
            yield from keys_of(part, here, both)


def variant_of(part: type[Part], name: str) -> str:
    """The line that chooses this part among several."""
    for key, info in part.model_fields.items():
        if get_origin(info.annotation) is Literal and info.is_required():
            words = " or ".join(value_text(word) for word in get_args(info.annotation))
            return f"{name}.{key} = {words}"
    return f"{name} as a table"


def shape_of(annotation: Any, metadata: list[Any] | tuple[Any, ...] = ()) -> Shape:
    """What an annotation with its metadata allows."""
    shape = _bare_shape(annotation)
    for item in metadata:
        if isinstance(item, FieldInfo):
            _note(shape, item.metadata)
        else:
            _note(shape, [item])
    return shape


def _bare_shape(annotation: Any) -> Shape:
    """Unwraps lists, unions and annotated types."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return shape_of(inside[0], inside[1:])
    if origin is Literal:
        return Shape(base=type(inside[0]), choices=list(inside))
    if origin in (list, tuple):
        shape = _row(inside) if origin is tuple else shape_of(inside[0])
        shape.listed += 1
        return shape
    if origin in (Union, types.UnionType):
        return _union([shape_of(one) for one in inside if one is not type(None)])
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return Shape(parts=[annotation])
    return Shape(base=annotation)


def _row(members: tuple[Any, ...]) -> Shape:
    """A fixed number of values side by side, perhaps of several quantities."""
    shapes = [shape_of(member) for member in members]
    units = [shape.unit for shape in shapes if shape.unit is not None]
    first = shapes[0]
    if len(set(units)) > 1:
        expected = " and ".join(unit.expected for unit in units)
        first.unit = Unit(" and ".join(unit.si for unit in units), expected)
    first.counts = {"exactly": len(members)}
    return first


def _union(shapes: list[Shape]) -> Shape:
    """One shape out of several that may stand in the same place."""
    first = shapes[0]
    for other in shapes[1:]:
        first.parts += other.parts
        first.base = first.base or other.base
        first.unit = first.unit or other.unit
    return first


def _note(shape: Shape, items: list[Any]) -> None:
    """Write units and limits among the metadata into a shape."""
    for item in items:
        if isinstance(item, Unit):
            shape.unit = item
        for name in ("gt", "ge", "lt", "le"):
            value = getattr(item, name, None)
            if isinstance(value, (int, float)):
                shape.bounds[name] = value
        for name in ("min_length", "max_length"):
            value = getattr(item, name, None)
            if isinstance(value, int):
                shape.counts[name] = value


def _key(path: str, variant: str, info: FieldInfo, shape: Shape) -> Key:
    default = None if info.is_required() else info.get_default()
    return Key(
        path=path,
        variant=variant,
        meaning=" ".join((info.description or "").split()),
        accepts=_accepts(shape),
        unit="" if shape.unit is None else shape.unit.si,
        required=info.is_required(),
        default=_plain(default),
        bounds=_bounds(shape),
        choices=tuple(shape.choices),
        example=_example(path, info, shape, default),
        table=bool(shape.parts),
    )


def _accepts(shape: Shape) -> str:
    """What to write, in words."""
    if shape.parts and shape.unit is None:
        return "tables" if shape.listed else "a table"
    one = WORDS.get(shape.base or str, "text")
    if shape.choices:
        one = "one of the choices" if len(shape.choices) > 1 else "this word"
    if shape.unit is not None:
        one = shape.unit.expected
    if shape.parts:
        return f"{one}, or a table"
    lists = shape.listed
    if "exactly" in shape.counts:
        one = f"a pair: {one}" if " and " in one else f"a pair, each {one}"
        lists -= 1
    return "a list of entries, each " * lists + one


def _bounds(shape: Shape) -> str:
    """The range of a value, or the size of a list, in words."""
    unit = f" {shape.unit.si}" if shape.unit is not None and shape.unit.si else ""
    words = {"gt": "above", "ge": "at least", "lt": "below", "le": "at most"}
    said = [f"{words[k]} {shape.bounds[k]:g}" for k in words if k in shape.bounds]
    parts = [" and ".join(said) + unit] if said else []
    text = shape.base is str and not shape.listed
    things = "characters" if text else "entries"
    low, high = shape.counts.get("min_length"), shape.counts.get("max_length")
    if high is not None:
        parts.append(f"{low or 0} to {high} {things}")
    elif low is not None:
        parts.append(f"at least {low} {things}")
    return "; ".join(parts)


def _example(path: str, info: FieldInfo, shape: Shape, default: Any) -> str:
    """A line of TOML: as stated, the head of a table, the default, or a choice."""
    name = path.rsplit(".", 1)[-1]
    if info.examples:
        return f"{name} = {value_text(info.examples[0])}"
    if shape.parts and shape.base is None:
        return f"[[{path}]]" if shape.listed else f"[{path}]"
    if default not in (None, "", [], 0, 0.0, False):
        return f"{name} = {value_text(default)}"
    if shape.choices:
        return f"{name} = {value_text(shape.choices[0])}"
    return f"{name} = {value_text(default)}" if isinstance(default, bool) else ""


def _plain(value: Any) -> Any:
    """A default as plain data; that of a table is empty, its keys have their own."""
    if isinstance(value, Part):
        return {}
    return list(value) if isinstance(value, tuple) else value
