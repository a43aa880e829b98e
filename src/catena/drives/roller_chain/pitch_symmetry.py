"""How a running chain looks after one pitch: each link in the place of the next.

After two pitches where bush and pin links alternate. Each sprocket has turned by as
many teeth. See `catena.periodic.shooting.symmetry`.
"""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.build import ChainJob
from catena.drives.roller_chain.engines.choice import engine_of
from catena.drives.roller_chain.layout.links import alternating
from catena.drives.roller_chain.spec.boundaries import SpeedMotion
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.equilibrium import start_state
from catena.errors import InputError
from catena.integrators.planar_chain.assembly import copy_to_ends, work_for
from catena.integrators.planar_chain.samples import empty_samples
from catena.integrators.planar_chain.tables import State, System
from catena.periodic.shooting.symmetry import PeriodMap, Symmetry

SCALES = (1e-6, 1e-6, 1e-4), (1e-2, 1e-2, 1.0)
"""What counts as one: 1 um, 1e-4 rad; 1 cm/s, 1 rad/s."""
PRESSURE_SCALE = 1e3
START_TIME = 0.1
"""Of ordinary simulation before a search [s]."""


def pitches_alike(spec: Spec, links: int) -> int:
    """After how many pitches the chain looks the same."""
    return 2 if alternating(spec.chain, links) else 1


def pitch_symmetry(spec: Spec, system: System) -> Symmetry:
    """The symmetry of a drive whose pitches are all alike."""
    n, bodies = system.half.size, system.half.size + system.rotors.size
    pitches = pitches_alike(spec, n)
    links = np.roll(np.arange(n), pitches)
    body = np.concatenate([links, np.arange(n, bodies)])
    order = (bodies * np.arange(3)[:, None] + body).reshape(-1)
    gained = np.zeros(system.rotors.size)
    for j, part in enumerate(spec.sprocket):
        teeth = pitches * 2.0 * np.pi / part.tooth_count
        gained[j] = system.rotors[j].sense * teeth
    copy_to_ends(system, gained)
    shift, angles = np.zeros((3, bodies)), np.zeros((3, bodies), dtype=bool)
    shift[2, n:], angles[2, :n] = gained, True
    contacts = 1 + system.rails.rails.size
    by_slot = (n * np.arange(contacts)[:, None] + links).reshape(-1)
    turn = pitches * 2.0 * np.pi / spec.leading.tooth_count
    return Symmetry(
        period=turn / spec.nominal_speed,
        order=order,
        shift=shift.reshape(-1),
        scale=(np.repeat(SCALES[0], bodies), np.repeat(SCALES[1], bodies)),
        free=system.M_inv > 0.0,
        angles=angles.reshape(-1),
        slots={"turn": links, "tangent": by_slot, "normal": by_slot},
        forget={"gap": -1},
        numbers={"pressure": PRESSURE_SCALE},
    )


def begin(job: ChainJob, duration: float = START_TIME) -> PeriodMap:
    """The map of a drive, after some time of ordinary simulation [s].

    Raises:
        InputError: When one pitch differs from the next.
    """
    check_like_pitches(job.spec)
    state, _ = start_state(job.spec, job.placed, job.system)
    engine, work = engine_of(job.spec, job.placed, job.system), work_for(job.system)

    def run(state: State, time: float) -> int:
        if time <= 0.0:
            return 0
        steps = max(1, round(time / job.pace.step))
        dt, samples = time / steps, empty_samples(1, state)
        return int(engine(job.system, state, work, dt, steps, samples))

    run(state, duration)
    state.t[0] = 0.0
    return PeriodMap(pitch_symmetry(job.spec, job.system), state, run)


def check_like_pitches(spec: Spec) -> None:
    """Refuse what makes one pitch differ from the next."""
    uneven = []
    for part in spec.sprocket:
        boundary = part.boundary
        for key in ("irregularity", "history", "orders", "angles", "run_up", "ramp"):
            if getattr(boundary, key, None):
                uneven.append(f"{part.name}.{key}")
        if part.eccentricity > 0.0:
            uneven.append(f"{part.name}.eccentricity")
    if not isinstance(spec.leading.boundary, SpeedMotion):
        uneven.append(f"{spec.leading.name}.torque")
    told = spec.chain.variation
    if told.wear or told.pitch_error or told.pitch_errors or told.stiffness_scatter:
        uneven.append("chain.variation")
    if any(g.tensioner is not None and g.tensioner.ratchet for g in spec.guide):
        uneven.append("ratchet")
    if spec.solve.motion != "dynamic" or spec.solve.ramp > 0.0:
        uneven.append("solve.motion or solve.load_ramp")
    if uneven:
        raise InputError(
            f"a steady state by pitch needs every pitch alike; here {', '.join(uneven)}"
            " make them differ"
        )
