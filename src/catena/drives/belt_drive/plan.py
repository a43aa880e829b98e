"""A belt drive as tables of the engine."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from catena.bodies.ring_spline import RingSpline
from catena.couplings.bearing import BEARING
from catena.couplings.one_way_spring import ONE_WAY_SPRING
from catena.couplings.pin_joint import PIN_JOINT
from catena.couplings.shaft import SHAFT
from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.spec import Spec
from catena.drives.belt_drive.spec.pulleys import PulleyPart
from catena.drives.wheel_boundary.tables import Driven, imposed_tables
from catena.drives.wheel_boundary.words import DriveTorque, SpeedMotion
from catena.integrators.steps.belt_drive_tables import Group, System
from catena.numerics.arrays import Floats
from catena.numerics.records import Record, Rows, table
from catena.pairs.ring_wheel import RING_WHEEL
from catena.rows.turn import TURN
from catena.solvers.patches.belt_friction import Sweeps

BEARING_STIFFNESS = 2e7
"""Of the bearing that joins a pulley to its arm [N/m]."""
BEARING_DAMPING_RATIO = 0.05
DAMPING_ONSET = 1e-6
"""Depth over which contact damping grows [m]."""
MOST_SWEEPS = 200
TOLERANCE_SHARE = 1e-3
"""Of friction forces, over the tension at rest."""
GROOVE_ANGLES = {"v_ribbed": math.radians(40.0), "v": math.radians(38.0)}


@dataclass
class Bodies:
    """Planar bodies as they are listed; the ground comes first."""

    x: list[float] = field(default_factory=lambda: [0.0])
    y: list[float] = field(default_factory=lambda: [0.0])
    mass: list[float] = field(default_factory=lambda: [0.0])
    """0: the axis is held."""
    inertia: list[float] = field(default_factory=lambda: [0.0])
    speed: list[float] = field(default_factory=lambda: [0.0])
    """At the start, counter-clockwise [rad/s]."""

    def add(
        self, at: tuple[float, float], inertia: float, speed: float, mass: float = 0.0
    ) -> int:
        """One more body; its number."""
        self.x.append(at[0])
        self.y.append(at[1])
        self.mass.append(mass)
        self.inertia.append(inertia)
        self.speed.append(speed)
        return len(self.x) - 1

    @property
    def count(self) -> int:
        """With the ground."""
        return len(self.x)

    def turn(self, body: int) -> int:
        """Number of the angle of a body among the coordinates, once all are listed."""
        return 2 * self.count + body


@dataclass(frozen=True, eq=False)
class Plan:
    """Tables of a drive, and where its parts stand in them."""

    system: System
    bodies: Bodies
    rims: tuple[int, ...]
    """Body of each pulley that the belt touches."""
    shafts: tuple[int, ...]
    """Body of each pulley at which its boundary acts."""
    arms: tuple[int, ...]
    accounts: tuple[int, ...]
    """Pulley of each boundary of the ledger."""


def plan_of(spec: Spec, placed: Layout) -> Plan:
    """The tables of a drive."""
    bodies, knots = Bodies(), spec.solve.spans or placed.spans
    speed = spec.start_speed * placed.wheels[spec.leader].radius  # of the belt
    rims, shafts, arms, rings = [], [], [], []
    for part, wheel in zip(spec.pulley, placed.wheels, strict=True):
        omega = wheel.sense * speed / wheel.radius
        carried = part.mass if spec.arm_of(part.name) else 0.0
        split = part.decoupler is not None
        own = part.decoupler.rim_inertia if part.decoupler else part.inertia
        rims.append(bodies.add(wheel.centre, own, omega, carried))
        shafts.append(
            bodies.add(wheel.centre, part.inertia, omega) if split else rims[-1]
        )
        rings.append(
            bodies.add(wheel.centre, part.damper.inertia, omega) if part.damper else 0
        )
    arms = [bodies.add(arm.pivot, arm.inertia, 0.0) for arm in spec.tensioner]
    driven = [
        Driven(part.boundary, bodies.turn(body), wheel.sense)
        for part, body, wheel in zip(spec.pulley, shafts, placed.wheels, strict=True)
    ]
    imposed, accounts = imposed_tables(driven, spec.solve.duration, spec.load_ramp)
    l_0 = placed.length / knots
    node = spec.belt.mass_per_length * l_0
    M, M_inv, given = _masses(spec, placed, bodies, arms, knots, node)
    M_inv[imposed.speeds.dof] = 0.0
    belt = spec.belt
    tolerance = spec.solve.tolerance or TOLERANCE_SHARE * placed.tension
    wheels, friction = _wheels(spec, placed, rims, l_0)
    system = System(
        bodies=bodies.count,
        knots=knots,
        M=M,
        M_inv=M_inv,
        gravity=given,
        ring=RingSpline(
            l_0, belt.axial_stiffness, belt.bending_stiffness, 0.0, belt.damping, node
        ),
        tau_b=belt.bending_damping if belt.bending_stiffness > 0.0 else 0.0,
        wheels=wheels,
        friction=friction,
        joints=_joints(spec, placed, rims, arms),
        shafts=_shafts(spec, bodies, rims, shafts, rings, arms),
        clutches=_clutches(spec, placed, bodies, rims, shafts),
        bearings=_bearings(spec, bodies, shafts, arms),
        turns=_dry_arms(spec, bodies, arms),
        imposed=imposed,
        sweeps=Sweeps(tolerance, MOST_SWEEPS),
        spacing=1.2 * l_0,
    )
    return Plan(
        system, bodies, tuple(rims), tuple(shafts), tuple(arms), tuple(accounts)
    )


def _masses(
    spec: Spec, placed: Layout, bodies: Bodies, arms: list[int], knots: int, node: float
) -> tuple[Floats, Floats, Floats]:
    """Masses, their inverse, and constant forces: gravity and springs at rest."""
    n, (g_x, g_y) = bodies.count, spec.solve.gravity
    M = np.concatenate(
        [bodies.mass, bodies.mass, bodies.inertia, np.full(2 * knots, node)]
    )
    M_inv = np.divide(1.0, M, out=np.zeros_like(M), where=M > 0.0)
    given = np.zeros_like(M)
    given[:n], given[n : 2 * n] = M[:n] * g_x, M[:n] * g_y
    given[3 * n : 3 * n + knots], given[3 * n + knots :] = node * g_x, node * g_y
    for body, arm in zip(arms, placed.arms, strict=True):
        given[bodies.turn(body)] = arm.torque
    return M, M_inv, given


def _friction_curve(spec: Spec, part: PulleyPart) -> list[tuple[float, float]]:
    """Friction over sliding speed on one pulley, its grooves counted."""
    friction, belt = spec.contact.friction, spec.belt
    back = part.side == "outside"
    curve = list(friction.curve) or [(0.0, friction.coefficient)]
    if back and friction.back is not None:
        curve = [(0.0, friction.back)]
    grooved = belt.kind != "flat" and not back if part.grooved is None else part.grooved
    if not grooved:
        return curve
    angle = friction.groove_angle or GROOVE_ANGLES.get(belt.kind, math.pi)
    return [(speed, mu / math.sin(0.5 * angle)) for speed, mu in curve]


def _wheels(
    spec: Spec, placed: Layout, rims: list[int], l_0: float
) -> tuple[Rows, Floats]:
    """Running surfaces of all pulleys, and their friction."""
    rows = table(RING_WHEEL, len(rims))
    curve: list[tuple[float, float]] = []
    contact, node = spec.contact, spec.belt.mass_per_length * l_0
    stiffness = contact.stiffness * l_0
    for j, (part, wheel) in enumerate(zip(spec.pulley, placed.wheels, strict=True)):
        row = rows[j]
        row.body, row.group, row.radius = rims[j], Group.PULLEY + j, wheel.radius
        row.x = part.eccentricity * math.cos(part.eccentricity_angle)
        row.y = part.eccentricity * math.sin(part.eccentricity_angle)
        row.k, row.onset = stiffness, DAMPING_ONSET
        row.d = 2.0 * contact.damping_ratio * math.sqrt(stiffness * node)
        row.curve = len(curve)
        curve += _friction_curve(spec, part)
        row.curve_end = len(curve) - 1
    return rows, np.array(curve).T.copy()


def _joints(spec: Spec, placed: Layout, rims: list[int], arms: list[int]) -> Rows:
    """Pulleys on their arms."""
    rows = table(PIN_JOINT, len(arms), group=Group.BEARING, k=BEARING_STIFFNESS)
    names = [part.name for part in spec.pulley]
    for i, (arm, body) in enumerate(zip(spec.tensioner, arms, strict=True)):
        j = names.index(arm.pulley)
        at, mass = placed.wheels[j].centre, spec.pulley[j].mass
        rows[i].a, rows[i].b = body, rims[j]
        rows[i].a_x, rows[i].a_y = at[0] - arm.pivot[0], at[1] - arm.pivot[1]
        rows[i].d = 2.0 * BEARING_DAMPING_RATIO * math.sqrt(BEARING_STIFFNESS * mass)
    return rows


def _stacked(kind: Record, rows: list[dict[str, float]]) -> Rows:
    """A table from rows by name."""
    made = table(kind, len(rows))
    for i, row in enumerate(rows):
        for name, value in row.items():
            made[name][i] = value
    return made


def _shafts(
    spec: Spec,
    bodies: Bodies,
    rims: list[int],
    shafts: list[int],
    rings: list[int],
    arms: list[int],
) -> Rows:
    """Springs of arms, torsional dampers, and decouplers that work in both senses."""
    rows: list[dict[str, float]] = [
        {"a": bodies.turn(body), "b": bodies.turn(0), "k": arm.stiffness,
         "group": Group.TENSIONER}
        for arm, body in zip(spec.tensioner, arms, strict=True)
    ]  # fmt: skip
    for part, rim, shaft, ring in zip(spec.pulley, rims, shafts, rings, strict=True):
        if part.damper is not None:
            rows.append({"a": bodies.turn(rim), "b": bodies.turn(ring),
                         "k": part.damper.stiffness, "d": part.damper.damping,
                         "group": Group.SHAFT})  # fmt: skip
        if part.decoupler is not None and not part.decoupler.one_way:
            rows.append({"a": bodies.turn(rim), "b": bodies.turn(shaft),
                         "k": part.decoupler.stiffness, "d": part.decoupler.damping,
                         "group": Group.SHAFT})  # fmt: skip
    return _stacked(SHAFT, rows)


def _clutches(
    spec: Spec, placed: Layout, bodies: Bodies, rims: list[int], shafts: list[int]
) -> Rows:
    """Decouplers that overrun; who drives is the shaft of a driven machine's rim."""
    rows: list[dict[str, float]] = []
    for j, part in enumerate(spec.pulley):
        if part.decoupler is None or not part.decoupler.one_way:
            continue
        ends = [bodies.turn(rims[j]), bodies.turn(shafts[j])]
        if isinstance(part.boundary, SpeedMotion | DriveTorque):
            ends.reverse()
        rows.append({"a": ends[0], "b": ends[1], "slot": len(rows),
                     "group": Group.SHAFT, "sense": placed.wheels[j].sense,
                     "k": part.decoupler.stiffness,
                     "d": part.decoupler.damping})  # fmt: skip
    return _stacked(ONE_WAY_SPRING, rows)


def _bearings(spec: Spec, bodies: Bodies, shafts: list[int], arms: list[int]) -> Rows:
    """Drag of pulleys and arms."""
    rows: list[dict[str, float]] = [
        {"dof": bodies.turn(body), "d": part.damping, "group": Group.BEARING}
        for part, body in zip(spec.pulley, shafts, strict=True)
        if part.damping > 0.0
    ]
    rows += [
        {"dof": bodies.turn(body), "d": arm.damping, "group": Group.TENSIONER}
        for arm, body in zip(spec.tensioner, arms, strict=True)
        if arm.damping > 0.0
    ]
    return _stacked(BEARING, rows)


def _dry_arms(spec: Spec, bodies: Bodies, arms: list[int]) -> Rows:
    """Dry friction of arms on the ground; one over its moment stands in ``per``."""
    rows: list[dict[str, float]] = []
    for arm, body in zip(spec.tensioner, arms, strict=True):
        if arm.friction > 0.0:
            rows.append({"a": bodies.turn(body), "b": bodies.turn(0), "slot": len(rows),
                         "group": Group.TENSIONER, "mass": arm.inertia,
                         "per": 1.0 / arm.friction})  # fmt: skip
    return _stacked(TURN, rows)
