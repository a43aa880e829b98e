"""Rails: shapes, distances, sides and ends."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catena.errors import GeometryError
from catena.geometry.contour import contour_distance
from catena.geometry.curve import Curve, arc
from catena.geometry.guide import Rail, polyline, spline

BENT = [(0.0, 0.0), (0.1, 0.01), (0.2, 0.005), (0.3, -0.02)]


def distance(rail: Rail, x: float, y: float) -> tuple[float, float, float]:
    rows = rail.contour()
    d, n_x, n_y, _ = contour_distance(rows.code, rows.shape, 0, len(rows.code), x, y)
    return d, n_x, n_y


def test_spline_passes_through_its_points_with_a_continuous_tangent():
    curve = spline(BENT)
    pieces = curve.pieces()
    for before, after in pairwise(pieces):
        x, y, heading = before.end()
        assert np.hypot(after.x - x, after.y - y) < 1e-12
        assert abs(after.heading - heading) < 1e-9
    for point in BENT:
        dense = curve.points(np.linspace(0, curve.total, 20001))
        assert np.hypot(*(dense - point).T).min() < 2e-5


def test_spline_through_a_circle_has_its_length_and_curvature():
    angle = np.linspace(2.0, 2.6, 9)
    circle = np.stack([0.4 * np.cos(angle), 0.4 * np.sin(angle)], axis=-1)
    curve = spline(circle)
    assert curve.total == pytest.approx(0.4 * 0.6, rel=2e-5)
    middle = curve.curvature[len(curve.curvature) // 2]
    assert middle == pytest.approx(1.0 / 0.4, rel=5e-3)


@given(s=st.floats(0.0, 1.0))
def test_arc_length_is_the_parameter(s):
    curve = spline(BENT)
    at, step = s * (curve.total - 1e-6), 1e-6
    move = curve.points(at + step) - curve.points(at)
    assert np.hypot(*move) == pytest.approx(step, rel=1e-4)


def test_chain_side_is_positive_on_either_side():
    straight = polyline([(0.0, 0.0), (1.0, 0.0)])
    left, right = Rail("a", straight, "left"), Rail("b", straight, "right")
    assert distance(left, 0.5, -0.1) == pytest.approx((0.1, 0.0, -1.0))
    assert distance(left, 0.5, 0.1)[0] == pytest.approx(-0.1)
    assert distance(right, 0.5, 0.1) == pytest.approx((0.1, 0.0, 1.0))


def test_free_end_never_pulls_in():
    rail = Rail("a", polyline([(0.0, 0.0), (1.0, 0.0)]), "left")
    assert distance(rail, 1.3, 0.4)[0] == pytest.approx(0.5)
    assert distance(rail, 1.3, -0.4)[0] == pytest.approx(0.5)


def test_run_out_bends_away_and_keeps_the_middle():
    rail = Rail("a", Curve.of([arc((0.0, 0.0), 0.4, -0.2, 0.4)]), "left")
    longer = rail.with_run_out(0.02, 1.0)
    assert longer.curve.total == pytest.approx(rail.curve.total + 2 * 0.02)
    ends = longer.curve.points([0.0, longer.curve.total])
    assert np.all(np.hypot(*ends.T) < 0.4 - 0.005)
    assert distance(longer, 0.41, 0.0)[0] == pytest.approx(0.01)


@settings(max_examples=80, deadline=None)
@given(x=st.floats(-0.05, 0.35), y=st.floats(-0.08, 0.08), rounded=st.booleans())
def test_normal_is_the_gradient(x, y, rounded):
    rail = Rail("a", polyline(BENT, 0.05) if rounded else spline(BENT), "right")
    h = 1e-8
    d, n_x, n_y = distance(rail, x, y)
    left, right = distance(rail, x - h, y), distance(rail, x + h, y)
    below, above = distance(rail, x, y - h), distance(rail, x, y + h)
    if max(abs(left[1] - right[1]), abs(below[2] - above[2])) < 1e-3 and abs(d) > 1e-6:
        assert (right[0] - left[0]) / (2 * h) == pytest.approx(n_x, abs=1e-4)
        assert (above[0] - below[0]) / (2 * h) == pytest.approx(n_y, abs=1e-4)


def test_turning_about_a_pivot_keeps_the_pivot():
    rail = Rail("a", spline(BENT), "left").turned_about((0.1, 0.01), 0.3)
    near = np.hypot(*(rail.curve.points(np.linspace(0, 0.3, 3001)) - (0.1, 0.01)).T)
    assert near.min() < 1e-4


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: spline([(0.0, 0.0)]), "at least two"),
        (lambda: spline([(0, 0), (0, 0), (1, 0)]), "coincide"),
        (lambda: polyline([(0, 0), (1, 0), (1, 1)], 0.9), "corner radius 900.000 mm"),
    ],
)
def test_refusals(make, words):
    with pytest.raises(GeometryError, match=words):
        make()
