"""The loop around the compiled advance: chunks, progress, tables with names."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from catena.errors import SolverError
from catena.integrators.event_span import advance
from catena.tables.span import (
    COLLISION_COLUMNS,
    COLLISIONS,
    ENGAGEMENT_COLUMNS,
    ENGAGEMENTS,
    RELEASE_COLUMNS,
    RELEASES,
    SAMPLE_COLUMNS,
    SAMPLES,
    Floats,
    Ints,
    SpanLog,
    SpanState,
    SpanStatus,
    SpanSystem,
    empty_log,
    empty_work,
)

ROWS = 2048
"""Rows of the tables between two looks of the loop."""

REASONS = {
    SpanStatus.REVERSED: (
        "a sprocket stopped or turned back; the model knows forward running only: "
        "raise the drive torque or prescribe the speed"
    ),
    SpanStatus.TOO_MANY_LINKS: (
        "links leave the driven sprocket without end; the strand would run away"
    ),
    SpanStatus.TOO_FEW_LINKS: "fewer than 3 links are left in the strand",
    SpanStatus.ENDLESS_SERIES: (
        "a roller rebounds without end; raise the completion limit or lower the "
        "restitution"
    ),
    SpanStatus.STEP_TOO_SMALL: "the step became too small; the motion is too rough",
    SpanStatus.NOT_FINITE: "a speed or an angle is no longer a finite number",
    SpanStatus.FRICTION_DIVERGED: (
        "no joint forces fit the Coulomb friction they cause: rigid links jam, as in "
        "Painleve's paradox; lower the joint friction or the speed, or use viscous "
        "friction"
    ),
    SpanStatus.OPEN_LOOP: "the strand no longer reaches the driven sprocket",
}


@dataclass(frozen=True)
class SpanRecord:
    """What a strand did, in whole or over one stretch of time."""

    samples: Mapping[str, Floats]
    """Signals at a fixed interval."""
    shapes: Floats
    """Roller centres of every kept frame (frame, roller, 2) [m]; NaN beyond the end."""
    frame_rows: Ints
    """Sample that each frame belongs to, counted from the start of the run."""
    collisions: Mapping[str, Floats]
    """One row per collision."""
    jumps: Floats
    """Speed jump of every body at every collision [rad/s]; NaN beyond the end."""
    engagements: Mapping[str, Floats]
    """One row per completed engagement."""
    releases: Mapping[str, Floats]
    """One row per link released by the driven sprocket."""
    status: SpanStatus
    """How the stretch ended."""

    @property
    def message(self) -> str:
        """Why the run ended early; empty if it did not."""
        if self.status == SpanStatus.DONE:
            return ""
        t = self.samples["time"]
        where = f"after t = {t[-1]:.6g} s" if t.size else "at the start"
        return f"{where}: {REASONS[self.status]}"

    def checked(self) -> SpanRecord:
        """The record itself, if the run reached its end.

        Raises:
            SolverError: it did not.
        """
        if self.status != SpanStatus.DONE:
            raise SolverError(self.message)
        return self


def run_span(
    system: SpanSystem,
    state: SpanState,
    *,
    interval: float,
    end: float,
    frame_every: int = 0,
) -> SpanRecord:
    """Advance the state to the end; the whole run in memory. See ``span_blocks``."""
    blocks = span_blocks(
        system, state, interval=interval, end=end, frame_every=frame_every
    )
    return joined(list(blocks))


def span_blocks(
    system: SpanSystem,
    state: SpanState,
    *,
    interval: float,
    end: float,
    frame_every: int = 0,
    block_count: int = 100,
) -> Iterator[SpanRecord]:
    """Advance the state to the end, stretch by stretch.

    The last stretch carries the status in which the run ended.

    Args:
        system: the tables of the strand.
        state: where to start; is changed.
        interval: between two samples [s].
        end: of the run [s].
        frame_every: samples from one kept shape to the next; 0 keeps none.
        block_count: stretches in which to report, at least.
    """
    work, log = empty_work(state.q.size), empty_log(state.q.size, ROWS)
    number, last = math.ceil(state.t[0] / interval), round(end / interval)
    chunk = max(1, math.ceil((last - number + 1) / block_count))
    taken, status = 0, SpanStatus.DONE
    while status == SpanStatus.DONE and number <= last:
        until = min(number + chunk - 1, last)
        code, number = advance(system, state, work, log, interval, number, until)
        status = SpanStatus(code)
        if status == SpanStatus.LOG_FULL:
            status = SpanStatus.DONE
        yield _copied(log, taken, frame_every, status)
        taken += int(log.filled[SAMPLES])
        log.filled[:] = 0


def joined(blocks: list[SpanRecord]) -> SpanRecord:
    """Stretches of one run as one record."""
    return SpanRecord(
        samples=_stacked([block.samples for block in blocks]),
        shapes=np.concatenate([block.shapes for block in blocks]),
        frame_rows=np.concatenate([block.frame_rows for block in blocks]),
        collisions=_stacked([block.collisions for block in blocks]),
        jumps=np.concatenate([block.jumps for block in blocks]),
        engagements=_stacked([block.engagements for block in blocks]),
        releases=_stacked([block.releases for block in blocks]),
        status=blocks[-1].status,
    )


def _copied(
    log: SpanLog, taken: int, frame_every: int, status: SpanStatus
) -> SpanRecord:
    """The filled rows of the log, which is used again."""
    filled = log.filled
    rows = taken + np.arange(filled[SAMPLES])
    chosen = rows % frame_every == 0 if frame_every else rows < 0
    return SpanRecord(
        samples=_named(log.samples[: filled[SAMPLES]], SAMPLE_COLUMNS),
        shapes=log.shapes[: filled[SAMPLES]][chosen],
        frame_rows=rows[chosen],
        collisions=_named(log.collisions[: filled[COLLISIONS]], COLLISION_COLUMNS),
        jumps=log.jumps[: filled[COLLISIONS]].copy(),
        engagements=_named(log.engagements[: filled[ENGAGEMENTS]], ENGAGEMENT_COLUMNS),
        releases=_named(log.releases[: filled[RELEASES]], RELEASE_COLUMNS),
        status=status,
    )


def _named(table: Floats, columns: tuple[str, ...]) -> dict[str, Floats]:
    """Columns of a table by name."""
    return {name: table[:, i].copy() for i, name in enumerate(columns)}


def _stacked(tables: list[Mapping[str, Floats]]) -> dict[str, Floats]:
    """Named columns of several stretches, one after the other."""
    names = tables[0].keys()
    return {name: np.concatenate([table[name] for table in tables]) for name in names}
