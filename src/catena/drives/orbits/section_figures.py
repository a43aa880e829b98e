"""Pictures of a section: its points, how near it comes back, how neighbours part."""

from __future__ import annotations

import numpy as np

from catena.results.figures import Axis, Figure, Trace
from catena.results.run import Run

ROOM = "Seen once a period"
SMALLEST = 1e-12
"""Shown of what is smaller still."""


def figures(run: Run) -> list[Figure]:
    """The plane of the section; changes; growths."""
    return [plane(run), changes(run), growths(run)]


def plane(run: Run) -> Figure:
    """The states along the two strongest directions."""
    place, settling = run.read("place"), len(run.read("number")) // 5
    late, early = place[settling:], place[:settling]
    return Figure(
        name="section_plane",
        title="States once a period",
        x=Axis("first principal direction", "1"),
        y=Axis("second principal direction", "1"),
        traces=(
            Trace(early[:, 0], early[:, 1], "settling", "markers", "faint"),
            Trace(late[:, 0], late[:, 1], "settled", "markers", "main"),
        ),
        caption=f"{run.outcome.verdict} One point: it repeats; some: it swings over as "
        "many periods; a curve: a swing of a period of its own; a cloud: chaos.",
        section=ROOM,
    )


def changes(run: Run) -> Figure:
    """How much each period differs from the one before, and from the best return."""
    number, change = run.read("number"), run.read("change")
    k = _back(run)
    backs = sorted({1, k})
    traces = [
        Trace(number[b:], np.maximum(change[b:, b - 1], SMALLEST), _before(b))
        for b in backs
    ]
    return Figure(
        name="section_changes",
        title="Change since periods before",
        x=Axis("period", "1"),
        y=Axis("change", "1", log=True),
        traces=tuple(traces),
        section=ROOM,
    )


def growths(run: Run) -> Figure:
    """By how much neighbours go apart from the start to a period, by distance."""
    number, growth = run.read("number")[1:], run.read("growth")[1:]
    sizes = run.read("distance")
    return Figure(
        name="section_growth",
        title="Neighbours going apart",
        x=Axis("period", "1"),
        y=Axis("sum of the logarithms of the growths", "1"),
        traces=tuple(
            Trace(number, np.cumsum(np.log(growth[:, i])), f"{size:g} apart")
            for i, size in enumerate(sizes)
        ),
        caption="Level: neighbours keep their distance. Falling: they come together, "
        "and the motion settles. Rising: they part; at all distances, chaos; at the "
        "smallest alone, contacts that chatter so finely.",
        section=ROOM,
    )


def _back(run: Run) -> int:
    found = run.outcome.key_number("back")
    return 1 if found is None else int(found.value)


def _before(periods: int) -> str:
    return "1 period before" if periods == 1 else f"{periods} periods before"
