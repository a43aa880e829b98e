"""How the time of a chain in space is cut into steps, samples and frames."""

from __future__ import annotations

from catena.drives.roller_chain.spatial.chain_data import SpatialData
from catena.drives.roller_chain.spatial.schemes import largest_explicit_step
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import SpecError
from catena.run.pace import Pace

STEP = 2e-5
"""Default step [s]: means to 1e-4, ripple of tension to 6 % (first order)."""
LARGEST_STEP = 5e-5
"""Above it friction and impacts of a roller chain go wrong [s]."""
EXPLICIT_STEP = 1e-6
"""Default step of the explicit scheme, or less where rollers are stiffer [s]."""
SHARE = 0.45
"""Of the largest stable step that the explicit scheme takes by itself."""
INTERVAL = 5e-4
"""Default time between samples, over which accelerations are averaged [s]."""


def pace_of(spec: Spec, data: SpatialData) -> Pace:
    """The raster of a run."""
    solve = spec.solve
    explicit = spec.spatial.scheme == "explicit"
    step = _explicit_step(spec, data) if explicit else solve.step or STEP
    if not explicit and step > LARGEST_STEP:
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


def _explicit_step(spec: Spec, data: SpatialData) -> float:
    """The given step, or one well below the limit; above the limit it is refused."""
    limit, step = largest_explicit_step(spec, data), spec.solve.step
    if step is None:
        return min(EXPLICIT_STEP, SHARE * limit)
    if step > limit:
        raise SpecError.at(
            "solve.step",
            step,
            f"at most {limit:.3g} s with spatial.scheme 'explicit': the stiffest roller "
            "or link swings faster than larger steps can follow",
            f"leave it out to have {min(EXPLICIT_STEP, SHARE * limit):.3g} s",
        )
    return step
