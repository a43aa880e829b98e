"""Signals of a finished run, read back from its results for the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np

from catena.numerics.arrays import Floats
from catena.run.protocols import Sink


class History:
    """Some signals from the start of a run to its end.

    They are read where the results are: a run keeps none of them in memory, however
    long it is.
    """

    def __init__(self, sink: Sink, names: Iterable[str]) -> None:
        self.sink, self.names = sink, tuple(names)

    @cached_property
    def signals(self) -> dict[str, Floats]:
        """Every signal by its name."""
        return {name: np.asarray(self.sink.read(name)) for name in self.names}

    def whole(self) -> dict[str, Floats]:
        """Every signal from the start."""
        return dict(self.signals)

    def window(self, start: float, period: float) -> dict[str, Floats]:
        """All signals from a time on, over whole periods where there is one [s]."""
        time = self.signals["time"]
        turns = np.floor((time[-1] - start) / period) if period > 0.0 else 0.0
        begin = time[-1] - turns * period if turns >= 1.0 else start
        late = time >= begin - 1e-9 * time[-1]
        late[-2:] = True
        return {name: values[late] for name, values in self.signals.items()}


def mean_rate(late: Mapping[str, Floats], name: str) -> Floats:
    """Mean rate of a signal that adds up, over a stretch of time."""
    span = float(late["time"][-1] - late["time"][0])
    return np.asarray((late[name][-1] - late[name][0]) / span)
