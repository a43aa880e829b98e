"""Where the energy goes: friction and boundaries every step, stored energy at samples.

Friction takes its impulse times the mean slip of the step, which is exact for a
constant mass matrix.
"""

from __future__ import annotations

from catena.bodies.ring_spline import ring_dissipation, ring_energy
from catena.jit import lean_kernel
from catena.pushbelt.flanks import flank_slip
from catena.pushbelt.friction import saddle_slip
from catena.pushbelt.pulleys import boundary_value
from catena.pushbelt.tables import (
    AXIAL,
    AXIAL_CURVE,
    AXIAL_END,
    COUNT,
    DM,
    DX,
    DY,
    ELEMENT,
    F_GX,
    F_GY,
    F_RHO,
    F_TX,
    F_TY,
    F_VG,
    F_VT,
    F_Z,
    G_BOTTOM,
    G_PIN,
    G_ROCK,
    G_SADDLE,
    G_TOP,
    INERTIA,
    L_V,
    OM,
    OW,
    OX,
    OY,
    PULLEY,
    RVX,
    RVY,
    SADDLE,
    SHEAVES,
    SLOT,
    SUM_AXIAL,
    SUM_TORQUE,
    SUM_X,
    SUM_Y,
    T_INV,
    T_STIFF,
    TURN_CURVE,
    TURN_END,
    TURNING,
    TX,
    TY,
    VTX,
    VTY,
    VX,
    VY,
    VZ,
    WORK,
    WORK_Z,
    Z_INV,
    Axial,
    Loss,
    Sheaves,
    State,
    System,
    Turning,
    W,
    Work,
)


@lean_kernel
def book(
    system: System,
    state: State,
    work: Work,
    om_0: float,
    om_1: float,
    vz_0: float,
    vz_1: float,
    dt: float,
) -> None:
    """Add the losses and works of one step; old speeds of the pulleys are given."""
    book_flanks(system, state, work, dt)
    m = state.ring.shape[1]
    lost = 0.0
    for k in range(state.element.shape[1]):
        la = state.la_saddle[k]
        if la != 0.0:
            slip = saddle_slip(
                state.element, state.ring, work.saddle, work.span[k], m, k
            )
            lost -= la * 0.5 * (slip + work.saddle[k, L_V])
    state.loss[Loss.RING_FRICTION] += lost
    book_neighbours(state, work, dt)
    book_pulley(system, state, work, 0, om_0, vz_0, dt)
    book_pulley(system, state, work, 1, om_1, vz_1, dt)


@lean_kernel
def book_neighbours(state: State, work: Work, dt: float) -> None:
    """Damping between neighbours: its forces times the mean velocities."""
    q, h = state.element, work.element
    power = 0.0
    for k in range(q.shape[1]):
        power += h[DX, k] * (h[OX, k] + q[VX, k])
        power += h[DY, k] * (h[OY, k] + q[VY, k])
        power += h[DM, k] * (h[OW, k] + q[W, k])
    state.loss[Loss.ELEMENT_DAMPING] -= 0.5 * dt * power


@lean_kernel
def book_flanks(system: System, state: State, work: Work, dt: float) -> None:
    """Friction of the flanks: losses, and forces on the pulleys."""
    q, turn, row, code = state.element, state.pulley, work.flank, work.flank_code
    lost_t, lost_g = 0.0, 0.0
    for i in range(work.counter[COUNT]):
        k, p, slot = code[i, ELEMENT], code[i, PULLEY], code[i, SLOT]
        la_t, la_g = state.la_flank[slot, 0], state.la_flank[slot, 1]
        if la_t == 0.0 and la_g == 0.0:
            continue
        slip_t, slip_g = flank_slip(q, turn, row, i, k, p)
        lost_t -= la_t * (slip_t + row[i, F_VT])
        lost_g -= la_g * (slip_g + row[i, F_VG])
        work.sum[SUM_TORQUE, p] -= 2.0 * la_t * row[i, F_RHO] / dt
        work.sum[SUM_AXIAL, p] -= la_g * row[i, F_Z] / dt
        work.sum[SUM_X, p] -= 2.0 * (la_t * row[i, F_TX] + la_g * row[i, F_GX]) / dt
        work.sum[SUM_Y, p] -= 2.0 * (la_t * row[i, F_TY] + la_g * row[i, F_GY]) / dt
        work.pulley[0, p] -= 2.0 * la_t * row[i, F_RHO] / dt
        work.pulley[1, p] -= 2.0 * la_g * row[i, F_Z] / dt
    state.loss[Loss.FLANK_CIRCUMFERENTIAL] += lost_t
    state.loss[Loss.FLANK_RADIAL] += lost_g


@lean_kernel
def book_pulley(
    system: System, state: State, work: Work, p: int, om: float, vz: float, dt: float
) -> None:
    """Energy put in by the shaft and by the clamping of one pulley.

    ``work.pulley`` holds all forces on the shaft and the groove by now, boundaries
    included where they are forces; an imposed motion needs what is missing.
    """
    turn, sums = state.pulley, work.pulley
    mean = 0.5 * (om + turn[OM, p])
    if system.pulley_code[TURNING, p] == Turning.TORQUE:
        torque = -boundary_value(system, p, TURN_CURVE, TURN_END, state.t[0])
    else:
        torque = system.pulley[INERTIA, p] * (turn[OM, p] - om) / dt - sums[0, p]
    turn[WORK, p] += dt * torque * mean
    mean = 0.5 * (vz + turn[VZ, p])
    if system.pulley_code[AXIAL, p] == Axial.FORCE:
        force = -2.0 * boundary_value(system, p, AXIAL_CURVE, AXIAL_END, state.t[0])
    else:
        force = -sums[1, p]
    turn[WORK_Z, p] += dt * force * mean


@lean_kernel
def book_ring(system: System, state: State, dt: float) -> None:
    """Axial damping of the ring."""
    state.loss[Loss.RING_DAMPING] += dt * ring_dissipation(system.spline, state.ring)


@lean_kernel
def stored_energy(system: System, state: State, work: Work) -> float:
    """Kinetic and elastic energy of everything [J]."""
    laws, q, h = system.laws, state.element, work.element
    total = ring_energy(system.spline, state.ring)
    for i in range(state.ring.shape[1]):
        square = state.ring[RVX, i] ** 2 + state.ring[RVY, i] ** 2
        total += 0.5 * square / system.ring_inv
    for k in range(q.shape[1]):
        total += 0.5 * (q[VX, k] ** 2 + q[VY, k] ** 2) / laws.m_inv
        total += 0.5 * q[W, k] ** 2 / laws.j_inv
        g = h[G_SADDLE, k]
        if h[SADDLE, k] > 0.0 or laws.bilateral == 1:
            total += 0.5 * laws.k_saddle * g * g
        elif h[SADDLE, k] < 0.0:
            total += 0.5 * laws.k_saddle * (g - laws.ear_play) ** 2
        total += 0.5 * laws.k_rock * min(h[G_ROCK, k], 0.0) ** 2
        total += 0.5 * laws.k_top * min(h[G_TOP, k], 0.0) ** 2
        total += 0.5 * laws.k_bottom * min(h[G_BOTTOM, k], 0.0) ** 2
        total += 0.5 * laws.k_pin * max(abs(h[G_PIN, k]) - laws.pin_play, 0.0) ** 2
    return total + flank_energy(system, work) + pulley_energy(system, state)


@lean_kernel
def flank_energy(system: System, work: Work) -> float:
    """Elastic energy of flanks and coupled sheaves, both sides [J]."""
    total = 0.0
    for i in range(work.counter[COUNT]):
        p, g = work.flank_code[i, PULLEY], work.g_rigid[i]
        if system.pulley_code[SHEAVES, p] == Sheaves.COUPLED:
            total -= work.la[i] * g  # la C la / 2, twice
        elif g < 0.0:
            total += system.laws.k_flank * g * g
    return total


@lean_kernel
def pulley_energy(system: System, state: State) -> float:
    """Kinetic energy of the pulleys and elastic energy of their hubs [J]."""
    own, turn = system.pulley, state.pulley
    total = 0.0
    for p in range(2):
        total += 0.5 * own[INERTIA, p] * turn[OM, p] ** 2
        if own[Z_INV, p] > 0.0:
            total += 0.5 * turn[VZ, p] ** 2 / own[Z_INV, p]
        if own[T_INV, p] > 0.0:
            total += 0.5 * (turn[VTX, p] ** 2 + turn[VTY, p] ** 2) / own[T_INV, p]
            total += 0.5 * own[T_STIFF, p] * (turn[TX, p] ** 2 + turn[TY, p] ** 2)
    return total
