"""Springs and gaps between linear bodies and rigid ones, checked."""

from __future__ import annotations

from collections.abc import Sequence

from catena.errors import SpecError
from catena.laws.bilateral import Bilateral
from catena.laws.words import Normal
from catena.numerics.ranges import check_kind, check_not_negative
from catena.planar.bodies import Body
from catena.planar.checks import array_of, check_gears, direction_of
from catena.planar.parts import LinearBody, Partner, Tie


def check_linear(where: str, body: LinearBody, known: Sequence[LinearBody]) -> None:
    """Refuse what is no linear body of this system."""
    check_kind(f"{where}.body", body, (LinearBody,), "a linear body")
    if not any(body is own for own in known):
        words = "expected a linear body of this system"
        raise SpecError.at(f"{where}.body", body.name, words)


def checked_partner(where: str, partner: Partner, normal: Normal) -> Partner:
    """The same, with its directions as plain numbers."""
    check_kind(f"{where}.other", partner.body, (Body,), "a body")
    if partner.body.index == 0:
        raise SpecError.at(f"{where}.other", "ground", "expected a moving body")
    if isinstance(normal, Bilateral):
        words = "expected an elastic or unilateral law between two bodies, or a tie"
        raise SpecError.at(f"{where}.normal", "bilateral", words)
    along = direction_of(f"{where}.other_direction", partner.normal, (3,))
    slide = array_of(f"{where}.other_tangent", partner.tangent, (3,))
    return Partner(partner.body, along.tolist(), slide.tolist())


def check_tie(where: str, tie: Tie) -> None:
    """Refuse a coordinate that is not there, and numbers no spring can have."""
    if tie.coordinate not in tie.body.coordinates:
        words = f"expected one of {', '.join(tie.body.coordinates)}"
        raise SpecError.at(f"{where}.coordinate", tie.coordinate, words)
    check_not_negative(f"{where}.stiffness", tie.stiffness)
    check_not_negative(f"{where}.damping", tie.damping)
    check_gears(where, tie.ratio, 0.0)
