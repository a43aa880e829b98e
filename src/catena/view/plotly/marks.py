"""Reference lines and their labels, for plotly.js."""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.view.display import Display
from catena.view.mark_labels import (
    legend_groups,
    mark_groups,
    x_mark_labels,
    y_mark_labels,
)
from catena.view.plotly.text import plain_text

MARK_FONT = 11.0
"""Size of the labels [px]."""


def mark_lines(shown: Display) -> list[dict[str, Any]]:
    """Reference lines; the first of each group carries its legend entry."""
    colors, in_legend = mark_groups(shown.marks), legend_groups(shown.marks)
    seen: set[str] = set()
    shapes = []
    for mark in shown.marks:
        along = {"xref": "x", "yref": "y domain", "y0": 0, "y1": 1}
        if mark.axis == "y":
            along = {"xref": "x domain", "yref": "y", "x0": 0, "x1": 1}
        shapes.append(
            {
                "type": "line",
                **along,
                f"{mark.axis}0": mark.value,
                f"{mark.axis}1": mark.value,
                "layer": "above" if shown.figure.map or mark.axis == "y" else "below",
                "line": {
                    "color": f"@{colors[mark.group]}",
                    "width": 1.1,
                    "dash": "dot",
                },
                "name": plain_text(mark.group),
                "legendgroup": f"marks {plain_text(mark.group)}",
                "showlegend": mark.group in in_legend and mark.group not in seen,
            }
        )
        seen.add(mark.group)
    return shapes


def mark_texts(shown: Display, width: float, height: float) -> list[dict[str, Any]]:
    """The labels of the reference lines, thinned out until none covers another.

    Args:
        shown: The figure.
        width: Of the drawing area [px].
        height: Of the drawing area [px].
    """
    colors = mark_groups(shown.marks)
    labels = x_mark_labels(shown, width, MARK_FONT)
    texts = [
        {
            "x": np.log10(mark.value) if shown.figure.x.log else mark.value,
            "xref": "x",
            "y": 1,
            "yref": "y domain",
            "yanchor": "bottom",
            "yshift": 3,
            "textangle": -90 if labels.upright else 0,
            "text": plain_text(mark.label),
            "font": {"color": f"@{colors[mark.group]}", "size": MARK_FONT},
        }
        for mark in labels.marks
    ]
    return texts + [
        {
            "x": 1,
            "xref": "x domain",
            "xanchor": "right",
            "y": np.log10(mark.value) if shown.figure.y.log else mark.value,
            "yref": "y",
            "yanchor": "bottom",
            "text": plain_text(mark.label),
            "font": {"color": f"@{colors[mark.group]}", "size": MARK_FONT},
        }
        for mark in y_mark_labels(shown, height, MARK_FONT)
    ]
