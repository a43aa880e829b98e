"""The same model under several engines and steps: where and from when they agree."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from catena.errors import InputError, SolverError
from catena.model import Model
from catena.motion import Motion, run_with
from catena.numerics.arrays import Floats
from catena.run.model.agreement import Comparison, Line
from catena.run.model.engines import CONTROLLED, ENGINES
from catena.run.model.plan import TimePlan
from catena.run.model.verdict import residual_share
from catena.run.protocols import Progress
from catena.spec.checks import did_you_mean
from catena.suitability import EVENT_DRIVEN

BEST = (EVENT_DRIVEN, "runge_kutta", "moreau")
"""Engines in the order in which they are asked for the reference."""
MOST_RECORDS = 100
"""Instants at which the runs are compared."""


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
