"""Small motions of a planar pushbelt at rest under its clamping and its torques.

The belt is brought to rest by damped steps of its own, with the friction of its
running start left where it stays within its bounds. What sticks there cannot slip;
what stands at its bound, or presses nothing, is free.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from catena.drives.pushbelt_cvt.build import BeltJob, build
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.variator.sheave_names import shaft_names, sheave_names
from catena.dynamics.largest_step import forces_about
from catena.dynamics.linearisation import PointRow, SmallMotion
from catena.dynamics.sticking import (
    edge_directions,
    flank_directions,
    saddle_directions,
)
from catena.errors import InputError, SolverError
from catena.integrators.steps.pushbelt_rest import held_forces, settle
from catena.integrators.steps.pushbelt_tables import (
    PULLEY_COUNT,
    System,
    Trouble,
    Work,
    first_shaft,
    work_for,
)
from catena.numerics.arrays import Bools, Floats
from catena.numerics.records import Rows
from catena.tables.checkpoint import copied
from catena.tables.state import State

NAMES = ("primary", "secondary")
BLOCK = 0.01
"""Time between two looks at the forces left [s]."""
RATES = (1000.0,) * 12 + (200.0,) * 28
"""Rates at which velocities die out, block by block; slow strands need slow ones
[1/s]."""
SETTLED, RESTS = 1e-9, 1e-4
"""Force left over the clamping force: enough, and at most. Sweeps of friction are as
exact as the first."""
NUDGES = (2e-10, 1e-10, 5e-11, 2e-11)
"""Differences of a coordinate: the ring rests on elements of a straight strand with
depths of some 1e-9 m, and neighbours tilt until depths of their tops are 3e-10 m apart.
The first is taken that finds no contact closed on one side only [m, rad]."""
LEAST, MOST = 6e-10, 4e-9
"""Contacts that touch with less depth, some value between these, count as open [m]."""
STICKS = 0.999
"""Share of its bound up to which friction sticks."""
REMARKS = (
    "at rest under the clamping forces and torques at the start, reached by damped "
    "steps in time; speeds and stops that are stated are held",
    "contacts press as the linear springs that they are; those whose friction stays "
    "within its bound stick",
)


def small_motion(spec: Spec) -> SmallMotion:
    """The variator at rest.

    Raises:
        InputError: A belt in space.
        SolverError: No rest.
    """
    if spec.fidelity != "planar":
        raise InputError(
            f"modes: found fidelity = {spec.fidelity!r}; pushbelts have modes in the "
            'plane, take fidelity = "planar". In space places on the ring, twist and '
            "contacts on both sides have no state of rest here"
        )
    job = build(spec)
    assert isinstance(job, BeltJob)
    dt = job.pace.step
    start = job.placed.start
    reach = max(start.radius_primary, start.radius_secondary)
    system, state = held(job.system, reach), copied(job.start)
    state.u[:] = 0.0
    scale = max(start.force_primary, start.force_secondary)
    sweeps = system.sweeps._replace(tolerance=SETTLED * scale)
    system = system._replace(sweeps=sweeps)
    left = come_to_rest(system, state, dt, scale)
    after, work = stepped(system, state, dt)
    for kept, P in zip(_friction(state), _friction(after), strict=True):
        kept[...] = P / dt
    said = (*REMARKS, *_limits(system, work, dt), f"force left {left:.2g} N")
    return replace(_motion(job.system, state, work, dt), remarks=said)


def held(system: System, reach: float) -> System:
    """Imposed speeds are zero, one shaft at least is held, none is heavy.

    Where a shaft rests does not depend on its inertia, and a heavy one takes long.
    Friction that creeps would let go of every load in time: here it sticks.
    """
    turns = 3 * system.elements + np.arange(PULLEY_COUNT)
    M, M_inv, grips = system.M.copy(), system.M_inv.copy(), system.grips.copy()
    if M_inv[turns].all():
        M_inv[turns[0]] = 0.0
    light = float(M[: system.elements].sum()) * reach * reach
    M[turns] = np.minimum(M[turns], light)
    M_inv[turns[M_inv[turns] > 0.0]] = 1.0 / M[turns[M_inv[turns] > 0.0]]
    grips.soften[:] = 0.0
    imposed = system.imposed._replace(speeds=system.imposed.speeds[:0].copy())
    return system._replace(M=M, M_inv=M_inv, grips=grips, imposed=imposed)


def come_to_rest(system: System, state: State, dt: float, scale: float) -> float:
    """Move the state to rest; the largest force left [N, N m]."""
    work, left = work_for(system), np.inf
    for rate in RATES:
        steps, keep = math.ceil(BLOCK / dt), math.exp(-rate * dt)
        trouble = settle(system, state, work, dt, steps, keep)
        if trouble != Trouble.NONE:
            name = Trouble(trouble).name.lower().replace("_", " ")
            raise SolverError(f"modes: the belt does not come to rest: {name}")
        left = _left(system, state, dt)
        if left <= SETTLED * scale:
            break
    if not left <= RESTS * scale:
        raise SolverError(
            f"modes: the belt does not come to rest, {left:.3g} N or N m are left "
            f"after {BLOCK * len(RATES):.2g} s of damped steps; expected torques below "
            "the slip limit"
        )
    state.u[:] = 0.0
    return left


def _left(system: System, state: State, dt: float) -> float:
    """What begins to move a state [N, N m]."""
    after, _ = stepped(system, state, dt)
    return float(np.abs(system.M * after.u / dt).max())


def stepped(system: System, state: State, dt: float) -> tuple[State, Work]:
    """One step from rest, and its rows with their friction."""
    after, work = copied(state), work_for(system)
    after.u[:] = 0.0
    settle(system, after, work, dt, 1, 1.0)
    return after, work


def _friction(state: State) -> tuple[Floats, Floats, Floats]:
    """Impulses of flanks, saddles and edges."""
    return state.memory.P_flank, state.memory.P_saddle, state.memory.P_edge


def _clearance(system: System, work: Work) -> tuple[float, float]:
    """A depth that no contact has nearly, and the difference that finds none there [m].

    Raises:
        SolverError: There is none.
    """
    faces, pairs = system.faces, work.pairs
    flanks = work.flanks[: work.row_count[0]]
    depth = np.concatenate(
        [
            flanks.force / system.flank_law.k,
            abs(work.saddles.force) / system.saddle.k,
            pairs.rock / faces.rock.k,
            pairs.top / faces.top.k,
            pairs.bottom / faces.bottom.k,
            abs(pairs.pin) / faces.pin.k,
        ]
    )
    depth = depth[depth > 0.0]
    for nudge in NUDGES:
        for clear in np.arange(LEAST, MOST, nudge):
            near = (depth > clear - 2.0 * nudge) & (depth < clear + 3.0 * nudge)
            if not near.any():
                return float(clear), nudge
    raise SolverError(
        f"modes: contacts touch with depths so close to each other between {LEAST:g} "
        f"and {MOST:g} m that no difference of places leaves all of them open or closed"
    )


def _opened(system: System, clear: float) -> System:
    """The same belt, its contacts a little further apart."""
    faces, saddle, flank = system.faces, system.saddle, system.flank
    return system._replace(
        faces=faces._replace(rear=faces.rear - clear, pin_play=faces.pin_play + clear),
        saddle=saddle._replace(
            half_ring=saddle.half_ring - clear, ear_play=saddle.ear_play + 2.0 * clear
        ),
        flank=flank._replace(half_width=flank.half_width - clear),
    )


def _rubbing(system: System, work: Work, dt: float) -> tuple[Rows, Rows, Rows]:
    """Flanks, saddles and edges that press with friction."""
    flanks, saddles, edges = work.flanks[: work.row_count[0]], work.saddles, work.edges
    clear, _ = _clearance(system, work)
    least = system.saddle.k * clear
    return (
        flanks[(flanks.bound > 0.0) & (flanks.force > system.flank_law.k * clear)],
        saddles[(saddles.bound > 0.0) & (abs(saddles.force) > least)],
        edges[edges.bound > system.faces.mu * system.faces.rock.k * clear * dt],
    )


def _sticking(rows: Rows) -> Bools:
    """Which rows carry less friction than they can."""
    size = np.hypot(rows.P_t, rows.P_g) if "P_t" in rows.dtype.names else abs(rows.P)
    return np.asarray(size < STICKS * rows.bound)


def _limits(system: System, work: Work, dt: float) -> tuple[str, ...]:
    """How many contacts stick, and how many do not, in words."""
    stick = [_sticking(rows) for rows in _rubbing(system, work, dt)]
    pressed, held = (sum(f(s) for s in stick) for f in (len, np.count_nonzero))
    words = f"{held} of {pressed} pressed contacts stick"
    if held < pressed:
        words += f", {pressed - held} stand at their bound and slide freely"
    return (words,)


def _motion(system: System, state: State, work: Work, dt: float) -> SmallMotion:
    """Forces, masses and names about a state of rest."""
    place, scratch, size = copied(state), work_for(system), state.q.size
    clear, nudge = _clearance(system, work)
    ones, opened = np.ones(size), _opened(system, clear)

    def found() -> Floats:
        if held_forces(opened, place, scratch, ones) != Trouble.NONE:
            raise SolverError("modes: the forces at this state cannot be found")
        return scratch.h.copy()

    n, m, first = system.elements, system.spans, first_shaft(system)
    flanks, saddles, edges = (r[_sticking(r)] for r in _rubbing(system, work, dt))
    shafts = first if size > first else None
    ring, bodies = 3 * n + 4 * PULLEY_COUNT, np.arange(n)
    points = ring + np.arange(m)
    return SmallMotion(
        forces_about(state, place, found),
        state.q.copy(),
        np.zeros(size),
        system.M,
        system.M_inv > 0.0,
        _names(system),
        np.concatenate(
            [
                flank_directions(flanks, size, n, 3 * n, PULLEY_COUNT, shafts),
                saddle_directions(saddles, size, n, ring, m),
                edge_directions(edges, size, n),
            ]
        ),
        lines=(
            PointRow("elements", bodies, n + bodies, closed=True),
            PointRow("ring", points, points + m, closed=True),
        ),
        nudge=nudge,
    )


def _names(system: System) -> tuple[str, ...]:
    """One name per coordinate."""
    n, m = range(system.elements), range(system.spans)
    return (
        *(f"element[{i}].{axis}" for axis in ("x", "y", "angle") for i in n),
        *sheave_names(NAMES),
        *(f"ring[{i}].{axis}" for axis in "xy" for i in m),
        *(f"ring[{i}].angle" for i in range(system.angles)),
        *shaft_names(NAMES if system.mounts.size else ()),
    )
