"""What the surroundings impose on the pulleys, in the user's words (Table 4.1)."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import Force, Number, RotationalSpeed, Speed, Time, Torque

MOST_ROWS = 10_000


class TablePart(Part):
    """Samples over time, joined by straight lines and held at both ends."""

    time: list[Time] = Field(min_length=1, max_length=MOST_ROWS)
    """Times, rising."""

    def _check(self, values: list[float]) -> None:
        if len(values) != len(self.time):
            raise ValueError(f"{len(self.time)} times but {len(values)} values")
        for a, b in pairwise(self.time):
            if b <= a:
                raise ValueError(f"times must rise; {b:g} s comes after {a:g} s")


class SpeedTable(TablePart):
    """Rotational speed over time."""

    value: list[Annotated[RotationalSpeed, Field(ge=0.0, lt=1e5)]]
    """Speeds in the sense of travel."""

    @model_validator(mode="after")
    def _table(self) -> Self:
        self._check(self.value)
        return self


class TorqueTable(TablePart):
    """Torque over time."""

    value: list[Torque]
    """Torques; positive brakes."""

    @model_validator(mode="after")
    def _table(self) -> Self:
        self._check(self.value)
        return self


class ForceTable(TablePart):
    """Clamping force over time."""

    value: list[Annotated[Force, Field(gt=0.0)]]
    """Forces that press the sheaves together."""

    @model_validator(mode="after")
    def _table(self) -> Self:
        self._check(self.value)
        return self


class StopTable(TablePart):
    """Speed of an end stop over time."""

    value: list[Speed]
    """Speeds; positive closes the groove."""

    @model_validator(mode="after")
    def _table(self) -> Self:
        self._check(self.value)
        return self


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

    stop: Literal["primary", "secondary", "none"] = "primary"
    """Which pulley is held by an end stop; the others are pressed by a force."""
    primary_speed: TurningSpeed | None = None
    """Speed of the primary pulley in the sense of travel."""
    primary_torque: LoadTorque | None = None
    """Torque on the primary pulley, instead of a speed; positive drives. The run starts
    with start.primary_speed."""
    secondary_torque: LoadTorque | None = None
    """Load on the secondary pulley; positive brakes."""
    secondary_speed: TurningSpeed | None = None
    """Speed of the secondary pulley, instead of a torque."""
    primary_force: ClampingForce | None = None
    """Clamping force of the primary pulley, a magnitude."""
    secondary_force: ClampingForce | None = None
    """Clamping force of the secondary pulley, a magnitude."""
    stop_speed: StopSpeed = 0.0
    """Speed at which the end stop closes its groove; 0 holds the ratio."""

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
            if self.stop == pulley and force is not None:
                raise ValueError(
                    f"the {pulley} pulley has the end stop, so {pulley}_force must not "
                    "be given"
                )
            if self.stop != pulley and force is None:
                raise ValueError(
                    f"the {pulley} pulley has no end stop, so {pulley}_force is needed"
                )
        if self.stop == "none" and self.stop_speed != 0.0:
            raise ValueError("stop_speed is given, but stop is 'none'")
        return self


class StartPart(Part):
    """From where the run starts."""

    ratio: Number | None = Field(default=None, gt=0.05, lt=20.0)
    """Geometric ratio i_r = r_O / r_I of the rings' radii. With two given speeds it is
    theirs if not given; without end stop it picks among several solutions."""
    primary_speed: RotationalSpeed | None = Field(default=None, ge=0.0, lt=1e5)
    """Speed of the primary pulley, where boundary.primary_torque drives it."""
    grooves: Literal["loaded", "unloaded"] = "loaded"
    """Whether the ratio is that of grooves that have given way to the running belt, or
    of straight ones that just touch it: then it changes as soon as clamping acts."""
    torque: Torque | None = None
    """With two speeds and two forces: about which secondary torque to start with; the
    solution continued from zero torque if not given."""
    ring_tension: Force | None = Field(default=None, gt=0.0, lt=1e7)
    """Tension of the rings; if not given, that of the tight strand, or as much more as
    the elements need to fit."""
