"""How the time of a chain in space is cut into steps, samples and frames."""

from __future__ import annotations

from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import SpecError
from catena.run.pace import Pace

STEP = 2e-5
"""Default step [s]: means to 1e-4, ripple of tension to 6 % (first order)."""
LARGEST_STEP = 5e-5
"""Above it friction and impacts of a roller chain go wrong [s]."""
INTERVAL = 5e-4
"""Default time between samples, over which accelerations are averaged [s]."""


def pace_of(spec: Spec) -> Pace:
    """The raster of a run."""
    solve = spec.solve
    step = solve.step or STEP
    if step > LARGEST_STEP:
        raise SpecError.at(
            "solve.step",
            step,
            f"is too large for a chain in space: at most {LARGEST_STEP:g} s",
            f"leave it out to have {STEP:g} s",
        )
    interval = solve.sample_interval or INTERVAL
    every = max(1, round(interval / step))
    rows = max(2, round(solve.duration / (every * step)))
    frame_every = max(1, -(-rows // solve.frame_count))
    return Pace(step, rows * every, every, frame_every)
