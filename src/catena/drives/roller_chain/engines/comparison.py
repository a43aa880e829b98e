"""The same drive under every contact engine and from other starts: what agrees."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import nan
from typing import Any

import numpy as np

from catena.drives.roller_chain.build import build
from catena.drives.roller_chain.figures.finished_run import settled
from catena.drives.roller_chain.layout.tooth_laws import CODES
from catena.drives.roller_chain.second_start import pulses_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.verdict import settle_time
from catena.drives.running import simulate
from catena.drives.verbs import Answer, EngineOptions
from catena.errors import CatenaError, InputError, SolverError
from catena.results.run import Run
from catena.results.trust import Trust
from catena.run.protocols import Progress
from catena.spec.checks import did_you_mean

COMPARED = (
    "efficiency", "friction_loss", "damping_loss", "joint_force", "ripple", "side_force"
)  # fmt: skip
"""Key numbers of a run that are compared besides the span tensions."""
SCHEMES = {
    "implicit": ("implicit", "regularised"),
    "explicit": ("explicit", "regularised"),
    "explicit set-valued": ("explicit", "set-valued"),
}
"""Schemes of a chain in space with their friction; words for both in its file."""
JUDGED = ("tension", "efficiency", "tooth_force")
"""Beginnings of the names that decide whether an engine agrees; peaks do not."""


@dataclass(frozen=True)
class EngineLine:
    """One run of the comparison."""

    engine: str
    step: float
    """[s]."""
    numbers: dict[str, float]
    differences: dict[str, float]
    """From the first run, relative to it; tensions and forces to its largest one."""
    energy_residual: float
    """Over the input power."""
    seconds: float
    failure: str = ""
    missed: tuple[str, ...] = ()
    """Checks that its run did not pass."""

    def worst(self) -> float:
        """Largest difference of the numbers that decide."""
        judged = [
            abs(value) for name, value in self.differences.items()
            if name.startswith(JUDGED)
        ]  # fmt: skip
        return max(judged, default=float("inf"))


@dataclass(frozen=True)
class Agreement:
    """All runs, measured against the first one that succeeded."""

    tolerance: float
    lines: tuple[EngineLine, ...]
    refused: dict[str, str]
    """Engines that cannot run this drive, and why."""

    def findings(self) -> list[str]:
        """What the table says, in sentences."""
        first = next(line for line in self.lines if not line.failure)
        said = [
            "differences of tensions over the largest tension, of others over "
            "themselves",
            f"reference: {first.engine} at {first.step:.3g} s",
        ]
        for line in self.lines:
            if line is first or line.failure:
                continue
            verdict = "agrees" if line.worst() <= self.tolerance else "differs"
            said.append(
                f"{line.engine} at {line.step:.3g} s {verdict}: mean tensions, tooth "
                f"forces and efficiency within {line.worst():.2%} "
                f"(asked {self.tolerance:.2%})"
            )
            if verdict == "differs" and line.engine.endswith((START, PULSED)):
                said.append(
                    "the drive has another steady state, or has not settled: nothing "
                    "but how it begins was changed there"
                )
        said += [
            f"{line.engine} at {line.step:.3g} s is not trustworthy: "
            + "; ".join(line.missed)
            for line in self.lines
            if line.missed
        ]
        return said + self._scattered()

    def _scattered(self) -> list[str]:
        """Numbers that do not decide and differ by more than was asked."""
        apart: dict[str, float] = {}
        for line in self.lines:
            for name, value in line.differences.items():
                if not name.startswith(JUDGED) and not np.isnan(value):
                    apart[name] = max(apart.get(name, 0.0), abs(value))
        found = [
            f"{name} by {value:.2%}"
            for name, value in apart.items()
            if value > self.tolerance
        ]
        return [f"not judged, and different: {', '.join(found)}"] if found else []

    @property
    def agree(self) -> bool:
        """Whether every engine, and every way of the first, gives the same numbers."""
        return all(line.worst() <= self.tolerance for line in self.lines)

    @property
    def trust(self) -> Trust:
        """Engines may agree on a chain that has jumped its teeth."""
        sound = self.agree and not any(line.missed for line in self.lines)
        return Trust.TRUSTED if sound else Trust.NOT_TRUSTWORTHY

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {**asdict(self), "findings": self.findings()}


def checked_engines(names: Sequence[str], spec: Spec) -> list[str]:
    """These engine names; all of them if none is given."""
    known = SCHEMES if spec.fidelity == "spatial" else CODES
    for name in names:
        if name not in known:
            raise InputError(f"no engine {name!r}; {did_you_mean(name, known)}")
    return list(dict.fromkeys(names)) or list(known)


def compared(spec: Spec, options: EngineOptions, progress: Progress) -> Answer:
    """Run the drive under every engine; tell how far they agree."""
    wanted = checked_engines(options.names, spec)
    made = compare_engines(
        spec,
        wanted,
        options.halvings,
        options.tolerance,
        progress,
        large=options.large,
    )
    facts = {"agree": made.agree, **made.as_dict()}
    return Answer([*table_of(made), *made.findings()], facts, trust=made.trust)


def table_of(made: Agreement) -> list[str]:
    """Two lines for each run, its numbers and the differences; who could not."""
    names = list(next(line for line in made.lines if not line.failure).numbers)
    width = max(len(name) for name in names) + 2
    head = f"{'engine':34}{'step [s]':>10}{'seconds':>9}{'energy':>9}"
    lines = [head + "".join(f"{name:>{width}}" for name in names)]
    for line in made.lines:
        head = f"{line.engine:34}{line.step:10.3g}{line.seconds:9.1f}"
        if line.failure:
            lines.append(f"{head}  {line.failure}")
            continue
        values = "".join(f"{line.numbers.get(name, nan):{width}.6g}" for name in names)
        lines.append(f"{head}{line.energy_residual:9.1e}{values}")
        apart = "".join(
            f"{line.differences.get(name, nan):+{width}.2%}" for name in names
        )
        lines.append(f"{'':62}{apart}")
    return lines + [f"{name:34}cannot: {why}" for name, why in made.refused.items()]


def compare_engines(
    spec: Spec,
    names: Sequence[str],
    halvings: int,
    tolerance: float,
    progress: Progress,
    *,
    large: bool = False,
) -> Agreement:
    """Run the drive under every engine; the first one also in other ways.

    These are halved steps and, in planar drives, the other friction law and other
    starts: a steady state that only one of them finds is not the only one.
    """
    refused: dict[str, str] = {}
    trials: list[tuple[str, Spec]] = []
    for name in names:
        try:
            trials.append((name, _with_engine(spec, name)))
        except CatenaError as error:
            refused[name] = str(error)
    if not trials:
        raise InputError(f"no engine can run this drive: {refused}")
    first, own = trials[0]
    step = build(own).pace.step
    trials += [
        (first, own.with_values({"solve.step": step / 2**k}))
        for k in range(1, halvings + 1)
    ]
    ways = OTHER_WAYS if spec.fidelity == "planar" else {}
    for name, vary in ways.items():
        try:
            trials += [(f"{first}, {name}", each) for each in vary(own)]
        except CatenaError as error:
            refused[name] = str(error)
    lines: list[EngineLine] = []
    for i, (name, one) in enumerate(trials):
        progress(i / len(trials), name)
        reference = next((line for line in lines if not line.failure), None)
        if not (PULSED in name and _elsewhere(lines, tolerance)):
            lines.append(_line(name, one, reference, large))
    if all(line.failure for line in lines):
        raise SolverError(f"every engine failed; {first}: {lines[0].failure}")
    return Agreement(tolerance, tuple(lines), refused)


def _elsewhere(lines: Sequence[EngineLine], tolerance: float) -> bool:
    """Whether a pulse has led to another state already."""
    pulsed = [line for line in lines if PULSED in line.engine and not line.failure]
    return any(line.worst() > tolerance for line in pulsed)


def _other_friction(spec: Spec) -> list[Spec]:
    """The same drive with the other friction law.

    Raises:
        InputError: the engine of its contacts has one law only.
    """
    if spec.contact.engine == "set-valued":
        raise InputError("rigid teeth have set-valued friction alone")
    other = {"set-valued": "regularised", "regularised": "set-valued"}
    return [_changed(spec, {"solve.friction": other[spec.solve.friction]})]


def _other_start(spec: Spec) -> list[Spec]:
    """The same drive from the unstrained path, or from equilibrium."""
    other = {"equilibrium": "path", "path": "equilibrium"}
    return [_changed(spec, {"start.shape": other[spec.start.shape]})]


PULSED = "after a pulse"
START = "other start"
OTHER_WAYS = {
    "other friction law": _other_friction,
    START: _other_start,
    PULSED: pulses_of,
}
"""Ways of running a drive that lead to the same steady state, if there is but one; the
pulse begins at several moments, until it leads elsewhere.
"""


def _changed(spec: Spec, values: dict[str, Any]) -> Spec:
    changed = spec.with_values(values)
    assert isinstance(changed, Spec)
    build(changed)
    return changed


def _with_engine(spec: Spec, name: str) -> Spec:
    """The same drive with another engine and the friction it needs."""
    values: dict[str, Any] = {"contact.engine": name}
    if spec.fidelity == "spatial":
        scheme, friction = SCHEMES[name]
        values = {"spatial.scheme": scheme, "solve.friction": friction}
        if scheme != spec.spatial.scheme:
            values["solve.step"] = None  # each scheme has a step of its own size
    elif name == "set-valued":
        values["solve.friction"] = "set-valued"
    return _changed(spec, values)


def _line(
    name: str, spec: Spec, reference: EngineLine | None, large: bool
) -> EngineLine:
    """One run; a failure is reported, not raised."""
    begun = time.process_time()
    job = build(spec)
    try:
        run = simulate(spec, large=large)
    except SolverError as error:
        spent = time.process_time() - begun
        return EngineLine(name, job.pace.step, {}, {}, float("nan"), spent, str(error))
    numbers = numbers_of(run, spec)
    base = numbers if reference is None else reference.numbers
    residual = next(c.value for c in run.outcome.checks if c.name == "energy")
    spent = time.process_time() - begun
    missed = run.outcome.missed
    apart = differences(numbers, base)
    return EngineLine(
        name, job.pace.step, numbers, apart, residual, spent, missed=missed
    )


def numbers_of(run: Run, spec: Spec) -> dict[str, float]:
    """Means of a run: span tensions, tooth forces, losses, efficiency."""
    found = {
        number.name: float(number.value)
        for number in run.outcome.key_numbers
        if number.name.startswith("tension_") or number.name in COMPARED
    }
    if spec.fidelity == "spatial":
        force = run.read("tooth_force")[run.read("time") > settle_time(spec)]
    else:
        force = run.read("roller_force")[settled(run, spec)]
    found["tooth_force"] = float(force.sum(axis=1).mean())
    return found


def differences(numbers: dict[str, float], base: dict[str, float]) -> dict[str, float]:
    """Relative differences; tensions over the largest of them."""
    tensions = [abs(v) for name, v in base.items() if name.startswith("tension_")]
    largest = max(tensions, default=1.0) or 1.0
    found = {}
    for name, value in numbers.items():
        if name not in base:  # a transient has no efficiency
            continue
        scale = largest if name.startswith("tension_") else abs(base[name])
        found[name] = (value - base[name]) / scale if scale > 0.0 else np.nan
    return found
