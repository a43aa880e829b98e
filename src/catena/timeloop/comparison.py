"""The same model under several engines and steps: where and from when they agree."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from catena.errors import InputError, SolverError
from catena.motion import Motion, run_with
from catena.numerics.arrays import Floats
from catena.spec.checks import did_you_mean
from catena.timeloop.engines import ENGINES, Engine
from catena.timeloop.plan import TimePlan
from catena.timeloop.verdict import residual_share

if TYPE_CHECKING:
    from catena.jobs import Progress

MOST_RECORDS = 1000
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


@dataclass(frozen=True)
class Comparison:
    """All runs, measured against the finest run of the first engine."""

    reference: str
    tolerance: float
    duration: float
    lines: tuple[Line, ...]
    refused: dict[str, str]
    """Engines that cannot run this model, and why."""

    def findings(self) -> list[str]:
        """What the table says, in sentences."""
        sentences = [f"reference: {self.reference}; difference 1 = whole way travelled"]
        for engine in dict.fromkeys(line.engine for line in self.lines):
            sentences.append(
                self._finding([x for x in self.lines if x.engine == engine])
            )
        return sentences

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
        lines = [
            {k: None if v == np.inf else v for k, v in asdict(line).items()}
            for line in self.lines
        ]
        return {**asdict(self), "lines": lines, "findings": self.findings()}


def chosen_engines(names: Sequence[str]) -> list[Engine]:
    """The engines of these names; all of them if none is named."""
    for name in names:
        if name not in ENGINES:
            raise InputError(f"no engine {name!r}; {did_you_mean(name, ENGINES)}")
    return [ENGINES[name] for name in names or ENGINES]


def compare(
    plan: TimePlan,
    engines: Sequence[Engine],
    halvings: int,
    tolerance: float,
    progress: Progress,
) -> Comparison:
    """Run the plan under every engine, with its step halved several times."""
    refused = {e.name: why for e in engines if (why := e.refusal(plan.model))}
    able = [engine for engine in engines if engine.name not in refused]
    if not able:
        raise InputError(f"no engine can run this model: {refused}")
    thinned = replace(plan, record_every=-(-plan.steps // MOST_RECORDS))
    plans = [
        halved(replace(thinned, engine=engine), k)
        for engine in able
        for k in reversed(range(halvings + 1))
    ]
    runs = []
    for i, one in enumerate(plans):
        progress(i / len(plans), f"{one.engine.name}, step {one.dt:.3g} s")
        runs.append(timed(one))
    first = runs[0][0]
    if first is None:
        raise SolverError(f"{plans[0].engine.name} failed at its finest step")
    lines = [
        line_of(one, first, motion, seconds, failure, tolerance)
        for one, (motion, seconds, failure) in zip(plans, runs, strict=True)
    ]
    reference = f"{plans[0].engine.name} at {plans[0].dt:.3g} s"
    return Comparison(reference, tolerance, plan.duration, tuple(lines), refused)


def halved(plan: TimePlan, times: int) -> TimePlan:
    """The same run with a step halved so often, recorded at the same instants."""
    n = 2**times
    return replace(
        plan,
        dt=plan.dt / n,
        steps=plan.steps * n,
        record_every=plan.record_every * n,
    )


def timed(plan: TimePlan) -> tuple[Motion | None, float, str]:
    """A run in memory, its seconds, and why it failed if it did."""
    model = plan.model
    plan.stepper()(model.start(), model.work(), 0)  # compile
    begun = time.perf_counter()
    try:
        made = run_with(
            plan.stepper(), model, model.start(), plan.steps, plan.record_every
        )
    except SolverError as error:
        return None, time.perf_counter() - begun, str(error)
    return made, time.perf_counter() - begun, ""


def line_of(
    plan: TimePlan,
    reference: Motion,
    motion: Motion | None,
    seconds: float,
    failure: str,
    tolerance: float,
) -> Line:
    """One line of the table."""
    name = plan.engine.name
    if motion is None:
        return Line(name, plan.dt, np.inf, 0.0, np.inf, seconds, failure)
    apart = differences(reference, motion)
    beyond = np.flatnonzero(apart > tolerance)
    last = motion.time[-1] if beyond.size == 0 else motion.time[max(beyond[0] - 1, 0)]
    residual = residual_share(motion.balance())
    return Line(name, plan.dt, float(apart.max()), last, residual, seconds)


def differences(reference: Motion, motion: Motion) -> Floats:
    """Largest difference of all coordinates at each record, relative to their way.

    Places are measured by the longest way of any place, angles by that of any angle.
    """
    q_0, q = np.array(reference.q), np.array(motion.q)
    names = reference.model.labels.velocities
    turns = np.array([name.endswith(".angle") for name in names])
    apart = np.abs(q - q_0)
    for kind in (turns, ~turns):
        way = float(np.ptp(q_0[:, kind], axis=0).max(initial=0.0))
        apart[:, kind] /= way if way > 0.0 else 1.0
    return np.asarray(apart.max(axis=1, initial=0.0), dtype=np.float64)
