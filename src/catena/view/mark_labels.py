"""Which labels of reference lines fit beside each other, and how they are turned."""

from __future__ import annotations

from dataclasses import dataclass

from catena.results.figures import Mark
from catena.view.display import Display
from catena.view.palette import LIGHT

CHARACTER_WIDTH = 0.6
"""Mean width of a character, as a part of the font size."""
LINE_HEIGHT = 1.18


@dataclass(frozen=True)
class MarkLabels:
    """The labels to write; marks that are too close to others keep only their line."""

    marks: tuple[Mark, ...]
    upright: bool
    """Whether labels of x marks are turned to stand on the plot."""
    height: float
    """Space they need above the plot, in the unit of the font size."""


def mark_groups(marks: tuple[Mark, ...]) -> dict[str, str]:
    """The colour, by name in the palette, of each group of marks."""
    groups = list(dict.fromkeys(mark.group for mark in marks))
    return {group: f"marks_{i % len(LIGHT.marks)}" for i, group in enumerate(groups)}


def legend_groups(marks: tuple[Mark, ...]) -> list[str]:
    """The groups a legend has to explain: not a single one whose lines have labels."""
    groups = list(mark_groups(marks))
    if len(groups) == 1 and all(mark.label for mark in marks):
        return []
    return [group for group in groups if group]


def x_mark_labels(shown: Display, width: float, font_size: float) -> MarkLabels:
    """Labels above the plot: flat when all fit, else upright and thinned out.

    Args:
        shown: The figure.
        width: Of the plot, in the unit of the font size.
        font_size: Of the labels.
    """
    marks = [mark for mark in shown.marks if mark.axis == "x" and mark.label]
    if not marks:
        return MarkLabels((), upright=False, height=0.0)
    widths = [text_width(mark.label, font_size) for mark in marks]
    flat = _accepted(shown, marks, [w + font_size for w in widths], width)
    if len(flat) == len(marks):
        return MarkLabels(flat, upright=False, height=LINE_HEIGHT * font_size)
    space = LINE_HEIGHT * font_size
    upright = _accepted(shown, marks, [space] * len(marks), width)
    height = max(text_width(mark.label, font_size) for mark in upright)
    return MarkLabels(upright, upright=True, height=height + 0.5 * font_size)


def y_mark_labels(shown: Display, height: float, font_size: float) -> tuple[Mark, ...]:
    """Labels at the right end of horizontal lines that do not cover each other."""
    marks = [mark for mark in shown.marks if mark.axis == "y" and mark.label]
    return _accepted(shown, marks, [LINE_HEIGHT * font_size] * len(marks), height)


def text_width(text: str, font_size: float) -> float:
    """A guess at the width of a text, in the unit of the font size."""
    return CHARACTER_WIDTH * font_size * len(text)


def _accepted(
    shown: Display, marks: list[Mark], sizes: list[float], length: float
) -> tuple[Mark, ...]:
    """Marks in the order given, each accepted when it keeps clear of those before."""
    taken: list[tuple[float, float]] = []
    accepted = []
    for mark, size in zip(marks, sizes, strict=True):
        position = shown.fraction(mark) * length
        if all(abs(position - other) >= 0.5 * (size + room) for other, room in taken):
            taken.append((position, size))
            accepted.append(mark)
    return tuple(accepted)
