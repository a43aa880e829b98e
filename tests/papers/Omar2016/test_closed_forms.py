"""The chain in space without losses keeps its energy; in line it is a four-bar linkage.

Checks of a number each: energy of random motion, harmonics of the transmission error.
"""

import tomllib
from pathlib import Path

import numpy as np
import pytest

import catena as ct
from catena.codes import FrictionLaw
from catena.drives.loading import spec_from
from catena.drives.roller_chain.spatial.build import build_spatial
from catena.drives.roller_chain.spatial.simulation import SpatialSimulation
from catena.geometry.polygon import PolygonPair
from catena.integrators.spatial_explicit import advance_explicit
from catena.integrators.spatial_implicit import spatial_energy
from catena.solvers.spatial_work import explicit_work_for
from catena.tables.checkpoint import copied
from catena.tables.spatial import work_for

pytestmark = pytest.mark.paper
FRONT, REAR, TEETH = 48, 22, 4


def bicycle():
    """The example as data."""
    return tomllib.loads(
        Path("examples/roller_chain_bicycle_in_space.toml").read_text()
    )


def lossless(concentric):
    """The example at 30 mm without dampers and friction, its driver locked."""
    data = bicycle()
    data["spatial"] |= {"scheme": "explicit"}
    data["spatial"]["roller"]["concentric"] = concentric
    spec = spec_from(data)
    job = build_spatial(spec)
    run = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    system = run.system
    for name in ("c_x", "c_y", "c_z", "c_rx", "c_ry", "c_rz", "friction"):
        system.joint[name] = 0.0
    system.roller.damping, system.roller.friction = 0.0, 0.0
    system.wheel.load, system.arm.damping = 0.0, 0.0
    system.laws.tooth[1:], system.laws.side[1:] = 0.0, 0.0
    system.laws.motion[:] = 0.0
    draws = np.random.default_rng(3)
    state = run.state
    state.link_u[:, :3] = 0.05 * draws.normal(size=(112, 3))
    state.link_u[:, 3:] = 2.0 * draws.normal(size=(112, 3))
    return system, state, work_for(system)  # scratch holds what joints rub with


@pytest.mark.parametrize(("concentric", "limit"), [(False, 0.05), (True, 0.004)])
def test_random_motion_keeps_its_energy(concentric, limit):
    """10 ms: a second program drifts by 3 % with rollers, 0.4 % without (0.1 us).

    Energy goes up and down about its mean: what counts is the root mean square of ten
    looks, and that it falls with the step.
    """
    system, start, work = lossless(concentric)
    coarse, fine = (drift(system, start, work, dt) for dt in (8e-7, 2e-7))
    assert fine < limit
    assert fine < 0.5 * coarse


def drift(system, start, work, dt, looks=10):
    """Change of the energy over the kinetic one at the start, rms within 10 ms."""
    state, more = copied(start), explicit_work_for(system)
    kinetic, stored = spatial_energy(system, state, work)
    law, steps = int(FrictionLaw.REGULARISED), round(0.01 / dt / looks)
    found = np.empty(looks)
    for k in range(looks):
        assert advance_explicit(system, state, work, more, dt, steps, law) == 0
        found[k] = sum(spatial_energy(system, state, work)) - kinetic - stored
    return np.sqrt(np.mean(found**2)) / kinetic


def exact_lead(angle):
    """Error of the four-bar's driven angle at angles of the chainring [rad].

    The linkage turns left and has its driven wheel on the right: the bicycle seen in a
    mirror. There a seated roller stands at pi + angle, from the line of centres less
    the angle of that line.
    """
    pair = PolygonPair(FRONT, REAR, 0.0127, float(np.hypot(0.4192, 0.07)))
    travel, lead = pair.transmission_error()
    seated = np.pi + angle - np.arctan2(0.07, 0.4192) - pair.period[0]
    return np.interp(seated % pair.driver_pitch_angle, travel, lead)


def harmonics(error, teeth):
    """The first two tooth harmonics, complex."""
    found = 2.0 * np.fft.rfft(error) / error.size
    return found[[teeth, 2 * teeth]]


def test_in_line_the_transmission_error_is_that_of_the_four_bar():
    """0.5 rad/s, ten times as stiff, rollers without clearance: 3 % and 10 %.

    The phase within 2 degrees of the tooth, the mean ratio of four teeth to 1e-5.
    """
    data = bicycle()
    data["chain"] |= {"stiffness": 7.8e8, "joint": {"friction": 0.0, "damping": 0.0}}
    data["contact"]["tooth"]["stiffness"] = 5e8
    data["spatial"]["roller"]["concentric"] = True
    data["sprocket"][0] |= {
        "offset": 0.0,
        "boundary": {"kind": "speed", "speed": 0.5},
    }
    data["sprocket"][3] |= {
        "inertia": 0.002,
        "boundary": {"kind": "load", "torque": 5.0},
    }
    data["solve"] |= {"duration": 1.4, "settle": 0.2, "gravity": [0.0, 0.0]}
    run = ct.simulate(spec_from(data))
    angle = run.read("sprocket_angle")
    front, rear = angle[:, 0], angle[:, 3]
    span = TEETH * 2.0 * np.pi / FRONT
    at = front[-1] - span + np.linspace(0.0, span, 256 * TEETH, endpoint=False)
    ends = np.interp([front[-1] - span, front[-1]], front, rear)
    assert np.ptp(ends) / span == pytest.approx(FRONT / REAR, rel=1e-5)
    error = np.interp(at, front, rear) - FRONT / REAR * at
    error -= np.linspace(0.0, np.ptp(ends) - FRONT / REAR * span, error.size)
    found, wanted = harmonics(error, TEETH), harmonics(exact_lead(at), TEETH)
    assert np.abs(wanted) == pytest.approx((182.1e-6, 28.0e-6), rel=0.01)
    assert abs(found[0]) == pytest.approx(abs(wanted[0]), rel=0.03)
    assert abs(found[1]) == pytest.approx(abs(wanted[1]), rel=0.10)
    late = np.degrees(np.angle(found / wanted)) / (1, 2)  # of one tooth
    assert np.abs(late).max() < 2.0


def wheel_mode(modes):
    """Frequency of the mode in which the wheel has most of the energy [Hz]."""
    share = modes.energies[modes.names.index("cassette.angle")]
    assert share.max() > 0.8
    return modes.frequencies[share.argmax()]


def test_modes_are_those_of_a_string_and_of_a_wheel_on_a_spring():
    """In line: 33 joints in series hold the wheel, less what the seats give way.

    The second mode of the tight span meets no change of length: that of a string.
    """
    data = bicycle()
    data["sprocket"][0]["offset"] = 0.0
    found = ct.modes(spec_from(data), 20)
    radius = 0.5 * 0.0127 / np.sin(np.pi / REAR)
    seated = np.sqrt(7.8e7 / 33.0 * radius**2 / 0.1) / (2.0 * np.pi)
    assert 0.9 * seated < wheel_mode(found) < seated
    tension = 2.0 * np.pi * 10.0 / (REAR * 0.0127) + 8.7
    apart = np.hypot(0.4192, 0.07)
    front = 0.5 * 0.0127 / np.sin(np.pi / FRONT)
    length = np.sqrt(apart**2 - (front - radius) ** 2)
    second = np.sqrt(tension / (3.3e-3 / 0.0127)) / length
    assert np.abs(found.frequencies / second - 1.0).min() < 0.01


def test_offset_softens_the_strand():
    """30 mm: the wheel swings as in motion, 27.7 Hz."""
    found = ct.modes(spec_from(bicycle()), 20)
    assert wheel_mode(found) == pytest.approx(27.7, abs=1.5)
