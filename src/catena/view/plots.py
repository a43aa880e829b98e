"""Figures for papers: PNG, SVG and PDF through matplotlib (the extra ``plot``).

One house style, readable in print and in grey. The same figure gives the same bytes:
no dates, no random identifiers.
"""

from __future__ import annotations

import math
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catena.errors import InputError, MissingExtraError
from catena.results.figures import Figure, Trace
from catena.view.display import Display, Range, display
from catena.view.envelope import decimate
from catena.view.mark_labels import (
    MarkLabels,
    legend_groups,
    mark_groups,
    x_mark_labels,
    y_mark_labels,
)
from catena.view.palette import LIGHT
from catena.view.print_style import STYLE
from catena.view.scaling import format_number, format_power, wrapped
from catena.view.trace_styles import TraceStyle, trace_styles

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

FORMATS = ("png", "svg", "pdf")
SIZE = (6.3, 3.5)
"""Width and height [inch]: the text width of an A4 page."""
SQUARE_SIZE = (4.2, 4.0)
AROUND, ACROSS = 1.15, 3.6
"""Height of title, labels and legend of a figure with equal scales, width of its plot
[inch]."""
FLATTEST = 0.12
"""Height over width of the plot of a figure with equal scales, at the least."""
TICK = 0.16
"""Height that a label of an axis takes [inch]."""
BUCKET_COUNT = 2000
TITLE, Y_LABEL = 64, 36
"""Characters in a line of the title and beside the vertical axis."""
MARK_FONT = 7.0
LABEL_WIDTH, LABEL_HEIGHT = 72.0 * 0.86 * SIZE[0], 72.0 * 0.7 * SIZE[1]
"""The size of the plot itself, for the placing of labels [pt]."""

_DASHES: dict[str, Any] = {
    "solid": "solid",
    "dash": (0, (4, 3)),
    "dot": (0, (1.2, 1.6)),
    "dashdot": (0, (6, 1.8, 1.2, 1.8)),
}


def save_figure(
    figure: Figure, path: str | os.PathLike[str], *, dpi: int = 200, title: bool = True
) -> Path:
    """Draw a figure into a file; the ending of its name decides the format.

    Args:
        figure: What to draw.
        path: Ends with ``.png``, ``.svg`` or ``.pdf``.
        dpi: Resolution of a PNG.
        title: Whether to write the title; papers put it into the caption.
    """
    target = Path(path)
    kind = target.suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise InputError(
            f"plot: cannot write {target.name!r}; the name must end with "
            + ", ".join(f".{name}" for name in FORMATS)
        )
    mpl = _matplotlib()
    with mpl.rc_context({**STYLE, "svg.hashsalt": figure.name}):
        drawing = draw_figure(figure, title=title)
        target.parent.mkdir(parents=True, exist_ok=True)
        drawing.savefig(
            target, format=kind, dpi=dpi, bbox_inches="tight", metadata=_metadata(kind)
        )
    return target


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError as missing:
        raise MissingExtraError("matplotlib", "plot") from missing
    return matplotlib


def _metadata(kind: str) -> dict[str, Any]:
    """What a file says about itself: nothing that changes from day to day."""
    if kind == "png":
        return {"Software": "Catena"}
    if kind == "svg":
        return {"Date": None, "Creator": "Catena"}
    return {"CreationDate": None, "Creator": "Catena", "Producer": "matplotlib"}


def draw_figure(figure: Figure, *, title: bool = True) -> Drawing:
    """The figure as a matplotlib object, without any window or global state."""
    mpl = _matplotlib()
    from matplotlib.figure import Figure as Drawing

    shown = display(figure)
    labels = x_mark_labels(shown, LABEL_WIDTH, MARK_FONT)
    square = figure.equal_aspect and figure.map is None
    width, height = SIZE
    if square:
        shown = _not_too_flat(shown)
        width, height = SQUARE_SIZE
        height = min(height, AROUND + ACROSS * _flatness(shown))
    with mpl.rc_context({**STYLE, "svg.hashsalt": figure.name}):
        height += labels.height / 72.0
        drawing = Drawing(figsize=(width, height), layout="constrained")
        axes = drawing.add_subplot()
        _set_axes(axes, shown)
        if shown.figure.map is not None:
            from catena.view.plots_map import draw_map

            draw_map(axes, shown, shown.figure.map)
        for trace, style in zip(
            shown.figure.traces, trace_styles(shown.figure), strict=True
        ):
            _draw_trace(axes, shown, trace, style)
        _draw_mark_lines(axes, shown)
        _draw_mark_labels(axes, shown, labels)
        if title:
            axes.set_title(_on_lines(figure.title, TITLE), pad=6.0 + labels.height)
        _draw_legend(axes, drawing)
    return drawing


def _set_axes(axes: Axes, shown: Display) -> None:
    """Scales, ranges and labels."""
    if shown.figure.x.log:
        axes.set_xscale("log")
        _set_decades(axes.xaxis, shown.x_range)
    if shown.figure.y.log:
        axes.set_yscale("log")
        _set_decades(axes.yaxis, shown.y_range)
    axes.set_xlim(*shown.x_range)
    axes.set_ylim(*shown.y_range)
    axes.set_xlabel(shown.x_label)
    axes.set_ylabel(_on_lines(shown.y_label, Y_LABEL))
    axes.autoscale(False)
    if shown.figure.equal_aspect:
        axes.set_aspect("equal", adjustable="box")
        axes.locator_params(nbins=6, steps=[1, 2, 5, 10])
        fitting = min(ACROSS * _flatness(shown) / TICK, 6.0)
        axes.locator_params("y", nbins=max(2, int(fitting)))


def _flatness(shown: Display) -> float:
    """Height over width of what is shown, at equal scales."""
    (left, right), (low, high) = shown.x_range, shown.y_range
    return (high - low) / (right - left)


def _not_too_flat(shown: Display) -> Display:
    """With air above and below what has hardly any height."""
    if _flatness(shown) >= FLATTEST:
        return shown
    (left, right), (low, high) = shown.x_range, shown.y_range
    middle, half = 0.5 * (low + high), 0.5 * FLATTEST * (right - left)
    return replace(shown, y_range=(middle - half, middle + half))


def _on_lines(text: str, width: int) -> str:
    return "\n".join(wrapped(text, width))


def _set_decades(axis: Any, limits: Range) -> None:
    """Ticks at powers of ten, at 2 and 5 too where few decades are shown."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    decades = math.log10(limits[1] / limits[0])
    subs = (1.0, 2.0, 5.0) if decades < 2.0 else (1.0,)
    axis.set_major_locator(LogLocator(subs=subs))
    axis.set_major_formatter(
        FuncFormatter(lambda value, _: format_power(round(math.log10(value))))
        if decades > 4.0
        else FuncFormatter(lambda value, _: format_number(value))
    )
    axis.set_minor_formatter(NullFormatter())


def _draw_trace(axes: Axes, shown: Display, trace: Trace, style: TraceStyle) -> None:
    """One trace, in the style its part in the figure asks for."""
    look: dict[str, Any] = {
        "color": _color(style.color),
        "alpha": style.opacity,
        "zorder": 2.5 + 0.1 * style.order,
        "label": trace.label if shown.has_named_traces else "_nolegend_",
    }
    line = {"linewidth": 0.65 * style.width, "linestyle": _DASHES[style.dash]}
    if trace.kind == "markers":
        look |= {
            "linestyle": "none",
            "marker": "o",
            "markersize": 3 + 0.8 * style.width,
        }
        if shown.figure.map is not None:
            look |= {"color": LIGHT.ink, "markeredgecolor": "white", "markersize": 6}
        if trace.hollow:
            look |= {"markerfacecolor": "white", "markeredgecolor": look["color"]}
        axes.plot(trace.x, trace.y, **look)
    elif trace.kind == "stem":
        foot = shown.y_range[0] if shown.figure.y.log else 0.0
        axes.vlines(trace.x, foot, trace.y, **{**look, "label": "_nolegend_"}, **line)
        axes.plot(
            trace.x, trace.y, linestyle="none", marker="o", markersize=2.6, **look
        )
    else:
        x, y = decimate(trace.x, trace.y, BUCKET_COUNT, log_x=shown.figure.x.log)
        steps: dict[str, Any] = (
            {"drawstyle": "steps-post"} if trace.kind == "steps" else {}
        )
        points: dict[str, Any] = (
            {"marker": "o", "markersize": 3.4} if trace.marked else {}
        )
        axes.plot(x, y, **look, **line, **steps, **points)


def _color(name: str) -> str:
    """A colour of the printed palette by its name."""
    return LIGHT.named()[name]


def _draw_mark_lines(axes: Axes, shown: Display) -> None:
    """Reference lines; the first of each group carries its legend entry."""
    colors, in_legend = mark_groups(shown.marks), legend_groups(shown.marks)
    for mark in shown.marks:
        label = mark.group if mark.group in in_legend else "_nolegend_"
        if mark.group in in_legend:
            in_legend.remove(mark.group)
        across = axes.axvline if mark.axis == "x" else axes.axhline
        color = _color(colors[mark.group])
        across(
            mark.value, color=color, lw=0.8, ls=(0, (1.2, 1.8)), zorder=2.2, label=label
        )


def _draw_mark_labels(axes: Axes, shown: Display, above: MarkLabels) -> None:
    """The texts of vertical lines above the plot, of horizontal ones at its right."""
    colors = mark_groups(shown.marks)
    for mark in above.marks:
        axes.annotate(
            mark.label,
            (mark.value, 1.0),
            (0.0, 2.5),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="center",
            va="bottom",
            rotation=90 if above.upright else 0,
            fontsize=MARK_FONT,
            color=_color(colors[mark.group]),
        )
    for mark in y_mark_labels(shown, LABEL_HEIGHT, MARK_FONT):
        axes.annotate(
            mark.label,
            (1.0, mark.value),
            (-2.0, 1.5),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            ha="right",
            va="bottom",
            fontsize=MARK_FONT,
            color=_color(colors[mark.group]),
        )


def _draw_legend(axes: Axes, drawing: Drawing) -> None:
    """Below the plot, where it covers nothing."""
    handles, labels = axes.get_legend_handles_labels()
    if labels:
        drawing.legend(
            handles, labels, loc="outside lower center", ncols=min(len(labels), 4)
        )
