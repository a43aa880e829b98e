"""A planar chain as the search of even running sees it: steps, states, symmetry."""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.codes import STATUS_TEXT, Status
from catena.drives.orbits.declaration import reset
from catena.drives.orbits.state_file import put_state
from catena.drives.roller_chain.build import ChainJob, build_planar
from catena.drives.roller_chain.engines.choice import engine_of
from catena.drives.roller_chain.orbit.common_period import common_period
from catena.drives.roller_chain.orbit.final_boundaries import prescribed
from catena.drives.roller_chain.orbit.model import Model
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.equilibrium import start_state
from catena.drives.roller_chain.start.other_run import check_axes
from catena.drives.roller_chain.start.state import path_state
from catena.errors import SolverError
from catena.integrators.planar_chain.assembly import copy_to_ends, turn_dof, work_for
from catena.integrators.planar_chain.samples import empty_samples
from catena.integrators.planar_chain.tables import State, System
from catena.periodic.shooting.period import Steps, ToSection
from catena.periodic.shooting.symmetry import PeriodMap, Symmetry
from catena.tables.checkpoint import copied

SCALES = (1e-6, 1e-6, 1e-4), (1e-2, 1e-2, 1.0)
"""What counts as one: 1 um, 1e-4 rad; 1 cm/s, 1 rad/s."""
PRESSURE_SCALE = 1e3


def pitch_symmetry(job: ChainJob, pitches: int) -> Symmetry:
    """The symmetry of a drive that looks the same after some pitches."""
    spec, system = job.spec, job.system
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


def first_state(job: ChainJob) -> State:
    """The state with which a run of the drive starts."""
    return start_state(job.spec, job.placed, job.system)[0]


PLANE = Model(
    build=build_planar,
    links=lambda job: int(job.system.half.size),
    common_period=lambda job: common_period(job.spec, job.system),
    first_state=first_state,
    like_state=like_state,
    reset=reset,
    steps_of=steps_of,
    symmetry=pitch_symmetry,
    period_map=PeriodMap,
)
"""A planar chain."""
