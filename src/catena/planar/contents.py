"""All parts of a planar system under construction, in the order of their statement."""

from __future__ import annotations

from dataclasses import dataclass, field

from catena.numerics.ranges import check_vector
from catena.planar.bodies import Body
from catena.planar.boundaries import Drive, Load
from catena.planar.linear_parts import LinearBody, Tie
from catena.planar.parts import Contact, Coupling, MaxwellGroup, Shaft
from catena.planar.pieces import Vector
from catena.planar.rods import FlexibleRod


def the_ground() -> Body:
    """The body that never moves."""
    return Body(0, "ground", free=())


@dataclass(eq=False, repr=False)
class Contents:
    """Parts of a planar system; its ground is the first body."""

    gravity: Vector = (0.0, 0.0)
    ground: Body = field(init=False, default_factory=the_ground)
    bodies: list[Body] = field(init=False, default_factory=list)
    linear_bodies: list[LinearBody] = field(init=False, default_factory=list)
    rods: list[FlexibleRod] = field(init=False, default_factory=list)
    springs: list[Coupling] = field(init=False, default_factory=list)
    journals: list[Coupling] = field(init=False, default_factory=list)
    torsion_bars: list[Shaft] = field(init=False, default_factory=list)
    ties: list[Tie] = field(init=False, default_factory=list)
    drives: list[Drive] = field(init=False, default_factory=list)
    loads: list[Load] = field(init=False, default_factory=list)
    contacts: list[Contact] = field(init=False, default_factory=list)
    maxwell_groups: list[MaxwellGroup] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        """The ground is there from the beginning."""
        check_vector("gravity", self.gravity)
        self.bodies.append(self.ground)
