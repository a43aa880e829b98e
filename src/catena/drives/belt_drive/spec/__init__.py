"""The words of a belt drive."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from catena.drives.belt_drive.spec.belt import BeltPart, ContactPart
from catena.drives.belt_drive.spec.pulleys import PulleyPart, TensionerPart
from catena.drives.wheel_boundary.words import DriveSpeed, DriveTorque
from catena.spec.parts import DriveSpec, Part
from catena.spec.quantities import Acceleration, Force, Time
from catena.spec.sampling import check_sampling
from catena.spec.start import FromRun, source_of
from catena.spec.step_control import StepControl, check_control


class StartPart(FromRun):
    """From where the run starts."""


class SolvePart(Part):
    """How the motion is computed."""

    duration: Time = Field(default=1.0, gt=0.0, le=1e4, examples=["1 s"])
    """How much time of the drive is simulated; take several turns of the belt after the
    start has died out."""
    step: Time | None = Field(default=None, gt=0.0, le=1e-2, examples=["10 us"])
    """How far each step of the computation goes; a larger one than waves in the belt
    bear is refused. If not given, chosen from the stiffnesses."""
    control: StepControl | None = None
    """Lets the size of steps follow the motion, ``step`` being the largest; if not
    given, all are of one size."""
    spans: int | None = Field(default=None, ge=24, le=5000, examples=[120])
    """Into how many pieces the belt is cut; if not given, at least 240 and so many that
    a half wrap of the smallest pulley has twenty."""
    tolerance: Force | None = Field(default=None, gt=0.0, examples=["0.1 N"])
    """By how much friction forces may be off in a step before the solver stops
    iterating; if not given, a thousandth of the tension at rest."""
    load_ramp: Time = Field(default=0.05, ge=0.0, examples=["50 ms"])
    """How long torques take to grow from zero, so that a run does not begin with a
    blow."""
    settle: Time | None = Field(default=None, ge=0.0, examples=["0.5 s"])
    """Time that means, peaks and losses leave out, so that the start does not count; if
    not given, half the duration."""
    sample_interval: Time | None = Field(default=None, gt=0.0, examples=["0.2 ms"])
    """Time from one recorded sample to the next; if not given, a 64th of a turn of the
    leading pulley."""
    frame_count: int = Field(default=400, ge=2, le=5000)
    """How many frames the moving picture has; they show the end of the run."""
    gravity: tuple[Acceleration, Acceleration] = Field(
        default=(0.0, 0.0), examples=[["0 m/s^2", "-9.81 m/s^2"]]
    )
    """Acceleration by which belt and arms fall, x and y."""

    @property
    def settled(self) -> float:
        """When the run counts as settled [s]."""
        return 0.5 * self.duration if self.settle is None else self.settle

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        check_sampling(self.duration, self.settle, self.sample_interval)
        check_control(self.control, self.step)
        return self


class Spec(DriveSpec):
    """A belt drive."""

    drive: Literal["belt_drive"]
    """Names this kind of drive, a belt around pulleys, and so decides what all other
    keys mean."""
    travel: Literal["counter-clockwise", "clockwise"] = "counter-clockwise"
    """Which way the belt runs around its loop; pulleys are listed in this order."""
    belt: BeltPart
    """What runs around the pulleys: its shape, length or tension, stiffness and
    mass."""
    pulley: list[PulleyPart] = Field(min_length=2, max_length=50)
    """The pulleys, one table each, in the order in which the belt passes them."""
    tensioner: list[TensionerPart] = Field(default=[], max_length=10)
    """Spring-loaded arms that press a pulley into the belt."""
    contact: ContactPart = ContactPart()
    """How belt and pulleys answer to pressing and sliding."""
    start: StartPart = StartPart()
    """From where the run starts, if not from the belt laid on its pulleys."""
    solve: SolvePart = SolvePart()
    """How long and how finely the motion is computed, and what of it is kept."""

    @property
    def leader(self) -> int:
        """Number of the pulley whose speed decides how fast the belt starts."""
        return [_leads(part) for part in self.pulley].index(True)

    @property
    def nominal_speed(self) -> float:
        """Of the leading pulley [rad/s]."""
        boundary = self.pulley[self.leader].boundary
        assert isinstance(boundary, DriveSpeed | DriveTorque)
        return boundary.speed or 0.0

    @property
    def load_ramp(self) -> float:
        """Time over which torques grow from zero [s]; none after another run."""
        return self.solve.load_ramp if source_of(self) is None else 0.0

    @property
    def start_speed(self) -> float:
        """Of the leading pulley at the start [rad/s]."""
        boundary = self.pulley[self.leader].boundary
        if isinstance(boundary, DriveSpeed) and boundary.history:
            return boundary.history[0][1]
        rests = isinstance(boundary, DriveSpeed) and boundary.ramp > 0.0
        return 0.0 if rests else self.nominal_speed

    @property
    def highest_speed(self) -> float:
        """Of the leading pulley during the run, as far as it is prescribed [rad/s]."""
        boundary = self.pulley[self.leader].boundary
        return (
            boundary.highest
            if isinstance(boundary, DriveSpeed)
            else (self.nominal_speed)
        )

    def arm_of(self, name: str) -> TensionerPart | None:
        """The arm that carries a pulley, if one does."""
        return next((arm for arm in self.tensioner if arm.pulley == name), None)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        names = [part.name for part in self.pulley]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two pulleys are called {name!r}")
        leaders = [part.name for part in self.pulley if _leads(part)]
        if len(leaders) != 1:
            raise ValueError(
                f"{len(leaders)} pulleys have a speed "
                f"({', '.join(leaders) or 'none'}); expected exactly one, of kind "
                "'speed', or of kind 'torque' with its speed at the start"
            )
        for part in self.pulley:
            if part.side == "inside" and 0.5 * part.diameter <= -self.belt.cord_height:
                raise ValueError(
                    f"pulley {part.name!r}: its radius {500.0 * part.diameter:g} mm "
                    f"and cord_height {1e3 * self.belt.cord_height:g} mm leave the "
                    "cord no radius to run on"
                )
        self._check_arms(names)
        return self

    def _check_arms(self, names: list[str]) -> None:
        for arm in self.tensioner:
            if arm.pulley not in names:
                raise ValueError(
                    f"a tensioner carries {arm.pulley!r}, which is no pulley; known: "
                    f"{', '.join(names)}"
                )
        carried = [arm.pulley for arm in self.tensioner]
        if len(set(carried)) != len(carried):
            raise ValueError("two tensioners carry the same pulley")
        given = self.belt.length is not None or self.belt.tension is not None
        if not given and not any(arm.torque is not None for arm in self.tensioner):
            raise ValueError(
                "the tension is not known: state belt.length, belt.tension, or the "
                "torque of a tensioner"
            )
        loose = [arm.pulley for arm in self.tensioner if arm.torque is None]
        if loose and self.belt.length is not None:
            raise ValueError(
                f"the tensioner of {loose[0]!r} needs its torque where the length of "
                "the belt is given"
            )
        if self.belt.tension is not None and len(loose) != len(carried):
            raise ValueError(
                "state belt.tension or the torque of the tensioner, not both"
            )
        if len(carried) > 1 and self.belt.tension is None:
            raise ValueError(
                "several tensioners: state belt.tension, from which the torques of all "
                "follow"
            )


def _leads(part: PulleyPart) -> bool:
    return getattr(part.boundary, "speed", None) is not None
