"""Steps over one period: aligned with the breaks, taken in blocks.

Every block lies inside one smooth stretch and has one step size. Its first and last
sample time are moved a hair inwards when they sit on a break, so that jumps are met
with their one-sided values. Only one block of coefficients is held at a time, except
for short periods, whose blocks are kept for the second pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from catena.errors import InputError, shown
from catena.numerics.arrays import Floats
from catena.periodic.system import Coefficients, PeriodicSystem

BLOCK_STEPS = 2048
LARGEST_STEP_COUNT = 100_000_000
KEPT_BYTES = 32_000_000
"""Coefficients of a whole period are kept for re-use below this size."""
INWARDS = 1e-14
"""How far sample times are moved off a break, as a part of the period."""


@dataclass(frozen=True)
class Block:
    """Consecutive equal steps inside one smooth stretch."""

    first: int
    """Number of steps before this block."""
    start: float
    """Time at which it starts [s]."""
    h: float
    """Step size [s]."""
    count: int
    """Number of steps."""
    opens_break: bool
    """It starts at a break."""
    closes_break: bool
    """It ends at a break."""


@dataclass(frozen=True)
class Grid:
    """One period divided into steps."""

    period: float
    steps: int
    blocks: tuple[Block, ...]

    def times(self, every: int = 1) -> Floats:
        """Times of the stored states: every k-th step and the end [s]."""
        parts = []
        for b in self.blocks:
            due = np.arange(-b.first % every, b.count, every)
            parts.append(b.start + b.h * due)
        return np.concatenate([*parts, [self.period]])


def stored_steps(steps: int, every: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Step numbers of stored states: 0, k, 2k, ... and always the last."""
    wanted = np.arange(0, steps + 1, every)
    return wanted if wanted[-1] == steps else np.append(wanted, steps)


def make_grid(
    system: PeriodicSystem,
    steps: int,
    *,
    block_steps: int = BLOCK_STEPS,
    refine: int = 1,
) -> Grid:
    """Divide the period into ``steps`` steps that end at every break.

    ``refine`` divides every step again, so that the finer grid holds all times of the
    coarser one.
    """
    m = checked_steps(steps)
    checked_steps(steps * refine)
    edges = np.unique([0.0, *system.breaks, system.period])
    lengths = np.diff(edges)
    if m < len(lengths):
        raise InputError(
            f"steps: found {m}; expected at least {len(lengths)}, one for each smooth "
            "stretch between the breaks of the coefficients"
        )
    on_break = _on_break(system, edges)
    blocks: list[Block] = []
    first = 0
    for i, share in enumerate(_shared(m, lengths)):
        count = share * refine
        blocks += _stretch(edges[i : i + 2], count, first, block_steps, on_break[i:])
        first += count
    return Grid(system.period, first, tuple(blocks))


def checked_steps(steps: int) -> int:
    """A usable number of steps per period."""
    if steps != int(steps) or not 1 <= steps <= LARGEST_STEP_COUNT:
        raise InputError(
            f"steps: found {shown(steps)}; expected a whole number from 1 to "
            f"{LARGEST_STEP_COUNT}"
        )
    return int(steps)


def _on_break(system: PeriodicSystem, edges: Floats) -> list[bool]:
    inner = {float(t) for t in system.breaks}
    flags = [float(t) in inner for t in edges]
    flags[-1] = flags[0]  # the end of the period is its beginning
    return flags


def _shared(steps: int, lengths: Floats) -> list[int]:
    """Step counts in proportion to the lengths, at least one each, summing to m."""
    if len(lengths) == 1:
        return [steps]
    ideal = steps * lengths / lengths.sum()
    counts = np.maximum(1, np.floor(ideal + 1e-9).astype(int))
    while counts.sum() < steps:
        counts[np.argmax(ideal - counts)] += 1
    while counts.sum() > steps:
        candidates = np.where(counts > 1, counts - ideal, -np.inf)
        counts[np.argmax(candidates)] -= 1
    return [int(c) for c in counts]


def _stretch(
    ends: Floats, count: int, first: int, block_steps: int, on_break: list[bool]
) -> list[Block]:
    h = float(ends[1] - ends[0]) / count
    blocks = []
    for done in range(0, count, block_steps):
        size = min(block_steps, count - done)
        opens = on_break[0] and done == 0
        closes = on_break[1] and done + size == count
        start = float(ends[0]) + done * h
        blocks.append(Block(first + done, start, h, size, opens, closes))
    return blocks


@dataclass
class SampledPeriod:
    """The coefficients over a grid, block by block.

    ``offsets`` are the sample points of one step as parts of h. With the single offset
    0.0 or the pair (0.0, 0.5), neighbouring steps share their border samples and the
    end of the block is sampled too.
    """

    system: PeriodicSystem
    grid: Grid
    offsets: tuple[float, ...]
    _kept: dict[int, Coefficients] = field(default_factory=dict)

    def __iter__(self) -> Iterator[tuple[Block, Coefficients]]:
        for block in self.grid.blocks:
            yield block, self._coefficients(block)

    def _coefficients(self, block: Block) -> Coefficients:
        if block.first in self._kept:
            return self._kept[block.first]
        samples = self.system.sample(self._times(block))
        if self._fits():
            self._kept[block.first] = samples
        return samples

    def _fits(self) -> bool:
        n = self.system.n
        per_step = len(self.offsets) * (3 * n * n + n) * 8
        return self.grid.steps * per_step <= KEPT_BYTES

    def _times(self, block: Block) -> Floats:
        parts = np.add.outer(np.arange(block.count), self.offsets).ravel()
        shares_border = self.offsets[0] == 0.0
        if shares_border:
            parts = np.append(parts, block.count)
        times = block.start + block.h * parts
        if shares_border:
            self._move_inwards(times, block)
        return np.minimum(times, self.system.period)

    def _move_inwards(self, times: Floats, block: Block) -> None:
        hair = INWARDS * self.system.period
        if block.opens_break:
            times[0] += hair
        if block.closes_break:
            times[-1] = min(times[-1], self.system.period) - hair
