"""What the surroundings impose on the pulleys, in the user's words (Table 4.1)."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import Force, RotationalSpeed, Speed, Time, Torque

MOST_ROWS = 10_000


class TablePart(Part):
    """Samples over time, joined by straight lines and held at both ends."""

    time: list[Time] = Field(
        min_length=1, max_length=MOST_ROWS, examples=[["0 s", "0.1 s"]]
    )
    """Moments at which a value is stated, rising; before the first and after the last
    the value is held."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        values: list[float] = vars(self)["value"]  # each kind has its own
        if len(values) != len(self.time):
            raise ValueError(f"{len(self.time)} times but {len(values)} values")
        for a, b in pairwise(self.time):
            if b <= a:
                raise ValueError(f"times must rise; {b:g} s comes after {a:g} s")
        return self


class SpeedTable(TablePart):
    """Rotational speed over time."""

    value: list[Annotated[RotationalSpeed, Field(ge=0.0, lt=1e5)]] = Field(
        examples=[["0 rpm", "2000 rpm"]]
    )
    """How fast the pulley turns in the sense of travel at each of the times, straight
    lines in between."""


class TorqueTable(TablePart):
    """Torque over time."""

    value: list[Torque] = Field(examples=[["0 N m", "75 N m"]])
    """Torque on the pulley at each of the times, straight lines in between; a positive
    one brakes the secondary and drives the primary pulley."""


class ForceTable(TablePart):
    """Clamping force over time."""

    value: list[Annotated[Force, Field(gt=0.0)]] = Field(examples=[["10 kN", "12 kN"]])
    """Force that presses the sheaves together at each of the times, straight lines in
    between."""


class StopTable(TablePart):
    """Speed of an end stop over time."""

    value: list[Speed] = Field(examples=[["0 mm/s", "5 mm/s"]])
    """How fast the end stop moves at each of the times, straight lines in between;
    positive closes the groove and drives the belt outwards."""


def _number_or_table(value: Any) -> str:
    """Which of the two a value is meant to be, so that only that one is judged."""
    return "dict" if isinstance(value, (dict, TablePart)) else "float"


_EITHER = Discriminator(_number_or_table)
TurningSpeed = Annotated[
    Annotated[RotationalSpeed, Field(ge=0.0, lt=1e5), Tag("float")]
    | Annotated[SpeedTable, Tag("dict")],
    _EITHER,
]
LoadTorque = Annotated[
    Annotated[Torque, Tag("float")] | Annotated[TorqueTable, Tag("dict")], _EITHER
]
ClampingForce = Annotated[
    Annotated[Force, Field(gt=0.0), Tag("float")] | Annotated[ForceTable, Tag("dict")],
    _EITHER,
]
StopSpeed = Annotated[
    Annotated[Speed, Field(gt=-10.0, lt=10.0), Tag("float")]
    | Annotated[StopTable, Tag("dict")],
    _EITHER,
]


class BoundaryPart(Part):
    """Speed, load and clamping: one of the six settings of Table 4.1.

    There the primary speed is given; a torque that drives may stand in its place.
    Every value is a number or a table ``{ time = [...], value = [...] }``.
    """

    stop: Literal["primary", "secondary", "both", "none"] = "primary"
    """Which pulley has its groove held by an end stop; every other pulley is pressed
    together by a force. Two end stops keep the grooves as ``start.clamping`` has set
    them, and clamping follows from load and speed."""
    primary_speed: TurningSpeed | None = Field(default=None, examples=["2000 rpm"])
    """How fast the driving shaft turns in the sense of travel, whatever torque that
    takes; if not given, ``primary_torque`` drives it."""
    primary_torque: LoadTorque | None = Field(default=None, examples=["80 N m"])
    """What drives the primary shaft, whose speed then follows from the motion, from
    ``start.primary_speed`` on; if not given, ``primary_speed`` prescribes it."""
    secondary_torque: LoadTorque | None = Field(default=None, examples=["75 N m"])
    """What brakes the driven shaft, so the load of the variator; a negative one drives,
    as on overrun. If not given, ``secondary_speed`` prescribes its speed."""
    secondary_speed: TurningSpeed | None = Field(default=None, examples=["2000 rpm"])
    """How fast the driven shaft turns, whatever torque results, as on a rig with two
    motors; if not given, ``secondary_torque`` brakes it."""
    primary_force: ClampingForce | None = Field(default=None, examples=["9 kN"])
    """Clamping of the primary pulley, axially on its movable sheave: more of it shifts
    the belt outwards there. If not given, its end stop holds it."""
    secondary_force: ClampingForce | None = Field(default=None, examples=["10520 N"])
    """Clamping of the secondary pulley, axially on its movable sheave: it sets how much
    torque the belt can carry. If not given, its end stop holds it."""
    stop_speed: StopSpeed = Field(default=0.0, examples=["5 mm/s"])
    """How fast the end stop closes its groove, which shifts the ratio; 0 holds it."""

    @model_validator(mode="after")
    def _one_of_six(self) -> Self:
        for pulley in ("primary", "secondary"):
            names = (f"{pulley}_torque", f"{pulley}_speed")
            given = [getattr(self, name) is not None for name in names]
            if sum(given) != 1:
                raise ValueError(
                    f"found {'both' if all(given) else 'neither'} of "
                    f"{' and '.join(names)}; expected one"
                )
            force = getattr(self, f"{pulley}_force")
            stopped = self.stop in (pulley, "both")
            if stopped and force is not None:
                raise ValueError(
                    f"the {pulley} pulley has the end stop, so {pulley}_force must not "
                    "be given"
                )
            if not stopped and force is None:
                raise ValueError(
                    f"the {pulley} pulley has no end stop, so {pulley}_force is needed"
                )
        if self.stop in ("none", "both") and self.stop_speed != 0.0:
            raise ValueError(
                f"stop_speed is given, but stop is {self.stop!r}; expected one end stop"
            )
        return self


def check_start(
    boundary: BoundaryPart, speed: float | None, clamping: float | None
) -> None:
    """Refuse a start that lacks what the boundary leaves open, or states it again.

    Args:
        boundary: Of the variator.
        speed: Of the primary pulley at the start.
        clamping: With which two end stops are set.
    """
    driven = boundary.primary_torque is not None
    if driven != (speed is not None):
        found = "missing" if driven else "given"
        raise ValueError(
            f"start.primary_speed is {found}; it belongs to boundary.primary_torque"
        )
    both = boundary.stop == "both"
    if both != (clamping is not None):
        found = "missing" if both else "given"
        raise ValueError(
            f"start.clamping is {found}; it belongs to boundary.stop = 'both'"
        )
