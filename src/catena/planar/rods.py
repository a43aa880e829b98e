"""Flexible rods as bodies of a planar system.

A rod is a row of nodes, planar bodies like any other, with a beam from each to the
next (`catena.couplings.beam`). Springs, joints, loads, motors and contacts act on a
node as on any body. A clamped end has no node of its own: the last beam ends in the
body that holds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from catena.errors import SpecError
from catena.laws.bilateral import Bilateral
from catena.laws.maxwell_coupled import Maxwell
from catena.laws.words import Normal
from catena.numerics.arrays import Floats
from catena.numerics.ranges import check_kind
from catena.numerics.statement import Stated, number, pair, signed, statement
from catena.planar.bodies import Body, Circle, check_points
from catena.planar.pieces import Vector
from catena.rods.obstacles import check_radius
from catena.rods.planar_rod import Rod
from catena.rods.section import per_element
from catena.rods.shape import holder_conflict
from catena.tables.pairs import PairKind

SIDES = {"left": 1.0, "right": -1.0}
"""Sides of a rod, seen along it from its start."""
FREE = {"free": ("x", "y", "angle"), "pinned": ("angle",)}
"""What may move at an end that the ground holds."""


@dataclass(frozen=True)
class Node:
    """Where a rod passes through a body: a place and a direction in its frame."""

    body: Body
    at: Vector
    turn: float


@dataclass(frozen=True)
class FlexibleRod:
    """A rod of the system: the handle of its nodes and of its contour."""

    index: int
    name: str
    rod: Rod
    nodes: tuple[Node, ...]
    held_by: tuple[Body, Body]
    height: float
    """Between the outer fibres [m]."""
    placement: RodPlacement

    def node(self, k: int) -> Body:
        """Body of node k; negative numbers count from the end."""
        n = len(self.nodes)
        if not (isinstance(k, int) and -n <= k < n):
            raise SpecError.at(f"rod[{self.name}].node", k, f"expected -{n} to {n - 1}")
        return self.nodes[k].body

    @property
    def start(self) -> Body:
        """The body at its start: a node, or what clamps it."""
        return self.node(0)

    @property
    def end(self) -> Body:
        """The body at its end."""
        return self.node(-1)

    def side(self, which: str) -> RodSide:
        """Its contour ``left`` or ``right`` of the way from start to end."""
        if which not in SIDES:
            raise SpecError.at(
                f"rod[{self.name}].side", which, "expected left or right"
            )
        return RodSide(self, SIDES[which])

    def circles(self) -> list[Circle]:
        """A circle as high as the rod at every node: to lie on drums and floors."""
        return [Circle(n.body, 0.5 * self.height, n.at) for n in self.own_nodes]

    @property
    def own_nodes(self) -> list[Node]:
        """Those that are bodies of their own."""
        prefix = f"{self.name}:"
        return [node for node in self.nodes if node.body.name.startswith(prefix)]


@dataclass(frozen=True)
class RodSide:
    """The contour of a rod on one side."""

    rod: FlexibleRod
    side: float

    @property
    def body(self) -> Body:
        """A body that stands for the rod: its middle node."""
        own = self.rod.own_nodes
        return own[len(own) // 2].body


@statement(kw_only=True)
class RodPlacement(Stated):
    """How a rod is held and moves at the start."""

    start_on: Body | None = None
    """Body that holds its start; the ground if not given. What is clamped to a body has
    no node there: half a piece of the rod moves with the body and counts in its
    mass."""
    end_on: Body | None = None
    """The same of its end."""
    damping: float = number(
        "Time T of the stress E (e + T e') behind a strain e: a vibration of f Hz "
        "loses 2 pi^2 f T of its amplitude per cycle.",
        "s", default=0.0, example="2 us",
    )  # fmt: skip
    inertia_scale: float = number(
        "Factor of the rotary inertia of the nodes; above 1 it allows larger steps and "
        "makes high modes slower, and the run says so.",
        default=1.0, low=1.0, high=1e6, example=3.0,
    )  # fmt: skip
    velocity: Vector = pair(
        "How fast the whole rod moves at the start, along x and y.",
        "m/s", ["0.5 m/s", "0 m/s"], default=(0.0, 0.0),
    )  # fmt: skip
    spin: float = signed(
        "How fast the whole rod turns at the start about the mean of its points.",
        "rad/s", default=0.0, example="300 rpm",
    )  # fmt: skip


class Host(Protocol):
    """A system that takes up the nodes of a rod."""

    ground: Body
    bodies: list[Body]
    rods: list[FlexibleRod]

    def body(
        self, name: str, mass: float, inertia: float, at: Vector, *, angle: float,
        velocity: Vector, spin: float, free: Sequence[str],
    ) -> Body:  # fmt: skip
        """A rigid body."""

    def pin(self, name: str, a: Circle, b: Circle) -> None:
        """A rigid revolute joint between two points."""


class Met(Protocol):
    """A contact that a system has already."""

    @property
    def body_a(self) -> int:
        """Number of the body that touches."""

    @property
    def b(self) -> object:
        """What it touches."""


def place_rod(plan: Host, name: str, rod: Rod, how: RodPlacement) -> FlexibleRod:
    """A flexible rod, whose nodes are bodies ``name:0``, ``name:1`` and so on.

    Args:
        plan: The system.
        name: Of the rod.
        rod: Its shape, section and how its ends are held; without loads.
        how: What holds it, and its motion.
    """
    where = f"rod[{name}]"
    check_kind(where, rod, (Rod,), "a Rod, such as Rod.straight(0.2, 20, EA, EI)")
    refuse_own_loads(where, rod)
    how.check(where)
    holders = how.start_on or plan.ground, how.end_on or plan.ground
    for key, body in zip(("start_on", "end_on"), holders, strict=True):
        if not any(body is own for own in plan.bodies):
            raise SpecError.at(f"{where}.{key}", body, "expected a body of this system")
    first, last = (body.name if body else None for body in (how.start_on, how.end_on))
    if (conflict := holder_conflict(rod.stated_shape.ends, (first, last))) is not None:
        key, holder, expected = conflict
        raise SpecError.at(f"{where}.{key}", holder, expected)
    motion = how.velocity, how.spin
    nodes = placed_nodes(plan, name, rod, holders, how.inertia_scale, motion)
    stated = rod.section.height
    tall = fibre_distance(rod) if stated is None else stated
    made = FlexibleRod(len(plan.rods), name, rod, nodes, holders, tall, how)
    if not made.own_nodes:
        words = "expected at least 2 elements of a rod that is clamped at both ends"
        raise SpecError.at(f"{where}.elements", rod.elements, words)
    return made


def rod_meeting(
    where: str, a: Circle, b: RodSide, normal: Normal, rods: Sequence[FlexibleRod]
) -> tuple[PairKind, tuple[float, ...]]:
    """The pair of a circle and a rod, and the numbers of both; refuses what cannot."""
    check_points(where, a)
    if not any(b.rod is own for own in rods):
        raise SpecError.at(f"{where}.b", b.rod.name, "expected a rod of this system")
    if a.body in [node.body for node in b.rod.own_nodes]:
        raise SpecError.at(f"{where}.a", a.body.name, "expected another body")
    if isinstance(normal, Bilateral | Maxwell):
        words = "expected a unilateral or elastic law on a rod"
        raise SpecError.at(f"{where}.normal", type(normal).__name__, words)
    side = b.side, 0.5 * b.rod.height, 0.0, 0.0
    return PairKind.CIRCLE_ROD, (*a.centre, a.radius, 0.0, *side)


def refuse_own_loads(where: str, rod: Rod) -> None:
    """Refuse what a rod of its own carries: in a system it acts on nodes."""
    for key in ("loads", "springs", "obstacles"):
        if getattr(rod, key):
            words = f"expected a rod without {key}: let them act on nodes of the system"
            raise SpecError.at(f"{where}.{key}", len(getattr(rod, key)), words)
    if rod.weight.any() or rod.spin:
        words = "expected the gravity and the speeds of the system instead"
        raise SpecError.at(where, "gravity or spin of the rod", words)


def fibre_distance(rod: Rod) -> float:
    """Height of a rectangle with the largest EI over EA of the rod [m]."""
    EI = per_element("rod.EI", rod.section.EI, rod.elements)
    return float(np.sqrt(12.0 * (EI / rod.grid.EA).max()))


def node_angles(rod: Rod) -> Floats:
    """Directions at the nodes: halfway between those of the pieces on either side.

    At the ends a piece goes on bending as its neighbour does.
    """
    angle, h = rod.angles, rod.lengths
    if rod.closed:
        before, back = np.roll(angle, 1), np.roll(h, 1)
        before = before + np.round((angle - before) / (2.0 * np.pi)) * 2.0 * np.pi
        return np.asarray((before * h + angle * back) / (h + back))
    if angle.size == 1:
        return np.repeat(angle, 2)
    inner = (angle[:-1] * h[1:] + angle[1:] * h[:-1]) / (h[1:] + h[:-1])
    first, last = 2.0 * angle[0] - inner[0], 2.0 * angle[-1] - inner[-1]
    return np.concatenate([[first], inner, [last]])


def placed_nodes(
    plan: Host, name: str, rod: Rod, holders: tuple[Body, Body],
    inertia_scale: float, motion: tuple[Vector, float],
) -> tuple[Node, ...]:  # fmt: skip
    """A body for every node, or its place in the body that clamps it."""
    masses, inertia = node_masses(rod, inertia_scale)
    angles, middle, (velocity, spin) = node_angles(rod), rod.points.mean(axis=0), motion
    found = []
    for k, (place, angle) in enumerate(zip(rod.points, angles, strict=True)):
        word, holder = end_of(rod, k, holders)
        if word == "clamped":
            found.append(in_frame(holder, place, float(angle)))
            continue
        grounded = holder is plan.ground and word == "pinned"
        free = FREE["pinned"] if grounded else FREE["free"]
        way = place - middle
        speed = (0.0, 0.0) if grounded else (
            velocity[0] - spin * float(way[1]), velocity[1] + spin * float(way[0])
        )  # fmt: skip
        node = plan.body(
            f"{name}:{k}", float(masses[k]), float(inertia[k]),
            (float(place[0]), float(place[1])),
            angle=float(angle), velocity=speed, spin=spin, free=free,
        )  # fmt: skip
        found.append(Node(node, (0.0, 0.0), 0.0))
        if word == "pinned" and not grounded:
            held = in_frame(holder, place, float(angle))
            plan.pin(f"{name}:{k}", node.point(), holder.point(held.at))
    return tuple(found)


def node_masses(rod: Rod, inertia_scale: float) -> tuple[Floats, Floats]:
    """Mass [kg] and rotary inertia [kg m^2] of all nodes.

    Halves of the pieces on either side; at an open end 5/12 of the last piece instead
    of half of it, so that sums over nodes are integrals up to the third order (Gregory)
    and frequencies of rods with free ends are right to the same order as others.
    """
    n, given = rod.vertices, rod.masses(inertia_scale)
    mass, inertia = given[:n].copy(), np.zeros(n)
    for side in (rod.grid.a, rod.grid.b):
        np.add.at(inertia, side, 0.5 * given[2 * n :])
    if not rod.closed and rod.elements > 2:
        moved = rod.mass[[0, -1]] * rod.lengths[[0, -1]] / 12.0
        mass[[0, -1]] -= moved
        mass[[1, -2]] += moved
    return mass, inertia


def end_of(rod: Rod, k: int, holders: tuple[Body, Body]) -> tuple[str, Body]:
    """How node k is held, and by which body."""
    if k == 0:
        return rod.ends[0], holders[0]
    if k == rod.vertices - 1:
        return rod.ends[1], holders[1]
    return "free", holders[0]


def in_frame(body: Body, place: Floats, angle: float) -> Node:
    """A place and a direction in the frame of a body."""
    x, y = place - np.array(body.at)
    c, s = np.cos(body.angle), np.sin(body.angle)
    return Node(body, (float(c * x + s * y), float(c * y - s * x)), angle - body.angle)


def check_neighbours(
    where: str, a: Circle, b: Circle, rods: Sequence[FlexibleRod], met: Sequence[Met]
) -> None:
    """Refuse a node on a circle that a node beside it touches too, if pieces cut it."""
    on = {
        c.body_a for c in met
        if isinstance(c.b, Circle) and c.b.body is b.body and c.b.centre == b.centre
    }  # fmt: skip
    for rod in rods:
        own = [node.body.index for node in rod.own_nodes]
        if a.body.index in own:
            k = own.index(a.body.index)
            if on & {*own[max(0, k - 1) : k], *own[k + 1 : k + 2]}:
                check_mesh(f"{where}.b", b, rod)


def check_mesh(where: str, circle: Circle, rod: FlexibleRod) -> None:
    """Refuse nodes on a circle that pieces of the rod would cut through."""
    check_radius(f"{where}.radius", circle.radius, rod.rod.lengths)
