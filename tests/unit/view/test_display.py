"""Units and ranges of whole figures."""

from dataclasses import replace

import numpy as np
import pytest

from catena.results.figures import Axis, Figure, Map, Mark, Trace
from catena.view.display import display


def curve(x, y, **settings):
    return Figure(
        "f",
        "F",
        settings.pop("x_axis", Axis("x", "s")),
        settings.pop("y_axis", Axis("y", "m")),
        (Trace(x, y, kind=settings.pop("kind", "line")),),
        **settings,
    )


def test_values_and_labels_share_one_unit(time_curve):
    shown = display(time_curve)
    assert shown.y_label == "transmission error [µm]"
    assert shown.x_label == "time [s]"
    assert shown.figure.traces[0].y.max() == pytest.approx(9.5)
    assert shown.figure.marks[0].value == pytest.approx(8.0)
    assert time_curve.traces[0].y.max() == 9.5e-6  # the original is untouched


def test_equal_aspect_axes_of_one_unit_share_the_prefix():
    figure = curve([0.0, 5e-3], [0.0, 5e-7], x_axis=Axis("x", "m"), equal_aspect=True)
    shown = display(figure)
    assert (shown.x_symbol, shown.y_symbol) == ("mm", "mm")


def test_lines_fill_the_width_and_points_do_not():
    line = display(curve([1.0, 3.0], [0.0, 1.0]))
    points = display(curve([1.0, 3.0], [0.0, 1.0], kind="markers"))
    assert line.x_range == (1.0, 3.0)
    assert points.x_range[0] < 1.0 < 3.0 < points.x_range[1]


def test_stems_stand_on_zero():
    assert display(curve([1.0, 2.0], [3.0, 4.0], kind="stem")).y_range[0] == 0.0


def test_a_logarithmic_axis_shows_no_impossible_values():
    y_axis = Axis("y", "", log=True)
    shown = display(curve([0.0, 1.0, 2.0], [-1.0, 0.0, 100.0], y_axis=y_axis))
    assert np.isnan(shown.figure.traces[0].y[:2]).all()
    assert 0.0 < shown.y_range[0] < 100.0 < shown.y_range[1]


def test_round_off_below_a_long_spectrum_is_cut_but_short_curves_are_not():
    y_axis = Axis("y", "", log=True)
    y = np.full(1000, 1e-18)
    y[10] = 1.0
    assert display(curve(np.arange(1000.0), y, y_axis=y_axis)).y_range[0] > 1e-11
    short = display(curve(np.arange(10.0), y[5:15], y_axis=y_axis))
    assert short.y_range[0] < 1e-18


@pytest.mark.parametrize("value", [0.0, -3.0, 1e308, 5e-324, np.nan])
@pytest.mark.parametrize("log", [False, True])
def test_ranges_are_never_empty(value, log):
    axis = Axis("y", "", log=log)
    shown = display(curve([1.0, 1.0], [value, value], x_axis=axis, y_axis=axis))
    for low, high in (shown.x_range, shown.y_range):
        assert np.isfinite([low, high]).all()
        assert low < high


@pytest.mark.parametrize("limits", [(0.0, 10.0), (np.nan, 1.0), (2.0, 2.0)])
def test_limits_an_axis_cannot_show_are_replaced(limits):
    axis = Axis("y", "", log=True, limits=limits)
    shown = display(curve([0.0, 1.0], [1.0, 100.0], y_axis=axis))
    assert 0.0 < shown.y_range[0] < 1.0


def test_limits_are_scaled_with_the_values():
    axis = Axis("y", "m", limits=(0.0, 2e-5))
    shown = display(curve([0.0, 1.0], [1e-5, 1e-5], y_axis=axis))
    assert shown.y_range == pytest.approx((0.0, 20.0))


def test_near_limits_are_shown_and_far_ones_do_not_flatten_the_curve():
    figure = curve([0.0, 1.0], [0.0, 1.0], y_axis=Axis("y"))
    near = display(replace(figure, marks=(Mark(1.5, "near", axis="y"),)))
    far = display(replace(figure, marks=(Mark(1e3, "far", axis="y"),)))
    assert near.y_range[1] > 1.5
    assert far.y_range[1] < 1.1
    assert far.marks == ()


def test_a_mark_knows_its_place(spectrum):
    shown = display(replace(spectrum, x=Axis("f", "Hz", log=True, limits=(10, 1000))))
    assert shown.fraction(Mark(100.0)) == pytest.approx(0.5)


def test_a_map_reaches_to_the_edges_of_its_cells(chart):
    shown = display(chart)
    assert shown.x_range == pytest.approx((-1.025, 1.025))
    falling = replace(chart.map, x=chart.map.x[::-1])
    assert display(replace(chart, map=falling)).x_range == pytest.approx(
        (-1.025, 1.025)
    )


def test_categories_keep_their_numbers():
    area = Map(
        [0.0, 1.0], [0.0, 1.0], [[0, 1], [1, 0]], "s", "m", categories=("a", "b")
    )
    shown = display(Figure("f", "F", Axis("x"), Axis("y"), map=area))
    assert shown.figure.map.z.max() == 1.0
