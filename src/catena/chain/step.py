"""Time steps of a chain with elastic teeth, and many of them with samples in between.

Positions first with the old velocities, then all elastic forces at the new positions,
then velocities, last friction: half-explicit with set-valued friction at the end of
the step, as in [Pfeiffer1997] sec. 2 with elastic normal directions.
"""

from __future__ import annotations

import math

from catena.chain.bearings import advance_axes, fill_bar_torques
from catena.chain.friction import solve_friction
from catena.chain.joints import add_joint_forces
from catena.chain.ledger import book, book_bars
from catena.chain.motion import (
    advance_positions,
    advance_velocities,
    place_rollers,
    refresh_directions,
)
from catena.chain.rotors import advance_rotors
from catena.chain.samples import STORED, Samples
from catena.chain.sampling import begin_sample, take_sample
from catena.chain.tables import COUNT, Friction, State, System, Work
from catena.chain.tensioner import add_tensioner_torques
from catena.chain.touching import add_contact_forces, touch_rail, touch_teeth
from catena.codes import Status
from catena.jit import kernel

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
    bar, bar_code = system.bar, system.bar_code
    q, turn, gap, la_touch = state.link, state.rotor, state.gap, state.la_touch
    t, loss = state.t, state.loss
    h, torque, touch, pair = work.link, work.rotor, work.touch, work.pair
    counter, extreme = work.counter, work.extreme
    sprockets, guides, bars = wheel.shape[1], box.shape[0], bar.shape[1] > 0
    for _ in range(count):
        advance_positions(q, turn, h, dt)
        t[0] += dt
        add_joint_forces(laws, own, q, h)
        place_rollers(own, owner, q, h)
        counter[COUNT] = 0
        for j in range(sprockets):
            touch_teeth(
                laws, owner, rotor, wheel, wheel_code, gaps, code, shape, turn, h, gap,
                la_touch, touch, pair, counter, j,
            )  # fmt: skip
        for g in range(guides):
            touch_rail(
                laws, owner, rotor, box, rail_code, code, shape, turn, h, la_touch,
                touch, pair, counter, g, sprockets + g,
            )  # fmt: skip
        add_contact_forces(
            laws, sprockets, q, turn, h, torque, touch, pair, counter, extreme
        )
        if guides > 0:
            add_tensioner_torques(system, state, work, dt)
        if bars:
            fill_bar_torques(bar, bar_code, turn, torque)
        if laws.floating:
            advance_axes(rotor, turn, torque, touch, pair, counter, dt)
        advance_velocities(own, q, h, dt)
        advance_rotors(
            laws, sprockets, guides, rotor, rotor_code, curve, wave, turn, torque, t[0],
            dt,
        )  # fmt: skip
        if laws.friction == Friction.SET_VALUED:
            solve_friction(
                laws, own, rotor, q, turn, la_touch, h, torque, touch, pair, counter, dt
            )
        book(
            laws, sprockets, guides, own, rotor, rotor_code, q, turn, loss, h, torque,
            touch, pair, counter[COUNT], dt,
        )  # fmt: skip
        if bars:
            book_bars(bar, bar_code, turn, loss, torque, dt)


@kernel
def advance(
    system: System, state: State, work: Work, dt: float, every: int, samples: Samples
) -> int:
    """Fill all rows of the samples, ``every`` steps apart; returns a Status."""
    refresh_directions(state.link, work.link)
    for row in range(samples.total.shape[0]):
        begin_sample(work)
        run_steps(system, state, work, dt, every)
        take_sample(system, state, work, samples, row, every * dt)
        if not math.isfinite(samples.total[row, STORED]):
            return NOT_FINITE
    return OK
