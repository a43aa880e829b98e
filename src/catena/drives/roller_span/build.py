"""The strand, ready to run."""

from __future__ import annotations

import math
from dataclasses import dataclass

from catena.drives.roller_span.layout import initial_speed, strand_of
from catena.drives.roller_span.recording import (
    SpanTables,
    put_kinematics,
    put_phases,
    results_of,
)
from catena.drives.roller_span.simulation import SpanSimulation
from catena.drives.roller_span.spec import RunPart, Spec
from catena.drives.roller_span.verdict import outcome_of
from catena.dynamics.span.assembly import (
    Strand,
    kinematic_state,
    link_capacity,
    span_system,
)
from catena.errors import GeometryError, SpecError
from catena.results.catalogue import Catalogue
from catena.results.health import Outcome
from catena.run.loop import run_through
from catena.run.pace import Pace
from catena.run.protocols import RunContext
from catena.tables.span import DriveKind

SAMPLES_PER_BLOCK = 500
TIME_PER_BLOCK = 0.1
"""[s]"""
MOST_STEPS = 1e9
STABLE_STEP = 3.3
"""Largest step of the Runge-Kutta pair times the rate of a damped motion."""


@dataclass(frozen=True)
class SpanJob:
    """One run of the strand."""

    strand: Strand
    speed: float
    """Of the driver at the start [rad/s]."""
    run: RunPart

    def catalogue(self) -> Catalogue:
        """What the run will record."""
        pair = self.strand.pair
        return results_of(pair, link_capacity(pair) + 2)

    def march(self, run: RunContext) -> Outcome:
        """Run to the end, from the start or from a checkpoint."""
        put_kinematics(run.sink, self.strand.pair)
        state = kinematic_state(self.strand, self.speed)
        system = span_system(self.strand, state)
        moving = SpanSimulation(system, state, self.pace)
        run_through(moving, self.catalogue(), run)
        tables = SpanTables.of(run.sink)
        put_phases(run.sink, tables)
        return outcome_of(self.strand, tables, self.settle)

    @property
    def pace(self) -> Pace:
        """A step of the loop is a sample: the strand chooses its own steps between."""
        interval = self.run.sample_interval
        samples = round(self.run.duration / interval) + 1  # the start is the first
        return Pace(
            step=interval,
            steps=samples,
            every=1,
            frame_every=max(1, round(self.run.frame_interval / interval)),
            block=math.ceil(samples / self.block_count),
        )

    @property
    def block_count(self) -> int:
        """Stretches in which the run is written and reports its progress."""
        samples = self.run.duration / self.run.sample_interval
        wanted = max(samples / SAMPLES_PER_BLOCK, self.run.duration / TIME_PER_BLOCK)
        return min(max(math.ceil(wanted), 4), 100)

    @property
    def settle(self) -> float:
        """When the run counts as settled [s]."""
        return 0.5 * self.run.duration if self.run.settle is None else self.run.settle


def build(spec: Spec) -> SpanJob:
    """The run a specification asks for."""
    strand = strand_of(spec)
    try:
        span_system(strand, kinematic_state(strand, initial_speed(spec)))
    except GeometryError as error:
        raise SpecError.at("driver.pressure_angle", None, str(error)) from None
    refuse_endless(strand, spec.run.duration)
    return SpanJob(strand, initial_speed(spec), spec.run)


def refuse_endless(strand: Strand, duration: float) -> None:
    """Refuse joints so stiff that explicit steps would never reach the end.

    Two links turning against each other are slowed at the rate 4 d / I_L.

    Raises:
        SpecError: naming the larger of the two kinds of friction.
    """
    chain = strand.chain
    tension = max(strand.load.values) / strand.pair.driven_radius
    if strand.load.kind == DriveKind.BAR:
        tension = strand.load.stiffness * strand.load.twist / strand.pair.driven_radius
    coulomb = chain.joint_friction * chain.pin_radius * tension / chain.sign_speed
    for key, slope, value in (
        ("joint_damping", chain.joint_damping, chain.joint_damping),
        ("joint_friction", coulomb, chain.joint_friction),
    ):
        steps = duration * 4.0 * slope / chain.link_inertia / STABLE_STEP
        if steps > MOST_STEPS:
            raise SpecError.at(
                f"chain.{key}",
                value,
                f"with this link inertia the run would need {steps:.1e} steps; at "
                f"most {MOST_STEPS:.0e} are made",
                "lower it, shorten the run, or raise friction_softening",
            )
