import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from catena.errors import GeometryError
from catena.geometry.polygon import PolygonPair, strand_speed_ripple

KNOWN = [
    (18, 18, 15.0, 1.0, 1.0),
    (18, 18, 15.5, 0.984807753337, 1.015426611652),
    (18, 18, 15.25, 0.988541884851, 1.011590925445),
    (17, 34, 20.3, 0.494839220520, 0.502307362671),
    (24, 24, 19.5, 0.991444861461, 1.008628960554),
    (24, 24, 20.0, 1.0, 1.0),
]


@pytest.mark.parametrize(("z1", "z2", "distance", "low", "high"), KNOWN)
def test_speed_ratio_extremes_of_known_pairs(z1, z2, distance, low, high):
    found = PolygonPair(z1, z2, 1.0, distance).ratio_extremes()
    # the tabulated extremes were sampled beside the kinks: 1e-9, not 1e-12
    assert found == pytest.approx((low, high), abs=1e-9)


def test_mahalingam_bounds_of_equal_sprockets_half_a_pitch_apart():
    low, high = PolygonPair(24, 24, 1.0, 19.5).ratio_extremes()
    assert low == pytest.approx(np.cos(np.pi / 24), abs=1e-9)
    assert high == pytest.approx(1.0 / np.cos(np.pi / 24), abs=1e-6)


@pytest.mark.parametrize(
    ("teeth", "ripple"),
    [(9, 0.060307379), (11, 0.040507026), (18, 0.015192247), (24, 0.008555139)],
)
def test_strand_speed_ripple(teeth, ripple):
    assert strand_speed_ripple(teeth) == pytest.approx(ripple, abs=1e-9)


def test_strand_speed_of_the_linkage_has_that_ripple():
    pair = PolygonPair(24, 24, 1.0, 20.0)
    speeds = np.concatenate([s.strand_speed for s in pair.segments(2001)])
    ripple = 1.0 - speeds.min() / speeds.max()
    assert ripple == pytest.approx(strand_speed_ripple(24), abs=1e-7)


pairs = st.tuples(st.integers(9, 60), st.integers(9, 60), st.floats(8.0, 60.0))


def fitting(drawn):
    z1, z2, tangent = drawn
    try:
        return PolygonPair.from_tangent(z1, z2, 0.0127, tangent)
    except GeometryError:
        return None


@settings(max_examples=60, deadline=None)
@given(pairs)
def test_one_tooth_of_the_driver_turns_one_tooth_of_the_driven(drawn):
    pair = fitting(drawn)
    assume(pair is not None)
    _, lead = pair.transmission_error()
    assert abs(lead[-1]) < 1e-11
    low, high = pair.ratio_extremes()
    assert low <= pair.mean_ratio * (1 + 1e-12) and high >= pair.mean_ratio * (
        1 - 1e-12
    )


@settings(max_examples=40, deadline=None)
@given(pairs, st.floats(0.0, 1.0))
def test_ratio_and_strand_rate_are_derivatives_of_the_angles(drawn, share):
    pair = fitting(drawn)
    assume(pair is not None)
    start, end = pair.period
    h = 1e-5
    angle = np.array([start + (0.001 + 0.997 * share) * (end - start)])
    count = int(pair.at(angle).link_count[0])
    back, here, ahead = (pair.at_count(angle + d, count) for d in (-h, 0.0, h))
    ratio = (ahead.driven_angle - back.driven_angle) / (2 * h)
    rate = (ahead.strand_angle - back.strand_angle) / (2 * h)
    assert here.speed_ratio[0] == pytest.approx(ratio[0], abs=2e-8)
    assert here.strand_rate[0] == pytest.approx(rate[0], abs=2e-8)


@settings(max_examples=40, deadline=None)
@given(pairs)
def test_angle_of_strand_is_continuous_through_release_and_seating(drawn):
    pair = fitting(drawn)
    assume(pair is not None)
    start, end = pair.period
    release = pair.release_angle(pair.seated_link_count)
    before = pair.at_count(np.array([release]), pair.seated_link_count)
    after = pair.at_count(np.array([release]), pair.seated_link_count + 1)
    assert before.strand_angle == pytest.approx(after.strand_angle, abs=1e-11)
    first = pair.at_count(np.array([start]), pair.seated_link_count)
    last = pair.at_count(np.array([end]), pair.seated_link_count + 1)
    assert first.strand_angle == pytest.approx(last.strand_angle, abs=1e-11)


@pytest.mark.parametrize(
    ("teeth", "distance", "word"),
    [(3, 20.0, "driver_teeth"), (24, 5.0, "centre_distance"), (5, 2.0, "pitches")],
)
def test_pairs_that_do_not_fit_are_refused(teeth, distance, word):
    with pytest.raises(GeometryError, match=word):
        PolygonPair(teeth, teeth, 1.0, distance)


@pytest.mark.parametrize("pitch", [0.0, -1.0, np.inf, np.nan])
def test_a_pitch_that_is_none_is_refused(pitch):
    with pytest.raises(GeometryError, match="pitch"):
        PolygonPair(24, 24, pitch, 20.0)
