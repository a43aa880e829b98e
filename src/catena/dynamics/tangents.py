"""How the forces of a state change with place and speed, direction by direction.

Every coupling, load and elastic contact acts along some directions B of the
velocities: a move B q changes its force by -k, a speed B u by -d. What pushes a body
on when it moves (k or d below zero) is left out.
"""

from __future__ import annotations

import math

from catena.bodies.planar import bodies_view
from catena.bodies.rigid_planar import lever
from catena.codes import Status
from catena.couplings.beam import bowed_stretch, skew_of
from catena.couplings.boundary import OVER_PLACE, OVER_SPEED, given_slope
from catena.couplings.lines.line_couplings import line_pull, line_slopes
from catena.couplings.pin_joint import pressed_share
from catena.couplings.torsion_bar import beyond_play
from catena.jit import inline_kernel, lean_kernel
from catena.laws.dispatch import friction_ratio, is_single_valued, normal_force
from catena.numerics.arrays import Floats, Ints
from catena.numerics.dense import factor_cholesky, solve_cholesky
from catena.numerics.records import Rows
from catena.rows.planar import planar_rate, planar_slip
from catena.tables.boundaries import Imposed
from catena.tables.contacts import ListedRows
from catena.tables.maxwell import ActiveSetWork, MaxwellGroups
from catena.tables.system import LOADS, OwnLoss, State, System, Work
from catena.tables.tangents import TOUCHING, Tangents

SHORTEST = 1e-6
"""Points nearer than this [m] have no direction between them."""
PROBE = 1e-6
"""Share of the penetration, and speed [m/s], over which laws are differenced."""
SPRINGS, JOURNALS = int(OwnLoss.SPRINGS), int(OwnLoss.JOURNALS)
TORSION, BEAMS = int(OwnLoss.TORSION), int(OwnLoss.BEAMS)
OK = int(Status.OK)
SINGULAR = int(Status.SINGULAR)


@inline_kernel
def fill_tangents(system: System, state: State, work: Work, table: Tangents) -> int:
    """All directions of the state whose forces were evaluated last."""
    table.n_used[0] = 0
    add_spring_tangents(system.springs, work.pose, table)
    add_journal_tangents(system.journals, work.pose, table)
    add_torsion_tangents(system.torsion, state.q, table)
    add_beam_tangents(system.beams, state.q, work.pose, table)
    add_load_tangents(system.imposed, state.t[0], state.q, state.u, table)
    contacts = system.contours.candidates
    add_contact_tangents(state.memory.rows, contacts.laws, contacts.law, table)
    add_touching_tangents(work.touching, state, contacts.laws, table)
    scratch, coupled = work.maxwell.solve, table.coupled
    return fill_coupled_stiffness(
        system.maxwell, state.memory.rows.la_N, scratch, coupled
    )


@lean_kernel
def add_direction(
    table: Tangents, stiffness: float, damping: float, channel: int
) -> int:
    """A new row, without its direction; returns its index."""
    i = table.n_used[0]
    table.n_used[0] += 1
    table.stiffness[i] = max(stiffness, 0.0)
    table.damping[i] = max(damping, 0.0)
    table.channel[i] = channel
    for k in range(table.dof.shape[1]):
        table.dof[i, k] = -1
    return int(i)


@lean_kernel
def set_points(
    table: Tangents,
    i: int,
    a: int,
    b: int,
    r_a: tuple[float, float],
    r_b: tuple[float, float],
    n_x: float,
    n_y: float,
) -> None:
    """Direction of row i: points at the levers r_a and r_b move apart along n."""
    for k in range(3):
        table.dof[i, k] = 3 * a + k
        table.dof[i, 3 + k] = 3 * b + k
    table.B[i, 0], table.B[i, 3] = -n_x, n_x
    table.B[i, 1], table.B[i, 4] = -n_y, n_y
    table.B[i, 2] = -(r_a[0] * n_y - r_a[1] * n_x)
    table.B[i, 5] = r_b[0] * n_y - r_b[1] * n_x


@lean_kernel
def set_angles(table: Tangents, i: int, a: int, b: int, ratio: float) -> None:
    """Direction of row i: velocity b against a, or against its gear."""
    table.dof[i, 0], table.dof[i, 1] = a, b
    table.B[i, 0], table.B[i, 1] = -ratio, 1.0


@lean_kernel
def set_velocity(table: Tangents, i: int, dof: int) -> None:
    """Direction of row i: one velocity alone."""
    table.dof[i, 0] = dof
    table.B[i, 0] = 1.0


@lean_kernel
def add_spring_tangents(springs: Rows, pose: Floats, table: Tangents) -> None:
    """Springs along their line; stretched ones also across it and at their levers."""
    for i in range(springs.size):
        a, b = springs[i].a, springs[i].b
        r_a = lever(pose, a, springs[i].a_x, springs[i].a_y)
        r_b = lever(pose, b, springs[i].b_x, springs[i].b_y)
        d_x = pose[b, 0] + r_b[0] - pose[a, 0] - r_a[0]
        d_y = pose[b, 1] + r_b[1] - pose[a, 1] - r_a[1]
        length = math.sqrt(d_x * d_x + d_y * d_y)
        k, d = line_slopes(springs, i, length, 0.0)
        across = k
        n_x, n_y, pull = 1.0, 0.0, 0.0
        if length > SHORTEST:
            n_x, n_y = d_x / length, d_y / length
            pull = line_pull(springs, i, length)
            # a stretched string is stiff across its line by tension over length
            across = pull / length
        row = add_direction(table, k, d, SPRINGS)
        set_points(table, row, a, b, r_a, r_b, n_x, n_y)
        # tension over length resists motion across, as it does in a string
        row = add_direction(table, across, 0.0, SPRINGS)
        set_points(table, row, a, b, r_a, r_b, -n_y, n_x)
        # a body that turns swings the point of attack against the pull
        at_a = pull * (n_x * r_a[0] + n_y * r_a[1])
        at_b = -pull * (n_x * r_b[0] + n_y * r_b[1])
        set_velocity(table, add_direction(table, at_a, 0.0, SPRINGS), 3 * a + 2)
        set_velocity(table, add_direction(table, at_b, 0.0, SPRINGS), 3 * b + 2)


@lean_kernel
def add_journal_tangents(journals: Rows, pose: Floats, table: Tangents) -> None:
    """Bearings that touch, across their play and along it, and the turning."""
    for i in range(journals.size):
        a, b = journals[i].a, journals[i].b
        # turning is damped in the play as well, pressing is not
        turn = add_direction(table, 0.0, journals[i].d_turn, JOURNALS)
        set_angles(table, turn, 3 * a + 2, 3 * b + 2, 1.0)
        r_a = lever(pose, a, journals[i].a_x, journals[i].a_y)
        r_b = lever(pose, b, journals[i].b_x, journals[i].b_y)
        d_x = pose[b, 0] + r_b[0] - pose[a, 0] - r_a[0]
        d_y = pose[b, 1] + r_b[1] - pose[a, 1] - r_a[1]
        share = pressed_share(d_x, d_y, journals[i].clear)
        if share <= 0.0:
            continue
        n_x, n_y, e = 1.0, 0.0, math.sqrt(d_x * d_x + d_y * d_y)
        if journals[i].clear > 0.0:
            n_x, n_y = d_x / e, d_y / e
        k, d = journals[i].k, journals[i].d
        out = add_direction(table, k, d, JOURNALS)
        set_points(table, out, a, b, r_a, r_b, n_x, n_y)
        along = add_direction(table, k * share, d, JOURNALS)
        set_points(table, along, a, b, r_a, r_b, -n_y, n_x)


@lean_kernel
def add_torsion_tangents(bars: Rows, q: Floats, table: Tangents) -> None:
    """Torsion bars that are not within their play."""
    for i in range(bars.size):
        a, b, ratio, play = bars[i].a, bars[i].b, bars[i].ratio, bars[i].play
        free = q[b] - ratio * q[a] - bars[i].rest
        if play > 0.0 and beyond_play(free, play) == 0.0:
            continue
        row = add_direction(table, bars[i].k, bars[i].d, TORSION)
        set_angles(table, row, a, b, ratio)


@lean_kernel
def add_beam_tangents(beams: Rows, q: Floats, pose: Floats, table: Tangents) -> None:
    """Stretch and both bends of beams, and the tension that keeps them straight."""
    for i in range(beams.size):
        a, b, lag, l = beams[i].a, beams[i].b, beams[i].lag, beams[i].length  # noqa: E741
        r_a = lever(pose, a, beams[i].a_x, beams[i].a_y)
        r_b = lever(pose, b, beams[i].b_x, beams[i].b_y)
        d_x = pose[b, 0] + r_b[0] - pose[a, 0] - r_a[0]
        d_y = pose[b, 1] + r_b[1] - pose[a, 1] - r_a[1]
        chord = max(math.sqrt(d_x * d_x + d_y * d_y), SHORTEST)
        c, s = d_x / chord, d_y / chord
        angle_a, angle_b = (
            q[3 * a + 2] + beams[i].a_turn,
            q[3 * b + 2] + beams[i].b_turn,
        )
        g, t = skew_of(d_x, d_y, 0.5 * (angle_a + angle_b)), angle_b - angle_a
        k_1, k_2, k_3 = beams[i].k_1, beams[i].k_2, beams[i].k_3
        N = k_1 * bowed_stretch(beams, i, chord, g, t)
        row = add_direction(table, k_1, lag * k_1, BEAMS)
        bow, turn = 0.2 * l * g, l * t / 12.0  # slopes of x by g and t
        n_x, n_y = c - bow / chord * s, s + bow / chord * c
        set_points(table, row, a, b, r_a, r_b, n_x, n_y)
        table.B[row, 2] -= turn + 0.5 * bow
        table.B[row, 5] += turn - 0.5 * bow
        row = add_direction(table, k_2 + 0.2 * N * l, lag * k_2, BEAMS)
        set_points(table, row, a, b, r_a, r_b, -s / chord, c / chord)
        table.B[row, 2] -= 0.5
        table.B[row, 5] -= 0.5
        row = add_direction(table, k_3 + N * l / 12.0, lag * k_3, BEAMS)
        set_angles(table, row, 3 * a + 2, 3 * b + 2, 1.0)
        # the string in the beam, as for springs above
        row = add_direction(table, N / chord, 0.0, BEAMS)
        set_points(table, row, a, b, r_a, r_b, -s, c)


@lean_kernel
def add_load_tangents(
    imposed: Imposed, t: float, q: Floats, u: Floats, table: Tangents
) -> None:
    """Loads over place or speed, by the slope of their curve."""
    loads, curve = imposed.loads, imposed.curve
    for i in range(loads.size):
        over, dof, ramp = loads[i].argument, loads[i].dof, loads[i].ramp
        grown = min(t / ramp, 1.0) if ramp > 0.0 else 1.0
        if over == OVER_PLACE:
            slope = grown * given_slope(curve, loads, i, q[dof])
            set_velocity(table, add_direction(table, -slope, 0.0, LOADS), dof)
        elif over == OVER_SPEED:
            slope = grown * given_slope(curve, loads, i, u[dof])
            set_velocity(table, add_direction(table, 0.0, -slope, LOADS), dof)


@lean_kernel
def add_contact_tangents(
    rows: ListedRows, laws: Rows, law: Ints, table: Tangents
) -> None:
    """Listed elastic contacts that touch, and their single-valued friction."""
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        if is_single_valued(rows.law_N[i]) and rows.la_N[i] > 0.0:
            g, rate, v_0 = rows.g_N[i], rows.g_N_dot[i], rows.v_impact[i]
            k, d = law_slopes(laws, law[i], g, rate, v_0)
            set_contact(table, add_direction(table, k, d, -1), rows, i, 0)
        v = 0.0
        for t in range(rows.g_T_dot.shape[1]):
            v = math.hypot(v, rows.g_T_dot[i, t])
        drag = friction_ratio(laws, law[i], v) * abs(rows.la_N[i])
        if drag > 0.0:
            for t in range(rows.g_T_dot.shape[1]):
                row = add_direction(table, 0.0, drag, -1)
                set_contact(table, row, rows, i, 1 + t)


@lean_kernel
def add_touching_tangents(
    touching: Rows, state: State, laws: Rows, table: Tangents
) -> None:
    """Elastic contacts of planar bodies that touch, and their smooth friction."""
    slots = state.memory.slots
    u3 = bodies_view(state.u, table.n_bodies[0])
    for j in range(slots.n_touching[0]):
        a, b, g = touching[j].a, touching[j].b, touching[j].group
        force, slot = touching[j].force, touching[j].slot
        if force > 0.0:
            # hysteresis laws depend on the speed of approach, kept by slot
            rate = planar_rate(touching, j, a, b, u3)
            v_0 = slots.approach[slot]
            k, d = law_slopes(laws, g, -touching[j].depth, rate, v_0)
            set_touching(table, add_direction(table, k, d, TOUCHING), touching, j, 0)
        slip = planar_slip(touching, j, a, b, u3)
        drag = friction_ratio(laws, g, abs(slip)) * force
        if drag > 0.0:
            row = add_direction(table, 0.0, drag, TOUCHING)
            set_touching(table, row, touching, j, 1)


@lean_kernel
def set_touching(table: Tangents, row: int, touching: Rows, j: int, side: int) -> None:
    """Direction of a row: the normal of planar row j, or where its friction acts."""
    table.contact[row], table.side[row] = j, side
    n_x, n_y = touching[j].n_x, touching[j].n_y
    a_n, b_n = touching[j].a_n, touching[j].b_n
    if side == 1:
        n_x, n_y = n_y, -n_x
        a_n, b_n = -touching[j].a_t, -touching[j].b_t
    for k in range(3):
        table.dof[row, k] = 3 * touching[j].a + k
        table.dof[row, 3 + k] = 3 * touching[j].b + k
    table.B[row, 0], table.B[row, 1], table.B[row, 2] = n_x, n_y, a_n
    table.B[row, 3], table.B[row, 4], table.B[row, 5] = -n_x, -n_y, -b_n


@lean_kernel
def law_slopes(
    laws: Rows, group: int, g: float, v: float, v_0: float
) -> tuple[float, float]:
    """Stiffness [N/m] and damping [N s/m] of an elastic contact that touches."""
    # a share of the depth, since curved laws have no slope at a depth of zero
    shallow = PROBE * abs(g)
    here = normal_force(laws, group, g, v, v_0)
    before = normal_force(laws, group, g + shallow, v, v_0)
    faster = normal_force(laws, group, g, v - PROBE, v_0)
    stiffness = (here - before) / shallow if shallow > 0.0 else 0.0
    # one-sided towards closing: on the other side the contact may let go
    return stiffness, (faster - here) / PROBE


@lean_kernel
def set_contact(table: Tangents, row: int, rows: ListedRows, i: int, side: int) -> None:
    """Direction of a row: the normal or a tangent of contact i."""
    table.contact[row], table.side[row] = i, side
    for k in range(rows.dof.shape[1]):
        table.dof[row, k] = rows.dof[i, k]
        table.B[row, k] = rows.W_N[i, k] if side == 0 else rows.W_T[i, side - 1, k]


@lean_kernel
def fill_coupled_stiffness(
    groups: MaxwellGroups, la_N: Floats, work: ActiveSetWork, coupled: Floats
) -> int:
    """Inverse of C over the members of each group that carry a force [N/m]."""
    for m in range(groups.definite.size):
        start, stop = groups.first[m], groups.first[m + 1]
        n = 0
        for a in range(start, stop):
            for b in range(coupled.shape[1]):
                coupled[a, b] = 0.0
            # open members answer no force: the inverse is of the closed ones alone
            if la_N[groups.row[a]] > 0.0:
                work.chosen[n] = a - start
                n += 1
        for i in range(n):
            for j in range(n):
                work.A[i, j] = groups.C[start + work.chosen[i], work.chosen[j]]
        if not factor_cholesky(work.A, n):
            return SINGULAR
        for j in range(n):
            for i in range(n):
                work.b[i] = 1.0 if i == j else 0.0
            solve_cholesky(work.A, n, work.b)
            for i in range(n):
                coupled[start + work.chosen[i], work.chosen[j]] = work.b[i]
    return OK
