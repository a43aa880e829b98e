"""The envelope keeps what the eye would see."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catena.view.envelope import decimate, envelope_indices

values = st.floats(-1e12, 1e12) | st.just(float("nan")) | st.just(float("inf"))


@st.composite
def curves(draw):
    y = np.array(draw(st.lists(values, min_size=2, max_size=300)))
    kind = draw(st.sampled_from(["uniform", "random", "jumps", "unsorted"]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    x = {
        "uniform": np.linspace(0.0, 1.0, y.size),
        "random": np.sort(rng.random(y.size)),
        "jumps": np.cumsum(rng.integers(0, 2, y.size)).astype(float),
        "unsorted": rng.standard_normal(y.size),
    }[kind]
    return x, y


@given(curves(), st.integers(1, 40))
def test_extremes_ends_and_order_survive(curve, bucket_count):
    x, y = curve
    keep = envelope_indices(x, y, bucket_count)
    finite = np.isfinite(y)
    assert keep[0] == 0
    assert keep[-1] == y.size - 1
    assert (np.diff(keep) > 0).all()
    if finite.any():
        assert np.nanmin(y[finite]) in y[keep]
        assert np.nanmax(y[finite]) in y[keep]


@given(curves(), st.integers(1, 40))
def test_size_is_bounded(curve, bucket_count):
    x, y = curve
    assert envelope_indices(x, y, bucket_count).size <= 10 * bucket_count
    ascending = np.sort(x)
    if ascending[0] < ascending[-1]:
        assert envelope_indices(ascending, y, bucket_count).size <= 6 * bucket_count


@given(curves(), st.integers(1, 40))
def test_every_pixel_column_keeps_its_own_extremes(curve, bucket_count):
    x, y = np.sort(curve[0]), curve[1]
    keep = envelope_indices(x, y, bucket_count)
    if keep.size == y.size or x[0] == x[-1]:
        return
    column = np.minimum(
        ((x - x[0]) / (x[-1] - x[0]) * bucket_count).astype(int), bucket_count - 1
    )
    for number in np.unique(column):
        full = y[(column == number) & np.isfinite(y)]
        kept = y[keep][(column[keep] == number) & np.isfinite(y[keep])]
        if full.size:
            assert (full.min(), full.max()) == (kept.min(), kept.max())


@given(curves(), st.integers(1, 40))
def test_no_line_is_drawn_across_a_gap_wider_than_a_column(curve, bucket_count):
    x, y = curve
    keep = envelope_indices(x, y, bucket_count)
    bad = ~np.isfinite(y)
    for a, b in itertools.pairwise(keep):
        assert not (bad[a + 1 : b].any() and not bad[a] and not bad[b]) or (
            _in_one_bucket_with_gap(bad, keep, a, b)
        )


def _in_one_bucket_with_gap(bad, keep, a, b):
    """An inner gap may be skipped only where its bucket already shows one."""
    return bad[keep[keep < a]].any() and bad[keep[keep > b]].any()


@given(curves())
def test_short_curves_come_back_whole(curve):
    x, y = curve
    xs, ys = decimate(x, y, y.size)
    good = np.isfinite(y)
    np.testing.assert_array_equal(ys[good], y[good])
    np.testing.assert_array_equal(xs[good], x[good])
    assert np.isnan(ys[~good]).all()


def test_a_single_spike_in_a_million_samples_survives():
    x = np.linspace(0.0, 10.0, 1_000_000)
    y = np.sin(2 * np.pi * 997.0 * x)
    y[654_321] = 7.0
    xs, ys = decimate(x, y, 1000)
    assert ys.max() == 7.0
    assert xs[ys.argmax()] == x[654_321]
    assert ys.size <= 6000


def test_a_vibration_keeps_its_full_band_in_every_column():
    x = np.linspace(0.0, 1.0, 200_001)
    y = np.sin(2 * np.pi * 4999.0 * x)  # a stride of 40 would show a slow beat
    xs, ys = decimate(x, y, 500)
    column = np.minimum((xs * 500).astype(int), 499)
    for number in range(500):
        band = ys[column == number]
        assert band.max() > 0.98
        assert band.min() < -0.98


def test_a_logarithmic_axis_gives_each_decade_its_columns():
    x = np.geomspace(1.0, 1e4, 100_000)
    xs, _ = decimate(x, np.sin(x), 400, log_x=True)
    per_decade = np.histogram(np.log10(xs), bins=4, range=(0, 4))[0]
    assert per_decade.min() > 0.4 * per_decade.max()


def test_a_closed_orbit_keeps_its_extremes_in_both_directions():
    angle = np.linspace(0.0, 2 * np.pi, 100_000)
    xs, ys = decimate(3.0 * np.cos(angle), 2.0 * np.sin(angle), 100)
    assert (xs.min(), xs.max()) == pytest.approx((-3.0, 3.0), abs=1e-8)
    assert (ys.min(), ys.max()) == pytest.approx((-2.0, 2.0), abs=1e-8)
    assert np.hypot(xs / 3.0, ys / 2.0) == pytest.approx(np.ones(xs.size))


@settings(max_examples=5)
@given(st.sampled_from([np.nan, np.inf, 0.0]))
def test_constant_and_all_missing_curves(value):
    x = np.arange(1000.0)
    xs, ys = decimate(x, np.full(1000, value), 10)
    assert xs.size <= 60
    assert np.isnan(ys).all() or (ys == 0.0).all()


@pytest.mark.parametrize("bucket_count", [0, -3])
def test_no_buckets_is_an_error(bucket_count):
    with pytest.raises(ValueError, match="bucket_count"):
        envelope_indices(np.zeros(3), np.zeros(3), bucket_count)


def test_curves_of_different_length_are_an_error():
    with pytest.raises(ValueError, match="one length"):
        envelope_indices(np.zeros(3), np.zeros(4), 5)
