"""A belt on two pulleys: radii, limits and the course."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import fsolve

from catena.errors import GeometryError
from catena.geometry.variator import (
    SECTIONS,
    RadiusLimits,
    belt_geometry,
    belt_length,
    other_radius,
    radii,
    ratio_range,
)

LENGTH, DISTANCE = 0.680, 0.168


@pytest.mark.parametrize(
    ("ratio", "r_i", "r_o", "phi"),
    [
        (0.5, 71.3838e-3, 35.6919e-3, 77.7339),
        (1.0, 54.7493e-3, 54.7493e-3, 90.0),
        (2.25, 32.7122e-3, 73.6025e-3, 104.0870),
    ],
)
def test_radii_of_the_study_variator(
    ratio: float, r_i: float, r_o: float, phi: float
) -> None:
    belt = belt_geometry(ratio, LENGTH, DISTANCE)
    assert belt.radius_i == pytest.approx(r_i, abs=1e-7)
    assert belt.radius_o == pytest.approx(r_o, abs=1e-7)
    assert belt.phi == pytest.approx(math.radians(phi), abs=1e-6)


def test_radii_solve_the_printed_equations() -> None:
    """(4.34) and (4.39) as they stand, by another solver."""
    ratio = 1.7

    def residual(unknown: list[float]) -> list[float]:
        r_o, phi = unknown
        r_i = r_o + math.cos(phi) * DISTANCE  # (4.34)
        arcs = r_o * math.pi + math.cos(phi) * DISTANCE * (math.pi - phi)
        length = 2.0 * (math.sin(phi) * DISTANCE + arcs)  # (4.39)
        return [length - LENGTH, r_o - ratio * r_i]

    start = (0.5 * LENGTH - DISTANCE) / math.pi  # (4.40)
    r_o, phi = fsolve(residual, [start, 0.5 * math.pi], xtol=1e-14)
    belt = belt_geometry(ratio, LENGTH, DISTANCE)
    assert belt.radius_o == pytest.approx(r_o, rel=1e-12)
    assert belt.phi == pytest.approx(phi, rel=1e-12)


def test_many_ratios_at_once() -> None:
    ratios = np.linspace(0.4, 2.5, 40)
    r_i, r_o = radii(ratios, LENGTH, DISTANCE)
    np.testing.assert_allclose(r_o / r_i, ratios, rtol=1e-14)
    np.testing.assert_allclose(belt_length(r_i, r_o, DISTANCE), LENGTH, rtol=1e-14)
    assert np.all(np.diff(r_i) < 0.0)
    assert np.all(np.diff(r_o) > 0.0)


@given(
    st.floats(0.2, 5.0), st.floats(0.05, 1.0), st.floats(2.3, 6.0), st.floats(-9.0, 9.0)
)
def test_any_belt_closes_and_its_course_is_smooth(
    ratio: float, distance: float, slenderness: float, at: float
) -> None:
    length = slenderness * distance
    try:
        belt = belt_geometry(ratio, length, distance)
    except GeometryError:  # hangs around one pulley alone
        largest = distance / abs(1.0 - ratio) * max(1.0, ratio)
        assert 2.0 * math.pi * largest < length
        return
    course = belt.course()
    assert course.length == pytest.approx(length, rel=1e-12)
    assert course.turning == pytest.approx(-2.0 * math.pi, rel=1e-12)
    assert course.sections == SECTIONS
    for piece, following in zip(course.pieces, course.pieces[1:], strict=False):
        assert piece.end == pytest.approx(following.start, abs=1e-12 * length)
        assert piece.end_angle == pytest.approx(following.angle, abs=1e-9)
    # the direction is the derivative of the place, the bend that of the direction
    step = 1e-6 * length
    s = np.array([at * length - step, at * length, at * length + step])
    bends = course.curvature(s)
    if len(set(bends)) > 1:
        return
    x, y = course.point(s)
    angle = course.angle(s)[1]
    assert (x[2] - x[0]) / (2.0 * step) == pytest.approx(math.cos(angle), abs=1e-7)
    assert (y[2] - y[0]) / (2.0 * step) == pytest.approx(math.sin(angle), abs=1e-7)


def test_points_on_the_pulleys_have_their_radius() -> None:
    belt = belt_geometry(0.6, LENGTH, DISTANCE)
    course = belt.course()
    s = np.linspace(0.0, course.length, 500, endpoint=False)
    x, y = course.point(s)
    section = course.section(s)
    np.testing.assert_allclose(np.hypot(x, y)[section == 0], belt.radius_i)
    np.testing.assert_allclose(np.hypot(x - DISTANCE, y)[section == 2], belt.radius_o)
    assert np.all(y[section == 1] > 0.0)
    assert np.all(np.diff(x[section == 1]) > 0.0)  # push strand: left to right, on top
    assert np.all(y[section == 3] < 0.0)
    starts = course.section_starts()
    assert list(starts) == list(SECTIONS)
    assert starts["push"] == pytest.approx(belt.radius_i * belt.wrap_i)


def test_parallel_course_lies_inside_and_is_shorter_by_one_turn() -> None:
    course = belt_geometry(2.0, LENGTH, DISTANCE).course()
    inner = course.parallel(2e-3)
    assert inner.length == pytest.approx(course.length - 2.0 * math.pi * 2e-3)
    share = np.linspace(0.0, 1.0, 7, endpoint=False)
    for outer_start, piece, other in zip(
        course.starts, course.pieces, inner.pieces, strict=False
    ):
        s = outer_start + share * piece.length
        t = inner.starts[inner.pieces.index(other)] + share * other.length
        (x, y), (a, b) = course.point(s), inner.point(t)
        np.testing.assert_allclose(np.hypot(x - a, y - b), 2e-3, rtol=1e-9)
        np.testing.assert_allclose(course.angle(s), inner.angle(t))


def test_a_belt_too_short_or_hanging_loose_is_refused() -> None:
    with pytest.raises(GeometryError, match=r"too short.*needs more than 336 mm"):
        belt_geometry(1.0, 0.3, DISTANCE)
    with pytest.raises(GeometryError, match="hang loose"):
        belt_geometry(20.0, 3.0, DISTANCE)
    with pytest.raises(GeometryError, match="no second pulley"):
        other_radius(0.2, 0.4, DISTANCE)


def test_ratio_range_ends_where_hub_or_rim_end() -> None:
    wide, narrow = RadiusLimits(0.02, 0.09), RadiusLimits(0.03, 0.075)
    low, high = ratio_range(LENGTH, DISTANCE, narrow, narrow)
    assert low == pytest.approx(1.0 / high)
    for ratio in (low, high):
        belt = belt_geometry(ratio, LENGTH, DISTANCE)
        ends = (belt.radius_i, belt.radius_o)
        assert min(ends) >= narrow.least * (1.0 - 1e-12)
        assert max(ends) <= narrow.most * (1.0 + 1e-12)
        assert min(ends) == pytest.approx(0.03) or max(ends) == pytest.approx(0.075)
    assert ratio_range(LENGTH, DISTANCE, wide, wide)[0] < low
    with pytest.raises(GeometryError, match="runs at no ratio"):
        ratio_range(1.0, DISTANCE, narrow, narrow)
