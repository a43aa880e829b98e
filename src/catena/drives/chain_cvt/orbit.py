"""Even running of a chain variator: every pin does what the pin ahead did.

The period ends when the next pin crosses the middle of the lower strand; pins are then
renumbered, and the turns of the pulleys, which are round, do not count. How long that
takes follows from the slip and is part of the answer.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from catena.drives.chain_cvt.build import ChainJob, build
from catena.drives.chain_cvt.simulation import WORDS, ChainSimulation
from catena.drives.chain_cvt.spec import Spec
from catena.drives.chain_cvt.start.state import work_for
from catena.drives.orbits.declaration import Orbit, reset
from catena.drives.orbits.state_file import put_state
from catena.drives.variator.boundary.data import curve
from catena.errors import InputError, SolverError
from catena.integrators.steps.pin_chain import advance
from catena.integrators.steps.pin_chain_samples import empty_samples
from catena.integrators.steps.pin_chain_tables import Group, Trouble
from catena.numerics.arrays import Floats
from catena.periodic.shooting.period import InTurn, Steps, ToSection
from catena.periodic.shooting.symmetry import PeriodMap, Symmetry
from catena.rounding import rounded
from catena.tables.checkpoint import arrays_of, copied, restore
from catena.tables.state import State

RPM = 2.0 * math.pi / 60.0
START_REVOLUTIONS = 2.0
"""Of ordinary simulation before the search."""
RECORDED_REVOLUTIONS = 2.02
"""Two whole ones, and the cut between samples."""
WATCHED_SAMPLES = 50
"""After so many slip is looked at during that time."""
LENGTH, ANGLE, SPEED, TURNING = 1e-6, 1e-4, 1e-2, 1.0
"""What counts as one of each: 1 um, 1e-4 rad, 1 cm/s, 1 rad/s."""
SLOPE, SLOPE_RATE = 1e-6, 1e-2
"""And of the sheaves' slopes: 1e-6 rad, 1e-2 rad/s."""
BOUNDARIES = (
    "primary_speed", "primary_torque", "secondary_torque", "secondary_speed",
    "primary_force", "secondary_force",
)  # fmt: skip


def orbit_of(spec: Spec, begin: Any = None, *, periods: int = 1) -> Orbit:
    """The map of a drive, after some ordinary simulation.

    Raises:
        InputError: the drive never runs evenly, or the chain stands.
    """
    check_repeating(spec)
    job = build(calm_spec(spec))
    if job.band.chain_speed <= 0.0:
        raise InputError("even running needs a chain that runs; here it stands")
    if begin is None:
        duration = calm_time(spec) + START_REVOLUTIONS * job.band.revolution
        state = settled(spec, duration)
        words = f"{duration:.3g} s of ordinary running"
    else:
        state = like_state(job, begin)
        words = "a state of a like drive"
    n, each = spec.chain.link_count, period_of(spec.chain.pitches())
    step, expected, shift = (
        job.pace.step,
        each * job.band.revolution / n,
        periods * each,
    )
    run_on = steps_of(job)
    sections = [
        ToSection(run_on, distance_of(job, state, k * each), step, expected)
        for k in range(1, periods + 1)
    ]
    period_map = PeriodMap(pin_symmetry(job, shift), reset(state), InTurn(sections))
    numbers = period_map(period_map.numbers())  # onto the section
    period_map.state = period_map.state_of(numbers)

    def recorded(period: float) -> Spec:
        duration = RECORDED_REVOLUTIONS * n * period / shift
        values = {"duration": duration, "revolutions": None, "discard": 0.0}
        return job.spec.with_values({f"solve.{k}": v for k, v in values.items()})

    def run(spec: Any, state: State) -> ChainJob:
        return replace(build(spec), start=state)

    scales = "1 um, 1e-4 rad, 1 cm/s"
    speed = speed_words(spec)
    return Orbit(
        job.spec, period_map, shift, periods, scales, words, recorded, run, speed=speed
    )


def check_repeating(spec: Spec) -> None:
    """Refuse what makes one pitch differ from the next for ever."""
    uneven = [
        f"{name}.excitation, whose turns have no whole number of pitches where a chain "
        "slips"
        for name in ("primary", "secondary")
        if getattr(spec, name).excitation
    ]
    if np.any(curve(spec.boundary.stop_speed).value != 0.0):
        uneven.append("boundary.stop_speed, which shifts the ratio")
    if spec.boundary.stop == "none":
        uneven.append("boundary.stop = 'none', where the ratio shifts")
    if uneven:
        raise InputError(
            f"even running needs pitches that repeat; here {', '.join(uneven)}"
        )


def calm_time(spec: Spec) -> float:
    """When ramps and tables are over [s]."""
    given = [getattr(spec.boundary, name) for name in BOUNDARIES]
    ends = [float(curve(value).time[-1]) for value in given if value is not None]
    return max(spec.solve.load_ramp, *ends)


def calm_spec(spec: Spec) -> Spec:
    """The same drive without ramps and tables, at their last values."""
    values: dict[str, Any] = {"solve.load_ramp": 0.0}
    for name in BOUNDARIES:
        given = getattr(spec.boundary, name)
        if not isinstance(given, float | None):
            values[f"boundary.{name}"] = float(curve(given).value[-1])
    return spec.with_values(values)


def speed_words(spec: Spec) -> str:
    """At which speed a pulley turns in the end; empty where torques decide."""
    for pulley in ("primary", "secondary"):
        given = getattr(spec.boundary, f"{pulley}_speed")
        if given is not None:
            last = rounded(float(curve(given).value[-1]) / RPM, 4)
            table = "" if isinstance(given, float) else ", the last value of its table"
            return f"{last} rpm of the {pulley} pulley{table}"
    return ""


def pin_symmetry(job: ChainJob, shift: int) -> Symmetry:
    """Pins in each other's places; pulleys are round."""
    n, free = job.system.law.place.size, job.system.M_inv > 0.0
    pins = np.roll(np.arange(n), shift)
    order = (n * np.arange(3)[:, None] + pins).reshape(-1)
    placed, angles = free.copy(), np.zeros(free.size, dtype=bool)
    placed[3 * n : 3 * n + 2] = False  # turns of round pulleys
    angles[2 * n : 3 * n] = free[2 * n : 3 * n]
    return Symmetry(
        order=np.concatenate([order, np.arange(3 * n, free.size)]),
        shift=np.zeros(free.size),
        scale=(
            scales((LENGTH, LENGTH, ANGLE), (1.0, LENGTH, SLOPE, SLOPE), n, free.size),
            scales((SPEED, SPEED, TURNING),
                   (TURNING, SPEED, SLOPE_RATE, SLOPE_RATE), n, free.size),
        ),
        free=(placed, free),
        angles=angles,
        slots={"P": pins, "closed": pins},
    )  # fmt: skip


def scales(
    body: tuple[float, ...], pulley: tuple[float, ...], n: int, size: int
) -> Floats:
    """What counts as one, for all numbers of pins, pulleys and shafts."""
    every = np.concatenate([np.repeat(body, n), np.repeat(pulley, 2)])
    return np.concatenate([every, np.repeat(body, 2)])[:size]


def distance_of(job: ChainJob, begin: State, shift: int) -> Any:
    """How far the pin that ends a period is from the middle of the lower strand [m]."""
    system, n = job.system, job.system.law.place.size
    middle, place = 0.5 * float(system.sheaves.c_x.sum()), system.law.place

    def x_of(state: State, k: int) -> float:
        return float(state.q[k] + place[k] * np.cos(state.q[2 * n + k]))

    x = np.array([x_of(begin, k) for k in range(n)])
    y = begin.q[n : 2 * n] + place * np.sin(begin.q[2 * n : 3 * n])
    mark = int(np.argmin(np.abs(x - middle) + 1e3 * (y > 0.0)))
    pin = (mark - shift) % n
    return lambda state: middle - x_of(state, pin)


def steps_of(job: ChainJob) -> Steps:
    """Steps of the drive; the scratch sees one resident state."""
    n, resident = job.system.law.place.size, copied(job.start)
    work = work_for(job.system, resident)

    def run(state: State, dt: float, steps: int) -> None:
        restore(resident, arrays_of(state))
        angle = resident.q[2 * n : 3 * n]
        work.pose[0], work.pose[1] = np.cos(angle), np.sin(angle)
        samples = empty_samples(1, 1, n, len(Group))
        trouble, _ = advance(job.system, resident, work, dt, steps, samples)
        if trouble != Trouble.NONE:
            raise SolverError(f"chain: even running: {WORDS[Trouble(trouble)]}")
        restore(state, arrays_of(resident))

    return run


def like_state(job: ChainJob, begin: Any) -> State:
    """A state of a like drive, its velocities brought to a prescribed primary speed."""
    state: State = put_state(copied(job.start), begin)
    first = 3 * job.system.law.place.size
    speed = float(state.u[first])
    if job.spec.boundary.primary_speed is not None and speed > 0.0:
        state.u[:] *= float(job.start.u[first]) / speed
    return state


def settled(spec: Spec, duration: float) -> State:
    """A state of a drive after some time of ordinary simulation [s].

    Raises:
        SolverError: a pulley slips as a whole, or the run fails; says why.
    """
    job = build(spec)
    chain, pace = ChainSimulation(job.system, job.start, job.pace), job.pace
    block = WATCHED_SAMPLES * pace.every
    for done in range(0, math.ceil(duration / pace.step), block):
        if failure := chain.advance(done, block).failure:
            raise SolverError(failure)
    return chain.state


def period_of(pitches: list[float]) -> int:
    """After how many links a pattern of pitches repeats, all around the chain."""
    n = len(pitches)
    for shift in range(1, n + 1):
        if n % shift == 0 and all(pitches[k] == pitches[k - shift] for k in range(n)):
            return shift
    return n
