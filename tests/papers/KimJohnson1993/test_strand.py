"""Sec. 4.2 to 4.4: trajectory, phase and resonance of the strand."""

import math
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from kim_johnson_strands import RPM, no_40, no_80_bars, run

from catena.drives.roller_span.signals import (
    burst_mask,
    harmonics,
    phase_history,
    span_extent,
)
from catena.dynamics.span.assembly import Boundary
from catena.tables.span import DriveKind

KNOWN = tomllib.loads((Path(__file__).parent / "reference.toml").read_text())


def phase_of(record):
    return phase_history(record.engagements["first_time"], record.releases["time"])


def extent_of(record, start):
    late = record.samples["time"] >= start
    high, low = record.samples["highest"][late], record.samples["lowest"][late]
    return 1e3 * (high.max() - low.min())


@pytest.mark.paper
@pytest.mark.parametrize(
    ("tangent", "rpm", "phase", "tolerance"), KNOWN["phase"]["cases"]
)
def test_phase_of_the_smaller_friction(tangent, rpm, phase, tolerance):
    record = run(no_40(tangent, rpm, damping=0.001), rpm, 2.0, 1e-3)
    assert phase_of(record).phase[-1] == pytest.approx(phase, abs=tolerance)


@pytest.mark.paper
def test_phase_grows_with_speed_above_200_rpm():
    phases = []
    for rpm in (200, 400, 600, 800, 1000):
        record = run(no_40(20.0, rpm, damping=0.001), rpm, 2.0, 1e-3)
        phases.append(phase_of(record).phase[-1])
    assert np.all(np.diff(phases) > 0.0)


@pytest.mark.paper
def test_transverse_motion_is_largest_at_19_9_and_least_at_20_4_pitches():
    """Number: the reference extents within 0.05 mm; printed: 19.9 and 20.4."""
    known = KNOWN["extent_83"]
    found = [
        extent_of(run(no_40(tangent, 83), 83, 2.5, 2e-4), 1.8)
        for tangent in known["tangents"]
    ]
    assert found == pytest.approx(known["extent"], abs=0.05)
    assert known["tangents"][int(np.argmax(found))] in (19.9, 20.0)
    assert known["tangents"][int(np.argmin(found))] == 20.4


@pytest.mark.paper
def test_release_and_engagement_are_in_phase_at_19_9_and_out_of_phase_at_20_4():
    inside = run(no_40(19.9, 60), 60, 3.0, 1e-3)
    outside = run(no_40(20.4, 60), 60, 3.0, 1e-3)
    assert phase_of(inside).phase[-1] == pytest.approx(0.0028, abs=0.005)
    assert phase_of(outside).phase[-1] == pytest.approx(0.530, abs=0.01)


@pytest.mark.paper
def test_phase_locks_at_19_9_pitches_and_83_rpm():
    history = phase_of(run(no_40(19.9, 83), 83, 2.0, 1e-3))
    assert history.locked[-20:].all()
    assert np.ptp(history.unwrapped[-20:]) == 0.0


def torque_ramp(tangent, rpm, end):
    """Constant load, drive torque rising with the speed wanted, 10 rpm/s."""
    torques = tuple(9.0 + 0.0345 * speed * RPM for speed in rpm)
    drive = Boundary(DriveKind.TORQUE, (0.0, end), torques)
    return replace(no_40(tangent, rpm[0]), drive=drive)


@pytest.mark.paper
def test_torque_ramp_peaks_near_the_fundamental():
    """Number: 3.65 mm at 85 rpm for 19.9 pitches."""
    record = run(torque_ramp(19.9, (60, 105), 4.5), 60, 4.5, 2e-4)
    samples = record.samples
    time = samples["time"]
    centre, extent = span_extent(time, samples["lowest"], samples["highest"], 0.12)
    best = int(np.argmax(extent[4:])) + 4
    speed = np.mean(samples["driver_speed"][np.abs(time - centre[best]) < 0.06]) / RPM
    assert 1e3 * extent[best] == pytest.approx(3.65, abs=0.1)
    assert speed == pytest.approx(85.0, abs=3.0)


@pytest.mark.paper
def test_small_amplification_near_45_rpm():
    """Trend: "amplified a little bit" near half the fundamental."""
    extents = {}
    for rpm in (38, 44.3, 52):
        extents[rpm] = extent_of(run(no_40(19.9, rpm), rpm, 4.0, 5e-4), 3.0)
    assert extents[44.3] > 1.2 * max(extents[38], extents[52])


@pytest.mark.paper
def test_roller_dips_below_the_kinematic_path_after_its_release():
    """Trend with numbers: the dip grows with speed; constant torques."""
    radius = no_40(19.5, 50).pair.driver_radius
    lowest_kinematic = radius * math.cos(math.pi / 24)
    dips, speeds = [], []
    for rpm in (50, 101, 300, 527):
        strand = no_40(19.5, rpm)
        strand = replace(strand, drive=Boundary.torque(9.0 + 0.0329 * rpm * RPM))
        record = run(strand, rpm, 3.0, 2e-4)
        late = record.samples["time"] > 2.5
        dips.append(lowest_kinematic - record.samples["lowest"][late].min())
        speeds.append(record.samples["driver_speed"][late].mean() / RPM)
    assert np.all(np.diff(dips) > 0.0)
    for index, name in ((2, "at_300"), (3, "at_527")):
        value, tolerance = KNOWN["dip"][name]
        assert dips[index] == pytest.approx(value, abs=tolerance), (speeds, dips)


@pytest.mark.paper
def test_tension_swings_with_twice_the_engagement_frequency():
    record = run(no_40(19.9, 84), 84, 2.5, 1e-4)
    samples = record.samples
    time = samples["time"]
    bursts = burst_mask(
        time, record.engagements["first_time"], record.engagements["end_time"]
    )
    keep = (time > 1.5) & ~bursts
    found = harmonics(time, samples["tension_last"], 84 * 24 / 60, keep)
    assert found[1] >= KNOWN["harmonics_84"]["second_over_first"] * found[0]
    extent = samples["highest"] - samples["lowest"]
    shape = 1e3 * harmonics(time, extent, 84 * 24 / 60, time > 1.5)
    assert shape[:3] == pytest.approx([0.091, 0.573, 0.050], abs=0.01)


@pytest.mark.paper
def test_number_80_chain_is_most_excited_at_14_0_and_least_at_13_5_pitches():
    """Number: Coulomb and bars, extents at the peak of the ramp 85-165 rpm."""
    found = {}
    for tangent in (13.5, 14.0):
        strand = no_80_bars(tangent, 118)
        record = run(strand, 118, 1.2, 5e-4)
        found[tangent] = extent_of(record, 0.8)
    assert found[14.0] > 3.0 * found[13.5]
