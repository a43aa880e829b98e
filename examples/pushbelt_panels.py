"""Pushbelt: several curves on one sheet
=====================================

Draws the six contact forces of an element over its way as the thesis does, all on one
sheet, and other small groups of curves side by side.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure
from PIL import Image
from pushbelt_along import SHOWN_ELEMENT, Along

from catena.drives.pushbelt_cvt.figures.element import SIX
from catena.numerics.arrays import Floats
from catena.view.palette import LIGHT
from catena.view.print_style import STYLE

SECTIONS = ("primary", "push strand", "secondary", "loose strand")
COLUMNS = 2
WIDTHS = (2.4, 1.2)
"""Of two curves that may cover each other."""


@dataclass(frozen=True, eq=False)
class Panel:
    """One plot of a sheet: curves by label, and vertical lines between sections."""

    title: str
    x_label: str
    y_label: str
    curves: dict[str, tuple[Floats, Floats]]
    starts: Floats | None = None
    """Of the four sections of the belt and its length [mm]."""
    faint: Sequence[tuple[Floats, Floats]] = ()
    """Thin curves behind those of the same number."""
    markers: bool = False


def draw(name: str, title: str, panels: Sequence[Panel], note: str = "") -> Path:
    """Write a sheet as PNG into ``figures``, or where CATENA_FIGURES points."""
    rows = -(-len(panels) // COLUMNS)
    labels = list(dict.fromkeys(label for panel in panels for label in panel.curves))
    colors = dict(zip(labels, LIGHT.series, strict=False))
    with matplotlib.rc_context(STYLE):
        sheet = Figure(figsize=(7.6, 0.6 + 2.2 * rows), layout="constrained")
        for number, panel in enumerate(panels):
            axes = sheet.add_subplot(rows, COLUMNS, number + 1)
            _panel(axes, panel, colors)
        lines = {}
        for axes in sheet.axes:
            handles, names = axes.get_legend_handles_labels()
            lines |= dict(zip(names, handles, strict=True))
        sheet.suptitle(title, fontsize=10, x=0.01, ha="left", fontweight="bold")
        sheet.legend(
            lines.values(), lines, loc="outside lower center", ncols=min(4, len(lines)),
            title=note or None, title_fontsize=7.5,
        )  # fmt: skip
        folder = Path(os.environ.get("CATENA_FIGURES", "figures"))
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"{name}.png"
        drawn = BytesIO()
        sheet.savefig(drawn, dpi=120)
    Image.open(drawn).convert("RGB").quantize(96).save(target, optimize=True)
    return target


def _panel(axes: Any, panel: Panel, colors: dict[str, str]) -> None:
    axes.set_title(panel.title, fontsize=8.5, fontweight="normal")
    axes.set_xlabel(panel.x_label)
    axes.set_ylabel(panel.y_label)
    for (x, y), label in zip(panel.faint, panel.curves, strict=False):
        axes.plot(x, y, color=colors[label], linewidth=0.5, alpha=0.35)
    style = "o-" if panel.markers else "-"
    for number, (label, (x, y)) in enumerate(panel.curves.items()):
        width = WIDTHS[number] if len(panel.curves) == len(WIDTHS) else 1.3
        axes.plot(x, y, style, color=colors[label], label=label, lw=width, ms=3.5)
    if panel.starts is not None:
        axes.set_xlim(0.0, panel.starts[-1])
        for start in panel.starts[:-1]:
            axes.axvline(start, color=LIGHT.ink_faint, lw=0.7, ls=":")
        middles = 0.5 * (panel.starts[1:] + panel.starts[:-1])
        for middle, word in zip(middles, SECTIONS, strict=True):
            axes.annotate(
                word, (middle, 1.0), (0.0, -1.0), ha="center", va="top", fontsize=6.2,
                xycoords=("data", "axes fraction"), textcoords="offset points",
                color=LIGHT.ink_soft,
            )  # fmt: skip
        low, high = axes.get_ylim()
        axes.set_ylim(low, high + 0.12 * (high - low))


def force_panels(
    runs: dict[str, Along],
    names: Sequence[str] = (),
    *,
    one: bool = True,
    title: str = "",
) -> list[Panel]:
    """Contact forces over the way, all six or some; thin: one element."""
    panels = []
    for force in SIX:
        if names and force.name not in names:
            continue
        first = next(iter(runs.values()))
        panels.append(
            Panel(
                f"{title}: {force.title}" if title else force.title,
                "way along the belt [mm]",
                "force [N]",
                {
                    label: (1e3 * run.way, run.force[force.name])
                    for label, run in runs.items()
                },
                1e3 * first.starts,
                [_millimetres(run.one[force.name]) for run in runs.values()]
                if one
                else (),
            )
        )
    return panels


def _millimetres(curve: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    return 1e3 * curve[0], curve[1]


ONE_ELEMENT = f"thick: mean of all elements, thin: element {SHOWN_ELEMENT}"
