"""A quantity over a grid, for papers: colours, contour lines, colour bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from catena.results.figures import Map
from catena.view.color_scales import color_stops, decade_ticks, heights, value_range
from catena.view.display import Display
from catena.view.palette import LIGHT
from catena.view.scaling import format_number, wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BAR_LABEL = 36
"""Characters in a line beside the colour bar."""


def draw_map(axes: Axes, shown: Display, area: Map) -> None:
    """Draw the map of a figure below its traces."""
    low, high = value_range(area)
    values = np.ma.masked_invalid(heights(area))
    mesh = axes.pcolormesh(
        area.x,
        area.y,
        values,
        cmap=_color_map(area),
        vmin=low,
        vmax=high,
        shading="nearest",
        rasterized=True,  # a vector file of 40 000 tiles helps nobody
        zorder=1,
    )
    axes.grid(False)
    _draw_levels(axes, area, values)
    _draw_bar(axes, shown, area, mesh)


def _color_map(area: Map) -> Any:
    """The colours of the map between its lowest and highest value."""
    from matplotlib.colors import LinearSegmentedColormap, ListedColormap

    named = LIGHT.named()
    stops = color_stops(area)
    if area.categories:
        return ListedColormap([named[color] for _, color in stops[::2]])
    colors = [(position, named[color]) for position, color in stops]
    return LinearSegmentedColormap.from_list("catena", colors, N=512)


def _draw_levels(axes: Axes, area: Map, values: Any) -> None:
    """Contour lines such as the stability limit, with their values written on them."""
    if min(area.z.shape) < 2:
        return
    for level in sorted(set(area.levels)):
        height = float(np.log10(level)) if area.log else level
        if not values.min() < height < values.max():
            continue
        lines = axes.contour(
            area.x, area.y, values, levels=[height], colors=LIGHT.ink, linewidths=1.1
        )
        axes.clabel(lines, fmt={height: format_number(level)}, fontsize=7)


def _draw_bar(axes: Axes, shown: Display, area: Map, mesh: Any) -> None:
    """The scale beside the map."""
    drawing: Any = axes.get_figure()
    bar = drawing.colorbar(mesh, ax=axes, pad=0.015, aspect=28)
    bar.set_label("\n".join(wrapped(shown.z_label, BAR_LABEL)))
    bar.outline.set_visible(False)
    if area.categories:
        bar.set_ticks(range(len(area.categories)), labels=list(area.categories))
        bar.ax.tick_params(length=0)
    elif area.log:
        ticks = decade_ticks(*value_range(area))
        bar.set_ticks(
            np.log10(ticks).tolist(), labels=[format_number(tick) for tick in ticks]
        )
