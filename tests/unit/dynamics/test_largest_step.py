"""The border of stability: closed forms, and steps taken on both sides of it."""

import math

import numpy as np
import pytest

from catena.dynamics.largest_step import largest_step, step_limit
from catena.errors import SolverError
from catena.numerics.arrays import Floats


class Linear:
    """A linear system as its forces, and its half-explicit steps."""

    def __init__(self, M: Floats, K: Floats, D: Floats) -> None:
        self.M_inv, self.K, self.D = 1.0 / M, K, D

    def forces(self, q: Floats, u: Floats) -> Floats:
        return np.asarray(-self.K @ q - self.D @ u)

    def border(self) -> float:
        rest = np.zeros(self.M_inv.size)
        return largest_step(self.forces, rest, rest, self.M_inv)

    def grows(self, dt: float) -> bool:
        """Whether some disturbance is larger after a step, in the long run."""
        n, eye = self.M_inv.size, np.eye(self.M_inv.size)
        push = -dt * self.M_inv[:, None]
        turn = np.hstack([push * self.K, eye + dt * push * self.K + push * self.D])
        step = np.vstack([np.hstack([eye, dt * eye]), turn])
        assert step.shape == (2 * n, 2 * n)
        return bool(np.abs(np.linalg.eigvals(step)).max() > 1.0 + 1e-9)


def ring(n: int, k: float, d: float) -> Linear:
    """Equal masses in a ring, neighbours joined by springs and dampers."""
    apart = np.eye(n) - np.roll(np.eye(n), 1, axis=0)
    return Linear(np.full(n, 0.01), k * apart.T @ apart, d * apart.T @ apart)


def test_a_ring_of_masses_has_its_closed_form() -> None:
    k, d, m = 1e6, 30.0, 0.01
    l_K, l_D = 4.0 * k / m, 4.0 * d / m  # neighbours against each other
    exact = (math.sqrt(l_D**2 + 4.0 * l_K) - l_D) / l_K
    assert ring(24, k, d).border() == pytest.approx(exact, rel=1e-4)


@pytest.mark.parametrize("seed", range(5))
def test_steps_beyond_the_border_grow_and_those_below_do_not(seed: int) -> None:
    """Whatever motions stiffness and damping prefer."""
    dice = np.random.default_rng(seed)
    A, B = dice.standard_normal((2, 7, 7))
    M = np.exp(dice.uniform(-3.0, 3.0, 7))
    system = Linear(M, 1e4 * A.T @ A, 30.0 * B.T @ B)
    border = system.border()
    assert not system.grows(0.995 * border)
    assert system.grows(1.005 * border)


def test_the_stiffest_and_the_most_damped_motion_need_not_be_one() -> None:
    M, K, D = np.ones(2), np.diag([1e6, 0.0]), np.diag([0.0, 1e3])
    system = Linear(M, K, D)
    assert system.border() == pytest.approx(2e-3, rel=1e-4)
    limit = step_limit(system.forces, np.zeros(2), np.zeros(2), np.array([1.0, 0.1]))
    assert limit.energy[0] == pytest.approx(1.0, abs=1e-3)


def test_held_velocities_do_not_count() -> None:
    system = Linear(np.ones(2), np.diag([1e8, 1e4]), np.zeros((2, 2)))
    system.M_inv[0] = 0.0
    assert system.border() == pytest.approx(2.0 / 100.0, rel=1e-5)


def test_without_stiffness_any_step_is_stable() -> None:
    free = Linear(np.ones(3), np.zeros((3, 3)), np.zeros((3, 3)))
    assert free.border() == math.inf


def test_forces_that_are_not_finite_are_refused() -> None:
    bad = Linear(np.ones(2), np.full((2, 2), np.nan), np.zeros((2, 2)))
    with pytest.raises(SolverError, match="not finite"):
        bad.border()
