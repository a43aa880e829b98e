"""Orders of torques and irregularities that do not repeat with the turn."""

from __future__ import annotations

from fractions import Fraction

from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.spec.wheels import SprocketPart
from catena.drives.wheel_boundary.words import DriveSpeed, Free

CYCLE = 2
"""Turns after which a torque is expected to repeat: one, or two of a four-stroke."""
MOST_TURNS = 1000
"""Turns after which an order counts as never repeating."""


def repeating_warnings(spec: Spec) -> list[str]:
    """Orders that repeat neither after one turn nor after two."""
    return [
        f"sprocket {part.name!r}: order {order:g} repeats {_when(order)}; torques and "
        "irregularities over the angle usually have whole orders, or halves in a "
        "four-stroke cycle"
        for part in spec.sprocket
        for order in _orders(part)
        if not (CYCLE * order).is_integer()
    ]


def _orders(part: SprocketPart) -> list[float]:
    boundary = part.boundary
    if isinstance(boundary, Free):
        return []
    if isinstance(boundary, DriveSpeed):
        return [wave.order for wave in boundary.irregularity]
    return [wave.order for wave in boundary.orders]


def _when(order: float) -> str:
    share = Fraction(order).limit_denominator(MOST_TURNS)
    if abs(float(share) - order) > 1e-9 * order:
        return "after no number of turns"
    return f"only after {share.denominator} turns"
