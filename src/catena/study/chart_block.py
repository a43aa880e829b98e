"""A block of chart rows: check the specifications, find the largest multipliers.

This is what a worker does. Blocks carry words and numbers only; what can be shared
between the blocks of a chart is kept by the process that computes them.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from catena.drives import DRIVES
from catena.drives.loading import spec_from
from catena.errors import CatenaError, InputError, Problem, SolverError, SpecError
from catena.numerics.arrays import Floats
from catena.periodic.batch import SystemBatch, batch_from_systems
from catena.periodic.stability.chart import chart_values
from catena.periodic.system import PeriodicSystem
from catena.spec.parts import DriveSpec
from catena.study.family import Family, family_of
from catena.study.plan import spec_at
from catena.study.variation import Variation

MOST_PROBLEMS = 20


@dataclass(frozen=True)
class Block:
    """Some rows of a chart, as they are sent to a worker."""

    base: str
    """The specification as JSON."""
    x: Variation
    y: Variation
    first: int
    last: int
    """Row after the last one."""
    tolerance: float


@dataclass
class BlockValues:
    """What is known of the points of a block."""

    radius: Floats  # (rows, columns), NaN where there is none
    error: Floats  # (rows, columns)
    steps: int = 0
    problems: list[Problem] = field(default_factory=list)
    """Mistakes in specifications of the block."""
    notes: list[str] = field(default_factory=list)
    """Why points have no value."""


@dataclass(frozen=True)
class Bench:
    """What the blocks of one chart share."""

    spec: DriveSpec
    data: dict[str, Any]
    x: Variation
    y: Variation
    family: Family | None

    def spec_of(self, i: int, j: int) -> DriveSpec:
        """The checked specification of row i, column j."""
        values = {self.x.key: self.x.values[j], self.y.key: self.y.values[i]}
        return spec_at(self.spec, self.data, values)


@lru_cache(maxsize=2)
def bench_of(base: str, x: Variation, y: Variation) -> Bench:
    """The bench of a chart, set up once per process."""
    spec = spec_from(json.loads(base))
    bench = Bench(spec, spec.model_dump(mode="python"), x, y, None)
    family = family_of(
        lambda i, j: system_of(bench.spec_of(i, j)), numbers_of(x), numbers_of(y)
    )
    return Bench(spec, bench.data, x, y, family)


def numbers_of(variation: Variation) -> Floats:
    """The values of a chart axis."""
    if variation.numbers is None:
        raise SpecError.at(
            "vary",
            variation.key,
            "has words or different units; a chart needs numbers in one unit",
        )
    return np.array(variation.numbers)


def system_of(spec: DriveSpec) -> PeriodicSystem:
    """The periodic system behind a specification."""
    problem = getattr(DRIVES[spec.drive].build(spec), "problem", None)
    system = getattr(problem, "system", None)
    if not isinstance(system, PeriodicSystem):
        raise InputError(
            f"{spec.drive}: has no periodic coefficients; a stability chart needs a "
            "drive that does"
        )
    return system


def block_values(block: Block) -> BlockValues:
    """Check and compute a block."""
    bench = bench_of(block.base, block.x, block.y)
    shape = (block.last - block.first, len(block.x.values))
    found = BlockValues(np.full(shape, np.nan), np.full(shape, np.nan))
    if bench.family is not None:
        with ThreadPoolExecutor(1) as beside:  # kernels leave Python free to check
            values = beside.submit(_fill_from_family, bench.family, block, found)
            _checked(bench, block, found)
            values.result()
        return found
    specs = _checked(bench, block, found)
    for batch, places in _built(specs, found) if not found.problems else ():
        _fill(found, batch, places, block.tolerance)
    return found


def _fill_from_family(family: Family, block: Block, found: BlockValues) -> None:
    columns, rows = np.meshgrid(
        numbers_of(block.x), numbers_of(block.y)[block.first : block.last]
    )
    batch = family.batch(columns.ravel(), rows.ravel())
    _fill(found, batch, np.arange(columns.size), block.tolerance)


def _checked(bench: Bench, block: Block, found: BlockValues) -> list[DriveSpec]:
    """All specifications of a block; kept only when systems are built from them."""
    specs: list[DriveSpec] = []
    for i in range(block.first, block.last):
        for j in range(len(block.x.values)):
            try:
                spec = bench.spec_of(i, j)
            except SpecError as error:
                found.problems += error.problems
                if len(found.problems) >= MOST_PROBLEMS:
                    return specs
                continue
            if bench.family is None:
                specs.append(spec)
    return specs


def _built(specs: list[DriveSpec], found: BlockValues) -> list[tuple[SystemBatch, Any]]:
    """Batches of systems built one by one, alike in size and breaks."""
    groups: dict[tuple[Any, ...], list[tuple[int, PeriodicSystem]]] = {}
    for place, spec in enumerate(specs):
        try:
            system = system_of(spec)
        except CatenaError as error:
            found.notes.append(str(error))
            continue
        parts = np.round(np.array(system.breaks) / system.period, 12)
        groups.setdefault((system.n, *parts), []).append((place, system))
    return [
        (batch_from_systems([s for _, s in group]), np.array([p for p, _ in group]))
        for group in groups.values()
    ]


def _fill(
    found: BlockValues, batch: SystemBatch, places: Any, tolerance: float
) -> None:
    """Put the values of a batch into place; a point that fails leaves a gap."""
    try:
        values = chart_values(batch, tolerance=tolerance)
    except SolverError as error:
        if len(batch) == 1:
            found.notes.append(str(error))
            return
        half = len(batch) // 2
        for part in (np.arange(half), np.arange(half, len(batch))):
            _fill(found, batch.chosen(part), places[part], tolerance)
        return
    if np.isnan(values.radius).any():
        found.notes.append(
            "a period holds more cycles of the fastest vibration than a chart follows; "
            "run these points one by one"
        )
    found.radius.ravel()[places] = values.radius
    found.error.ravel()[places] = values.error
    found.steps = max(found.steps, values.steps)
