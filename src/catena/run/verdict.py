"""What every run is judged by: values against their limits, said in one way."""

from __future__ import annotations

from catena.results.health import Check


def within(name: str, label: str, value: float, limit: float, note: str = "") -> Check:
    """A check that passes up to its limit; NaN never does."""
    return Check(name, label, value, limit, bool(value <= limit), note)


def energy_check(
    label: str, unexplained: float, exchanged: float, limit: float, note: str = ""
) -> Check:
    """Energy or power that the ledger does not explain, over what was exchanged.

    Where nothing was exchanged the unexplained part itself is judged.
    """
    share = unexplained / exchanged if exchanged > 0.0 else unexplained
    return within("energy", label, share, limit, note)
