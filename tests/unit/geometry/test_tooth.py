"""Tooth gaps: standard dimensions, seats, distances and their gradients."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catena.errors import GeometryError
from catena.geometry.tooth import (
    ToothProfile,
    pitch_radius,
    roller_gap,
    swing_overlap,
)
from catena.geometry.tooth_forms import (
    ansi_b29_1,
    five_segments,
    ideal_seat,
    iso_606,
    iso_606_tip_radii,
)
from catena.geometry.tooth_points import drawn_by_user
from catena.tables.contour import Feature

FORMS = {
    "ansi": ansi_b29_1,
    "iso_min": lambda p, z, d: iso_606(p, z, d, form=0.0),
    "iso_max": lambda p, z, d: iso_606(p, z, d, form=1.0),
    "five": five_segments,
}
CHAINS = {"No. 40": (0.0127, 0.007925), "06B": (0.009525, 0.00635)}


def gap_at(profile: ToothProfile, x: float, y: float) -> tuple[float, float, float]:
    rows = profile.contour
    gap, n_x, n_y, _ = roller_gap(
        rows.code,
        rows.shape,
        0,
        len(rows.code),
        profile.tooth_count,
        profile.roller_radius,
        x,
        y,
    )
    return gap, n_x, n_y


@pytest.mark.parametrize("teeth", [8, 11, 19, 24, 60])
@pytest.mark.parametrize("chain", CHAINS)
@pytest.mark.parametrize("form", FORMS)
def test_seated_roller_touches_the_bottom_of_every_gap(form, chain, teeth):
    pitch, roller = CHAINS[chain]
    profile = FORMS[form](pitch, teeth, roller)
    for k in range(teeth):
        angle = k * profile.tooth_angle
        r = profile.pitch_radius
        gap, n_x, n_y = gap_at(profile, r * np.cos(angle), r * np.sin(angle))
        assert abs(gap) < 1e-12
        assert n_x == pytest.approx(np.cos(angle), abs=1e-6)
        assert n_y == pytest.approx(np.sin(angle), abs=1e-6)


@pytest.mark.parametrize("teeth", [9, 11, 19, 24, 60])
@pytest.mark.parametrize("form", FORMS)
def test_roller_swings_out_of_its_gap_without_cutting_into_the_tooth(form, teeth):
    """The next pin is held at one pitch by a seated one and lifts off the wheel."""
    pitch, roller = CHAINS["06B"]
    profile = FORMS[form](pitch, teeth, roller)
    tooth, r = profile.tooth_angle, profile.pitch_radius
    held = np.array([r * np.cos(tooth), r * np.sin(tooth)])
    towards = np.arctan2(-held[1], r - held[0])
    for swing in np.linspace(0.0, tooth, 60):
        at = held + pitch * np.array([np.cos(towards + swing), np.sin(towards + swing)])
        assert gap_at(profile, *at)[0] > -1e-9
    assert max(swing_overlap(profile)) < 1e-9


@pytest.mark.parametrize("teeth", [6, 7, 8])
def test_narrow_gaps_of_few_teeth_are_in_the_way_of_the_roller(teeth):
    """The distance to the fine outline is the second opinion; wide gaps are clear."""
    pitch, roller = CHAINS["06B"]
    narrow, wide = (iso_606(pitch, teeth, roller, form=form) for form in (0.0, 0.5))
    tooth, r = narrow.tooth_angle, narrow.pitch_radius
    held = np.array([r * np.cos(tooth), r * np.sin(tooth)])
    turn = np.arctan2(-held[1], r - held[0]) + np.linspace(0.0, tooth, 400)
    swung = held + pitch * np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    away = swung[:, None] - narrow.outline(1e-8)[None]
    nearest = np.hypot(*np.moveaxis(away, -1, 0)).min()
    assert swing_overlap(narrow)[1] == pytest.approx(0.5 * roller - nearest, rel=2e-3)
    assert swing_overlap(narrow)[1] > 0.005 * roller
    assert max(swing_overlap(wide)) < 1e-9


@pytest.mark.parametrize("teeth", [6, 7, 8, 9, 10, 11, 24])
def test_ideal_gaps_are_clear_of_entering_rollers(teeth):
    pitch, roller = CHAINS["06B"]
    profile = ideal_seat(pitch, teeth, roller)
    assert max(swing_overlap(profile)) < 1e-9
    assert profile.tip_radius > profile.pitch_radius


@settings(max_examples=150, deadline=None)
@given(
    form=st.sampled_from(sorted(FORMS)),
    teeth=st.integers(7, 48),
    height=st.floats(-0.002, 0.006),
    share=st.floats(-0.5, 0.5),
    gap=st.integers(0, 6),
)
def test_normal_is_the_gradient_of_the_distance(form, teeth, height, share, gap):
    profile = FORMS[form](0.0127, teeth, 0.007925)
    r = profile.pitch_radius + height
    angle = (gap + share) * profile.tooth_angle
    x, y, h = r * np.cos(angle), r * np.sin(angle), 1e-8
    _, n_x, n_y = gap_at(profile, x, y)
    left, right = gap_at(profile, x - h, y), gap_at(profile, x + h, y)
    below, above = gap_at(profile, x, y - h), gap_at(profile, x, y + h)
    assert n_x**2 + n_y**2 == pytest.approx(1.0, abs=1e-12)
    on_ridge = max(abs(left[1] - right[1]), abs(below[2] - above[2])) > 1e-3
    if not on_ridge:
        assert (right[0] - left[0]) / (2 * h) == pytest.approx(n_x, abs=2e-4)
        assert (above[0] - below[0]) / (2 * h) == pytest.approx(n_y, abs=2e-4)


@pytest.mark.parametrize("form", FORMS)
def test_distance_agrees_with_the_fine_outline(form):
    """Second method: the nearest point of a dense polygon around the whole wheel."""
    profile = FORMS[form](0.0127, 13, 0.007925)
    outline = profile.outline(deviation=1e-9)
    rng = np.random.default_rng(1)
    for _ in range(40):
        r = profile.pitch_radius + rng.uniform(-0.003, 0.005)
        angle = rng.uniform(0.0, 2.0 * np.pi)
        at = r * np.array([np.cos(angle), np.sin(angle)])
        nearest = _distance_to_polygon(at, outline)
        gap = gap_at(profile, *at)[0] + profile.roller_radius
        assert abs(gap) == pytest.approx(nearest, abs=3e-9)


def _distance_to_polygon(at, polygon):
    start = polygon
    along = np.roll(polygon, -1, axis=0) - polygon
    share = np.einsum("ij,ij->i", at - start, along) / (along**2).sum(axis=1)
    foot = start + np.clip(share, 0.0, 1.0)[:, None] * along
    return np.hypot(*(at - foot).T).min()


def test_sign_tells_solid_from_open():
    profile = iso_606(0.0127, 24, 0.007925)
    r, half = profile.pitch_radius, 0.5 * profile.tooth_angle
    inside_tooth = gap_at(profile, r * np.cos(half), r * np.sin(half))[0]
    assert inside_tooth + profile.roller_radius < -1e-3
    assert gap_at(profile, profile.tip_radius + 0.01, 0.0)[0] > 0.0
    assert gap_at(profile, profile.root_radius - 1e-3, 0.0)[0] < 0.0


def test_ansi_dimensions_of_number_40_with_24_teeth():
    """Letters of ANSI B29.1; numbers from the worked check of the standard's rules."""
    profile = ansi_b29_1(0.0127, 24, 0.007925, seating="pitch")
    seat, work, straight, topping = profile.half_gap.pieces()[:4]
    assert 2e3 * profile.pitch_radius == pytest.approx(97.2985, abs=1e-4)
    assert -2e3 / seat.curvature == pytest.approx(8.0408, abs=1e-4)  # Ds
    assert -1e3 / work.curvature == pytest.approx(10.3604, abs=1e-4)  # E
    assert 1e3 * straight.length == pytest.approx(1.0347, abs=1e-4)  # yz
    assert 1e3 / topping.curvature == pytest.approx(6.4937, abs=1e-4)  # F
    assert 2e3 * profile.tip_radius == pytest.approx(104.0861, abs=1e-4)
    bend = np.degrees(-seat.curvature * seat.length)
    assert bend == pytest.approx(90.0 - 37.5, abs=1e-9)  # A


def test_ansi_pointed_tip_diameter():
    with pytest.raises(GeometryError, match="tip radius"):
        ansi_b29_1(0.0127, 24, 0.007925, tip_radius=0.0529, seating="pitch")
    highest = ansi_b29_1(0.0127, 24, 0.007925, tip_radius=0.05266, seating="pitch")
    assert highest.tip_radius == pytest.approx(0.05266)  # pointed: 105.3324 / 2


def test_iso_dimensions_of_06b_with_19_teeth():
    low, high = iso_606_tip_radii(0.009525, 19, 0.00635)
    assert 2e3 * low == pytest.approx(60.242, abs=1e-3)
    assert 2e3 * high == pytest.approx(63.426, abs=1e-3)
    for form, r_i, r_e, alpha in (
        (0, 3.207, 27.483, 135.263),
        (1, 3.335, 16.002, 115.263),
    ):
        seat, flank = iso_606(0.009525, 19, 0.00635, form=form).half_gap.pieces()[:2]
        assert -1e3 / seat.curvature == pytest.approx(r_i, abs=1e-3)
        assert 1e3 / flank.curvature == pytest.approx(r_e, abs=1e-3)
        assert np.degrees(-2 * seat.curvature * seat.length) == pytest.approx(
            alpha, abs=1e-3
        )


@pytest.mark.parametrize("form", sorted(FORMS.keys() - {"five"}))  # has corners
def test_arcs_continue_each_other_smoothly(form):
    pieces = FORMS[form](0.0127, 17, 0.007925).half_gap.pieces()
    for before, after in pairwise(pieces[:-1]):
        x, y, heading = before.end()
        assert np.hypot(after.x - x, after.y - y) < 1e-12
        assert abs(after.heading - heading) % (2 * np.pi) < 1e-12


def test_five_segments_are_five_lines():
    profile = five_segments(0.0127, 22, 0.0078)
    codes = profile.contour.code.tolist()
    assert codes.count(Feature.LINE) == 3  # half the bottom, lower and upper flank


def test_user_polyline_is_taken_as_drawn():
    drawn = [
        (0.0, -0.004),
        (0.002, -0.0036),
        (0.004, 0.0),
        (0.0045, 0.003),
        (0.008, 0.003),
    ]
    profile = drawn_by_user(drawn, 0.0127, 20, 0.007925)
    corner = profile.half_gap.points(profile.half_gap.length[0])
    assert corner == pytest.approx([pitch_radius(0.0127, 20) - 0.0036, 0.002])
    assert profile.tip_radius > profile.pitch_radius


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: iso_606(0.0127, 5, 0.0079), "5 teeth, expected 6 or more"),
        (lambda: iso_606(0.0127, 20, 0.0129), "roller diameter 12.900 mm"),
        (lambda: iso_606(0.0127, 20, 0.0079, form=1.5), "form is 1.5"),
        (lambda: iso_606(0.0127, 20, 0.0079, tip_radius=0.03), "expected 42.484"),
        (lambda: drawn_by_user([(0.0, 0.0)], 0.0127, 20, 0.0079), "at least two"),
        (
            lambda: drawn_by_user([(0, -0.004), (0.001, 0)], 0.0127, 20, 0.0079),
            "before the middle of the tooth",
        ),
        (lambda: five_segments(0.0127, 20, 0.0079, knee_depth=0.004), "the knee lies"),
    ],
)
def test_refusals_name_the_value(make, words):
    with pytest.raises(GeometryError, match=words):
        make()


def test_rounded_points_of_a_drawing_are_taken():
    """An ISO gap exported to a tenth of a micrometre, tip included."""
    pitch, roller = CHAINS["06B"]
    drawn_after = iso_606(pitch, 17, roller, form=1.0)
    x, y = drawn_after.half_gap.outline(1e-6).T
    points = np.round(np.stack([y, x - drawn_after.pitch_radius], axis=-1), 7)
    profile = drawn_by_user(points, pitch, 17, roller)
    assert profile.tip_radius == pytest.approx(drawn_after.tip_radius, abs=2e-6)
    for height in (0.0, 5e-4, 2e-3):
        for side in (-8e-4, 0.0, 6e-4):
            at = drawn_after.pitch_radius + height, side
            wanted = gap_at(drawn_after, *at)[0]
            assert gap_at(profile, *at)[0] == pytest.approx(wanted, abs=3e-6)
