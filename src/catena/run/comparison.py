"""The same model under several engines and steps: where and from when they agree."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from catena.errors import InputError, SolverError
from catena.model import Model
from catena.motion import Motion, run_with
from catena.numerics.arrays import Floats
from catena.run.engines import CONTROLLED, ENGINES
from catena.run.plan import TimePlan
from catena.run.verdict import residual_share
from catena.spec.checks import did_you_mean
from catena.suitability import EVENT_DRIVEN

if TYPE_CHECKING:
    from catena.run.protocols import Progress

BEST = (EVENT_DRIVEN, "runge_kutta", "moreau")
"""Engines in the order in which they are asked for the reference."""
MOST_RECORDS = 100
"""Instants at which the runs are compared."""


@dataclass(frozen=True)
class Line:
    """One run of the comparison."""

    engine: str
    step: float
    """[s]."""
    difference: float
    """From the reference, largest over time and coordinates, relative."""
    agrees_until: float
    """Time up to which the difference stays within the tolerance [s]."""
    energy_residual: float
    """Relative."""
    seconds: float
    failure: str = ""
    where: str = ""
    """The coordinate that differs most, such as ``ball.y``."""


@dataclass(frozen=True)
class Comparison:
    """All runs, measured against the finest of the first engine that can."""

    reference: str
    engine: str
    """The engine of the reference."""
    tolerance: float
    duration: float
    lines: tuple[Line, ...]
    refused: dict[str, str]
    """Engines that cannot run this model, and why."""

    def findings(self) -> list[str]:
        """What the table says, in sentences."""
        sentences = [f"reference: {self.reference}; difference 1 = whole way travelled"]
        engines = list(dict.fromkeys(line.engine for line in self.lines))
        for engine in engines:
            lines = [x for x in self.lines if x.engine == engine]
            sentences.append(self._finding(lines) + self._order(lines))
        if len(engines) == 1 and not ENGINES[self.engine].raster:
            sentences.append(
                f"no second opinion: only {self.engine} ran, compared with itself"
            )
        return sentences

    @property
    def agree(self) -> bool:
        """Whether the finest run of every engine stays with the reference."""
        finest: dict[str, Line] = {}
        for line in sorted(self.lines, key=lambda line: -line.step):
            finest[line.engine] = line
        return all(line.difference <= self.tolerance for line in finest.values())

    def _order(self, lines: list[Line]) -> str:
        """How fast the differences of one engine fall with its step, in words."""
        apart = [x.difference for x in sorted(lines, key=lambda x: x.step)]
        own = lines[0].engine == self.engine
        order = observed_order(apart[1:], 1.0) if own else observed_order(apart, 0.0)
        return f"; order {order:.2g}" if np.isfinite(order) else ""

    def _finding(self, lines: list[Line]) -> str:
        """From which step on one engine agrees, else until when its finest run does."""
        good = []
        for line in sorted(lines, key=lambda x: x.step):
            if not line.difference <= self.tolerance:
                break
            good.append(line)
        name, finest = lines[0].engine, min(lines, key=lambda line: line.step)
        if good:
            return (
                f"{name}: agrees within {self.tolerance:g} over the whole "
                f"{self.duration:g} s at steps up to {good[-1].step:.3g} s"
            )
        return (
            f"{name}: at its finest step {finest.step:.3g} s it agrees within "
            f"{self.tolerance:g} until t = {finest.agrees_until:.6g} s"
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        lines = [{k: spoken(v) for k, v in asdict(line).items()} for line in self.lines]
        return {**asdict(self), "lines": lines, "findings": self.findings()}


def checked_names(names: Sequence[str]) -> list[str]:
    """These engine names; all of them if none is given."""
    known = sorted(ENGINES, key=lambda name: (*BEST, name).index(name))
    for name in names:
        if name not in known:
            raise InputError(f"no engine {name!r}; {did_you_mean(name, known)}")
    return list(dict.fromkeys(names)) or known


def compare(
    plan: TimePlan,
    names: Sequence[str],
    halvings: int,
    tolerance: float,
    progress: Progress,
) -> Comparison:
    """Run the plan under every engine, with its step halved several times."""
    refused = {name: why for name in names if (why := refusal(name, plan.model))}
    thinned = replace(plan, record_every=-(-plan.steps // MOST_RECORDS))
    trials = [
        trial
        for name in names
        if name not in refused
        for trial in trials_of(name, thinned, halvings)
    ]
    if not trials:
        raise InputError(f"no engine can run this model: {refused}")
    runs = []
    for i, trial in enumerate(trials):
        progress(i / len(trials), f"{trial.name}, step {trial.plan.dt:.3g} s")
        runs.append(timed(trial))
    first, reference = reference_of(trials, runs)
    lines = [
        line_of(trial, reference, made, tolerance)
        for trial, made in zip(trials, runs, strict=True)
    ]
    exact = first.name == EVENT_DRIVEN
    words = first.name if exact else f"{first.name} at {first.plan.dt:.3g} s"
    return Comparison(
        words, first.name, tolerance, plan.duration, tuple(lines), refused
    )


def observed_order(apart: Sequence[float], own: float) -> float:
    """Order p of differences at steps h, 2 h, ..; NaN where they tell none.

    ``own`` is 1 if they are measured from the run at h/2, where (4^p - 1)/(2^p - 1)
    = 2^p + 1 lies between them, and 0 if from something exact, where it is 2^p.
    """
    if len(apart) < 2 or not 0.0 < apart[0] < apart[1] < np.inf:
        return math.nan
    ratio = apart[1] / apart[0] - own
    return math.log2(ratio) if ratio > 0.0 else math.nan


@dataclass(frozen=True)
class Trial:
    """One run to be made."""

    name: str
    plan: TimePlan

    def compile(self) -> None:
        """Compile its kernels; takes no step."""
        model = self.plan.model
        self.plan.stepper()(model.start(), model.work(), 0)

    def motion(self) -> Motion:
        """Make it, in memory."""
        model, plan = self.plan.model, self.plan
        steps, every = plan.stepper(), plan.record_every
        return run_with(steps, model, model.start(), plan.steps, every)


@dataclass(frozen=True)
class Made:
    """What came of a trial."""

    motion: Motion | None
    seconds: float
    failure: str = ""


def reference_of(trials: Sequence[Trial], runs: Sequence[Made]) -> tuple[Trial, Motion]:
    """The first trial that succeeded, and its motion."""
    for trial, made in zip(trials, runs, strict=True):
        if made.motion is not None:
            return trial, made.motion
    raise SolverError(f"every engine failed; {trials[0].name}: {runs[0].failure}")


def refusal(name: str, model: Model) -> str:
    """Why an engine cannot run a model; empty if it can."""
    return ENGINES[name].refusal(model)


def trials_of(name: str, plan: TimePlan, halvings: int) -> list[Trial]:
    """The runs of one engine, the finest first; events need no steps."""
    engine = ENGINES[name]
    if engine.raster:
        return [Trial(name, coarsened(replace(plan, engine=engine, control=None)))]
    limit = engine.largest_step(plan.model)
    control = plan.control if name == CONTROLLED else None
    own = replace(plan, engine=engine, control=control)
    plans = [halved(own, k) for k in reversed(range(halvings + 1))]
    return [Trial(name, one) for one in plans if one.dt <= limit]


def coarsened(plan: TimePlan) -> TimePlan:
    """The same records with as few steps between them as there can be."""
    n = math.gcd(plan.steps, plan.record_every)
    return replace(
        plan,
        dt=plan.dt * n,
        steps=plan.steps // n,
        record_every=plan.record_every // n,
    )


def halved(plan: TimePlan, times: int) -> TimePlan:
    """The same run with a step halved so often, recorded at the same instants."""
    n = 2**times
    return replace(
        plan,
        dt=plan.dt / n,
        steps=plan.steps * n,
        record_every=plan.record_every * n,
    )


def timed(trial: Trial) -> Made:
    """Make a run; tell its seconds, and why it failed if it did."""
    trial.compile()
    begun = time.perf_counter()
    try:
        motion = trial.motion()
    except SolverError as error:
        return Made(None, time.perf_counter() - begun, str(error))
    return Made(motion, time.perf_counter() - begun)


def line_of(trial: Trial, reference: Motion, made: Made, tolerance: float) -> Line:
    """One line of the table."""
    name, dt, motion = trial.name, trial.plan.dt, made.motion
    if motion is None:
        return Line(name, dt, np.inf, 0.0, np.nan, made.seconds, made.failure)
    each = differences(reference, motion)
    apart = np.asarray(each.max(axis=1, initial=0.0))
    beyond = np.flatnonzero(apart > tolerance)
    last = motion.time[-1] if beyond.size == 0 else motion.time[max(beyond[0] - 1, 0)]
    residual = residual_share(motion.balance())
    largest = float(apart.max())
    names = reference.model.labels.velocities
    where = names[int(each.max(axis=0).argmax())] if largest > 0.0 else ""
    return Line(name, dt, largest, last, residual, made.seconds, where=where)


def differences(reference: Motion, motion: Motion) -> Floats:
    """Difference of every coordinate at each record, relative to their way.

    Places are measured by the longest way of any place, angles by that of any angle.
    """
    q_0, q = np.array(reference.q), np.array(motion.q)
    names = reference.model.labels.velocities
    turns = np.array([name.endswith(".angle") for name in names])
    apart = np.abs(q - q_0)
    for kind in (turns, ~turns):
        way = float(np.ptp(q_0[:, kind], axis=0).max(initial=0.0))
        apart[:, kind] /= way if way > 0.0 else 1.0
    return np.asarray(apart, dtype=np.float64)


def spoken(value: Any) -> Any:
    """A value JSON can carry; None for what is not a finite number."""
    return None if isinstance(value, float) and not np.isfinite(value) else value
