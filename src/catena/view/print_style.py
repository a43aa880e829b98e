"""The house style of printed figures, as matplotlib settings."""

from __future__ import annotations

from typing import Any

from catena.view.palette import LIGHT

STYLE: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],  # comes with matplotlib: the same everywhere
    "font.size": 8.5,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 8.5,
    "axes.linewidth": 0.7,
    "axes.edgecolor": LIGHT.ink_soft,
    "axes.labelcolor": LIGHT.ink,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.formatter.useoffset": False,
    "axes.formatter.limits": (-4, 5),
    "grid.color": LIGHT.grid,
    "grid.linewidth": 0.6,
    "xtick.color": LIGHT.ink_soft,
    "ytick.color": LIGHT.ink_soft,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "xtick.direction": "out",
    "ytick.direction": "out",
    "legend.frameon": False,
    "legend.fontsize": 8,
    "legend.handlelength": 2.4,
    "lines.solid_capstyle": "round",
    "lines.solid_joinstyle": "round",
    "text.parse_math": False,  # a dollar sign in a label is a dollar sign
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
    "path.simplify": False,
}
