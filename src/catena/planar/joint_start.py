"""Joints at the start of a run: they must fit, and velocities must not part them.

Joints that are open by more than a trifle are refused by name; the trifle is closed.
Velocities that part a joint are projected, and a note says so: motors that turn at
once while their linkage rests are common. Where joints depend on each other, the
mechanism is moved a little and its joints closed again: if they cannot be, it locks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.bodies.rigid_planar import poses_of
from catena.couplings.boundary import value_after
from catena.dynamics.joints import (
    factor_joints,
    fill_joint_directions,
    fill_joint_gaps,
    push_joints,
    solve_parting,
)
from catena.errors import SpecError
from catena.numerics.arrays import Floats
from catena.numerics.skyline import solve_skyline
from catena.planar.joint_tables import LARGEST_GAP
from catena.planar.parts import Contact
from catena.tables.contacts import ListedRows
from catena.tables.joints import SOFTNESS, JointDirections, joint_work
from catena.tables.pairs import PairKind
from catena.tables.system import System

MISFIT = 1e-5
"""Gap of a joint at the start that is closed without a word [m]."""
SLOW = 1e-9
"""Speed at which velocities may part a joint, as a share of the largest [-]."""
CANNOT_FOLLOW, ROUNDED = 1e-3, 1e-6
"""Shares of such a speed and of the largest one that are left when velocities have been
fitted, beyond which what is prescribed cannot be followed [-]: dependent joints that
fit leave 1e-8, drives stated to some digits that."""
NUDGES = (0.2, 0.05)
"""Largest turn [rad] when a mechanism is tried, and way as a share of its size."""
LOCKED, DOUBTFUL = 5e-6, 1e-8
"""Gap left in a moved mechanism that is refused or noted, as a share of its size and of
the square of the nudge."""
DEPENDENT = 1e-5
"""Smallest singular value of the directions below which joints depend on others."""
MOST_JOINTS = 400
"""Joints up to which a mechanism is tried."""


class Mechanism(NamedTuple):
    """What the questions below are asked of."""

    system: System
    rows: ListedRows
    contacts: list[Contact]
    ahead: JointDirections

    def gaps(self, q: Floats) -> Floats:
        """Gaps of the joints [m]."""
        joints, found = self.system.joints, np.zeros(self.system.joints.row.size)
        pose = poses_of(q, self.system.bodies.extent.size)
        fill_joint_gaps(self.system.contours, joints, pose, q, found)
        return found

    def look(self, q: Floats) -> int:
        """Directions and factor at coordinates; -1, or the joint that moves nothing."""
        system = self.system
        pose = poses_of(q, system.bodies.extent.size)
        fill_joint_directions(system.contours, system.joints, pose, self.ahead.W)
        M_inv, linear = system.inertia.M_inv, system.linear
        joints = system.joints
        return int(factor_joints(joints, self.rows, M_inv, linear, self.ahead))

    def parting(self, u: Floats) -> Floats:
        """Velocities at which the joints part, along their present directions [m/s]."""
        dof = self.rows.dof
        rates = [
            np.sum(np.where(dof[i] >= 0, W * u[dof[i]], 0.0))
            for i, W in zip(self.system.joints.row, self.ahead.W, strict=True)
        ]
        return np.array(rates)

    def name(self, j: int) -> str:
        """A joint in the user's words."""
        contact = self.contacts[int(self.system.joints.row[j])]
        pin = contact.pair in (PairKind.PIN_X, PairKind.PIN_Y)
        return f"pin[{contact.group}]" if pin else f"contact[{contact.name}]"

    def close(self, q: Floats, rounds: int = 6) -> Floats:
        """Close the gaps by Newton's method; gives what is left of them [m]."""
        joints = self.system.joints
        for _ in range(rounds):
            if self.look(q) >= 0:
                break
            gap = self.gaps(q)
            solve_skyline(self.ahead.S, joints.first, joints.start, gap)
            push_joints(joints, self.rows.dof, self.ahead, gap, -1.0, q)
        return self.gaps(q)


def fit_joints(
    system: System, rows: ListedRows, contacts: list[Contact], q: Floats, u: Floats
) -> tuple[str, ...]:
    """Make the start fit its joints; gives notes on what had to change.

    Raises:
        SpecError: a joint that is open, moves nothing, or locks its mechanism.
    """
    joints = system.joints
    if joints.row.size == 0:
        return ()
    work = joint_work(joints, rows.dof.shape[1], system.bodies.extent.size)
    mechanism = Mechanism(system, rows, contacts, work.ahead)
    refuse_open(mechanism, q)
    stuck = mechanism.look(q)
    if stuck >= 0:
        words = "are both held or driven along it; expected a body that it can move"
        named = contacts[int(joints.row[stuck])]
        raise SpecError.at(mechanism.name(stuck), (named.body_a, named.body_b), words)
    mechanism.close(q, rounds=2)
    return (*lock_notes(mechanism, q), *velocity_notes(mechanism, q, u))


def refuse_open(mechanism: Mechanism, q: Floats) -> None:
    """Refuse joints whose points do not meet."""
    gap = np.abs(mechanism.gaps(q))
    worst = int(np.argmax(gap))
    if gap[worst] > MISFIT:
        words = (
            "m is how far the joint is open at the start; expected at most"
            f" {MISFIT:g} m: move the bodies or the points together"
        )
        raise SpecError.at(mechanism.name(worst), float(gap[worst]), words)


def velocity_notes(mechanism: Mechanism, q: Floats, u: Floats) -> list[str]:
    """Project velocities that part joints; a note if that changed anything.

    Raises:
        SpecError: prescribed velocities part a joint whatever the others are.
    """
    mechanism.look(q)
    parting = mechanism.parting(u)
    worst = int(np.argmax(np.abs(parting)))
    if abs(parting[worst]) <= SLOW * float(np.abs(u).max(initial=0.0)):
        return []
    stated = float(np.abs(u).max())
    fit_velocities(mechanism, u)
    changed = "they were changed to fit the joints"
    if float(np.abs(u).max()) <= SLOW * stated:  # rounding is no motion
        u[:] = 0.0
        changed = "the joints leave nothing that can move so, and all begins at rest"
    return [
        f"the velocities at the start part {mechanism.name(worst)} with "
        f"{abs(parting[worst]):.3g} m/s: {changed}"
    ]


def fit_velocities(mechanism: Mechanism, u: Floats) -> None:
    """Project velocities onto what the joints allow; prescribed ones stay.

    Raises:
        SpecError: those part a joint whatever the others are.
    """
    joints, dof = mechanism.system.joints, mechanism.rows.dof
    P, before = np.zeros(joints.row.size), np.abs(mechanism.parting(u)).max()
    for _ in range(4):  # the softness of the joints leaves a little of it
        solve_parting(joints, dof, mechanism.ahead, u, P)
        push_joints(joints, dof, mechanism.ahead, P, -1.0, u)
    left = np.abs(mechanism.parting(u))
    worst = int(np.argmax(left))
    if left[worst] > max(CANNOT_FOLLOW * before, ROUNDED * float(np.abs(u).max())):
        words = (
            "m/s is how fast the drives part the joint where the mechanism stands,"
            " whatever the other bodies do: it locks against its drives, by more"
            " joints than it needs or at a dead centre; expected fewer joints or"
            " drives, or another place to begin"
        )
        raise SpecError.at(mechanism.name(worst), float(left[worst]), words)


def refuse_locked_drives(mechanism: Mechanism, q: Floats) -> None:
    """Refuse drives that begin to move later, where nothing moves without them."""
    speeds, curve = mechanism.system.imposed.speeds, mechanism.system.imposed.curve
    samples = [curve[0, row.curve : row.curve_end + 1] for row in speeds]
    for t in np.unique(np.concatenate([np.zeros(0), *samples])):
        u = np.zeros(q.size)
        u[speeds.dof] = [value_after(curve, speeds, i, t) for i in range(speeds.size)]
        if u.any():
            mechanism.look(q)
            fit_velocities(mechanism, u)
            return


def lock_notes(mechanism: Mechanism, q: Floats) -> list[str]:
    """Refuse a mechanism of dependent joints that locks; a note where it nearly does.

    Moved a little along a motion that the joints allow, it must close again.
    """
    joints = mechanism.system.joints
    size = float(joints.limit[0]) / LARGEST_GAP  # the largest lever
    if joints.row.size > MOST_JOINTS:
        return []
    if not are_dependent(mechanism, q, size):
        joints.softness[0] = SOFTNESS
        return []
    v = allowed_motion(mechanism, q, size)
    if not v.any():
        refuse_locked_drives(mechanism, q)
    if not np.isfinite(size) or not v.any():
        return []
    found = [still_open(mechanism, q, nudge * v) / nudge**2 for nudge in NUDGES]
    left = np.min(found, axis=0) / size
    worst = int(np.argmax(left))
    if left[worst] > LOCKED:
        words = (
            "of its size is how far the mechanism is left open when it is moved a"
            " little: it has more joints than it needs and they do not fit; expected"
            " lengths that agree, or fewer joints"
        )
        raise SpecError.at(mechanism.name(worst), float(left[worst]), words)
    if left[worst] > DOUBTFUL:
        return [
            f"{mechanism.name(worst)} is left open by {left[worst]:.2g} of its size "
            "when the mechanism is moved a little: dependent joints that nearly fit "
            "lose energy"
        ]
    return []


def allowed_motion(mechanism: Mechanism, q: Floats, size: float) -> Floats:
    """A motion that no joint hinders, of size 1; zero if nothing can move."""
    system, joints = mechanism.system, mechanism.system.joints
    v = np.where(system.inertia.M_inv > 0.0, np.cos(1.0 + np.arange(q.size)), 0.0)
    turning = np.arange(q.size) % 3 == 2
    v[~turning] *= min(size, 1.0)
    first, P = float(np.abs(v).max(initial=0.0)), np.zeros(joints.row.size)
    mechanism.look(q)
    for _ in range(3):
        solve_parting(joints, mechanism.rows.dof, mechanism.ahead, v, P)
        push_joints(joints, mechanism.rows.dof, mechanism.ahead, P, -1.0, v)
    largest = float(np.abs(np.where(turning, v, v / min(size, 1.0))).max(initial=0.0))
    return v / largest if largest > 1e-6 * first else np.zeros(q.size)


def still_open(mechanism: Mechanism, q: Floats, way: Floats) -> Floats:
    """What is left of the gaps when they are closed after a way [m].

    Where closing takes most of the way back, the way itself counts as left open.
    """
    moved = q + way
    left = np.abs(mechanism.close(moved, rounds=8))
    if np.abs(moved - q).max() < 0.5 * np.abs(way).max():
        left[np.argmax(left)] += np.abs(way).max()
    return left


def are_dependent(mechanism: Mechanism, q: Floats, size: float) -> bool:
    """Whether some joints follow from the others, by their directions alone."""
    mechanism.look(q)
    joints, dof, ahead = mechanism.system.joints, mechanism.rows.dof, mechanism.ahead
    W = np.zeros((joints.row.size, q.size))
    for j, i in enumerate(joints.row):
        movable = (dof[i] >= 0) & (ahead.MiW[j] != 0.0)
        W[j, dof[i][movable]] = ahead.W[j][movable]
    if np.isfinite(size):
        W[:, 2 : 3 * mechanism.system.bodies.extent.size : 3] /= size
    W /= np.linalg.norm(W, axis=1, keepdims=True)
    return bool(np.linalg.svd(W, compute_uv=False)[-1] < DEPENDENT)
