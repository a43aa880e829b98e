"""Rigid joints in a half-explicit step: reflect at the middle, project ahead.

A projection of the velocities onto the joints at the end of a step cuts off, step by
step, what the turning of the bodies makes of them: a lever loses (w dt)^2 of its
energy. Here the joints first act along the mean of their directions at both ends of
the step, with percussions that make the mean of old and new velocity fit them: a
reflection, which does no work. The little that is left is then taken away ahead: half
of it, which damps the one false motion of the reflection, or all of it where a contact
acts on the mechanism. What remains of the gaps is closed in the positions alone.

With ``Pi = 1 - M^-1 W S^-1 W'``, m the middle and C ahead:

    W_m'(u_i + u') = 0,  u' = u_i + M^-1 (h dt + W_m P_m)           reflect
    u+ = u' - a M^-1 W_C S_C^-1 W_C' u',  a = 1/2, with contacts 1  project
    q+ <- q+ - M^-1 W_C S_C^-1 g(q+)                                close

Restitution refers to ``Pi_C (2 Pi_m - 1) u_i``, so that impacts create no energy.
Second order; the energy of smooth motion drifts with the third power of the step.
"""

from __future__ import annotations

from typing import NamedTuple

from catena.bodies.rigid_planar import fill_body_pose
from catena.codes import Mode, Status
from catena.dynamics.energy import COULOMB, IMPACT, is_driven
from catena.dynamics.joints import (
    factor_joints,
    fill_joint_directions,
    fill_joint_gaps,
    fill_mean_directions,
    push_joints,
    solve_parting,
    turn_bodies,
)
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.skyline import solve_skyline
from catena.solvers.sweeps.tied_rows import fill_joint_percussions
from catena.tables.bodies import Inertia, LinearBodies
from catena.tables.candidates import Contours
from catena.tables.contacts import ListedRows, PercussionWork, SolverReport
from catena.tables.joints import TIED, JointDirections, Joints, JointWork
from catena.tables.state import Cause, Ledger
from catena.tables.system import OWN_LOSSES, OwnLoss, Watch

OK, OPEN = int(Status.OK), int(Mode.OPEN)
SINGULAR = int(Status.SINGULAR)
NUMERICAL = int(Cause.NUMERICAL)
JOINT_OPEN = int(Status.JOINT_OPEN)
WORK_TOO_SMALL = int(Status.WORK_TOO_SMALL)

DAMPED_SHARE = 0.5
"""Share of the parting ahead that is taken away where no contact acts."""


class Turning(NamedTuple):
    """Poses and velocities while joints turn them."""

    pose: Floats  # (n_b, 4)    in the middle of the motion
    ahead: Floats  # (n_b, 4)   at the end of the step
    u: Floats  # (n_u,)         free velocities, then those the joints allow
    start: Floats  # (n_u,)     at the start of the step
    before: Floats  # (n_u,)    before impacts: the same, turned with the joints
    both: Floats  # (n_u,)      scratch


@lean_kernel
def turn_joints(
    joints: Joints,
    contours: Contours,
    masses: tuple[Inertia, LinearBodies],
    rows: ListedRows,
    work: tuple[JointWork, Floats],
    motion: Turning,
    notes: tuple[Watch, SolverReport],
    dt: float,
) -> int:
    """Reflect at the middle and project ahead: what joints do to the free velocities.

    ``work`` ends with the percussions of joints before the contacts.
    """
    inertia, linear = masses
    scratch, P_known = work
    watch, report = notes
    middle, ahead = scratch.middle, scratch.ahead
    note_turns(joints, motion.start, dt, watch)
    fill_middle(joints, contours, scratch, motion.pose, motion.start, dt)
    loose = factor_joints(joints, rows, inertia.M_inv, linear, middle)
    if loose >= 0:
        report.worst_row[0] = joints.row[loose]
        return SINGULAR
    reflect_joints(joints, rows.dof, scratch, motion)
    turn_bodies(joints.body, motion.pose, motion.u, 0.5 * dt, motion.ahead)
    fill_joint_directions(contours, joints, motion.ahead, ahead.W)
    loose = factor_joints(joints, rows, inertia.M_inv, linear, ahead)
    if loose >= 0:
        report.worst_row[0] = joints.row[loose]
        return SINGULAR
    put_joint_rows(joints, ahead, rows)
    project_joints(joints, rows, scratch, P_known, inertia.held, motion)
    return OK


@lean_kernel
def fill_middle(
    joints: Joints,
    contours: Contours,
    work: JointWork,
    pose: Floats,
    u_start: Floats,
    dt: float,
) -> None:
    """Means of the directions at both ends of the step."""
    turn_bodies(joints.body, pose, u_start, -0.5 * dt, work.back)
    turn_bodies(joints.body, pose, u_start, 0.5 * dt, work.on)
    middle = work.middle.W
    fill_mean_directions(contours, joints, work.back, work.on, work.mean, middle)


@lean_kernel
def reflect_joints(joints: Joints, dof: Ints, work: JointWork, motion: Turning) -> None:
    """Turn the free velocities u, forces and prescribed speeds included, into u'."""
    u, both, P_m, middle = motion.u, motion.both, work.P_m, work.middle
    for k in range(u.size):
        both[k] = motion.start[k] + u[k]
    solve_parting(joints, dof, middle, both, P_m)
    for j in range(P_m.size):
        P_m[j] = -P_m[j]
    push_joints(joints, dof, middle, P_m, 1.0, u)


@lean_kernel
def project_joints(
    joints: Joints,
    rows: ListedRows,
    work: JointWork,
    P_known: Floats,
    held: Ints,
    motion: Turning,
) -> None:
    """Take the parting ahead out of u'; find the velocities before an impact."""
    u, before, both = motion.u, motion.before, motion.both
    middle, ahead, b, closed = work.middle, work.ahead, work.b, work.closed
    dof, P_m = rows.dof, work.P_m
    if mark_closed(joints, rows, closed):
        take_prescribed(joints, dof, held, u, before)
        for k in range(u.size):
            both[k] = motion.start[k] + before[k]
        solve_parting(joints, dof, middle, both, b)
        push_joints(joints, dof, middle, b, -1.0, before)  # 2 Pi_m - 1
        solve_parting(joints, dof, ahead, before, b)
        push_joints(joints, dof, ahead, b, -1.0, before)  # Pi_C
    solve_parting(joints, dof, ahead, u, b)
    for j in range(b.size):
        b[j] *= -1.0 if closed[joints.island[j]] == 1 else -DAMPED_SHARE
        P_known[j] = P_m[j] + b[j]
    push_joints(joints, dof, ahead, b, 1.0, u)


@lean_kernel
def note_turns(joints: Joints, u: Floats, dt: float, watch: Watch) -> None:
    """Note the largest turn of a jointed body in a step."""
    for m in range(joints.body.size):
        turn = abs(u[3 * joints.body[m] + 2]) * dt
        watch.joint_turn[0] = max(watch.joint_turn[0], turn)


@lean_kernel
def put_joint_rows(joints: Joints, ahead: JointDirections, rows: ListedRows) -> None:
    """Copy the directions ahead into the listed rows of the joints."""
    for j in range(joints.row.size):
        i = joints.row[j]
        for k in range(rows.dof.shape[1]):
            rows.W_N[i, k] = ahead.W[j, k]
            rows.MiW_N[i, k] = ahead.MiW[j, k]


@lean_kernel
def mark_closed(joints: Joints, rows: ListedRows, closed: Ints) -> bool:
    """Mark the islands that a contact or friction acts on; whether there are any."""
    closed[:] = 0
    found = False
    for m in range(rows.n_active[0]):
        i = rows.active[m]
        if joints.kind[i] != TIED:
            continue
        found = True
        for k in range(rows.dof.shape[1]):
            if rows.dof[i, k] < 0:
                break
            island = joints.home[rows.dof[i, k]]
            if island >= 0:
                closed[island] = 1
    return found


@lean_kernel
def take_prescribed(
    joints: Joints, dof: Ints, held: Ints, u: Floats, u_before: Floats
) -> None:
    """Prescribed velocities of jointed bodies as they are at the end of the step."""
    for j in range(joints.row.size):
        i = joints.row[j]
        for k in range(dof.shape[1]):
            if dof[i, k] < 0:
                break
            if held[dof[i, k]] == 1:
                u_before[dof[i, k]] = u[dof[i, k]]


@lean_kernel
def fill_replies(
    joints: Joints,
    rows: ListedRows,
    ahead: JointDirections,
    column: Floats,
    b: Floats,
    work: PercussionWork,
) -> int:
    """How velocities and joints answer the tied rows; OK or WORK_TOO_SMALL."""
    if work.listed[2] > work.head.size:
        return WORK_TOO_SMALL
    for r in range(work.listed[2]):
        i = work.head[r].row
        for t in range(1 + rows.w_T.shape[1]):
            column[:] = 0.0
            for k in range(rows.dof.shape[1]):
                if rows.dof[i, k] < 0 or (t == 0 and work.head[r].joint >= 0):
                    break
                MiW = rows.MiW_T[i, t - 1, k] if t > 0 else rows.MiW_N[i, k]
                column[rows.dof[i, k]] = MiW
            solve_parting(joints, rows.dof, ahead, column, b)
            push_joints(joints, rows.dof, ahead, b, -1.0, column)
            for k in range(column.size):
                work.reply[r, t, k] = column[k]
            for j in range(b.size):
                work.pull[r, t, j] = -b[j]
    return OK


@lean_kernel
def note_gaps(joints: Joints, gap: Floats, rows: ListedRows, watch: Watch) -> int:
    """Note the largest gap left by the velocities; gives the joint that came apart.

    What a start leaves open is closed by the first step. -1 if all is well.
    """
    worst = -1
    for j in range(gap.size):
        rows.g_N[joints.row[j]] = gap[j]
        if abs(gap[j]) > watch.joint_gap[0] and watch.steps[0] > 1:
            watch.joint_gap[0] = abs(gap[j])
            if abs(gap[j]) > joints.limit[0]:
                worst = j
    return worst


@lean_kernel
def close_joints(
    joints: Joints,
    contours: Contours,
    rows: ListedRows,
    work: JointWork,
    q: Floats,
    notes: tuple[Watch, SolverReport],
) -> int:
    """Close what remains of the gaps in the positions; no velocity feels it."""
    watch, report = notes
    ahead, b, pose = work.ahead, work.b, work.on
    for m in range(joints.body.size):
        fill_body_pose(q, joints.body[m], pose)
    fill_joint_gaps(contours, joints, pose, q, b)
    apart = note_gaps(joints, b, rows, watch)
    if apart >= 0:
        report.worst_row[0] = joints.row[apart]
        return JOINT_OPEN
    solve_skyline(ahead.S, joints.first, joints.start, b)
    push_joints(joints, rows.dof, ahead, b, -1.0, q)
    return OK


@lean_kernel
def finish_joints(joints: Joints, rows: ListedRows, percussion: PercussionWork) -> None:
    """Fill the percussions that the joints carried in this step."""
    fill_joint_percussions(rows, percussion)
    for j in range(joints.row.size):
        rows.P_N[joints.row[j]] = percussion.P_known[j] + percussion.P_joint[j]


@lean_kernel
def book_joints(
    joints: Joints,
    rows: ListedRows,
    directions: JointWork,
    percussion: PercussionWork,
    u_mean: Floats,
    impulse: Floats,
    ledger: Ledger,
) -> None:
    """Book the work of the joints, which is the error of the scheme.

    Ideal joints do none. Every impulse is booked with the mean velocity of the step.
    """
    W_m, W_C, dof, row = directions.middle.W, directions.ahead.W, rows.dof, joints.row
    P_middle, P_known, P_joint = directions.P_m, percussion.P_known, percussion.P_joint
    driven = is_driven(ledger)
    total = 0.0
    for j in range(row.size):
        i, P_m = row[j], P_middle[j]
        P_C = P_known[j] + P_joint[j] - P_m
        for k in range(dof.shape[1]):
            at = dof[i, k]
            if at < 0:
                break
            push = W_m[j, k] * P_m + W_C[j, k] * P_C
            total += push * u_mean[at]
            if driven:
                impulse[at] += push
    ledger.loss[ledger.loss.shape[0] - OWN_LOSSES + OwnLoss.JOINTS, NUMERICAL] -= total


@lean_kernel
def book_turned(
    rows: ListedRows,
    work: PercussionWork,
    kinds: tuple[Ints, Ints, Floats],
    u_start: Floats,
    u_before: Floats,
    ledger: Ledger,
) -> None:
    """Book percussions of tied rows with the velocities their laws refer to.

    The joints turn the velocities within a step; what contacts take is measured from
    the turned ones, and the difference is an error of the scheme. ``kinds``: group and
    mode of each contact, and the percussion that was turned beforehand. What a contact
    takes that stays closed is an error too, its own.
    """
    loss, (group, modes, known) = ledger.loss, kinds
    joints = loss.shape[0] - OWN_LOSSES + OwnLoss.JOINTS
    for r in range(work.listed[2]):
        i = work.head[r].row
        for k in range(rows.dof.shape[1]):
            at = rows.dof[i, k]
            if at < 0:
                break
            turned = 0.5 * (u_before[at] - u_start[at])
            if work.head[r].joint < 0:
                cause = IMPACT if modes[i] == OPEN else NUMERICAL
                normal = (rows.P_N[i] - known[i]) * rows.W_N[i, k] * turned
                loss[group[i], cause] -= normal
                loss[joints, NUMERICAL] += normal
            for t in range(rows.w_T.shape[1]):
                tangent = rows.P_T[i, t] * rows.W_T[i, t, k] * turned
                loss[group[i], COULOMB] -= tangent
                loss[joints, NUMERICAL] += tangent
