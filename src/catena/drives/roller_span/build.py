"""The strand, ready to run."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catena.drives.roller_span.judging import judged
from catena.drives.roller_span.layout import initial_speed, strand_of
from catena.drives.roller_span.recording import (
    append_block,
    append_engagements,
    layout_of,
    put_kinematics,
)
from catena.drives.roller_span.spec import RunPart, Spec
from catena.dynamics.span.assembly import (
    Strand,
    kinematic_state,
    link_capacity,
    span_system,
)
from catena.errors import GeometryError, SpecError
from catena.results.layout import Layout
from catena.tables.span import DriveKind

if TYPE_CHECKING:
    from catena.results.health import Outcome
    from catena.run.protocols import Progress, Sink

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

    def layout(self) -> Layout:
        """What the run will record."""
        pair = self.strand.pair
        return layout_of(pair, link_capacity(pair) + 2)

    def execute(self, sink: Sink, progress: Progress) -> Outcome:
        """Run to the end; what happened before a failure is kept."""
        from catena.integrators.span_loop import joined, span_blocks

        put_kinematics(sink, self.strand.pair)
        state = kinematic_state(self.strand, self.speed)
        system = span_system(self.strand, state)
        progress(0.0, "running")
        blocks, rows = [], 0
        for block in span_blocks(
            system,
            state,
            interval=self.run.sample_interval,
            end=self.run.duration,
            frame_every=max(
                1, round(self.run.frame_interval / self.run.sample_interval)
            ),
            block_count=self.block_count,
        ):
            append_block(sink, block, rows)
            rows += block.samples["time"].size
            blocks.append(block)
            progress(state.t[0] / self.run.duration, f"{state.t[0]:.3f} s")
        record = joined(blocks)
        append_engagements(sink, record.engagements, record.releases["time"])
        return judged(self.strand, record.checked(), self.settle)

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
