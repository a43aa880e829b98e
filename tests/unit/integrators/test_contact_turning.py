"""Closed contacts on curved ways: what they need acts along the middle direction."""

import math

import numpy as np
import pytest

import catena as ct
from catena.motion import run
from catena.planar import Coulomb, Unilateral
from catena.verification.joints import hung_errors, hung_in_hollow
from catena.verification.linked_rods import energies

R, RADIUS = 0.1, 0.02


def rolling_disc() -> ct.PlanarSystem:
    """A disc that rolls in a hollow cylinder, from 1 rad."""
    plan, way = ct.PlanarSystem(gravity=(0.0, -9.81)), R - RADIUS
    at = (way * math.sin(1.0), -way * math.cos(1.0))
    disc = plan.body("disc", 1.0, 0.5 * RADIUS**2, at)
    hollow = plan.ground.hollow(R)
    plan.contact("way", disc.circle(RADIUS), hollow, Unilateral(), Coulomb(0.9))
    return plan


def rolled_to(end: float) -> float:
    """Angle of its centre: a pendulum with 3/2 of the inertia [rad]."""
    from scipy.integrate import solve_ivp

    rate = 9.81 / (1.5 * (R - RADIUS))
    found = solve_ivp(
        lambda t, y: [y[1], -rate * math.sin(y[0])],
        (0.0, end),
        [1.0, 0.0],
        rtol=1e-11,
        atol=1e-11,
    )
    return float(found.y[0, -1])


def test_a_disc_rolls_in_a_hollow_as_its_equation_says():
    """Second order, and 20 times closer than percussions along the end alone."""
    errors = []
    for step in (1e-3, 5e-4):
        motion = run(rolling_disc().build(), step, 0.3, every=10)
        x, y = (motion.position("disc", axis)[-1] for axis in "xy")
        errors.append(abs(math.atan2(x, -y) - rolled_to(0.3)))
        balance = motion.balance()
        assert abs(balance.residual) < 1e-12
        assert abs(float(np.sum(balance.numerical_loss))) < 1e-5
    assert errors[0] < 2e-4
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.4)


def test_jointed_bodies_on_a_curved_way_are_of_second_order():
    """The pin answers what the way does along its own middle directions."""
    steps, changes = [1e-3, 5e-4], []
    errors = hung_errors(steps, 0.3)
    for step in steps:
        motion = run(hung_in_hollow(), step, 0.3, every=10)
        energy = energies(motion)
        changes.append(float(np.abs(energy - energy[0]).max()) / (2.0 * 9.81 * R))
        balance = motion.balance()
        assert balance.residual == pytest.approx(balance.joint_error, abs=1e-12)
        assert abs(balance.joint_error) < 1e-6  # the turn is booked with the contact
    assert errors[0] < 1e-4  # 3e-3 along the end alone
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.2)
    assert changes[0] < 1e-4  # 1e-2 along the end alone
    assert changes[0] / changes[1] > 3.0


def test_what_a_closed_contact_of_a_jointed_body_takes_is_no_impact():
    """It closes once, to rounding; after that nothing is lost to a blow."""
    model = hung_in_hollow()
    early, late = (run(model, 1e-3, end).balance() for end in (0.01, 0.1))
    assert late.impact_loss.sum() == early.impact_loss.sum()
    motion = run(model, 1e-3, 0.1)
    change = energies(motion)[-1] - energies(motion)[0]
    assert change == pytest.approx(late.joint_error - late.loss, abs=1e-12)


def test_a_flat_way_turns_nothing():
    """Directions that do not change leave the motion as it was, to the last bit."""
    plan = ct.PlanarSystem(gravity=(0.0, -9.81))
    block = plan.body("block", 1.0, 1.0, (0.0, 0.0), velocity=(1.0, 0.0))
    floor = plan.ground.line((0, 1))
    plan.contact("floor", block.point(), floor, Unilateral(), Coulomb(0.3))
    motion = run(plan.build(), 1e-3, 0.05)
    assert not motion.work.impacts.turned.any()
    assert motion.work.impacts.bent[0] == 1
    assert motion.u[-1][3] == pytest.approx(1.0 - 0.3 * 9.81 * 0.05, rel=1e-9)
