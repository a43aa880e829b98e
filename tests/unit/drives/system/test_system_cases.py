"""Small systems that once went wrong: pendulum, light beside heavy, stacks."""

import numpy as np
import pytest

import catena as ct
from catena.planar import Coulomb, Unilateral

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
    kept = ct.simulate(ct.loads(PENDULUM))
    energy = kept.dataset["kinetic_energy"] + kept.dataset["potential_energy"]
    assert float(np.abs(energy - energy[0]).max()) < 5e-5 * 9.81 * 0.1
    assert kept.outcome.healthy
    checks = {check.name: check for check in kept.outcome.checks}
    assert checks["joint_error"].value < 1e-4
    numbers = {number.name: number.value for number in kept.outcome.key_numbers}
    assert abs(numbers["joint_error"]) < 5e-5 * 9.81 * 0.1
    assert numbers["loss"] == 0.0


def test_motion_that_the_step_does_not_resolve_is_warned_of():
    text = PENDULUM.replace('"1 ms"', '"20 ms"').replace('"10 s"', '"3 s"')
    kept = ct.simulate(ct.loads(text))
    assert any("turns by" in warning for warning in kept.outcome.warnings)


def test_a_truss_that_is_given_a_speed_begins_at_rest_and_is_trusted():
    """Two rods, three pins: nothing can move; a remainder of rounding is no energy."""
    system = ct.PlanarSystem()
    left = system.body("left", 1.0, 0.1, (0.5, 0.5), velocity=(0.0, 1.0), spin=3.0)
    right = system.body("right", 1.0, 0.1, (1.5, 0.5))
    ground = system.ground
    system.pin("A", left.point((-0.5, -0.5)), ground.point((0.0, 0.0)))
    system.pin("B", left.point((0.5, 0.5)), right.point((-0.5, 0.5)))
    system.pin("C", right.point((0.5, -0.5)), ground.point((2.0, 0.0)))
    spec = ct.as_drive(system, duration=0.1, step=1e-3, engine="moreau")
    outcome = ct.simulate(spec).outcome
    assert outcome.trust == "trusted", outcome.verdict
    (told,) = [
        words for words in outcome.warnings if "velocities at the start" in words
    ]
    assert "pin[" in told
    assert "nothing that can move so, and all begins at rest" in told


def test_speeds_that_part_a_joint_are_changed_and_the_rest_moves_on():
    text = PENDULUM.replace('"10 s"', '"0.1 s"')
    stated = 'inertia = "0.000833333 kg m^2"\nspin = 2.0\nvelocity = [1.0, 0.1]'
    run = ct.simulate(ct.loads(text.replace('inertia = "0.000833333 kg m^2"', stated)))
    (told,) = [words for words in run.outcome.warnings if "velocities at" in words]
    assert "pin[pivot] with 1 m/s: they were changed to fit the joints" in told
    assert float(run.dataset["spin"][0, 0]) == pytest.approx(2.0, rel=1e-6)


def balls_beside(heavy):
    """Three balls of grams collide beside an unconnected heavy body."""
    system = ct.PlanarSystem(gravity=(0, -9.81))
    block = system.body("heavy", heavy, 1.0, (5.0, 0.0), free=("y",))
    system.contact("floor", block.point(), system.ground.line((0, 1)), Unilateral())
    balls = [
        system.body(
            f"ball_{k}",
            1e-3 * (1 + k),
            1.0,
            (float(k), 0.0),
            velocity=(1.0 - min(k, 1), 0.0),
            free=("x",),
        )
        for k in range(3)
    ]
    law = Unilateral(0.5, moreau=True)
    for k in range(2):
        touch = balls[k].circle(0.5), balls[k + 1].circle(0.5)
        system.contact(f"touch_{k}", *touch, law)
    return system


@pytest.mark.parametrize(
    ("heavy", "tolerance"), [(1.0, 1e-9), (1e3, 1e-6), (1e6, 1e-6), (1e9, 1e-9)]
)
def test_light_bodies_beside_a_heavy_one_collide_as_if_alone(heavy, tolerance):
    spec = ct.as_drive(
        balls_beside(heavy), step=1e-3, duration=2e-3, tolerance=tolerance
    )
    kept = ct.simulate(spec)
    speeds = [
        float(kept.dataset["velocity_x"].sel(body=f"ball_{k}")[-1]) for k in range(3)
    ]
    assert speeds == pytest.approx([-0.25, 0.25, 0.25], abs=1e-5)
    assert kept.outcome.healthy


def stack(friction):
    """Ten blocks on each other, stepped at 1 ms."""
    system, side = ct.PlanarSystem(gravity=(0, -9.81)), 0.1
    law = None if friction is None else Coulomb(friction)
    below, level = system.ground, 0.0
    for k in range(10):
        place = (0.0, side / 2 + k * side)
        block = system.body(f"block_{k}", 1.0, side**2 / 6, place)
        top = below.line((0, 1), (0.0, level))
        for name, x in (("left", -side / 2), ("right", side / 2)):
            corner = block.point((x, -side / 2))
            system.contact(f"{name}_{k}", corner, top, Unilateral(), law)
        below, level = block, side / 2
    return system


def test_blocks_that_fly_apart_are_not_trusted_and_those_that_stand_are():
    flown, stood = (
        ct.simulate(
            ct.as_drive(stack(mu), step=1e-3, duration=duration, record_every=100)
        ).outcome
        for mu, duration in ((None, 10.0), (0.5, 2.0))
    )
    assert stood.trust == "trusted"
    assert flown.trust == "not trustworthy"
    missed = [check.name for check in flown.checks if not check.ok]
    assert "penetration" in missed
