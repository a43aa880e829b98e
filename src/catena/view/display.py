"""A figure ready for drawing: display units, axis ranges, no impossible values.

Both ways of drawing start from here, so a PNG for a paper and the plot in the report
show the same numbers over the same ranges.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Map, Mark
from catena.view.scaling import DisplayUnit, axis_label, display_unit_for

Range = tuple[float, float]

PADDING = 0.05
"""Free space beyond the data, as a part of the range."""
LOG_DECADES = 10.0
"""A long spectrum is shown this far below its highest peak; the rest is round-off."""
LONG_CURVE = 200
"""Samples from which a curve counts as long."""
SMALLEST, LARGEST = 1e-300, 1e300
"""Beyond these an axis would overflow."""


@dataclass(frozen=True, eq=False)
class Display:
    """A figure in display units."""

    figure: Figure
    x_label: str
    y_label: str
    z_label: str
    x_symbol: str
    y_symbol: str
    z_symbol: str
    x_range: Range
    y_range: Range

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The reference lines that lie within the picture."""
        ranges = {"x": self.x_range, "y": self.y_range}
        return tuple(
            mark
            for mark in self.figure.marks
            if ranges[mark.axis][0] <= mark.value <= ranges[mark.axis][1]
        )

    @property
    def has_named_traces(self) -> bool:
        """Whether a legend has to tell curves apart, or a point from the map below."""
        named = any(trace.label for trace in self.figure.traces)
        return named and (len(self.figure.traces) > 1 or self.figure.map is not None)

    def fraction(self, mark: Mark) -> float:
        """Where a mark stands along its axis, from 0 to 1."""
        axis = self.figure.x if mark.axis == "x" else self.figure.y
        low, high = self.x_range if mark.axis == "x" else self.y_range
        value = mark.value
        if axis.log:
            low, high, value = np.log10([low, high, value]).tolist()
        return float((value - low) / (high - low))


def display(figure: Figure) -> Display:
    """Choose units and ranges for a figure."""
    x_unit, y_unit = _units(figure)
    z_unit = DisplayUnit(1.0, "")
    if figure.map is not None and not figure.map.categories:
        z_unit = display_unit_for(figure.map.units, figure.map.z)
    scaled = _scaled(figure, x_unit.factor, y_unit.factor, z_unit.factor)
    return Display(
        figure=scaled,
        x_label=axis_label(figure.x.label, x_unit.symbol),
        y_label=axis_label(figure.y.label, y_unit.symbol),
        z_label=axis_label(figure.map.label, z_unit.symbol) if figure.map else "",
        x_symbol=x_unit.symbol,
        y_symbol=y_unit.symbol,
        z_symbol=z_unit.symbol,
        x_range=_x_range(scaled),
        y_range=_y_range(scaled),
    )


def _units(figure: Figure) -> tuple[DisplayUnit, DisplayUnit]:
    """The units of both axes; one for both where their scales must agree."""
    xs = figure.x.limits or _extent(_on_axis(figure, "x"))
    ys = figure.y.limits or _extent(_on_axis(figure, "y"))
    if figure.equal_aspect and figure.x.units == figure.y.units:
        unit = display_unit_for(figure.x.units, xs, ys)
        return unit, unit
    return display_unit_for(figure.x.units, xs), display_unit_for(figure.y.units, ys)


def _on_axis(figure: Figure, axis: str) -> list[Floats]:
    """All values of a figure along one axis."""
    arrays: list[Floats] = [getattr(trace, axis) for trace in figure.traces]
    return arrays if figure.map is None else [*arrays, getattr(figure.map, axis)]


def _scaled(figure: Figure, x: float, y: float, z: float) -> Figure:
    """The figure with its values multiplied, axis by axis."""
    log_x, log_y = figure.x.log, figure.y.log
    traces = tuple(
        replace(t, x=_drawable(t.x * x, log_x), y=_drawable(t.y * y, log_y))
        for t in figure.traces
    )
    marks = tuple(
        replace(mark, value=mark.value * (x if mark.axis == "x" else y))
        for mark in figure.marks
    )
    return replace(
        figure,
        traces=traces,
        marks=marks,
        map=None if figure.map is None else _scaled_map(figure.map, x, y, z),
        x=_scaled_axis(figure.x, x),
        y=_scaled_axis(figure.y, y),
    )


def _scaled_map(area: Map, x: float, y: float, z: float) -> Map:
    values = _drawable(area.z * z, area.log)
    levels = tuple(level * z for level in area.levels)
    return replace(area, x=area.x * x, y=area.y * y, z=values, levels=levels)


def _scaled_axis(axis: Axis, factor: float) -> Axis:
    if axis.limits is None:
        return axis
    return replace(axis, limits=(axis.limits[0] * factor, axis.limits[1] * factor))


def _drawable(values: Floats, log: bool) -> Floats:
    """Values a plot can show; all others become gaps."""
    shown = np.isfinite(values) & (values > 0.0) if log else np.isfinite(values)
    return np.where(shown, values, np.nan)


def _x_range(figure: Figure) -> Range:
    """Lines fill the width; points keep away from the frame."""
    if (limits := _usable_limits(figure.x)) is not None:
        return limits
    if figure.map is not None:
        return _cell_edges(figure.map.x, figure.x.log)
    low, high = _extent(_on_axis(figure, "x"))
    touches_frame = all(
        trace.kind in ("line", "steps") and not trace.marked for trace in figure.traces
    )
    padding = 0.0 if touches_frame and not figure.equal_aspect else PADDING
    return _padded(low, high, padding, figure.x.log)


def _y_range(figure: Figure) -> Range:
    """Data, the feet of stems and nearby reference lines, with some air."""
    if (limits := _usable_limits(figure.y)) is not None:
        return limits
    if figure.map is not None:
        return _cell_edges(figure.map.y, figure.y.log)
    low, high = _extent(_on_axis(figure, "y"))
    if figure.y.log:
        if max(trace.y.size for trace in figure.traces) > LONG_CURVE:
            low = max(low, high * 10.0**-LOG_DECADES)
        return _padded(low, high, PADDING, log=True)
    low, high = _with_marks(low, high, figure.marks)
    if not any(trace.kind == "stem" for trace in figure.traces):
        return _padded(low, high, PADDING, log=False)
    low, high = min(low, 0.0), max(high, 0.0)
    padded = _padded(low, high, PADDING, log=False)
    return (0.0, padded[1]) if low == 0.0 else padded


def _usable_limits(axis: Axis) -> Range | None:
    """The limits a figure asks for, unless its axis cannot show them."""
    if axis.limits is None or not np.isfinite(axis.limits).all():
        return None
    low, high = axis.limits
    return None if low == high or (axis.log and min(low, high) <= 0.0) else (low, high)


def _with_marks(low: float, high: float, marks: Iterable[Mark]) -> Range:
    """A range widened to horizontal reference lines that are not far away."""
    reach = 2.0 * (high - low)
    values = [mark.value for mark in marks if mark.axis == "y"]
    near = [value for value in values if low - reach <= value <= high + reach]
    return min([low, *near]), max([high, *near])


def _extent(arrays: list[Floats]) -> Range:
    """The smallest and largest finite value; 0 to 1 when there is none."""
    finite = [array[np.isfinite(array)] for array in arrays]
    if not any(array.size for array in finite):
        return 0.0, 1.0
    low = min(float(array.min()) for array in finite if array.size)
    high = max(float(array.max()) for array in finite if array.size)
    return max(min(low, LARGEST), -LARGEST), max(min(high, LARGEST), -LARGEST)


def _padded(low: float, high: float, padding: float, log: bool) -> Range:
    """A range with air around it; never empty."""
    if log:
        low, high = np.log10([max(low, SMALLEST), max(high, SMALLEST)]).tolist()
        air = padding * (high - low) or 0.5 * (low == high)
        return float(10.0 ** (low - air)), float(10.0 ** (high + air))
    air = padding * (high - low)
    if low == high:
        air = 0.5 * abs(low) or 1.0
    return float(low - air), float(high + air)


def _cell_edges(centres: Floats, log: bool) -> Range:
    """The outer edges of the cells of a map; their centres on a logarithmic axis."""
    low, high = _extent([centres])
    if log or centres.size < 2 or low == high:
        return _padded(low, high, 0.0, log)
    first, last = abs(centres[1] - centres[0]), abs(centres[-1] - centres[-2])
    ascending = centres[-1] > centres[0]
    before, after = (first, last) if ascending else (last, first)
    return float(low - before / 2), float(high + after / 2)
