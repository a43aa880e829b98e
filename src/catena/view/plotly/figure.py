"""A figure as plotly.js wants it: plain dicts, no Python package needed.

Colours are written as names with an at sign ("@series_0"), so that one page can be
painted light or dark; `painted` puts the real ones in.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from catena.results.figures import Figure, Trace
from catena.view.display import Display, Range, display
from catena.view.envelope import decimate
from catena.view.mark_labels import legend_groups, text_width, x_mark_labels
from catena.view.packing import packed
from catena.view.palette import LIGHT, Theme
from catena.view.plotly.map import map_traces
from catena.view.plotly.marks import MARK_FONT, mark_lines, mark_texts
from catena.view.plotly.text import on_lines, plain_text
from catena.view.trace_styles import TraceStyle, trace_styles

BUCKET_COUNT = 1500
"""Columns of the envelope: enough for a wide screen and some zooming in."""
PLOT_WIDTH, PLOT_HEIGHT = 1000.0, 310.0
"""Size of the drawing area assumed when labels are thinned out [px]."""
NARROW_WIDTH = 280.0
"""Its width on a telephone [px]."""
LEGEND_FONT = 13.0
TOOLS = 22.0
"""Height of the buttons of a plot, which stand above labels of reference lines [px]."""
Y_LABEL = 36
"""Characters in a line beside the vertical axis."""
MOST_READ_TOGETHER = 8
"""Curves whose values the pointer shows together."""

TEMPLATE: dict[str, Any] = {
    "layout": {
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {
            "family": 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", '
            '"Liberation Sans", Arial, sans-serif',
            "size": 12,
            "color": "@ink_soft",
        },
        "colorway": [f"@series_{i}" for i in range(len(LIGHT.series))],
        "hoverlabel": {
            "bgcolor": "@panel",
            "bordercolor": "@rule",
            "font": {"color": "@ink", "size": 13},
            "namelength": -1,
        },
        "legend": {"font": {"color": "@ink", "size": LEGEND_FONT}},
        "modebar": {
            "bgcolor": "rgba(0,0,0,0)",
            "color": "@ink_faint",
            "activecolor": "@accent",
        },
        "annotationdefaults": {"showarrow": False, "font": {"size": MARK_FONT}},
    }
}
"""What all plots share, in named colours."""


def plotly_figure(figure: Figure) -> dict[str, Any]:
    """The data and layout of a figure, in named colours.

    The key ``narrow`` holds the parts of the layout that change on a narrow screen.
    """
    shown = display(figure)
    data = _traces(shown)
    layout = _layout(shown, has_legend=any(t.get("showlegend") for t in data))
    rows = (
        _legend_rows(_legend_names(shown), NARROW_WIDTH) if layout["showlegend"] else 0
    )
    y_title = {
        **layout["yaxis"]["title"],
        "text": on_lines(shown.y_label, Y_LABEL // 2),
    }
    narrow = {
        "annotations": [],
        "yaxis": {**layout["yaxis"], "title": y_title},
        "font": {"size": 10.5},
        "margin": {"l": 50, "r": 12, "t": 8, "b": 46 + 22 * rows},
    }
    return {"data": data, "layout": layout, "narrow": narrow}


def painted(part: Any, theme: Theme) -> Any:
    """Any part of a figure with the colours of a theme in place of their names."""
    if isinstance(part, dict):
        return {key: painted(value, theme) for key, value in part.items()}
    if isinstance(part, list):
        return [painted(value, theme) for value in part]
    if isinstance(part, str) and part.startswith("@"):
        return theme.named()[part[1:]]
    return part


def _traces(shown: Display) -> list[dict[str, Any]]:
    """All traces, those on top last; the map below everything."""
    figure = shown.figure
    data = [] if figure.map is None else map_traces(shown, figure.map)
    styles = trace_styles(figure)
    order = sorted(range(len(styles)), key=lambda i: styles[i].order)
    for i in order:
        data += _curve(shown, figure.traces[i], styles[i], rank=i)
    return data


def _curve(
    shown: Display, trace: Trace, style: TraceStyle, rank: int
) -> list[dict[str, Any]]:
    """One trace; a stem needs two."""
    log_x = shown.figure.x.log
    x, y = trace.x, trace.y
    if trace.kind in ("line", "steps"):
        x, y = decimate(x, y, BUCKET_COUNT, log_x=log_x)
    line = {"color": f"@{style.color}", "width": style.width, "dash": style.dash}
    line["simplify"] = False  # the envelope has done it, and keeps round curves round
    curve: dict[str, Any] = {
        "type": "scatter",
        "mode": _mode(trace),
        "x": packed(x),
        "y": packed(y),
        "name": plain_text(trace.label),
        "showlegend": bool(trace.label) and shown.has_named_traces,
        "legendrank": 1000 + rank,
        "legendgroup": f"trace {rank}",
        "opacity": style.opacity,
        "line": line,
        "marker": _marker(style, shown.figure.map is not None, trace.hollow),
        "connectgaps": False,
        "hovertemplate": _hover(shown, has_name=bool(trace.label)),
    }
    if trace.kind == "steps":
        curve["line"] = {**line, "shape": "hv"}
    if trace.kind != "stem":
        return [curve]
    curve["marker"]["size"] = 3.0 + style.width
    return [_stems(shown, x, y, curve), curve]


def _mode(trace: Trace) -> str:
    """What of a trace is drawn."""
    if trace.kind not in ("line", "steps"):
        return "markers"
    return "lines+markers" if trace.marked else "lines"


def _marker(style: TraceStyle, on_map: bool, hollow: bool) -> dict[str, Any]:
    """A point; on a map with an outline that keeps it visible on any colour."""
    if hollow:  # as large as the widest point below it
        edge = {"color": f"@{style.color}", "width": 1.6}
        return {"color": "@panel", "size": 8.0, "line": edge}
    marker = {"color": f"@{style.color}", "size": 4.0 + 1.5 * style.width}
    if on_map:
        marker |= {"color": "@ink", "size": 9, "line": {"color": "@panel", "width": 2}}
    return marker


def _stems(
    shown: Display,
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    heads: dict[str, Any],
) -> dict[str, Any]:
    """The vertical strokes below the heads of a stem plot."""
    foot = shown.y_range[0] if shown.figure.y.log else 0.0
    gap = np.full_like(x, np.nan)
    strokes_x = np.stack([x, x, gap], axis=1).ravel()
    strokes_y = np.stack([np.where(np.isfinite(y), foot, gap), y, gap], axis=1).ravel()
    kept = ("type", "name", "legendrank", "legendgroup", "opacity", "line")
    return {
        **{key: heads[key] for key in kept},
        "mode": "lines",
        "x": packed(strokes_x),
        "y": packed(strokes_y),
        "showlegend": False,
        "hoverinfo": "skip",
    }


def _is_read_along_x(figure: Figure) -> bool:
    """Whether the pointer asks all curves at one abscissa, not for a single point."""
    kinds = {trace.kind for trace in figure.traces}
    plain = figure.map is None and not figure.equal_aspect
    return plain and "markers" not in kinds and len(figure.traces) <= MOST_READ_TOGETHER


def _hover(shown: Display, has_name: bool) -> str:
    """What the pointer reads: both values with units, the name beside them."""
    x, y = (_hover_unit(symbol) for symbol in (shown.x_symbol, shown.y_symbol))
    name = "%{fullData.name}" if has_name else ""
    at = "" if _is_read_along_x(shown.figure) else f"<br>at %{{x:.6~g}}{x}"
    return f"%{{y:.5~g}}{y}{at}<extra>{name}</extra>"


def _hover_unit(symbol: str) -> str:
    return f" {plain_text(symbol)}" if symbol else ""


def _layout(shown: Display, has_legend: bool) -> dict[str, Any]:
    """Axes, reference lines and margins."""
    figure = shown.figure
    groups = legend_groups(shown.marks)
    legend = has_legend or bool(groups)
    labels = x_mark_labels(shown, PLOT_WIDTH, MARK_FONT)
    legend_rows = _legend_rows(_legend_names(shown), PLOT_WIDTH) if legend else 0
    layout: dict[str, Any] = {
        "xaxis": _axis(plain_text(shown.x_label), shown.x_range, figure.x.log),
        "yaxis": _axis(on_lines(shown.y_label, Y_LABEL), shown.y_range, figure.y.log),
        "shapes": mark_lines(shown),
        "annotations": mark_texts(shown, PLOT_WIDTH, PLOT_HEIGHT),
        "showlegend": legend,
        "legend": {
            "orientation": "h",
            "x": 0,
            "xanchor": "left",
            "yref": "container",
            "y": 0,
            "yanchor": "bottom",
        },
        "margin": {
            "l": 64,
            "r": 28,
            "t": round(14 + (labels.height and labels.height + TOOLS)),
            "b": 50 + 22 * legend_rows,
        },
        "separators": ".\u202f",
        "hovermode": "x unified" if _is_read_along_x(figure) else "closest",
        "dragmode": "zoom",
    }
    pointer = f"{plain_text(figure.x.label)}: %{{x:.6~g}}{_hover_unit(shown.x_symbol)}"
    layout["xaxis"]["unifiedhovertitle"] = {"text": pointer}
    if figure.equal_aspect:
        layout["yaxis"] |= {"scaleanchor": "x", "scaleratio": 1}
    return layout


def _axis(label: str, limits: Range, log: bool) -> dict[str, Any]:
    """One axis, with its ticks where engineers expect them."""
    low, high = np.log10(limits).tolist() if log else limits
    axis: dict[str, Any] = {
        "title": {"text": label, "standoff": 8, "font": {"color": "@ink"}},
        "type": "log" if log else "linear",
        "range": [low, high],
        "gridcolor": "@grid",
        "linecolor": "@ink_faint",
        "tickcolor": "@ink_faint",
        "ticks": "outside",
        "ticklen": 4,
        "showline": True,
        "zeroline": False,
        "automargin": True,
        "exponentformat": "power",
        "separatethousands": True,
    }
    if log:
        axis["dtick"] = max(1, round((high - low) / 8)) if high - low > 2.0 else "D2"
    return axis


def _legend_names(shown: Display) -> list[str]:
    traces = [trace.label for trace in shown.figure.traces if trace.label]
    return traces + legend_groups(shown.marks)


def _legend_rows(names: list[str], width: float) -> int:
    """How many lines a horizontal legend takes."""
    needed = sum(text_width(name, LEGEND_FONT) + 50.0 for name in names)
    return min(int(np.ceil(needed / width)), len(names))
