"""Small motions about a state: mass, damping and stiffness matrices of any drive.

The forces of a drive's own step are differenced about a state; nothing is modelled a
second time. With K = -dh/dq and C = -dh/du a disturbance x of the free coordinates
obeys

    M x'' + C x' + K x = 0,   W x = 0

where the rows of W are directions that cannot move: rigid joints, closed rigid
contacts, contacts whose friction sticks. What joints carry at the state counts in K by
the curvature of their gaps. Contacts that are closed at the state act as
the linear springs and dampers that their laws are there, open ones not at all. C holds
damping (its symmetric part) and gyroscopic forces (the other).

Every matrix is found with two sizes of difference. What they differ by is the
uncertainty of a result: rounding, the curvature of laws, contacts that open in between.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from scipy.linalg import qr, solve_triangular

from catena.errors import SolverError
from catena.numerics.arrays import Bools, Floats, Ints

Forces = Callable[[Floats, Floats], Floats]
"""Generalised forces at coordinates and velocities; gives an array of its own."""
Gaps = Callable[[Floats], Floats]
"""Gaps at coordinates (m,); gives an array of its own."""
NUDGE = 1e-9
"""Difference of a coordinate [m, rad]."""
PUSH = 1e-6
"""Difference of a velocity [m/s, rad/s]."""
GAP_STEP, BEND_STEP = 1e-6, 1e-4
"""Differences of a coordinate for the directions of gaps and for their curvature."""
SHOWN_NAMES = 4
"""Coordinates that are named where a linearisation is printed."""
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
    free: Bools
    """Which coordinates may move."""
    names: tuple[str, ...]
    """Such as ``link[3].x``, one per coordinate."""
    held: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    """Directions of all coordinates that cannot move (m, n), such as sticking slips."""
    gaps: Gaps | None = None
    """Gaps that stay closed, of rigid joints and contacts [m]."""
    lines: tuple[PointRow, ...] = ()
    remarks: tuple[str, ...] = ()
    """What was assumed, in words."""
    nudge: float = NUDGE
    """Difference of a coordinate [m, rad]."""


@dataclass(frozen=True, eq=False, repr=False)
class Linearisation:
    """M x'' + C x' + K x = 0 with W x = 0, of the coordinates that may move."""

    names: tuple[str, ...]
    M: Floats
    C: Floats
    K: Floats
    W: Floats
    """(m, n), m may be 0."""
    loads: Floats
    """What the held directions carry (m,) [N, N m]."""
    K_error: Floats
    """By how much K depends on the size of the differences."""

    def __repr__(self) -> str:
        shown = ", ".join(self.names[:SHOWN_NAMES])
        shown += ", ..." if len(self.names) > SHOWN_NAMES else ""
        sizes = f"M, C, K {self.K.shape}, W {self.W.shape}"
        return f"Linearisation of {len(self.names)} coordinates ({shown}): {sizes}"

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
        if self._lumped:
            return np.diag(1.0 / np.diag(L))
        if self.W.shape[0] == 0:
            return np.asarray(solve_triangular(L, np.eye(n), trans="T", lower=True))
        held = solve_triangular(L, self.W.T, lower=True)
        # rows of any unit count alike when the rank is judged
        held = held / np.maximum(np.linalg.norm(held, axis=0), np.finfo(float).tiny)
        Q, R, _ = qr(held, pivoting=True)
        size = np.abs(np.diag(R))
        rank = int((size > RANK * size[0]).sum()) if size.size and size[0] else 0
        return np.asarray(solve_triangular(L, Q[:, rank:], trans="T", lower=True))

    def reduced(self, matrix: Floats) -> Floats:
        """A matrix in the coordinates y of unit mass."""
        if not matrix.any():
            return np.zeros((self.basis.shape[1], self.basis.shape[1]))
        if self._lumped:
            size = np.diag(self.basis)
            return np.asarray(size[:, None] * matrix * size)
        return np.asarray(self.basis.T @ matrix @ self.basis)

    @cached_property
    def _lumped(self) -> bool:
        """Whether nothing is held and no mass couples two coordinates."""
        off = self.M.copy()
        np.fill_diagonal(off, 0.0)
        return self.W.shape[0] == 0 and not off.any()

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
    first = K = _slopes(lambda x: forces(x, u), q, own, motion.nudge)
    # the second size is for the uncertainty alone
    again = _slopes(lambda x: forces(x, u), q, own, 2.0 * motion.nudge)
    C = _slopes(lambda x: forces(q, x), u, own, PUSH)
    M = np.diag(motion.M) if motion.M.ndim == 1 else motion.M
    M = M[np.ix_(own, own)]
    W = held_directions(motion)
    # at rest: what keeps a motion on its way is no load of the state
    loads = held_loads(M, W, forces(q, np.zeros_like(u))[own])
    if motion.gaps is not None:
        K = K - _gap_stiffness(motion.gaps, q, own, loads, W)
    names = tuple(motion.names[i] for i in own)
    return Linearisation(names, M, C, K, W, loads, again - first)


def held_directions(motion: SmallMotion) -> Floats:
    """W of the coordinates that may move: first the gaps, then other directions."""
    own = np.flatnonzero(motion.free)
    W = motion.held[:, own] if motion.held.size else np.zeros((0, own.size))
    if motion.gaps is None:
        return W
    columns = []
    for i in own:
        ahead, behind = motion.q.copy(), motion.q.copy()
        ahead[i] += GAP_STEP
        behind[i] -= GAP_STEP
        apart = motion.gaps(ahead) - motion.gaps(behind)
        columns.append(apart / (ahead[i] - behind[i]))
    return np.concatenate([np.stack(columns, axis=1), W])


def held_loads(M: Floats, W: Floats, forces: Floats) -> Floats:
    """Forces along the held directions that keep them at rest (m,)."""
    if W.shape[0] == 0:
        return np.zeros(0)
    # redundant joints share their loads by least squares: only their sum acts
    push = np.linalg.solve(M, W.T)
    found = np.linalg.lstsq(W @ push, -(push.T @ forces), rcond=RANK)
    return np.asarray(found[0])


def pressed_gaps(
    motion: SmallMotion,
    gaps_of: Callable[[Ints], Gaps],
    closed: Ints,
    lets_go: Bools,
) -> Ints:
    """Those of some closed gaps that are pressed: what would have to pull opens.

    Args:
        motion: At rest.
        gaps_of: Gives the gaps of some of all contacts.
        closed: Their numbers.
        lets_go: Which of these may open.
    """
    own, mass = np.flatnonzero(motion.free), motion.M
    mass = (np.diag(mass) if mass.ndim == 1 else mass)[np.ix_(own, own)]
    while closed.size:
        held = replace(motion, gaps=gaps_of(closed), held=np.zeros((0, 0)))
        force = motion.forces(motion.q, motion.u)[own]
        loads = held_loads(mass, held_directions(held), force)
        size = 1e-9 * max(1.0, float(np.abs(loads).max(initial=0.0)))
        # all that pull let go at once; the others share the loads anew
        pulling = (loads < -size) & lets_go
        if not pulling.any():
            break
        closed, lets_go = closed[~pulling], lets_go[~pulling]
    return closed


def _gap_stiffness(
    gaps: Gaps, q: Floats, own: Ints, loads: Floats, W: Floats
) -> Floats:
    """Loads times the curvature of their gaps: what makes a pendulum swing.

    Only coordinates that share a gap are bent together.
    """
    m = gaps(q).size
    load, touched = loads[:m], W[:m] != 0.0
    shared = (touched.T.astype(float) @ touched) > 0.0
    found = np.zeros((own.size, own.size))
    h = BEND_STEP

    def bent(i: int, j: int, a: float, b: float) -> float:
        moved = q.copy()
        moved[own[i]] += a
        moved[own[j]] += b
        return float(load @ gaps(moved))

    for i, j in zip(*np.nonzero(np.triu(shared)), strict=True):
        if i == j:
            value = (bent(i, i, h, 0.0) - 2.0 * bent(i, i, 0.0, 0.0)
                     + bent(i, i, -h, 0.0)) / (h * h)  # fmt: skip
        else:
            value = (bent(i, j, h, h) - bent(i, j, h, -h) - bent(i, j, -h, h)
                     + bent(i, j, -h, -h)) / (4.0 * h * h)  # fmt: skip
        found[i, j] = found[j, i] = value
    return found


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
