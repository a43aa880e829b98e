"""A user's own periodic system: M, C, K, d over one period.

Source: [KhangDien2012] (2).
"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from catena.spec.checks import refuse_keys
from catena.spec.parts import DriveSpec, Part
from catena.spec.periodic import Analysis, MatrixCourse, VectorCourse
from catena.spec.quantities import Time
from catena.units import is_unit


class Coordinate(Part):
    """One generalised coordinate."""

    name: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,39}$", examples=["x"])
    """What results and plots call this coordinate."""
    unit: str = Field(default="m", max_length=40, examples=["rad"])
    """In which SI unit this coordinate counts, for axes of plots; matrices are not
    converted."""

    @field_validator("unit")
    @classmethod
    def _known_unit(cls, unit: str) -> str:
        if not is_unit(unit):
            raise ValueError(f"{unit!r} is unknown; expected a unit such as 'rad'")
        return unit


class Spec(DriveSpec):
    """A linear system with periodic coefficients."""

    drive: Literal["periodic"]
    """Names this kind of drive, any linear system with periodic coefficients, and so
    decides what all other keys mean."""
    period: Time = Field(gt=0.0, examples=["20 ms"])
    """After which time all coefficients repeat; stability is judged over it."""
    coordinate: list[Coordinate] = Field(min_length=1, max_length=200)
    """What moves: one table for each generalised coordinate, in the order of the matrix
    rows."""
    mass: MatrixCourse
    """M(t), what accelerations meet; must be invertible at all times."""
    damping: MatrixCourse | None = None
    """C(t), what velocities meet, gyroscopic terms included; if not given, there is no
    damping."""
    stiffness: MatrixCourse
    """K(t), what displacements meet; its swings are what excites parametric
    resonance."""
    force: VectorCourse | None = None
    """Outside forces d(t), which make the system vibrate; if not given, only
    stability is of interest."""
    analysis: Analysis = Analysis()
    """Which solutions are computed, by which method and how finely."""

    @model_validator(mode="after")
    def _sizes_agree(self) -> Self:
        names = [coordinate.name for coordinate in self.coordinate]
        n, problems = len(names), {}
        if len(set(names)) < n:
            problems["coordinate"] = f"has {names}; expected names that differ"
        for key in ("mass", "damping", "stiffness", "force"):
            course = getattr(self, key)
            wanted = (n,) if key == "force" else (n, n)
            found = sorted(course.shapes() - {wanted} if course is not None else ())
            if found:
                problems[key] = (
                    f"has shape {_words(found[0])}; expected {_words(wanted)} for "
                    f"{n} coordinate{'s' if n > 1 else ''}"
                )
        refuse_keys(problems)
        return self


def _words(shape: tuple[int, ...]) -> str:
    return "uneven rows" if -1 in shape else " x ".join(map(str, shape))
