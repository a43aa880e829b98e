"""What the time-periodic drives have in common: series, tables, the analysis asked for.

Source: [KhangDien2012], sections 2 and 3.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from catena.spec.parts import DriveSpec, Part
from catena.spec.quantities import Force, LengthPerAngle, Number, RotationalSpeed

HIGHEST_ORDER = 2000


class ProfileHarmonic(Part):
    """One term a cos(k phi) + b sin(k phi) of a transmission function U'(phi)."""

    order: int = Field(ge=1, le=HIGHEST_ORDER, examples=[1])
    """How many times the term repeats per turn of the cam, k; high ones are what
    excites resonances."""
    cos: LengthPerAngle = Field(default=0.0, examples=["55.6 mm/rad"])
    """Factor a_k of the cosine in the lift per angle of turn, as a Fourier analysis of
    the cam gives it."""
    sin: LengthPerAngle = Field(default=0.0, examples=["-12.3 mm/rad"])
    """Factor b_k of the sine in the lift per angle of turn, as a Fourier analysis of
    the cam gives it."""


class LoadHarmonic(Part):
    """One term of a load that repeats with the rotation."""

    order: int = Field(ge=1, le=HIGHEST_ORDER, examples=[2])
    """How many times this part of the load repeats per turn of the shaft."""
    cos: Force = Field(default=0.0, examples=["40 N"])
    """Factor of the cosine in the load, in phase with the start of the turn."""
    sin: Force = Field(default=0.0, examples=["15 N"])
    """Factor of the sine in the load, a quarter period behind the cosine."""


class Newmark(Part):
    """Constants of the Newmark method, (23)-(24)."""

    beta: Number = Field(default=0.25, gt=0.0, le=1.0)
    """Weight of the new acceleration when positions advance; 0.25 is unconditionally
    stable, 1/6 takes acceleration as linear within a step."""
    gamma: Number = Field(default=0.5, gt=0.0, le=1.0)
    """Weight of the new acceleration when velocities advance; above 1/2 it damps
    artificially, below 1/2 it adds energy."""


class SpeedSweep(Part):
    """A resonance curve: the periodic solution at many speeds."""

    start: RotationalSpeed = Field(gt=0.0, examples=["100 rpm"])
    """Slowest shaft speed of the resonance curve."""
    stop: RotationalSpeed = Field(gt=0.0, examples=["3000 rpm"])
    """Fastest shaft speed of the resonance curve; take it beyond the last resonance of
    interest."""
    count: int = Field(default=60, ge=2, le=5000)
    """At how many speeds the periodic vibration is solved; narrow resonances need
    many."""

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
    """How the periodic vibration is found; ``gauss`` refines itself until ``tolerance``
    is met, the others are for comparison."""
    steps: int | None = Field(default=None, ge=8, le=10_000_000, examples=[2000])
    """Into how many pieces one period is cut; if not given, as many as ``tolerance``
    needs."""
    tolerance: Number = Field(default=1e-9, ge=1e-13, le=1e-2)
    """Error that the periodic vibration may have, relative to its size; refinement
    stops there."""
    newmark: Newmark = Newmark()
    """Weights of Newmark's method, where ``method`` asks for it or methods are
    compared."""
    samples: int = Field(default=2000, ge=16, le=2_000_000)
    """How many moments of one period are stored and drawn."""
    harmonics: int = Field(default=60, ge=1, le=HIGHEST_ORDER)
    """Up to which multiple of the period's frequency spectra are stored and drawn."""
    compare_methods: bool = Field(default=False, examples=[True])
    """Solves the problem also by all other methods and shows error over steps, order
    and cost of each."""
    sweep: SpeedSweep | None = None
    """Runs through a range of speeds for a resonance curve; if not given, only the
    stated speed is solved."""

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

    order: int = Field(ge=1, le=HIGHEST_ORDER, examples=[1])
    """How many times the term repeats per period."""
    cos: Matrix | None = Field(default=None, examples=[[[0.0, 1.0], [1.0, 0.0]]])
    """Matrix of factors of the cosine, plain SI numbers, as many rows and columns as
    coordinates; if not given, 0."""
    sin: Matrix | None = Field(default=None, examples=[[[0.0, 1.0], [-1.0, 0.0]]])
    """Matrix of factors of the sine, plain SI numbers, as many rows and columns as
    coordinates; if not given, 0."""


class VectorHarmonic(Part):
    """One term of a vector Fourier series."""

    order: int = Field(ge=1, le=HIGHEST_ORDER, examples=[1])
    """How many times the term repeats per period."""
    cos: Vector | None = Field(default=None, examples=[[10.0, 0.0]])
    """Factors of the cosine for every coordinate, plain SI numbers; if not given, 0."""
    sin: Vector | None = Field(default=None, examples=[[0.0, 10.0]])
    """Factors of the sine for every coordinate, plain SI numbers; if not given, 0."""


Interpolation = Literal["spline", "linear", "step"]


class _Course(Part):
    """A coefficient over one period: a mean with harmonics, or a table."""

    times: Annotated[list[Number], Field(min_length=2)] | None = Field(
        default=None, examples=[[0.0, 0.01, 0.02]]
    )
    """When in the period each row of the table holds, in seconds from 0; if not given,
    rows are evenly spaced."""
    interpolation: Interpolation = "spline"
    """What happens between rows of the table: a smooth curve, a straight line, or the
    value held until the next row."""

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

    mean: Matrix | None = Field(default=None, examples=[[[2.0, -1.0], [-1.0, 1.0]]])
    """Constant part of the matrix, plain SI numbers, about which the harmonics swing;
    if not given, a ``table`` states it all."""
    harmonic: Annotated[list[MatrixHarmonic], Field(min_length=1)] | None = None
    """Fourier terms that swing about the mean; if not given, the matrix is constant or
    a ``table`` states it."""
    table: Annotated[list[Matrix], Field(min_length=2)] | None = Field(
        default=None, examples=[[[[1.0]], [[2.0]]]]
    )
    """One matrix for each moment of the period, plain SI numbers; if not given,
    ``mean`` and ``harmonic`` state it."""

    def shapes(self) -> set[tuple[int, ...]]:
        """Every shape that occurs in it."""
        parts: list[Any] = [self.mean, *(self.table or [])]
        for term in self.harmonic or []:
            parts += [term.cos, term.sin]
        return {_matrix_shape(part) for part in parts if part is not None}


class VectorCourse(_Course):
    """A vector over one period."""

    mean: Vector | None = Field(default=None, examples=[[10.0, 0.0]])
    """Constant part for every coordinate, plain SI numbers, about which the harmonics
    swing; if not given, a ``table`` states it all."""
    harmonic: Annotated[list[VectorHarmonic], Field(min_length=1)] | None = None
    """Fourier terms that swing about the mean; if not given, the vector is constant or
    a ``table`` states it."""
    table: Annotated[list[Vector], Field(min_length=2)] | None = Field(
        default=None, examples=[[[1.0], [2.0]]]
    )
    """One vector for each moment of the period, plain SI numbers; if not given,
    ``mean`` and ``harmonic`` state it."""

    def shapes(self) -> set[tuple[int, ...]]:
        """Every shape that occurs in it."""
        parts: list[Any] = [self.mean, *(self.table or [])]
        for term in self.harmonic or []:
            parts += [term.cos, term.sin]
        return {(len(part),) for part in parts if part is not None}


def _matrix_shape(rows: list[list[float]]) -> tuple[int, ...]:
    widths = {len(row) for row in rows}
    return (len(rows), widths.pop() if len(widths) == 1 else -1)


class TransmissionSpec(DriveSpec):
    """What drives with a transmission function share."""

    load_harmonic: list[LoadHarmonic] = Field(default=[], max_length=200)
    """Swings of the load that repeat with every turn of the cam."""
    profile: list[ProfileHarmonic] = Field(min_length=1, max_length=200)
    """Shape of the cam as Fourier terms of U'(phi), the lift per angle of turn."""
    nonlinear: bool = Field(default=False, examples=[True])
    """Solves also the full non-linear equations, in which the cam's own swinging
    changes where the driven mechanism is."""
    nonlinear_effort: int | None = Field(
        default=None, ge=1, le=1_000_000_000, examples=[3000000]
    )
    """How many linearised steps of a few microseconds the non-linear solution may take;
    if not given, 3 million."""
    analysis: Analysis = Analysis()
    """Which solutions are computed, by which method and how finely."""
