"""How time is cut into steps, samples and frames."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.spec.drive import Spec
from catena.dynamics.largest_step import SAFE_SHARE
from catena.errors import SpecError
from catena.run.pace import Pace

STEP_SHARE = 0.37
"""Default time step over the largest stable one."""
SAMPLES_PER_TOOTH = 16
BLOCK_ROWS = 256
"""Samples between two reports of progress; a block starts with fresh directions, so
a continued run must keep them to give the same bits."""


def pace_of(spec: Spec, placed: Layout, limit: float, fastest: float) -> Pace:
    """Steps below the stable limit [s], samples per tooth, frames of the last loop.

    ``fastest`` is the largest speed of the driver [rad/s].
    """
    solve = spec.solve
    step = STEP_SHARE * limit if solve.step is None else solve.step
    if step > SAFE_SHARE * limit:
        raise SpecError.at(
            "solve.step",
            step,
            f"is too large for these stiffnesses: at most {SAFE_SHARE * limit:.3g} s",
            "leave it out to have it chosen",
        )
    tooth_period = 2.0 * np.pi / (spec.leading.tooth_count * fastest)
    interval = solve.sample_interval or tooth_period / SAMPLES_PER_TOOTH
    if solve.step is None:
        step = interval / max(1, int(np.ceil(interval / step)))
    every = max(1, round(interval / step))
    rows = max(2, round(solve.duration / (every * step)))
    loop = placed.placement.link_count * tooth_period
    shown = min(rows, max(2, round(loop / (every * step))))
    frame_every = max(1, round(shown / solve.frame_count))
    return Pace(
        step=step,
        steps=rows * every,
        every=every,
        frame_every=frame_every,
        frame_from=rows - shown,
        block=BLOCK_ROWS * every,
    )
