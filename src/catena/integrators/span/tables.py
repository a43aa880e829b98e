"""The log of a strand as tables with names, and why a strand cannot go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from catena.numerics.arrays import Floats, Ints
from catena.tables.span import (
    COLLISION_COLUMNS,
    ENGAGEMENT_COLUMNS,
    RELEASE_COLUMNS,
    SAMPLE_COLUMNS,
    Filled,
    SpanLog,
    SpanStatus,
)

REASONS = {
    SpanStatus.REVERSED: (
        "a sprocket stopped or turned back; the model knows forward running only"
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


def failure_text(status: SpanStatus, number: int, interval: float) -> str:
    """Why a run ended early, in words; empty if it did not.

    Args:
        status: of the advance.
        number: of the next sample.
        interval: between two samples [s].
    """
    if status in (SpanStatus.DONE, SpanStatus.LOG_FULL):
        return ""
    where = f"after t = {(number - 1) * interval:.6g} s" if number else "at the start"
    return f"{where}: {REASONS[status]}"


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


def taken_from(
    log: SpanLog, taken: int, frame_every: int, status: SpanStatus
) -> SpanRecord:
    """The filled rows of the log, which is empty afterwards.

    Args:
        log: of one advance.
        taken: samples before it.
        frame_every: samples from one kept shape to the next; 0 keeps none.
        status: of the advance.
    """
    filled = log.filled
    rows = taken + np.arange(filled[Filled.SAMPLES])
    chosen = rows % frame_every == 0 if frame_every else rows < 0
    record = SpanRecord(
        samples=_named(log.samples[: filled[Filled.SAMPLES]], SAMPLE_COLUMNS),
        shapes=log.shapes[: filled[Filled.SAMPLES]][chosen],
        frame_rows=rows[chosen],
        collisions=_named(
            log.collisions[: filled[Filled.COLLISIONS]], COLLISION_COLUMNS
        ),
        jumps=log.jumps[: filled[Filled.COLLISIONS]].copy(),
        engagements=_named(
            log.engagements[: filled[Filled.ENGAGEMENTS]], ENGAGEMENT_COLUMNS
        ),
        releases=_named(log.releases[: filled[Filled.RELEASES]], RELEASE_COLUMNS),
        status=status,
    )
    filled[:] = 0
    return record


def _named(table: Floats, columns: tuple[str, ...]) -> dict[str, Floats]:
    """Columns of a table by name."""
    return {name: table[:, i].copy() for i, name in enumerate(columns)}


def _stacked(tables: list[Mapping[str, Floats]]) -> dict[str, Floats]:
    """Named columns of several stretches, one after the other."""
    names = tables[0].keys()
    return {name: np.concatenate([table[name] for table in tables]) for name in names}
