"""Unilateral impulses with restitution, friction and joint friction, by sweeps."""

from __future__ import annotations

from catena.chain.friction import fill_joint_bounds, start_joints, sweep_joints
from catena.chain.tables import (
    A_INV,
    AN,
    AT,
    BN,
    BT,
    CAPPED,
    COUNT,
    FORCE,
    HR,
    J_INV,
    JM,
    LA,
    LINK,
    M_INV,
    MASS,
    MR,
    MUX,
    MUY,
    MW,
    MX,
    MY,
    N_MASS,
    NX,
    NY,
    OM,
    R_INV,
    RAIL_SUM,
    REBOUND,
    ROTOR,
    SLIDE,
    SLOT,
    SUM_R,
    SUM_X,
    SUM_Y,
    SWEEPS,
    TOOTH_SUM,
    UVX,
    UVY,
    VX,
    VY,
    State,
    System,
    W,
    Work,
)
from catena.jit import kernel


@kernel
def solve_impacts(system: System, state: State, work: Work, dt: float) -> None:
    """Impulses of one step, from the last ones; velocities follow."""
    laws, counter = system.laws, work.counter
    fill_joint_bounds(laws, work.link, dt)
    start_joints(system.link, state.link, work.link)
    _start(system, state, work, dt)
    limit = laws.tolerance * dt
    for sweep in range(laws.sweeps):
        change = _sweep(system, state, work)
        if laws.mu_pin > 0.0:
            turned = sweep_joints(system.link, state.link, work.link)
            change = max(change, turned / laws.r_pin)
        counter[SWEEPS] += 1
        if change < limit:
            break
        if sweep == laws.sweeps - 1:
            counter[CAPPED] += 1
    _keep(system, state, work, dt)


@kernel
def _start(system: System, state: State, work: Work, dt: float) -> None:
    """Masses and rebound speeds of all contacts; the last impulses applied again.

    The speed before the impact is that of the old velocities, before any force acted.
    A roller that turns with its wheel moves along a chord of its circle in each step:
    outwards by om^2 (d n) dt / 2 before, inwards by as much after. Both are taken off,
    else every step would lift the roller and gain energy.
    """
    laws, own, rotor, touch = system.laws, system.link, system.rotor, work.touch
    h, sums = work.link, work.rotor
    for i in range(work.counter[COUNT]):
        k, r = work.pair[LINK, i], work.pair[ROTOR, i]
        masses = own[M_INV, k] + rotor[A_INV, r]
        touch[MASS, i] = 1.0 / (
            masses
            + own[J_INV, k] * touch[AT, i] ** 2
            + rotor[R_INV, r] * touch[BT, i] ** 2
        )
        touch[N_MASS, i] = 1.0 / (
            masses
            + own[J_INV, k] * touch[AN, i] ** 2
            + rotor[R_INV, r] * touch[BN, i] ** 2
        )
        before = touch[NX, i] * (h[MX, k] - sums[MUX, r])
        before += touch[NY, i] * (h[MY, k] - sums[MUY, r])
        before += h[MW, k] * touch[AN, i] - sums[MR, r] * touch[BN, i]
        at_tooth = r < system.wheel.shape[1]
        e = laws.e_tooth if at_tooth else laws.e_rail
        out = touch[BT, i] + (laws.roller if at_tooth else laws.offset)
        chord = 0.5 * dt * sums[MR, r] ** 2 * out
        touch[REBOUND, i] = chord + e * min(before - chord, 0.0)
        slot = work.pair[SLOT, i]
        touch[FORCE, i] = state.la_press[slot]
        mu = laws.mu_tooth if at_tooth else laws.mu_rail
        bound = mu * touch[FORCE, i]
        touch[SLIDE, i] = min(max(state.la_touch[slot], -bound), bound)
        _push_normal(system, state, work, k, r, i, touch[FORCE, i])
        _push_tangent(system, state, work, k, r, i, touch[SLIDE, i])


@kernel
def _push_normal(
    system: System, state: State, work: Work, k: int, r: int, i: int, P: float
) -> None:
    """Apply an impulse along the normal of contact i."""
    q, turn, own, touch = state.link, state.rotor, system.link, work.touch
    q[VX, k] += P * own[M_INV, k] * touch[NX, i]
    q[VY, k] += P * own[M_INV, k] * touch[NY, i]
    q[W, k] += P * own[J_INV, k] * touch[AN, i]
    turn[OM, r] -= P * system.rotor[R_INV, r] * touch[BN, i]
    turn[UVX, r] -= P * system.rotor[A_INV, r] * touch[NX, i]
    turn[UVY, r] -= P * system.rotor[A_INV, r] * touch[NY, i]


@kernel
def _push_tangent(
    system: System, state: State, work: Work, k: int, r: int, i: int, P: float
) -> None:
    """Apply a friction impulse against the tangent of contact i."""
    q, turn, own, touch = state.link, state.rotor, system.link, work.touch
    q[VX, k] += P * own[M_INV, k] * touch[NY, i]
    q[VY, k] -= P * own[M_INV, k] * touch[NX, i]
    q[W, k] -= P * own[J_INV, k] * touch[AT, i]
    turn[OM, r] += P * system.rotor[R_INV, r] * touch[BT, i]
    turn[UVX, r] -= P * system.rotor[A_INV, r] * touch[NY, i]
    turn[UVY, r] += P * system.rotor[A_INV, r] * touch[NX, i]


@kernel
def _sweep(system: System, state: State, work: Work) -> float:
    """One pass over the contacts, normal then tangent; largest change [N s]."""
    q, turn, touch, laws = state.link, state.rotor, work.touch, system.laws
    change = 0.0
    for i in range(work.counter[COUNT]):
        k, r = work.pair[LINK, i], work.pair[ROTOR, i]
        v_x, v_y = q[VX, k] - turn[UVX, r], q[VY, k] - turn[UVY, r]
        rate = touch[NX, i] * v_x + touch[NY, i] * v_y
        rate += touch[AN, i] * q[W, k] - touch[BN, i] * turn[OM, r]
        old = touch[FORCE, i]
        P = max(0.0, old - touch[N_MASS, i] * (rate + touch[REBOUND, i]))  # (12)
        if P != old:
            touch[FORCE, i] = P
            _push_normal(system, state, work, k, r, i, P - old)
            change = max(change, abs(P - old))
        v_x, v_y = q[VX, k] - turn[UVX, r], q[VY, k] - turn[UVY, r]
        slip = touch[NX, i] * v_y - touch[NY, i] * v_x
        slip += touch[AT, i] * q[W, k] - touch[BT, i] * turn[OM, r]
        bound = P * (laws.mu_tooth if r < system.wheel.shape[1] else laws.mu_rail)
        old = touch[SLIDE, i]
        P = min(max(old + slip * touch[MASS, i], -bound), bound)
        if P != old:
            touch[SLIDE, i] = P
            _push_tangent(system, state, work, k, r, i, P - old)
            change = max(change, abs(P - old))
    return change


@kernel
def _keep(system: System, state: State, work: Work, dt: float) -> None:
    """Impulses as forces for the ledger, as sums for the samples, as warm start."""
    touch, sums, n = work.touch, work.rotor, work.link.shape[1]
    for slot in range(state.la_press.size):
        state.la_press[slot] = 0.0
    for i in range(work.counter[COUNT]):
        r, slot = work.pair[ROTOR, i], work.pair[SLOT, i]
        P, Q = touch[FORCE, i], touch[SLIDE, i]
        state.la_press[slot], state.la_touch[slot] = P, Q
        turning = Q * touch[BT, i] - P * touch[BN, i]
        sums[HR, r] += turning / dt
        sums[SUM_R, r] += turning
        sums[SUM_X, r] -= P * touch[NX, i] + Q * touch[NY, i]
        sums[SUM_Y, r] -= P * touch[NY, i] - Q * touch[NX, i]
        field = TOOTH_SUM if r < system.wheel.shape[1] else RAIL_SUM
        work.link[field, slot % n] += P
        touch[FORCE, i], touch[SLIDE, i] = P / dt, Q / dt
    for k in range(n):
        work.link[JM, k] = state.link[LA, k] / dt
