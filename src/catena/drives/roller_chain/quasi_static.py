"""A drive that turns so slowly that it is in equilibrium all the time.

From sample to sample the driver is turned on, the chain rolls along with it as a first
guess, and then relaxes. No friction and no inertia: what is left of the transmission
error is the polygon, the seats and the elasticity.
"""

from __future__ import annotations

import math

import numpy as np

from catena.chain.motion import refresh_directions
from catena.chain.relax import relax
from catena.chain.rotors import curve_value, prescribed_speed
from catena.chain.samples import R_SPEED, STORED, Samples
from catena.chain.sampling import begin_sample, take_sample
from catena.chain.tables import (
    ANGLE,
    MOST_DEPTH,
    OM,
    PHI,
    THETA,
    VX,
    VY,
    State,
    System,
    W,
    Work,
    X,
    Y,
)
from catena.codes import Status
from catena.drives.roller_chain.equilibrium import (
    pressed_seats,
    relax_in,
    still_system,
    torques_at,
)
from catena.drives.roller_chain.layout import Layout
from catena.drives.roller_chain.left_over import REMEDY, left_over
from catena.drives.roller_chain.spec import Spec
from catena.drives.roller_chain.start import driving_rotor, set_in_motion
from catena.errors import SolverError
from catena.numerics.arrays import Ints

TOLERANCE = 2e-3
"""Force left on a link that counts as none [N]."""


class Creep:
    """The engine of quasi-static runs."""

    def __init__(self, spec: Spec, placed: Layout) -> None:
        self.spec, self.placed = spec, placed
        self.still: System | None = None

    def __call__(
        self,
        system: System,
        state: State,
        work: Work,
        dt: float,
        every: int,
        samples: Samples,
    ) -> int:
        """Fill all rows of the samples, ``every`` steps apart; returns a Status."""
        still = self.still or still_system(self.spec, self.placed, system)
        self.still = still
        push = np.zeros((2, state.link.shape[1]))
        torque = torques_at(self.spec, system, state)
        relax(still, state, work, push, torque, dt, 0, 0.0)
        self._set_rolling(system, state, pressed_seats(still, work))
        for row in range(samples.total.shape[0]):
            deepest = float(work.extreme[MOST_DEPTH])
            self._turn_on(system, state, work, every * dt)
            torque = torques_at(self.spec, system, state)
            found = relax_in(still, state, work, push, torque, TOLERANCE)
            begin_sample(work)
            work.extreme[MOST_DEPTH] = deepest
            relax(still, state, work, push, torque, dt, 0, 0.0)
            take_sample(system, state, work, samples, row, every * dt)
            if not found.reached:
                left = left_over(self.spec, self.placed, found)
                raise SolverError(
                    f"chain: no equilibrium at {state.t[0]:.6g} s, {left}{REMEDY}"
                )
            self._set_rolling(system, state, found.seats)
            samples.rotor[row, R_SPEED] = self._speed(system, state) * state.rotor[OM]
            if not math.isfinite(samples.total[row, STORED]):
                return int(Status.NOT_FINITE)
        return int(Status.OK)

    def _set_rolling(self, system: System, state: State, seats: Ints) -> None:
        """Velocities per speed of the driver, seated rollers turning with the teeth."""
        set_in_motion(self.spec, self.placed, system, state, seats, 1.0)

    def _speed(self, system: System, state: State, later: float = 0.0) -> float:
        """Speed of the driver at the present time, or later by some seconds [rad/s]."""
        r, t = driving_rotor(self.spec, system), float(state.t[0]) + later
        even = curve_value(system.curve, system.rotor_code, r, t)
        theta = state.rotor[THETA, r] + later * even
        return float(prescribed_speed(system.wave, system.rotor_code, r, even, theta))

    def _turn_on(
        self, system: System, state: State, work: Work, interval: float
    ) -> None:
        """Roll the drive on by an interval [s] with its velocities, a first guess."""
        way = interval * self._speed(system, state, 0.5 * interval)
        r, middle = driving_rotor(self.spec, system), float(state.t[0]) + 0.5 * interval
        for place, rate in ((X, VX), (Y, VY), (ANGLE, W)):
            state.link[place] += way * state.link[rate]
        state.rotor[PHI] += way * state.rotor[OM]
        even = curve_value(system.curve, system.rotor_code, r, middle)
        state.rotor[THETA, r] += interval * even
        state.t[0] += interval
        refresh_directions(state.link, work.link)
