"""Words of a run of a roller chain: where it starts, how it is computed."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import Acceleration, Force, Speed, Time
from catena.spec.sampling import check_sampling
from catena.spec.start import FromRun
from catena.spec.step_control import StepControl, check_control


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
    control: StepControl | None = None
    """Lets the size of steps follow the motion, ``step`` being the largest; if not
    given, all are of one size. Even running takes steps of one size."""
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
        check_control(self.control, self.step)
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
