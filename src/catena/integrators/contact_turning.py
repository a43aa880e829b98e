"""Rigid contacts that stay closed on curved ways: forces along the middle direction.

Percussions act along the directions at the end of a step, where the laws hold. What
keeps a point on a curved way should act along the direction in the middle of the step:
along the end it takes a little of the motion, step by step, at first order. As with
joints, the percussion that a closed contact needs is known beforehand from the mean of
old and new velocity along the middle direction,

    W_m'(u_i + u') = 0,  u' = u_i + M^-1 (h dt + W_m P)

and only its turn, ``(W_m - W_C) P``, is added to the free velocities. The contact laws
then find the whole percussion along W_C as ever; they decide, and P need not be right:
where other contacts press too it is only a part, and that part is turned.

Contacts that carried in the step before. What the turn does is booked with the error
of the time steps, which it cancels. Friction keeps its direction at the end: sliding,
it errs at second order by that; a foot that sticks while its body turns still takes a
little at first order.

On jointed bodies P acts as a force in the middle would: the joints answer it along
their middle directions, ``A_m = M^-1 - M^-1 W S_m^-1 W' M^-1``. What is added is the
turn of both, ``Pi_C (A_m W_m - M^-1 W_C) P``, so that joints turn with what they carry.
"""

from __future__ import annotations

from catena.codes import Mode
from catena.contact.kinematics.rows import AFFINE
from catena.dynamics.energy import NUMERICAL, is_driven
from catena.dynamics.joints import push_joints, solve_parting
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.tables.candidates import Candidates
from catena.tables.contacts import ListedRows
from catena.tables.joints import JOINT, LOOSE, TIED, Joints, JointWork
from catena.tables.state import Ledger
from catena.tables.system import ImpactWork

OPEN = int(Mode.OPEN)


@lean_kernel
def keep_middle(
    rows: ListedRows, candidates: Candidates, tie: Ints, modes: Ints, work: ImpactWork
) -> None:
    """List the closed contacts that are turned, with their middle directions."""
    bent, turned, known, W_N = work.bent, work.turned, work.known, rows.W_N
    rigid, pair = candidates.rigid, candidates.pair
    bent[0] = 0
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        known[i] = 0.0
        if rigid[i] == 0 or tie[i] == JOINT or modes[i] == OPEN or pair[i] == AFFINE:
            continue
        bent[0] += 1
        bent[bent[0]] = i
        for k in range(W_N.shape[1]):
            turned[i, k] = W_N[i, k]


@lean_kernel
def turn_contacts(
    rows: ListedRows,
    tie: Ints,
    work: ImpactWork,
    M_inv: Floats,
    u_start: Floats,
    u: Floats,
) -> None:
    """Add the turn of what closed contacts need to the free velocities u."""
    turned, W_N, dof = work.turned, rows.W_N, rows.dof
    for m in range(work.bent[0]):
        i = work.bent[1 + m]
        if tie[i] != LOOSE:
            continue
        S, parting = 0.0, 2.0 * rows.w_N[i]
        for k in range(dof.shape[1]):
            v = dof[i, k]
            if v < 0:
                break
            S += M_inv[v] * turned[i, k] * turned[i, k]
            parting += turned[i, k] * (u_start[v] + u[v])
        P = -parting / S if S > 0.0 and parting < 0.0 else 0.0
        for k in range(dof.shape[1]):
            v = dof[i, k]
            if v < 0:
                break
            turned[i, k] = (turned[i, k] - W_N[i, k]) * P
            u[v] += M_inv[v] * turned[i, k]


@lean_kernel
def turn_tied_contacts(
    joints: Joints,
    rows: ListedRows,
    work: ImpactWork,
    held: tuple[JointWork, Floats, Floats],
    M_inv: Floats,
    u_start: Floats,
    u: Floats,
) -> None:
    """The same for contacts of jointed bodies, with what the joints answer.

    ``held``: the joints at the middle and ahead, their percussions before the contacts,
    and a scratch column of velocities.
    """
    answer, P_known, column = held
    middle, ahead, b, P_m = answer.middle, answer.ahead, answer.b, answer.P_m
    turned, W_N, dof = work.turned, rows.W_N, rows.dof
    for m in range(work.bent[0]):
        i = work.bent[1 + m]
        if joints.kind[i] != TIED:
            continue
        column[:] = 0.0
        parting = 2.0 * rows.w_N[i]
        for k in range(dof.shape[1]):
            v = dof[i, k]
            if v < 0:
                break
            column[v] = M_inv[v] * turned[i, k]
            parting += turned[i, k] * (u_start[v] + u[v])
        solve_parting(joints, dof, middle, column, b)
        push_joints(joints, dof, middle, b, -1.0, column)  # A_m W_m
        S = 0.0
        for k in range(dof.shape[1]):
            if dof[i, k] < 0:
                break
            S += turned[i, k] * column[dof[i, k]]
        P = -parting / S if S > 0.0 and parting < 0.0 else 0.0
        work.known[i] = P
        for j in range(b.size):
            P_m[j] -= P * b[j]
            P_known[j] -= P * b[j]
        for v in range(column.size):
            column[v] *= P
        for k in range(dof.shape[1]):
            v = dof[i, k]
            if v < 0:
                break
            column[v] -= M_inv[v] * W_N[i, k] * P
            turned[i, k] = (turned[i, k] - W_N[i, k]) * P
        solve_parting(joints, dof, ahead, column, b)
        push_joints(joints, dof, ahead, b, -1.0, column)  # Pi_C
        for j in range(b.size):
            P_known[j] -= b[j]
        for v in range(column.size):
            u[v] += column[v]


@lean_kernel
def book_turns(
    rows: ListedRows,
    work: ImpactWork,
    group: Ints,
    u_mean: Floats,
    impulse: Floats,
    ledger: Ledger,
) -> None:
    """Book the work of the turns, with what the ends of the steps take."""
    driven, dof = is_driven(ledger), rows.dof
    for m in range(work.bent[0]):
        i = work.bent[1 + m]
        for k in range(dof.shape[1]):
            v = dof[i, k]
            if v < 0:
                break
            ledger.loss[group[i], NUMERICAL] -= work.turned[i, k] * u_mean[v]
            if driven:
                impulse[v] += work.turned[i, k]
