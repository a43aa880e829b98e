"""Tooth gaps through points: a spline against the standard it was sampled from."""

import numpy as np
import pytest

from catena.errors import GeometryError
from catena.geometry.tooth import pitch_radius, roller_gap, swing_overlap
from catena.geometry.tooth_forms import ansi_b29_1, iso_606
from catena.geometry.tooth_points import spline_by_user
from catena.tables.contour import Feature

PITCH, ROLLER = 0.0127, 0.00851
FORMS = {"ISO 606": iso_606, "ANSI B29.1": ansi_b29_1}


def sampled(profile, each, digits=7):
    """Points of every piece of a gap up to the edge of the tooth, as one would type."""
    flank = [p for p in profile.half_gap.pieces() if np.hypot(*p.end()[:2]) > 0.0]
    flank = flank[:-1] if abs(tip_turn(profile, flank[-1])) < 1e-6 else flank
    places = [p.at(s)[:2] for p in flank for s in np.linspace(0, p.length, each)[:-1]]
    x, y = np.array([*places, flank[-1].end()[:2]]).T
    return np.round(np.stack([y, x - profile.pitch_radius], axis=-1), digits)


def tip_turn(profile, piece):
    """Curvature of a piece against the tip circle [rad over its radius]."""
    return piece.curvature * profile.tip_radius - 1.0


def gap_at(profile, x, y):
    """Gap of a roller at a place of the sprocket frame [m] and the normal."""
    rows = profile.contour
    z, radius = profile.tooth_count, profile.roller_radius
    return roller_gap(rows.code, rows.shape, 0, len(rows.code), z, radius, x, y)[:3]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("teeth", [11, 19, 48])
def test_spline_through_a_standard_is_that_standard(form, teeth):
    """Seat and flank within 2 um of it, tip included; within 1 um by twice the points.

    Standards jump in curvature where their arcs meet, which a spline rounds off.
    """
    wanted = FORMS[form](PITCH, teeth, ROLLER)
    for each, limit in ((12, 2e-6), (24, 1e-6)):
        found = spline_by_user(sampled(wanted, each), PITCH, teeth, ROLLER)
        assert found.tip_radius == pytest.approx(wanted.tip_radius, abs=2e-6)
        apart = [
            gap_at(found, wanted.pitch_radius + up, side)[0]
            - gap_at(wanted, wanted.pitch_radius + up, side)[0]
            for up in (-1e-4, 0.0, 5e-4, 1.5e-3)
            for side in (-6e-4, -1e-4, 0.0, 2e-4, 5e-4)
        ]
        assert np.abs(apart).max() < limit


def test_both_halves_meet_without_a_corner():
    """The curve crosses the middle of the gap squarely: no corner row there."""
    found = spline_by_user(sampled(iso_606(PITCH, 19, ROLLER), 12), PITCH, 19, ROLLER)
    assert found.half_gap.heading[0] == pytest.approx(0.5 * np.pi, abs=1e-12)
    rows = found.contour
    corners = rows.shape[np.isin(rows.code, (Feature.POINT, Feature.END)), :2]
    assert np.abs(corners[:, 1]).min(initial=1.0) > 1e-6
    at, d = found.pitch_radius + 1e-4, 1e-5
    left, right = gap_at(found, at, -d), gap_at(found, at, d)
    assert left[0] == pytest.approx(right[0], abs=1e-15)
    assert left[2] == pytest.approx(-right[2], abs=1e-12)


def test_normal_is_the_gradient_of_the_gap():
    found = spline_by_user(sampled(iso_606(PITCH, 19, ROLLER), 9), PITCH, 19, ROLLER)
    draws, h = np.random.default_rng(4), 1e-9
    for _ in range(50):
        x = found.pitch_radius + draws.uniform(-2e-4, 3e-3)
        y = draws.uniform(-1e-3, 1e-3)
        _, n_x, n_y = gap_at(found, x, y)
        turned = np.abs(np.subtract(gap_at(found, x + h, y), gap_at(found, x - h, y)))
        if turned[1:].max() > 1e-3:  # between two pieces
            continue
        by_x = (gap_at(found, x + h, y)[0] - gap_at(found, x - h, y)[0]) / (2 * h)
        by_y = (gap_at(found, x, y + h)[0] - gap_at(found, x, y - h)[0]) / (2 * h)
        assert (by_x, by_y) == pytest.approx((n_x, n_y), abs=1e-3)


def test_a_seat_as_wide_as_the_roller_holds_it():
    """A seat drawn with the radius of the roller: rounded points make it narrower.

    Where the curve is hollow with a smaller radius its chords stand for it, so that the
    roller finds the bottom within what was rounded off.
    """
    turns = np.radians(np.linspace(0.0, 60.0, 15))
    r = 0.5 * ROLLER
    seat = np.stack([r * np.sin(turns), -r * np.cos(turns)], axis=-1)
    end = seat[-1]  # straight on, inclined by 30 deg
    top = [end + s * np.array([0.5, 0.75**0.5]) for s in (1e-3, 2e-3, 4e-3)]
    points = np.round(np.vstack([seat, top]), 6)
    found = spline_by_user(points, PITCH, 19, ROLLER)
    assert found.half_gap.curvature.min() > -1.0 / r
    assert abs(gap_at(found, found.pitch_radius, 0.0)[0]) < 4e-6
    assert swing_overlap(found)[0] < 4e-6


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([(0.0, -0.004)], "at least two"),
        ([(1e-4, -0.004), (0.004, 0.002)], "must begin with 0"),
        ([(0.0, -0.004), (0.004, 0.0), (0.003, 0.002)], "never decrease"),
        ([(0.0, -0.004), (0.0025, -0.0035)], "before the middle of the tooth"),
        (
            [(0.0, -0.004), (0.0039, -0.0039), (0.00391, 0.003), (0.006, 0.0031)],
            "turns back between its points",
        ),
    ],
)
def test_refusals_name_the_value(points, words):
    with pytest.raises(GeometryError, match=words):
        spline_by_user(points, PITCH, 19, ROLLER)


def test_pitch_circle_is_where_heights_begin():
    found = spline_by_user(sampled(iso_606(PITCH, 19, ROLLER), 12), PITCH, 19, ROLLER)
    assert found.root_radius == pytest.approx(
        pitch_radius(PITCH, 19) - 0.5 * ROLLER, abs=1e-7
    )
