"""What joins, touches and drives bodies of a planar chain, once for all its steps."""

from __future__ import annotations

from catena.couplings.bearing import add_bearings, book_bearings
from catena.couplings.boundary import add_loads, book_loads, book_speeds
from catena.couplings.mount import add_mounts, book_mounts
from catena.couplings.tensioner import add_tensioners, book_tensioners
from catena.couplings.torsion_bar import add_torsion_bars, book_torsion_bars
from catena.integrators.planar_chain.tables import State, System, Work
from catena.jit import inline_kernel
from catena.pairs.joint_rail import find_joint_rail
from catena.pairs.points import place_points
from catena.pairs.roller_tooth import find_roller_tooth
from catena.rows.planar import Counter
from catena.tables.blocks import Block, view


@inline_kernel
def find_contacts(system: System, state: State, work: Work, body: Block) -> int:
    """Rows of all rollers on teeth and joints on rails; how many there are."""
    q, pose, memory = body.q, work.pose, state.memory
    points, places, rows, counter = system.points, work.places, work.rows, work.counter
    place_points(points, q, pose, places)
    counter[Counter.ROWS] = 0
    remembered = (memory.gap, memory.tangent)
    find_roller_tooth(system.teeth, points, places, q, pose, remembered, rows, counter)
    find_joint_rail(
        system.rails, points, places, q, pose, memory.tangent, rows, counter
    )
    return int(counter[Counter.ROWS])


@inline_kernel
def add_couplings(
    system: System, state: State, work: Work, body: Block, dt: float
) -> None:
    """Forces of tensioners, shafts and elastic bearings.

    With a step of zero tensioners push as they are: pressure and pawl stay.
    """
    q, u, h, memory = state.q, state.u, work.h, state.memory
    add_tensioners(
        system.tensioners, memory.pressure, memory.pawl, q, u, h, work.piston, dt
    )
    add_torsion_bars(system.shafts, q, u, h, work.bars)
    add_mounts(system.mounts, body.q, body.u, work.pose, body.h)


@inline_kernel
def add_interactions(
    system: System, state: State, work: Work, body: Block, dt: float
) -> None:
    """Forces of couplings, drag of bearings, and loads."""
    add_couplings(system, state, work, body, dt)
    add_bearings(system.bearings, state.u, work.h)
    add_loads(system.imposed, state.q, state.u, work.h, work.imposed, state.t[0])


@inline_kernel
def book_interactions(
    system: System, state: State, work: Work, body: Block, dt: float
) -> None:
    """What they take and give, and what drives supply, at the mean velocities."""
    loss, old, mean, h = state.ledger.loss, work.old, work.mean, work.h
    imposed, account = system.imposed, state.ledger.input_work
    before = view(old, 0, 3, work.pose.shape[1])
    book_tensioners(system.tensioners, work.piston, mean, loss, dt)
    book_torsion_bars(system.shafts, work.bars, mean, loss, dt)
    book_mounts(system.mounts, before, body.mean, work.pose, loss, dt)
    book_bearings(system.bearings, old, mean, loss, dt)
    book_loads(imposed, mean, work.imposed, account, dt)
    # last, when h holds every other force of the step
    book_speeds(imposed, system.M, state.u, old, h, work.imposed, account, dt)
