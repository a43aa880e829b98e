"""A planar system in the user's words, its names checked against each other."""

from __future__ import annotations

from typing import Self

from pydantic import model_validator

from catena.drives.system.spec.names import refuse_wrong_names
from catena.drives.system.spec.tables import Tables


class Spec(Tables):
    """A planar system of bodies, couplings and contacts."""

    @model_validator(mode="after")
    def _names_fit(self) -> Self:
        refuse_wrong_names(self)
        return self
