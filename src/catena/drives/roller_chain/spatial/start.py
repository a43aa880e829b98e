"""The chain at the start: laid on its path, settled at rest, then set in motion."""

from __future__ import annotations

import numpy as np

from catena.codes import STATUS_TEXT, Status
from catena.drives.roller_chain.spatial.detection import chain_off
from catena.drives.roller_chain.spatial.layout import SpatialLayout
from catena.drives.roller_chain.spatial.rails import arm_turns
from catena.drives.roller_chain.spatial.tables import sense_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import SolverError
from catena.integrators.spatial_implicit import advance_spatial, spatial_energy
from catena.numerics.arrays import Floats
from catena.numerics.quaternions import axes_of
from catena.numerics.records import Rows
from catena.numerics.rotations import quaternion_of
from catena.tables.spatial import (
    SpatialChain,
    SpatialState,
    SpatialWork,
    friction_slots,
    state_for,
)

SETTLE_TIME = 0.05
"""Time at rest with drag before the run starts [s]."""
SAG_TIME, SAG_DRAG, SAGGED = 1.0, 60.0, 2e-3
"""Most time in which a slack chain falls into its sag, or a heavy arm into its place
[s], drag meanwhile [1/s], and speed below which the chain has [m/s]."""
SETTLE_STEP = 2e-5
SETTLE_BLOCK = 100
"""Steps between two looks whether the chain is on its teeth."""
BEND_BLOCKS, BEND_STEPS = 250, 10
"""In how many pieces skew and run-out of sprockets grow, and steps of each."""
DRAG = 400.0
"""Rate at which momentum fades while the chain settles [1/s]."""
STILL = 0.05
"""Speed of a link above which the chain has not settled [m/s]."""
SHIFT = 1e-6
"""Way along the path from which velocities of a moving start are taken [m]."""


def laid_state(spec: Spec, placed: SpatialLayout, system: SpatialChain) -> SpatialState:
    """The unstrained chain on its path, without any contact force."""
    explicit = spec.spatial.scheme == "explicit"
    state = state_for(system, friction_slots(system) if explicit else 0)
    state.link_q[:, :3], state.link_q[:, 3:] = poses_of(placed.pins)
    state.border_q[: len(placed.wheels)] = placed.phases
    for a, turn in enumerate(arm_turns(spec, placed)):
        state.border_q[len(placed.wheels) + a] = turn
    return state


def poses_of(pins: Floats) -> tuple[Floats, Floats]:
    """Middles (n, 3) and quaternions (n, 4) of links between pins (n, 3).

    x runs along the pins, z is that of the world made square to it.
    """
    following = np.roll(pins, -1, axis=0)
    x = following - pins
    x = x / np.linalg.norm(x, axis=1)[:, None]
    z = np.array([0.0, 0.0, 1.0]) - x * x[:, 2:]
    z = z / np.linalg.norm(z, axis=1)[:, None]
    axes = np.stack([x, np.cross(z, x), z], axis=-1)
    return 0.5 * (pins + following), quaternion_of(axes)


def start_state(
    spec: Spec, placed: SpatialLayout, system: SpatialChain, work: SpatialWork
) -> SpatialState:
    """The state in which the run begins, books at zero."""
    state = laid_state(spec, placed, system)
    settle(spec, placed, system, state, work)
    set_in_motion(spec, placed, system, state)
    state.t[0] = 0.0
    for books in (state.loss, state.work, state.side, state.wear):
        books[:] = 0.0
    return state


def settle(
    spec: Spec,
    placed: SpatialLayout,
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
) -> None:
    """Let springs, weight and slack find their rest, the driver held.

    Raises:
        SolverError: The chain leaves its teeth or does not come to rest.
    """
    resting = system._replace(
        laws=system.laws._replace(motion=np.zeros((1, 2))),
        wheel=held(system.wheel, spec.leader),
    )
    _bend(placed, system, resting, state, work)
    _rest(spec, system, resting, state, work, DRAG, SETTLE_TIME)
    if not _fastest(state) < STILL:  # a heavy arm takes its time
        _rest(spec, system, resting, state, work, SAG_DRAG, SAG_TIME, STILL)
    if not _fastest(state) < STILL:
        raise SolverError(
            f"chain: does not come to rest on its sprockets in space; after "
            f"{SETTLE_TIME + SAG_TIME:g} s its fastest link moves at "
            f"{_fastest(state):.3g} m/s"
        )
    for speeds in (state.link_u, state.roller_u, state.border_u):
        speeds[:] = 0.0


def _rest(
    spec: Spec,
    system: SpatialChain,
    resting: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    drag: float,
    time: float,
    enough: float = 0.0,
) -> None:
    """Take steps with drag [1/s] for some time [s], or until links are slow enough."""
    for _ in range(round(time / (SETTLE_STEP * SETTLE_BLOCK))):
        status = advance_spatial(resting, state, work, SETTLE_STEP, SETTLE_BLOCK, drag)
        off = "" if status else chain_off(spec, system, state, work)
        if status or off:
            raise SolverError(
                "chain: does not settle on its sprockets in space before the start: "
                f"{off or STATUS_TEXT[Status(status)]}"
            )
        if _fastest(state) < enough:
            return


def _fastest(state: SpatialState) -> float:
    """Of all links, along any axis [m/s]."""
    return float(np.abs(state.link_u[:, :3]).max())


def _bend(
    placed: SpatialLayout,
    system: SpatialChain,
    resting: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
) -> None:
    """Bring axes and teeth from where the chain is laid to where they stand.

    The chain is laid taut around even wheels in parallel planes; skew, wobble,
    eccentricity and slack then grow slowly while it rests.
    """
    wheel, loosened = system.wheel, placed.loosened
    names = ("skew_x", "skew_y", "wobble", "e_x", "e_y")
    if not any(np.any(wheel[name]) for name in names) and not loosened.any():
        return
    for k in range(1, BEND_BLOCKS + 1):
        for name in names:
            resting.wheel[name][:] = wheel[name] * k / BEND_BLOCKS
        left = loosened * (1.0 - k / BEND_BLOCKS)
        resting.wheel.x[:], resting.wheel.y[:] = (
            wheel.x - left[:, 0],
            wheel.y - left[:, 1],
        )
        advance_spatial(resting, state, work, SETTLE_STEP, BEND_STEPS, DRAG)
    if not loosened.any():
        return
    for _ in range(round(SAG_TIME / (SETTLE_STEP * SETTLE_BLOCK))):
        advance_spatial(resting, state, work, SETTLE_STEP, SETTLE_BLOCK, SAG_DRAG)
        if _fastest(state) < SAGGED:
            return


def held(wheel: Rows, leader: int) -> Rows:
    """Wheels of which the leader is held."""
    copy = wheel.copy().view(np.recarray)
    copy.torque[:] = 0.0
    copy.held[leader] = 1
    return copy


def set_in_motion(
    spec: Spec, placed: SpatialLayout, system: SpatialChain, state: SpatialState
) -> None:
    """Velocities of a start in motion: every pin runs along the path."""
    speed = initial_speed(spec, system)
    if speed == 0.0:
        return
    leader = spec.leader
    moved = placed.path.walk(SHIFT, placed.pitches.tolist())[:-1]
    before, after = placed.pins, placed.path.points(moved)
    ways = _turns(placed, before, after)
    scale = abs(speed) / abs(ways[leader])
    middles = [poses_of(pins)[0] for pins in (before, after)]
    state.link_u[:, :3] = (middles[1] - middles[0]) * scale
    ends = [np.roll(pins, -1, axis=0) - pins for pins in (before, after)]
    change = (ends[1] - ends[0]) * scale
    turning = (
        np.cross(ends[0], change) / (np.linalg.norm(ends[0], axis=1) ** 2)[:, None]
    )
    from_quaternion = axes_of(state.link_q[:, 3:])
    state.link_u[:, 3:] = np.einsum("nji,nj->ni", from_quaternion, turning)
    state.border_u[: len(ways)] = ways * scale
    _carry_rollers(system, state, from_quaternion)


def initial_speed(spec: Spec, system: SpatialChain) -> float:
    """Speed of the leader at the start, left turn positive [rad/s]."""
    if bool(system.wheel.held[spec.leader]):
        return float(system.laws.motion[0, 1])
    return float(sense_sign(spec)) * spec.nominal_speed


def sense_sign(spec: Spec) -> float:
    """+1 where the leader turns left."""
    left = spec.travel == "counter-clockwise"
    return 1.0 if (spec.leading.side == "inside") == left else -1.0


def _turns(placed: SpatialLayout, before: Floats, after: Floats) -> Floats:
    """Turn of every wheel while the pins move on [rad], from a pin in its middle."""
    found = []
    for j, wheel in enumerate(placed.wheels):
        seated = np.flatnonzero(placed.seats == j)
        k = seated[len(seated) // 2]
        d = before[k, :2] - np.array(wheel.centre)
        e = after[k, :2] - before[k, :2]
        found.append((d[0] * e[1] - d[1] * e[0]) / (d @ d))
    return np.array(found) * np.abs(sense_of(placed))


def _carry_rollers(system: SpatialChain, state: SpatialState, axes: Floats) -> None:
    """Rollers move with their bushes and do not spin against them."""
    i = system.roller.link
    own = np.einsum("nji,nj->ni", axes[i], state.link_u[i, :3])
    w = state.link_u[i, 5]
    state.roller_u[:, 0] = own[:, 0]
    state.roller_u[:, 1] = own[:, 1] + w * system.roller.x
    state.roller_u[:, 2] = w


def stored_energy(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> tuple[float, float]:
    """Kinetic energy and that of springs, contacts and gravity [J]."""
    kinetic, stored = spatial_energy(system, state, work)
    return float(kinetic), float(stored)
