"""Starts of chains in space: heavy arms, and loads that drive."""

import numpy as np
import pytest

import catena as ct
from catena.drives.roller_chain.spatial.build import build_spatial
from catena.drives.roller_chain.spatial.start import start_state
from catena.tables.spatial import work_for

SWINGARM = """
drive = "roller_chain"
fidelity = "spatial"
[chain]
standard = "ISO 606 10B-1"
[[sprocket]]
name = "front"
tooth_count = 14
centre = [0, 0]
boundary = { kind = "speed", speed = "1500 rpm" }
[[sprocket]]
name = "rear"
tooth_count = 47
centre = ["640 mm", "-20 mm"]
inertia = "0.8 kg m^2"
boundary = { kind = "load", torque = "170 N m" }
[[arm]]
name = "swingarm"
pivot = ["70 mm", "15 mm"]
sprockets = ["rear"]
inertia = "3.5 kg m^2"
preload = "120 N m"
stiffness = "9 kN m/rad"
[solve]
duration = "0.1 s"
gravity = [0, -9.81]
"""

OVERRUN = """
drive = "roller_chain"
fidelity = "spatial"
travel = "clockwise"
[chain]
standard = "ISO 606 12B-1"
slack = "4 mm"
[[sprocket]]
name = "head"
tooth_count = 18
centre = [0, 0]
boundary = { kind = "speed", speed = "220 rpm" }
[[sprocket]]
name = "tail"
tooth_count = 25
centre = ["500 mm", "60 mm"]
adjust = "0 deg"
inertia = "0.3 kg m^2"
boundary = { kind = "load", torque = "-60 N m" }
[solve]
duration = "0.1 s"
gravity = [0, -9.81]
"""


def started(text):
    spec = ct.loads(text)
    job = build_spatial(spec)
    return job, start_state(spec, job.placed, job.system, work_for(job.system))


def test_a_heavy_arm_comes_to_rest_before_the_start():
    """At rest its spring, nearly free, holds the weight of the hanging chain.

    Laid taut it was turned by 0.078 rad, where its spring has 580 N m.
    """
    job, state = started(SWINGARM)
    arm = job.system.arm[0]
    turn = state.border_q[len(job.system.wheel)]
    assert job.placed.turns[0] * arm.stiffness > 500.0
    assert abs(arm.preload - arm.stiffness * turn) < 30.0


def test_a_load_that_drives_is_no_brake_that_follows_the_speed():
    """Else it would feed every motion of the chain that settles at rest."""
    job, state = started(OVERRUN)
    assert job.system.wheel.load == pytest.approx([0.0, 0.0])
    assert job.system.wheel.torque == pytest.approx([0.0, -60.0])  # clockwise
    assert np.abs(state.link_u[:, :2]).max() < 1.5  # the speed of the chain, 1.26
