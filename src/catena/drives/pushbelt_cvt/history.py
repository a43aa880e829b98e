"""Signals of a run kept for its verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from catena.drives.pushbelt_cvt.recording import PULLEY_SIGNALS, TOTALS
from catena.numerics.arrays import Floats

KEPT = {name for name, *_ in (*TOTALS, *PULLEY_SIGNALS)}
KEPT |= {"loss", "snapshot_time", "running_radius"}


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
