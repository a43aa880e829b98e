"""Runs of the strand: books, events, ends."""

from dataclasses import replace

import numpy as np
import pytest
from kim_johnson_strands import (
    RPM,
    at_tangent,
    no_40,
    no_80,
    no_80_bars,
    run,
    run_span,
    started,
)

from catena.drives.roller_span.signals import (
    burst_mask,
    dissipated,
    energy_residual,
    harmonics,
    overtakings,
    phase_history,
    roller_path,
    span_extent,
)
from catena.dynamics.span.assembly import Boundary, Engagement, Sprocket
from catena.errors import GeometryError, SolverError
from catena.tables.span import Count, DriveKind, SpanStatus


@pytest.mark.parametrize(
    ("strand", "rpm", "allowed"),
    [
        (no_80(13.5, 384), 384, 1e-6),
        (no_40(19.9, 83), 83, 1e-8),
        (replace(no_40(20.0, 83), drive=Boundary.torque(9.3)), 83, 1e-8),
        (no_80_bars(13.5, 750), 750, 1e-6),
    ],
    ids=["No. 80 viscous", "No. 40", "constant torques", "Coulomb and bars"],
)
def test_energy_books_and_closure(strand, rpm, allowed):
    end = 0.05 if strand.chain.joint_friction else 0.3
    record = run(strand, rpm, end, 1e-3)
    heat = dissipated(record.samples)[-1]
    assert heat > 0.0
    assert np.abs(energy_residual(record.samples)).max() < allowed * heat
    assert record.samples["closure_error"].max() < 1e-10


def test_every_collision_happens_on_the_seat_and_every_count_adds_up():
    record = run(no_80(13.5, 384), 384, 0.1, 1e-5)
    samples = record.samples
    assert samples["separation"].min() > -1e-9
    in_links = samples["link_count"] - samples["link_count"][0]
    released = np.searchsorted(record.releases["time"], samples["time"], "right")
    engaged = np.searchsorted(record.engagements["end_time"], samples["time"], "right")
    assert np.array_equal(in_links, released - engaged)
    approach = record.collisions["approach_speed"]
    apart = record.collisions["separation_speed"]
    last = np.isin(record.collisions["time"], record.engagements["end_time"])
    assert np.all(approach < 0.0)
    assert apart[~last] == pytest.approx(-0.75 * approach[~last], rel=1e-9)
    assert apart[last] == pytest.approx(0.0, abs=1e-9)


def test_unwrapped_angles_never_jump_and_mesh_as_the_teeth_do():
    record = run(no_80(13.5, 384), 384, 0.5, 1e-3)
    turned = record.samples["driver_angle"]
    assert np.diff(turned) == pytest.approx(384 * RPM * 1e-3, rel=1e-9)
    driven = record.samples["driven_angle"]
    assert driven[-1] - driven[0] == pytest.approx(turned[-1] - turned[0], abs=0.01)


def test_unequal_sprockets_turn_in_the_ratio_of_their_teeth():
    strand = replace(
        no_80(16.0, 200), driver=Sprocket(17, 0.1, 0.001), driven=Sprocket(34, 0.3)
    )
    strand = at_tangent(strand, 16.3)
    record = run(strand, 200, 0.6, 1e-3)
    driver, driven = record.samples["driver_angle"], record.samples["driven_angle"]
    ratio = (driven[-1] - driven[0]) / (driver[-1] - driver[0])
    assert ratio == pytest.approx(0.5, abs=2e-3)


def test_slow_strand_follows_the_kinematic_model():
    """Quasi-static limit: driven speed and release as the four-bar linkage has them."""
    strand = no_40(19.5, 2, engagement=Engagement(restitution=0.0))
    record = run(strand, 2, 2.5, 1e-3)
    late = record.samples["time"] > 1.3
    bar = strand.pair.at(record.samples["driver_angle"][late])
    ratio = record.samples["driven_speed"][late] / (2 * RPM)
    assert ratio == pytest.approx(bar.speed_ratio, abs=3e-3)
    phase = phase_history(record.engagements["first_time"], record.releases["time"])
    assert phase.phase[-1] == pytest.approx(strand.pair.phase, abs=0.02)


def test_the_same_input_gives_the_same_bits():
    first, second = (run(no_40(19.9, 83), 83, 0.1) for _ in range(2))
    for name, values in first.samples.items():
        assert np.array_equal(values, second.samples[name]), name


def test_sampling_does_not_change_the_motion():
    coarse = run(no_80(13.5, 384), 384, 0.1, 1e-2)
    fine = run(no_80(13.5, 384), 384, 0.1, 1e-4)
    assert coarse.collisions["time"] == pytest.approx(fine.collisions["time"], abs=2e-8)


def test_tolerance_converges():
    ends = []
    for tolerance in (1e-6, 1e-8, 1e-10):
        record = run(no_40(19.9, 83, tolerance=tolerance), 83, 0.1, 1e-2)
        ends.append(record.engagements["moment_impulse"][-1])
    assert abs(ends[1] - ends[2]) < 1e-5 * ends[2]
    assert abs(ends[1] - ends[2]) < abs(ends[0] - ends[2])


def test_collision_count_grows_with_a_finer_cut_off_but_the_motion_hardly_changes():
    counts, times = [], []
    for limit in (0.2, 0.05, 0.005):
        strand = no_80(13.5, 384, engagement=Engagement(completion_limit=limit))
        record = run(strand, 384, 0.06, 1e-2)
        counts.append(record.engagements["collision_count"][1])
        times.append(record.engagements["first_time"][1])
    assert counts[0] < counts[1] < counts[2]
    assert np.ptp(times) < 2e-6


def test_speed_ramp_and_table_are_followed():
    ramp = Boundary(DriveKind.SPEED, (0.0, 0.1, 0.2), (20.0, 20.0, 40.0))
    record = run(replace(no_80(13.5, 384), drive=ramp), 20.0 / RPM, 0.3, 1e-2)
    t, u = record.samples["time"], record.samples["driver_speed"]
    assert u == pytest.approx(np.interp(t, ramp.times, ramp.values), abs=1e-9)
    turned = record.samples["driver_angle"] - record.samples["driver_angle"][0]
    assert turned[-1] == pytest.approx(2.0 + 3.0 + 4.0, abs=1e-9)


def test_stall_stops_with_a_message():
    strand = replace(no_40(20.0, 12), drive=Boundary.torque(8.0))
    with pytest.raises(SolverError, match="stopped or turned back") as caught:
        run(strand, 12, 1.0)
    assert "t = " in str(caught.value)


def test_endless_rebounds_stop_with_a_message():
    engagement = Engagement(completion_limit=0.0, max_collisions=15)
    with pytest.raises(SolverError, match="rebounds without end"):
        run(no_80(13.5, 384, engagement=engagement), 384, 0.1)


def test_runaway_link_count_stops_with_a_message():
    """Over-speed without load: the chain flies off the driven sprocket."""
    strand = replace(no_40(20.0, 4000), load=Boundary.torque(0.0))
    system, state = started(strand, 4000)
    record, failure = run_span(system, state, interval=1e-3, end=0.5)
    assert record.status in (SpanStatus.TOO_MANY_LINKS, SpanStatus.REVERSED)
    assert failure


def test_overload_that_breaks_the_arithmetic_stops_with_a_message():
    strand = replace(no_40(20.0, 83), load=Boundary.torque(1e300))
    system, state = started(strand, 83)
    record, failure = run_span(system, state, interval=1e-3, end=0.1)
    assert record.status != SpanStatus.DONE
    assert failure


@pytest.mark.parametrize("angle", [(-1.0, 0.5), (0.5, 3.1)])
def test_impossible_contact_geometry_is_refused(angle):
    strand = no_40(20.0, 83, engagement=Engagement(pressure_angle=angle))
    with pytest.raises(GeometryError, match="pressure angles"):
        started(strand, 83)


def test_start_is_straight_and_moves_as_the_linkage():
    strand = no_40(19.7, 50)
    _, state = started(strand, 50)
    n = int(state.counts[Count.LINKS])
    assert np.ptp(state.q[1 : n + 1]) == 0.0
    bar = strand.pair.at(state.q[:1])
    assert int(bar.link_count[0]) == n
    assert state.u[n + 1] == pytest.approx(50 * RPM * bar.speed_ratio[0])


def test_phase_of_given_events():
    first = np.arange(1.0, 6.0)
    shifts = np.array([0.0, 0.2, 0.45, 0.7, 0.95])
    history = phase_history(first, first - shifts)
    assert history.phase == pytest.approx(shifts)
    assert list(history.locked) == [True, False, False, False, False]
    wrapped = phase_history(first, first - np.array([0.6, 0.8, 0.99, 0.2, 0.4]))
    assert np.all(np.diff(wrapped.unwrapped) > 0.0)


def test_overtaking_rollers_are_counted():
    table = {
        "first_time": np.array([0.1, 0.3, 0.4]),
        "end_time": np.array([0.2, 0.4, 0.5]),
    }
    assert list(overtakings(table)) == [False, False, True]


def test_burst_mask_covers_the_series():
    time = np.linspace(0.0, 1.0, 101)
    mask = burst_mask(
        time, np.array([0.195, 0.595]), np.array([0.3, 0.65]), settle=0.055
    )
    inside = ((time > 0.19) & (time < 0.355)) | ((time > 0.59) & (time < 0.705))
    assert np.array_equal(mask, inside)


def test_harmonics_of_a_signal_with_gaps():
    time = np.linspace(0.0, 1.0, 5001)
    wave = 3.0 + 0.5 * np.cos(2 * np.pi * 7 * time) + 0.2 * np.sin(6 * np.pi * 7 * time)
    keep = np.mod(time, 1 / 7) > 0.02
    wave[~keep] += 100.0
    found = harmonics(time, wave, 7.0, keep, 4)
    assert found == pytest.approx([0.5, 0.0, 0.2, 0.0], abs=1e-9)


def test_extent_within_windows():
    time = np.arange(0.0, 1.0, 0.01)
    centre, extent = span_extent(time, -time, time, 0.25)
    assert centre == pytest.approx([0.125, 0.375, 0.625, 0.875])
    assert extent == pytest.approx([0.48, 0.98, 1.48, 1.98])


def test_roller_travels_from_the_driven_sprocket_to_the_driver():
    record = run(no_80(13.5, 384), 384, 0.12, 2e-4, frame_every=1)
    rows = record.frame_rows
    samples = record.samples
    first, count = samples["first_roller"][rows], samples["link_count"][rows]
    path = roller_path(record.shapes, first, count, 17)
    assert path[0, 0] > 0.3 and path[-1, 0] < 0.02
    assert np.all(np.diff(path[:, 0]) < 0.0)
    assert np.abs(np.diff(path[:, 0])).max() < 2e-4 * 384 * RPM * 0.102 * 1.2
