"""A chain variator on its way through time, as the loop takes it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from catena.drives.chain_cvt.signals import records_of
from catena.drives.chain_cvt.start.state import work_for
from catena.drives.variator.sheave_names import PULLEYS
from catena.drives.variator.slip_watch import SlipWatch, Turning
from catena.integrators.steps.pin_chain import advance
from catena.integrators.steps.pin_chain_samples import (
    ChainPulley,
    Samples,
    Total,
    empty_samples,
)
from catena.integrators.steps.pin_chain_tables import Group, System, Trouble
from catena.integrators.steps.pulley_samples import Pulley
from catena.numerics.arrays import Floats
from catena.run.pace import Pace
from catena.run.simulation import Advanced, Simulation
from catena.run.step_control import levers_of
from catena.tables.checkpoint import copied
from catena.tables.state import State

WORDS = {
    Trouble.NOT_FINITE: "numbers are no longer finite; try a smaller solve.step",
    Trouble.LEFT_PULLEY: (
        "pins are pressed outside the sheaves, beyond hub or rim; check clamping "
        "forces, end stop and ratio"
    ),
    Trouble.COUPLED_LAW: (
        "the coupled law of the sheaves has no solution; check the influence "
        "coefficients"
    ),
}


class ChainSimulation(Simulation):
    """State and scratch of one run."""

    def __init__(self, system: System, start: State, pace: Pace) -> None:
        self.system, self.pace = system, pace
        self.state: State = copied(start)
        self.work = work_for(system, self.state)
        self.slip = SlipWatch("chain")

    def memory(self) -> dict[str, Any]:
        """All that the run continues from; other scratch is made anew by a step."""
        work = self.work
        kept = {"state": self.state, "counter": work.counter, "slid": self.slip.slid}
        return kept | {"pose": work.pose}

    def refresh(self) -> None:
        """Cosines and sines of the angles taken over."""
        angle = self.work.body.q[2]
        self.work.pose[0], self.work.pose[1] = np.cos(angle), np.sin(angle)

    def levers(self) -> tuple[Floats, Floats]:
        """Angles of links count with the pitch, those of sheaves with their radius."""
        x, y = self.work.body.q[:2]
        pitch, radius = math.hypot(x[1] - x[0], y[1] - y[0]), float(np.abs(y).max())
        shafts = (self.state.q.size - 3 * x.size - 8) // 3
        levers = levers_of(
            ((1.0, 1.0, pitch), x.size),
            ((radius, 1.0, radius, radius), len(PULLEYS)),
            ((1.0, 1.0, radius), shafts),
        )
        return levers, levers

    def compile(self) -> None:
        """One step of a copy."""
        state: State = copied(self.state)
        self._advance(state, 1, 1, 1)

    def advance(self, done: int, steps: int) -> Advanced:
        """Take a block of steps, with its samples and snapshots."""
        pace = self.pace
        rows = steps // pace.every
        shown = pace.frames_in(done // pace.every, rows).size
        trouble, samples = self._advance(self.state, rows, shown, pace.every)
        if trouble != Trouble.NONE:
            words = f"chain: at {self.t:.6g} s with steps of {pace.step:.3g} s "
            return Advanced(0, failure=words + WORDS[Trouble(trouble)])
        slipping = self.gross_slip(samples, steps * pace.step)
        return Advanced(steps, records_of(samples), slipping, self.slip.events())

    def _advance(
        self, state: State, rows: int, shown: int, every: int
    ) -> tuple[int, Samples]:
        pins = self.system.law.place.size
        samples = empty_samples(rows, shown, pins, len(Group))
        work = self.work if state is self.state else work_for(self.system, state)
        step = self.pace.step
        trouble, _ = advance(self.system, state, work, step, every, samples)
        return int(trouble), samples

    def gross_slip(self, samples: Samples, seconds: float) -> str:
        """What is said where a pulley slides under the chain; else nothing."""
        radius = samples.pulley[:, ChainPulley.RADIUS].mean(axis=0)
        for name, r in zip(PULLEYS, radius, strict=True):
            if r == 0.0:
                return f"chain: no pin touches the {name} pulley at {self.t:.6g} s"
        means = Turning(
            speed=samples.pulley[:, Pulley.SPEED].mean(axis=0),
            follows=samples.total[:, Total.CHAIN_SPEED].mean() / radius,
            torque=samples.pulley[:, Pulley.TORQUE].mean(axis=0),
            axial=samples.pulley[:, Pulley.AXIAL].mean(axis=0),
        )
        return self.slip.gross_slip(means, seconds, self.t)
