"""Motion with given contact modes: accelerations, contact forces and what they do.

Closed contacts are constraints, sticking or sliding; joints (bilateral rows) always
are. The joints are eliminated first: with J their directions and S the inverse of
J M^-1 J', every force acts through A = M^-1 - M^-1 J' S J M^-1, which moves no joint
apart. The contacts then meet the same equations as without joints.

Source: [Pfeiffer1997] (1)-(5).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from catena.codes import NormalLaw
from catena.couplings.boundary import LEAST_WAY, given_slope
from catena.dynamics.evaluation import book_couplings, evaluate_forces
from catena.dynamics.stability import probed_rows
from catena.jit import lean_kernel
from catena.numerics.arrays import Bools, Floats, Ints
from catena.tables.state import Ledger
from catena.tables.system import State, System, Work

NUDGE = 1e-6
"""Half the time [s] over which directions are differenced."""
INDEPENDENT = 1e-4
"""Smallest pivot of the root of a scaled matrix whose rows count as independent."""


class Modes(NamedTuple):
    """Which contacts are closed, and how each of them slides."""

    closed: Ints  # (n,)   rows
    slip: Ints  # (n,)     -1, +1 sliding that way, 0 sticking


class Geometry(NamedTuple):
    """Gaps and directions of all rows at some coordinates."""

    gap: Floats  # (n_c,)
    normal: Floats  # (n_c, n_u)
    tangent: Floats  # (n_c, n_u)

    def directions(self, rows: Ints) -> Floats:
        """Normals and tangents of rows, alternating."""
        J = np.empty((2 * rows.size, self.normal.shape[1]))
        J[0::2], J[1::2] = self.normal[rows], self.tangent[rows]
        return J


@dataclass(frozen=True, eq=False)
class Joints:
    """Bilateral rows at some coordinates."""

    M_inv: Floats  # (n_u, n_u)
    J: Floats  # (n, n_u)    their directions
    to_forces: Floats  # (n, n)     S, the inverse of J M^-1 J'

    @cached_property
    def A(self) -> Floats:
        """Inverse mass that moves no joint apart, (n_u, n_u)."""
        MiJ = self.M_inv @ self.J.T
        found: Floats = self.M_inv - MiJ @ self.to_forces @ MiJ.T
        return found


class Found(NamedTuple):
    """The motion of a state under given modes."""

    acceleration: Floats  # (n_u,)
    forces: Floats  # (2 n,)     normal and tangent of each closed row
    h: Floats  # (n_u,)          smooth forces
    ledger: Ledger  # power of dampers and loads, for a second


@dataclass
class Flow:
    """The equations of motion of a system, and what was found last."""

    system: System
    probe: State
    """Scratch: where forces are evaluated."""
    work: Work
    M_inv: Floats
    joints: Ints
    """Bilateral rows."""
    contacts: Ints
    """All others."""
    bend: float = np.inf
    """When the straight piece of every table over time ends that is under way [s]."""
    known: dict[bytes, Geometry] = field(default_factory=dict)
    known_joints: dict[bytes, Joints] = field(default_factory=dict)
    known_motion: dict[bytes, Found] = field(default_factory=dict)

    def look_ahead(self, bend: float) -> None:
        """Stay on the pieces of tables that end at a bend."""
        self.bend, self.known_motion = bend, {}

    def geometry(self, q: Floats) -> Geometry:
        """Gaps and directions of all rows."""
        key = q.tobytes()
        if key not in self.known:
            if len(self.known) > 8:
                self.known.clear()
            self.known[key] = self._geometry(q)
        return self.known[key]

    def _geometry(self, q: Floats) -> Geometry:
        rows = probed_rows(self.system, q, self.probe.memory.rows)
        normal, tangent = np.zeros((2, rows.g_N.size, q.size))
        row, place = np.nonzero(rows.dof >= 0)
        dof = rows.dof[row, place]
        normal[row, dof] = rows.W_N[row, place]
        tangent[row, dof] = rows.W_T[row, 0, place]
        return Geometry(rows.g_N, normal, tangent)

    def held(self, q: Floats) -> Joints:
        """The joints; dependent ones share their load."""
        key = q.tobytes()
        if key not in self.known_joints:
            self.known_joints = {key: self._held(q)}
        return self.known_joints[key]

    def _held(self, q: Floats) -> Joints:
        J = self.geometry(q).normal[self.joints]
        return Joints(self.M_inv, J, inverse_of(J @ self.M_inv @ J.T))

    def turning(self, q: Floats, u: Floats) -> tuple[Floats, Floats]:
        """Accelerations J' u of all normals and tangents from their turning."""
        ahead, behind = self.geometry(q + NUDGE * u), self.geometry(q - NUDGE * u)
        normal = (ahead.normal - behind.normal) @ u / (2.0 * NUDGE)
        tangent = (ahead.tangent - behind.tangent) @ u / (2.0 * NUDGE)
        return normal, tangent

    def smooth_acceleration(self, t: float, q: Floats, u: Floats) -> Floats:
        """Accelerations without contacts and joints; prescribed ones as they are."""
        probe = self.probe
        probe.t[0], probe.q[:], probe.u[:] = t, q, u
        evaluate_forces(self.system, probe, self.work, np.inf, 0.0)
        product: Floats = self.M_inv @ self.work.h
        speeds, curve = self.system.imposed.speeds, self.system.imposed.curve
        on_piece = min(t, self.bend - 2.0 * LEAST_WAY) + LEAST_WAY
        for i, dof in enumerate(speeds.dof):
            product[dof] = given_slope(curve, speeds, i, on_piece)
        return product

    def joined_acceleration(self, t: float, q: Floats, u: Floats) -> Floats:
        """The same with the joints held together."""
        free = self.smooth_acceleration(t, q, u)
        if self.joints.size == 0:
            return free
        joints = self.held(q)
        apart = joints.J @ free + self.turning(q, u)[0][self.joints]
        product: Floats = free - self.M_inv @ (joints.J.T @ (joints.to_forces @ apart))
        return product

    def contact_terms(
        self, q: Floats, u: Floats, closed: Ints, free: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """Directions J of the closed rows, G = J A J', and accelerations c.

        ``free`` are the accelerations without contacts.
        """
        J = self.geometry(q).directions(closed)
        c = J @ free
        normal, tangent = self.turning(q, u)
        c[0::2] += normal[closed]
        c[1::2] += tangent[closed]
        return J, J @ self.held(q).A @ J.T, c

    def mu(self, closed: Ints) -> Floats:
        """Friction coefficients of rows."""
        mu: Floats = self.probe.memory.rows.par_T[closed, 0]
        return mu

    def constrained(self, t: float, q: Floats, u: Floats, modes: Modes) -> Found:
        """Accelerations and contact forces with all modes kept, (5)."""
        key = np.r_[t, q, u, modes.closed, modes.slip].tobytes()
        if key not in self.known_motion:
            free = self.joined_acceleration(t, q, u)
            smooth = self.work.h.copy(), self.smooth_power(u)
            found = Found(*self.kept(q, u, modes, free), *smooth)
            self.known_motion = {key: found}
        return self.known_motion[key]

    def smooth_power(self, u: Floats) -> Ledger:
        """Power of dampers and loads at the velocities of the last evaluation [W]."""
        power = Ledger(*(np.zeros(part.shape) for part in self.probe.ledger))
        fill_smooth_power(self.system, self.work, u, power)
        return power

    def kept(
        self, q: Floats, u: Floats, modes: Modes, free: Floats
    ) -> tuple[Floats, Floats]:
        """Accelerations and forces of the closed rows."""
        if modes.closed.size == 0:
            return free, np.zeros(0)
        J, G, c = self.contact_terms(q, u, modes.closed, free)
        n = modes.closed.size
        spread = np.zeros((2 * n, 2 * n))  # forces from the unknown ones
        kept = np.ones(2 * n, dtype=bool)
        mu = self.mu(modes.closed)
        for k in range(n):
            spread[2 * k, 2 * k] = 1.0
            if modes.slip[k] == 0 and mu[k] > 0.0:
                spread[2 * k + 1, 2 * k + 1] = 1.0
            else:
                spread[2 * k + 1, 2 * k] = -mu[k] * modes.slip[k]
                kept[2 * k + 1] = False
        matrix = (G @ spread)[np.ix_(kept, kept)]
        unknown = np.zeros(2 * n)
        unknown[kept] = np.linalg.lstsq(matrix, -c[kept], rcond=None)[0]
        forces = spread @ unknown
        return free + self.held(q).A @ (J.T @ forces), forces

    def sticking(self, modes: Modes) -> Bools:
        """Which of the closed contacts friction keeps from sliding."""
        held: Bools = (modes.slip == 0) & (self.mu(modes.closed) > 0.0)
        return held

    def is_redundant(self, q: Floats, modes: Modes) -> bool:
        """Whether sticking contacts share their load in more than one way."""
        sticking = self.sticking(modes)
        if sticking.sum() < 2:
            return False
        J = self.geometry(q).directions(modes.closed[sticking])
        G = J @ self.held(q).A @ J.T
        return int(np.linalg.matrix_rank(G, hermitian=True)) < len(G)

    def joint_forces(self, q: Floats, u: Floats, others: Floats) -> Floats:
        """Forces in the joints under the accelerations without them [N]."""
        joints = self.held(q)
        apart = joints.J @ others + self.turning(q, u)[0][self.joints]
        forces: Floats = -joints.to_forces @ apart
        return forces


@lean_kernel
def fill_smooth_power(system: System, work: Work, u: Floats, power: Ledger) -> None:
    """Book what dampers and loads do in one second at the velocities u."""
    book_couplings(system, work, u, 1.0, power)


def flow_of(system: System, probe: State, work: Work) -> Flow:
    """The equations of motion of a system; ``probe`` is used up."""
    joint = probe.memory.rows.law_N == NormalLaw.BILATERAL
    parts = np.flatnonzero(joint), np.flatnonzero(~joint)
    return Flow(system, probe, work, inverse_mass_matrix(system), *parts)


def inverse_of(G: Floats) -> Floats:
    """Inverse of a symmetric matrix; where rows depend on others the pseudo-inverse."""
    own = np.diag(G)
    if own.size and own.min() > 0.0:
        scale = 1.0 / np.sqrt(own)
        even = G * np.outer(scale, scale)
        with suppress(np.linalg.LinAlgError):
            if np.diag(np.linalg.cholesky(even)).min() > INDEPENDENT:
                inverse: Floats = np.linalg.inv(even) * np.outer(scale, scale)
                return 0.5 * (inverse + inverse.T)
    pseudo: Floats = np.asarray(np.linalg.pinv(G, hermitian=True), dtype=np.float64)
    return pseudo


def inverse_mass_matrix(system: System) -> Floats:
    """The inverse mass as a dense matrix, zero where the motion is held."""
    M_inv = np.diag(system.inertia.M_inv)
    linear = system.linear
    for j, first in enumerate(linear.first):
        n = linear.size[j]
        M_inv[first : first + n, first : first + n] = linear.M_inv[j, :n, :n]
    return M_inv
