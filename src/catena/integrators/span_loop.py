"""The loop around the compiled advance: chunks, progress, tables with names."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
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
        "joint forces and joint friction do not settle; lower the joint friction"
    ),
    SpanStatus.OPEN_LOOP: "the strand no longer reaches the driven sprocket",
}


@dataclass(frozen=True)
class SpanRecord:
    """What a run of the strand recorded."""

    samples: Mapping[str, Floats]
    """Signals at a fixed interval."""
    shapes: Floats
    """Roller centres of every kept frame (frame, roller, 2) [m]; NaN beyond the end."""
    frame_rows: Ints
    """Sample that each frame belongs to."""
    collisions: Mapping[str, Floats]
    """One row per collision."""
    jumps: Floats
    """Speed jump of every body at every collision [rad/s]; NaN beyond the end."""
    engagements: Mapping[str, Floats]
    """One row per completed engagement."""
    releases: Mapping[str, Floats]
    """One row per link released by the driven sprocket."""
    status: SpanStatus
    """How the run ended."""

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
    progress: Callable[[float], None] | None = None,
) -> SpanRecord:
    """Advance the state to the end, with a sample every interval [s].

    Args:
        system: the tables of the strand.
        state: where to start; is changed.
        interval: between two samples [s].
        end: of the run [s].
        frame_every: samples from one kept shape to the next; 0 keeps none.
        progress: called with the finished share.
    """
    collected = _Collected(frame_every)
    work, log = empty_work(state.q.size), empty_log(state.q.size, ROWS)
    start, last = math.ceil(state.t[0] / interval), round(end / interval)
    number, chunk = start, max(1, (last - start) // 200)
    status = SpanStatus.DONE
    while status in (SpanStatus.DONE, SpanStatus.LOG_FULL) and number <= last:
        until = min(number + chunk - 1, last)
        code, number = advance(system, state, work, log, interval, number, until)
        status = SpanStatus(code)
        collected.take(log)
        if progress is not None:
            progress((number - start) / (last - start + 1))
    if status == SpanStatus.LOG_FULL:
        status = SpanStatus.DONE
    return collected.record(status)


class _Collected:
    """Blocks of the log, copied before it is used again."""

    def __init__(self, frame_every: int) -> None:
        self._frame_every = frame_every
        self._taken = 0
        self._tables: list[list[Floats]] = [[], [], [], []]
        self._jumps: list[Floats] = []
        self._shapes: list[Floats] = []
        self._rows: list[Ints] = []

    def take(self, log: SpanLog) -> None:
        """Copy what was filled and empty the log."""
        tables = (log.samples, log.collisions, log.engagements, log.releases)
        for kept, table, filled in zip(self._tables, tables, log.filled, strict=True):
            kept.append(table[:filled].copy())
        self._jumps.append(log.jumps[: log.filled[COLLISIONS]].copy())
        rows = self._taken + np.arange(log.filled[SAMPLES])
        chosen = rows % self._frame_every == 0 if self._frame_every else rows < 0
        self._shapes.append(log.shapes[: log.filled[SAMPLES]][chosen])
        self._rows.append(rows[chosen])
        self._taken += int(log.filled[SAMPLES])
        log.filled[:] = 0

    def record(self, status: SpanStatus) -> SpanRecord:
        """All blocks joined."""
        whole = [np.concatenate(blocks) for blocks in self._tables]
        return SpanRecord(
            samples=_named(whole[SAMPLES], SAMPLE_COLUMNS),
            shapes=np.concatenate(self._shapes),
            frame_rows=np.concatenate(self._rows),
            collisions=_named(whole[COLLISIONS], COLLISION_COLUMNS),
            jumps=np.concatenate(self._jumps),
            engagements=_named(whole[ENGAGEMENTS], ENGAGEMENT_COLUMNS),
            releases=_named(whole[RELEASES], RELEASE_COLUMNS),
            status=status,
        )


def _named(table: Floats, columns: tuple[str, ...]) -> dict[str, Floats]:
    """Columns of a table by name."""
    return {name: table[:, i].copy() for i, name in enumerate(columns)}
