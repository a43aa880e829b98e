"""Which rows hold with their static coefficient."""

import numpy as np
import pytest

from catena.contact.stiction import is_inside
from catena.model import Model
from catena.motion import run
from catena.planar import Coulomb, PlanarSystem, SpringDamper, Unilateral


@pytest.mark.parametrize("P_N", [2.0, -2.0])  # a joint may pull
@pytest.mark.parametrize(
    ("P_T", "held"),
    [((1.9, 0.0), True), ((1.2, -1.5), True), ((2.0, 0.0), False), ((1.5, 1.5), False)],
)
def test_a_row_holds_inside_its_bound(P_N, P_T, held):
    """Bound 0.5 |P_N| + 1 = 2, in any direction of the disc."""
    numbers = np.array([[0.5]]), np.array([P_N]), np.array([P_T]), np.ones(1)
    assert is_inside(*numbers, 0) is held


def block_on_slope(normal, speed: float = 0.0, drop: float = 0.0) -> Model:
    """Pulled along by 3 N, pressed by 10 N; 2 N hold it back sliding, 5 N at rest."""
    plan = PlanarSystem(gravity=(3.0, -10.0))
    at = (0.0, 0.0 if normal.rigid else -1e-4)
    start = {"velocity": (speed, drop), "free": ("x", "y")}
    block = plan.body("block", 1.0, at=at, **start)
    floor, dry = plan.ground.line((0.0, 1.0)), Coulomb(0.2, static=0.5)
    plan.contact("sole", block.point(), floor, normal, dry)
    return plan.build()


@pytest.mark.parametrize("normal", [Unilateral(), SpringDamper(1e5, 300.0)])
def test_a_block_that_starts_at_rest_is_held_by_static_friction(normal):
    motion = run(block_on_slope(normal), 1e-3, 0.1)
    assert np.abs(motion.position("block", "x")).max() <= 1e-12


@pytest.mark.parametrize("normal", [Unilateral(), SpringDamper(1e5, 300.0)])
def test_a_block_that_starts_sliding_meets_kinetic_friction(normal):
    motion = run(block_on_slope(normal, 0.5), 1e-3, 0.1)
    assert motion.velocity("block", "x")[-1] == pytest.approx(0.5 + 0.1, rel=1e-6)


def test_an_impact_that_slides_meets_kinetic_friction():
    """Static friction alone would stop it: 0.5 x 2 N s against 0.8 N s."""
    motion = run(block_on_slope(Unilateral(), 0.8, -2.0), 1e-6, 1e-6)
    assert motion.velocity("block", "x")[-1] == pytest.approx(0.4, abs=1e-4)
