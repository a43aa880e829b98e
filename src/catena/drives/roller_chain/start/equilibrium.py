"""The chain at rest under its loads, before the run begins."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.couplings.boundary import add_loads
from catena.couplings.tensioner import STOP_STIFFNESS
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.layout.rail_ends import rail_end_warnings
from catena.drives.roller_chain.plan_rotors import wheel_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.rest import Equilibrium
from catena.drives.roller_chain.start.rolling import placed_seats
from catena.drives.roller_chain.start.state import (
    driving_rotor,
    path_state,
    pins_of,
    put_centres_of_gravity,
    set_in_motion,
    start_speed,
)
from catena.drives.roller_chain.start.unbalanced_force import (
    remedy,
    unbalanced_words,
    worst_place,
)
from catena.errors import SolverError
from catena.integrators.planar_chain.assembly import (
    frictionless,
    link_view,
    rotor_view,
    turn_dof,
    work_for,
)
from catena.integrators.planar_chain.relaxation import relax
from catena.integrators.planar_chain.step_limit import chain_limit
from catena.integrators.planar_chain.tables import Part, State, System, Work
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.rows.planar import Counter
from catena.tables.checkpoint import copied

STEP_SHARES = (0.6, 0.3, 0.15)
"""Of the largest stable step, in the relaxation; smaller ones where the first fails:
light arms may fly past their place of rest, and are lighter at smaller steps."""
MOST_STEPS = 300_000
BLOCK_STEPS = 4000
"""Steps between two looks at what the joints carry."""
RELATIVE_TOLERANCE = 1e-4
"""Force left over the largest joint force."""
SMALLEST_TOLERANCE = 0.01
"""Force left that counts as none [N]."""
AXIS_MASS = 4.0
"""Mass of a floating axis over that of the links on it: heavy enough for their contact
springs, of which the axis feels the sum, to add little to the fastest motion."""


class Still(NamedTuple):
    """A drive fit to be relaxed."""

    system: System
    step: float  # for the relaxation [s]


def start_state(
    spec: Spec, layout: Layout, system: System
) -> tuple[State, Equilibrium | None]:
    """The state a run starts from, in motion, and the equilibrium it came from."""
    state, found = path_state(spec, layout, system), None
    seats = placed_seats(spec, layout)
    if spec.at_rest_first:
        found = equilibrium_of(spec, layout, system)
        state, seats = found.state, found.seats
    set_in_motion(spec, layout, system, state, seats)
    put_centres_of_gravity(system, state)
    return state, found


def equilibrium_of(spec: Spec, layout: Layout, system: System) -> Equilibrium:
    """Relax the chain under preload, gravity, the torques at the start, and inertia.

    Raises:
        SolverError: When more than a small force is left somewhere.
    """
    state = path_state(spec, layout, system)
    given = torques_at(system, state)
    if spec.solve.motion == "dynamic":
        push = travelling_forces(spec, layout, system, state)
        link_view(system, given)[:2] += push
    found = rest_from(spec, layout, system, state, given)
    if not found.near:
        first = len(spec.sprocket)
        angles = rotor_view(system, found.state.q)[2]
        turns = angles[first : first + len(spec.guide)]
        words = unbalanced_words(spec, layout, found)
        raise SolverError(
            f"chain: no equilibrium before the start, {words}"
            f'{remedy(spec)}, or start unstrained with start.shape = "path"'
            + "".join(f"; {w}" for w in rail_end_warnings(spec, layout, turns))
        )
    return found


def rest_from(
    spec: Spec, layout: Layout, system: System, state: State, given: Floats
) -> Equilibrium:
    """Equilibrium with given forces (n_u,) [N, N m] that a state comes to.

    Where none is found, it is that of the first try.
    """
    tries = (
        relax_in(
            still_system(spec, layout, system, share),
            copied(state),
            work_for(system),
            given,
        )
        for share in STEP_SHARES
    )
    first = next(tries)
    return first if first.near else next((x for x in tries if x.near), first)


def relax_in(
    still: Still,
    state: State,
    work: Work,
    given: Floats,
    tolerance: float | None = None,
) -> Equilibrium:
    """Move a state into equilibrium with given forces.

    Args:
        still: The drive without friction.
        state: Is moved.
        work: Scratch; holds the forces of the equilibrium afterwards.
        given: Given forces on links and torques on rotors (n_u,) [N, N m].
        tolerance: Force left that counts as none [N]; a small share of what the joints
            carry if not given.
    """
    left, taken, aim, largest = np.inf, 0, tolerance or SMALLEST_TOLERANCE, 0.0
    while taken < MOST_STEPS and not left <= aim:
        room = min(BLOCK_STEPS, MOST_STEPS - taken)
        left, steps = relax(still.system, state, work, given, still.step, room, aim)
        taken += steps
        largest = largest_joint_force(work)
        if not np.isfinite(left):
            break
        if tolerance is None:
            aim = max(SMALLEST_TOLERANCE, RELATIVE_TOLERANCE * largest)
    seats, worst = pressed_seats(still.system, work), worst_place(still.system, work)
    reached = bool(left <= aim)
    return Equilibrium(state, reached, float(left), taken, largest, seats, worst)


def pressed_seats(system: System, work: Work) -> Ints:
    """Sprocket whose teeth each roller presses on at the last evaluation, -1: none."""
    n = system.half.size
    seats = np.full(n, -1, dtype=np.int64)
    rows = work.rows[: work.counter[Counter.ROWS]]
    rows = rows[(rows.force > 0.0) & (rows.group == Part.TOOTH)]
    seats[rows.slot] = rows.b - n
    return seats


def largest_joint_force(work: Work) -> float:
    """Of all joints of links at the last evaluation [N]."""
    loads = work.joints[: work.sums.link.shape[1]]
    return float(np.hypot(loads.f_x, loads.f_y).max())


def torques_at(system: System, state: State) -> Floats:
    """Torques of drives and loads at the present time and angles (n_u,) [N m]."""
    given, noted = np.zeros(state.u.size), np.zeros(system.rotors.size)
    add_loads(system.imposed, state.q, state.u, given, noted, float(state.t[0]))
    return given


def travelling_forces(
    spec: Spec, layout: Layout, system: System, state: State
) -> Floats:
    """Inertia forces on the links of the chain that runs along its shape (2, n) [N].

    A pin that follows a curve at the speed v is accelerated by v^2 times its curvature,
    here the second difference of the pins over the squared pitch.
    """
    wheel = wheel_of(layout, spec.leading.name)
    speed = start_speed(spec, system) * (wheel.length_per_radian or 0.0)
    pins = pins_of(system, state)
    bend = np.roll(pins, -1, axis=0) - 2.0 * pins + np.roll(pins, 1, axis=0)
    acceleration = speed**2 * bend / layout.placement.pitch**2
    mean = 0.5 * (acceleration + np.roll(acceleration, -1, axis=0))
    return np.asarray(-mean.T * link_view(system, system.M)[0])


def still_system(
    spec: Spec, layout: Layout, system: System, share: float = STEP_SHARES[0]
) -> Still:
    """The same drive without friction and with light rotors, fit to be relaxed.

    The step is a share of the largest stable one.
    """
    path = path_state(spec, layout, system)
    tensioners, shafts = system.tensioners.copy(), system.shafts.copy()
    tensioners.d_in, tensioners.d_out, shafts.d = 0.0, 0.0, 0.0
    M_inv, rotors = system.M_inv.copy(), system.rotors.copy()
    M_inv[turn_dof(system, driving_rotor(spec, system))] = 0.0  # it holds the chain
    mounts, wheels = _about_axes(system)
    rotors.g_x, rotors.g_y = 0.0, 0.0
    light = frictionless(system)._replace(
        options=system.options._replace(rigid=0, set_valued=0),
        tensioners=tensioners,
        shafts=shafts,
        mounts=mounts,
        rotors=rotors,
        M_inv=M_inv,
        teeth=system.teeth._replace(wheels=wheels),
        bearings=system.bearings[:0].copy(),
    )
    _lighten(spec, layout, light, share * chain_limit(_held(light), path))
    return Still(light, share * chain_limit(light, path))


def _held(system: System) -> System:
    """The same drive with rotors that stand still; free rollers as heavy as links."""
    M_inv, n = system.M_inv.copy(), system.half.size
    rotors, rollers = rotor_view(system, M_inv), system.joints[n:].b - n
    rotors[:] = 0.0
    rotors[:2, rollers] = link_view(system, M_inv)[0].max()
    return system._replace(M_inv=M_inv)


def _about_axes(system: System) -> tuple[Rows, Rows]:
    """Elastic bearings and wheels seen from the axes: no unbalance."""
    mounts, wheels = system.mounts.copy(), system.teeth.wheels.copy()
    for mount in mounts:
        wheel = wheels[mount.body - system.half.size]
        wheel.off_x += mount.g_x
        wheel.off_y += mount.g_y
    mounts.g_x, mounts.g_y, mounts.d = 0.0, 0.0, 0.0
    return mounts, wheels


def _lighten(spec: Spec, layout: Layout, system: System, dt: float) -> None:
    """Rotors as heavy as the links that lie on them, or as their springs allow."""
    n = system.half.size
    rollers = system.joints[n:].b - n  # free ones, as heavy as a link
    mass = float(link_view(system, system.M)[0].min())
    rotor_view(system, system.M_inv)[:2, rollers] = 1.0 / mass
    rotors, M_inv = system.rotors, rotor_view(system, system.M_inv)
    least, first = np.zeros(rotors.size), turn_dof(system, 0)
    names = [part.name for part in spec.sprocket] + [part.name for part in spec.guide]
    for r, name in enumerate(names):
        seated = max(2, int((layout.placement.seat == layout.wheel_index(name)).sum()))
        if r >= len(spec.sprocket):
            rotors[r].r_pitch = _rail_arm(spec, layout, r - len(spec.sprocket))
        least[r] = seated * mass * rotors[r].r_pitch ** 2
        if rotors[r].mount >= 0:
            k = system.mounts[rotors[r].mount].k
            M_inv[:2, r] = 1.0 / max(AXIS_MASS * seated * mass, 2.0 * k * dt**2)
    least[rollers] = mass * rotors.r_pitch[rollers] ** 2
    for mount in system.mounts[system.mounts.arm >= 0]:
        arm = mount.arm - system.half.size
        least[arm] += 2.0 * mount.k * dt**2 * (mount.x**2 + mount.y**2)
    for row in system.tensioners:
        stop = STOP_STIFFNESS if row.stop < 1.0 else 0.0
        spring = 2.0 * (row.spring + stop) * row.lever**2 * dt**2
        least[row.rotor] = max(least[row.rotor], spring)
    for row in system.shafts:
        ends = np.array([row.a, row.b]) - first
        least[ends] = np.maximum(least[ends], 4.0 * row.k * dt**2)
        rotors[ends[1]].r_pitch = rotors[ends[0]].r_pitch
    free = M_inv[2] > 0.0
    M_inv[2, free] = 1.0 / least[free]


def _rail_arm(spec: Spec, layout: Layout, g: int) -> float:
    """From the pivot of a guide to the middle of its rail [m]."""
    curve, pivot = layout.rails[g].curve, spec.guide[g].pivot or (0.0, 0.0)
    middle = curve.frame(0.5 * curve.total)[0]
    return float(np.hypot(*(middle - np.array(pivot))))
