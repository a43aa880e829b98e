"""A quantity over a grid, for plotly.js: heat map, colour bar, contour lines."""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.results.figures import Map
from catena.view.color_scales import color_stops, decade_ticks, value_range
from catena.view.display import Display
from catena.view.envelope import reduce_grid
from catena.view.packing import packed
from catena.view.plotly.text import on_lines, plain_text
from catena.view.scaling import format_number

GRID_LIMIT = 400
"""Most rows and columns of a map in a page."""
BAR_LABEL = 44
"""Characters in a line beside the colour bar."""


def map_traces(shown: Display, area: Map) -> list[dict[str, Any]]:
    """The heat map of a figure and its contour lines."""
    x, y, z = reduce_grid(
        area.x, area.y, area.z, GRID_LIMIT, by_peak=not area.categories
    )
    heights = np.log10(z) if area.log else z
    heat: dict[str, Any] = {
        "type": "heatmap",
        "x": packed(x),
        "y": packed(y),
        "z": packed(heights),
        "colorbar": _color_bar(shown, area),
        "hovertemplate": _hover(shown, area),
        "hoverongaps": False,
        "showlegend": False,
        **_color_scale(area),
    }
    if area.log:
        heat["customdata"] = packed(z)
    if area.categories:
        numbers = np.clip(np.nan_to_num(z), 0, len(area.categories) - 1).astype(int)
        heat["text"] = np.array([plain_text(c) for c in area.categories])[
            numbers
        ].tolist()
    return [heat, *(_contour(heat, area, level) for level in area.levels)]


def _color_scale(area: Map) -> dict[str, Any]:
    """Colours and the values at their ends."""
    low, high = value_range(area)
    stops = [[position, f"@{color}"] for position, color in color_stops(area)]
    return {"zmin": low, "zmax": high, "colorscale": stops}


def _contour(heat: dict[str, Any], area: Map, level: float) -> dict[str, Any]:
    """One contour line; it shares the values of the heat map."""
    height = float(np.log10(level)) if area.log else level
    return {
        "type": "contour",
        "x": heat["x"],
        "y": heat["y"],
        "z": heat["z"],
        "autocontour": False,
        "contours": {"start": height, "end": height, "size": 1, "coloring": "none"},
        "line": {"color": "@ink", "width": 1.8, "smoothing": 0},
        "name": f"limit {format_number(level)}",
        "hoverinfo": "skip",
        "showscale": False,
        "showlegend": False,
    }


def _color_bar(shown: Display, area: Map) -> dict[str, Any]:
    """The scale beside the map."""
    bar: dict[str, Any] = {
        "title": {
            "text": on_lines(shown.z_label, BAR_LABEL),
            "side": "right",
            "font": {"color": "@ink"},
        },
        "thickness": 14,
        "outlinewidth": 0,
        "len": 1,
        "ypad": 0,
        "ticks": "outside",
        "ticklen": 3,
        "tickcolor": "@ink_faint",
        "exponentformat": "power",
    }
    if area.categories:
        bar["tickvals"] = list(range(len(area.categories)))
        bar["ticktext"] = [plain_text(name) for name in area.categories]
        bar["ticks"] = ""
    elif area.log:
        values = decade_ticks(*value_range(area))
        bar["tickvals"] = np.log10(values).tolist()
        bar["ticktext"] = [format_number(value) for value in values]
    return bar


def _hover(shown: Display, area: Map) -> str:
    """All three values with their names and units."""
    value = "%{text}" if area.categories else "%{z:.5~g}"
    value = "%{customdata:.5~g}" if area.log and not area.categories else value
    figure = shown.figure
    lines = (
        _hover_line(area.label, value, shown.z_symbol),
        _hover_line(figure.x.label, "%{x:.5~g}", shown.x_symbol),
        _hover_line(figure.y.label, "%{y:.5~g}", shown.y_symbol),
    )
    return "<br>".join(lines) + "<extra></extra>"


def _hover_line(label: str, value: str, symbol: str) -> str:
    unit = f" {plain_text(symbol)}" if symbol else ""
    return f"{plain_text(label)}: {value}{unit}" if label else f"{value}{unit}"
