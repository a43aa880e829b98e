"""Rounding does not decide which rigid contacts carry."""

import math

import numpy as np
import pytest

import catena as ct
from catena.motion import run
from catena.planar import Coulomb, Unilateral

R = 0.05


def pile(scatter: float) -> ct.PlanarSystem:
    """Three rows of discs, each place wrong by about so much [m]."""
    plan, rng = ct.PlanarSystem(gravity=(0.0, -9.81)), np.random.default_rng(1)
    floor, discs = plan.ground.line((0, 1)), []
    for row in range(3):
        for k in range(3 - row):
            at = np.array([(2 * k + row) * R, R + row * math.sqrt(3) * R])
            at += scatter * rng.standard_normal(2)
            name = f"disc_{len(discs)}"
            discs.append(plan.body(name, 1.0, 0.5 * R * R, tuple(at)))
    for k, disc in enumerate(discs):
        law = (Unilateral(), Coulomb(0.8))
        plan.contact(f"floor_{k}", disc.circle(R), floor, *law)
        for j in range(k):
            plan.contact(f"{j}_{k}", discs[j].circle(R), disc.circle(R), *law)
    return plan


@pytest.mark.parametrize("scatter", [0.0, 1e-17, 1e-16, 1e-13, 1e-11])
def test_a_pile_of_six_discs_stands_whatever_the_rounding(scatter):
    motion = run(pile(scatter).build(), 1e-3, 0.05, every=50)
    moved = np.abs(motion.q[-1] - motion.q[0])
    assert moved.max() < 1e-9


def test_a_gap_within_tolerance_is_used_up_not_jumped_over():
    """The approach that is left falls to zero as the gap does: no jump."""
    speeds = []
    for gap in (0.0, 1.0e-9, 1.5e-9, 1.9e-9):
        plan = ct.PlanarSystem(gravity=(0.0, -9.81))
        ball = plan.body("ball", 1.0, 1.0, (0.0, 0.1 + gap), free=("y",))
        floor = plan.ground.line((0, 1))
        plan.contact("floor", ball.circle(0.1), floor, Unilateral())
        speeds.append(float(run(plan.build(), 1e-3, 1e-3).u[-1][4]))
    assert speeds == pytest.approx([0.0, 0.0, -0.5e-6, -0.9e-6], abs=1e-9)
