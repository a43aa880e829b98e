"""The same drive again, after a pulse of torque: is there another steady state?

Chains may run in two ways under the same load. From rest such a drive finds one of
them, after a disturbance the other, and both pass every check.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import pi

from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.verdict import settle_time
from catena.drives.running import simulate
from catena.drives.verbs import Answer, Pulse
from catena.drives.wheel_boundary.words import Load
from catena.errors import InputError
from catena.results.run import Run
from catena.rounding import rounded
from catena.run.protocols import Progress

PULSE = Pulse()
"""Twice the torque for 40 ms, unless stated otherwise."""
EDGE = 0.025
"""Time in which it rises and falls, over its length."""
APART = 0.02
"""Difference of a mean tension, over the largest, that makes another state."""
MOMENTS = 4
"""Pulses, spread over the time in which two pitches pass: where in it a pulse meets the
chain decides as much as its size (of 10 moments of one drive 4 led to its other state).
"""


@dataclass(frozen=True)
class SecondStart:
    """Mean tensions of the spans from both starts [N], by their labels."""

    first: dict[str, float]
    second: dict[str, float]
    pulse: Pulse = PULSE
    tried: int = 1
    """Moments at which the pulse began; no more than needed to lead elsewhere."""

    @property
    def apart(self) -> float:
        """Largest difference, over the largest tension."""
        largest = max(abs(value) for value in self.first.values())
        each = (abs(self.second[k] - value) for k, value in self.first.items())
        return max(each) / largest if largest > 0.0 else 0.0

    @property
    def another(self) -> bool:
        """Whether the second start leads to another steady state."""
        return self.apart > APART

    def __str__(self) -> str:
        if not self.another:
            moments = f", begun at {self.tried} moments," if self.tried > 1 else ""
            return (
                f"after a pulse of {self.pulse}{moments} the tensions are the same "
                f"({self.apart:.2%})"
            )
        pairs = (
            f"{label} {rounded(value, 4)} and {rounded(self.second[label], 4)} N"
            for label, value in self.first.items()
        )
        return f"another steady state after a pulse of {self.pulse}: {'; '.join(pairs)}"


def delays(spec: Spec) -> list[float]:
    """How much later pulses may begin than the first one [s]: parts of two pitches."""
    pitches_per_second = spec.nominal_speed * spec.leading.tooth_count / (2.0 * pi)
    if pitches_per_second <= 0.0:
        return [0.0]
    return [2.0 * k / MOMENTS / pitches_per_second for k in range(MOMENTS)]


def pulses_of(spec: Spec, pulse: Pulse = PULSE) -> list[Spec]:
    """The drive with a pulse that begins at several moments, as far as they fit.

    Raises:
        InputError: nothing brakes it, or the run is too short for a pulse.
    """
    found = [pulsed(spec, pulse)]
    for later in delays(spec)[1:]:
        with suppress(InputError):
            found.append(pulsed(spec, pulse, later))
    return found


def pulsed(spec: Spec, pulse: Pulse = PULSE, later: float = 0.0) -> Spec:
    """The drive with another load for a while, well before it counts as settled.

    Raises:
        InputError: nothing brakes it, or the run is too short for a pulse.
    """
    begin = 0.1 * settle_time(spec) + later
    end = begin + pulse.length
    if settle_time(spec) < 2.0 * end:
        raise InputError(
            f"second start: solve.settle is {settle_time(spec):.3g} s; expected at "
            f"least {2.5 * pulse.length:g} s, for a pulse of {pulse.length:g} s to fade"
        )
    values = {}
    for i, part in enumerate(spec.sprocket):
        if isinstance(part.boundary, Load) and not part.boundary.history:
            more, edge = (
                (pulse.factor - 1.0) * part.boundary.torque,
                EDGE * pulse.length,
            )
            course = [(0.0, 0.0), (begin, 0.0), (begin + edge, more), (end, more)]
            values[f"sprocket[{i}].boundary.history"] = [*course, (end + edge, 0.0)]
    if not values:
        raise InputError("second start: no sprocket has a load without a history")
    changed: Spec = spec.with_values(values)
    return changed


def second_start(spec: Spec, first: Run, pulse: Pulse, progress: Progress) -> Answer:
    """Make the second run and tell whether it leads elsewhere."""
    found = compared(spec, first, progress, pulse)
    line = f"{'  warning: ' if found.another else '  '}{found}"
    sides = {"first": found.first, "second": found.second, "moments": found.tried}
    return Answer([line], {"another": found.another, **sides})


def compared(
    spec: Spec, first: Run, progress: Progress, pulse: Pulse = PULSE
) -> SecondStart:
    """Run again, until a pulse leads elsewhere, and compare the spans."""
    drives, found = pulses_of(spec, pulse), []
    for k, drive in enumerate(drives):
        shown = partial(_shown, progress, k, len(drives))
        with simulate(drive, progress=shown, large=True) as second:
            made = SecondStart(tensions(first), tensions(second), pulse, k + 1)
        found.append(made)
        if made.another:
            return made
    farthest = max(found, key=lambda one: one.apart)
    return replace(farthest, tried=len(found))


def _shown(
    progress: Progress, k: int, count: int, fraction: float, note: str = ""
) -> None:
    """How far the k-th of some runs has brought all of them."""
    progress((k + fraction) / count, note)


def tensions(run: Run) -> dict[str, float]:
    """Mean tensions by their labels [N]."""
    return {
        number.label: number.value
        for number in run.outcome.key_numbers
        if number.name.startswith("tension_")
    }
