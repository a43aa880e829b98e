"""Parts of a specification that a reference variator can fill."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict

from catena.spec.parts import Part


def _nothing_required(schema: dict[str, Any]) -> None:
    schema.pop("required", None)


class FilledPart(Part):
    """A part whose missing keys a reference variator fills.

    Its keys are required only where no reference is named, which a JSON schema cannot
    say; so the schema requires none of them.
    """

    model_config = ConfigDict(json_schema_extra=_nothing_required)
