"""From a layout to the tables the kernels run on."""

from __future__ import annotations

import numpy as np

from catena.codes import FrictionLaw, NormalLaw
from catena.couplings.bearing import BEARING
from catena.couplings.mount import MOUNT
from catena.couplings.pin_joint import PIN_JOINT
from catena.couplings.tensioner import TENSIONER
from catena.couplings.torsion_bar import TORSION_BAR
from catena.drives.plan import Bodies, Plan
from catena.drives.roller_chain.layout.free_rollers import (
    bush_columns,
    free_rollers,
    without_rollers,
)
from catena.drives.roller_chain.layout.links import (
    alternating,
    joint_stiffnesses,
    roller_owners,
)
from catena.drives.roller_chain.layout.placement import Layout, rail_offset
from catena.drives.roller_chain.layout.tensioner_push import oil_of, push_of
from catena.drives.roller_chain.layout.tooth_laws import normal_law
from catena.drives.roller_chain.plan_rotors import declare_rotors
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.spec.guides import SpringTensioner
from catena.integrators.planar_chain.assembly import rows_of, wheel_table
from catena.integrators.planar_chain.tables import Options, Part, System
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, table
from catena.pairs.joint_rail import RAIL, JointRail
from catena.pairs.points import POINT
from catena.pairs.roller_tooth import RollerTooth
from catena.rows.turn import TURN
from catena.tables.contour import Contour
from catena.tables.groups import GROUP

DAMPING_ONSET = 5e-7
"""Depth over which contact damping grows to its full value [m]."""
MOST_SWEEPS = 400
OUTLINE = 1e-5
"""By which the polygon around which the box of a rail is drawn departs from it [m]."""
NOWHERE = [1e6, 1e6, -1e6, -1e6]
"""A box that holds no point, around the missing surface of an arm [m]."""
LONGEST = 1.1
"""Of a strained link over its pitch, for leaving out rollers that are far away."""


def system_of(spec: Spec, layout: Layout) -> System:
    """Everything that never changes during the run."""
    plan, n = Plan(), layout.placement.link_count
    bodies, (mass, inertia) = plan.bodies(3), _masses(spec, layout)
    rollers = free_rollers(spec, layout)
    if rollers is not None:
        mass, inertia = without_rollers(rollers, mass, inertia)
    links = bodies.add([mass, mass, inertia])
    rotors, off = declare_rotors(plan, bodies, spec, layout)
    for axis, g in enumerate(spec.solve.gravity):
        plan.force(bodies.dof(links, axis), g * mass)
    _join(plan, spec, layout)
    teeth, rails = _pairs(spec, layout, off)
    owner, end = roller_owners(spec.chain, n)
    half = 0.5 * layout.pitches
    points = table(POINT, n, body=owner, arm_x=end * half[owner])
    if rollers is not None:
        own = rotors.body[-n:]
        for axis, g in enumerate(spec.solve.gravity):
            plan.force(bodies.dof(own, axis), g * rollers.mass)
        plan.rows(PIN_JOINT, **bush_columns(spec, rollers, own, _soft(spec)))
        behind = points[: rails.ahead]  # joints, where rails touch plates
        points = table(
            POINT, n + behind.size, body=np.append(own, behind.body),
            arm_x=np.append(np.zeros(n), behind.arm_x),
        )  # fmt: skip
    _rub(plan, bodies)
    _tension(plan, spec, layout, bodies.dof(rotors.body, 2))
    return System(
        options=_options(spec),
        M=plan.M,
        M_inv=plan.M_inv,
        gravity=plan.forces,
        half=half,
        rotors=rotors,
        groups=_groups(spec, layout),
        joints=plan.table(PIN_JOINT),
        turns=plan.table(TURN),
        points=points,
        teeth=teeth,
        rails=rails,
        bearings=plan.table(BEARING),
        mounts=plan.table(MOUNT),
        shafts=plan.table(TORSION_BAR),
        tensioners=plan.table(TENSIONER),
        imposed=plan.imposed,
    )


def _pairs(spec: Spec, layout: Layout, off: Floats) -> tuple[RollerTooth, JointRail]:
    """Rollers on teeth, whose centres are off the axes, and joints on rails."""
    n, sprockets = layout.placement.link_count, len(layout.profiles)
    contours, boxes = _rails(spec, layout)
    spans, code, shape = rows_of([*(p.contour for p in layout.profiles), *contours])
    spans = np.concatenate([spans, np.zeros((len(spec.arm), 2), dtype=spans.dtype)])
    wheels, gaps = wheel_table(layout.profiles)
    wheels.body, (wheels.first, wheels.last) = (
        n + np.arange(sprockets),
        spans[:sprockets].T,
    )
    wheels.off_x, wheels.off_y = off
    guides = np.arange(len(spec.guide) + len(spec.arm))  # an arm has no surface
    rails = table(RAIL, guides.size, body=n + sprockets + guides, slot=n * (1 + guides))
    rails.first, rails.last = spans[sprockets:].T
    rails.x_low, rails.y_low, rails.x_high, rails.y_high = boxes.T
    chain, longest = layout.chain, LONGEST * float(layout.pitches.max())
    radius, offset = 0.5 * chain.roller_diameter, rail_offset(spec, chain)
    grip = 0.0 if spec.contact.tooth.rollers == "held" else radius
    apart = spec.contact.tooth.rollers == "free" and spec.contact.rail.on == "plates"
    ahead = n if apart and spec.guide else 0
    return (
        RollerTooth(wheels, gaps, code, shape, radius, grip, longest, int(Part.TOOTH)),
        JointRail(rails, code, shape, offset, longest, int(Part.RAIL), ahead),
    )


def _masses(spec: Spec, layout: Layout) -> tuple[Floats, Floats]:
    """Mass and central inertia of every link; mass centres half way between joints."""
    chain, n = layout.chain, layout.placement.link_count
    mass, inertia = np.full(n, chain.link_mass), np.full(n, chain.link_inertia)
    if alternating(spec.chain, n):
        for first, (m, J) in enumerate((chain.inner, chain.outer)):
            mass[first::2], inertia[first::2] = m, J
    return mass, inertia


def _join(plan: Plan, spec: Spec, layout: Layout) -> None:
    """Joint k between the front of link k - 1 and the rear of link k."""
    chain, n, part = layout.chain, layout.placement.link_count, spec.chain.joint
    half, radius = 0.5 * layout.pitches, 0.5 * chain.pin_diameter
    plan.rows(
        PIN_JOINT, a=(np.arange(n) - 1) % n, b=np.arange(n), group=int(Part.JOINT),
        a_x=np.roll(half, 1), b_x=-half,
        k=joint_stiffnesses(spec.chain, chain.stiffness, n), d=chain.damping,
        clear=part.clearance, reach=spec.chain.joint_friction * radius, radius=radius,
        d_turn=part.damping, soft=_soft(spec),
    )  # fmt: skip


def _soft(spec: Spec) -> float:
    """Slip speed of softened friction in joints; 0 where it is set-valued [m/s]."""
    set_valued = spec.solve.friction == "set-valued" or _rigid(spec)
    return 0.0 if set_valued else spec.solve.slip_speed


def _rub(plan: Plan, bodies: Bodies) -> None:
    """Friction of the joints as rows; none where it is absent."""
    joints, inverse = plan.table(PIN_JOINT), bodies.M_inv[2]
    if not joints.reach.any():
        return
    plan.rows(
        TURN, a=bodies.dof(joints.a, 2), b=bodies.dof(joints.b, 2),
        slot=np.arange(joints.size), group=joints.group, per=1.0 / joints.radius,
        mass=1.0 / (inverse[joints.a] + inverse[joints.b]),
    )  # fmt: skip


def _rigid(spec: Spec) -> bool:
    return spec.contact.engine == "set-valued"


def _options(spec: Spec) -> Options:
    solve = spec.solve
    return Options(
        set_valued=int(solve.friction == "set-valued"),
        rigid=int(_rigid(spec)),
        tolerance=1.0 if solve.tolerance is None else solve.tolerance,
        sweeps=MOST_SWEEPS,
    )


def _groups(spec: Spec, layout: Layout) -> Rows:
    """Laws of teeth and rails."""
    tooth, rail = spec.contact.tooth, spec.contact.rail
    set_valued = spec.solve.friction == "set-valued"
    friction = FrictionLaw.COULOMB if set_valued else FrictionLaw.REGULARISED
    law, k, p, length = normal_law(spec, layout)
    at_rail = law if _rigid(spec) else NormalLaw.SPRING_DAMPER
    radius = 0.5 * layout.chain.roller_diameter, rail_offset(spec, layout.chain)
    return table(
        GROUP, 2, law=(law, at_rail), friction=int(friction), k=(k, rail.stiffness),
        p=(p, 0.0), length=(length, 0.0), d=(tooth.damping, rail.damping),
        onset=DAMPING_ONSET, mu=(tooth.friction, rail.friction),
        soft=spec.solve.slip_speed, e=(tooth.restitution, rail.restitution),
        radius=radius,
    )  # fmt: skip


def _rails(spec: Spec, layout: Layout) -> tuple[list[Contour], Floats]:
    """Sliding surfaces in the frames of their rotors, and the boxes around them."""
    offset = rail_offset(spec, layout.chain)
    contours, boxes = [], []
    for part, rail in zip(spec.guide, layout.rails, strict=True):
        x, y = part.pivot or (0.0, 0.0)
        own = rail.moved(-x, -y)
        contours.append(own.contour())
        edge, around = own.curve.outline(OUTLINE), offset + OUTLINE
        boxes.append([*(edge.min(axis=0) - around), *(edge.max(axis=0) + around)])
    boxes += [NOWHERE] * len(spec.arm)
    return contours, np.array(boxes, dtype=np.float64).reshape(-1, 4)


def _tension(plan: Plan, spec: Spec, layout: Layout, turns: Ints) -> None:
    """One row for each guide with a tensioner and each arm; slots count both."""
    first = len(spec.sprocket)
    for g, (part, rail) in enumerate(zip(spec.guide, layout.rails, strict=True)):
        t = part.tensioner
        if t is None:
            continue
        own = oil_of(t)
        if isinstance(t, SpringTensioner):
            own = {"d_in": t.damping_in, "d_out": t.damping_out}
        plan.rows(
            TENSIONER, dof=turns[first + g], slot=g, rotor=first + g,
            group=int(Part.TENSIONER),
            lever=push_of(part, rail, layout.turned[g]).lever,
            preload=t.preload, spring=t.stiffness, stop=t.stop, ratchet=t.ratchet,
            **own,
        )  # fmt: skip
    for a, (arm, turn) in enumerate(zip(spec.arm, layout.arms_turned, strict=True)):
        moment, g = arm.preload - arm.stiffness * turn, len(spec.guide) + a
        plan.rows(
            TENSIONER, dof=turns[first + g], slot=g, rotor=first + g,
            group=int(Part.TENSIONER), lever=1.0, preload=moment, least=-np.inf,
            spring=arm.stiffness, stop=np.inf, d_in=arm.damping, d_out=arm.damping,
        )  # fmt: skip
