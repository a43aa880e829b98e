"""Means of systems that loads or drives move: powers, losses and forces.

Systems have no settling time of their own: their second half counts. What moves freely
has no means worth stating.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from catena.results.health import KeyNumber
from catena.run.history import History, mean_rate
from catena.run.settling import (
    Settling,
    Signals,
    Watched,
    holds_two,
    settling,
    windows_of,
)
from catena.run.verdict import flow_numbers, flow_over

WATCHED = (Watched("power"),)
"""Stands still in a settled system, besides forces."""
BEGIN = 0.5
"""Share of the run from which on means are taken."""

Forces = Callable[[Signals], list[KeyNumber]]


def no_forces(late: Signals) -> list[KeyNumber]:
    """Nothing besides powers."""
    return []


def driven_means(
    history: History,
    stored: Sequence[str],
    period: float = 0.0,
    forces: Forces = no_forces,
    watched: Sequence[Watched] = (),
) -> Settling:
    """Means over the second half, with spread and drift; none of a free motion.

    Args:
        history: ``input_work`` of all boundaries, ``loss`` by cause and stores.
        stored: Names of the signals of energy.
        period: Of the motion [s]; 0 if not known.
        forces: More key numbers of a stretch of time.
        watched: Those of them that stand still in a settled run.
    """
    whole = history.whole()
    if not np.any(whole["input_work"]):
        return Settling([], [], 0)

    def numbers(late: Signals) -> list[KeyNumber]:
        flow = flow_over(late, "input_work", stored)
        return [*flow_numbers(flow, mean_rate(late, "loss")), *forces(late)]

    late = history.window(BEGIN * float(whole["time"][-1]), period)
    parts = [numbers(part) for part in windows_of(late, period)]
    return settling(
        numbers(late),
        parts,
        (*WATCHED, *watched),
        window="one turn of what is driven" if period > 0.0 else Settling.window,
        short=not holds_two(late, period),
    )


def drift_remark(found: Settling) -> tuple[str, ...]:
    """One sentence on means that drift, the worst named, or that nothing is known.

    Most systems are transients by intent: each mean on its own would say no more.
    """
    if found.ending:
        return tuple(found.warnings)
    moving = [drift for drift in found.drifts if drift.large]
    if not moving:
        return ()
    worst = max(moving, key=lambda drift: drift.share)
    return (f"not settled: {len(moving)} of {len(found.drifts)} means, {worst}",)
