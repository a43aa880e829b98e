"""Stability charts: the largest Floquet multiplier over two keys of a specification."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from catena.errors import InputError, SolverError, SpecError
from catena.jobs import RunText, run_job
from catena.numerics.arrays import Bools, Floats
from catena.periodic.stability.chart import LARGEST_ENTRY, chart_values
from catena.periodic.stability.floquet import floquet
from catena.results.catalogue import Catalogue, Coordinate, Variable
from catena.results.health import Check, KeyNumber, Outcome
from catena.results.run import Run
from catena.run.protocols import Progress, Sink, silent
from catena.run.verdict import within
from catena.spec.parts import DriveSpec
from catena.spec.writing import resolved_data, resolved_toml
from catena.study.chart_block import (
    Block,
    BlockValues,
    bench_of,
    block_values,
    numbers_of,
    system_of,
)
from catena.study.fanout import fan_out
from catena.study.keys import key_problems, unit_at
from catena.study.plan import make_plan, spec_json
from catena.study.stability_border import Places, border
from catena.study.troubles import without_numbers
from catena.study.variation import Span, Variation, shown_value

CHART = "stability_chart"
"""What the file of a chart says where a run names its drive."""
ACCURACY = "accuracy"
"""The check of the errors of all points."""
STABILITY = ("asymptotically stable", "marginal", "unstable")
POINTS_PER_BLOCK = 4000
COMPARED_POINTS = 3
MOST_REASONS = 3
"""Why points have no value, told in full."""


@dataclass(frozen=True)
class ChartJob:
    """Maps the largest multiplier over a grid; executes like any run."""

    spec: DriveSpec
    x: Variation
    y: Variation
    tolerance: float
    workers: int
    scheduler: str | None

    def catalogue(self) -> Catalogue:
        """The map, its accuracy, the verdict, and the border as lines."""
        dims = (self.y.name, self.x.name)
        return Catalogue(
            sizes={self.y.name: self.shape[0], self.x.name: self.shape[1]}
            | {"boundary_point": None},
            coordinates={v.name: self._coordinate(v) for v in (self.x, self.y)},
            variables=(
                Variable(
                    "largest_multiplier",
                    dims,
                    "1",
                    "largest modulus of the multipliers",
                    "|rho|",
                    "[KhangDien2012] (10)",
                    gaps=True,
                ),
                Variable("error", dims, "1", "its estimated relative error", gaps=True),
                Variable("stability", dims, "1", _code_words(), dtype="int8"),
                self._border_variable("boundary_x", self.x),
                self._border_variable("boundary_y", self.y),
            ),
        )

    def execute(self, sink: Sink, progress: Progress) -> Outcome:
        """Compute the blocks, then sharpen the border between them."""
        found = self._assembled(progress)
        beyond = found.radius >= LARGEST_ENTRY
        found.radius[beyond] = LARGEST_ENTRY
        margin = np.maximum(self.tolerance, 10.0 * np.nan_to_num(found.error))
        sink.put("largest_multiplier", found.radius)
        sink.put("error", found.error)
        sink.put("stability", stability_codes(found.radius, margin))
        progress(0.95, "border")
        unstable = found.radius > 1.0 + margin
        border = self._border(unstable)
        if border[0].size:
            sink.append({"boundary_x": border[0], "boundary_y": border[1]})
        points = int(np.isfinite(border[0]).sum())
        return self._outcome(found, unstable, points, int(beyond.sum()))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.y.values), len(self.x.values)

    @property
    def accuracy(self) -> float:
        """Largest relative error of a multiplier that is trusted."""
        return max(self.tolerance, 1e-6)

    def _coordinate(self, variation: Variation) -> Coordinate:
        return Coordinate(numbers_of(variation), self._unit(variation), variation.key)

    def _border_variable(self, name: str, axis: Variation) -> Variable:
        label = f"border of stability, {axis.key}"
        dims = ("boundary_point",)
        return Variable(name, dims, self._unit(axis) or "1", label, gaps=True)

    def _unit(self, variation: Variation) -> str:
        return variation.unit or unit_at(self.spec, variation.key)

    def _blocks(self) -> list[Block]:
        base = spec_json(self.spec)
        rows = max(1, POINTS_PER_BLOCK // self.shape[1])
        return [
            Block(
                base,
                self.x,
                self.y,
                first,
                min(first + rows, self.shape[0]),
                self.tolerance,
            )
            for first in range(0, self.shape[0], rows)
        ]

    def _assembled(self, progress: Progress) -> BlockValues:
        """All blocks as one; raises when a specification has mistakes."""
        blocks = self._blocks()
        whole = BlockValues(np.full(self.shape, np.nan), np.full(self.shape, np.nan))
        for count, (block, part) in enumerate(self._computed(blocks), start=1):
            whole.radius[block.first : block.last] = part.radius
            whole.error[block.first : block.last] = part.error
            whole.steps = max(whole.steps, part.steps)
            whole.notes += part.notes
            if part.problems:
                raise SpecError(part.problems, "chart")
            progress(0.95 * count / len(blocks), f"{count} of {len(blocks)} blocks")
        return whole

    def _computed(self, blocks: list[Block]) -> Iterator[tuple[Block, BlockValues]]:
        """Blocks as they complete."""
        ended = fan_out(
            block_values, blocks, workers=self.workers, scheduler=self.scheduler
        )
        with closing(ended):  # type: ignore[type-var]
            for done in ended:
                if done.failure is not None or done.value is None:
                    raise SolverError(f"chart: {done.failure and done.failure.message}")
                yield blocks[done.index], done.value

    def _border(self, unstable: Bools) -> tuple[Floats, Floats]:
        family = bench_of(spec_json(self.spec), self.x, self.y).family
        x, y = numbers_of(self.x), numbers_of(self.y)
        if family is None:
            return border(x, y, unstable, None)

        def judge(at_x: Floats, at_y: Floats) -> Bools:
            values = chart_values(family.batch(at_x, at_y), tolerance=self.tolerance)
            margin = np.maximum(self.tolerance, 10.0 * values.error)
            return np.asarray(values.radius > 1.0 + margin)

        return border(x, y, unstable, judge)

    def _outcome(
        self, found: BlockValues, unstable: Bools, border: int, beyond: int
    ) -> Outcome:
        known = np.isfinite(found.radius)
        if not known.any():
            raise SolverError(f"chart: no point has a value: {found.notes[0]}")
        share = unstable.sum() / known.sum()
        count = found.radius.size
        gaps = int((~known).sum())
        return Outcome(
            verdict=f"{100.0 * share:.1f} % of {count - gaps} points are unstable.",
            key_numbers=(
                KeyNumber("unstable_share", "unstable part of the map", share, "1"),
                KeyNumber(
                    "largest_multiplier",
                    "largest multiplier of the map",
                    float(np.nanmax(found.radius)),
                    "1",
                ),
                KeyNumber("points", "points", count, "1"),
                KeyNumber("boundary_points", "points on the border", border, "1"),
                KeyNumber("steps", "most steps per period", found.steps, "1"),
            ),
            checks=(
                self._accuracy(found),
                self._second_method(found),
                Check("gaps", "points without a value", gaps, 0.0, gaps == 0),
            ),
            warnings=tuple(self._warnings(found, ~known, beyond)),
        )

    def _warnings(self, found: BlockValues, gaps: Bools, beyond: int) -> Iterator[str]:
        if gaps.any():
            notes = [" ".join(note.split()) for note in reversed(found.notes)]
            reasons = {without_numbers(note): note for note in notes}
            told = "; ".join(list(reasons.values())[:MOST_REASONS])
            yield (
                f"{int(gaps.sum())} of {gaps.size} points have no value (within "
                f"{self._where(gaps)}): {told}"
            )
        if (rough := found.error > self.accuracy).any():
            yield (
                f"{int(rough.sum())} of {rough.size} points (within "
                f"{self._where(rough)}) have an estimated error above "
                f"{self.accuracy:.2g}: not trustworthy, rings in the figures"
            )
        if beyond:
            yield (
                f"{beyond} points grow by more than {LARGEST_ENTRY:g} per period and "
                "are drawn as that"
            )

    def _where(self, places: Bools) -> str:
        """The part of the chart some points lie in."""
        rows, columns = places.nonzero()
        return f"{_stretch(self.x, columns)}, {_stretch(self.y, rows)}"

    def _accuracy(self, found: BlockValues) -> Check:
        worst = float(np.nanmax(found.error))
        label = "largest estimated error of a multiplier"
        note = "change of the last halving of the step / 63, relative"
        return within(ACCURACY, label, worst, self.accuracy, note)

    def _second_method(self, found: BlockValues) -> Check:
        """A few points again, built alone and solved in factored form."""
        places = np.argwhere(found.radius < LARGEST_ENTRY)
        count = min(COMPARED_POINTS, len(places))
        chosen = places[np.linspace(0, len(places) - 1, count).astype(int)]
        bench = bench_of(spec_json(self.spec), self.x, self.y)
        differences = [0.0]
        for i, j in chosen:
            again = floquet(system_of(bench.spec_of(int(i), int(j)))).spectral_radius
            difference = abs(found.radius[i, j] - again) / max(1.0, again)
            differences.append(difference)
        worst = float(max(differences))
        limit = 10.0 * self.accuracy
        label = f"largest difference from the full analysis at {count} points"
        return within("second_method", label, worst, limit)


def _stretch(variation: Variation, places: Places) -> str:
    """The part of an axis some places lie in: ``speed = 5 rpm to 9 rpm``."""
    values = variation.values
    ends = dict.fromkeys(shown_value(values[i]) for i in (places.min(), places.max()))
    return f"{variation.key} = {' to '.join(ends)}"


def chart(
    spec: DriveSpec,
    x: str | Variation,
    y: str | Variation,
    *,
    out: str | Path | None = None,
    tolerance: float = 1e-7,
    workers: int = 1,
    scheduler: str | None = None,
    overwrite: bool = False,
    progress: Progress = silent,
    user_text: str = "",
) -> Run:
    """A stability chart over two keys, as a run with its own report.

    Args:
        spec: The drive; its own values hold for every other key.
        x: The key along the columns, such as ``"stiffness.mean[0][0]=0:5:200"``.
        y: The key along the rows.
        out: The run folder; without it the chart vanishes with the handle.
        tolerance: Relative error allowed in the largest multiplier.
        workers: Local processes, started only when there is work enough for them.
        scheduler: Address of an existing dask scheduler instead.
        overwrite: Replace results that are in the folder.
        progress: Is told how far the chart has come.
        user_text: The file the specification came from.

    Raises:
        SpecError: a key or value is wrong; all of a block are told at once.
        InputError: the drive has no periodic coefficients.
        SolverError: no point has a value.
    """
    if not 1e-12 <= tolerance <= 1e-2:
        raise InputError(f"tolerance: found {tolerance}; expected 1e-12 to 1e-2")
    job = ChartJob(spec, *_axes(spec, x, y), tolerance, workers, scheduler)
    text = RunText(
        drive=CHART,
        title=spec.title and f"{spec.title}: stability chart",
        resolved_toml=resolved_toml(spec),
        resolved=resolved_data(spec),
        user_text=user_text,
        verb="chart",
    )
    return run_job(job, text, out, overwrite=overwrite, progress=progress)


def axis_variation(coordinate: Coordinate) -> Variation:
    """The variation behind an axis of a chart: a range where one gives its values."""
    numbers = np.asarray(coordinate.values, dtype=float)
    unit = "" if coordinate.units == "1" else coordinate.units
    even = Span(float(numbers[0]), float(numbers[-1]), unit)
    spans = [even, replace(even, log=True)] if numbers.min() > 0.0 else [even]
    parts = np.linspace(0.0, 1.0, len(numbers))
    for span in spans:
        spread = tuple(span.at(float(part)) for part in parts)
        if np.allclose(numbers, spread, rtol=1e-9):
            return Variation(coordinate.label, spread, span)
    values = tuple(even.value(float(number)) for number in numbers)
    return Variation(coordinate.label, values)


def stability_codes(radius: Floats, margin: Floats) -> Any:
    """0 decays, 1 neither, 2 grows, -1 not known."""
    codes = np.ones(radius.shape, dtype=np.int8)
    codes[radius < 1.0 - margin] = 0
    codes[radius > 1.0 + margin] = 2
    codes[np.isnan(radius)] = -1
    return codes


def _axes(
    spec: DriveSpec, x: str | Variation, y: str | Variation
) -> tuple[Variation, Variation]:
    """Both axes, once the keys and the build of one system are known to work."""
    plan = make_plan([y, x])
    if problems := key_problems(spec, [v.key for v in plan.variations]):
        raise SpecError(problems, "chart")
    along_y, along_x = plan.variations
    for axis in plan.variations:
        if len(np.unique(numbers_of(axis))) < 2 or len(set(axis.values)) < len(
            axis.values
        ):
            raise SpecError.at(
                "vary", axis.key, "needs at least two values, all different, on an axis"
            )
    system_of(spec)
    return along_x, along_y


def _code_words() -> str:
    words = ", ".join(f"{i} {word}" for i, word in enumerate(STABILITY))
    return f"stability ({words}, -1 not known)"
