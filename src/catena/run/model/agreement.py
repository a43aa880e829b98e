"""How far runs of one model under several engines agree, as a table and in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from catena.run.model.engines import ENGINES


@dataclass(frozen=True)
class Line:
    """One run of the comparison."""

    engine: str
    step: float
    """[s]."""
    difference: float
    """From the reference, largest over time and coordinates, relative."""
    agrees_until: float
    """Time up to which the difference stays within the tolerance [s]."""
    energy_residual: float
    """Relative."""
    seconds: float
    failure: str = ""
    where: str = ""
    """The coordinate that differs most, such as ``ball.y``."""


@dataclass(frozen=True)
class Comparison:
    """All runs, measured against the finest of the first engine that can."""

    reference: str
    engine: str
    """The engine of the reference."""
    tolerance: float
    duration: float
    lines: tuple[Line, ...]
    refused: dict[str, str]
    """Engines that cannot run this model, and why."""

    def findings(self) -> list[str]:
        """What the table says, in sentences."""
        sentences = [f"reference: {self.reference}; difference 1 = whole way travelled"]
        engines = list(dict.fromkeys(line.engine for line in self.lines))
        for engine in engines:
            lines = [x for x in self.lines if x.engine == engine]
            sentences.append(self._finding(lines) + self._order(lines))
        if len(engines) == 1 and not ENGINES[self.engine].raster:
            sentences.append(
                f"no second opinion: only {self.engine} ran, compared with itself"
            )
        return sentences

    @property
    def agree(self) -> bool:
        """Whether the finest run of every engine stays with the reference."""
        finest: dict[str, Line] = {}
        for line in sorted(self.lines, key=lambda line: -line.step):
            finest[line.engine] = line
        return all(line.difference <= self.tolerance for line in finest.values())

    def _order(self, lines: list[Line]) -> str:
        """How fast the differences of one engine fall with its step, in words."""
        apart = [x.difference for x in sorted(lines, key=lambda x: x.step)]
        own = lines[0].engine == self.engine
        order = observed_order(apart[1:], 1.0) if own else observed_order(apart, 0.0)
        return f"; order {order:.2g}" if np.isfinite(order) else ""

    def _finding(self, lines: list[Line]) -> str:
        """From which step on one engine agrees, else until when its finest run does."""
        good = []
        for line in sorted(lines, key=lambda x: x.step):
            if not line.difference <= self.tolerance:
                break
            good.append(line)
        name, finest = lines[0].engine, min(lines, key=lambda line: line.step)
        if good:
            return (
                f"{name}: agrees within {self.tolerance:g} over the whole "
                f"{self.duration:g} s at steps up to {good[-1].step:.3g} s"
            )
        return (
            f"{name}: at its finest step {finest.step:.3g} s it agrees within "
            f"{self.tolerance:g} until t = {finest.agrees_until:.6g} s"
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        lines = [{k: spoken(v) for k, v in asdict(line).items()} for line in self.lines]
        return {**asdict(self), "lines": lines, "findings": self.findings()}


def observed_order(apart: Sequence[float], own: float) -> float:
    """Order p of differences at steps h, 2 h, ..; NaN where they tell none.

    ``own`` is 1 if they are measured from the run at h/2, where (4^p - 1)/(2^p - 1)
    = 2^p + 1 lies between them, and 0 if from something exact, where it is 2^p.
    """
    if len(apart) < 2 or not 0.0 < apart[0] < apart[1] < np.inf:
        return math.nan
    ratio = apart[1] / apart[0] - own
    return math.log2(ratio) if ratio > 0.0 else math.nan


def spoken(value: Any) -> Any:
    """A value JSON can carry; None for what is not a finite number."""
    return None if isinstance(value, float) and not np.isfinite(value) else value
