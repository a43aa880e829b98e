"""Small systems that once went wrong: pendulum, light beside heavy, stacks."""

import numpy as np

import catena as ct

PENDULUM = """
drive = "system"
title = "Pendulum"
gravity = [0.0, "-9.81 m/s^2"]
[[body]]
name = "rod"
mass = "1 kg"
inertia = "0.000833333 kg m^2"
position = ["0.05 m", "0 m"]
[[pin]]
name = "pivot"
a = "rod"
b = "ground"
point_a = ["-0.05 m", "0 m"]
[solve]
engine = "moreau"
step = "1 ms"
duration = "10 s"
record_every = 10
"""


def test_pendulum_keeps_its_energy_and_says_so():
    run = ct.simulate(ct.loads(PENDULUM))
    energy = run.dataset["kinetic_energy"] + run.dataset["potential_energy"]
    assert float(np.abs(energy - energy[0]).max()) < 5e-5 * 9.81 * 0.1
    assert run.outcome.healthy
    checks = {check.name: check for check in run.outcome.checks}
    assert checks["joint_error"].value < 1e-4
    numbers = {number.name: number.value for number in run.outcome.key_numbers}
    assert abs(numbers["joint_error"]) < 5e-5 * 9.81 * 0.1
    assert numbers["loss"] == 0.0


def test_motion_that_the_step_does_not_resolve_is_warned_of():
    text = PENDULUM.replace('"1 ms"', '"20 ms"').replace('"10 s"', '"3 s"')
    run = ct.simulate(ct.loads(text))
    assert any("turns by" in warning for warning in run.outcome.warnings)
