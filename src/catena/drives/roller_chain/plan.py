"""From a layout to the tables the kernels run on."""

from __future__ import annotations

import numpy as np

from catena.codes import FrictionLaw, NormalLaw
from catena.couplings.pin_joint import PIN_JOINT
from catena.couplings.tensioner import TENSIONER
from catena.drives.roller_chain.layout.links import (
    alternating,
    joint_stiffnesses,
    roller_owners,
)
from catena.drives.roller_chain.layout.placement import Layout, rail_offset
from catena.drives.roller_chain.layout.tensioner_push import push_of
from catena.drives.roller_chain.layout.tooth_laws import normal_law
from catena.drives.roller_chain.plan_rotors import rotor_tables
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.spec.guides import HydraulicTensioner
from catena.geometry.contour import Contour
from catena.integrators.planar_chain.assembly import rows_of, wheel_table
from catena.integrators.planar_chain.tables import Options, Part, System
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.pairs.joint_rail import RAIL, JointRail
from catena.pairs.points import POINT
from catena.pairs.roller_tooth import RollerTooth
from catena.rows.turn import TURN
from catena.tables.groups import GROUP

DAMPING_ONSET = 5e-7
"""Depth over which contact damping grows to its full value [m]."""
MOST_SWEEPS = 60
OUTLINE = 1e-5
"""By which the polygon around which the box of a rail is drawn departs from it [m]."""
LONGEST = 1.1
"""Of a strained link over its pitch, for leaving out rollers that are far away."""


def system_of(spec: Spec, layout: Layout) -> System:
    """Everything that never changes during the run."""
    n, sprockets = layout.placement.link_count, len(layout.profiles)
    rotors = rotor_tables(spec, layout)
    bodies = n + rotors.rotors.size
    contours, boxes = _rails(spec, layout)
    spans, code, shape = rows_of([*(p.contour for p in layout.profiles), *contours])
    wheels, gaps = wheel_table(layout.profiles)
    wheels.body, (wheels.first, wheels.last) = (
        n + np.arange(sprockets),
        spans[:sprockets].T,
    )
    wheels.off_x, wheels.off_y = rotors.off
    guides = np.arange(len(contours))
    rails = table(RAIL, guides.size, body=n + sprockets + guides, slot=n * (1 + guides))
    rails.first, rails.last = spans[sprockets:].T
    rails.x_low, rails.y_low, rails.x_high, rails.y_high = boxes.T
    chain, longest = layout.chain, LONGEST * float(layout.pitches.max())
    radius, offset = 0.5 * chain.roller_diameter, rail_offset(spec, chain)
    grip = radius if spec.contact.tooth.rollers == "turn" else 0.0
    mass, inertia = _masses(spec, layout)
    M = np.zeros((3, bodies))
    M[:, :n], M[:, n:] = (mass, mass, inertia), rotors.M
    M_inv, gravity = np.zeros_like(M), np.zeros_like(M)
    M_inv[:, :n], M_inv[:, n:] = 1.0 / M[:, :n], rotors.M_inv
    gravity[0, :n], gravity[1, :n] = np.outer(spec.solve.gravity, mass)
    joints = _joints(spec, layout)
    owner, end = roller_owners(spec.chain, n)
    half = 0.5 * layout.pitches
    return System(
        options=_options(spec),
        M=M.reshape(-1),
        M_inv=M_inv.reshape(-1),
        gravity=gravity.reshape(-1),
        half=half,
        rotors=rotors.rotors,
        groups=_groups(spec, layout),
        joints=joints,
        turns=_turns(spec, joints, M_inv),
        points=table(POINT, n, body=owner, arm_x=end * half[owner]),
        teeth=RollerTooth(
            wheels, gaps, code, shape, radius, grip, longest, int(Part.TOOTH)
        ),
        rails=JointRail(rails, code, shape, offset, longest, int(Part.RAIL)),
        bearings=rotors.bearings,
        mounts=rotors.mounts,
        shafts=rotors.shafts,
        tensioners=_tensioners(spec, layout, bodies),
        imposed=rotors.imposed,
    )


def _masses(spec: Spec, layout: Layout) -> tuple[Floats, Floats]:
    """Mass and central inertia of every link; mass centres half way between joints."""
    chain, n = layout.chain, layout.placement.link_count
    mass, inertia = np.full(n, chain.link_mass), np.full(n, chain.link_inertia)
    if alternating(spec.chain, n):
        for first, (m, J) in enumerate((chain.inner, chain.outer)):
            mass[first::2], inertia[first::2] = m, J
    return mass, inertia


def _joints(spec: Spec, layout: Layout) -> Rows:
    """Joint k between the front of link k - 1 and the rear of link k."""
    chain, n, part = layout.chain, layout.placement.link_count, spec.chain.joint
    half, radius = 0.5 * layout.pitches, 0.5 * chain.pin_diameter
    set_valued = spec.solve.friction == "set-valued" or _rigid(spec)
    return table(
        PIN_JOINT, n, a=(np.arange(n) - 1) % n, b=np.arange(n), group=int(Part.JOINT),
        a_x=np.roll(half, 1), b_x=-half,
        k=joint_stiffnesses(spec.chain, chain.stiffness, n), d=chain.damping,
        clear=part.clearance, reach=spec.chain.joint_friction * radius, radius=radius,
        d_turn=part.damping, soft=0.0 if set_valued else spec.solve.slip_speed,
    )  # fmt: skip


def _turns(spec: Spec, joints: Rows, M_inv: Floats) -> Rows:
    """Friction of the joints as rows; none where it is absent."""
    if spec.chain.joint_friction == 0.0:
        return table(TURN)
    first, n = 2 * M_inv.shape[1], joints.size
    mass = 1.0 / (M_inv[2, joints.a] + M_inv[2, joints.b])
    return table(
        TURN, n, a=first + joints.a, b=first + joints.b, slot=np.arange(n),
        group=int(Part.JOINT), mass=mass, per=1.0 / joints.radius,
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
    return contours, np.array(boxes, dtype=np.float64).reshape(-1, 4)


def _tensioners(spec: Spec, layout: Layout, bodies: int) -> Rows:
    """One row for each guide with a tensioner; slots are numbers of guides."""
    n, first = layout.placement.link_count, len(spec.sprocket)
    found = []
    for g, (part, rail) in enumerate(zip(spec.guide, layout.rails, strict=True)):
        t = part.tensioner
        if t is None:
            continue
        lever = push_of(part, rail, layout.turned[g]).lever
        row = table(
            TENSIONER, 1, dof=2 * bodies + n + first + g, slot=g, rotor=first + g,
            group=int(Part.TENSIONER), lever=lever,
            preload=t.preload, spring=t.stiffness, stop=t.stop, ratchet=t.ratchet,
        )  # fmt: skip
        if isinstance(t, HydraulicTensioner):
            row.area, row.supply, row.leak, row.valve = (
                t.area, t.supply_pressure, t.leak, t.valve,
            )  # fmt: skip
            row.volume, row.bulk = t.chamber_volume, t.bulk_modulus
            row.air, row.relief = t.air_fraction, t.relief_pressure
        else:
            row.d_in, row.d_out = t.damping_in, t.damping_out
        found.append(row)
    return np.concatenate(found).view(np.recarray) if found else table(TENSIONER)
