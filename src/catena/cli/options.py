"""Groups of options: a dataclass in the signature of a verb stands for its fields.

Each field becomes an option of the command line, with its type and default; the verb
gets them back as one record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints

Verb = Callable[..., None]


def grouped(verb: Verb) -> Verb:
    """The verb with the fields of its groups as arguments of their own."""
    hints = get_type_hints(verb, include_extras=True)
    groups: dict[str, Any] = {
        name: kind for name, kind in hints.items() if is_dataclass(kind)
    }

    @wraps(verb)
    def called(**given: Any) -> None:
        for name, kind in groups.items():
            own = {field.name: given.pop(field.name) for field in fields(kind)}
            given[name] = kind(**own)
        verb(**given)

    shown = [
        one
        for own in signature(verb).parameters.values()
        for one in (
            _options(groups[own.name])
            if own.name in groups
            else [own.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[own.name])]
        )
    ]
    called.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in shown}
    return called


def _options(group: Any) -> list[Parameter]:
    """The fields of a group as options."""
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            field.name,
            Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=hints[field.name],
        )
        for field in fields(group)
    ]
