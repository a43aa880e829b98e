"""A state of rest near a given one, by damped Newton steps on the drive's own forces.

A step moves along the eigenvectors of the stiffness, each by its force over the size of
its eigenvalue: so it goes downhill where a state is unstable, and no further than the
reach allows (Levenberg's damping, added to every eigenvalue). Joints and contacts that
stick do not move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from catena.dynamics.linearisation import (
    Linearisation,
    SmallMotion,
    held_directions,
    linearised,
)
from catena.numerics.arrays import Floats

STEPS = 60
TRIALS = 8
"""Dampings tried in one step."""
WORSE = 5.0
"""Force left after a step over that before it, at most."""
CLOSINGS = 3
"""Steps that close the gaps of joints again."""
PATIENCE = 6
"""Steps without progress that end the search."""
SETTLED = 1e-8
"""Force left over the largest one that acts."""


@dataclass(frozen=True, eq=False)
class Rest:
    """Where a drive came to rest."""

    motion: SmallMotion
    left: float
    """Largest force left [N, N m]."""
    scale: float
    """A force that is large in this drive [N, N m]."""

    @property
    def reached(self) -> bool:
        """Whether nothing moves it any more."""
        return self.left <= 1e-4 * self.scale


def at_rest(motion: SmallMotion, scale: float, reach: float) -> Rest:
    """Move a state to rest; velocities become zero.

    Args:
        motion: The state to begin with.
        scale: A force that is large in this drive, such as a tension [N].
        reach: Largest change of a coordinate in one step [m, rad].
    """
    still, own = np.zeros_like(motion.u), motion.free
    here, best, since = replace(motion, u=still), replace(motion, u=still), 0
    least = np.inf
    for _ in range(STEPS):
        if not np.isfinite(here.q).all():
            break
        lin = linearised(here)
        pull = lin.basis.T @ motion.forces(here.q, still)[own]
        left = _left(lin, pull)
        since += 1
        if left < least:
            best, least, since = here, left, 0
        if left <= SETTLED * scale or since > PATIENCE:
            break
        here = replace(here, q=_moved(motion, here.q, lin, pull, reach))
        if motion.gaps is not None:
            here = replace(here, q=_closed(here))
    return Rest(best, least, scale)


def _moved(
    motion: SmallMotion, q: Floats, lin: Linearisation, pull: Floats, reach: float
) -> Floats:
    """Coordinates after a Newton step, damped until it makes nothing much worse.

    Contacts that open and close make single steps worse on the way to better ones.
    """
    own, still, left = motion.free, np.zeros_like(motion.u), _left(lin, pull)
    stiff = lin.reduced(lin.K)
    # friction and followers make the stiffness unsymmetric; the symmetric part still
    # points downhill
    values, vectors = np.linalg.eigh(0.5 * (stiff + stiff.T))
    way = (lin.basis @ vectors, np.abs(values), vectors.T @ pull)
    damping, moved = _least_damping(way, reach), q
    for _ in range(TRIALS):
        move, damping = _limited(*way, reach, damping)
        moved = q.copy()
        moved[own] += move
        after = _left(lin, lin.basis.T @ motion.forces(moved, still)[own])
        # with joints the forces before their gaps are closed again mean nothing
        if motion.gaps is not None or after < WORSE * left:
            break
        # a few trials must reach from no damping to steps of the reach
        damping *= 30.0
    return moved


def _closed(motion: SmallMotion) -> Floats:
    """Coordinates with all gaps closed again, by the lightest motion."""
    assert motion.gaps is not None
    q, own, m = motion.q.copy(), motion.free, motion.gaps(motion.q).size
    mass = np.diag(motion.M) if motion.M.ndim == 1 else motion.M
    mass = mass[np.ix_(own, own)]
    for _ in range(CLOSINGS):
        if not np.isfinite(q).all():
            break
        W = held_directions(replace(motion, q=q))[:m]
        push = np.linalg.solve(mass, W.T)
        q[own] -= push @ np.linalg.lstsq(W @ push, motion.gaps(q), rcond=None)[0]
    return q


def _left(lin: Linearisation, pull: Floats) -> float:
    """Largest force left on a coordinate."""
    return float(np.abs(lin.M @ (lin.basis @ pull)).max())


def _least_damping(way: tuple[Floats, Floats, Floats], reach: float) -> float:
    """Nothing beside the stiffest motion, and enough for one that nothing resists."""
    shapes, values, pull = way
    free = float(np.abs(shapes @ pull).max()) / reach
    return 1e-12 * float(values.max()) + 1e-9 * free + np.finfo(float).tiny


def _limited(
    shapes: Floats, values: Floats, pull: Floats, reach: float, damping: float
) -> tuple[Floats, float]:
    """The Newton step, damped until no coordinate moves further than the reach."""
    while True:
        step = np.asarray(shapes @ (pull / (values + damping)))
        if float(np.abs(step).max()) <= reach or not np.isfinite(step).all():
            return step, damping
        damping *= 4.0
