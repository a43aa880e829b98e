"""Pictures for papers."""

import builtins
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

from catena.errors import InputError, MissingExtraError
from catena.results.figures import Axis, Figure, Map, Mark, Trace
from catena.view.palette import LIGHT
from catena.view.plots import draw_figure, save_figure
from catena.view.trace_styles import trace_styles


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_the_same_figure_gives_the_same_bytes(tmp_path, spectrum, kind):
    first = save_figure(spectrum, tmp_path / f"a.{kind}").read_bytes()
    second = save_figure(spectrum, tmp_path / f"b.{kind}").read_bytes()
    assert first == second
    assert len(first) > 2000


def test_svg_is_small_although_the_curve_is_long(tmp_path, time_curve):
    text = save_figure(time_curve, tmp_path / "a.svg").read_text()
    assert len(text) < 1_000_000
    assert "<dc:date>" not in text


def test_the_folder_is_made(tmp_path, chart):
    assert save_figure(chart, tmp_path / "new" / "a.png").is_file()


def test_curves_carry_display_units_and_keep_their_peak(time_curve):
    axes = draw_figure(time_curve).axes[0]
    assert axes.get_ylabel() == "transmission error [µm]"
    highest = max(np.nanmax(line.get_ydata()) for line in axes.get_lines())
    assert highest == pytest.approx(9.5)
    assert axes.get_title(loc="left") == "Transmission error"


def test_without_title(time_curve):
    assert draw_figure(time_curve, title=False).axes[0].get_title(loc="left") == ""


def test_labels_of_marks_do_not_overlap():
    marks = [Mark(420.0, "mesh frequency", group="mesh")]
    marks += [Mark(420.0 + 10.0 * k, f"sideband {k}", group="s") for k in range(-9, 10)]
    marks += [Mark(0.1 * k, f"limit {k}", axis="y") for k in range(10)]
    trace = Trace([0.0, 1000.0], [0.0, 1.0])
    figure = Figure("f", "F", Axis("f", "Hz"), Axis("a"), (trace,), tuple(marks))
    drawing = draw_figure(figure)
    drawing.canvas.draw()
    texts = [t for t in drawing.axes[0].texts if t.get_text()]
    boxes = [text.get_window_extent() for text in texts]
    assert len(boxes) > 5
    for i, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[i + 1 :])


def test_the_stability_limit_is_a_line_where_it_belongs(chart):
    axes = draw_figure(chart).axes[0]
    contours = [c for c in axes.collections if hasattr(c, "levels")]
    (path,) = contours[0].get_paths()
    x, y = path.vertices.T
    np.testing.assert_allclose(np.exp(x + 0.2 * y), 1.0, atol=2e-3)


@pytest.mark.parametrize("log", [False, True])
def test_maps_of_all_kinds_can_be_drawn(tmp_path, log):
    z = np.array([[1e-3, 2.0, np.nan], [0.5, 1.0, 3.0]])
    for settings in (
        {"levels": (1.0, 2.0, 99.0)},
        {"levels": ()},
        {"categories": ("a", "b", "c", "d")},
    ):
        area = Map([0, 1, 2], [0, 1], z, "z", log=log, **settings)
        figure = Figure("f", "F", Axis("x"), Axis("y"), map=area)
        assert save_figure(figure, tmp_path / "a.png", dpi=40).is_file()


@pytest.mark.parametrize("kind", ["line", "stem", "markers", "steps"])
@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("y", [[], [np.nan], [0.0], [-1.0, np.nan, 2.0]])
def test_odd_traces_can_be_drawn(kind, log, y):
    axis = Axis("y", "m", log=log)
    trace = Trace(np.arange(1.0, 1.0 + len(y)), y, "odd", kind=kind)
    figure = Figure("f", "$F_{", axis, axis, (trace, trace), equal_aspect=not log)
    drawn = draw_figure(figure)
    drawn.canvas.draw()
    assert "y" in drawn.axes[0].get_ylabel()


def test_a_dollar_sign_is_not_mathematics(tmp_path, spectrum):
    from dataclasses import replace

    save_figure(replace(spectrum, title="$\\frac{"), tmp_path / "a.svg")
    assert "frac{" in (tmp_path / "a.svg").read_text()


@pytest.mark.parametrize("name", ["a", "a.gif", "a.html"])
def test_other_formats_are_refused(tmp_path, spectrum, name):
    with pytest.raises(InputError, match=r"\.png, \.svg, \.pdf"):
        save_figure(spectrum, tmp_path / name)


def test_without_matplotlib_the_extra_is_named(monkeypatch, tmp_path, spectrum):
    original = builtins.__import__

    def refuse(name, *rest, **more):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return original(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingExtraError, match=r"make ready|catena\[plot\]"):
        save_figure(spectrum, tmp_path / "a.png")


def test_importing_the_report_does_not_import_matplotlib():
    code = (
        "import catena.view.report, catena.view.plots, sys;"
        "heavy = {'matplotlib', 'xarray', 'numba', 'plotly'} & set(sys.modules);"
        "print(sorted(heavy))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    assert ended.stdout == "[]\n"


def _luminance(color):
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
    ]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def test_printed_colours_are_dark_enough_on_white():
    for color in LIGHT.series + LIGHT.marks:
        assert 1.05 / (_luminance(color) + 0.05) >= 2.9


def test_lines_above_a_map_do_not_have_its_colour():
    grid = np.linspace(1.0, 2.0, 4)
    line = Trace(grid, grid, "string", "line", "main")
    axes = Axis("x"), Axis("y")
    area = Map(grid, grid, np.outer(grid, grid))
    above = Figure("above", "Above", *axes, (line,), map=area)
    alone = Figure("alone", "Alone", *axes, (line,))
    assert trace_styles(alone)[0].color == "series_0"
    assert trace_styles(above)[0].color == "series_1"


@pytest.mark.parametrize("height", [0.0, 0.16, 0.45, 1.0, 2.0])
def test_equal_scales_leave_no_empty_half(tmp_path, height):
    """Between the plot and its legend there is room for ticks and a label only."""
    x = np.linspace(0.0, 1.0, 30)
    axis = Axis("x", "m")
    trace = Trace(x, height * (x - x**2) * 4.0, "shape")
    figure = Figure("f", "Shape", axis, axis, (trace, trace), equal_aspect=True)
    drawing = draw_figure(figure)
    drawing.savefig(tmp_path / "f.png")
    (axes,), (legend,) = drawing.axes, drawing.legends
    plot, below = axes.get_window_extent(), legend.get_window_extent()
    assert 0.0 < (plot.y0 - below.y1) / drawing.dpi < 0.6  # inch
    ticks = axes.get_yticklabels()
    shown = [t.get_window_extent() for t in ticks if t.get_text()]
    assert all(a.y1 <= b.y0 for a, b in pairwise(shown))
