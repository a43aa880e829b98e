"""How elastic sheaves give way, in the user's words."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from catena.drives.variator.influence import semidefinite, series_of
from catena.drives.variator.spec.reference_parts import FilledPart
from catena.spec.quantities import Compliance, Number


class InfluencePart(FilledPart):
    """How a sheave gives way: c_rad(r) sum_k A_k cos(k dphi) (5.50)-(5.53).

    Either the series or a matrix, from which the series follows.
    """

    azimuthal: list[Compliance] | None = Field(
        default=None,
        min_length=1,
        max_length=40,
        examples=[["2e-9 m/N", "6e-9 m/N", "2e-9 m/N"]],
    )
    """A_0, A_1, ... of a cosine series: how far the sheave gives way at an angle from
    the force. If not given, ``matrix`` states it."""
    matrix: list[list[Compliance]] | None = Field(
        default=None,
        min_length=4,
        max_length=72,
        examples=[
            [
                [8e-9, 2e-9, 1e-9, 2e-9],
                [2e-9, 8e-9, 2e-9, 1e-9],
                [1e-9, 2e-9, 8e-9, 2e-9],
                [2e-9, 1e-9, 2e-9, 8e-9],
            ]
        ],
    )
    """Axial displacement at places evenly around the sheave per force on each, where
    c_rad = 1, as a finite element program gives it; if not given, ``azimuthal`` states
    it."""
    radial: list[Number] = Field(
        default=[1.0], min_length=1, max_length=12, examples=[[0.0, 0.0, 400.0]]
    )
    """Numbers a_0, a_1, ... of the factor c_rad(r) = sum a_i r^i with r in metres, by
    which the sheave is softer towards its rim."""

    @model_validator(mode="after")
    def _semidefinite(self) -> Self:
        if (self.azimuthal is None) == (self.matrix is None):
            found = "neither" if self.matrix is None else "both"
            raise ValueError(f"found {found} of azimuthal and matrix; expected one")
        self.series()
        return self

    def series(self) -> list[float]:
        """A_0, A_1, ..., none below 0 [m/N where c_rad = 1]."""
        if self.matrix is not None:
            return series_of(self.matrix)
        return semidefinite(self.azimuthal or [])
