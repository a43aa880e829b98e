"""How a trace looks, by its part in the figure: one table for all ways of drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from catena.results.figures import Figure, Trace
from catena.view.palette import LIGHT

Dash = Literal["solid", "dash", "dot", "dashdot"]
_CYCLES: tuple[Dash, ...] = ("solid", "dash", "dot", "dashdot")
_WIDTHS = {"main": 2.0, "normal": 1.4, "reference": 1.3, "faint": 0.9}
_ORDERS = {"faint": 0, "normal": 1, "main": 2, "reference": 3}


@dataclass(frozen=True)
class TraceStyle:
    """Colour by name in the palette, width [px], dash, opacity, and who lies on top."""

    color: str
    width: float
    dash: Dash
    opacity: float
    order: int


def trace_styles(figure: Figure) -> list[TraceStyle]:
    """A style for each trace of a figure; curves of equal weight differ in colour.

    Maps are blue, so that the first colour is left out above them.
    """
    styles = {}
    first = 0 if figure.map is None else 1
    for number, i in enumerate(_coloured_first_to_last(figure.traces), first):
        trace = figure.traces[i]
        cycle, place = divmod(number, len(LIGHT.series))
        styles[i] = _style(trace, f"series_{place}", _CYCLES[cycle % len(_CYCLES)])
    references = 0
    for i, trace in enumerate(figure.traces):
        if trace.emphasis == "faint":
            styles[i] = _style(trace, "ink_faint", "solid", opacity=0.6)
        if trace.emphasis == "reference":
            dash = _CYCLES[1 + references % (len(_CYCLES) - 1)]
            styles[i] = _style(trace, "ink", dash)
            references += 1
    return [styles[i] for i in range(len(figure.traces))]


def _coloured_first_to_last(traces: tuple[Trace, ...]) -> list[int]:
    """The traces that take a series colour: the main ones first."""
    indices = [i for i, t in enumerate(traces) if t.emphasis in ("main", "normal")]
    return sorted(indices, key=lambda i: traces[i].emphasis != "main")


def _style(trace: Trace, color: str, dash: Dash, opacity: float = 1.0) -> TraceStyle:
    width, order = _WIDTHS[trace.emphasis], _ORDERS[trace.emphasis]
    if trace.kind == "markers":  # points are never hidden below a line
        order += len(_ORDERS)
    return TraceStyle(color, width, dash, opacity, order)
