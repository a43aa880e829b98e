"""Energy that time steps take from rigid contacts on curved ways is named."""

import math

import pytest

import catena as ct
from catena.planar import Unilateral


def in_a_bowl(step: float):
    plan = ct.PlanarSystem(gravity=(0.0, -9.81))
    angle, radius = 1.0, 0.1
    at = (radius * math.sin(angle), -radius * math.cos(angle))
    point = plan.body("point", 1.0, 1.0, at, free=("x", "y"))
    plan.contact("bowl", point.point(), plan.ground.hollow(radius), Unilateral())
    return ct.as_drive(plan, step=step, duration=1.0, record_every=100)


def test_a_point_in_a_bowl_names_what_the_steps_took():
    shares = []
    for step in (1e-3, 5e-4):
        with ct.simulate(in_a_bowl(step)) as run:
            checks = {check.name: check for check in run.outcome.checks}
            lost = float(run.dataset["contact_error"].values[-1].sum())
            impacts = float(run.dataset["impact_loss"].values[-1].sum())
        assert checks["energy"].ok
        assert impacts == pytest.approx(0.0, abs=1e-3 * lost)
        shares.append(checks["contact_error"].value)
    assert not checks["contact_error"].ok
    assert shares[0] / shares[1] == pytest.approx(2.0, rel=0.1)  # first order
