"""A drive that turns so slowly that it is in equilibrium all the time.

From sample to sample the driver is turned on, the chain rolls along with it as a first
guess, and then relaxes. No friction and no inertia: what is left of the transmission
error is the polygon, the seats and the elasticity.
"""

from __future__ import annotations

import math

from catena.codes import Status
from catena.couplings.boundary import given_value, uneven_speed
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.equilibrium import (
    Still,
    pressed_seats,
    relax_in,
    still_system,
    torques_at,
)
from catena.drives.roller_chain.start.state import driving_rotor, set_in_motion
from catena.drives.roller_chain.start.unbalanced_force import remedy, unbalanced_words
from catena.errors import SolverError
from catena.integrators.planar_chain.assembly import rotor_view
from catena.integrators.planar_chain.relaxation import relax
from catena.integrators.planar_chain.samples import Rotor, Samples, Total
from catena.integrators.planar_chain.sampling import begin_sample, take_sample
from catena.integrators.planar_chain.tables import State, System, Work
from catena.numerics.arrays import Ints
from catena.rows.planar import Extreme

TOLERANCE = 2e-3
"""Force left on a link that counts as none [N]."""


class Creep:
    """The engine of quasi-static runs."""

    def __init__(self, spec: Spec, placed: Layout) -> None:
        self.spec, self.placed = spec, placed
        self.still: Still | None = None

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
        given = torques_at(system, state)
        relax(still.system, state, work, given, dt, 0, 0.0)
        self._set_rolling(system, state, pressed_seats(still.system, work))
        for row in range(samples.total.shape[0]):
            deepest = float(work.extreme[Extreme.DEPTH])
            self._turn_on(system, state, every * dt)
            given = torques_at(system, state)
            found = relax_in(still, state, work, given, TOLERANCE)
            begin_sample(work)
            work.extreme[Extreme.DEPTH] = deepest
            relax(still.system, state, work, given, dt, 0, 0.0)
            work.imposed[:] = rotor_view(system, given)[2]
            take_sample(still.system, state, work, samples, row, dt, every)
            if not found.reached:
                left = unbalanced_words(self.spec, self.placed, found)
                raise SolverError(
                    f"chain: no equilibrium at {state.t[0]:.6g} s, {left}"
                    f"{remedy(self.spec)}"
                )
            self._set_rolling(system, state, found.seats)
            turning = rotor_view(system, state.u)[2]
            samples.rotor[row, Rotor.SPEED] = self._speed(system, state) * turning
            if not math.isfinite(samples.total[row, Total.STORED]):
                return int(Status.NOT_FINITE)
        return int(Status.OK)

    def _set_rolling(self, system: System, state: State, seats: Ints) -> None:
        """Velocities per speed of the driver, seated rollers turning with the teeth."""
        set_in_motion(self.spec, self.placed, system, state, seats, 1.0)

    def _speed(self, system: System, state: State, later: float = 0.0) -> float:
        """Speed of the driver at the present time, or later by some seconds [rad/s]."""
        imposed = system.imposed
        i = int(system.rotors[driving_rotor(self.spec, system)].speed)
        row, t = imposed.speeds[i], float(state.t[0]) + later
        even = given_value(imposed.curve, imposed.speeds, i, t)
        theta = state.memory.theta[row.slot] + later * even
        return float(uneven_speed(imposed.waves, row.wave, row.wave_end, even, theta))

    def _turn_on(self, system: System, state: State, interval: float) -> None:
        """Roll the drive on by an interval [s] with its velocities, a first guess."""
        way = interval * self._speed(system, state, 0.5 * interval)
        imposed, middle = system.imposed, float(state.t[0]) + 0.5 * interval
        i = int(system.rotors[driving_rotor(self.spec, system)].speed)
        state.q[:] += way * state.u
        even = given_value(imposed.curve, imposed.speeds, i, middle)
        state.memory.theta[imposed.speeds[i].slot] += interval * even
        state.t[0] += interval
