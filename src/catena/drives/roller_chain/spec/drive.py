"""What a roller chain drive is made of, in the user's words."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field, model_validator

from catena.drives.roller_chain.spec.arms import ArmPart, check_arms, with_arms
from catena.drives.roller_chain.spec.chain import ChainPart
from catena.drives.roller_chain.spec.contacts import ContactPart
from catena.drives.roller_chain.spec.guides import GuidePart
from catena.drives.roller_chain.spec.spatial import SpatialPart
from catena.drives.roller_chain.spec.spatial_checks import (
    check_planar,
    check_spatial,
    with_spatial_defaults,
)
from catena.drives.roller_chain.spec.wheels import SprocketPart
from catena.drives.wheel_boundary.words import (
    DriveTorque,
    Free,
    Load,
    SpeedMotion,
)
from catena.spec.parts import DriveSpec, Part
from catena.spec.quantities import Acceleration, Force, Speed, Time
from catena.spec.sampling import check_sampling
from catena.spec.start import FROM, FromRun, source_of

PATH_RAMP = 0.02
"""Time over which torques grow where the chain starts unstrained [s]."""


class StartPart(FromRun):
    """From where the run starts."""

    shape: Literal["equilibrium", "path"] = "equilibrium"
    """Whether the run starts from the equilibrium of the chain under the torques at the
    start, or with the unstrained chain on its path."""


class SolvePart(Part):
    """How the motion is computed."""

    duration: Time = Field(default=0.5, gt=0.0, le=1e4, examples=["0.5 s"])
    """How much time of the drive is simulated; take several turns of the chain after
    the start has died out."""
    step: Time | None = Field(default=None, gt=0.0, le=1e-2, examples=["5 us"])
    """How far each step of the computation goes; a larger one than the stiffest contact
    bears is refused. If not given, chosen from the stiffnesses."""
    friction: Literal["set-valued", "regularised"] = "set-valued"
    """Whether joints and contacts truly stick and slide, or friction is a smooth
    function of the slip speed, which lets loaded contacts creep."""
    slip_speed: Speed = Field(default=0.01, gt=0.0, lt=10.0, examples=["0.01 m/s"])
    """Slip speed over which regularised friction builds up; smaller is closer to
    sticking and needs smaller steps."""
    tolerance: Force | None = Field(default=None, gt=0.0, examples=["0.5 N"])
    """By how much friction forces may be off in a step before the solver stops
    iterating; if not given, 1 N or a thousandth of the tension."""
    motion: Literal["dynamic", "quasi-static"] = "dynamic"
    """Motion with inertia, or a sequence of equilibria without friction and inertia,
    one per sample, as at creeping speed."""
    load_ramp: Time | None = Field(default=None, ge=0.0, examples=["50 ms"])
    """How long torques take to grow from zero, so that a run does not begin with a
    blow; if not given, 0 from an equilibrium and 20 ms else."""
    settle: Time | None = Field(default=None, ge=0.0, examples=["0.2 s"])
    """Time that means, peaks and losses leave out, so that the start does not count; if
    not given, half the duration."""
    sample_interval: Time | None = Field(default=None, gt=0.0, examples=["0.1 ms"])
    """Time from one recorded sample to the next; if not given, a 16th of the time a
    tooth takes to pass."""
    frame_count: int = Field(default=500, ge=2, le=5000)
    """How many frames the moving picture has; they show the end of the run."""
    gravity: tuple[Acceleration, Acceleration] = Field(
        default=(0.0, 0.0), examples=[["0 m/s^2", "-9.81 m/s^2"]]
    )
    """Acceleration by which everything falls, x and y; slack spans sag only where it is
    stated."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        check_sampling(self.duration, self.settle, self.sample_interval)
        return self


def with_start_table(data: Any) -> Any:
    """The word ``solve.start`` of earlier files as the table it is now."""
    if not isinstance(data, dict) or not isinstance(data.get("solve"), dict):
        return data
    if "start" not in data["solve"]:
        return data
    solve = dict(data["solve"])
    word, table = solve.pop("start"), data.get("start") or {}
    stated = table.get("shape", word) if isinstance(table, dict) else word
    if stated != word:
        raise ValueError(
            f"solve.start is {word!r} and start.shape {stated!r}; expected start.shape "
            "alone"
        )
    return {**data, "solve": solve, "start": {**table, "shape": word}}


def _leads(boundary: SpeedMotion | Load | DriveTorque | Free) -> bool:
    return getattr(boundary, "speed", None) is not None


def _check_leader(sprockets: list[SprocketPart]) -> None:
    """Exactly one sprocket decides how fast the chain runs at the start."""
    leaders = [part.name for part in sprockets if _leads(part.boundary)]
    if len(leaders) != 1:
        raise ValueError(
            f"{len(leaders)} sprockets have a speed ({', '.join(leaders) or 'none'}); "
            "expected exactly one, of kind 'speed', or of kind 'torque' with its speed "
            "at the start"
        )


class Spec(DriveSpec):
    """A roller chain drive."""

    drive: Literal["roller_chain"]
    """Names this kind of drive, a roller chain link by link, and so decides what all
    other keys mean."""
    fidelity: Literal["planar", "spatial"] = Field(
        default="planar", examples=["spatial"]
    )
    """Whether links move in one plane, or in space with six velocities each, rollers of
    their own and sprockets in planes of their own."""
    travel: Literal["counter-clockwise", "clockwise"] = "counter-clockwise"
    """Which way the chain runs around its loop; sprockets are listed in this order."""
    chain: ChainPart
    """The chain itself: by its designation, by its own data, or both."""
    sprocket: list[SprocketPart] = Field(min_length=2, max_length=50)
    """The toothed wheels, one table each, in the order in which the chain passes
    them."""
    guide: list[GuidePart] = Field(default=[], max_length=50)
    """Rails along which the chain slides, fixed or pressed on by a tensioner."""
    contact: ContactPart = ContactPart()
    """How teeth and rails answer to pressing and sliding."""
    arm: list[ArmPart] = Field(default=[], max_length=10)
    """Arms that carry sprockets and turn under a spring; the first one behind the
    driver takes up the length of the chain."""
    spatial: SpatialPart = SpatialPart()
    """What only a chain in space knows: rollers, sideways stiffness, plates."""
    start: StartPart = StartPart()
    """From where the run starts: at rest under its loads, on its path, or where another
    run ended."""
    solve: SolvePart = SolvePart()
    """How long and how finely the motion is computed, and what of it is kept."""

    @model_validator(mode="before")
    @classmethod
    def _spatial_defaults(cls, data: Any) -> Any:
        return with_arms(with_spatial_defaults(with_start_table(data)))

    @property
    def at_rest_first(self) -> bool:
        """Whether the run starts from the equilibrium of the chain."""
        return self.start.shape == "equilibrium" and source_of(self) is None

    @property
    def load_ramp(self) -> float:
        """Time over which torques grow from zero [s]."""
        if source_of(self) is not None:
            return 0.0
        if self.solve.load_ramp is not None:
            return self.solve.load_ramp
        return 0.0 if self.start.shape == "equilibrium" else PATH_RAMP

    @property
    def leader(self) -> int:
        """Number of the sprocket that drives the chain."""
        return [_leads(part.boundary) for part in self.sprocket].index(True)

    @property
    def leading(self) -> SprocketPart:
        """The sprocket that drives the chain."""
        return self.sprocket[self.leader]

    @property
    def nominal_speed(self) -> float:
        """Of the sprocket that drives the chain [rad/s]."""
        boundary = self.leading.boundary
        assert isinstance(boundary, SpeedMotion | DriveTorque)
        assert boundary.speed is not None
        return boundary.speed

    def part_names(self) -> list[str]:
        """Names of sprockets, then guides, then arms."""
        names = [part.name for part in self.sprocket]
        names += [guide.name for guide in self.guide]
        return names + [arm.name for arm in self.arm]

    def offsets(self) -> dict[str, float]:
        """Planes of sprockets and guides along the axes, by their names [m]."""
        found = {part.name: part.offset for part in self.sprocket}
        return found | {guide.name: guide.offset for guide in self.guide}

    def in_order(self) -> list[str]:
        """Names of sprockets and guides in the order in which the chain passes them.

        Guides after one part come as they are listed.
        """

        def from_part(name: str) -> list[str]:
            behind = [guide.name for guide in self.guide if guide.after == name]
            return [name, *(one for after in behind for one in from_part(after))]

        return [one for part in self.sprocket for one in from_part(part.name)]

    @model_validator(mode="after")
    def _driven(self) -> Self:
        names = self.part_names()
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two parts are called {name!r}")
        if self.contact.engine == "set-valued" and self.solve.friction != "set-valued":
            raise ValueError(
                f"contact.engine 'set-valued' with solve.friction "
                f"{self.solve.friction!r}: rigid contacts need set-valued friction"
            )
        _check_leader(self.sprocket)
        check_arms(self)
        (check_spatial if self.fidelity == "spatial" else check_planar)(self)
        if self.solve.motion == "quasi-static" and source_of(self) is not None:
            raise ValueError(
                f"start.{FROM} with solve.motion 'quasi-static': equilibria follow "
                "from their place alone"
            )
        if self.solve.motion == "quasi-static" and not isinstance(
            self.leading.boundary, SpeedMotion
        ):
            raise ValueError(
                "solve.motion 'quasi-static' needs a sprocket with a boundary of kind "
                "'speed'; inertia decides the motion under a driving torque"
            )
        self._check_adjusted()
        for guide in self.guide:
            self._check_after(guide, list(self.offsets()))
        return self

    def _check_after(self, guide: GuidePart, names: list[str]) -> None:
        """Refuse a guide whose predecessors lead back to no sprocket."""
        after = {part.name: part.after for part in self.guide}
        passed, name = [guide.name], guide.after
        while name in after and name not in passed:
            passed.append(name)
            name = after[name]
        if name not in names or name in passed:
            raise ValueError(
                f"guide {guide.name!r} comes after {guide.after!r}, which "
                f"{'leads back to it' if name in passed else 'is not there'}; known: "
                f"{', '.join(names)}"
            )

    def _check_adjusted(self) -> None:
        """Refuse a slack or preload that nothing can give."""
        movable = [part.name for part in self.sprocket if part.adjust is not None]
        asked = self.chain.slack is not None or self.chain.preload is not None
        if asked and (self.arm or any(guide.tensioner for guide in self.guide)):
            raise ValueError(
                "a tensioner or arm takes up the slack: leave out slack, preload"
            )
        if asked != (len(movable) == 1) or len(movable) > 1:
            raise ValueError(
                f"{len(movable)} sprockets have a direction to adjust, chain.slack or "
                f"chain.preload {'is' if asked else 'is not'} stated; they belong "
                "together, one sprocket is moved"
            )
