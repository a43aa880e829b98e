"""Fixed points of maps and how disturbances decay, on maps with known answers."""

from __future__ import annotations

import numpy as np
import pytest

from catena.periodic.shooting.fixed_point import steady_state
from catena.periodic.shooting.mixing import Mixing
from catena.periodic.shooting.multipliers import decay_of


def test_mixing_solves_a_linear_problem_at_once() -> None:
    """Two numbers, three images: the fixed point of a linear map is exact."""
    matrix, shift = np.array([[0.9, 0.2], [-0.1, 0.8]]), np.array([1.0, 2.0])
    x, mixing = np.zeros(2), Mixing(5)
    for _ in range(3):
        image = matrix @ x + shift
        x = mixing.next(image, image - x)
    assert x == pytest.approx(np.linalg.solve(np.eye(2) - matrix, shift))


def test_mixing_is_least_squares_over_its_memory() -> None:
    """After many periods: the shares are those of a dense solution, old ones gone."""
    draw, mixing = np.random.default_rng(0), Mixing(4)
    pairs = [(draw.standard_normal(30), draw.standard_normal(30)) for _ in range(9)]
    found = [mixing.next(image, f) for image, f in pairs][-1]
    images, f = (np.array(part) for part in zip(*pairs[-5:], strict=True))
    share = np.linalg.lstsq(np.diff(f, axis=0).T, f[-1], rcond=None)[0]
    assert found == pytest.approx(images[-1] - share @ np.diff(images, axis=0))


class Known:
    """A map with known multipliers, smooth or with steps of a stated height."""

    def __init__(self, height: float = 0.0) -> None:
        turn = 0.98 * np.array(
            [[np.cos(0.3), -np.sin(0.3)], [np.sin(0.3), np.cos(0.3)]]
        )
        self.matrix = np.zeros((5, 5))
        self.matrix[:2, :2], self.matrix[2:, 2:] = turn, np.diag([0.9, -0.5, 0.1])
        self.matrix[0, 3], self.height = 4.0, height

    def numbers(self) -> np.ndarray:
        return np.ones(5)

    def __call__(self, x: np.ndarray) -> np.ndarray:
        steps = self.height * np.sign(np.sin(1e4 * x))
        bent = 0.1 * np.sin(x.sum()) ** 3
        return self.matrix @ x + bent * np.eye(5)[4] + steps


def test_multipliers_are_named_where_the_map_is_smooth() -> None:
    known = Known()
    found = steady_state(known, tolerance=1e-9, most=60, memory=5)
    assert found.found
    decay = decay_of(known, found.numbers)
    assert decay.smooth
    assert abs(decay.largest) == pytest.approx(0.98, abs=1e-6)
    assert decay.observed == pytest.approx(0.98, abs=1e-4)


def test_no_multipliers_where_the_map_jumps() -> None:
    decay = decay_of(Known(0.05), np.zeros(5))
    assert not decay.smooth
    assert np.isnan(decay.largest)
