"""Steady running of a chain variator as the fixed point of "one pin further".

The map advances the chain until the next pin crosses the middle of the lower strand,
renumbers the pins, and forgets the turn of the pulleys, which are round. Even running
is its fixed point; `catena.periodic.shooting.fixed_point` finds it by mixing.
The period follows from the slip and is part of the answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catena.drives.chain_cvt.build import ChainJob, build
from catena.drives.chain_cvt.signals import LOSSES
from catena.drives.chain_cvt.spec import Spec
from catena.drives.chain_cvt.start.state import work_for
from catena.drives.verbs import Answer, SteadyOptions
from catena.errors import InputError, SolverError
from catena.integrators.steps import pin_chain_samples as at
from catena.integrators.steps.pin_chain_section import advance_to_section, pin_place
from catena.integrators.steps.pin_chain_tables import Group, Trouble
from catena.numerics.arrays import Floats
from catena.periodic.shooting.fixed_point import Steady, steady_state
from catena.tables.checkpoint import copied
from catena.tables.state import State

START_REVOLUTIONS = 2.0
"""Of ordinary simulation before the search."""
LENGTH, ANGLE, SPEED, TURNING = 1e-6, 1e-4, 1e-2, 1.0
"""What counts as one of each: 1 um, 1e-4 rad, 1 cm/s, 1 rad/s."""
SLOPE, SLOPE_RATE = 1e-6, 1e-2
"""And of the sheaves' slopes: 1e-6 rad, 1e-2 rad/s."""


class PinMap:
    """One pitch of a drive, on the numbers that may differ from pitch to pitch."""

    def __init__(self, job: ChainJob, state: State) -> None:
        self.job, self.system, self.state = job, job.system, state
        self.work = work_for(self.system, state)
        n = self.system.law.place.size
        self.pins, self.shift = n, period_of(job.spec.chain.pitches())
        self.before = np.zeros((2, state.q.size))
        self.period = 0.0
        self.axial = np.zeros(2)
        self.torque = np.zeros(2)
        self.speed = np.zeros(2)
        self.loss = np.zeros(len(Group))
        body = np.repeat([LENGTH, LENGTH, ANGLE], n)
        pair = np.repeat([1.0, LENGTH, SLOPE, SLOPE], 2)
        self.q_scale = np.concatenate([body, pair])
        body = np.repeat([SPEED, SPEED, TURNING], n)
        pair = np.repeat([TURNING, SPEED, SLOPE_RATE, SLOPE_RATE], 2)
        self.u_scale = np.concatenate([body, pair])
        free = self.system.M_inv > 0.0
        self.moving = free.copy()
        self.moving[3 * n : 3 * n + 2] = False  # turns of round pulleys
        self.free = free
        middle = 0.5 * float(self.system.sheaves.c_x.sum())
        places = np.array([pin_place(self.system, self.work, k) for k in range(n)])
        away = np.abs(places[:, 0] - middle) + 1e3 * (places[:, 1] > 0.0)
        self.mark = int(np.argmin(away))

    def numbers(self) -> Floats:
        """The present state, scaled."""
        q = self.state.q[self.moving] / self.q_scale[self.moving]
        return np.concatenate([q, self.state.u[self.free] / self.u_scale[self.free]])

    def put(self, numbers: Floats) -> None:
        """Make this the present state."""
        size = int(self.moving.sum())
        self.state.q[self.moving] = numbers[:size] * self.q_scale[self.moving]
        self.state.u[self.free] = numbers[size:] * self.u_scale[self.free]
        self._turn_poses()

    def __call__(self, numbers: Floats) -> Floats:
        """The numbers one pitch later, renumbered."""
        self.put(numbers)
        self.advance()
        return self.numbers()

    def advance(self) -> None:
        """One pitch (or one period of the pattern of pitches) further, renumbered."""
        state, n, dt = self.state, self.pins, self.job.pace.step
        begin = float(state.t[0])
        lost = state.ledger.loss.sum(axis=1)
        turned = self.work.pulley.q[0].copy()
        most = self.shift * round(4.0 * self.job.band.revolution / n / dt)
        pin = (self.mark - self.shift) % n
        trouble, steps, share = advance_to_section(
            self.system, state, self.work, dt, pin, most, self.before
        )
        if trouble != Trouble.NONE or steps >= most:
            words = "no pin arrives: gross slip, or the chain stands"
            if trouble != Trouble.NONE:
                words = Trouble(trouble).name.lower().replace("_", " ")
            raise SolverError(f"chain: steady state: {words}")
        state.t[0] = begin
        state.q[:] = self.before[0] + share * (state.q - self.before[0])
        state.u[:] = self.before[1] + share * (state.u - self.before[1])
        self.period = (steps - 1 + share) * dt
        self.speed = (self.work.pulley.q[0] - turned) / self.period
        self.axial = np.array(self.work.belt.axial) / steps
        self.torque = np.array(self.work.belt.torque) / steps
        self.loss = (state.ledger.loss.sum(axis=1) - lost) / (steps * dt)
        self._renumber()

    def _renumber(self) -> None:
        state, n = self.state, self.pins
        for flat in (state.q, state.u):
            block = flat[: 3 * n].reshape(3, n)
            block[:] = np.roll(block, self.shift, axis=1)
        angle = state.q[2 * n : 3 * n]
        angle[:] = np.arctan2(np.sin(angle), np.cos(angle)) * (self.free[2 * n : 3 * n])
        memory: Any = state.memory
        memory.P[:] = np.roll(memory.P, self.shift, axis=0)
        memory.closed[:] = np.roll(memory.closed, self.shift)
        self._turn_poses()

    def _turn_poses(self) -> None:
        angle = self.state.q[2 * self.pins : 3 * self.pins]
        self.work.pose[0], self.work.pose[1] = np.cos(angle), np.sin(angle)


def period_of(pitches: list[float]) -> int:
    """After how many links a pattern of pitches repeats, all around the chain."""
    n = len(pitches)
    for shift in range(1, n + 1):
        if n % shift == 0 and all(pitches[k] == pitches[k - shift] for k in range(n)):
            return shift
    return n


@dataclass(frozen=True, eq=False)
class SteadyChain:
    """Steady running, as far as it was found, with its means over one pitch."""

    search: Steady
    period: float
    """Of one pitch, or of one period of the pattern [s]."""
    axial: Floats
    """Force on a sheave of each pulley [N]."""
    torque: Floats
    """Of the chain on each pulley [N m]."""
    speed: Floats
    """Mean of each pulley [rad/s]."""
    loss: dict[str, float]
    """Power lost by mechanism [W]."""

    @property
    def thrust_ratio(self) -> float:
        """Axial force of the primary over that of the secondary pulley."""
        return float(self.axial[0] / self.axial[1])

    @property
    def speed_ratio(self) -> float:
        """Speed of the primary over that of the secondary pulley."""
        return float(self.speed[0] / self.speed[1])

    @property
    def efficiency(self) -> float:
        """Output power over input power."""
        power = self.torque * self.speed
        put_in, taken = -power[power < 0.0].sum(), power[power > 0.0].sum()
        return float(taken / put_in) if put_in > 0.0 else float("nan")


def begin(job: ChainJob, revolutions: float = START_REVOLUTIONS) -> PinMap:
    """The map of a drive, after some ordinary simulation.

    Raises:
        InputError: boundaries change with time, or the chain stands.
    """
    check_constant(job)
    state: State = copied(job.start)
    work, n = work_for(job.system, state), job.system.law.place.size
    duration = job.spec.solve.load_ramp + revolutions * job.band.revolution
    steps = round(duration / job.pace.step)
    samples = at.empty_samples(1, 1, n, len(Group))
    trouble, _ = at.advance(job.system, state, work, job.pace.step, steps, samples)
    if trouble != Trouble.NONE:
        raise SolverError(f"chain: {Trouble(trouble).name.lower().replace('_', ' ')}")
    advance = PinMap(job, state)
    advance.advance()
    return advance


def check_constant(job: ChainJob) -> None:
    """Refuse what makes one pitch differ from the next."""
    boundary = job.spec.boundary
    names = ("primary_speed", "primary_torque", "secondary_torque", "secondary_speed",
             "primary_force", "secondary_force")  # fmt: skip
    uneven = [
        f"boundary.{name}"
        for name in names
        if not isinstance(getattr(boundary, name), float | None)
    ]
    uneven += [
        f"{name}.excitation"
        for name in ("primary", "secondary")
        if getattr(job.spec, name).excitation
    ]
    if boundary.stop_speed != 0.0:
        uneven.append("boundary.stop_speed")
    if boundary.stop == "none":
        uneven.append("boundary.stop = 'none', where the ratio shifts")
    if uneven:
        raise InputError(
            f"a steady state needs every pitch alike; here {', '.join(uneven)} make "
            "them differ"
        )
    if job.band.chain_speed <= 0.0:
        raise InputError("a steady state needs a chain that runs")


def steady(spec: Spec, options: SteadyOptions) -> Answer:
    """Find steady running and say what it is.

    Raises:
        SolverError: none was found.
    """
    found = steady_chain(
        begin(build(spec)),
        tolerance=options.tolerance,
        most=options.most,
        memory=options.memory,
    )
    if not found.search.found:
        raise SolverError(
            f"no steady running was found after {found.search.maps} passing pins "
            f"(residual {found.search.residual:.2g}): too few --most, too little joint "
            "damping, or a state that never settles"
        )
    return Answer(lines_of(found), facts_of(found))


def lines_of(found: SteadyChain) -> list[str]:
    """Steady running in words."""
    search = found.search
    lines = [
        f"steady running after {search.maps} passing pins of "
        f"{1e3 * found.period:.4g} ms; the last one changes 1 um, 1e-4 rad, 1 cm/s by "
        f"{search.residual:.2g} (rms)",
        f"thrust ratio {found.thrust_ratio:.5f}, speed ratio {found.speed_ratio:.5f}, "
        f"efficiency {found.efficiency:.4%}",
    ]
    for name, p in (("primary", 0), ("secondary", 1)):
        lines.append(
            f"{name}: axial force {found.axial[p]:.1f} N, torque of the chain "
            f"{found.torque[p]:.2f} N m, {found.speed[p]:.3f} rad/s"
        )
    return lines + [f"lost to {name}: {p:.3g} W" for name, p in found.loss.items()]


def facts_of(found: SteadyChain) -> dict[str, Any]:
    """Steady running as plain data."""
    return {
        "found": found.search.found,
        "maps": found.search.maps,
        "residual": found.search.residual,
        "period": found.period,
        "thrust_ratio": found.thrust_ratio,
        "speed_ratio": found.speed_ratio,
        "efficiency": found.efficiency,
        "axial_force": found.axial.tolist(),
        "torque": found.torque.tolist(),
        "speed": found.speed.tolist(),
        "loss": found.loss,
    }


def steady_chain(
    advance: PinMap, *, tolerance: float = 1e-6, most: int = 200, memory: int = 20
) -> SteadyChain:
    """Steady running by Anderson acceleration, with its means over one pitch."""
    search = steady_state(advance, tolerance=tolerance, most=most, memory=memory)
    advance(search.numbers)
    words = dict(zip(LOSSES.values(), advance.loss.tolist(), strict=True))
    return SteadyChain(
        search, advance.period, advance.axial, advance.torque, advance.speed, words
    )
