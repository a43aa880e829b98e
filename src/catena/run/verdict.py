"""What every run is judged by: values against their limits, said in one way.

Energy has one definition and one limit: what the ledger does not explain, over the
power that flows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from catena.numerics.arrays import Floats
from catena.results.health import Check, KeyNumber

ENERGY_LIMIT = 1e-4
"""Energy not explained over energy that flows: a hundredth of a loss of 1 %."""
SETTLED_EFFICIENCY = 0.02
"""Change of the efficiency between the halves of a window from which it has none."""


def within(name: str, label: str, value: float, limit: float, note: str = "") -> Check:
    """A check that passes up to its limit; NaN never does."""
    return Check(name, label, value, limit, bool(value <= limit), note)


@dataclass(frozen=True)
class Flow:
    """Mean powers of a stretch of time [W], or energies [J]."""

    put_in: float
    taken: float
    lost: float
    gained: float
    """By what is stored in motion and springs; below 0 it drives."""

    @classmethod
    def of(cls, power: Floats, loss: Floats, gained: float) -> Flow:
        """Powers of the boundaries, positive where they drive, and losses."""
        put_in = float(power[power > 0.0].sum())
        taken = -float(power[power < 0.0].sum())
        return cls(put_in, taken, float(loss.sum()), gained)

    @property
    def flowing(self) -> float:
        """The larger of what comes and what goes, stored energy counted."""
        came = self.put_in + max(-self.gained, 0.0)
        went = self.taken + max(self.lost, 0.0) + max(self.gained, 0.0)
        return max(came, went)

    @property
    def unexplained(self) -> float:
        """What no boundary, loss or store accounts for."""
        return self.put_in - self.taken - self.lost - self.gained

    @property
    def efficiency(self) -> float:
        """Share of what flows that is not lost, whichever shaft drives.

        NaN where nothing flows, or where the losses are below 0 and mean nothing.
        """
        if self.flowing <= 0.0 or self.lost < 0.0:
            return math.nan
        return 1.0 - self.lost / self.flowing


def energy_check(unexplained: float, flowing: float, unit: str = "W") -> Check:
    """Energy or power that the ledger does not explain, over what flows."""
    share = abs(unexplained) / flowing if flowing > 0.0 else abs(unexplained)
    return within(
        "energy",
        "energy not explained, over the power that flows",
        share,
        ENERGY_LIMIT,
        f"{abs(unexplained):.3g} {unit} of {flowing:.4g} {unit}",
    )


def efficiency_number(whole: Flow, halves: tuple[Flow, Flow]) -> KeyNumber | None:
    """The efficiency of a stretch of time; None where it is a transient."""
    first, second = (half.efficiency for half in halves)
    settled = abs(first - second) <= SETTLED_EFFICIENCY
    if not settled or math.isnan(whole.efficiency):
        return None
    return KeyNumber("efficiency", "efficiency", whole.efficiency, "1")
