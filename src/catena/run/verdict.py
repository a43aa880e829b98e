"""What every run is judged by: values against their limits, said in one way.

Energy has one definition and one limit: what the ledger does not explain, over the
power that flows. Losses go by their physical cause, that of the time steps among them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from catena.numerics.arrays import Floats
from catena.results.health import Check, KeyNumber
from catena.rounding import rounded
from catena.run.history import mean_rate
from catena.tables.state import Cause

ENERGY_LIMIT = 1e-4
"""Energy not explained over energy that flows: a hundredth of a loss of 1 %."""
LARGEST_DEPTH = 0.02
"""Penetration over the reach of the smaller of the touching bodies."""
LARGEST_CAPPED = 0.05
"""Share of steps whose friction may use all its sweeps."""
SMALLEST_SHARE = 0.05
"""Of the step that is advised at the least, however far the ledger is open."""
IDLE_SHARE = 0.01
"""Below this share of what flows a drive delivers nothing worth an efficiency."""
CAUSES = {
    Cause.COULOMB: ("friction_loss", "lost to dry friction"),
    Cause.VISCOUS: ("viscous_loss", "lost to oil, dampers and bearings"),
    Cause.CONTACT_DAMPING: ("contact_loss", "lost to damping of contacts"),
    Cause.IMPACT: ("impact_loss", "lost to impacts"),
    Cause.NUMERICAL: ("numerical_loss", "numerical loss (negative: gain)"),
}
"""Physical causes of losses as key numbers: name and label."""
RARE = (Cause.IMPACT,)
"""Causes that are listed only where they occur."""


def within(name: str, label: str, value: float, limit: float, note: str = "") -> Check:
    """A check that passes up to its limit; NaN never does."""
    return Check(name, label, float(value), limit, bool(value <= limit), note)


@dataclass(frozen=True)
class Flow:
    """Mean powers of a stretch of time [W], or energies [J]."""

    supplied: float
    taken: float
    lost: float
    """To physical causes."""
    gained: float
    """By what is stored in motion and springs; below 0 it drives."""
    booked: float = 0.0
    """What the scheme is known to take out."""

    @classmethod
    def of(
        cls, power: Floats, loss: Floats, gained: float, booked: float = 0.0
    ) -> Flow:
        """Powers of the boundaries, positive where they drive, and losses."""
        supplied = float(power[power > 0.0].sum())
        taken = -float(power[power < 0.0].sum())
        return cls(supplied, taken, float(loss.sum()), gained, booked)

    @property
    def flowing(self) -> float:
        """The larger of what comes and what goes, stored energy counted."""
        came = self.supplied + max(-self.gained, 0.0)
        went = self.taken + max(self.lost, 0.0) + max(self.gained, 0.0)
        return max(came, went)

    @property
    def unexplained(self) -> float:
        """What no boundary, loss, store or known error accounts for."""
        return self.numerical - self.booked

    @property
    def numerical(self) -> float:
        """What the time steps take out, known or not; below 0 they make energy."""
        return self.supplied - self.taken - self.lost - self.gained

    @property
    def efficiency(self) -> float:
        """Share of what flows that is not lost, whichever shaft drives.

        NaN where nothing flows, where the losses are below 0 and mean nothing, and
        where next to nothing is taken: a drive that idles has a drag torque instead.
        """
        if self.flowing <= 0.0 or self.lost < 0.0 or self.idles:
            return math.nan
        return 1.0 - self.lost / self.flowing

    @property
    def idles(self) -> bool:
        """Whether next to nothing is taken from the drive."""
        return self.taken < IDLE_SHARE * self.flowing


def energy_check(unexplained: float, flowing: float, unit: str = "W") -> Check:
    """Energy or power that the ledger does not explain, over what flows."""
    share = abs(unexplained) / flowing if flowing > 0.0 else abs(unexplained)
    return within(
        "energy",
        "energy not explained, over the power that flows",
        share,
        ENERGY_LIMIT,
        f"{rounded(abs(unexplained))} {unit} of {rounded(flowing, 4)} {unit}",
    )


def step_warnings(checks: Iterable[Check], step: float) -> list[str]:
    """What to do about energy that appears or vanishes in steps of so many seconds."""
    missed = [check for check in checks if check.name == "energy" and not check.ok]
    if not missed or math.isnan(missed[0].value):
        return []
    smaller = max(0.5 * ENERGY_LIMIT / missed[0].value, SMALLEST_SHARE) * step
    return [
        "energy is not explained: contacts are too quick for the step of "
        f"{step:.2g} s; a solve.step of {smaller:.2g} s or less may close the ledger"
    ]


def penetration_check(depth: float, reach: float, what: str, place: str = "") -> Check:
    """Depth to which bodies enter each other over the reach of the smaller one [m].

    The reach is the way from the centre of a body to where it is touched: a radius,
    half a width. ``place`` says who lay deepest in whom, and about when.
    """
    share = depth / reach if reach > 0.0 else math.inf
    note = f"{1e3 * depth:.3g} mm; {what} {1e3 * reach:.4g} mm"
    note = f"{place}: {note}" if place else note
    label = "deepest penetration over the reach of the smaller body"
    return within("penetration", label, share, LARGEST_DEPTH, note)


def depth_warnings(checks: Iterable[Check], cure: str) -> list[str]:
    """Who lay too deep in whom, and what to state otherwise; nothing without."""
    missed = (c.note for c in checks if c.name == "penetration" and not c.ok)
    return [f"bodies enter each other: {note}; try {cure}" for note in missed]


def last_raised(largest: Floats) -> int:
    """The record in which a largest value so far last rose."""
    return int(np.argmax(largest >= largest[-1]))


def capped_check(share: float) -> Check:
    """Whether friction was solved in nearly all steps."""
    return within(
        "capped", "share of steps that used all sweeps", share, LARGEST_CAPPED
    )


def losses_by_cause(loss: Floats, causes: Iterable[Cause]) -> Floats:
    """Losses of all mechanisms (mechanisms,) gathered by their causes (causes,)."""
    found = np.zeros(len(Cause))
    for value, cause in zip(loss, causes, strict=True):
        found[cause] += value
    return found


def flow_numbers(flow: Flow, by_cause: Floats) -> list[KeyNumber]:
    """Input power, flowing power, losses by cause [W]; efficiency if there is one.

    ``by_cause`` has a column of losses for each `Cause`.
    """
    found = [
        KeyNumber("power", "mean input power", flow.supplied, "W"),
        KeyNumber("flowing_power", "mean power that flows", flow.flowing, "W"),
    ]
    if not math.isnan(flow.efficiency):
        found.append(KeyNumber("efficiency", "efficiency", flow.efficiency, "1"))
    return [*found, *cause_numbers(by_cause, flow.numerical)]


def drag_numbers(flow: Flow, led: float, speed: float, where: str) -> list[KeyNumber]:
    """The torque that drags at the leading wheel of a drive that idles.

    Args:
        flow: Mean powers.
        led: Power of the leading wheel [W]; where others drive too, none is its drag.
        speed: Of the leading wheel [rad/s].
        where: Its name in the label.
    """
    if not flow.idles or speed == 0.0 or flow.flowing <= 0.0:
        return []
    if led < (1.0 - IDLE_SHARE) * flow.supplied:
        return []
    label = f"drag torque at {where}"
    return [KeyNumber("drag_torque", label, flow.lost / abs(speed), "N m")]


def delivery_words(numbers: Iterable[KeyNumber]) -> str:
    """Efficiency and drag torque, as a verdict goes on with them; nothing without."""
    value, words = {number.name: number.value for number in numbers}, ""
    if "efficiency" in value:
        words += f", efficiency {value['efficiency']:.2%}"
    if "drag_torque" in value:
        words += f", drag torque {rounded(value['drag_torque'])} N m"
    return words


def cause_numbers(by_cause: Floats, numerical: float) -> list[KeyNumber]:
    """Power lost by physical cause [W], and what the time steps take."""
    return [
        KeyNumber(name, label, value, "W")
        for name, label, value in _listed(by_cause, numerical)
    ]


def energy_by_cause(by_cause: Floats, numerical: float) -> list[KeyNumber]:
    """Energy lost in a whole run by physical cause [J], and what time steps took."""
    return [
        KeyNumber(f"energy_{name}", f"energy {label}", value, "J")
        for name, label, value in _listed(by_cause, numerical)
    ]


def _listed(by_cause: Floats, numerical: float) -> list[tuple[str, str, float]]:
    """Name, label and value of every cause; rare ones only where they occur."""
    values = {
        cause: numerical if cause is Cause.NUMERICAL else float(by_cause[cause])
        for cause in CAUSES
    }
    return [
        (*CAUSES[cause], value)
        for cause, value in values.items()
        if value != 0.0 or cause not in RARE
    ]


def flow_over(
    late: Mapping[str, Floats], work: str, stored: Sequence[str] = ("stored_energy",)
) -> Flow:
    """Mean powers of a stretch of time [W].

    Args:
        late: Signals; ``loss`` is what was lost so far.
        work: Name of the work of every boundary so far.
        stored: Names of all energies.
    """
    gained = sum(float(mean_rate(late, name)) for name in stored)
    power = np.atleast_1d(mean_rate(late, work))
    return Flow.of(power, mean_rate(late, "loss"), gained)
