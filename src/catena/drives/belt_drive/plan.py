"""A belt drive as tables of the engine."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from catena.bodies.ring_bending.ring_dry_bending import DryBending
from catena.bodies.ring_spline import RingSpline
from catena.couplings.bearing import BEARING
from catena.couplings.one_way_spring import ONE_WAY_SPRING
from catena.couplings.pin_joint import PIN_JOINT
from catena.couplings.torsion_bar import TORSION_BAR
from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.spec import Spec
from catena.drives.belt_drive.spec.pulleys import PulleyPart
from catena.drives.plan import Bodies, Plan
from catena.drives.wheel_boundary.tables import Driven, impose
from catena.drives.wheel_boundary.words import DriveSpeed, DriveTorque, Load
from catena.errors import SpecError
from catena.geometry.paths.path import Wheel
from catena.integrators.steps.belt_drive_tables import Group, System
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, table
from catena.pairs.ring_wheel import PLACES, RING_WHEEL
from catena.rows.turn import TURN
from catena.solvers.patches.belt_friction import Sweeps

BEARING_STIFFNESS = 2e7
"""Of the bearing that joins a pulley to its arm [N/m]."""
BEARING_DAMPING_RATIO = 0.05
DRY_ONSET = 0.05
"""Curvature at which dry bending slips, over that of the smallest pulley."""
DAMPING_ONSET = 1e-6
"""Depth over which contact damping grows [m]."""
MOST_SWEEPS = 200
TOLERANCE_SHARE = 1e-3
"""Of friction forces, over the tension at rest."""
GROOVE_ANGLES = {"v_ribbed": math.radians(40.0), "v": math.radians(38.0)}


@dataclass(frozen=True, eq=False)
class BeltPlan:
    """Tables of a drive, and where its parts stand in them."""

    system: System
    bodies: Bodies
    """Planar bodies; the ground comes first."""
    rims: tuple[int, ...]
    """Body of each pulley that the belt touches."""
    shafts: tuple[int, ...]
    """Body of each pulley at which its boundary acts."""
    arms: tuple[int, ...]
    rings: tuple[int, ...]
    """Body of the torsional damper of each pulley; the ground where it has none."""
    accounts: tuple[int, ...]
    """Pulley of each boundary of the ledger."""


@dataclass(frozen=True)
class Numbers:
    """Of the planar bodies."""

    rims: list[int]
    shafts: list[int]
    rings: list[int]
    """Of torsional dampers; 0: none."""
    arms: list[int]


def plan_of(spec: Spec, placed: Layout) -> BeltPlan:
    """The tables of a drive."""
    plan, knots = Plan(), spec.solve.spans or placed.spans
    l_0 = placed.length / knots
    node = spec.belt.mass_per_length * l_0
    bodies, ring = plan.bodies(3), plan.bodies(2)
    numbers = _add_bodies(spec, placed, bodies)
    ring.add(np.full((2, knots), node))
    accounts = _impose(plan, spec, placed, bodies, numbers)
    _add_weights(plan, spec)
    _couple_arms(plan, spec, placed, bodies, numbers)
    for j, part in enumerate(spec.pulley):
        ends = bodies.dof([numbers.rims[j], numbers.shafts[j], numbers.rings[j]], 2)
        _couple_pulley(plan, part, ends, placed.wheels[j].sense)
    belt = spec.belt
    tolerance = spec.solve.tolerance or TOLERANCE_SHARE * placed.tension
    wheels, friction = _wheels(spec, placed, numbers.rims, l_0)
    system = System(
        bodies=bodies.count,
        knots=knots,
        M=plan.M,
        M_inv=plan.M_inv,
        gravity=plan.forces,
        ring=RingSpline(
            l_0, belt.axial_stiffness, belt.bending_stiffness, 0.0, belt.damping, node
        ),
        tau_b=belt.bending_damping if belt.bending_stiffness > 0.0 else 0.0,
        dry=_dry_bending(spec, placed),
        wheels=wheels,
        friction=friction,
        joints=plan.table(PIN_JOINT),
        shafts=plan.table(TORSION_BAR),
        clutches=plan.table(ONE_WAY_SPRING),
        bearings=plan.table(BEARING),
        turns=plan.table(TURN),
        imposed=plan.imposed,
        sweeps=Sweeps(tolerance, MOST_SWEEPS),
        spacing=1.2 * l_0 / PLACES,
    )
    parts = numbers.rims, numbers.shafts, numbers.arms, numbers.rings, accounts
    return BeltPlan(system, bodies, *(tuple(found) for found in parts))


def _dry_bending(spec: Spec, placed: Layout) -> DryBending:
    """The bound of the moment, and the stiffness that reaches it."""
    bound = spec.belt.hysteresis_moment
    smallest = min(wheel.radius for wheel in placed.wheels)
    onset = spec.belt.hysteresis_curvature or DRY_ONSET / smallest
    if bound > 0.0 and 2.0 * onset * smallest > 1.0:
        raise SpecError.at(
            "belt.hysteresis_curvature",
            onset,
            f"expected at most {0.5 / smallest:.4g} 1/m, half the curvature of the "
            "smallest pulley: bending would stay elastic and lose nothing",
        )
    return DryBending(bound, bound / onset)


def _add_bodies(spec: Spec, placed: Layout, bodies: Bodies) -> Numbers:
    """Ground, rims, shafts behind decouplers, rings of torsional dampers, arms."""
    speed = spec.start_speed * placed.wheels[spec.leader].radius  # of the belt
    bodies.add(np.zeros(3))
    found = Numbers([], [], [], [])
    for part, wheel in zip(spec.pulley, placed.wheels, strict=True):
        spin = wheel.sense * speed / wheel.radius
        carried = part.mass if spec.arm_of(part.name) else 0.0
        own = part.decoupler.rim_inertia if part.decoupler else part.inertia
        rim = _add_turning(bodies, wheel, spin, own, carried)
        shaft, ring = rim, 0
        if part.decoupler:
            shaft = _add_turning(bodies, wheel, spin, part.inertia)
        if part.damper:
            ring = _add_turning(bodies, wheel, spin, part.damper.inertia)
        found.rims.append(rim)
        found.shafts.append(shaft)
        found.rings.append(ring)
    for arm in spec.tensioner:
        body = bodies.add([0.0, 0.0, arm.inertia], at=(*arm.pivot, 0.0))
        found.arms.append(int(body[0]))
    return found


def _add_turning(
    bodies: Bodies, wheel: Wheel, spin: float, inertia: float, mass: float = 0.0
) -> int:
    """A body on the axis of a pulley; without a mass its axis is held."""
    at, rate = (*wheel.centre, 0.0), (0.0, 0.0, spin)
    return int(bodies.add([mass, mass, inertia], at=at, rate=rate)[0])


def _impose(
    plan: Plan, spec: Spec, placed: Layout, bodies: Bodies, numbers: Numbers
) -> list[int]:
    """Speeds and loads; pulley of each account, those of imposed speeds first."""
    boundaries = [part.boundary for part in spec.pulley]
    driven = [j for j, b in enumerate(boundaries) if isinstance(b, DriveSpeed)]
    loaded = [j for j, b in enumerate(boundaries) if isinstance(b, Load | DriveTorque)]
    for account, j in enumerate([*driven, *loaded]):
        turn = int(bodies.dof(numbers.shafts[j], 2))
        wheel = Driven(boundaries[j], turn, account, placed.wheels[j].sense)
        impose(plan, wheel, spec.solve.duration, spec.load_ramp)
    return [*driven, *loaded]


def _add_weights(plan: Plan, spec: Spec) -> None:
    for block in plan.blocks:
        for axis, g in enumerate(spec.solve.gravity):
            plan.force(block.dof(np.arange(block.count), axis), g * block.M[axis])


def _couple_arms(
    plan: Plan, spec: Spec, placed: Layout, bodies: Bodies, numbers: Numbers
) -> None:
    """Springs, bearings and friction of arms, and the pulleys they carry."""
    names = [part.name for part in spec.pulley]
    for arm, body, at_rest in zip(
        spec.tensioner, numbers.arms, placed.arms, strict=True
    ):
        j, turn, ground = names.index(arm.pulley), bodies.dof(body, 2), bodies.dof(0, 2)
        own = {"a": turn, "b": ground, "group": Group.TENSIONER}
        plan.force(turn, at_rest.torque)
        plan.rows(TORSION_BAR, ratio=1.0, **own, k=arm.stiffness)
        x, y = np.subtract(placed.wheels[j].centre, arm.pivot)
        plan.rows(
            PIN_JOINT, group=Group.BEARING, a=body, b=numbers.rims[j], a_x=x, a_y=y,
            k=BEARING_STIFFNESS, d=2.0 * BEARING_DAMPING_RATIO
            * math.sqrt(BEARING_STIFFNESS * spec.pulley[j].mass),
        )  # fmt: skip
        if arm.damping > 0.0:
            plan.rows(BEARING, dof=turn, d=arm.damping, group=Group.TENSIONER)
        if arm.friction > 0.0:  # one over its moment stands in ``per``
            slot = plan.count(TURN)
            plan.rows(TURN, **own, slot=slot, mass=arm.inertia, per=1.0 / arm.friction)


def _couple_pulley(plan: Plan, part: PulleyPart, turns: Ints, sense: float) -> None:
    """Torsional damper, decoupler and drag; turns of rim, shaft and damper ring."""
    rim, shaft, ring = turns
    if part.damper is not None:
        plan.rows(
            TORSION_BAR, ratio=1.0, a=rim, b=ring, k=part.damper.stiffness,
            d=part.damper.damping, group=Group.SHAFT,
        )  # fmt: skip
    if part.decoupler is not None:
        own = {"k": part.decoupler.stiffness, "d": part.decoupler.damping}
        if not part.decoupler.one_way:
            plan.rows(TORSION_BAR, ratio=1.0, a=rim, b=shaft, group=Group.SHAFT, **own)
        else:  # who drives stands first: the shaft of a driving machine
            driving = isinstance(part.boundary, DriveSpeed | DriveTorque)
            a, b = (shaft, rim) if driving else (rim, shaft)
            slot = plan.count(ONE_WAY_SPRING)
            plan.rows(ONE_WAY_SPRING, a=a, b=b, slot=slot, group=Group.SHAFT,
                      sense=sense, **own)  # fmt: skip
    if part.damping > 0.0:
        plan.rows(BEARING, dof=shaft, d=part.damping, group=Group.BEARING)


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
        row.k, row.onset = stiffness / PLACES, DAMPING_ONSET
        row.d = 2.0 * contact.damping_ratio * math.sqrt(stiffness * node) / PLACES
        row.curve = len(curve)
        curve += _friction_curve(spec, part)
        row.curve_end = len(curve) - 1
    return rows, np.array(curve).T.copy()
