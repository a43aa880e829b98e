"""How time is cut into steps, samples and snapshots."""

from __future__ import annotations

from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.spec.solve import USUAL_REVOLUTIONS
from catena.errors import SpecError
from catena.integrators.steps.pushbelt_limit import StepLimit
from catena.run.pace import Pace

CREEP = 0.06
"""By how much loaded belts are slower than the primary pulley; a run takes so much
longer, so that its last revolution is a whole one."""

DECIDES = {
    "elements": "the elements decide: take softer contacts or heavier elements",
    "ring": "the ring decides: take fewer ring.span_count",
    "ring across": "bending of the rings across the belt decides: take fewer "
    "ring.span_count",
    "grooves": "axial motion of the sheaves decides: take a larger mass of the sheaves",
    "tilts": "tilting of the sheaves decides: take a larger tilt_inertia or smaller "
    "tilt_damping",
}
"""What limits the step, and what would help, by the part that swings."""
BLOCK_SNAPSHOTS = 8
"""Snapshots between two reports of progress; gross slip is judged over a block."""


def pace_of(spec: Spec, placed: Layout, limit: StepLimit) -> Pace:
    """Steps below the limit of stability; whole snapshots."""
    solve = spec.solve
    if solve.step > limit.step:
        raise SpecError.at(
            "solve.step",
            f"{1e6 * solve.step:.4g} us",
            f"is too large for these masses and stiffnesses: at most "
            f"{1e6 * limit.step:.3g} us",
            DECIDES[limit.part],
        )
    every = max(1, round(solve.sample_interval / solve.step))
    sample = every * solve.step
    apart = max(1, round(solve.snapshot_interval / sample))
    duration = solve.duration
    if duration is None:
        revolutions = solve.revolutions or USUAL_REVOLUTIONS
        if placed.start.speed_primary <= 0.0:
            raise SpecError.at(
                "solve.duration",
                None,
                "is needed when the primary pulley starts from rest: revolutions of "
                "the belt cannot be foreseen",
            )
        duration = (1.0 + CREEP) * revolutions * placed.revolution
    snapshots = max(2, round(duration / (apart * sample)))
    return Pace(
        step=solve.step,
        steps=snapshots * apart * every,
        every=every,
        frame_every=apart,
        frame_from=apart - 1,
        block=BLOCK_SNAPSHOTS * apart * every,
    )
