"""What the time-periodic drives have in common: series, tables, the analysis asked for.

Source: [KhangDien2012], sections 2 and 3.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import Force, LengthPerAngle, Number, RotationalSpeed

HIGHEST_ORDER = 2000


class ProfileHarmonic(Part):
    """One term a cos(k phi) + b sin(k phi) of a transmission function U'(phi)."""

    order: int = Field(ge=1, le=HIGHEST_ORDER)
    """How many times per revolution (k)."""
    cos: LengthPerAngle = 0.0
    """Coefficient a_k."""
    sin: LengthPerAngle = 0.0
    """Coefficient b_k."""


class LoadHarmonic(Part):
    """One term of a load that repeats with the rotation."""

    order: int = Field(ge=1, le=HIGHEST_ORDER)
    """How many times per revolution."""
    cos: Force = 0.0
    """Cosine coefficient."""
    sin: Force = 0.0
    """Sine coefficient."""


class Newmark(Part):
    """Constants of the Newmark method, (23)-(24)."""

    beta: Number = Field(default=0.25, gt=0.0, le=1.0)
    """Weight of the new acceleration in the displacement."""
    gamma: Number = Field(default=0.5, gt=0.0, le=1.0)
    """Weight of the new acceleration in the velocity; below 1/2 it adds energy."""


class SpeedSweep(Part):
    """A resonance curve: the periodic solution at many speeds."""

    start: RotationalSpeed = Field(gt=0.0)
    """Slowest speed."""
    stop: RotationalSpeed = Field(gt=0.0)
    """Fastest speed."""
    count: int = Field(default=60, ge=2, le=5000)
    """How many speeds."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.stop <= self.start:
            raise ValueError(
                f"stop ({self.stop:g} rad/s) must be faster than "
                f"start ({self.start:g} rad/s)"
            )
        return self


class Analysis(Part):
    """What to compute, and how."""

    method: Literal["gauss", "runge_kutta", "newmark", "harmonic_balance"] = "gauss"
    """How the periodic solution is found; ``gauss`` refines itself to ``tolerance``."""
    steps: int | None = Field(default=None, ge=8, le=10_000_000)
    """Steps per period; chosen by error control when omitted."""
    tolerance: Number = Field(default=1e-9, ge=1e-13, le=1e-2)
    """Relative error allowed in the periodic solution."""
    newmark: Newmark = Newmark()
    """Constants of the Newmark method."""
    samples: int = Field(default=2000, ge=16, le=2_000_000)
    """Samples of one period that are stored."""
    harmonics: int = Field(default=60, ge=1, le=HIGHEST_ORDER)
    """Harmonics of the period that are stored and plotted."""
    compare_methods: bool = False
    """Also compare the methods: error over step count, order, cost."""
    sweep: SpeedSweep | None = None
    """Also run through a range of speeds."""

    @model_validator(mode="after")
    def _samples_carry_the_harmonics(self) -> Self:
        if self.samples < 2 * self.harmonics + 2:
            raise ValueError(
                f"samples ({self.samples}) must be at least "
                f"{2 * self.harmonics + 2} to carry {self.harmonics} harmonics"
            )
        return self


Matrix = Annotated[
    list[Annotated[list[Number], Field(min_length=1, max_length=200)]],
    Field(min_length=1, max_length=200),
]
Vector = Annotated[list[Number], Field(min_length=1, max_length=200)]


class MatrixHarmonic(Part):
    """One term of a matrix Fourier series."""

    order: int = Field(ge=1, le=HIGHEST_ORDER)
    """How many times per period."""
    cos: Matrix | None = None
    """Cosine coefficients, SI units."""
    sin: Matrix | None = None
    """Sine coefficients, SI units."""


class VectorHarmonic(Part):
    """One term of a vector Fourier series."""

    order: int = Field(ge=1, le=HIGHEST_ORDER)
    """How many times per period."""
    cos: Vector | None = None
    """Cosine coefficients, SI units."""
    sin: Vector | None = None
    """Sine coefficients, SI units."""


Interpolation = Literal["spline", "linear", "step"]


class _Course(Part):
    """A coefficient over one period: a mean with harmonics, or a table."""

    times: Annotated[list[Number], Field(min_length=2)] | None = None
    """Times of the table rows [s], from 0; evenly spaced when omitted."""
    interpolation: Interpolation = "spline"
    """Between table rows: smooth, straight, or held until the next row."""

    @model_validator(mode="after")
    def _one_way_of_stating(self) -> Self:
        mean, table = getattr(self, "mean", None), getattr(self, "table", None)
        harmonics = getattr(self, "harmonic", None)
        if (mean is None and harmonics is None) == (table is None):
            raise ValueError("state either mean (and harmonic) or table")
        if self.times is not None and table is None:
            raise ValueError("times belong to a table; none is given")
        if self.times is not None and len(self.times) != len(table or ()):
            raise ValueError(
                f"{len(self.times)} times for a table of {len(table or ())} rows"
            )
        return self


class MatrixCourse(_Course):
    """A matrix over one period."""

    mean: Matrix | None = None
    """Mean value, SI units."""
    harmonic: Annotated[list[MatrixHarmonic], Field(min_length=1)] | None = None
    """Fourier terms beside the mean."""
    table: Annotated[list[Matrix], Field(min_length=2)] | None = None
    """One matrix per row in time."""

    def shapes(self) -> set[tuple[int, ...]]:
        """Every shape that occurs in it."""
        parts: list[Any] = [self.mean, *(self.table or [])]
        for term in self.harmonic or []:
            parts += [term.cos, term.sin]
        return {_matrix_shape(part) for part in parts if part is not None}


class VectorCourse(_Course):
    """A vector over one period."""

    mean: Vector | None = None
    """Mean value, SI units."""
    harmonic: Annotated[list[VectorHarmonic], Field(min_length=1)] | None = None
    """Fourier terms beside the mean."""
    table: Annotated[list[Vector], Field(min_length=2)] | None = None
    """One vector per row in time."""

    def shapes(self) -> set[tuple[int, ...]]:
        """Every shape that occurs in it."""
        parts: list[Any] = [self.mean, *(self.table or [])]
        for term in self.harmonic or []:
            parts += [term.cos, term.sin]
        return {(len(part),) for part in parts if part is not None}


def _matrix_shape(rows: list[list[float]]) -> tuple[int, ...]:
    widths = {len(row) for row in rows}
    return (len(rows), widths.pop() if len(widths) == 1 else -1)
