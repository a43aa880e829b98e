"""The chain at rest under its loads, before the run begins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.chain.assembly import largest_step, work_for
from catena.chain.relax import relax
from catena.chain.rotors import applied_torque, curve_value
from catena.chain.tables import (
    A_DAMP,
    A_INV,
    A_STIFF,
    B_DAMP,
    B_END,
    B_STIFF,
    B_WHEEL,
    COUNT,
    D_IN,
    D_OUT,
    FORCE,
    G_X,
    G_Y,
    JX,
    JY,
    LEVER,
    M_INV,
    OFF_X,
    OFF_Y,
    OM,
    PHI,
    R_INV,
    R_PITCH,
    ROTOR,
    SENSE,
    SLOT,
    SPRING,
    STOP,
    TURNING,
    Friction,
    Normal,
    State,
    System,
    Turning,
    Work,
)
from catena.chain.tensioner import STOP_STIFFNESS
from catena.drives.roller_chain.layout import Layout
from catena.drives.roller_chain.left_over import REMEDY, left_over, worst_place
from catena.drives.roller_chain.rail_ends import rail_end_warnings
from catena.drives.roller_chain.rolling import placed_seats
from catena.drives.roller_chain.rotor_tables import wheel_of
from catena.drives.roller_chain.spec import Spec
from catena.drives.roller_chain.start import (
    driving_rotor,
    path_state,
    pins_of,
    put_centres_of_gravity,
    set_in_motion,
    start_speed,
)
from catena.errors import SolverError
from catena.numerics.arrays import Floats, Ints

STEP_SHARE = 0.7
"""Of the largest stable step, in the relaxation."""
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
SMALL_SHARE = 0.01
"""Force left over the largest joint force up to which a run still starts."""


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """Where a chain came to rest."""

    state: State
    reached: bool
    left: float
    """Largest force left on a link [N]."""
    steps: int
    largest: float
    """Largest joint force [N]."""
    seats: Ints
    """Sprocket whose teeth each roller presses on, -1 for none."""
    worst: tuple[str, int]
    """What carries the force left: a link or a rotor, and its number."""

    @property
    def near(self) -> bool:
        """Whether a run may start from it."""
        return self.reached or self.left <= SMALL_SHARE * self.largest


def start_state(
    spec: Spec, layout: Layout, system: System
) -> tuple[State, Equilibrium | None]:
    """The state a run starts from, in motion, and the equilibrium it came from."""
    state, found = path_state(spec, layout, system), None
    seats = placed_seats(spec, layout)
    if spec.solve.start == "equilibrium":
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
    torque = torques_at(spec, system, state)
    push = np.zeros((2, state.link.shape[1]))
    if spec.solve.motion == "dynamic":
        push = travelling_forces(spec, layout, system, state)
    still = still_system(spec, layout, system)
    found = relax_in(still, state, work_for(state), push, torque)
    if not found.near:
        first = len(spec.sprocket)
        turns = found.state.rotor[PHI, first : first + len(spec.guide)]
        raise SolverError(
            f"chain: no equilibrium before the start, {left_over(spec, layout, found)}"
            f'{REMEDY}, or start unstrained with solve.start = "path"'
            + "".join(f"; {w}" for w in rail_end_warnings(spec, layout, turns))
        )
    return found


def relax_in(
    still: System,
    state: State,
    work: Work,
    push: Floats,
    torque: Floats,
    tolerance: float | None = None,
) -> Equilibrium:
    """Move a state into equilibrium with given forces.

    Args:
        still: The drive, fit to be relaxed.
        state: Is moved.
        work: Scratch; holds the forces of the equilibrium afterwards.
        push: Given forces on the links (2, n) [N].
        torque: Given torques on the rotors (r,) [N m].
        tolerance: Force left that counts as none [N]; a small share of what the joints
            carry if not given.
    """
    dt = STEP_SHARE * largest_step(still)
    left, taken, aim, largest = np.inf, 0, tolerance or SMALLEST_TOLERANCE, 0.0
    while taken < MOST_STEPS and not left <= aim:
        room = min(BLOCK_STEPS, MOST_STEPS - taken)
        left, steps = relax(still, state, work, push, torque, dt, room, aim)
        taken += steps
        largest = largest_joint_force(work)
        if not np.isfinite(left):
            break
        if tolerance is None:
            aim = max(SMALLEST_TOLERANCE, RELATIVE_TOLERANCE * largest)
    seats, worst = pressed_seats(still, work), worst_place(still, state, work)
    reached = bool(left <= aim)
    return Equilibrium(state, reached, float(left), taken, largest, seats, worst)


def pressed_seats(system: System, work: Work) -> Ints:
    """Sprocket whose teeth each roller presses on at the last evaluation, -1: none."""
    count, n = work.counter[COUNT], work.link.shape[1]
    seats = np.full(n, -1, dtype=np.int64)
    pressed = work.touch[FORCE, :count] > 0.0
    pressed &= work.pair[ROTOR, :count] < system.wheel.shape[1]
    seats[work.pair[SLOT, :count][pressed]] = work.pair[ROTOR, :count][pressed]
    return seats


def largest_joint_force(work: Work) -> float:
    """Of all joints at the last evaluation [N]."""
    return float(np.hypot(work.link[JX], work.link[JY]).max())


def torques_at(spec: Spec, system: System, state: State) -> Floats:
    """Torques of drives and loads at the present time and angles [N m], (r,)."""
    torque = np.zeros(system.rotor.shape[1])
    t, ramp = float(state.t[0]), spec.solve.ramp
    share = 1.0 if t >= ramp else t / ramp
    guides = range(len(spec.sprocket), len(spec.sprocket) + len(spec.guide))
    for r in range(torque.size):
        if system.rotor_code[TURNING, r] == Turning.TORQUE and r not in guides:
            sense = system.rotor[SENSE, r]
            mean = curve_value(system.curve, system.rotor_code, r, t)
            turned = sense * state.rotor[PHI, r]
            speed = sense * state.rotor[OM, r]
            found = applied_torque(
                system.rotor, system.wave, system.rotor_code, r, mean, turned, speed
            )
            torque[r] = sense * share * found
    return torque


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
    return np.ascontiguousarray((-mean / system.link[M_INV][:, None]).T)


def still_system(spec: Spec, layout: Layout, system: System) -> System:
    """The same drive without friction and with light rotors, fit to be relaxed."""
    laws = system.laws._replace(
        friction=int(Friction.REGULARISED), mu_pin=0.0, mu_tooth=0.0, mu_rail=0.0
    )
    if laws.normal == Normal.RIGID:
        laws = laws._replace(normal=int(Normal.SPRING))
    tensioner = system.tensioner.copy()
    tensioner[[D_IN, D_OUT]] = 0.0
    bar, rotor = system.bar.copy(), system.rotor.copy()
    bar[B_DAMP], rotor[A_DAMP] = 0.0, 0.0
    rotor[R_INV, driving_rotor(spec, system)] = 0.0  # the driver holds the chain
    floating = rotor[A_INV] > 0.0  # unbalance does not act: all about the axes
    rotor[np.ix_([OFF_X, OFF_Y], floating)] += rotor[np.ix_([G_X, G_Y], floating)]
    rotor[[G_X, G_Y]] = 0.0
    light = system._replace(laws=laws, rotor=rotor, tensioner=tensioner, bar=bar)
    _lighten(spec, layout, light)
    return light


def _lighten(spec: Spec, layout: Layout, system: System) -> None:
    """Rotors as heavy as the links that lie on them, or as their springs allow."""
    dt = STEP_SHARE * largest_step(system)
    mass = float(1.0 / system.link[M_INV].max())
    rotor, least = system.rotor, np.zeros(system.rotor.shape[1])
    names = [part.name for part in spec.sprocket] + [part.name for part in spec.guide]
    for r, name in enumerate(names):
        seated = max(2, int((layout.placement.seat == layout.wheel_index(name)).sum()))
        if r < len(spec.sprocket):
            arm = rotor[R_PITCH, r]
        else:
            rail = layout.rails[r - len(spec.sprocket)]
            pivot = np.array(spec.guide[r - len(spec.sprocket)].pivot or (0.0, 0.0))
            arm = float(
                np.hypot(*(rail.curve.frame(0.5 * rail.curve.total)[0] - pivot))
            )
            rotor[R_PITCH, r] = arm
        least[r] = seated * mass * arm**2
        if rotor[A_INV, r] > 0.0:
            held = max(AXIS_MASS * seated * mass, 2.0 * rotor[A_STIFF, r] * dt**2)
            rotor[A_INV, r] = 1.0 / held
    for g in range(len(spec.guide)):
        lever, spring = system.tensioner[LEVER, g], system.tensioner[SPRING, g]
        stop = STOP_STIFFNESS if system.tensioner[STOP, g] < 1.0 else 0.0
        r = len(spec.sprocket) + g
        least[r] = max(least[r], 2.0 * (spring + stop) * lever**2 * dt**2)
    for i in range(system.bar.shape[1]):
        ends = system.bar_code[[B_WHEEL, B_END], i]
        least[ends] = np.maximum(least[ends], 4.0 * system.bar[B_STIFF, i] * dt**2)
        rotor[R_PITCH, ends[1]] = rotor[R_PITCH, ends[0]]
    free = rotor[R_INV] > 0.0
    rotor[R_INV, free] = 1.0 / least[free]
