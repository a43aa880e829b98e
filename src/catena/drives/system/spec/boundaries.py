"""Loads and prescribed speeds as a file states them: constant, table, or series.

Their keys are made from the words of `catena.planar.boundaries`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self, TypeVar

from pydantic import Field, model_validator

from catena.drives.system.spec.words import key_of, made_of_keys
from catena.numerics.statement import said
from catena.planar.boundaries import LOADS, MOTORS, Argument, Imposed
from catena.planar.boundaries import Load as LoadWords
from catena.spec.parts import Part
from catena.spec.quantities import Angle, Time, quantity
from catena.tables.pairs import CurveArgument

SomePart = TypeVar("SomePart", bound=Part)

MOST_ROWS = 200_000
Rows = Field(min_length=2, max_length=MOST_ROWS)
HIGHEST_ORDER = 200
Terms = Field(min_length=1, max_length=HIGHEST_ORDER)


class StatedTable(Part):
    """Rows of a curve; straight between them, constant beyond the ends."""

    WORDS: ClassVar[Imposed]

    repeats: bool = Field(default=False, examples=[True])
    """Whether the table starts again after its last row, which then is the first of the
    next round; otherwise the end value is held."""

    @model_validator(mode="after")
    def _growing_argument_of_equal_length(self) -> Self:
        one_of(self, *(one.key for one in self.WORDS.arguments.values()))
        over, x, y = self.columns()
        if len(x) != len(y):
            key = self.WORDS.arguments[over].key
            raise ValueError(f"{len(x)} rows of {key} for {len(y)} of {self.WORDS.key}")
        if any(later <= before for before, later in pairwise(x)):
            key = self.WORDS.arguments[over].key
            raise ValueError(f"{key} must grow from row to row")
        return self

    def columns(self) -> tuple[CurveArgument, list[float], list[float]]:
        """What it is tabulated over, its arguments and its values."""
        for over, argument in self.WORDS.arguments.items():
            x = getattr(self, argument.key)
            if x is not None:
                return over, list(x), list(getattr(self, self.WORDS.key))
        raise AssertionError("one of its arguments is stated")


class StatedTerm(Part):
    """One term of a series, amplitude cos(order 2 pi x / period + phase)."""

    order: int = Field(ge=1, le=HIGHEST_ORDER, examples=[1])
    """How many times this harmonic repeats per period."""
    phase: Angle = Field(default=0.0, examples=["90 deg"])
    """Where in its cosine this harmonic stands at the beginning of the period."""

    if TYPE_CHECKING:
        amplitude: float


class StatedSeries(Part):
    """A Fourier series."""

    WORDS: ClassVar[Imposed]

    if TYPE_CHECKING:
        mean: float
        harmonic: list[StatedTerm]
        period: float | None

    @model_validator(mode="after")
    def _one_period(self) -> Self:
        place = self.WORDS.round
        return self if place is None else one_of(self, "period", place.key)

    def one_round(self) -> tuple[CurveArgument, float]:
        """What it goes with, and how far one round is."""
        if self.period is not None:
            return CurveArgument.TIME, self.period
        assert self.WORDS.round is not None  # one of both is stated
        return CurveArgument.COORDINATE, float(getattr(self, self.WORDS.round.key))


class StatedBoundary(Part):
    """What acts on a coordinate; it is a constant, a table or a series."""

    WORDS: ClassVar[Imposed]

    body: str = Field(examples=["rocker"])
    """Name of the body on which it acts, as stated where that body is listed."""

    if TYPE_CHECKING:
        axis: Literal["x", "y", "angle"]
        table: StatedTable | None
        fourier: StatedSeries | None

    @model_validator(mode="after")
    def _one_course(self) -> Self:
        return one_of(self, self.WORDS.key, "table", "fourier")

    def constant(self) -> float | None:
        """The value that never changes, if it is one."""
        value: float | None = getattr(self, self.WORDS.key)
        return value

    def values(self) -> dict[str, Any]:
        """What else a load states, as Python states it."""
        names = [own.name for own in said(LoadWords)]
        return {name: getattr(self, name) for name in names if hasattr(self, name)}


def one_of(part: SomePart, *names: str) -> SomePart:
    """The part, if exactly one of its fields is stated."""
    stated = [n for n in names if getattr(part, n) is not None]
    if len(stated) != 1:
        words = f"found {', '.join(stated)}" if stated else "found none"
        raise ValueError(f"state exactly one of {', '.join(names)}; {words}")
    return part


def table_of_words(words: Imposed) -> Any:
    """Keys of a table of this quantity."""
    row: Any = list
    several = len(words.arguments) > 1

    def column(argument: Argument) -> tuple[Any, Any]:
        kind: Any = Annotated[row[quantity(argument.unit)], Rows]
        more: dict[str, Any] = {"default": None} if several else {}
        told = Field(examples=[argument.example], description=argument.meaning, **more)
        return (kind | None if several else kind), told

    zero = f"0 {words.example.split(' ', 1)[1]}"
    values = Field(
        examples=[[zero, words.example]],
        description=f"{words.rows}, straight lines in between.",
    )
    keys = {words.key: (Annotated[row[quantity(words.unit)], Rows], values)}
    keys |= {one.key: column(one) for one in words.arguments.values()}
    return made(f"{words.noun.title()}Table", StatedTable, words, keys)


def series_of_words(words: Imposed) -> Any:
    """Keys of a series of this quantity."""
    row: Any = list
    kind, noun = quantity(words.unit), words.noun
    largest = Field(
        examples=[words.example],
        description=f"Largest deviation from the mean {noun} by this harmonic.",
    )
    keys = {"amplitude": (kind, largest)}
    term = made(f"{noun.title()}Term", StatedTerm, words, keys)
    mean = Field(
        default=0.0,
        examples=[words.example],
        description=f"Constant part of the {noun}, about which the harmonics swing.",
    )
    swing = "Fourier terms that swing about the mean."
    terms = Annotated[row[term], Terms]
    keys = {"mean": (kind, mean), "harmonic": (terms, Field(description=swing))}
    place = words.round
    if place is None:
        lasts = "How long one round of the series lasts, after which it repeats."
        told = Field(gt=0.0, examples=["0.1 s"], description=lasts)
        keys |= {"period": (Time, told)}
    else:
        lasts = (
            f"How long one round lasts, for a {noun} that goes with time. If not "
            f"given, it goes with the ``{place.key}``."
        )
        told = Field(default=None, gt=0.0, examples=["0.1 s"], description=lasts)
        moves = f"{place.meaning} If not given, it goes with time."
        way = Field(default=None, gt=0.0, examples=[place.example], description=moves)
        keys |= {
            "period": (Time | None, told),
            place.key: (quantity(place.unit) | None, way),
        }
    return made(f"{noun.title()}Series", StatedSeries, words, keys)


def boundary_of_words(words: Imposed, axes: Any, chooses: str, own: list[str]) -> Any:
    """Keys of a load or motor; ``own`` are those of a load besides its course."""
    noun = words.noun
    course: dict[str, tuple[Any, dict[str, Any]]] = {
        words.key: (quantity(words.unit), {
            "examples": [words.example],
            "description": f"{words.constant}; if not given, a table or series states "
            "it.",
        }),
        "table": (table_of_words(words), {
            "description": f"Values over {words.over[0]}; if not given, the {noun} is "
            "constant or a series.",
        }),
        "fourier": (series_of_words(words), {
            "description": f"Harmonics over {words.over[1]}; if not given, the {noun} "
            "is constant or a table.",
        }),
    }  # fmt: skip
    keys = {"axis": (axes, Field(description=chooses))}
    keys |= {k: (t | None, Field(default=None, **m)) for k, (t, m) in course.items()}
    keys |= {one.name: key_of(one) for one in said(LoadWords) if one.name in own}
    what = "Load" if own else "Motor"
    return made(f"{noun.title()}{what}", StatedBoundary, words, keys)


def made(name: str, base: type[Any], words: Imposed, keys: dict[str, Any]) -> Any:
    """A table of files with these keys."""
    model = made_of_keys(name, base, keys, base.__doc__)
    setattr(model, "WORDS", words)  # noqa: B010  (a ClassVar of each base)
    return model


if TYPE_CHECKING:
    Load = StatedBoundary
    Motor = StatedBoundary
else:
    TURN, ALONG = Literal["angle"], Literal["x", "y"]
    TURNS = "Chooses the rotation of the body as what it acts on."
    MOVES = "Chooses the direction along which it acts on the body."
    Load = Annotated[
        boundary_of_words(LOADS["angle"], TURN, TURNS, ["ramp"])
        | boundary_of_words(LOADS["x"], ALONG, MOVES, ["ramp", "follows"]),
        Field(discriminator="axis"),
    ]
    Motor = Annotated[
        boundary_of_words(MOTORS["angle"], TURN, TURNS, [])
        | boundary_of_words(MOTORS["x"], ALONG, MOVES, []),
        Field(discriminator="axis"),
    ]
