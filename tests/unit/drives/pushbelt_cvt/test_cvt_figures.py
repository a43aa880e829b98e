"""The figures of a variator show what the signals say."""

from dataclasses import replace

import numpy as np
import pytest
from running_belt import (
    ELEMENTS,
    GEOMETRY,
    REVOLUTION,
    ROLLING,
    force_at,
    running_belt,
    spiral_radius,
)

from catena.drives.pushbelt_cvt.figures.belt import (
    belt_figures,
    spiral,
    strand_endplay,
)
from catena.drives.pushbelt_cvt.figures.element import (
    SIX,
    all_ways,
    element_figures,
)
from catena.drives.pushbelt_cvt.figures.spectrum import spectrum_figures
from catena.drives.pushbelt_cvt.figures.variator import (
    variator_figures,
)
from catena.drives.variator.curves import smoothed
from catena.drives.variator.sections import section_starts
from catena.errors import InputError


@pytest.fixture(scope="module")
def seen():
    return running_belt(ripple=30.0)


def trace(figure, label):
    return next(t for t in figure.traces if t.label == label)


def by_name(figures):
    return {figure.name: figure for figure in figures}


def test_six_forces_over_the_way(seen):
    figures = element_figures(seen)
    assert [figure.name for figure in figures] == [force.name for force in SIX]
    push = by_name(figures)["push"]
    mean, one = trace(push, "mean of all elements"), trace(push, "element 1")
    np.testing.assert_allclose(mean.y, 2.0 * force_at(mean.x), rtol=0.01)
    np.testing.assert_allclose(one.y, 2.0 * force_at(one.x), rtol=1e-6)
    assert np.all(np.diff(one.x) >= 0.0)
    marks = [mark.value for mark in push.marks]
    np.testing.assert_allclose(marks, section_starts(GEOMETRY)[:4])


def test_any_element_can_be_followed(seen):
    figures = element_figures(seen, (7, ELEMENTS))
    labels = {t.label for t in figures[0].traces}
    assert {"element 7", f"element {ELEMENTS}"} <= labels
    with pytest.raises(InputError, match="elements 1 to 60"):
        element_figures(seen, (0,))


def test_all_elements_over_the_same_way(seen):
    way = np.linspace(0.05, 0.6, 30)
    found = all_ways(seen.place, seen.round.push, way)
    assert found.shape == (ELEMENTS, 30)
    np.testing.assert_allclose(
        found, 2.0 * force_at(way)[None].repeat(ELEMENTS, 0), rtol=1e-3
    )


def test_gaps_of_a_strand_add_up():
    """A gap of 1 um at every element: as many as the strand is long."""
    belt = running_belt()
    gaps = replace(
        belt, round=replace(belt.round, top_gap=np.full((300, ELEMENTS), 1e-6))
    )
    expected = 1e-6 * ELEMENTS * GEOMETRY.strand / GEOMETRY.length
    np.testing.assert_allclose(strand_endplay(gaps), expected, rtol=0.02)
    assert strand_endplay(belt) == (0.0, 0.0)


def test_net_tension_is_what_the_ring_carries_more(seen):
    forces = by_name(belt_figures(seen))["belt_forces"]
    net = trace(forces, "net tension")
    np.testing.assert_allclose(net.y, 3.0 * force_at(net.x), rtol=0.01)


@pytest.mark.parametrize("pulley", [0, 1])
def test_spiral_running_is_the_radius_over_the_wrap(seen, pulley):
    angle, radius = spiral(seen, pulley)
    nominal = GEOMETRY.radius_o if pulley else GEOMETRY.radius_i
    wrap = GEOMETRY.wrap_o if pulley else GEOMETRY.wrap_i
    assert angle[-1] < wrap < angle[-1] * 1.05
    np.testing.assert_allclose(radius, spiral_radius(nominal, angle), atol=1e-5)


def test_gaps_are_never_negative(seen):
    gaps = by_name(belt_figures(seen))["endplay"]
    edge, top = trace(gaps, "at the rocking edge"), trace(gaps, "at the top")
    np.testing.assert_allclose(edge.y, 1e-6 * force_at(edge.x), rtol=0.01)
    assert np.all(top.y == 0.0)


def test_means_of_revolutions(seen):
    means = seen.means
    assert seen.revolutions.count == 3
    np.testing.assert_allclose(means.thrust_ratio, 1.2, rtol=1e-4)
    np.testing.assert_allclose(means.speed_ratio, 2.0)
    np.testing.assert_allclose(means.reduction, 1.9, rtol=1e-4)
    np.testing.assert_allclose(means.efficiency, 1.0 - 500.001 / 10_020.0)
    np.testing.assert_allclose(means.loss, [[400.0, 100.0, 1e-3]] * 3, rtol=1e-9)
    np.testing.assert_allclose(means.bearing, 5000.0, rtol=1e-4)
    np.testing.assert_allclose(means.unexplained, 10000 - 9500 + 20 - 500.001 - 10)
    assert means.disagreements()["thrust ratio"] < 1e-4
    backwards = replace(means, power=-means.power)
    gone = 10_000.0 + 500.001 + 10.0  # more than comes: never above 1
    np.testing.assert_allclose(backwards.efficiency, 1.0 - 500.001 / gone)


def test_slip_is_against_rolling_elements(seen):
    """Speeds 200 and 100 rad/s on the radii of the geometry."""
    unloaded = ROLLING.speed_ratio(np.array([GEOMETRY.radius_i, GEOMETRY.radius_o]))
    figure = by_name(variator_figures(seen))["slip"]
    np.testing.assert_allclose(trace(figure, "slip").y, 1.0 - unloaded / 2.0)
    np.testing.assert_allclose(seen.means.slip, 1.0 - unloaded / 2.0)


def test_a_run_that_starts_from_rest_is_drawn(seen):
    """Forces and speeds that are zero for a moment do not wipe out the ratios."""
    rest = {name: seen.signals[name].copy() for name in seen.signals}
    rest["pulley_speed"][0] = 0.0
    rest["axial_force"][10] = 0.0
    figures = by_name(variator_figures(replace(seen, signals=rest)))
    for name in ("thrust_ratio", "speed_ratio", "slip"):
        assert np.isfinite(figures[name].traces[0].y).all()
    assert trace(figures["speed_ratio"], "speed ratio").y[500] == pytest.approx(2.0)


def test_signals_are_smoothed_over_a_passage(seen):
    assert seen.passing_time == pytest.approx(REVOLUTION / ELEMENTS)
    torque = trace(by_name(variator_figures(seen))["torques"], "secondary")
    inner = torque.y[50:-50]
    np.testing.assert_allclose(inner, 95.0, atol=0.7)  # of a swing of 30
    time = np.linspace(0.0, 1.0, 101)
    np.testing.assert_allclose(
        smoothed(time, 3.0 * time, 0.1)[10:-10], 3.0 * time[10:-10]
    )


def test_losses_are_powers_and_the_smallest_are_left_out(seen):
    losses = by_name(variator_figures(seen))["losses"]
    assert [t.label for t in losses.traces] == ["flank radial", "ring friction"]
    np.testing.assert_allclose(losses.traces[0].y, 400.0, rtol=1e-9)


def test_spectra_peak_where_elements_pass(seen):
    figure = by_name(spectrum_figures(seen))["torque_spectrum"]
    mark = next(m for m in figure.marks if m.label == "elements")
    curve = trace(figure, "secondary")
    peak = np.argmax(curve.y)
    assert curve.x[peak] == pytest.approx(ELEMENTS / REVOLUTION, rel=0.01)
    assert mark.value == pytest.approx(ELEMENTS / REVOLUTION, rel=1e-6)
    assert curve.y[peak] == pytest.approx(30.0, rel=0.2)


def test_short_runs_have_figures_too():
    seen = running_belt(revolutions=0.6, samples=100)
    assert seen.revolutions.count == 0
    names = by_name(element_figures(seen) + variator_figures(seen))
    assert "push" in names
    assert "settling" not in names
    assert spectrum_figures(seen) == []


def test_slip_is_the_sum_of_its_parts_and_of_both_pulleys() -> None:
    means = running_belt().means
    parts = means.slip_parts
    np.testing.assert_allclose(sum(parts.values()), means.slip, rtol=1e-12)
    np.testing.assert_allclose(parts["gaps"], 1.5e-3, rtol=1e-9)
    np.testing.assert_allclose(parts["creep"], 2e-4, rtol=1e-9)
    first, second = means.pulley_slip.T
    whole = 1.0 - (1.0 - first) / (1.0 - second)
    np.testing.assert_allclose(whole, means.slip, rtol=1e-6)
    # s_r of (7.2): i_s = i_r (1 + s_r)
    i_s = means.geometric_ratio * (1.0 + means.relative_slip)
    np.testing.assert_allclose(i_s, means.speed_ratio, rtol=1e-12)
