"""From a layout to the tables the kernels run on."""

from __future__ import annotations

import numpy as np

from catena.chain.assembly import gap_tables, rows_of, still_state
from catena.chain.tables import (
    ANGLE,
    BEARING,
    CLEAR,
    CURVE,
    CX,
    CY,
    DAMP,
    END,
    HALF,
    INERTIA,
    J_INV,
    M_INV,
    OM,
    PAIR,
    R_INV,
    SENSE,
    STIFF,
    SUPPLY,
    TURNING,
    VX,
    VY,
    Friction,
    Laws,
    State,
    System,
    Turning,
    W,
)  # fmt: skip
from catena.drives.roller_chain.layout import Layout, pin_velocities
from catena.drives.roller_chain.spec import Spec
from catena.drives.roller_chain.spec_boundaries import Load, SpeedMotion
from catena.drives.roller_chain.spec_guides import GuidePart, HydraulicTensioner
from catena.geometry.contour import Contour
from catena.geometry.guide import Rail
from catena.geometry.path import Wheel
from catena.numerics.arrays import Floats, Ints

DAMPING_ONSET = 5e-7
"""Depth over which contact damping grows to its full value [m]."""
MOST_SWEEPS = 60
MOST_ORDERS = 64
"""Orders kept of a torque given as a table."""


def system_of(spec: Spec, layout: Layout) -> System:
    """Everything that never changes during the run."""
    wheel, wheel_code, gaps = gap_tables(layout.profiles)
    rails, boxes = _rails(spec, layout)
    rows, code, shape = rows_of([*(p.contour for p in layout.profiles), *rails])
    sprockets = len(layout.profiles)
    rotor, rotor_code, curve, wave = _rotors(spec, layout)
    link, owner = _links(spec, layout)
    return System(
        laws=_laws(spec, layout),
        link=link,
        owner=owner,
        rotor=rotor,
        rotor_code=rotor_code,
        curve=curve,
        wave=wave,
        wheel=wheel,
        wheel_code=np.vstack([rows[:sprockets].T, wheel_code]),
        gaps=gaps,
        rail=boxes,
        rail_code=np.ascontiguousarray(rows[sprockets:].T),
        code=code,
        shape=shape,
        tensioner=_tensioners(spec, layout),
    )


def _links(spec: Spec, layout: Layout) -> tuple[Floats, Ints]:
    chain, n = layout.chain, layout.placement.link_count
    k = np.arange(n)
    alternating = n % 2 == 0 and not spec.chain.uniform
    owner = k - k % 2 if alternating else k
    end = np.where((k % 2 == 1) & alternating, 1.0, -1.0)
    link = np.zeros((8, n))
    link[HALF] = 0.5 * chain.pitch
    link[M_INV], link[J_INV] = 1.0 / chain.link_mass, 1.0 / chain.link_inertia
    link[STIFF], link[DAMP] = chain.stiffness, chain.damping
    link[CLEAR], link[END] = spec.chain.joint.clearance, end
    link[PAIR] = 1.0 / (link[J_INV] + np.roll(link[J_INV], 1))
    return link, owner.astype(np.int64)


def _laws(spec: Spec, layout: Layout) -> Laws:
    solve, joint, chain = spec.solve, spec.chain.joint, layout.chain
    tooth, rail = spec.contact.tooth, spec.contact.rail
    set_valued = solve.friction == "set-valued"
    return Laws(
        friction=int(Friction.SET_VALUED if set_valued else Friction.REGULARISED),
        soft=solve.slip_speed,
        onset=DAMPING_ONSET,
        tolerance=1.0 if solve.tolerance is None else solve.tolerance,
        sweeps=MOST_SWEEPS,
        ramp=solve.load_ramp,
        gravity_x=solve.gravity[0],
        gravity_y=solve.gravity[1],
        r_pin=0.5 * chain.pin_diameter,
        mu_pin=joint.friction,
        d_turn=joint.damping,
        roller=0.5 * chain.roller_diameter,
        k_tooth=tooth.stiffness or chain.stiffness,
        d_tooth=tooth.damping,
        mu_tooth=tooth.friction,
        offset=0.5 * chain.plate_height,
        k_rail=rail.stiffness,
        d_rail=rail.damping,
        mu_rail=rail.friction,
    )


def _rotors(spec: Spec, layout: Layout) -> tuple[Floats, Ints, Floats, Floats]:
    """Sprockets, then guides, with their speeds and torques."""
    t: list[float] = []
    value: list[float] = []
    waves: list[tuple[float, float, float]] = []
    codes = []
    for part in spec.sprocket:
        first, begin = len(t), len(waves)
        times, values, found, how = _boundary(spec, part.boundary)
        t += times
        value += values
        waves += found
        codes.append((how, first, len(t) - 1, begin, len(waves)))
    for guide in spec.guide:
        how = Turning.FIXED if guide.pivot is None else Turning.TORQUE
        codes.append((how, 0, 0, 0, 0))
    rotor_code = np.array(codes, dtype=np.int64).T.copy()
    centres = [part.centre for part in spec.sprocket]
    centres += [guide.pivot or (0.0, 0.0) for guide in spec.guide]
    rotor = np.zeros((6, len(centres)))
    rotor[CX], rotor[CY] = np.array(centres).T
    rotor[INERTIA] = [p.inertia for p in spec.sprocket] + [
        guide.inertia for guide in spec.guide
    ]
    by_torque = rotor_code[TURNING] == Turning.TORQUE
    rotor[R_INV, by_torque] = 1.0 / rotor[INERTIA, by_torque]
    sprockets = len(spec.sprocket)
    rotor[BEARING, :sprockets] = [part.damping for part in spec.sprocket]
    rotor[SENSE] = 1.0
    rotor[SENSE, :sprockets] = [_wheel(layout, p.name).sense for p in spec.sprocket]
    wave = np.array(waves, dtype=np.float64).reshape(-1, 3).T.copy()
    return rotor, rotor_code, np.array([t, value]), wave


Boundary = tuple[list[float], list[float], list[tuple[float, float, float]], Turning]


def _boundary(spec: Spec, boundary: object) -> Boundary:
    """Times, values, harmonics and kind of what turns a sprocket."""
    if isinstance(boundary, SpeedMotion):
        waves = [(w.order, w.amplitude, w.phase) for w in boundary.irregularity]
        times, values = [0.0], [boundary.speed]
        if boundary.ramp > 0.0:
            times, values = [0.0, boundary.ramp], [0.0, boundary.speed]
        if boundary.run_up is not None:
            times, values = [*times, spec.solve.duration], [*values, boundary.run_up]
        return times, values, waves, Turning.SPEED
    if isinstance(boundary, Load):
        waves = [(w.order, -w.amplitude, w.phase) for w in boundary.orders]
        mean, table = _table_orders(np.array(boundary.torques))
        return [0.0], [-boundary.torque - mean], waves + table, Turning.TORQUE
    torque = getattr(boundary, "torque", 0.0)
    return [0.0], [torque], [], Turning.TORQUE


def _table_orders(torques: Floats) -> tuple[float, list[tuple[float, float, float]]]:
    """Mean and orders of a braking torque sampled evenly over one turn."""
    if not torques.size:
        return 0.0, []
    waves = np.fft.rfft(torques) / torques.size
    kept = range(1, min(MOST_ORDERS, (torques.size - 1) // 2) + 1)
    found = [
        (float(k), -2.0 * float(abs(waves[k])), float(np.angle(waves[k]))) for k in kept
    ]
    return float(waves[0].real), found


def _wheel(layout: Layout, name: str) -> Wheel:
    item = layout.items[layout.wheel_index(name)]
    assert isinstance(item, Wheel)
    return item


def _rails(spec: Spec, layout: Layout) -> tuple[list[Contour], Floats]:
    """Sliding surfaces in the frames of their rotors, and the boxes around them."""
    offset = 0.5 * layout.chain.plate_height
    contours, boxes = [], []
    for part, rail in zip(spec.guide, layout.rails, strict=True):
        x, y = part.pivot or (0.0, 0.0)
        own = rail.moved(-x, -y)
        contours.append(own.contour())
        edge = own.curve.outline(1e-5)
        boxes.append([*(edge.min(axis=0) - offset), *(edge.max(axis=0) + offset)])
    return contours, np.array(boxes, dtype=np.float64).reshape(-1, 4)


def _tensioners(spec: Spec, layout: Layout) -> Floats:
    """One row per guide; a guide without tensioner has the lever 0."""
    rows = []
    for part, rail in zip(spec.guide, layout.rails, strict=True):
        t = part.tensioner
        if t is None:
            rows.append([0.0] * 14)
            continue
        side = _pressing_side(part, rail)
        head = [side * t.lever, t.preload, t.stiffness]
        if isinstance(t, HydraulicTensioner):
            oil = [t.area, t.supply_pressure, t.leak, t.valve, t.chamber_volume]
            oil += [t.bulk_modulus, t.air_fraction, t.relief_pressure]
            rows.append([*head, 0.0, 0.0, 1.0, *oil])
        else:
            head += [t.damping_in, t.damping_out, t.stop]
            rows.append(head + [0.0] * 8)
    return np.array(rows, dtype=np.float64).reshape(-1, 14).T.copy()


def _pressing_side(part: GuidePart, rail: Rail) -> float:
    """+1 where turning left presses the guide against the chain."""
    assert part.pivot is not None
    point, heading = rail.curve.frame(0.5 * rail.curve.total)
    n_x, n_y = rail.sense * np.sin(heading), -rail.sense * np.cos(heading)
    arm = point - np.array(part.pivot)
    return 1.0 if arm[0] * n_y - arm[1] * n_x > 0.0 else -1.0


def running_state(spec: Spec, layout: Layout, system: System) -> State:
    """The chain on its path, moving as the driving sprocket asks at the start."""
    pins = layout.placement.pins
    ahead = np.roll(pins, -1, axis=0)
    middle = 0.5 * (pins + ahead)
    phases = [layout.placement.phases[part.name] for part in spec.sprocket]
    phi = np.array(phases + [0.0] * len(spec.guide))
    angles = layout.placement.link_angles()
    state = still_state(middle, angles, phi, len(spec.guide))
    driver = [part.boundary.kind for part in spec.sprocket].index("speed")
    turning = system.curve[1, system.rotor_code[CURVE, driver]]
    wheel = _wheel(layout, spec.sprocket[driver].name)
    assert wheel.length_per_radian is not None
    _set_in_motion(spec, layout, state, float(turning * wheel.length_per_radian))
    state.pressure[:] = system.tensioner[SUPPLY]
    return state


def _set_in_motion(spec: Spec, layout: Layout, state: State, speed: float) -> None:
    """Velocities of links and sprockets of a chain running at a speed [m/s]."""
    velocity = pin_velocities(layout, speed)
    ahead = np.roll(velocity, -1, axis=0)
    mean, change = 0.5 * (velocity + ahead), ahead - velocity
    state.link[VX], state.link[VY] = mean.T
    angle = state.link[ANGLE]
    across = np.cos(angle) * change[:, 1] - np.sin(angle) * change[:, 0]
    state.link[W] = across / layout.chain.pitch
    for j, part in enumerate(spec.sprocket):
        wheel = _wheel(layout, part.name)
        assert wheel.length_per_radian is not None
        state.rotor[OM, j] = wheel.sense * speed / wheel.length_per_radian
