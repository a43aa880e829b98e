"""Steps, guards and jumps of the strand, one by one, against what they must keep."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.dynamics.span.kim_johnson_strands import (
    no_40,
    no_80,
    no_80_bars,
    shaken,
    started,
)

from catena.dynamics.span.assembly import Boundary
from catena.dynamics.span.closure import close_loop, misfit
from catena.dynamics.span.collision import separation
from catena.dynamics.span.energy import fill_rollers, kinetic_energy
from catena.dynamics.span.motion import evaluate
from catena.integrators.span.engine import (
    _is_full,
    _pending,
    _planned_length,
    refresh,
    step_to,
)
from catena.integrators.span.flow import accept, error_ratio, trial_step
from catena.integrators.span.guard import (
    COLLISION,
    EVENT_TIME,
    RELEASE,
    guard,
    guard_at_start,
    locate,
)
from catena.integrators.span.jump import collide, complete, release
from catena.integrators.span.record import record
from catena.numerics.arrays import Floats
from catena.tables.span import (
    LAST,
    SAMPLE_COLUMNS,
    Count,
    Energy,
    Filled,
    Mark,
    SpanLog,
    SpanState,
    SpanStatus,
    SpanSystem,
    SpanWork,
    empty_log,
    empty_work,
)

pytestmark = plain

Strand = tuple[SpanSystem, SpanState, SpanWork, SpanLog, int]


def strand(seed: int = 1, free: bool = True) -> Strand:
    """A strand out of its straight shape, with rates and an empty log."""
    data = no_80(13.5, 400)
    if free:
        data = replace(data, drive=Boundary.torque(340.0))
    system, state, n = shaken(data, 400, seed)
    state.t[0], state.marks[Mark.STEP] = 0.02, 1e-5
    work, log = empty_work(state.q.size), empty_log(state.q.size, 20)
    assert refresh(system, state, work) == SpanStatus.DONE
    return system, state, work, log, n


def kept(state: SpanState) -> SpanState:
    return SpanState(*(values.copy() for values in state))


def rollers(system: SpanSystem, state: SpanState, n: int) -> Floats:
    out = np.zeros((n + 1, 2))
    fill_rollers(system, state.q, n, out)
    return out


def moving(system: SpanSystem, state: SpanState) -> float:
    n = int(state.counts[Count.LINKS])
    return float(kinetic_energy(system, state.q, state.u, n))


def test_a_step_is_of_fifth_order_and_estimates_its_error() -> None:
    """Against many small steps; the estimate shrinks with the fifth power, too."""
    system, start, work, _, n = strand()
    errors, estimates = [], []
    fine = kept(start)
    for _ in range(16):
        assert evaluate(system, fine, work, fine.t[0], fine.q, fine.u, 0) == 0
        assert trial_step(system, fine, work, 2e-5 / 16) == SpanStatus.DONE
        accept(fine, work, 2e-5 / 16)
    coarse = kept(start)
    for parts in (1, 2):
        coarse = kept(start)
        h = 2e-5 / parts
        refresh(system, coarse, work)
        for part in range(parts):
            before = work.power[0].copy()
            assert trial_step(system, coarse, work, h) == SpanStatus.DONE
            if part == 0:
                estimates.append(error_ratio(system, coarse, work, h))
            accept(coarse, work, h)
            assert work.q_rate[0].tolist() == work.q_rate[LAST].tolist()
            assert work.u_rate[0].tolist() == work.u_rate[LAST].tolist()
            assert work.power[0].tolist() == work.power[LAST].tolist()
            assert before.size
        errors.append(float(np.abs(coarse.u - fine.u)[: n + 2].max()))
        assert coarse.t[0] == pytest.approx(0.02 + 2e-5)
    assert errors[0] / errors[1] == pytest.approx(32.0, rel=0.35)
    assert estimates[0] / estimates[1] == pytest.approx(32.0, rel=0.35)
    assert coarse.q == pytest.approx(fine.q, abs=1e-9)
    assert coarse.energy == pytest.approx(fine.energy, rel=1e-6, abs=1e-9)
    assert misfit(system, coarse.q, n) == pytest.approx((0.0, 0.0), abs=1e-12)
    assert start.energy.tolist() == [0.0] * len(Energy)


def test_works_of_a_step_are_its_powers_over_its_time() -> None:
    """Between those of its start and its end, to second order."""
    system, state, work, _, _ = strand()
    state.energy[:] = np.arange(1.0, 8.0)
    h = 1e-6
    assert trial_step(system, state, work, h) == SpanStatus.DONE
    ends = work.power[0], work.power[LAST]
    assert np.abs(ends[0][:2]).min() > 0.0
    gained = work.energy_new - state.energy[: work.energy_new.size]
    assert gained == pytest.approx(0.5 * h * (ends[0] + ends[1]), rel=1e-3, abs=1e-12)


def test_the_error_is_measured_against_speeds_and_the_pitch_angle() -> None:
    system, state, work, _, n = strand()
    work.q_rate[:], work.u_rate[:] = 0.0, 0.0
    work.u_rate[0, 1] = 7.0  # the first stage counts 71 / 57600
    fastest = np.abs(state.u[: n + 2]).max()
    share = 71.0 / 57600.0 * 1e-5 / system.tolerance
    found = error_ratio(system, state, work, 1e-5)
    assert found == pytest.approx(7.0 / fastest * share)
    work.q_rate[0, 2] = -9e3
    found = error_ratio(system, state, work, 1e-5)
    assert found == pytest.approx(9e3 / system.driver_pitch_angle * share)
    work.u_rate[3, n + 1] = np.nan
    assert math.isnan(error_ratio(system, state, work, 1e-5))


def closing(free: bool, seed: int = 4) -> Strand:
    """The engaging roller a little off its seat, and approaching it."""
    system, state, work, log, n = strand(seed, free)
    state.q[1] -= separation(system, state.q) - 1e-4
    state.u[1] = state.u[0] - 30.0
    assert close_loop(system, state.q, state.u, n) == SpanStatus.DONE
    assert refresh(system, state, work) == SpanStatus.DONE
    return system, state, work, log, n


@pytest.mark.parametrize("free", [True, False])
def test_a_collision_is_found_where_the_separation_vanishes(free: bool) -> None:
    system, state, work, _, _ = closing(free)
    assert guard_at_start(system, state, work, COLLISION) == pytest.approx(1e-4)
    h = 8e-6
    assert trial_step(system, state, work, h) == SpanStatus.DONE
    after = guard(system, state, work, COLLISION, h)
    assert after == separation(system, work.q_new) < 0.0
    status, length = locate(system, state, work, COLLISION, h, after)
    assert status == SpanStatus.DONE
    assert length == pytest.approx(1e-4 / (state.u[0] - state.u[1]), rel=0.05)
    speed = abs(work.u_new[1] - work.u_new[0])
    assert -2.0 * EVENT_TIME * speed < separation(system, work.q_new) <= 0.0


def test_right_after_a_rebound_the_mean_rate_stands_for_the_separation() -> None:
    system, state, work, _, _ = closing(True)
    state.counts[Count.FRESH] = 1
    state.marks[Mark.ORIGIN] = separation(system, state.q)
    rate = float(state.u[1] - state.u[0])
    assert guard_at_start(system, state, work, COLLISION) == rate
    for h in (1e-8, 1e-6):
        assert trial_step(system, state, work, h) == SpanStatus.DONE
        found = guard(system, state, work, COLLISION, h)
        gone = separation(system, work.q_new) - state.marks[Mark.ORIGIN]
        assert found == pytest.approx(gone / h)
    assert guard(system, state, work, COLLISION, h) == pytest.approx(rate, rel=0.05)


@pytest.mark.parametrize("free", [True, False])
@pytest.mark.parametrize("limit", [0.0, 100.0])
def test_a_collision_books_what_it_takes_and_what_holds_the_driver(
    free: bool, limit: float
) -> None:
    """Kinetic energy is work of the driver less the loss; a slow one completes."""
    system, state, work, log, n = closing(free)
    system.completion_limit, system.restitution = limit, 0.6
    state.marks[Mark.SERIES_IMPULSE] = 9.0
    before, held = kept(state), moving(system, state)
    approach = float(state.u[1] - state.u[0])
    assert collide(system, state, work, log) == SpanStatus.DONE
    row, final = log.collisions[0], limit > 0.0
    e = 0.0 if final else 0.6
    assert log.filled[Filled.COLLISIONS] == 1
    assert row[[0, 1, 3, 9, 10]] == pytest.approx([0.02, 0, approach, row[9], n])
    assert row[4] == pytest.approx(-e * approach)
    loss, moment = row[8], row[5]
    assert loss == pytest.approx(-0.5 * moment * approach * (1.0 - e)) and loss > 0.0
    assert row[6:8] == pytest.approx(
        moment / system.impulse_arm * np.array([1.0, -system.roller_friction])
    )
    jumps = log.jumps[0, : n + 2]
    assert np.isnan(log.jumps[0, n + 2 :]).all()
    after = before.u[: n + 2] + jumps
    left = float(kinetic_energy(system, before.q, after, n))
    works = state.energy - before.energy
    assert works[Energy.COLLISION_LOSS] == pytest.approx(loss)
    assert left - held == pytest.approx(works[Energy.DRIVE_WORK] - loss, rel=1e-7)
    assert (works[Energy.DRIVE_WORK] == 0.0) == free
    if not free:
        assert jumps[0] == pytest.approx(0.0, abs=1e-9)
    if final:
        assert state.counts[Count.LINKS] == n - 1
        done = log.engagements[0]
        assert done.tolist() == [0.0, 0.02, 0.02, 1.0, moment]
        return
    assert state.counts[[Count.SERIES, Count.FRESH]].tolist() == [1, 1]
    assert state.marks[Mark.SERIES_START] == 0.02
    assert state.marks[Mark.SERIES_IMPULSE] == moment
    assert state.marks[Mark.ORIGIN] == separation(system, state.q)
    state.u[1] = state.u[0] - 5.0
    state.t[0] = 0.03
    system.max_collisions = 2
    status = collide(system, state, work, log)
    assert status == SpanStatus.ENDLESS_SERIES
    assert state.marks[Mark.SERIES_START] == 0.02
    both = log.collisions[:2, 5].sum()
    assert state.marks[Mark.SERIES_IMPULSE] == pytest.approx(both)
    assert log.collisions[1, 2] == 2


def test_a_rebound_that_is_no_flight_is_the_last() -> None:
    for restitution, links in ((1e-9, -1), (1e-3, 0)):
        system, state, work, log, n = closing(True)
        system.completion_limit, system.restitution = 0.0, restitution
        assert collide(system, state, work, log) == SpanStatus.DONE
        assert state.counts[Count.LINKS] == n + links


def test_completion_moves_no_roller_and_hands_the_link_over() -> None:
    """The first roller is on the driver; what its link had leaves the books."""
    system, state, _, log, n = closing(True)
    state.q[1] -= separation(system, state.q)  # on its seat, and as fast
    state.u[1] = state.u[0]
    before, held = kept(state), moving(system, state)
    places = rollers(system, state, n)
    state.counts[[Count.SERIES, Count.FRESH, Count.COMPLETED]] = 3, 1, 5
    state.marks[[Mark.SERIES_START, Mark.SERIES_IMPULSE]] = 0.01, 0.7
    assert complete(system, state, log) == SpanStatus.DONE
    assert log.engagements[0].tolist() == [5.0, 0.01, 0.02, 3.0, 0.7]
    assert log.filled[Filled.ENGAGEMENTS] == 1
    assert state.counts[Count.LINKS] == n - 1
    counts = state.counts[[Count.COMPLETED, Count.SERIES, Count.FRESH]]
    assert counts.tolist() == [6, 0, 0]
    assert rollers(system, state, n - 1) == pytest.approx(places[1:], abs=1e-12)
    assert state.u[0] == before.u[0]
    assert state.u[1:n].tolist() == before.u[2 : n + 1].tolist()
    flux = state.energy[Energy.LINK_FLUX]
    assert flux == pytest.approx(moving(system, state) - held)
    assert flux < 0.0
    state.counts[Count.LINKS] = 3
    assert complete(system, state, log) == SpanStatus.TOO_FEW_LINKS


def test_release_moves_no_roller_and_adds_the_next_of_the_driven_sprocket() -> None:
    system, state, _, log, n = strand(6)
    before, held = kept(state), moving(system, state)
    places = rollers(system, state, n)
    state.counts[Count.RELEASED] = 4
    assert release(system, state, log, 1.0) == SpanStatus.DONE
    assert log.releases[0].tolist() == [0.02, 4.0, n + 1.0, 1.0]
    assert log.filled[Filled.RELEASES] == 1
    assert state.counts[Count.LINKS] == n + 1
    assert state.counts[Count.RELEASED] == 5
    assert rollers(system, state, n + 1)[:-1] == pytest.approx(places)
    assert misfit(system, state.q, n + 1) == pytest.approx(
        misfit(system, before.q, n), abs=1e-12
    )
    assert state.u[n + 2] == state.u[n + 1] == before.u[n + 1]
    flux = state.energy[Energy.LINK_FLUX]
    assert flux == pytest.approx(moving(system, state) - held)
    assert flux > 0.0
    state.counts[Count.LINKS] = state.q.size - 2
    assert release(system, state, log, 0.0) == SpanStatus.TOO_MANY_LINKS


@pytest.mark.parametrize("free", [True, False])
def test_a_sample_is_what_its_columns_say(free: bool) -> None:
    system, state, work, log, n = strand(7, free)
    state.counts[[Count.COMPLETED, Count.RELEASED, Count.SERIES]] = 5, 7, 2
    state.energy[:] = np.arange(1.0, 8.0)
    record(system, state, work, log)
    out = dict(zip(SAMPLE_COLUMNS, log.samples[0], strict=True))
    places = rollers(system, state, n)
    assert log.shapes[0, : n + 1] == pytest.approx(places)
    assert np.isnan(log.shapes[0, n + 1 :]).all()
    joints = work.joint
    sizes = np.hypot(joints.f_x, joints.f_y)
    wanted = {
        "time": 0.02, "link_count": n, "driver_speed": state.u[0],
        "driven_speed": state.u[n + 1], "link_speed": state.u[1],
        "driver_angle": state.q[0] + 5.0 * system.driver_pitch_angle,
        "driven_angle": state.q[n + 1] + 7.0 * system.driven_pitch_angle,
        "separation": separation(system, state.q), "tension_first": sizes[1],
        "tension_middle": sizes[(n + 2) // 2], "tension_last": sizes[n + 1],
        "release_force": guard_at_start(system, state, work, RELEASE),
        "lowest": places[:, 1].min(), "highest": places[:, 1].max(), "engaging": 1.0,
        "kinetic_energy": moving(system, state), "drive_work": 1.0, "load_work": 2.0,
        "axle_loss": 3.0, "joint_loss": 4.0, "joint_damping_loss": 5.0,
        "collision_loss": 6.0, "link_flux": 7.0,
        "closure_error": math.hypot(*misfit(system, state.q, n)), "first_roller": 5.0,
    }  # fmt: skip
    if free:
        wanted["drive_torque"] = 340.0
    for name, value in wanted.items():
        assert out[name] == pytest.approx(value, rel=1e-9, abs=1e-15), name
    assert log.filled[Filled.SAMPLES] == 1


def test_heights_of_rollers_count_across_the_common_tangent() -> None:
    """A straight strand between unequal sprockets has none."""
    data = no_40(6.0, 400)
    driven = replace(data.driven, teeth=40)
    system, state = started(replace(data, driven=driven, centre_distance=0.3), 400)
    work, log = empty_work(state.q.size), empty_log(state.q.size, 20)
    assert refresh(system, state, work) == SpanStatus.DONE
    record(system, state, work, log)
    out = dict(zip(SAMPLE_COLUMNS, log.samples[0], strict=True))
    n = int(state.counts[Count.LINKS])
    rise = system.driven_radius - system.driver_radius
    slope = math.asin(rise / system.centre_distance)
    places = rollers(system, state, n)
    heights = math.cos(slope) * places[:, 1] - math.sin(slope) * places[:, 0]
    assert slope > 0.05
    assert (out["lowest"], out["highest"]) == pytest.approx(
        (heights.min(), heights.max())
    )


def test_steps_end_at_their_stop_without_a_tiny_remainder() -> None:
    system, state, *_ = strand()
    state.marks[Mark.STEP], system.largest_step = 1e-5, 1.0
    for left, wanted in (
        (5e-6, (5e-6, True)), (1.5e-5, (7.5e-6, False)), (1e-3, (1e-5, False))
    ):  # fmt: skip
        length, reaches = _planned_length(system, state, 0.02 + left)
        assert (length, reaches) == (pytest.approx(wanted[0]), wanted[1])
    system.largest_step = 2e-6
    assert _planned_length(system, state, 1.0) == (2e-6, False)


def test_steps_go_on_to_their_end_and_count() -> None:
    """At the end of an interval to the last bit, where curves may bend."""
    system, state = started(no_80_bars(13.5, 400), 400)
    state.t[0], state.marks[Mark.STEP] = 0.02, 1e-6
    work, log = empty_work(state.q.size), empty_log(state.q.size, 20)
    refresh(system, state, work)
    end, steps = 0.02 + 2e-6, 0
    while state.t[0] < end:
        assert step_to(system, state, work, log, end) == SpanStatus.DONE
        steps += 1
    assert state.t[0] == end
    assert state.counts[Count.STEPS] == steps
    assert not log.filled.any()
    rates = work.u_rate[0].copy()
    refresh(system, state, work)
    assert work.u_rate[0] == pytest.approx(rates)
    state.u[0] = -1.0
    assert step_to(system, state, work, log, 1.0) == SpanStatus.REVERSED


def test_a_step_with_an_event_ends_at_the_event() -> None:
    """Not where it was to end; the next one begins small."""
    system, state, work, log, _ = closing(True, 0)
    system.completion_limit, system.restitution = 0.0, 0.6
    system.largest_step, state.marks[Mark.STEP] = 1.0, 1e-3
    gap, speed = 1e-4, state.u[0] - state.u[1]
    end = 0.02 + 6e-6
    assert step_to(system, state, work, log, end) == SpanStatus.DONE
    assert log.filled[Filled.COLLISIONS] == 1
    assert state.t[0] == log.collisions[0, 0]
    assert state.t[0] - 0.02 == pytest.approx(gap / speed, rel=0.05)
    assert state.t[0] < end - 1e-6
    assert state.marks[Mark.STEP] == pytest.approx(4.0 * (state.t[0] - 0.02))
    assert state.counts[[Count.STEPS, Count.FRESH]].tolist() == [1, 1]


def test_a_jump_at_once_is_due_where_a_roller_stands_in_its_seat() -> None:
    system, state, work, _, _ = closing(True, 4)
    assert guard_at_start(system, state, work, RELEASE) < 0.0
    assert _pending(system, state, work) == RELEASE
    system, state, work, _, _ = closing(True, 0)
    assert guard_at_start(system, state, work, RELEASE) > 0.0
    assert _pending(system, state, work) == -1
    state.q[1] -= 2e-4  # inside, and still approaching
    assert separation(system, state.q) < 0.0
    assert _pending(system, state, work) == COLLISION
    state.u[1] = state.u[0] + 1.0
    assert _pending(system, state, work) == -1
    assert state.counts[Count.FRESH] == 1
    assert state.marks[Mark.ORIGIN] == separation(system, state.q)


def test_a_table_is_full_before_it_is() -> None:
    log = empty_log(9, 20)
    assert not _is_full(log)
    for kind in Filled:
        log.filled[:] = 0
        log.filled[kind] = 11
        assert not _is_full(log)
        log.filled[kind] = 12
        assert _is_full(log)
