"""Signals of a run kept for its verdict, and windows of whole belt revolutions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from catena.drives.pushbelt_cvt.recording import PULLEY_SIGNALS, TOTALS
from catena.numerics.arrays import Floats

KEPT = {name for name, *_ in (*TOTALS, *PULLEY_SIGNALS)} | {"loss"}


class History:
    """Blocks of signals over time, kept until the end of the run."""

    def __init__(self) -> None:
        self.blocks: dict[str, list[Floats]] = {}

    def add(self, block: Mapping[str, Floats]) -> None:
        """Keep what the verdict needs; signals of every element are not."""
        for name, values in block.items():
            if name in KEPT:
                self.blocks.setdefault(name, []).append(np.array(values))

    def whole(self) -> dict[str, Floats]:
        """Every signal from the start."""
        return {name: np.concatenate(found) for name, found in self.blocks.items()}

    def stored(self, prefix: str) -> dict[str, Floats]:
        """The same under names for a checkpoint."""
        return {prefix + name: values for name, values in self.whole().items()}

    def restore(self, arrays: Mapping[str, Any], prefix: str) -> None:
        """Go on from a checkpoint."""
        self.blocks = {
            name.removeprefix(prefix): [values]
            for name, values in arrays.items()
            if name.startswith(prefix)
        }


def belt_turns(time: Floats, belt_speed: Floats, length: float) -> Floats:
    """Revolutions of the belt since the start, from the mean speed of its elements."""
    apart = np.diff(time, prepend=0.0)
    travelled = np.cumsum(apart * belt_speed)
    result: Floats = travelled / length
    return result


def revolutions(turns: Floats) -> list[slice]:
    """Samples of every whole revolution, counted back from the end of the run.

    Revolution 0 is what is left at the start.
    """
    whole = max(0, int(np.floor(turns[-1] + 1e-9)))
    marks = turns[-1] - np.arange(whole, -1, -1)
    begins = np.searchsorted(turns, marks, side="right")
    begins[-1] = turns.size
    return [slice(int(a), int(b)) for a, b in pairwise(begins)]
