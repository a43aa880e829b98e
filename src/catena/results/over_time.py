"""Recorded signals drawn over time: a curve for each span, pulley or place of loss."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catena.results.figures import Axis, Figure, Trace
from catena.results.run import Run

MOST_POINTS = 8000
TIME = Axis("time", "s")


def words_along(run: Run, dim: str) -> list[str]:
    """The words along a dimension."""
    return [str(word) for word in run.catalogue.coordinates[dim].values]


class OverTime:
    """Signals of a run over time, with no more points than a plot can show."""

    def __init__(self, run: Run) -> None:
        time = run.read("time")
        self.run = run
        self.thin = slice(None, None, max(1, time.size // MOST_POINTS))
        self.t = time[self.thin]

    def read(self, name: str) -> NDArray[Any]:
        """A signal at the times shown."""
        return self.run.read(name)[self.thin]

    def curves(self, values: NDArray[Any], words: Iterable[str]) -> list[Trace]:
        """A curve for each column, called by its word."""
        columns = zip(values.T, words, strict=True)
        return [Trace(self.t, column, word) for column, word in columns]

    def along(self, values: NDArray[Any], dim: str) -> list[Trace]:
        """A curve for each word along a dimension."""
        return self.curves(values, words_along(self.run, dim))

    def axis(self, name: str) -> Axis:
        """What the file says of a signal."""
        variable = self.run.catalogue[name]
        return Axis(variable.label, variable.units)

    def figure(
        self,
        name: str,
        title: str,
        y: Axis,
        traces: Sequence[Trace],
        section: str,
        **more: Any,
    ) -> Figure:
        """A plot over time; ``more`` may be marks and a caption."""
        return Figure(name, title, TIME, y, tuple(traces), section=section, **more)

    def recorded(self, name: str, title: str, dim: str, section: str) -> Figure:
        """A recorded signal, a curve for each word along its dimension."""
        traces = self.along(self.read(name), dim)
        return self.figure(name, title, self.axis(name), traces, section)

    def losses(self, words: Sequence[str]) -> Figure:
        """Energy lost so far, wherever there is any."""
        lost = self.read("loss").reshape(self.t.size, -1)
        some = np.ptp(lost, axis=0) > 0.0
        traces = [
            one for one, on in zip(self.curves(lost, words), some, strict=True) if on
        ]
        traces = traces or [Trace(self.t, lost.sum(axis=1), "all")]
        y = Axis("energy lost so far", "J")
        return self.figure("losses", "Energy lost", y, traces, "Energy")
