"""The system as a job through time; refuses what could not run before it runs."""

from __future__ import annotations

import math

from catena.drives.system.assembly import planar_system
from catena.drives.system.memory import refuse_too_much_memory
from catena.drives.system.spec import Solve, Spec
from catena.dynamics.stability import named_step
from catena.errors import SpecError
from catena.integrators.step_control import StepControl
from catena.model import Model
from catena.run.model.engines import ENGINES, Engine
from catena.run.model.job import TimeJob
from catena.run.model.limits import refuse_too_large
from catena.run.model.plan import TimePlan
from catena.tables.contacts import PercussionOptions

ABSOLUTE_TOLERANCE = 1e-14
"""Contact residual always allowed [N s]: rounding."""


def build(spec: Spec) -> TimeJob:
    """The job of a system."""
    refuse_too_much_memory(spec)
    model = model_of(spec)
    plan = plan_of(spec, model)
    refuse_too_large(plan)
    refuse_unfit(plan)
    return TimeJob(plan)


def model_of(spec: Spec) -> Model:
    """Tables, initial state and names."""
    if not (spec.body or spec.wheel or spec.linear_body or spec.rod):
        raise SpecError.at("body", None, "expected at least one body")
    return planar_system(spec).build()


def plan_of(spec: Spec, model: Model) -> TimePlan:
    """How the model goes through time."""
    solve = spec.solve
    options = PercussionOptions(
        relative_tolerance=solve.tolerance,
        absolute_tolerance=ABSOLUTE_TOLERANCE + solve.force_tolerance * solve.step,
        max_sweeps=solve.iteration_cap,
        relaxation=solve.relaxation,
    )
    return TimePlan(
        model=model,
        engine=ENGINES[solve.engine],
        dt=solve.step,
        steps=max(1, round(solve.duration / solve.step)),
        record_every=solve.record_every,
        options=options,
        optional=frozenset(spec.output.record),
        control=control_of(solve),
    )


def control_of(solve: Solve) -> StepControl | None:
    """How the steps follow the motion, if so stated."""
    if solve.control is None:
        return None
    stated = solve.control
    depth = math.inf if stated.penetration is None else stated.penetration
    return StepControl(stated.tolerance, stated.smallest, solve.step, depth)


def refuse_unfit(plan: TimePlan) -> None:
    """Raise if the engine cannot take this model, or not with this step."""
    engine: Engine = plan.engine
    if reason := engine.refusal(plan.model):
        raise SpecError.at("solve.engine", engine.name, reason)
    limit = engine.largest_step(plan.model)
    if plan.dt > limit:
        raise SpecError.at(
            "solve.step",
            plan.dt,
            f"expected at most {named_step(limit)} s, the largest step stable with "
            "these masses, stiffnesses and dampings",
        )
