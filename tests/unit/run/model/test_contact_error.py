"""Rigid contacts on curved ways keep energy; what time steps take is named."""

import math

import pytest

import catena as ct
from catena.planar import Coulomb, Unilateral


def in_a_bowl(step: float, friction: Coulomb | None = None):
    plan = ct.PlanarSystem(gravity=(0.0, -9.81))
    angle, radius = 1.0, 0.1
    at = (radius * math.sin(angle), -radius * math.cos(angle))
    point = plan.body("point", 1.0, 1.0, at, free=("x", "y"))
    way = plan.ground.hollow(radius)
    plan.contact("bowl", point.point(), way, Unilateral(), friction)
    return ct.as_drive(plan, step=step, duration=1.0, record_every=100)


def test_a_point_in_a_bowl_keeps_its_energy():
    """What the way does acts along its middle direction: third order in the step."""
    shares = []
    for step in (1e-3, 5e-4):
        with ct.simulate(in_a_bowl(step)) as run:
            checks = {check.name: check for check in run.outcome.checks}
            energy = run.dataset["kinetic_energy"] + run.dataset["potential_energy"]
            impacts = float(run.dataset["impact_loss"].values[-1].sum())
        assert run.outcome.trust == "trusted"
        assert impacts == pytest.approx(0.0, abs=1e-12)
        shares.append(abs(float(energy[-1] - energy[0])) / (9.81 * 0.1))
        assert checks["contact_error"].value < 1e-5
    assert shares[0] < 1e-5  # 3 % without the turn
    assert shares[0] / shares[1] > 6.0


def falling_pole(step: float):
    """A pole that falls about its foot, which sticks to the floor."""
    plan, length, angle = ct.PlanarSystem(gravity=(0.0, -9.81)), 0.5, 0.3
    at = (0.5 * length * math.sin(angle), 0.5 * length * math.cos(angle))
    pole = plan.body("pole", 1.0, length**2 / 12.0, at, angle=-angle)
    foot, floor = pole.point((0.0, -0.5 * length)), plan.ground.line((0, 1))
    plan.contact("foot", foot, floor, Unilateral(), Coulomb(0.9))
    return ct.as_drive(plan, step=step, duration=0.36, record_every=1)


def test_what_the_steps_take_or_make_is_named(monkeypatch: pytest.MonkeyPatch):
    """A foot that sticks while its body turns: first order, with a limit of its own."""
    monkeypatch.setattr("catena.run.model.verdict.LARGEST_CONTACT_ERROR", 2e-4)
    checks = []
    for step in (2e-3, 1e-3):
        with ct.simulate(falling_pole(step)) as run:
            found = {check.name: check for check in run.outcome.checks}
            made = -float(run.dataset["contact_error"].values[-1].sum())
        checks.append(found["contact_error"])
        assert made > 0.0
    assert not checks[0].ok
    assert checks[1].ok
    assert checks[0].value / checks[1].value == pytest.approx(2.0, rel=0.1)
