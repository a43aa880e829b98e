"""The contact forces of one element as a table other programs read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catena.drives.pushbelt_cvt.figures.element import (
    SIX,
    check_number,
    element_figures,
)
from catena.drives.pushbelt_cvt.figures.finished_run import observed
from catena.drives.pushbelt_cvt.figures.revolution import SECTION_WORDS, Observed
from catena.drives.variator.curves import one_way
from catena.drives.variator.sections import section_of
from catena.drives.verbs import Answer
from catena.results.run import Run


def elements(run: Run, numbers: Sequence[int]) -> Answer:
    """The six forces of chosen elements, drawn and as tables."""
    seen = observed(run)
    figures = element_figures(seen, numbers)
    tables = {f"element_{number}.csv": curves(seen, number) for number in numbers}
    return Answer([], {}, figures, tables)


def curves(seen: Observed, number: int) -> str:
    """The six forces of an element over its way in the last revolution, as CSV.

    Raises:
        InputError: the belt has no element of this number.
    """
    check_number(seen, number)
    place = seen.place[:, number - 1]
    columns = [
        one_way(place, getattr(seen.round, force.name)[:, number - 1])[1]
        for force in SIX
    ]
    way = np.sort(place)
    lines = ["way [m],section," + ",".join(f"{force.name} [N]" for force in SIX)]
    words = [SECTION_WORDS[i] for i in section_of(seen.geometry, way)]
    for at, word, *values in zip(way, words, *columns, strict=True):
        lines.append(",".join([f"{at:.6g}", word, *(f"{v:.6g}" for v in values)]))
    return "\n".join(lines) + "\n"
