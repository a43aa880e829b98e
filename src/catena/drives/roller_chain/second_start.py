"""The same drive once more, after a pulse of torque: is there another steady state?

Chains may run in two ways under the same load. From rest such a drive finds one of
them, after a disturbance the other, and both pass every check.
"""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True)
class SecondStart:
    """Mean tensions of the spans from both starts [N], by their labels."""

    first: dict[str, float]
    second: dict[str, float]
    pulse: Pulse = PULSE

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
            return (
                f"after a pulse of {self.pulse} the tensions are the same "
                f"({self.apart:.2%})"
            )
        pairs = (
            f"{label} {rounded(value, 4)} and {rounded(self.second[label], 4)} N"
            for label, value in self.first.items()
        )
        return f"another steady state after a pulse of {self.pulse}: {'; '.join(pairs)}"


def pulsed(spec: Spec, pulse: Pulse = PULSE) -> Spec:
    """The drive with another load for a while, well before it counts as settled.

    Raises:
        InputError: nothing brakes it, or the run is too short for a pulse.
    """
    begin = 0.1 * settle_time(spec)
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
    sides = {"first": found.first, "second": found.second}
    return Answer([line], {"another": found.another, **sides})


def compared(
    spec: Spec, first: Run, progress: Progress, pulse: Pulse = PULSE
) -> SecondStart:
    """Make the second run and compare the spans."""
    with simulate(pulsed(spec, pulse), progress=progress, large=True) as second:
        return SecondStart(tensions(first), tensions(second), pulse)


def tensions(run: Run) -> dict[str, float]:
    """Mean tensions by their labels [N]."""
    return {
        number.label: number.value
        for number in run.outcome.key_numbers
        if number.name.startswith("tension_")
    }
