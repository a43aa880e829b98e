"""Places along the belt, whole revolutions, and means over places."""

import numpy as np
import pytest

from catena.drives.variator.along_belt import bins_of
from catena.drives.variator.revolutions import (
    disagreement,
    revolutions_of,
    running_integral,
)
from catena.drives.variator.sections import (
    places_of,
    pulley_angle,
    running_radii,
    section_of,
    section_starts,
)
from catena.geometry.variator import belt_geometry

RATIOS = (0.5, 1.0, 2.25)


@pytest.mark.parametrize("ratio", RATIOS)
def test_points_of_the_course_are_found_again(ratio):
    geometry = belt_geometry(ratio, 0.68, 0.168)
    way = np.linspace(0.0, geometry.length, 1000, endpoint=False) + 1e-9
    x, y = geometry.course().point(way)
    np.testing.assert_allclose(places_of(geometry, x, y), way, atol=1e-12)
    np.testing.assert_array_equal(
        section_of(geometry, way), geometry.course().section(way)
    )


@pytest.mark.parametrize("ratio", RATIOS)
def test_a_line_further_in_passes_the_same_sections(ratio):
    geometry = belt_geometry(ratio, 0.68, 0.168)
    inside = geometry.course().parallel(3e-3)
    x, y = inside.point(np.linspace(0.0, inside.length, 500, endpoint=False) + 1e-9)
    place = places_of(geometry, x, y)
    assert np.all(np.diff(place) > 0.0)
    share = np.diff(section_starts(geometry)) / geometry.length
    counted = np.bincount(section_of(geometry, place), minlength=4) / 500.0
    np.testing.assert_allclose(counted, share, atol=0.03)


def test_angles_in_the_pulleys_begin_at_the_entry():
    geometry = belt_geometry(2.25, 0.68, 0.168)
    starts = section_starts(geometry)
    for pulley, wrap, first in ((0, geometry.wrap_i, 0), (1, geometry.wrap_o, 2)):
        way = np.array([starts[first] + 1e-12, starts[first + 1] - 1e-12])
        angle = pulley_angle(geometry, pulley, *geometry.course().point(way))
        np.testing.assert_allclose(angle, [0.0, wrap], atol=1e-9)


@pytest.mark.parametrize("ratio", (0.35, *RATIOS, 2.9))
def test_running_radii_are_those_of_the_arcs(ratio):
    geometry = belt_geometry(ratio, 0.68, 0.168)
    x, y = geometry.course().point(np.linspace(0.0, geometry.length, 110))
    found = running_radii(0.168, x[None], y[None])
    np.testing.assert_allclose(found, [[geometry.radius_i, geometry.radius_o]])


def test_means_over_revolutions_know_where_a_revolution_ends():
    """A signal bound to the place has the same mean in every whole revolution."""
    time = np.linspace(0.0, 1.0, 4001)
    way = 2.0 + 3.4 * time + 0.2 * time**2
    revolutions = revolutions_of(time, way)
    assert revolutions.count == 3
    rate = 3.4 + 0.4 * time
    signal = rate * (5.0 + np.sin(2.0 * np.pi * way))
    lasted = np.diff(revolutions.ends)
    found = revolutions.means(np.stack([signal, 2.0 * signal], axis=1))
    np.testing.assert_allclose(found[:, 0] * lasted, 5.0, rtol=1e-5)
    np.testing.assert_allclose(found[:, 1], 2.0 * found[:, 0], rtol=1e-12)
    np.testing.assert_allclose(revolutions.rates(way) * lasted, 1.0, rtol=1e-6)
    assert revolutions.ends[-1] == 1.0
    last = time[revolutions.last()]
    assert last[0] >= revolutions.ends[-2] > last[0] - 3e-4
    assert last[-1] == 1.0


def test_early_revolutions_are_discarded_and_the_others_taken_together():
    time = np.linspace(0.0, 1.0, 1001)
    found = revolutions_of(time, 4.3 * time)
    kept = found.after(1.0)
    assert (found.count, kept.count) == (4, 3)  # those from 0.3, 1.3, 2.3 and 3.3
    np.testing.assert_allclose(kept.ends * 4.3, [1.3, 2.3, 3.3, 4.3])
    assert found.after(1.35).count == 3  # nearly late enough
    np.testing.assert_allclose(kept.as_one().ends, kept.ends[[0, -1]])
    np.testing.assert_allclose(kept.as_one().rates(4.3 * time), 4.3)
    none = found.after(4.0)
    assert none.count == 0
    np.testing.assert_allclose(none.as_one().ends, [0.5, 1.0])


def test_a_run_below_one_revolution_has_no_means():
    time = np.linspace(0.0, 1.0, 11)
    revolutions = revolutions_of(time, 0.9 * time)
    assert revolutions.count == 0
    assert revolutions.means(time).size == 0
    assert revolutions.last() == slice(0, 11)
    assert np.isnan(disagreement(np.array([1.0])))
    assert disagreement(np.array([1.0, 1.02, 1.0])) == pytest.approx(0.02)


def test_a_belt_that_creeps_backwards_makes_no_revolution():
    time = np.linspace(0.0, 1.0, 11)
    revolutions = revolutions_of(time, -1e-5 * time)
    assert revolutions.count == 0
    assert revolutions.after(1.0).count == 0
    assert revolutions.as_one().ends.tolist() == [0.5, 1.0]


def test_the_running_integral_is_that_of_the_signal():
    time = np.linspace(0.0, 2.0, 2001) ** 1.5
    np.testing.assert_allclose(
        running_integral(time, np.cos(time)), np.sin(time), atol=1e-6
    )


def test_bins_end_where_sections_end():
    geometry = belt_geometry(0.5, 0.68, 0.168)
    bins = bins_of(geometry)
    for start in section_starts(geometry):
        assert np.min(np.abs(bins.edges - start)) < 1e-12
    width = np.diff(bins.edges)
    assert width.max() / width.min() < 1.3
    assert np.diff(bins_of(geometry, width=0.02).edges).min() > 0.014


def test_bins_gather_means_and_extremes():
    geometry = belt_geometry(1.0, 0.68, 0.168)
    bins = bins_of(geometry)
    place = np.random.default_rng(1).uniform(0.0, geometry.length, (300, 40))
    values = 3.0 * place
    mean = bins.mean(place, values)
    low, high = bins.extremes(place, values)
    np.testing.assert_allclose(mean, 3.0 * bins.middle, rtol=0.02, atol=2e-3)
    assert np.all((low <= mean) & (mean <= high))
    sparse = bins.mean(place[:1, :3], values[:1, :3])
    assert np.isfinite(sparse).sum() == 3
    values[0] = np.nan
    assert np.isfinite(bins.mean(place, values)).all()
