"""The drive in its place, with the preload it should have.

A chain is a polygon: the length its path needs changes while it moves on by a pitch,
and with it the tension of a chain at rest, by half in the drives that were tested.
The preload is therefore the mean over a pitch; what a single position carries would
depend on where the first pin was put.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from catena.drives.roller_chain.layout.placement import (
    CLOSING_SCALES,
    Layout,
    layout_of,
)
from catena.drives.roller_chain.plan import system_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.equilibrium import (
    STEP_SHARES,
    Still,
    relax_in,
    still_system,
)
from catena.drives.roller_chain.start.state import driving_rotor, path_state
from catena.errors import GeometryError, SolverError
from catena.integrators.planar_chain.assembly import turn_dof, work_for
from catena.integrators.planar_chain.tables import State
from catena.rounding import rounded

ACCURACY = 2e-3
"""Of the preload, as a share."""
ROUGHLY = 0.1
"""Of the tension of one position, from which the search of the mean begins."""
MOST_TRIALS = 20
POSITIONS = 8
"""Of the chain within a pitch over which the tension is averaged."""

Tension = Callable[[float], float]
MOST_KEPT = 32
_SHORTENINGS: dict[str, float] = {}
"""Found before in this process, by drive: a run that is made again with a smaller step
starts from the same chain."""


def assembled(spec: Spec) -> Layout:
    """Place the drive; a preload is found by trials of how short the chain must be.

    What seats take up and how far tension falls on the wheels only the equilibrium
    without load tells.
    """
    if spec.chain.preload is None:
        return layout_of(spec)
    drive = spec.model_dump_json(exclude={"title": True, "solve": {"step"}})
    if drive not in _SHORTENINGS:
        if len(_SHORTENINGS) >= MOST_KEPT:
            _SHORTENINGS.clear()
        _SHORTENINGS[drive] = shortening_for(spec, spec.chain.preload)
    return layout_of(spec, _SHORTENINGS[drive])


def shortening_for(spec: Spec, wanted: float) -> float:
    """By how much the chain must be shorter to have the preload [m]."""

    def once(shortening: float) -> float:
        return tension_at_rest(spec, layout_of(spec, shortening), 1)

    def mean(shortening: float) -> float:
        return tension_at_rest(spec, layout_of(spec, shortening))

    length = layout_of(spec).path.length
    low, high = _bracket(once, wanted, length)
    return _shortening(mean, wanted, low, high)


def tension_at_rest(spec: Spec, layout: Layout, positions: int = POSITIONS) -> float:
    """Largest joint force without load, mean over positions within a pitch [N].

    Raises:
        SolverError: The chain finds no rest.
    """
    system = system_of(spec, layout)
    for share in STEP_SHARES:
        still = still_system(spec, layout, system, share)
        found = _mean_force(spec, still, path_state(spec, layout, system), positions)
        if np.isfinite(found):
            return found
    raise SolverError("chain.preload: the chain finds no rest without load")


def _mean_force(spec: Spec, still: Still, state: State, positions: int) -> float:
    """Of the largest joint force, over positions within a pitch [N]; NaN: no rest."""
    work, nothing = work_for(still.system), np.zeros(state.u.size)
    driver = turn_dof(still.system, driving_rotor(spec, still.system))
    tooth = 2.0 * np.pi / spec.leading.tooth_count
    total = 0.0
    for _ in range(positions):
        rest = relax_in(still, state, work, nothing)
        total += rest.largest if np.isfinite(rest.left) else np.nan
        state.q[driver] += tooth / positions
    return total / positions


def _bracket(tension: Tension, wanted: float, length: float) -> tuple[float, float]:
    """Two shortenings close together with less and more than the wanted tension [m].

    Raises:
        GeometryError: the chain would stretch too far.
    """
    most = 0.9 * (CLOSING_SCALES[1] - 1.0) * length
    low, high = 0.0, 0.1 * most
    while (found := tension(high)) < wanted:
        low, high = high, 2.0 * high
        if high > most:
            raise GeometryError(
                f"chain.preload: {rounded(wanted, 4)} N would stretch the chain by "
                f"more than {most / length:.2%} of its length; state less"
            )
    while found > (1.0 + ROUGHLY) * wanted and high - low > 1e-9 * length:
        middle = 0.5 * (low + high)
        tried = tension(middle)
        if tried < wanted:
            low = middle
        else:
            high, found = middle, tried
    return low, high


def _shortening(tension: Tension, wanted: float, low: float, high: float) -> float:
    """Where the mean tension is the wanted one, by secants [m]."""
    x, step = high, high - low
    f, best = tension(x) - wanted, (np.inf, high)
    other = x + (step if f < 0.0 else -step)
    for _ in range(MOST_TRIALS):
        best = min(best, (abs(f), x))
        if abs(f) <= ACCURACY * max(wanted, 1.0):
            break
        g = tension(other) - wanted
        slope = (g - f) / (other - x)
        x, f = other, g
        other = max(x - f / slope, 0.0) if slope > 0.0 else x - np.sign(f) * step
    return best[1]
