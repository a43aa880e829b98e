"""The search of even running, with more than one attempt, and what it found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from catena.drives.orbits.declaration import Orbit
from catena.errors import SolverError
from catena.periodic.shooting.fixed_point import NEAR, Steady, steady_state
from catena.periodic.shooting.multipliers import Decay, decay_of, watched
from catena.periodic.shooting.symmetry import PeriodMap
from catena.results.health import Check, KeyNumber, Outcome
from catena.run.protocols import Progress, silent

TOLERANCE = 1e-4
MOST = 200
MEMORY = 20
PLAIN = 30
"""Periods without acceleration before the second attempt."""


@dataclass(frozen=True)
class Effort:
    """How hard to search."""

    tolerance: float = TOLERANCE
    """Change from period to period that counts as none (root mean square, scaled)."""
    most: int = MOST
    """Periods after which an attempt gives up."""
    memory: int = MEMORY
    """Periods that are combined."""
    multipliers: bool = False
    """Whether to take multipliers, two periods for every number of the state."""
    observed: bool = False
    """Whether to watch a disturbance of it, without multipliers."""
    plain: int = 0
    """Periods without acceleration before the first attempt."""


@dataclass(frozen=True, eq=False)
class Found:
    """Even running of a drive."""

    orbit: Orbit
    search: Steady
    attempts: tuple[str, ...]
    """What was tried, in words."""
    maps: int
    """Of all attempts."""
    period: float
    """[s]"""
    decay: Decay | None = None

    @property
    def state(self) -> Any:
        """A State on the orbit."""
        return self.orbit.advance.state_of(self.search.numbers)

    @property
    def stable(self) -> bool | None:
        """Whether disturbances decay; None where it was not computed."""
        if self.decay is None:
            return None
        largest = abs(self.decay.largest)
        return (largest if self.decay.smooth else self.decay.observed) < 1.0


def search(orbit: Orbit, effort: Effort, progress: Progress = silent) -> Found:
    """Find the even running of a drive.

    Raises:
        SolverError: with what was tried, what was left, and what may help.
    """
    watch(orbit.advance, progress, effort.most)
    attempts: list[str] = []
    maps = 0
    for words, found in trials(orbit.advance, effort):
        maps += found.maps
        attempts.append(f"{words}: {found.maps} periods, residual {found.residual:.2g}")
        if found.found:
            orbit.advance(found.numbers)
            whole = Found(orbit, found, tuple(attempts), maps, orbit.advance.period)
            if effort.multipliers:
                return replace(whole, decay=decay_of(orbit.advance, found.numbers))
            if effort.observed:
                return replace(whole, decay=watched(orbit.advance, found.numbers))
            return whole
    raise SolverError(not_found(orbit, attempts))


def trials(advance: PeriodMap, effort: Effort) -> Iterator[tuple[str, Steady]]:
    """Attempts until one succeeds: at once; after plain periods, combining fewer."""
    most, tolerance = effort.most, effort.tolerance
    plainly(advance, effort.plain)
    yield (
        f"{effort.memory} periods combined",
        steady_state(advance, tolerance=tolerance, most=most, memory=effort.memory),
    )
    few = max(2, effort.memory // 3)
    plainly(advance, PLAIN)
    yield (
        f"after {PLAIN} plain periods, {few} combined",
        steady_state(advance, tolerance=tolerance, most=most, memory=few),
    )


def plainly(advance: PeriodMap, count: int) -> None:
    """Let a drive run for some periods."""
    for _ in range(count):
        advance.state = advance.state_of(advance(advance.numbers()))


def watch(advance: PeriodMap, progress: Progress, most: int) -> None:
    """Let a map say how far a search has come; it can be interrupted there."""
    done = 0

    def counted() -> None:
        nonlocal done
        done += 1
        progress(min(1.0, done / most), f"period {done}")

    advance.watch = counted


def not_found(orbit: Orbit, attempts: list[str]) -> str:
    """Why there is no answer, in words."""
    words = (
        f"no even running was found from {orbit.start} ({'; '.join(attempts)}; a "
        f"period is {orbit.pitches} {'pitch' if orbit.pitches == 1 else 'pitches'}, "
        f"residuals count {orbit.scales} as one)"
    )
    return (
        words + "; more damping of joints and contacts, more periods (--most), another "
        "--memory, or a plain run, whose means need no even running, may help"
    )


def described(found: Found, outcome: Outcome) -> Outcome:
    """The outcome of the recorded orbit, with what the search found."""
    one, decay = found.search, found.decay
    numbers = [
        KeyNumber("orbit_period", "period of the even running", found.period, "s"),
        KeyNumber("orbit_maps", "periods the search took", float(found.maps), "1"),
    ]
    warnings = list(outcome.warnings)
    if decay is not None:
        if decay.smooth:
            numbers += [
                KeyNumber("multiplier", "largest multiplier per period",
                          abs(decay.largest), "1"),
                KeyNumber("multiplier_spread", "its change with the difference step",
                          decay.spread, "1"),
            ]  # fmt: skip
        elif decay.asked:
            warnings.append(no_multiplier(decay))
        numbers.append(
            KeyNumber("decay", "observed factor of a disturbance per period",
                      decay.observed, "1")
        )  # fmt: skip
        if not found.stable:
            warnings.append(
                "this even running is unstable: a disturbed run leaves it, and a plain "
                "run settles elsewhere or not at all"
            )
    check = Check(
        "repeats", f"change from period to period, over {found.orbit.scales}",
        one.residual, NEAR, one.found, f"{found.maps} periods",
    )  # fmt: skip
    if not one.exact:
        warnings.append(
            f"contacts rattle: no motion was found that repeats better than to "
            f"{one.residual:.2g} of {found.orbit.scales} (rms)"
        )
    return replace(
        outcome,
        verdict=f"Even running, {1e3 * found.period:.4g} ms each: {outcome.verdict}",
        key_numbers=(*numbers, *outcome.key_numbers),
        checks=(check, *outcome.checks),
        warnings=tuple(warnings),
    )


def no_multiplier(decay: Decay) -> str:
    """Why there is no multiplier."""
    if decay.values is None:
        return (
            "no multipliers: the map of a period has no derivative here (differences "
            f"disagree by {decay.agreement:.1%} at best); the observed factor stands"
        )
    return (
        f"no multipliers: the largest changes by {decay.spread:.2g} with the step of "
        "the differences; the observed factor stands"
    )
