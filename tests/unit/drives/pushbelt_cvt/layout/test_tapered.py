"""The cat's back: printed figures, printed equations, smoothness, placement."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catena.drives.pushbelt_cvt.layout.taper import (
    ArchedBelt,
    arched_belt,
    cats_back_radius,
    wedge_angle,
)
from catena.errors import GeometryError
from catena.geometry.course import Course
from catena.geometry.variator import belt_geometry

HEIGHT, ROCKING, FIBRE, THICKNESS = 6e-3, 6e-3, 2.11e-3, 1.5424e-3
EA = 8.3916e6


def study_radius(taper: float) -> float:
    return cats_back_radius(THICKNESS, taper, HEIGHT, ROCKING, FIBRE)


@pytest.mark.parametrize(
    ("taper", "radius", "prestress"),
    [(2e-6, 4.63008, 225.0), (5e-6, 1.85376, 1390.0), (8e-6, 1.15968, 3519.0)],
)
def test_radius_and_hidden_prestress_of_the_study(
    taper: float, radius: float, prestress: float
) -> None:
    assert study_radius(taper) == pytest.approx(radius, rel=1e-5)
    # (4.77): the printed course would start the rings with this tension
    printed = ArchedBelt(belt_geometry(1.0, 0.680, 0.168), study_radius(taper))
    hidden = EA * (printed.length - 0.680) / 0.680
    assert hidden == pytest.approx(prestress, abs=0.6)


@given(st.floats(1e-8, 1e-4), st.floats(3e-3, 1e-2), st.floats(1e-3, 2e-2))
def test_closed_form_is_what_newton_finds(
    taper: float, height: float, rocking: float
) -> None:
    """(4.49) and (4.50) as they stand, from phi = 0."""
    a_1, a_2 = -rocking - taper, -height
    phi = 0.0
    for _ in range(6):
        value = a_1 * math.cos(phi) + a_2 * math.sin(phi) + rocking
        phi -= value / (-a_1 * math.sin(phi) + a_2 * math.cos(phi))
    assert wedge_angle(taper, height, rocking) == pytest.approx(phi, abs=2e-15)


def test_neighbours_on_the_cats_back_touch_at_both_places() -> None:
    """Two wedges, one turned about the found centre by the found angle."""
    taper, fibre = 8e-6, FIBRE
    phi = wedge_angle(taper, HEIGHT, ROCKING)
    centre = study_radius(taper) - fibre  # below the rocking edge, on the rear plane
    # the next rear plane leaves the centre tilted by -phi against this rear plane
    top = np.array([THICKNESS + taper, HEIGHT + centre])
    rocking = np.array([THICKNESS - ROCKING, centre]) + ROCKING * np.array(
        [math.cos(phi), math.sin(phi)]
    )
    normal = np.array([math.cos(phi), math.sin(phi)])
    assert normal @ top == pytest.approx(0.0, abs=1e-12)
    assert normal @ rocking == pytest.approx(0.0, abs=1e-12)


def check_smooth(course: Course) -> None:
    pieces = course.pieces
    for piece, following in zip(pieces, pieces[1:] + pieces[:1], strict=True):
        assert piece.end == pytest.approx(following.start, abs=1e-10)
        turned = (piece.end_angle - following.angle) / (2.0 * math.pi)
        assert turned == pytest.approx(round(turned), abs=1e-12)


@given(st.floats(0.4, 2.4), st.floats(1e-8, 1.2e-5))
def test_course_is_smooth_closed_and_as_long_as_it_should_be(
    ratio: float, taper: float
) -> None:
    belt = arched_belt(ratio, 0.680, 0.168, study_radius(taper))
    course = belt.course()
    check_smooth(course)
    assert course.length == pytest.approx(0.680, rel=1e-14)
    assert course.turning == pytest.approx(-2.0 * math.pi, rel=1e-13)
    assert course.sections == ("primary", "push", "secondary", "loose")
    assert belt.pulleys.ratio == pytest.approx(ratio, rel=1e-13)


@pytest.mark.parametrize("ratio", [0.5, 1.0, 2.25])
def test_transitions_are_the_printed_tangents(ratio: float) -> None:
    """Midpoint (4.60)-(4.63), tangents (4.65)-(4.73), for the printed radii."""
    radius = study_radius(8e-6)
    pulleys = belt_geometry(ratio, 0.680, 0.168)
    belt = ArchedBelt(pulleys, radius)
    phi, d = pulleys.phi, pulleys.distance
    normal = np.array([math.cos(phi), math.sin(phi)])
    t_i, t_o = pulleys.radius_i * normal, [d, 0.0] + pulleys.radius_o * normal
    depth = math.sqrt(radius**2 - (0.5 * pulleys.strand) ** 2)  # (4.61)
    middle = 0.5 * (t_i + t_o) - depth * normal  # (4.63)
    course = belt.course()
    for centre, r, piece, arc in (
        (np.zeros(2), pulleys.radius_i, course.pieces[1], course.pieces[0]),
        (np.array([d, 0.0]), pulleys.radius_o, course.pieces[3], course.pieces[4]),
    ):
        m = middle - centre
        length = math.sqrt(m @ m - (radius - r) ** 2)  # (4.65), (4.70)
        assert piece.length == pytest.approx(length, rel=1e-9)
        normal_angle = piece.angle + 0.5 * math.pi
        u = np.array([math.cos(normal_angle), math.sin(normal_angle)])
        assert m @ u == pytest.approx(r - radius, abs=1e-12)  # tangent to both
        assert arc.curvature == -1.0 / r
    x, y = course.point(np.linspace(*course.starts[2:4], 20))
    np.testing.assert_allclose(np.hypot(x - middle[0], y - middle[1]), radius)


def test_without_taper_the_strands_are_straight() -> None:
    assert study_radius(0.0) == math.inf
    nearly = arched_belt(1.3, 0.680, 0.168, study_radius(1e-10)).pulleys
    straight = belt_geometry(1.3, 0.680, 0.168)
    assert nearly.radius_i == pytest.approx(straight.radius_i, rel=1e-12)


def test_too_much_taper_is_refused() -> None:
    with pytest.raises(GeometryError, match=r"radius of 80 mm; expected more than"):
        arched_belt(1.0, 0.680, 0.168, 0.080)
