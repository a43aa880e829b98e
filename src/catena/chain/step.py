"""One time step of a chain, and many of them with samples in between.

Positions first with the old velocities, then all elastic forces at the new positions,
then velocities, last friction: half-explicit with set-valued friction at the end of
the step, as in [Pfeiffer1997] sec. 2 with elastic normal directions.
"""

from __future__ import annotations

import math

from catena.chain.friction import solve_friction
from catena.chain.joints import add_joint_forces
from catena.chain.ledger import book, stored_energy
from catena.chain.motion import (
    advance_positions,
    advance_velocities,
    refresh_directions,
)
from catena.chain.rotors import advance_rotors
from catena.chain.samples import (
    PEAK_CONTACT,
    PEAK_DEPTH,
    PEAK_JOINT,
    PIN_X,
    PIN_Y,
    PISTON,
    PRESSURE,
    R_ANGLE,
    R_REACTION,
    R_SPEED,
    R_TORQUE,
    R_WORK,
    RAIL_FORCE,
    STORED,
    TENSION,
    TIME,
    TOOTH_FORCE,
    Samples,
)  # fmt: skip
from catena.chain.tables import (
    COUNT,
    ENERGY,
    FORCE,
    HALF,
    HD,
    HR,
    JX,
    JY,
    MOST_DEPTH,
    MOST_FORCE,
    OM,
    PEAK,
    PHI,
    ROTOR,
    SLOT,
    C,
    Friction,
    S,
    State,
    System,
    Work,
    X,
    Y,
)
from catena.chain.tensioner import add_tensioner_torques
from catena.chain.touching import add_contact_forces, touch_rail, touch_teeth
from catena.codes import Status
from catena.jit import kernel
from catena.numerics.arrays import Floats

OK = int(Status.OK)
NOT_FINITE = int(Status.NOT_FINITE)


@kernel
def run_steps(system: System, state: State, work: Work, dt: float, count: int) -> None:
    """A number of half-explicit time steps.

    Tables are taken apart once: handing them on whole costs more than the physics.
    """
    laws, own, owner, rotor = system.laws, system.link, system.owner, system.rotor
    rotor_code, wheel, wheel_code = system.rotor_code, system.wheel, system.wheel_code
    gaps, code, shape = system.gaps, system.code, system.shape
    box, rail_code, curve, wave = (
        system.rail, system.rail_code, system.curve, system.wave,
    )  # fmt: skip
    q, turn, gap, la_touch = state.link, state.rotor, state.gap, state.la_touch
    t, loss = state.t, state.loss
    h, torque, touch, pair = work.link, work.rotor, work.touch, work.pair
    counter, extreme = work.counter, work.extreme
    sprockets, guides = wheel.shape[1], box.shape[0]
    for _ in range(count):
        advance_positions(q, turn, h, dt)
        t[0] += dt
        add_joint_forces(laws, own, q, h)
        counter[COUNT] = 0
        for j in range(sprockets):
            touch_teeth(
                laws, own, owner, rotor, wheel, wheel_code, gaps, code, shape, q, turn,
                h, gap, la_touch, touch, pair, counter, j,
            )  # fmt: skip
        for g in range(guides):
            touch_rail(
                laws, own, owner, rotor, box, rail_code, code, shape, q, turn, h,
                la_touch, touch, pair, counter, g, sprockets + g,
            )  # fmt: skip
        add_contact_forces(
            laws, sprockets, q, turn, h, torque, touch, pair, counter, extreme
        )
        if guides > 0:
            add_tensioner_torques(system, state, work, dt)
        advance_velocities(own, q, h, dt)
        advance_rotors(
            laws, sprockets, rotor, rotor_code, curve, wave, turn, torque, t[0], dt
        )
        if laws.friction == Friction.SET_VALUED:
            solve_friction(
                laws, own, rotor, q, turn, la_touch, h, torque, touch, pair, counter, dt
            )
        book(
            laws, sprockets, own, rotor, rotor_code, q, turn, loss, h, torque, touch,
            pair, counter[COUNT], dt,
        )  # fmt: skip


@kernel
def advance(
    system: System, state: State, work: Work, dt: float, every: int, samples: Samples
) -> int:
    """Fill all rows of the samples, ``every`` steps apart; returns a Status."""
    refresh_directions(state.link, work.link)
    for row in range(samples.total.shape[0]):
        work.link[PEAK, :] = 0.0
        work.extreme[MOST_FORCE] = 0.0
        run_steps(system, state, work, dt, every)
        take_sample(system, state, work, samples, row)
        if not math.isfinite(samples.total[row, STORED]):
            return NOT_FINITE
    return OK


@kernel
def take_sample(
    system: System, state: State, work: Work, samples: Samples, row: int
) -> None:
    """Write the present state into one row."""
    _take_links(system, state, work, samples.link[row])
    total = samples.total[row]
    total[TIME] = state.t[0]
    total[STORED] = stored_energy(system, state, work)
    total[PEAK_JOINT] = math.sqrt(work.link[PEAK].max())
    total[PEAK_CONTACT] = work.extreme[MOST_FORCE]
    total[PEAK_DEPTH] = work.extreme[MOST_DEPTH]
    for r in range(state.rotor.shape[1]):
        samples.rotor[row, R_ANGLE, r] = state.rotor[PHI, r]
        samples.rotor[row, R_SPEED, r] = state.rotor[OM, r]
        samples.rotor[row, R_TORQUE, r] = work.rotor[HD, r]
        samples.rotor[row, R_REACTION, r] = work.rotor[HR, r]
        samples.rotor[row, R_WORK, r] = state.rotor[ENERGY, r]
    for g in range(state.pressure.size):
        samples.guide[row, PISTON, g] = work.piston[g]
        samples.guide[row, PRESSURE, g] = state.pressure[g]
    for i in range(state.loss.size):
        samples.loss[row, i] = state.loss[i]


@kernel
def _take_links(system: System, state: State, work: Work, link: Floats) -> None:
    """Tension, contact forces and joints of all links into one row."""
    n = state.link.shape[1]
    for k in range(n):
        ahead = k + 1 if k + 1 < n else 0
        c, s, half = work.link[C, k], work.link[S, k], system.link[HALF, k]
        pull_x = 0.5 * (work.link[JX, k] + work.link[JX, ahead])
        pull_y = 0.5 * (work.link[JY, k] + work.link[JY, ahead])
        link[TENSION, k] = c * pull_x + s * pull_y
        link[TOOTH_FORCE, k] = 0.0
        link[RAIL_FORCE, k] = 0.0
        link[PIN_X, k] = state.link[X, k] - half * c
        link[PIN_Y, k] = state.link[Y, k] - half * s
    for i in range(work.counter[COUNT]):
        at_tooth = work.pair[ROTOR, i] < system.wheel.shape[1]
        field = TOOTH_FORCE if at_tooth else RAIL_FORCE
        link[field, work.pair[SLOT, i] % n] += work.touch[FORCE, i]
