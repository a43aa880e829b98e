"""How a running chain looks after some pitches, and the run that records it.

Each link is in the place of the next, each sprocket has turned by as many teeth. See
`catena.periodic.shooting.symmetry`. Where a speed is prescribed, time tells when a
period is over; where a torque drives, the angle of the wheel it drives.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Any

import numpy as np

from catena.codes import STATUS_TEXT, Status
from catena.drives.orbits.declaration import Orbit, reset
from catena.drives.orbits.state_file import put_state
from catena.drives.roller_chain.build import ChainJob, build_planar
from catena.drives.roller_chain.engines.choice import engine_of
from catena.drives.roller_chain.orbit.chatter import damping_words
from catena.drives.roller_chain.orbit.common_period import common_period
from catena.drives.roller_chain.orbit.final_boundaries import (
    calm_spec,
    calm_time,
    check_repeating,
    speed_words,
)
from catena.drives.roller_chain.orbit.recording import recording, rows_per_tooth
from catena.drives.roller_chain.orbit.spatial import spatial_orbit_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.equilibrium import start_state
from catena.drives.roller_chain.start.other_run import check_axes
from catena.drives.roller_chain.start.state import path_state
from catena.drives.roller_chain.start.torque_balance import torque_words
from catena.drives.wheel_boundary.words import DriveSpeed
from catena.errors import SolverError
from catena.integrators.planar_chain.assembly import copy_to_ends, turn_dof, work_for
from catena.integrators.planar_chain.samples import empty_samples
from catena.integrators.planar_chain.tables import State, System
from catena.periodic.shooting.period import OnePeriod, Steps, Timed, ToSection
from catena.periodic.shooting.symmetry import PeriodMap, Symmetry
from catena.tables.checkpoint import copied

SCALES = (1e-6, 1e-6, 1e-4), (1e-2, 1e-2, 1.0)
"""What counts as one: 1 um, 1e-4 rad; 1 cm/s, 1 rad/s."""
SCALE_WORDS = "1 um, 1e-4 rad, 1 cm/s"
PRESSURE_SCALE = 1e3
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
    if spec.fidelity == "spatial":
        return spatial_orbit_of(spec, begin, duration, periods=periods)
    job = build_planar(calm_spec(spec))
    pitches = periods * common_period(job.spec, job.system)
    tooth = 2.0 * np.pi / (job.spec.leading.tooth_count * job.spec.nominal_speed)
    if begin is None:
        long = max(START_TIME, START_PITCHES * tooth) if duration is None else duration
        state = settled(spec, calm_time(spec) + long)
        words = f"{calm_time(spec) + long:.3g} s of ordinary running"
    else:
        state = like_state(job, begin)
        words = "a state of a like drive"
    state, timed = reset(state), prescribed(job.spec)
    rows = rows_per_tooth(job.spec, tooth)
    each = ceil(tooth / rows / job.pace.step - 1e-9)
    motion: OnePeriod
    if timed:
        motion = Timed(steps_of(job), pitches * tooth, pitches * rows * each)
    else:
        motion = to_angle(job, state, pitches, tooth)

    def recorded(period: float) -> Spec:
        time = period / pitches
        step = time / (rows * each) if timed else job.pace.step
        return recording(job.spec, pitches, time, (step, each), job.system.half.size)

    def run(spec: Any, state: State) -> ChainJob:
        return replace(build_planar(spec), start=state)

    symmetry = pitch_symmetry(job.spec, job.system, pitches)
    advance = PeriodMap(symmetry, state, motion)
    return Orbit(
        spec=job.spec,
        advance=advance,
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


def prescribed(spec: Spec) -> bool:
    """Whether a speed is prescribed, and with it the period."""
    return isinstance(spec.leading.boundary, DriveSpeed)


def pitch_symmetry(spec: Spec, system: System, pitches: int) -> Symmetry:
    """The symmetry of a drive that looks the same after some pitches."""
    n, bodies = system.half.size, system.half.size + system.rotors.size
    links = np.roll(np.arange(n), pitches)
    body = np.concatenate([links, np.arange(n, bodies)])
    order = (bodies * np.arange(3)[:, None] + body).reshape(-1)
    shift, angles = np.zeros((3, bodies)), np.zeros((3, bodies), dtype=bool)
    shift[2, n:], angles[2, :n] = turned_by(spec, system, pitches), True
    contacts = 1 + system.rails.rails.size
    by_slot = (n * np.arange(contacts)[:, None] + links).reshape(-1)
    free = system.M_inv > 0.0
    placed = free.copy()
    if not prescribed(spec):  # its angle is the phase that ends a period
        placed[turn_dof(system, spec.leader)] = False
    return Symmetry(
        order=order,
        shift=shift.reshape(-1),
        scale=(np.repeat(SCALES[0], bodies), np.repeat(SCALES[1], bodies)),
        free=(placed, free),
        angles=angles.reshape(-1),
        slots={"turn": links, "tangent": by_slot, "normal": by_slot},
        forget={"gap": -1},
        numbers={"pressure": PRESSURE_SCALE},
    )


def turned_by(spec: Spec, system: System, pitches: int) -> np.ndarray[Any, Any]:
    """Angle by which every rotor turns while some pitches pass (r,) [rad]."""
    gained = np.zeros(system.rotors.size)
    for j, part in enumerate(spec.sprocket):
        teeth = pitches * 2.0 * np.pi / part.tooth_count
        gained[j] = system.rotors[j].sense * teeth
    copy_to_ends(system, gained)
    return gained


def steps_of(job: ChainJob) -> Steps:
    """Steps of the drive by its own engine."""
    engine, work = engine_of(job.spec, job.placed, job.system), work_for(job.system)

    def run(state: State, dt: float, steps: int) -> None:
        samples = empty_samples(1, state)
        status = engine(job.system, state, work, dt, steps, samples)
        if status != Status.OK:
            raise SolverError(f"chain: {STATUS_TEXT[Status(status)]} within one period")

    return run


def to_angle(job: ChainJob, begin: State, pitches: int, tooth: float) -> ToSection:
    """Up to where the driven wheel has turned by its teeth, from where it now is."""
    leader = job.spec.leader
    dof, sense = turn_dof(job.system, leader), float(job.system.rotors[leader].sense)
    end = sense * begin.q[dof] + pitches * 2.0 * np.pi / job.spec.leading.tooth_count

    def distance(state: State) -> float:
        return float(sense * state.q[dof] - end)

    return ToSection(steps_of(job), distance, job.pace.step, pitches * tooth)


def like_state(job: ChainJob, begin: Any) -> State:
    """A state of a like drive, its velocities brought to the prescribed speed."""
    own = path_state(job.spec, job.placed, job.system)
    state: State = put_state(copied(own), begin)
    check_axes(job.spec, job.system, own.q, state.q)
    speed = abs(float(state.u[turn_dof(job.system, job.spec.leader)]))
    if prescribed(job.spec) and speed > 0.0:
        state.u[:] *= job.spec.nominal_speed / speed
    return state


def settled(spec: Spec, duration: float) -> State:
    """A state of a drive after some time of ordinary simulation [s]."""
    job = build_planar(spec)
    state, _ = start_state(job.spec, job.placed, job.system)
    if duration > 0.0:
        steps = max(1, round(duration / job.pace.step))
        steps_of(job)(state, duration / steps, steps)
    return state
