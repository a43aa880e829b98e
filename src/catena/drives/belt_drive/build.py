"""The belt drive, ready to run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.drives.belt_drive.expectations import expected
from catena.drives.belt_drive.layout import Layout, layout_of
from catena.drives.belt_drive.plan import BeltPlan, plan_of
from catena.drives.belt_drive.signals import Recording
from catena.drives.belt_drive.simulation import BeltSimulation
from catena.drives.belt_drive.spec import Spec
from catena.drives.belt_drive.start import start_state, step_limit
from catena.drives.belt_drive.verdict import outcome_of
from catena.drives.pace import even_pace, stable_step
from catena.integrators.steps.belt_drive_tables import GROUND
from catena.numerics.arrays import Floats
from catena.results.catalogue import Catalogue
from catena.results.health import Outcome
from catena.rounding import rounded
from catena.run.history import History
from catena.run.loop import run_through
from catena.run.pace import Pace
from catena.run.protocols import RunContext
from catena.tables.state import State

STEP_SHARE = 0.85
"""Default time step over the largest stable one."""
MOST_OF_IT = 0.5
"""Share of the kinetic energy from which on a part decides the step."""
SAMPLES_PER_TURN = 64
BLOCK_ROWS = 128
"""Samples taken at once; every block begins with fresh directions."""


@dataclass(frozen=True, eq=False)
class BeltJob:
    """One run of a belt drive."""

    spec: Spec
    placed: Layout
    plan: BeltPlan
    start: State
    pace: Pace
    decides: str = ""
    """Which part sets the largest stable step, in words."""

    @property
    def recording(self) -> Recording:
        """The channels of the run."""
        return Recording(self.spec, self.placed, self.plan)

    def catalogue(self) -> Catalogue:
        """What the run will record."""
        return self.recording.catalogue()

    def forecast(self) -> dict[str, str]:
        """How the belt lies on its pulleys, and what theory expects, in words."""
        words = expected(self.spec, self.placed, self.plan, self.pace)
        chosen = self.decides if self.spec.solve.step is None else ""
        return words | {"step": "; ".join(filter(None, (words["step"], chosen)))}

    def march(self, run: RunContext) -> Outcome:
        """Run to the end, from the start or from a checkpoint."""
        recording = self.recording
        belt = BeltSimulation(recording, self.start, self.pace)
        control = self.spec.solve.control
        steps = run_through(belt, recording.catalogue(), run, control)
        history = History(run.sink, (channel.name for channel in recording.signals()))
        finer = steps.count / self.pace.steps
        return steps.told(outcome_of(self.spec, self.placed, history, self.pace, finer))


def build(spec: Spec) -> BeltJob:
    """The run a specification asks for."""
    placed = layout_of(spec)
    plan = plan_of(spec, placed)
    start = start_state(spec, placed, plan)
    limit = step_limit(plan, start)
    decides = deciding_part(spec, plan, limit.energy)
    pace = pace_of(spec, limit.step, decides)
    return BeltJob(spec, placed, plan, start, pace, decides)


def deciding_part(spec: Spec, plan: BeltPlan, energy: Floats) -> str:
    """Which pulley or arm sets the largest stable step; empty where the belt does.

    ``energy`` is the share of each velocity in the motion that decides, (n,).
    """
    parts = [(f"pulley {part.name!r}", body) for part, body in zip(
        (*spec.pulley, *spec.pulley), (*plan.rims, *plan.shafts), strict=True
    )]  # fmt: skip
    parts += [(f"the tensioner of {part.pulley!r}", body) for part, body in zip(
        spec.tensioner, plan.arms, strict=True
    )]  # fmt: skip
    parts += [(f"the torsional damper of {part.name!r}", body) for part, body in zip(
        spec.pulley, plan.rings, strict=True
    ) if body != GROUND]  # fmt: skip
    for name, body in parts:
        place = plan.bodies.dof(body, 2)
        if float(energy[place]) > MOST_OF_IT:
            inertia = 1.0 / float(plan.system.M_inv[place])
            return f"{name} decides: its inertia is {rounded(inertia)} kg m^2"
    return ""


def pace_of(spec: Spec, limit: float, decides: str = "") -> Pace:
    """Steps below the stable limit [s], samples per turn, frames of the end."""
    solve = spec.solve
    step = stable_step(solve.step, limit, STEP_SHARE, "this belt", decides)
    fastest = max(spec.highest_speed, 1.0)
    turn = 2.0 * np.pi / fastest
    interval = solve.sample_interval or min(turn / SAMPLES_PER_TURN, 1e-3)
    return even_pace(solve, step, max(interval, step), 2.0 * turn, BLOCK_ROWS)
