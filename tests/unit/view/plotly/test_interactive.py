"""Figures as plotly.js reads them."""

import base64
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from catena.results.figures import Axis, Figure, Map, Mark, Trace
from catena.view.color_scales import color_stops, decade_ticks
from catena.view.display import display
from catena.view.mark_labels import x_mark_labels
from catena.view.packing import ArrayPool, packed
from catena.view.palette import DARK, LIGHT
from catena.view.plotly.figure import TEMPLATE, painted, plotly_figure


def unpacked(array):
    """The inverse of ``packed``."""
    raw = base64.b64decode(array["bdata"])
    values = np.frombuffer(raw, dtype="<" + array["dtype"]).astype(np.float64)
    if "shape" in array:
        rows, columns = (int(size) for size in array["shape"].split(","))
        return values.reshape(rows, columns)
    return values


def by_type(figure, kind):
    return [trace for trace in figure["data"] if trace["type"] == kind]


def test_curves_are_decimated_and_keep_the_peak(time_curve):
    curves = {t["name"]: t for t in plotly_figure(time_curve)["data"]}
    y = unpacked(curves["dynamic"]["y"])
    assert y.size < 10_000
    assert y.max() == pytest.approx(9.5, rel=1e-6)


def test_hover_and_axes_carry_units(time_curve):
    figure = plotly_figure(time_curve)
    assert "µm" in figure["data"][0]["hovertemplate"]
    title = figure["layout"]["xaxis"]["unifiedhovertitle"]["text"]
    assert title == "time: %{x:.6~g} s"
    assert figure["layout"]["yaxis"]["title"]["text"] == "transmission error [µm]"


def test_emphasis_shows(time_curve):
    curves = {t["name"]: t for t in plotly_figure(time_curve)["data"]}
    assert curves["kinetostatic"]["line"]["dash"] == "dash"
    assert curves["context"]["opacity"] < 1.0
    assert curves["dynamic"]["line"]["width"] > curves["context"]["line"]["width"]
    assert list(curves) == ["context", "dynamic", "kinetostatic"]  # from below to top


def test_groups_of_marks_have_one_colour_and_one_legend_entry(spectrum):
    shapes = plotly_figure(spectrum)["layout"]["shapes"]
    assert len(shapes) == 4
    entries = [shape["name"] for shape in shapes if shape["showlegend"]]
    assert entries == ["mesh", "sidebands"]
    colors = {shape["name"]: set() for shape in shapes}
    for shape in shapes:
        colors[shape["name"]].add(shape["line"]["color"])
    assert all(len(found) == 1 for found in colors.values())
    assert colors["mesh"] != colors["sidebands"]


def test_crowded_labels_are_thinned_in_the_order_given():
    marks = tuple(Mark(100.0 + 0.1 * k, f"harmonic {k}") for k in range(100))
    figure = Figure(
        "f", "F", Axis("f"), Axis("a"), (Trace([0.0, 1000.0], [0.0, 1.0]),), marks
    )
    labels = x_mark_labels(display(figure), 1000.0, 11.0)
    assert labels.upright
    assert labels.marks == (marks[0],)
    assert len(plotly_figure(figure)["layout"]["shapes"]) == 100


def test_stems_have_heads_and_feet(spectrum):
    strokes, heads = plotly_figure(spectrum)["data"]
    assert (strokes["mode"], heads["mode"]) == ("lines", "markers")
    assert unpacked(strokes["y"]).size == 3 * unpacked(heads["y"]).size
    assert np.nanmin(unpacked(strokes["y"])) > 0.0


def test_a_map_changes_colour_exactly_at_its_limit(chart):
    (heat,) = by_type(plotly_figure(chart), "heatmap")
    (line,) = by_type(plotly_figure(chart), "contour")
    middle = (1.0 - heat["zmin"]) / (heat["zmax"] - heat["zmin"])
    stops = heat["colorscale"]
    assert [s[1] for s in stops if s[0] == pytest.approx(middle)] == [
        "@diverging_3"
    ] * 2
    assert (stops[0][0], stops[-1][0]) == (0.0, 1.0)
    assert line["contours"]["start"] == line["contours"]["end"] == 1.0


def test_a_logarithmic_map_shows_decades_and_real_values():
    area = Map([0, 1], [0, 1], [[1e-6, 1e-4], [1e-2, 0.0]], "a", "", log=True)
    figure = Figure("f", "F", Axis("x"), Axis("y"), map=area)
    (heat,) = by_type(plotly_figure(figure), "heatmap")
    np.testing.assert_allclose(unpacked(heat["z"])[0], [-6.0, -4.0])
    np.testing.assert_allclose(unpacked(heat["customdata"])[1], [1e-2, np.nan])
    assert "customdata" in heat["hovertemplate"]


def test_categories_have_one_plain_colour_each():
    area = Map([0, 1], [0, 1], [[0, 1], [2, 0]], categories=("ok", "bad", "<b>?"))
    figure = Figure("f", "F", Axis("x"), Axis("y"), map=area)
    (heat,) = by_type(plotly_figure(figure), "heatmap")
    assert len({color for _, color in heat["colorscale"]}) == 3
    assert heat["colorbar"]["ticktext"] == ["ok", "bad", "&lt;b&gt;?"]


def test_large_maps_are_reduced_by_peak():
    z = np.zeros((1000, 1200))
    z[777, 333] = 5.0
    area = Map(np.arange(1200.0), np.arange(1000.0), z)
    figure = Figure("f", "F", Axis("x"), Axis("y"), map=area)
    (heat,) = by_type(plotly_figure(figure), "heatmap")
    small = unpacked(heat["z"])
    assert max(small.shape) <= 400
    assert small.max() == 5.0


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_every_colour_name_exists(theme, time_curve, spectrum, chart):
    for figure in (time_curve, spectrum, chart):
        text = json.dumps(painted(plotly_figure(figure), theme), allow_nan=False)
        assert '"@' not in text
    assert '"@' not in json.dumps(painted(TEMPLATE, theme))


def test_both_themes_have_the_same_colours():
    assert LIGHT.named().keys() == DARK.named().keys()


def test_markup_in_labels_is_only_text(time_curve):
    hostile = '<a href="x">%{y}</a>'
    figure = replace(
        time_curve,
        y=Axis(hostile, hostile),
        traces=(replace(time_curve.traces[0], label=hostile),),
        marks=(Mark(1.0, hostile, group=hostile), Mark(1.5, hostile, group="b")),
    )
    assert "<a" not in json.dumps(plotly_figure(figure))


@given(
    hnp.arrays(
        np.float64,
        st.integers(1, 50),
        elements=st.floats(-1e300, 1e300) | st.just(np.nan),
    )
)
def test_packing_loses_less_than_a_millionth_of_the_range(values):
    back = unpacked(packed(values))
    assert (np.isnan(back) == np.isnan(values)).all()
    finite = values[np.isfinite(values)]
    if finite.size:
        allowed = 1.01e-6 * (finite.max() / 2 - finite.min() / 2) * 2
        assert (np.abs(back[np.isfinite(values)] - finite) <= allowed).all()


def test_a_small_ripple_on_a_high_level_keeps_its_shape():
    values = 1000.0 + 1e-4 * np.sin(np.linspace(0, 6, 100))
    np.testing.assert_array_equal(unpacked(packed(values)), values)


def test_equal_arrays_are_kept_once(time_curve):
    pool = ArrayPool()
    x = packed(np.arange(5.0))
    result = pool.pooled([{"x": x, "n": 1}, {"x": dict(x)}])
    assert result == [{"x": {"pool": 0}, "n": 1}, {"x": {"pool": 0}}]
    assert pool.arrays == [x]


def test_plain_maps_use_the_sequential_colours(chart):
    plain = replace(chart.map, levels=())
    assert color_stops(plain)[0][1] == "sequential_0"


def test_decade_ticks():
    assert decade_ticks(-3.0, 0.0) == pytest.approx([1e-3, 1e-2, 1e-1, 1.0])
    assert decade_ticks(0.0, 1.0) == pytest.approx([1.0, 2.0, 5.0, 10.0])
