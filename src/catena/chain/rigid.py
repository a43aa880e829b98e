"""Time steps of a chain on rigid teeth and rails: impulses with restitution.

Positions first with the old velocities, elastic joint forces at the new positions, free
velocities; then unilateral normal impulses, friction bounded by them, and friction of
the joints, by projected sweeps over the rows found from topology.

Source: [Pfeiffer1997] (10)-(12) as a time-stepping scheme after Moreau: a contact that
is closed at the new positions leaves with g' >= -e g'_before, or does not push.
Deviation: our copy of (12) allows pulling impulses; they are projected to zero.
"""

from __future__ import annotations

import math

from catena.chain.bearings import advance_axes, fill_bar_torques
from catena.chain.impacts import solve_impacts
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
from catena.chain.tables import (
    COUNT,
    DEPTH,
    FORCE,
    HD,
    HR,
    MOST_DEPTH,
    PRESS,
    SLIDE,
    SUM_D,
    State,
    System,
    Work,
)
from catena.chain.tensioner import add_tensioner_torques
from catena.chain.touching import touch_rail, touch_teeth
from catena.codes import Status
from catena.jit import kernel

OK = int(Status.OK)
NOT_FINITE = int(Status.NOT_FINITE)


@kernel
def advance_rigid(
    system: System, state: State, work: Work, dt: float, every: int, samples: Samples
) -> int:
    """Fill all rows of the samples, ``every`` steps apart; returns a Status."""
    refresh_directions(state.link, work.link)
    for row in range(samples.total.shape[0]):
        begin_sample(work)
        for _ in range(every):
            rigid_step(system, state, work, dt)
        take_sample(system, state, work, samples, row, every * dt)
        if not math.isfinite(samples.total[row, STORED]):
            return NOT_FINITE
    return OK


@kernel
def rigid_step(system: System, state: State, work: Work, dt: float) -> None:
    """One step of positions and velocities."""
    laws, own, rotor, h = system.laws, system.link, system.rotor, work.link
    sprockets, guides = system.wheel.shape[1], system.rail.shape[0]
    advance_positions(state.link, state.rotor, h, dt)
    state.t[0] += dt
    add_joint_forces(laws, own, state.link, h)
    place_rollers(own, system.owner, state.link, h)
    work.counter[COUNT] = 0
    for j in range(sprockets):
        touch_teeth(
            laws, system.owner, rotor, system.wheel, system.wheel_code, system.gaps,
            system.code, system.shape, state.rotor, h, state.gap, state.la_touch,
            work.touch, work.pair, work.counter, j,
        )  # fmt: skip
    for g in range(guides):
        touch_rail(
            laws, system.owner, rotor, system.rail, system.rail_code, system.code,
            system.shape, state.rotor, h, state.la_touch, work.touch, work.pair,
            work.counter, g, sprockets + g,
        )  # fmt: skip
    _clear_contacts(work)
    if guides > 0:
        add_tensioner_torques(system, state, work, dt)
    fill_bar_torques(system.bar, system.bar_code, state.rotor, work.rotor)
    if laws.floating:
        advance_axes(
            rotor, state.rotor, work.rotor, work.touch, work.pair, work.counter, dt
        )
    advance_velocities(own, state.link, h, dt)
    advance_rotors(
        laws, sprockets, guides, rotor, system.rotor_code, system.curve, system.wave,
        state.rotor, work.rotor, state.t[0], dt,
    )  # fmt: skip
    solve_impacts(system, state, work, dt)
    book(
        laws, sprockets, guides, own, rotor, system.rotor_code, state.link, state.rotor,
        state.loss, h, work.rotor, work.touch, work.pair, work.counter[COUNT], dt,
    )  # fmt: skip
    for r in range(work.rotor.shape[1]):
        work.rotor[SUM_D, r] += work.rotor[HD, r] * dt
    book_bars(system.bar, system.bar_code, state.rotor, state.loss, work.rotor, dt)


@kernel
def _clear_contacts(work: Work) -> None:
    """No contact forces yet; the deepest penetration is remembered."""
    for r in range(work.rotor.shape[1]):
        work.rotor[HR, r] = 0.0
    for i in range(work.counter[COUNT]):
        work.touch[FORCE, i], work.touch[SLIDE, i] = 0.0, 0.0
        work.touch[PRESS, i] = 0.0
        depth = work.touch[DEPTH, i]
        work.extreme[MOST_DEPTH] = max(work.extreme[MOST_DEPTH], depth)
