"""Planar systems in words: bodies, couplings, contacts, and the model they make."""

from catena.planar.builder import PlanarSystem
from catena.planar.contours import Arc, Segment
from catena.planar.laws import (
    Bilateral,
    Coulomb,
    Frictionless,
    Hertz,
    Johnson,
    Maxwell,
    Regularised,
    SpringDamper,
    Stribeck,
    Unilateral,
)
from catena.planar.parts import Curve
from catena.tables.pairs import CurveArgument

__all__ = [
    "Arc",
    "Bilateral",
    "Coulomb",
    "Curve",
    "CurveArgument",
    "Frictionless",
    "Hertz",
    "Johnson",
    "Maxwell",
    "PlanarSystem",
    "Regularised",
    "Segment",
    "SpringDamper",
    "Stribeck",
    "Unilateral",
]
