"""One contact: every case of the planar problem by enumeration, spatial by residual."""

import numpy as np
import pytest

from catena.solvers.problems import friction_residual
from catena.solvers.sweeps.local_contact import planar_contact, spatial_contact


def solved(kind, *numbers):
    """The three percussions for NN, N1, N2, 11, 12, 22 of G, c, mu and R_T."""
    return spatial_contact(kind, numbers[:6], numbers[6:9], *numbers[9:])


def enumerate_planar(G, c, mu):
    """All (P_N, P_T) that satisfy the laws, by trying each state."""
    found = []
    if c[0] >= -1e-12:
        found.append((0.0, 0.0))
    if np.linalg.det(G) > 0.0:
        stick = np.linalg.solve(G, -c)
        if stick[0] >= 0.0 and abs(stick[1]) <= mu * stick[0] + 1e-12:
            found.append(tuple(stick))
    for side in (-1.0, 1.0):
        a = G[0, 0] + side * mu * G[0, 1]
        if a == 0.0:
            continue
        P_N = -c[0] / a
        sliding = (G[1, 0] + side * mu * G[1, 1]) * P_N + c[1]
        if P_N > 0.0 and side * sliding <= 1e-12:
            found.append((P_N, side * mu * P_N))
    return found


@pytest.mark.parametrize("mu", [0.0, 0.1, 0.5, 1.4, 3.0])
def test_planar_contact_is_one_of_the_enumerated_solutions(mu):
    rng = np.random.default_rng(int(10 * mu))
    for _ in range(300):
        A = rng.normal(size=(2, 3))
        G, c = A @ A.T, rng.normal(size=2)
        P = planar_contact(1, G[0, 0], G[0, 1], G[1, 1], c[0], c[1], mu, 0.0)
        states = enumerate_planar(G, c, mu)
        assert states, "a pressed contact always has a finite percussion"
        assert min(np.hypot(*np.subtract(P, s)) for s in states) <= 1e-9 * (
            1.0 + np.hypot(*P)
        )


@pytest.mark.parametrize("mu", [0.0, 0.1, 0.7, 2.0])
def test_spatial_contact_satisfies_the_laws(mu):
    rng = np.random.default_rng(int(10 * mu) + 1)
    for _ in range(200):
        A = rng.normal(size=(3, 4))
        G, c = A @ A.T, rng.normal(size=3)
        P = solved(1, G[0, 0], G[0, 1], G[0, 2], G[1, 1], G[1, 2], G[2, 2], *c, mu, 0.0)
        residual = friction_residual(G, c, np.array([mu]), np.array(P))
        assert residual <= 1e-9 * (1.0 + np.max(np.abs(P)))


def test_spatial_and_planar_agree_in_the_plane():
    rng = np.random.default_rng(8)
    for _ in range(100):
        A = rng.normal(size=(2, 3))
        G, c = A @ A.T, rng.normal(size=2)
        planar = planar_contact(1, G[0, 0], G[0, 1], G[1, 1], c[0], c[1], 0.4, 0.0)
        spatial = solved(
            1, G[0, 0], G[0, 1], 0.0, G[1, 1], 0.0, 1.0, c[0], c[1], 0.0, 0.4, 0.0
        )
        np.testing.assert_allclose(spatial[:2], planar, rtol=1e-9, atol=1e-12)
        assert spatial[2] == 0.0


def test_bounded_friction_without_a_normal_unknown():
    assert planar_contact(0, 1.0, 0.3, 2.0, -5.0, 1.0, 0.4, 10.0) == (0.0, -0.5)
    assert planar_contact(0, 1.0, 0.3, 2.0, -5.0, 1.0, 0.4, 0.2) == (0.0, -0.2)
    _, P_1, P_2 = solved(0, 1.0, 0.0, 0.0, 2.0, 0.0, 2.0, -5.0, 3.0, 4.0, 0.4, 0.5)
    np.testing.assert_allclose([P_1, P_2], [-0.3, -0.4], rtol=1e-12)


def test_bilateral_contact_pushes_and_pulls_with_the_same_friction():
    push = planar_contact(-1, 1.0, 0.0, 1.0, -2.0, 5.0, 0.3, 0.0)
    pull = planar_contact(-1, 1.0, 0.0, 1.0, 2.0, 5.0, 0.3, 0.0)
    np.testing.assert_allclose(push, [2.0, -0.6])
    np.testing.assert_allclose(pull, [-2.0, -0.6])
    along = solved(-1, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.3, 0.0)
    np.testing.assert_allclose(along, [-2.0, -0.36, -0.48], rtol=1e-12)


def test_tangent_nothing_moves_along_carries_no_friction():
    assert planar_contact(1, 2.0, 0.0, 0.0, -4.0, 1.0, 0.5, 0.0) == (2.0, 0.0)


@pytest.mark.parametrize("bound", [10.0, 1.0 - 1e-10, 1.0 - 1e-6, 0.9, 0.3])
def test_tangents_that_move_one_coordinate_only_lose_no_digits(bound):
    """A point of a wheel pressed on another wheel: both tangents turn the same axis."""
    for phi in np.linspace(0.01, 6.0, 40):
        n = np.array([-np.sin(phi), np.cos(phi)])
        G, c = 7.0 * np.outer(n, n), 7.0 * n  # sticks with P = -n
        _, *P = solved(0, 1.0, 0.0, 0.0, G[0, 0], G[0, 1], G[1, 1], 0.0, *c, 0.0, bound)
        np.testing.assert_allclose(P, -min(1.0, bound) * n, rtol=0.0, atol=1e-13)


def test_tangent_velocity_nothing_can_change_slides():
    _, P_1, P_2 = solved(0, 1.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.5)
    np.testing.assert_allclose([P_1, P_2], [0.0, -0.5], rtol=1e-12)
