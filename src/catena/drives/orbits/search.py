"""The search of even running, with more than one attempt, and what it found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from catena.drives.orbits.declaration import Orbit, orbit_of
from catena.errors import SolverError
from catena.numerics.arrays import Floats
from catena.periodic.shooting.fixed_point import Steady, rms, steady_state
from catena.periodic.shooting.multipliers import Decay, decay_of, watched
from catena.periodic.shooting.symmetry import PeriodMap
from catena.results.health import Check, KeyNumber, Outcome
from catena.run.protocols import Progress, silent
from catena.spec.parts import DriveSpec

TOLERANCE = 1e-4
MOST = 200
MEMORY = 20
PLAIN = 30
"""Periods without acceleration before the second attempt."""
LONG, AWAY = 8, 10.0
"""Pitches of a period in which much of a disturbance decays by itself; change over it
from which combinations of such periods go astray (contacts open and close)."""
RETURNS = 10
"""Periods after which the drive is looked at again, to see whether it comes back."""
NEAR, NEAR_PERIODS, FAR = 1e-7, 5, 1e-2
"""Two motions so near each other that are so far apart after some periods: chaos."""
TRIED, DOES, HELPS = "what was tried:", "what the drive does:", "what may help:"
"""Headings of the answer where nothing is found."""
POINT = "  - "
"""Begins a line below a heading."""


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
    watch(orbit, progress, effort.most)
    attempts: list[str] = []
    tried: list[Steady] = []
    maps = 0
    for words, found, plain in each_attempt(orbit, trials(orbit, effort), attempts):
        tried.append(found)
        maps += plain + found.maps
        attempts.append(f"{words}: {found.maps} periods, residual {found.residual:.2g}")
        if found.found:
            orbit.advance(found.numbers)
            whole = Found(orbit, found, tuple(attempts), maps, orbit.advance.period)
            if effort.multipliers:
                return replace(whole, decay=decay_of(orbit.advance, found.numbers))
            if effort.observed:
                return replace(whole, decay=watched(orbit.advance, found.numbers))
            return whole
    nearest = min(tried, key=lambda one: one.residual)
    left, swing = left_alone(orbit.advance, nearest)
    raise NoOrbit(not_found(orbit, attempts, left), orbit.advance.state, swing)


def each_attempt(
    orbit: Orbit, attempts: Iterator[tuple[str, Steady, int]], told: list[str]
) -> Iterator[tuple[str, Steady, int]]:
    """The attempts as they come.

    Raises:
        NoOrbit: the drive cannot run through a period; ``told`` is what was tried.
    """
    try:
        yield from attempts
    except SolverError as error:
        words = in_lines(orbit, told or ["the first period"], [str(error)], [])
        raise NoOrbit(words, orbit.advance.state, 0) from error


class NoOrbit(SolverError):
    """No even running was found; what the drive does by itself then."""

    def __init__(self, words: str, state: Any, swing: int) -> None:
        """Keep what a further search can begin with.

        Args:
            words: What was tried, and what may help.
            state: Of the drive left to itself.
            swing: Periods after which it comes back; 0 where it does not.
        """
        super().__init__(words)
        self.state, self.swing = state, swing

    @property
    def brief(self) -> str:
        """From where none was found, and what the drive does, in one line."""
        lines = str(self).splitlines()
        does = [line for i, line in enumerate(lines) if lines[i - 1 : i] == [DOES]]
        return ": ".join([lines[0], *(line.removeprefix(POINT) for line in does)])


def search_on(
    spec: DriveSpec,
    begin: Any,
    effort: Effort,
    progress: Progress = silent,
    periods: int = 1,
) -> Found:
    """Find the even running of a drive; where it swings over some periods, of these.

    Raises:
        InputError: this kind of drive has none.
        NoOrbit: neither was found.
    """
    try:
        return search(orbit_of(spec, begin, periods=periods), effort, progress)
    except NoOrbit as missed:
        if missed.swing == 0 or periods > 1:
            raise
        orbit = orbit_of(spec, missed.state, periods=missed.swing)
        try:
            found = search(orbit, effort, progress)
        except NoOrbit as again:
            words = f"{missed}\nover {missed.swing} periods: {again}"
            raise NoOrbit(words, again.state, 0) from missed
        return replace(found, attempts=(str(missed), *found.attempts))


def trials(orbit: Orbit, effort: Effort) -> Iterator[tuple[str, Steady, int]]:
    """Attempts until one succeeds: at once; after plain periods, combining fewer.

    In words, what came of it, and how many plain periods it began with.
    """
    advance, most, tolerance = orbit.advance, effort.most, effort.tolerance
    plain = len(plainly(advance, effort.plain)) + come_near(orbit)
    yield (
        f"{effort.memory} periods combined",
        steady_state(advance, tolerance=tolerance, most=most, memory=effort.memory),
        plain,
    )
    few = max(2, effort.memory // 3)
    plain = len(plainly(advance, PLAIN))
    yield (
        f"after {PLAIN} plain periods, {few} combined",
        steady_state(advance, tolerance=tolerance, most=most, memory=few),
        plain,
    )


def come_near(orbit: Orbit) -> int:
    """Let a drive with a long period run while far from even running; for how many.

    Half as many periods as they have pitches, so that every one of those comes by.
    """
    if orbit.pitches < LONG:
        return 0
    most = min(PLAIN, orbit.pitches // 2)
    for done in range(most):
        before = orbit.advance.numbers()
        if rms(plainly(orbit.advance, 1)[0] - before) < AWAY:
            return done + 1
    return most


def plainly(advance: PeriodMap, count: int) -> list[Floats]:
    """Let a drive run for some periods; the numbers after each."""
    path = []
    for _ in range(count):
        path.append(advance(advance.numbers()))
        advance.state = advance.state_of(path[-1])
    return path


def watch(orbit: Orbit, progress: Progress, most: int) -> None:
    """Let a map say how far a search has come; it can be interrupted there."""
    done = 0
    at = f" at {orbit.speed}" if orbit.speed else ""

    def counted() -> None:
        nonlocal done
        done += 1
        progress(min(1.0, done / most), f"period {done}{at}")

    orbit.advance.watch = counted


def not_found(orbit: Orbit, attempts: list[str], left: list[str]) -> str:
    """Why there is no answer, and what may help, in lines."""
    pitches = f"{orbit.pitches} {'pitch' if orbit.pitches == 1 else 'pitches'}"
    tried = f"a period is {pitches}; residuals count {orbit.scales} as one"
    further = "\n" + " " * len(POINT)
    advice = f": {orbit.advice.replace('; ', further)}" if orbit.advice else ""
    cures = [
        "a plain run, whose means need no even running, says how the drive runs; "
        "--section 300 whether it repeats at all",
        f"more damping of joints and contacts{advice}",
        "more periods (--most) or another --memory",
        "--tolerance, where a motion that repeats to the residual above is enough",
    ]
    return in_lines(orbit, [*attempts, tried], left, cures)


def in_lines(orbit: Orbit, tried: list[str], found: list[str], cures: list[str]) -> str:
    """What was tried, what the drive does and what may help, in lines."""
    if orbit.balance:
        found = [*found, orbit.balance]
    parts = (TRIED, tried), (DOES, found), (HELPS, cures)
    lines = [f"no even running was found from {orbit.where}"]
    for heading, points in parts:
        lines += [heading, *(POINT + point for point in points)] if points else []
    return "\n".join(lines)


def left_alone(advance: PeriodMap, nearest: Steady) -> tuple[list[str], int]:
    """What a drive does from the nearest state when no periods are combined.

    In sentences, and the periods over which it swings; 0 where it does not come back.
    """
    advance.state = advance.state_of(nearest.numbers)
    told, swing = told_of([nearest.numbers, *plainly(advance, PLAIN)])
    words = [told]
    apart = grown_apart(advance, advance.numbers())
    if apart > FAR:
        words.append(
            f"two motions {NEAR:g} apart are {apart:.2g} apart after {NEAR_PERIODS} "
            "periods: contacts chatter, and no search comes much closer than that"
        )
    return words, swing


def grown_apart(advance: PeriodMap, numbers: Floats) -> float:
    """How far two motions are apart in the end that began next to each other."""
    draw = np.random.default_rng(1).standard_normal(numbers.size)
    plain, moved = numbers, numbers + NEAR * draw
    for _ in range(NEAR_PERIODS):
        plain, moved = advance(plain), advance(moved)
    return rms(moved - plain)


def told_of(path: list[Floats]) -> tuple[str, int]:
    """What the numbers of successive periods say: in words; periods of a swing.

    Changes that fall: it still settles. Changes that stay but are smaller over several
    periods: a strand swings more slowly than a period. Else it does not repeat.
    """
    first, late = rms(path[1] - path[0]), changed(path, 1)
    told = (
        f"left to itself from the nearest state it changes by up to {late:.2g} from "
        f"period to period after {len(path) - 1} periods"
    )
    if late < 0.5 * first:
        return f"{told}: it still settles", 0
    back = {k: changed(path, k) for k in range(2, RETURNS + 1)}
    k = min(back, key=lambda k: back[k])
    if back[k] < 0.5 * late:
        return f"{told}, but by {back[k]:.2g} after {k}: it swings over {k} periods", k
    told = f"{told}, and comes back no closer after 2 to {RETURNS}: every one differs"
    return told, 0


def changed(path: list[Floats], k: int) -> float:
    """The most that one of the last states has changed since k periods before."""
    return max(rms(path[-i] - path[-i - k]) for i in range(1, RETURNS))


def described(found: Found, outcome: Outcome) -> Outcome:
    """The outcome of the recorded orbit, with what the search found."""
    one, decay = found.search, found.decay
    numbers = [
        KeyNumber("orbit_period", "period of the even running", found.period, "s"),
        KeyNumber("orbit_maps", "periods the search took", float(found.maps), "1"),
    ]
    speed = found.orbit.speed
    at = f" at {speed}" if speed else ""
    verdict = f"Even running{at}, {1e3 * found.period:.4g} ms each"
    if (periods := found.orbit.periods) > 1:
        words = "periods of its excitation after which it repeats"
        numbers.append(KeyNumber("orbit_periods", words, float(periods), "1"))
        together = f"{1e3 * found.period:.4g} ms together"
        verdict = f"Swings evenly{at} over {periods} periods, {together}"
    warnings = list(outcome.warnings)
    if decay is not None:
        if decay.smooth:
            numbers += [
                KeyNumber("multiplier", "largest multiplier per period",
                          abs(decay.largest), "1"),
                KeyNumber("multiplier_angle", "its angle; 0 at a fold, pi where "
                          "periods double", float(abs(np.angle(decay.largest))), "rad"),
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
        one.residual, one.tolerance, one.found, f"{found.maps} periods",
    )  # fmt: skip
    return replace(
        outcome,
        verdict=f"{verdict}: {outcome.verdict}",
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
