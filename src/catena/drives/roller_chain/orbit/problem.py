"""How a running chain looks after some pitches, and the run that records it.

Each link is in the place of the next, each sprocket has turned by as many teeth. See
`catena.periodic.shooting.symmetry`. Where a speed is prescribed, time tells when a
period is over; where a torque drives, the angle of the wheel it drives. What stands for
a chain in the plane and one in space is in `plane.py` and `spatial.py`.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Any

import numpy as np

from catena.drives.orbits.declaration import Orbit
from catena.drives.roller_chain.orbit.chatter import damping_words
from catena.drives.roller_chain.orbit.final_boundaries import (
    calm_spec,
    calm_time,
    check_repeating,
    prescribed,
    speed_words,
)
from catena.drives.roller_chain.orbit.model import Model
from catena.drives.roller_chain.orbit.plane import PLANE, to_angle
from catena.drives.roller_chain.orbit.recording import recording, rows_per_tooth
from catena.drives.roller_chain.orbit.spatial import SPACE
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.torque_balance import torque_words
from catena.periodic.shooting.period import OnePeriod, Timed

SCALE_WORDS = "1 um, 1e-4 rad, 1 cm/s"
START_TIME = 0.1
"""Of ordinary simulation before a search [s], after all ramps."""
START_PITCHES = 5.0
"""And at least so many pitches of it."""


def orbit_of(
    spec: Spec, begin: Any = None, duration: float | None = None, *, periods: int = 1
) -> Orbit:
    """The map of a drive, after some ordinary simulation.

    Args:
        spec: The drive.
        begin: A State of a like drive to begin with instead, or its arrays.
        duration: Of the ordinary simulation [s], if not the usual one.
        periods: Of links and excitations, after which the motion repeats.

    Raises:
        InputError: the drive does not repeat itself.
    """
    check_repeating(spec)
    model = SPACE if spec.fidelity == "spatial" else PLANE
    job = model.build(calm_spec(spec))
    pitches = periods * model.common_period(job)
    tooth = 2.0 * np.pi / (job.spec.leading.tooth_count * job.spec.nominal_speed)
    if begin is None:
        long = max(START_TIME, START_PITCHES * tooth) if duration is None else duration
        state = settled(model, spec, calm_time(spec) + long)
        words = f"{calm_time(spec) + long:.3g} s of ordinary running"
    else:
        state = model.like_state(job, begin)
        words = "a state of a like drive"
    state, timed = model.reset(state), prescribed(job.spec)
    rows = rows_per_tooth(job.spec, tooth)
    each = ceil(tooth / rows / job.pace.step - 1e-9)
    motion: OnePeriod
    if timed:
        motion = Timed(model.steps_of(job), pitches * tooth, pitches * rows * each)
    else:
        motion = to_angle(job, state, pitches, tooth)

    def recorded(period: float) -> Spec:
        time = period / pitches
        step = time / (rows * each) if timed else job.pace.step
        return recording(job.spec, pitches, time, (step, each), model.links(job))

    def run(spec: Any, state: Any) -> Any:
        return replace(model.build(spec), start=state)

    return Orbit(
        spec=job.spec,
        advance=model.period_map(model.symmetry(job, pitches), state, motion),
        pitches=pitches,
        periods=periods,
        scales=SCALE_WORDS,
        start=words,
        recorded=recorded,
        job=run,
        advice=damping_words(job.spec),
        speed=speed_words(spec),
        balance=torque_words(job.spec),
    )


def settled(model: Model, spec: Spec, duration: float) -> Any:
    """A state of a drive after some time of ordinary simulation [s]."""
    job = model.build(spec)
    state = model.first_state(job)
    if duration > 0.0:
        steps = max(1, round(duration / job.pace.step))
        model.steps_of(job)(state, duration / steps, steps)
    return state
