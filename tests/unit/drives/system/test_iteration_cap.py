"""The cap on contact iterations changes no motion, from 1 to 2000."""

import math

import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.planar import Coulomb, Unilateral

CAPS = (1, 3, 8, 2000)
"""Those of 1 to 8 once let the block of the template slide at 0.43 m g."""
WEIGHT = 9.81
"""Of the block of the template [N]."""
R = 0.05


def template_run(cap: int) -> ct.Run:
    """The block of the template on its belt, until it has slid and the ball bounced."""
    values = {
        "solve.iteration_cap": cap,
        "solve.duration": 0.4,
        "solve.record_every": 1,
    }
    return ct.simulate(ct.loads(DRIVES["system"].template()).with_values(values))


def test_stiction_breaks_at_its_own_load_whatever_the_cap():
    """Both feet carry 0.50 m g before they slide; every recorded number is the same."""
    first = template_run(CAPS[0])
    feet = first.dataset["friction_force"].values[:, :2].sum(axis=1)
    at = int(np.abs(feet).argmax())
    assert abs(feet[at]) == pytest.approx(0.5 * WEIGHT, rel=2e-3)
    assert np.abs(feet[at + 1 : at + 20]).max() == pytest.approx(0.3 * WEIGHT, rel=1e-6)
    for cap in CAPS[1:]:
        other = template_run(cap)
        for name, values in first.dataset.data_vars.items():
            same = np.array_equal(values, other.dataset[name], equal_nan=True)
            assert same, (cap, name)
        assert other.outcome.trust == first.outcome.trust == "trusted"


def heap(seed: int) -> ct.PlanarSystem:
    """Fifteen discs of very different mass fall into a corner and jam."""
    plan, rng = ct.PlanarSystem(gravity=(0.0, -9.81)), np.random.default_rng(seed)
    law = Unilateral(), Coulomb(0.6)
    walls = plan.ground.line((0, 1)), plan.ground.line((1, 0))
    leaning = plan.ground.line((-math.sqrt(0.5), math.sqrt(0.5)), (8.0 * R, 0.0))
    discs = []
    for k in range(15):
        at = (R + (k % 3) * 2.1 * R, R + (k // 3) * 2.1 * R)
        at = (at[0] + 0.05 * R * float(rng.random()), at[1])
        mass = float(10.0 ** rng.uniform(-2.0, 1.0))
        discs.append(plan.body(f"disc_{k}", mass, 0.5 * mass * R * R, at))
    for k, disc in enumerate(discs):
        for name, wall in zip(
            ("floor", "wall", "lean"), (*walls, leaning), strict=True
        ):
            plan.contact(f"{name}_{k}", disc.circle(R), wall, *law)
        for j in range(k):
            plan.contact(f"{j}_{k}", discs[j].circle(R), disc.circle(R), *law)
    return plan


def test_a_jammed_heap_moves_alike_under_every_cap():
    """Its steps need far more sweeps than the small caps allow."""
    spec = ct.as_drive(heap(3), step=1e-3, duration=0.1)
    first = ct.simulate(spec.with_values({"solve.iteration_cap": CAPS[-1]}))
    assert first.dataset["iterations"].max() > 50
    for cap in (CAPS[0], CAPS[2]):
        other = ct.simulate(spec.with_values({"solve.iteration_cap": cap}))
        for name in ("position_x", "position_y", "angle", "normal_force"):
            assert np.array_equal(first.dataset[name], other.dataset[name]), (cap, name)
