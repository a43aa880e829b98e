"""Spans between two circles, straight and sagging."""

import math

import pytest

from catena.geometry.paths.items import Circle
from catena.geometry.paths.tangent import tangent


def circle(x, y, rho):
    return Circle(x, y, rho, 0)


@pytest.mark.parametrize("half_turn", [0.0, 0.1])
def test_a_span_leaves_and_arrives_along_its_circles(half_turn) -> None:
    """At each end the radius stands across the heading there; the chord joins them."""
    a, b = circle(0.1, -0.2, 0.08), circle(0.9, 0.3, -0.05)
    span = tangent(a, b, half_turn)
    ends = []
    for end, heading in ((a, span.leaves), (b, span.arrives)):
        ends.append(
            (end.x + end.rho * math.sin(heading), end.y - end.rho * math.cos(heading))
        )
    (x, y), (X, Y) = ends
    assert math.hypot(X - x, Y - y) == pytest.approx(span.chord)
    assert math.atan2(Y - y, X - x) == pytest.approx(span.heading)


def test_there_is_no_span_where_there_is_no_room() -> None:
    wheel = circle(0.0, 0.0, 0.1)
    assert tangent(wheel, circle(0.0, 0.0, 0.05)) is None  # one centre
    assert tangent(wheel, circle(0.02, 0.0, 0.05)) is None  # one within the other
    assert tangent(wheel, circle(0.05, 0.0, 0.05)) is not None  # touching from inside
    # a sagging one whose ends would lie behind each other
    assert tangent(circle(0, 0, -0.1), circle(0.21, 0, -0.1), -1.2) is not None
    assert tangent(wheel, circle(0.1, 0.0, 0.1), -1.2) is None
