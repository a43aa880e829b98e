"""Curves of a study run along their axis, show their points, and doubt some."""

import numpy as np

from catena.results.figures import Axis, Figure
from catena.study.curves import MOST_MARKED, Points, curves, scattered
from catena.study.figures import study_figures
from catena.study.map_figures import ascending
from catena.study.runner import study
from catena.view.display import display
from catena.view.plotly.figure import plotly_figure
from catena.view.plots import draw_figure


def points(x, y, doubted=(), label="") -> Points:
    flags = np.isin(np.arange(len(x)), doubted)
    return Points(np.array(x, float), np.array(y, float), flags, label)


def test_a_curve_runs_along_its_axis_whatever_the_order_of_the_runs(toy, tmp_path):
    made = study(toy, ["speed=5,20,60,10"], out=tmp_path / "s")
    power = study_figures(made)[0]
    (line,) = power.traces
    assert list(line.x) == [5.0, 10.0, 20.0, 60.0]
    np.testing.assert_allclose(line.y, line.x)  # the toy's power is its speed
    assert line.marked


def test_what_is_not_trustworthy_is_hollow_and_what_failed_is_absent(toy, tmp_path):
    spec = toy.with_values({"warns_above": 15.0, "fails_above": 50.0})
    made = study(spec, ["speed=5,20,60,10"], out=tmp_path / "s")
    power = study_figures(made)[0]
    line, rings = power.traces
    np.testing.assert_array_equal(line.y, [5.0, 10.0, 20.0, np.nan])
    assert rings.hollow and rings.label == "not trustworthy"
    assert (list(rings.x), list(rings.y)) == ([20.0], [20.0])


def test_in_a_sample_the_doubted_points_are_hollow(toy, tmp_path):
    spec = toy.with_values({"warns_above": 5.0})
    vary = ["speed=1:9:2", "load.force=1 N:2 N:2"]
    made = study(spec, vary, out=tmp_path / "s", design="latin", samples=6)
    dots, rings = study_figures(made)[0].traces
    assert rings.hollow and not dots.hollow
    assert rings.x.size == made.counts["not trustworthy"] > 0
    assert (rings.x > 5.0).all() and (dots.x <= 5.0).all()


def test_a_map_of_unsorted_values_ascends(toy, tmp_path, monkeypatch):
    monkeypatch.setattr("catena.study.figures.MOST_CURVES", 2)
    made = study(toy, ["load.force=3 N,1 N,2 N", "speed=4,1,2"], out=tmp_path / "s")
    shown = study_figures(made)[0].map
    assert list(shown.x) == [1.0, 2.0, 4.0] and list(shown.y) == [1.0, 2.0, 3.0]
    np.testing.assert_allclose(shown.z, np.outer(shown.y, shown.x))


def test_points_of_a_map_in_any_order_ascend_with_their_runs():
    rows, columns = np.array([1.2, 0.8]), np.array([[5.0, 9.0, 7.0], [3.0, 1.0, 2.0]])
    at, along, order = ascending(rows, columns)
    assert list(at) == [0.8, 1.2]
    np.testing.assert_array_equal(along, [[1.0, 2.0, 3.0], [5.0, 7.0, 9.0]])
    np.testing.assert_array_equal(columns.ravel()[order], along)


def test_rings_take_no_line_and_few_points_are_marked():
    few, rings = curves([points([2, 1], [4, 3], doubted=[0])])
    assert few.emphasis == "main" and few.marked
    assert (rings.kind, list(rings.x)) == ("markers", [2.0])
    many = np.arange(MOST_MARKED + 1.0)
    (line,) = curves([points(many, many)])
    assert not line.marked
    (only,) = scattered(points([1, 2], [1, 2], doubted=[0, 1]))
    assert only.hollow


def test_rings_are_drawn_as_rings_and_no_point_is_cut_by_the_frame():
    traces = curves([points([2, 1], [4, 3], doubted=[0])])
    figure = Figure("f", "f", Axis("x"), Axis("y"), traces)
    line, rings = plotly_figure(figure)["data"]
    assert line["mode"] == "lines+markers" and rings["mode"] == "markers"
    assert rings["marker"]["color"] == "@panel"
    assert rings["marker"]["size"] > line["marker"]["size"]
    low, high = display(figure).x_range
    assert low < 1.0 and high > 2.0
    printed = draw_figure(figure).axes[0].lines
    assert printed[1].get_markerfacecolor() == "white"
    assert printed[1].get_markersize() > printed[0].get_markersize()
