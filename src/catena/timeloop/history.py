"""Signals of a run kept in memory for its verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from catena.numerics.arrays import Floats


class History:
    """Blocks of signals over time, kept until the end of the run."""

    def __init__(self) -> None:
        self.blocks: dict[str, list[Floats]] = {}

    def add(self, block: Mapping[str, Floats]) -> None:
        """Keep a copy of a block."""
        for name, values in block.items():
            self.blocks.setdefault(name, []).append(np.array(values))

    def whole(self) -> dict[str, Floats]:
        """Every signal from the start."""
        return {name: np.concatenate(found) for name, found in self.blocks.items()}

    def window(self, start: float, period: float) -> dict[str, Floats]:
        """All signals from a time on, over whole periods where there is one [s]."""
        whole = self.whole()
        time = whole["time"]
        turns = np.floor((time[-1] - start) / period) if period > 0.0 else 0.0
        begin = time[-1] - turns * period if turns >= 1.0 else start
        late = time >= begin - 1e-9 * time[-1]
        late[-2:] = True
        return {name: values[late] for name, values in whole.items()}

    def stored(self, prefix: str) -> dict[str, Floats]:
        """Every signal under names for a checkpoint."""
        return {prefix + name: values for name, values in self.whole().items()}

    def restore(self, arrays: Mapping[str, Any], prefix: str) -> None:
        """Go on from a checkpoint."""
        self.blocks = {
            name.removeprefix(prefix): [values]
            for name, values in arrays.items()
            if name.startswith(prefix)
        }
