"""Planar systems in words: bodies, couplings, contacts, and the model they make."""

from catena.bodies.cantilever import Cantilever
from catena.contact.kinematics.circle_bowl import Bowl
from catena.couplings.lines.linear_spring import LinearSpring
from catena.couplings.lines.rope import Rope
from catena.laws.bilateral import Bilateral
from catena.laws.coulomb import Coulomb, Frictionless
from catena.laws.hertz import Hertz
from catena.laws.johnson import Johnson
from catena.laws.maxwell_coupled import Maxwell
from catena.laws.regularised_friction import Regularised
from catena.laws.spring_damper import SpringDamper
from catena.laws.stribeck import Stribeck
from catena.laws.unilateral import Unilateral
from catena.planar.boundaries import Curve
from catena.planar.builder import PlanarSystem
from catena.planar.linear_parts import Gap, Partner, TieSpring
from catena.planar.pieces import Arc, Segment
from catena.tables.pairs import CurveArgument

__all__ = [
    "Arc",
    "Bilateral",
    "Bowl",
    "Cantilever",
    "Coulomb",
    "Curve",
    "CurveArgument",
    "Frictionless",
    "Gap",
    "Hertz",
    "Johnson",
    "LinearSpring",
    "Maxwell",
    "Partner",
    "PlanarSystem",
    "Regularised",
    "Rope",
    "Segment",
    "SpringDamper",
    "Stribeck",
    "TieSpring",
    "Unilateral",
]
