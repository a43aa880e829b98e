"""Painleve's sliding rod: critical friction 4/3, paradox on acceleration level only."""

import numpy as np
import pytest

from catena.codes import Status
from catena.solvers.direct.acceleration_lcp import solve_accelerations
from catena.solvers.problems import friction, lcp

LENGTH, MASS, GRAVITY = 1.0, 1.0, 9.81
ANGLES = np.linspace(0.01, np.pi / 2 - 0.01, 400)


def rod(angle: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """M^-1 (diagonal), W (3 x 2: normal, tangent) of the lower end of a uniform rod.

    The end stands at -L/2 (cos, sin) from the centre of mass.
    """
    x, y = -0.5 * LENGTH * np.cos(angle), -0.5 * LENGTH * np.sin(angle)
    inverse = np.array([1.0, 1.0, 12.0 / LENGTH**2]) / MASS
    W = np.array([[0.0, 1.0], [1.0, 0.0], [x, -y]])
    return inverse, W, W.T @ (inverse[:, None] * W)


def sliding_mass(angle: float, mu: float, side: int) -> float:
    """A(theta): normal acceleration per normal force while sliding."""
    _, _, G = rod(angle)
    return G[0, 0] - mu * side * G[0, 1]


def smallest_sliding_mass(mu: float) -> float:
    return min(sliding_mass(a, mu, s) for a in ANGLES for s in (-1, 1))


def test_critical_friction_of_the_uniform_rod_is_four_thirds():
    assert smallest_sliding_mass(4 / 3 - 1e-3) > 0.0
    assert smallest_sliding_mass(4 / 3 + 1e-3) < 0.0


def paradox() -> tuple[float, int]:
    """An angle and a sliding direction with A < 0 at mu = 2."""
    return next(
        (a, s) for a in ANGLES for s in (-1, 1) if sliding_mass(a, 2.0, s) < -0.1
    )


def free_acceleration(angle: float, spin: float) -> np.ndarray:
    """Contact accelerations without contact force; the spin lifts the end."""
    inverse, W, _ = rod(angle)
    c = W.T @ (inverse * np.array([0.0, -MASS * GRAVITY, 0.0]))
    lever = 0.5 * LENGTH * np.array([np.sin(angle), np.cos(angle)])
    return c + spin**2 * lever  # centripetal, towards the centre of mass


def test_acceleration_level_has_no_solution_in_the_paradox():
    angle, side = paradox()
    _, _, G = rod(angle)
    found = solve_accelerations(
        G, free_acceleration(angle, 0.0), np.array([2.0]), np.array([side])
    )
    assert found.status is Status.NO_SOLUTION


def test_acceleration_level_is_solved_below_the_critical_friction():
    for angle in ANGLES[::40]:
        for side in (-1, 1):
            _, _, G = rod(angle)
            c = free_acceleration(angle, 0.0)
            found = solve_accelerations(G, c, np.array([1.3]), np.array([side]))
            assert found.status is Status.OK
            assert found.normal[0] > 0.0
            assert found.response[0] == pytest.approx(0.0, abs=1e-10)
            assert found.tangent[0] == pytest.approx(-1.3 * side * found.normal[0])


def test_lift_off_is_a_solution_without_force():
    angle, side = paradox()
    _, _, G = rod(angle)
    found = solve_accelerations(
        G, free_acceleration(angle, 20.0), np.array([0.3]), np.array([side])
    )
    assert found.status is Status.OK
    assert found.normal[0] == 0.0
    assert found.response[0] > 0.0


def test_velocity_level_gives_a_finite_percussion_in_the_paradox():
    """The impact without collision: sliding is stopped by a finite percussion."""
    angle, side = paradox()
    _, _, G = rod(angle)
    dt = 1e-3
    before = np.array([0.0, 1.0 * side])  # touching, sliding
    q = before + dt * free_acceleration(angle, 0.0)
    for method in ("sweeps", "newton"):
        found = friction(G, q, np.array([2.0]), method)
        assert found.status is Status.OK
        assert np.all(np.isfinite(found.x))
        assert found.x[0] > 10.0 * dt * GRAVITY  # not of the order of the step
        after = G @ found.x + q
        np.testing.assert_allclose(after, 0.0, atol=1e-10)


def sliding_pair(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """G, c, mu, slip of two contacts that slide with much friction."""
    rng = np.random.default_rng(seed)
    B = rng.standard_normal((4, 4))
    c, mu = rng.standard_normal(4), rng.uniform(0.5, 3.0, 2)
    return B @ B.T, c, mu, rng.choice([-1, 1], 2)


def test_a_ray_among_sliding_contacts_is_followed_by_a_proof() -> None:
    """Pivoting ends on a ray with and without a solution; all ways are tried then."""
    rays = {Status.OK: 0, Status.NO_SOLUTION: 0}
    for seed in range(600):
        G, c, mu, slip = sliding_pair(seed)
        reduced = np.delete(G, [1, 3], 0) @ np.array(
            [[1, 0], [-mu[0] * slip[0], 0], [0, 1], [0, -mu[1] * slip[1]]]
        )
        pivoted = lcp(reduced, c[[0, 2]], "lemke")
        found = solve_accelerations(G, c, mu, slip)
        if "ray" in pivoted.words:
            rays[found.status] += 1
        if found.status is Status.OK:
            assert found.normal.min() >= 0.0
            assert found.response[0::2].min() > -1e-9
            assert abs(found.normal * found.response[0::2]).max() < 1e-8
            assert found.tangent == pytest.approx(-mu * slip * found.normal)
    assert rays[Status.OK] > 0
    assert rays[Status.NO_SOLUTION] > 10


def test_a_ray_among_many_contacts_is_not_called_a_proof() -> None:
    """Eight times a pair without a solution: too many ways to try them all."""
    seed = next(
        s
        for s in range(200)
        if solve_accelerations(*sliding_pair(s)).status is Status.NO_SOLUTION
    )
    G, c, mu, slip = sliding_pair(seed)
    many = np.kron(np.eye(8), G), np.tile(c, 8), np.tile(mu, 8), np.tile(slip, 8)
    assert solve_accelerations(*many).status is Status.RAY
