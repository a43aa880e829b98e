"""One pitch of a running chain as a map: advance, turn the wheels back, renumber.

A chain that runs evenly looks the same after every pitch (after two where bush and pin
links alternate): each link has taken the place of the next, each sprocket has turned
by one tooth. The map puts both back, so that even running is its fixed point.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.chain.assembly import work_for
from catena.chain.samples import empty_samples
from catena.chain.tables import (
    ANGLE,
    LA,
    OM,
    PHI,
    SENSE,
    THETA,
    VX,
    VY,
    State,
    W,
    X,
    Y,
)
from catena.codes import STATUS_TEXT, Status
from catena.drives.roller_chain.build import ChainJob
from catena.drives.roller_chain.engine import engine_of
from catena.drives.roller_chain.links import alternating
from catena.drives.roller_chain.spec import Spec
from catena.drives.roller_chain.spec_boundaries import SpeedMotion
from catena.drives.roller_chain.start import driving_rotor
from catena.errors import InputError, SolverError
from catena.numerics.arrays import Floats

LINK_ROWS = (X, Y, ANGLE, VX, VY, W)
SCALES = (1e-6, 1e-6, 1e-4, 1e-2, 1e-2, 1.0)
"""What counts as one of each: 1 um, 1e-4 rad, 1 cm/s, 1 rad/s."""
PRESSURE_SCALE = 1e3


class PitchMap:
    """The map of one drive, on the numbers that may differ from pitch to pitch."""

    def __init__(self, job: ChainJob, state: State) -> None:
        self.job, self.state = job, state
        spec, system = job.spec, job.system
        self.links = state.link.shape[1]
        self.pitches = 2 if alternating(spec.chain, self.links) else 1
        self.teeth = np.array([part.tooth_count for part in spec.sprocket])
        self.turn = self.pitches * 2.0 * np.pi / spec.leading.tooth_count
        self.period = self.turn / spec.nominal_speed
        self.steps = max(1, round(self.period / job.pace.step))
        self.driver = driving_rotor(spec, system)
        self.free = np.arange(state.rotor.shape[1]) != self.driver
        self.engine = engine_of(spec, job.placed, system)
        self.work = work_for(state)

    def numbers(self) -> Floats:
        """The present state, scaled."""
        link = [self.state.link[r] / s for r, s in zip(LINK_ROWS, SCALES, strict=True)]
        rotor = self.state.rotor[:, self.free]
        rest = [rotor[PHI] / 1e-4, rotor[OM], self.state.pressure / PRESSURE_SCALE]
        return np.concatenate([*link, *rest])

    def put(self, numbers: Floats) -> None:
        """Make this the present state."""
        n, free = self.links, int(self.free.sum())
        for i, (row, scale) in enumerate(zip(LINK_ROWS, SCALES, strict=True)):
            self.state.link[row] = scale * numbers[i * n : (i + 1) * n]
        rest = numbers[len(LINK_ROWS) * n :]
        self.state.rotor[PHI, self.free] = 1e-4 * rest[:free]
        self.state.rotor[OM, self.free] = rest[free : 2 * free]
        self.state.pressure[:] = PRESSURE_SCALE * rest[2 * free :]

    def __call__(self, numbers: Floats) -> Floats:
        """The numbers one period later, renumbered."""
        self.put(numbers)
        state, system = self.state, self.job.system
        begin, samples = float(state.t[0]), empty_samples(1, state)
        dt = self.period / self.steps
        status = self.engine(system, state, self.work, dt, self.steps, samples)
        if status != Status.OK:
            raise SolverError(f"chain: {STATUS_TEXT[Status(status)]} within one pitch")
        state.t[0] = begin
        for row in (*LINK_ROWS, LA):
            state.link[row] = np.roll(state.link[row], self.pitches)
        state.link[ANGLE] = _nearest(state.link[ANGLE], 1e-4 * self._angles(numbers))
        for j, teeth in enumerate(self.teeth):
            back = system.rotor[SENSE, j] * self.pitches * 2.0 * np.pi / teeth
            for r in (j, *system.bar_code[1][system.bar_code[0] == j]):
                state.rotor[PHI, r] -= back
        state.rotor[THETA, self.driver] -= self.turn
        state.gap[:] = -1
        for values in (state.la_touch, state.la_press):
            blocks: Any = values.reshape(-1, self.links)
            blocks[:] = np.roll(blocks, self.pitches, axis=1)
        return self.numbers()

    def _angles(self, numbers: Floats) -> Floats:
        first = LINK_ROWS.index(ANGLE) * self.links
        return numbers[first : first + self.links]


def _nearest(angle: Floats, like: Floats) -> Floats:
    """Angles shifted by whole turns to lie near others [rad]."""
    turn = 2.0 * np.pi
    return np.asarray(angle - turn * np.round((angle - like) / turn))


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
