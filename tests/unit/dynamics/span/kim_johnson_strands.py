"""The chain drives of [KimJohnson1993] table 3.1."""

import math
from dataclasses import replace

import numpy as np

from catena.dynamics.span.assembly import (
    Boundary,
    Chain,
    Engagement,
    Sprocket,
    Strand,
    kinematic_state,
    span_system,
)
from catena.dynamics.span.closure import close_loop
from catena.errors import SolverError
from catena.geometry.polygon import PolygonPair
from catena.integrators.span.engine import advance
from catena.integrators.span.tables import failure_text, joined, taken_from
from catena.tables.span import Count, SpanStatus, empty_log, empty_work

RPM = 2 * math.pi / 60

NO_40 = Chain(0.0127, 8.34e-3, 3.89e-7, 3.97e-3, 1.99e-3)
NO_80 = Chain(0.0254, 6.9e-2, 1.13e-5, 7.94e-3, 3.97e-3)


def no_40(pitches, rpm, damping=0.01, **more):
    """No. 40 chain, larger friction by default, prescribed speed."""
    wheel = Sprocket(24, 4.97e-4, damping)
    chain = replace(NO_40, joint_damping=damping)
    drive = Boundary.speed(rpm * RPM)
    load = Boundary.torque(9.0)
    return Strand(chain, wheel, wheel, pitches * 0.0127, drive, load, **more)


def at_tangent(strand, pitches):
    """The same strand with another common tangent, in pitches."""
    teeth = strand.driver.teeth, strand.driven.teeth
    pair = PolygonPair.from_tangent(*teeth, strand.chain.pitch, pitches)
    return replace(strand, centre_distance=pair.centre_distance)


def no_80(pitches, rpm, **more):
    """No. 80 chain, viscous friction, prescribed speed."""
    wheel = Sprocket(25, 0.238, 0.001)
    chain = replace(NO_80, joint_damping=0.001)
    drive = Boundary.speed(rpm * RPM)
    load = Boundary.torque(340.0)
    return Strand(chain, wheel, wheel, pitches * 0.0254, drive, load, **more)


def no_80_bars(pitches, rpm, restitution=0.75, **more):
    """No. 80 chain, Coulomb friction, torsion bars."""
    wheel = Sprocket(25, 0.238)
    chain = replace(NO_80, joint_friction=0.1)
    bar = Boundary.bar(rpm * RPM, 1460.0, 340.0 / 1460.0)
    engagement = Engagement(restitution=restitution)
    return Strand(chain, wheel, wheel, pitches * 0.0254, bar, bar, engagement, **more)


def started(strand, rpm, **more):
    state = kinematic_state(strand, rpm * RPM, **more)
    return span_system(strand, state), state


def run_span(system, state, *, interval, end, frame_every=0):
    """A whole run in memory, and why it ended early (empty if it did not)."""
    work, log = empty_work(state.q.size), empty_log(state.q.size, 2048)
    number, last = math.ceil(state.t[0] / interval), round(end / interval)
    first, status, blocks = number, SpanStatus.DONE, []
    while status in (SpanStatus.DONE, SpanStatus.LOG_FULL) and number <= last:
        taken = number - first
        code, number = advance(system, state, work, log, interval, number, last)
        status = SpanStatus(code)
        blocks.append(taken_from(log, taken, frame_every, status))
    return joined(blocks), failure_text(status, number, interval)


def run(strand, rpm, end, interval=2e-4, **more):
    system, state = started(strand, rpm)
    record, failure = run_span(system, state, interval=interval, end=end, **more)
    if failure:
        raise SolverError(failure)
    return record


def shaken(strand, rpm, seed):
    """A state far from the straight strand that still closes."""
    system, state = started(strand, rpm)
    n = int(state.counts[Count.LINKS])
    random = np.random.default_rng(seed)
    state.q[: n + 2] += random.normal(0.0, 0.03, n + 2)
    state.u[: n + 2] += random.normal(0.0, 20.0, n + 2)
    assert close_loop(system, state.q, state.u, n) == 0
    return system, state, n
