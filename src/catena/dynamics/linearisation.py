"""Small motions about a state: mass, damping and stiffness matrices of any drive.

The forces of a drive's own step are differenced about a state; nothing is modelled a
second time. With K = -dh/dq and C = -dh/du a disturbance x of the free coordinates
obeys

    M x'' + C x' + K x = 0,   W x = 0

where the rows of W are directions that cannot move: rigid joints, closed rigid
contacts, contacts whose friction sticks. Contacts that are closed at the state act as
the linear springs and dampers that their laws are there, open ones not at all. C holds
damping (its symmetric part) and gyroscopic forces (the other).

Every matrix is found with two sizes of difference. What they differ by is the
uncertainty of a result: rounding, the curvature of laws, contacts that open in between.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_solve, qr, solve_triangular

from catena.errors import SolverError
from catena.numerics.arrays import Floats, Ints

Forces = Callable[[Floats, Floats], Floats]
"""Generalised forces at coordinates and velocities; gives an array of its own."""
NUDGE = 1e-9
"""Difference of a coordinate [m, rad]."""
PUSH = 1e-6
"""Difference of a velocity [m/s, rad/s]."""
RANK = 1e-10
"""Directions nearer than this to others count as said twice."""


@dataclass(frozen=True, eq=False)
class PointRow:
    """Points of a drive that are drawn as one line."""

    name: str
    x: Ints  # numbers of their coordinates in q
    y: Ints
    closed: bool = False


@dataclass(frozen=True, eq=False)
class SmallMotion:
    """A state of a drive, and all that a linearisation asks of it."""

    forces: Forces
    q: Floats
    u: Floats
    M: Floats
    """Flat diagonal (n,), or (n, n)."""
    free: NDArray[np.bool_]
    """Which coordinates may move."""
    names: tuple[str, ...]
    """Such as ``link[3].x``, one per coordinate."""
    held: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    """W: directions of all coordinates that cannot move (m, n)."""
    lines: tuple[PointRow, ...] = ()
    remarks: tuple[str, ...] = ()
    """What was assumed, in words."""
    nudge: float = NUDGE
    """Difference of a coordinate [m, rad]."""


@dataclass(frozen=True, eq=False)
class Linearisation:
    """M x'' + C x' + K x = 0 with W x = 0, of the coordinates that may move."""

    names: tuple[str, ...]
    M: Floats
    C: Floats
    K: Floats
    W: Floats
    """(m, n), m may be 0."""
    K_error: Floats
    """By how much K depends on the size of the differences."""

    @property
    def damping(self) -> Floats:
        """The symmetric part of C."""
        return np.asarray(0.5 * (self.C + self.C.T))

    @property
    def gyroscopic(self) -> Floats:
        """The skew part of C: forces across the motion, which do no work."""
        return np.asarray(0.5 * (self.C - self.C.T))

    @cached_property
    def basis(self) -> Floats:
        """T (n, k) with x = T y: no held direction moves, and T' M T = 1."""
        n = len(self.names)
        try:
            L = np.linalg.cholesky(self.M)
        except np.linalg.LinAlgError:
            raise SolverError("modes: the masses are not positive definite") from None
        if self.W.shape[0] == 0:
            return np.asarray(solve_triangular(L, np.eye(n), trans="T", lower=True))
        held = solve_triangular(L, self.W.T, lower=True)
        held = held / np.maximum(np.linalg.norm(held, axis=0), np.finfo(float).tiny)
        Q, R, _ = qr(held, pivoting=True)
        size = np.abs(np.diag(R))
        rank = int((size > RANK * size[0]).sum()) if size.size and size[0] else 0
        return np.asarray(solve_triangular(L, Q[:, rank:], trans="T", lower=True))

    def reduced(self, matrix: Floats) -> Floats:
        """A matrix in the coordinates y of unit mass."""
        return np.asarray(self.basis.T @ matrix @ self.basis)

    def first_order(self) -> Floats:
        """A of z' = A z with z = (y, y'): what `periodic` and Floquet theory take."""
        k = self.basis.shape[1]
        A = np.zeros((2 * k, 2 * k))
        A[:k, k:] = np.eye(k)
        A[k:, :k], A[k:, k:] = -self.reduced(self.K), -self.reduced(self.C)
        return A


def linearised(motion: SmallMotion) -> Linearisation:
    """The linear equations of a small motion.

    Raises:
        SolverError: The forces near the state are not finite.
    """
    own = np.flatnonzero(motion.free)
    q, u, forces = motion.q, motion.u, motion.forces
    if own.size == 0:
        raise SolverError("modes: nothing of this drive may move")
    K = _slopes(lambda x: forces(x, u), q, own, motion.nudge)
    again = _slopes(lambda x: forces(x, u), q, own, 2.0 * motion.nudge)
    C = _slopes(lambda x: forces(q, x), u, own, PUSH)
    M = np.diag(motion.M) if motion.M.ndim == 1 else motion.M
    W = motion.held[:, own] if motion.held.size else np.zeros((0, own.size))
    names = tuple(motion.names[i] for i in own)
    return Linearisation(names, M[np.ix_(own, own)], C, K, W, again - K)


def _slopes(
    forces: Callable[[Floats], Floats], at: Floats, own: Ints, size: float
) -> Floats:
    """What resists a change of every own coordinate, by central differences."""
    found = np.empty((own.size, own.size))
    for column, i in enumerate(own):
        ahead, behind = at.copy(), at.copy()
        ahead[i] += size
        behind[i] -= size
        taken = ahead[i] - behind[i]  # as rounded
        found[:, column] = (forces(behind)[own] - forces(ahead)[own]) / taken
    if not np.isfinite(found).all():
        raise SolverError("modes: the forces at this state are not finite")
    return found


def unit_mass_forces(lin: Linearisation, forces: Floats) -> Floats:
    """Forces on the coordinates y of unit mass."""
    return np.asarray(lin.basis.T @ forces)


def held_forces(lin: Linearisation, forces: Floats) -> Floats:
    """What joints and sticking contacts carry of given forces: W' multipliers."""
    W = lin.W
    if W.shape[0] == 0:
        return np.zeros(forces.size)
    factor = (np.linalg.cholesky(lin.M), True)
    push = cho_solve(factor, W.T)
    answer = np.linalg.lstsq(W @ push, W @ cho_solve(factor, forces), rcond=RANK)
    return np.asarray(W.T @ answer[0])
