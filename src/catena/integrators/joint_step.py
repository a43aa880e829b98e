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

from catena.bodies.rigid_planar import fill_body_pose
from catena.codes import Status
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
from catena.jit import inline_kernel, kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.skyline import solve_skyline
from catena.solvers.sweeps.tied_rows import fill_joint_percussions
from catena.tables.contacts import ContactRows, PercussionWork
from catena.tables.joints import TIED, JointDirections, Joints, JointWork
from catena.tables.state import Cause, Ledger
from catena.tables.system import JOINTS, OWN_LOSSES, State, System, Watch, Work

OK = int(Status.OK)
SINGULAR = int(Status.SINGULAR)
NUMERICAL = int(Cause.NUMERICAL)
JOINT_OPEN = int(Status.JOINT_OPEN)
WORK_TOO_SMALL = int(Status.WORK_TOO_SMALL)

DAMPED_SHARE = 0.5
"""Share of the parting ahead that is taken away where no contact acts."""


@inline_kernel
def reflect_joints(system: System, state: State, work: Work, dt: float) -> int:
    """Turn the free velocities u, forces and prescribed speeds included, into u'."""
    joints, contours = system.joints, system.contours
    rows, report = state.memory.rows, state.memory.report
    middle, P_m = work.joints.middle, work.joints.P_m
    back, on = work.joints.back, work.joints.on
    u, u_start, both = state.u, work.u_start, work.u_mean
    M_inv, linear = system.inertia.M_inv, system.linear
    turn_bodies(joints.body, work.pose, u_start, -0.5 * dt, back)
    turn_bodies(joints.body, work.pose, u_start, 0.5 * dt, on)
    fill_mean_directions(contours, joints, back, on, work.joints.mean, middle.W)
    note_turns(joints, u_start, dt, state.memory.watch)
    loose = factor_joints(joints, rows, M_inv, linear, middle)
    if loose >= 0:
        report.worst_row[0] = joints.row[loose]
        return SINGULAR
    for k in range(u.size):
        both[k] = u_start[k] + u[k]
    solve_parting(joints, rows.dof, middle, both, P_m)
    for j in range(P_m.size):
        P_m[j] = -P_m[j]
    push_joints(joints, rows.dof, middle, P_m, 1.0, u)
    turn_bodies(joints.body, work.pose, u, 0.5 * dt, work.pose_ahead)
    return OK


@inline_kernel
def project_joints(system: System, state: State, work: Work) -> int:
    """Take the parting ahead out of u'; find the velocities before an impact."""
    joints, contours = system.joints, system.contours
    rows, u, u_start, u_before = state.memory.rows, state.u, work.u_start, work.u_before
    middle, ahead, b = work.joints.middle, work.joints.ahead, work.joints.b
    inertia, linear, both = system.inertia, system.linear, work.u_mean
    P_m, P_known = work.joints.P_m, work.percussion.P_known
    closed, dof = work.joints.closed, state.memory.rows.dof
    fill_joint_directions(contours, joints, work.pose_ahead, ahead.W)
    loose = factor_joints(joints, rows, inertia.M_inv, linear, ahead)
    if loose >= 0:
        state.memory.report.worst_row[0] = joints.row[loose]
        return SINGULAR
    put_joint_rows(joints, ahead, rows)
    if mark_closed(joints, rows, closed):
        take_prescribed(joints, dof, inertia.held, u, u_before)
        for k in range(u.size):
            both[k] = u_start[k] + u_before[k]
        solve_parting(joints, dof, middle, both, b)
        push_joints(joints, dof, middle, b, -1.0, u_before)  # 2 Pi_m - 1
        solve_parting(joints, dof, ahead, u_before, b)
        push_joints(joints, dof, ahead, b, -1.0, u_before)  # Pi_C
    solve_parting(joints, dof, ahead, u, b)
    for j in range(b.size):
        b[j] *= -1.0 if closed[joints.island[j]] == 1 else -DAMPED_SHARE
        P_known[j] = P_m[j] + b[j]
    push_joints(joints, dof, ahead, b, 1.0, u)
    return OK


@kernel
def note_turns(joints: Joints, u: Floats, dt: float, watch: Watch) -> None:
    """Note the largest turn of a jointed body in a step."""
    for m in range(joints.body.size):
        turn = abs(u[3 * joints.body[m] + 2]) * dt
        watch.joint_turn[0] = max(watch.joint_turn[0], turn)


@kernel
def put_joint_rows(joints: Joints, ahead: JointDirections, rows: ContactRows) -> None:
    """Copy the directions ahead into the contact rows of the joints."""
    for j in range(joints.row.size):
        i = joints.row[j]
        for k in range(rows.dof.shape[1]):
            rows.W_N[i, k] = ahead.W[j, k]
            rows.MiW_N[i, k] = ahead.MiW[j, k]


@kernel
def mark_closed(joints: Joints, rows: ContactRows, closed: Ints) -> bool:
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


@kernel
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


@kernel
def fill_replies(
    joints: Joints,
    rows: ContactRows,
    ahead: JointDirections,
    column: Floats,
    b: Floats,
    work: PercussionWork,
) -> int:
    """How velocities and joints answer the tied rows; OK or WORK_TOO_SMALL."""
    if work.listed[2] > work.tied.size:
        return WORK_TOO_SMALL
    for r in range(work.listed[2]):
        i = work.tied[r]
        for t in range(1 + rows.w_T.shape[1]):
            column[:] = 0.0
            for k in range(rows.dof.shape[1]):
                if rows.dof[i, k] < 0 or (t == 0 and work.joint[r] >= 0):
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


@kernel
def note_gaps(joints: Joints, gap: Floats, rows: ContactRows, watch: Watch) -> int:
    """Note the largest gap left by the velocities; gives the joint that came apart.

    What a start leaves open is closed by the first step. -1 if all is well.
    """
    worst = -1
    for j in range(gap.size):
        rows.g_N[joints.row[j]] = gap[j]
        if abs(gap[j]) > watch.joint_gap[0] and watch.steps[0] > 0:
            watch.joint_gap[0] = abs(gap[j])
            if abs(gap[j]) > joints.limit[0]:
                worst = j
    return worst


@inline_kernel
def close_joints(system: System, state: State, work: Work) -> int:
    """Close what remains of the gaps in the positions; no velocity feels it."""
    joints, contours, q = system.joints, system.contours, state.q
    ahead, b, pose = work.joints.ahead, work.joints.b, work.joints.on
    for m in range(joints.body.size):
        fill_body_pose(q, joints.body[m], pose)
    fill_joint_gaps(contours, joints, pose, q, b)
    apart = note_gaps(joints, b, state.memory.rows, state.memory.watch)
    if apart >= 0:
        state.memory.report.worst_row[0] = joints.row[apart]
        return JOINT_OPEN
    solve_skyline(ahead.S, joints.first, joints.start, b)
    push_joints(joints, state.memory.rows.dof, ahead, b, -1.0, q)
    return OK


@inline_kernel
def finish_joints(system: System, state: State, work: Work) -> None:
    """Fill the percussions that the joints carried in this step."""
    joints, rows, percussion = system.joints, state.memory.rows, work.percussion
    fill_joint_percussions(rows, percussion)
    for j in range(joints.row.size):
        rows.P_N[joints.row[j]] = percussion.P_known[j] + percussion.P_joint[j]


@kernel
def book_joints(
    joints: Joints,
    rows: ContactRows,
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
    ledger.loss[ledger.loss.shape[0] - OWN_LOSSES + JOINTS, NUMERICAL] -= total


@kernel
def book_turned(
    rows: ContactRows,
    work: PercussionWork,
    group: Ints,
    u_start: Floats,
    u_before: Floats,
    ledger: Ledger,
) -> None:
    """Book percussions of tied rows with the velocities their laws refer to.

    The joints turn the velocities within a step; what contacts take is measured from
    the turned ones, and the difference is an error of the scheme.
    """
    loss = ledger.loss
    joints = loss.shape[0] - OWN_LOSSES + JOINTS
    for r in range(work.listed[2]):
        i = work.tied[r]
        for k in range(rows.dof.shape[1]):
            at = rows.dof[i, k]
            if at < 0:
                break
            turned = 0.5 * (u_before[at] - u_start[at])
            if work.joint[r] < 0:
                normal = rows.P_N[i] * rows.W_N[i, k] * turned
                loss[group[i], IMPACT] -= normal
                loss[joints, NUMERICAL] += normal
            for t in range(rows.w_T.shape[1]):
                tangent = rows.P_T[i, t] * rows.W_T[i, t, k] * turned
                loss[group[i], COULOMB] -= tangent
                loss[joints, NUMERICAL] += tangent
