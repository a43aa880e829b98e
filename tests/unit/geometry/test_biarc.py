"""Two arcs between places and directions."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from catena.geometry.biarc import biarc


@given(
    st.floats(-1.0, 1.0),
    st.floats(-0.6, 0.6),
    st.floats(-0.6, 0.6),
    st.floats(0.1, 2.0),
)
@example(0.0, 2.225073858507e-311, 0.0, 1.5)
def test_arcs_join_places_and_directions(
    way: float, before: float, after: float, length: float
) -> None:
    start = (0.3, -0.2, way + before)
    end = (0.3 + length * math.cos(way), -0.2 + length * math.sin(way), way + after)
    first, second = biarc("arc", start, end)
    assert first.start == start[:2]
    assert first.angle == start[2]
    assert first.end == pytest.approx(second.start, abs=1e-14)
    assert first.end_angle == second.angle
    assert second.end == pytest.approx(end[:2], abs=1e-13)
    assert second.end_angle == pytest.approx(end[2], abs=1e-12)


def test_circle_and_straight_are_kept() -> None:
    r, turn = 0.05, -0.3
    end = (r * math.sin(-turn), -r * (1.0 - math.cos(turn)), turn)
    for piece in biarc("arc", (0.0, 0.0, 0.0), end):
        assert piece.curvature == pytest.approx(-1.0 / r, rel=1e-12)
        assert piece.length == pytest.approx(0.5 * r * 0.3, rel=1e-12)
    for piece in biarc("line", (1.0, 1.0, 0.5 * math.pi), (1.0, 3.0, 0.5 * math.pi)):
        assert abs(piece.curvature) < 1e-15
        assert piece.length == pytest.approx(1.0)
