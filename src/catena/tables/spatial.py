"""Tables of a spatial chain: links with six velocities, rollers with three.

A link has its position and quaternion in the world, its velocity in the world and its
turning speed in its own principal axes: x along the pins, z along them. A roller has
its place in its bush [m] and its velocity along the x and y axes of its link, and its
turning speed about their z axis; it follows its link sideways. Wheels and arms turn
about z.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, record, table
from catena.numerics.strips import strips
from catena.tables.contour import Contour

LINK = record(
    mass=float, rollers=int, J_x=float, J_y=float, J_z=float, half=float,
    width_rear=float, width_front=float, plate=float, sample=float, reach=float,
)  # fmt: skip
"""Mass, number of rollers, inertias with those of the rollers across; half the distance
of its joints; half the width between its plates behind and in front, thickness of
these; where along x its plates touch teeth, and how far they reach inwards."""
JOINT = record(
    pin=int, bush=int, pin_x=float, bush_x=float, k_x=float, k_y=float, k_z=float,
    k_rx=float, k_ry=float, c_x=float, c_y=float, c_z=float, c_rx=float, c_ry=float,
    c_rz=float, friction=float, pin_radius=float, slip_speed=float,
)  # fmt: skip
"""Links of pin and bush, where the joint sits on their x axes, stiffness and damping of
three displacements and two tilts, damping of the articulation, friction of the pin and
the speed below which it fades. Joint i joins link i and the next."""
ROLLER = record(
    link=int, x=float, mass=float, J=float, radius=float, bush_radius=float,
    clearance=float, modulus=float, length=float, damping=float, friction=float,
    concentric=int,
)  # fmt: skip
"""A concentric roller turns about the axis of its bush and has no place of its own: its
mass is that of its link, and 0 here."""
WHEEL = record(
    arm=int, support=int, held=int, teeth=int, first=int, last=int, x=float, y=float,
    z=float, tip=float, half_width=float, relief=float, relief_radius=float,
    inertia=float, damping=float, load=float, load_speed=float, torque=float,
    droop=float, e_x=float, e_y=float, skew_x=float, skew_y=float, wobble=float,
)  # fmt: skip
"""Arm that carries it or -1; elastic support of its axis or -1; whether its speed is
given; its facets; the centre, for a carried one at the angle zero of its arm from the
pivot; tip radius, half the width of its teeth with the relief of their sides; inertia,
friction, braking load that fades below a speed, and driving torque that falls with the
speed; middle of the teeth from the axis at the angle zero, turn of its axis about x and
y, and tilt of its teeth against the axis, about the direction of the angle zero."""
ARM = record(
    x=float, y=float, inertia=float, preload=float, stiffness=float, damping=float,
    damping_back=float, closed=float,
)  # fmt: skip
"""Pivot, inertia and spring: its moment at the angle zero and its rate; damping while
it turns left, and back; angle at which it closes the chain. A guide with a tensioner is
an arm too."""
RAIL = record(
    arm=int, first=int, last=int, x=float, y=float, z=float, offset=float, half=float,
    height=float, x_low=float, y_low=float, x_high=float, y_high=float,
)  # fmt: skip
"""A guide: arm that carries it or -1; rows of its contour, seen from the place (x, y),
the pivot of a carried one; its plane; distance of joints from the surface; half the
width between its side walls (0: none) and how far they reach above the surface; the box
within which joints may touch."""
SUPPORT = record(
    wheel=int, mass=float, J=float, k=float, k_z=float, k_t=float, c=float, c_z=float,
    c_t=float, axial=int, tilting=int,
)  # fmt: skip
"""Elastic bearings of one axis: what moves with it and its inertia across; stiffness
and damping in the plane, along the axis and of its tilt; whether it moves along the
axis and tilts at all. Its places in the border are displacements x, y, z, the tilt
about x and the tilt about the y so turned."""
FACET = record(
    kind=int, x=float, y=float, t_x=float, t_y=float, length=float, b_x=float,
    b_y=float,
)  # fmt: skip
"""A piece of half a tooth gap: `tables.contour.Feature`; start, direction and length
of a line; centre, middle direction, radius and cosine of half its angle (``b_x``) of an
arc; a corner with the directions that end (``b``) and begin (``t``) there."""
CONTACT = record(
    kind=int, part=int, link=int, roller=int, wheel=int, arm=int, support=int, slot=int,
    bound=float, slip=float, P_1=float, P_2=float, g_1=float, g_12=float, g_2=float,
    hold=float, firm=float, seen=float, seen_arm=float, P=float, rate=float,
    rate_1=float, rate_2=float, f=float, k=float, c=float, force=float,
)  # fmt: skip
"""One contact of a step; ``part`` says which velocities of its link take part, see
`LinkPart`; wheel, arm and support are columns of the border or -1. The
normal force is ``f - c s - k dt s`` with s the rate of opening; ``slip`` is friction
force per slip speed. The slot belongs to the pair that touches; ``g_1, g_2, g_12`` are
slip per impulse along the tangents, ``hold`` the inverse of their determinant, ``firm``
the most that the impulse changes per change of the slip, or 0 where nothing bounds it;
``seen`` are the speeds of wheel and arm to which the impulse belongs (explicit);
``rate`` is that of opening at the start of the step, with the slip speeds
then."""
PLACES = 16
"""Velocities a contact acts on: link 6, roller 3, wheel, arm, support 5."""
MOTIONS = 5
"""Displacements and tilts of an elastic support."""


class LinkPart(IntEnum):
    """Velocities of a link, along its own axes, on which a contact acts."""

    WHOLE = 0
    PLANE = 1
    """v_x, v_y, w_z: bushes."""
    ACROSS = 2
    """v_z, w_x, w_y: what a roller takes along with it."""


class ContactKind(IntEnum):
    """Who touches whom in space."""

    BUSH = 0
    TOOTH = 1
    SIDE = 2
    """Plates of a link on the side of a tooth."""
    TIP = 3
    """Plates of a link on the tip of a tooth."""
    RAIL = 4
    """Plates or rollers on the surface of a guide."""
    WALL = 5
    """Plates on a side wall of a guide."""


class LinkForce(IntEnum):
    """Columns of ``SpatialWork.force``: forces on a link in this step [N]."""

    TENSION = 0
    TOOTH = 1
    SIDE = 2
    BUSH = 3
    TIPS = 4
    """Plates of the link that stand on tips of teeth, a number."""
    RAIL = 5
    WHEEL_TORQUE = 7
    """Row j: outer torque on wheel j [N m]."""


class Laws(NamedTuple):
    """Contact numbers shared by all wheels, and what the surroundings do."""

    tooth: Floats  # stiffness, damping, friction
    side: Floats  # stiffness, damping, friction
    rail: Floats  # stiffness, damping, friction
    slip_speed: Floats  # (1,) below which friction fades [m/s]
    gravity: Floats  # (3,)
    motion: Floats  # (n, 2) time [s] and speed [rad/s] of the held wheel


class SpatialChain(NamedTuple):
    """Everything that does not change."""

    link: Rows
    joint: Rows
    roller: Rows
    wheel: Rows
    arm: Rows
    tensioner: Rows  # oil, stops and ratchets of arms, see `couplings.tensioner`
    support: Rows
    facet: Rows
    rail: Rows
    contours: Contour  # surfaces of the rails
    laws: Laws


LOSSES = (
    "joint damping", "pin friction", "roller bush damping", "roller bush friction",
    "tooth damping", "tooth friction", "side damping", "side friction",
    "rail damping", "rail friction", "bearing friction",
)  # fmt: skip
"""Where energy is lost."""


class JointForces(NamedTuple):
    """What joints do in this step, along the axes of their pin links, as strips."""

    row: Floats  # (n, 9) matrix that takes vectors of the bush link there, row by row;
    # its last column is the axis of the bush
    arm: Floats  # (n, 3) place of the bush from the middle of the pin link
    force: Floats  # (n, 3) elastic force and moment on the bush link
    moment: Floats  # (n, 3)
    drag: Floats  # (n, 3) those of its dampers in an explicit step
    twist: Floats  # (n, 3)
    rubbing: Floats  # (n,) friction moment of the pin per turning speed
    tension: Floats  # (n, 2) mean axial force along the first and the second link
    bound: Floats  # (n,) largest friction moment of the pin [N m]


class BushRows(NamedTuple):
    """Rollers around their bushes in an explicit step, as strips; 0 where none touch.

    One row more than there are rollers stays zero, for the seats of links without.
    """

    normal: Floats  # (r + 1, 2) displacement of a roller, along the axes of its link
    lever: Floats  # (r + 1, 2) of friction about link and roller [m]
    f: Floats  # (r + 1,) elastic force [N]
    press: Floats  # normal impulse [N s]
    rate: Floats  # opening speed at the start of the step, and slip speed
    rate_1: Floats
    bound: Floats  # largest friction impulse
    slip: Floats  # friction impulse per slip speed of the softened law
    P: Floats  # friction impulse
    hold: Floats  # friction impulse per slip speed that it takes away
    change: Floats  # of P
    given: Floats  # (r + 1, 4) what a link gets along x, y, about z; how much at all
    seat: Ints  # (n, seats) the rollers of a link, or r


def bush_rows(system: SpatialChain) -> BushRows:
    """All rollers off their bushes."""
    link, n, r = system.roller.link, len(system.link), len(system.roller)
    turn = [np.count_nonzero(link[:k] == link[k]) for k in range(r)]
    seat = np.full((max(turn, default=-1) + 1, n), r)
    seat[turn, link] = np.arange(r)
    pairs, alone = [strips(r + 1, 2), strips(r + 1, 2)], list(np.zeros((9, r + 1)))
    return BushRows(*[*pairs, *alone, strips(r + 1, 4), seat.T])


class SpatialState(NamedTuple):
    """A copy of it is a complete checkpoint."""

    t: Floats  # (1,)
    link_q: Floats  # (n, 7)
    link_u: Floats  # (n, 6)
    roller_q: Floats  # (r, 3)
    roller_u: Floats  # (r, 3)
    border_q: Floats  # (wheels + arms + 5 supports,)
    border_u: Floats
    loss: Floats  # (losses,) [J]
    work: Floats  # conservative work, input by each wheel; (1 + wheels,) [J]
    side: Floats  # mean numbers since the last sample, see `SIDE`
    friction: Floats  # (slots, 2) impulses of the last explicit step [N s]
    wear: Floats  # (n,) friction work of the pin of each joint [J]
    pressure: Floats  # (tensioners,) of their oil [Pa]
    pawl: Floats  # (tensioners,) tooth a ratchet has reached [m]


SIDE = 5
"""Side force [N], plates on tips, steps, sweeps, steps whose friction was not solved:
sums since the last sample."""


class SpatialWork(NamedTuple):
    """Scratch of a step."""

    R: Floats  # (n, 9)
    swing: Floats  # (n, 9) turn of the axes of a link in this step, along the old ones
    D: Floats  # (n, 6, 6) blocks of links
    E: Floats  # (n, 6, 6) link k - 1 with link k
    F: Floats  # (n, 6, b) links with the border
    A: Floats  # (r, 3, 3) rollers
    C: Floats  # (r, 3, 6) rollers with their links
    G: Floats  # (r, 3, b) rollers with the border
    B: Floats  # (b, b)
    rhs_link: Floats  # (n, 6): right sides, then new velocities, along its own axes
    rhs_roller: Floats  # (r, 3)
    rhs_border: Floats  # (b,)
    lump: Floats  # (n, 6) moments of the rollers of a link, see `bodies.spatial`
    inverse: Floats  # (n, 8) 1/m, 1/J_z, inverse of (side, w_x, w_y), see `bodies`
    down: Floats  # (n, 3) gravity along the axes of a link
    old_link: Floats  # (n, 6) old velocities, along its own axes
    joint: JointForces
    contact: Rows
    J: Floats  # (contacts, 3, 16)
    found: Floats  # (1,) number of contacts
    soft: Floats  # (1,) whether steps need the secant of softened friction, or 0
    centre: Floats  # (wheels, 3) middle of the teeth
    hub: Floats  # (wheels, 3) where the axis goes through its plane
    spin: Floats  # (wheels, 3) direction of the axis
    axes: Floats  # (wheels, 9) plane and normal of the teeth, without their turn
    turn: Floats  # (wheels, 2) cosine and sine of their turn
    gaps: Floats  # (wheels, most teeth, 2) cosine and sine of the angle of each gap
    halves: Floats  # (wheels,) tangent of half the angle of a tooth
    reach: Floats  # (wheels,) squared, within which a link may touch, seen along z
    near: Ints  # (n, 1 + wheels) whether a link is there: for any wheel, for each
    gap: Ints  # (rollers, wheels) in which each roller was found last
    lean: Floats  # (wheels, 3) axis of the second tilt of an elastic support
    press: Floats  # (rollers, 2) force of teeth on a roller along its link's x and y
    force: Floats  # (n, 8) columns of LinkForce
    turned: Floats  # (border,) turns of arms from where they close the chain
    pushed: Floats  # (border,) moments of oil, stops and ratchets on arms
    firm: Floats  # (border,) and how they rise with the turn
    piston: Floats  # (tensioners,) forces of oil, stops and ratchets
    ridden: Floats  # (n, wheels) steps since the last sample with plates on tips
    of_link: Floats  # (n, 4) mass and inertias of links
    of_roller: (
        Floats  # (r, 9) mass, inertia and place of rollers on their links, radius
    )
    # of the bush, clearance, modulus, length, damping, friction
    whose: Ints  # (r, 2) link of each roller; whether it is concentric
    moved: Floats  # (r, 9) what a roller adds to momenta and sums of its link
    sums: Floats  # (n, 2) what links or joints add to a sum
    first: Ints  # (n,) whether link i is the pin link of joint i
    of_joint: Floats  # (n, 16) pin_x, bush_x, k_x to k_z, k_rx, k_ry, c_x to c_z, c_rx
    # to c_rz, friction times radius of the pin, this radius, speed at which it fades
    push: Floats  # (n, 12) impulses of a joint on link i and on the next
    bush: BushRows


def state_for(system: SpatialChain, slots: int = 0) -> SpatialState:
    """A state at rest, all links at the origin; slots are of explicit steps alone."""
    links, rollers, wheels = len(system.link), len(system.roller), len(system.wheel)
    q = strips(links, 7)
    q[:, 3] = 1.0
    border = border_size(system)
    return SpatialState(
        np.zeros(1), q, strips(links, 6), strips(rollers, 3),
        strips(rollers, 3), np.zeros(border), np.zeros(border),
        np.zeros(len(LOSSES)), np.zeros(1 + wheels), np.zeros(SIDE),
        np.zeros((slots, 2)), np.zeros(links), system.tensioner.supply.copy(),
        np.zeros(len(system.tensioner)),
    )  # fmt: skip


def border_size(system: SpatialChain) -> int:
    """Number of speeds of wheels, arms and supports."""
    return len(system.wheel) + len(system.arm) + MOTIONS * len(system.support)


def work_for(system: SpatialChain) -> SpatialWork:
    """Scratch for a chain, with its masses, stiffnesses and frictions as strips."""
    link, joint = system.link, system.joint
    n, r = len(link), len(system.roller)
    b = 6 + border_size(system)
    most = most_contacts(system)
    shapes = (
        (n, 9), (n, 9), (n, 6, 6), (n, 6, 6), (n, 6, b), (r, 3, 3), (r, 3, 6),
        (r, 3, b), (b, b), (n, 6), (r, 3), (b,), (n, 6), (n, 8),
        (n, 3), (n, 6),
    )  # fmt: skip
    blocks: list[Floats] = [
        strips(*shape) if len(shape) == 2 and shape != (b, b) else np.zeros(shape)
        for shape in shapes
    ]
    rows: list[Any] = [
        JointForces(
            strips(n, 9),
            strips(n, 3),
            strips(n, 3),
            strips(n, 3),
            strips(n, 3),
            strips(n, 3),
            np.zeros(n),
            strips(n, 2),
            np.zeros(n),
        ),
        table(CONTACT, most),
        np.zeros((most, 3, PLACES)),
        np.zeros(1),
        np.ones(1),
        np.zeros((len(system.wheel), 3)),
        np.zeros((len(system.wheel), 3)),
        np.zeros((len(system.wheel), 3)),
        np.zeros((len(system.wheel), 9)),
        np.zeros((len(system.wheel), 2)),
        *_gaps(system),
        _reach(system),
        np.zeros((1 + len(system.wheel), n), dtype=np.int64).T,
        np.zeros((r, len(system.wheel)), dtype=np.int64),
        np.zeros((len(system.wheel), 3)),
        np.zeros((r, 2)),
        np.zeros((n, 8)),
        np.zeros(b),
        np.zeros(b),
        np.zeros(b),
        np.zeros(len(system.tensioner)),
        np.zeros((n, len(system.wheel))),
        _columns(link, "mass", "J_x", "J_y", "J_z"),
        _columns(
            system.roller,
            "mass",
            "J",
            "x",
            "bush_radius",
            "clearance",
            "modulus",
            "length",
            "damping",
            "friction",
        ),
        _columns(system.roller, "link", "concentric"),
        strips(r, 9),
        strips(n, 2),
        (joint.pin == np.arange(n)).astype(np.int64),
        _joint_columns(system),
        strips(n, 12),
        bush_rows(system),
    ]
    work = SpatialWork(*[*blocks, *rows])
    work.inverse[:, 0], work.inverse[:, 1] = 1.0 / link.mass, 1.0 / link.J_z
    return work


def _columns(rows: Rows, *names: str) -> Any:
    """Fields of a table as strips."""
    return np.stack([rows[name] for name in names]).T


def _joint_columns(system: SpatialChain) -> Floats:
    """What ``SpatialWork.of_joint`` holds."""
    found: Floats = _columns(
        system.joint, "pin_x", "bush_x", "k_x", "k_y", "k_z", "k_rx", "k_ry", "c_x",
        "c_y", "c_z", "c_rx", "c_ry", "c_rz", "friction", "pin_radius", "slip_speed",
    )  # fmt: skip
    found[:, 13] *= found[:, 14]
    return found


def _gaps(system: SpatialChain) -> tuple[Floats, Floats]:
    """Directions of the gaps of every wheel, and tangents of half a tooth."""
    teeth = system.wheel.teeth
    gaps = np.zeros((len(teeth), max(teeth, default=0), 2))
    for j, count in enumerate(teeth):
        angles = 2.0 * np.pi / max(count, 1) * np.arange(count)
        gaps[j, :count] = np.column_stack([np.cos(angles), np.sin(angles)])
    return gaps, np.tan(np.pi / np.maximum(teeth, 3))


def _reach(system: SpatialChain) -> Floats:
    """Squared distance from each wheel beyond which nothing of a link can touch it."""
    link, roller, wheel = system.link, system.roller, system.wheel
    of_rollers = np.hypot(
        wheel.tip + max(roller.radius, default=0.0),
        wheel.half_width + 0.5 * max(roller.length, default=0.0),
    )
    of_rollers += max(np.abs(roller.x) + 2.0 * roller.clearance, default=0.0)
    of_plates = wheel.tip + max(link.reach + link.sample, default=0.0)
    found: Floats = np.maximum(of_rollers, of_plates) ** 2
    return found


def most_contacts(system: SpatialChain) -> int:
    """Rows that are kept for contacts of one step."""
    on_rails = 4 * len(system.link) if len(system.rail) else 0
    return 4 * len(system.roller) + 4 * len(system.link) + on_rails


def friction_slots(system: SpatialChain) -> int:
    """Pairs that may rub on each other: bushes, teeth by facet, plates, rails, pins."""
    n, r, w = len(system.link), len(system.roller), len(system.wheel)
    return r + 2 * r * len(system.facet) + 2 * n * w + 4 * n * len(system.rail) + n
