"""Modes against closed forms, from forces alone."""

import numpy as np
import pytest

import catena as ct
from catena.dynamics.linearisation import SmallMotion, linearised
from catena.dynamics.modes import modes_of, motion_modes
from catena.dynamics.rest import at_rest


def motion(forces, q, M, **more):
    q, M = np.asarray(q, float), np.asarray(M, float)
    names = tuple(f"mass[{i}].x" for i in range(q.size))
    free = np.ones(q.size, dtype=bool)
    return SmallMotion(forces, q, np.zeros_like(q), M, free, names, **more)


def string(n, tension=100.0, mass=0.01, pitch=0.0127, damping=0.0):
    """Masses on a taut string: every mass moves across it."""
    K = tension / pitch * (2.0 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))

    def forces(q, u):
        return -K @ q - damping * mass * u

    return motion(forces, np.zeros(n), np.full(n, mass))


def test_taut_chain_has_the_frequencies_of_the_closed_form():
    found = motion_modes(string(9), 9)
    k = np.arange(1, 10)
    exact = 2.0 * np.sqrt(100.0 / (0.01 * 0.0127)) * np.sin(k * np.pi / 20.0)
    np.testing.assert_allclose(found.angular_frequencies, exact, rtol=1e-7)
    assert found.rigid_shapes.shape[1] == 0
    assert found.shapes[:, 0].real == pytest.approx(
        np.sin(np.arange(1, 10) * np.pi / 10.0) * found.shapes[4, 0].real, rel=1e-6
    )


def test_results_print_as_a_table_and_as_shapes():
    """No matrices on the screen of who types ct.modes(...)."""
    lines = repr(motion_modes(string(9), 3)).splitlines()
    first = np.sqrt(100.0 / (0.01 * 0.0127)) * np.sin(np.pi / 20.0) / np.pi
    assert lines[0] == "Modes of 9 coordinates"
    assert lines[1].split() == ["mode", "frequency", "[Hz]", "damping", "ratio",
                                "moving", "parts"]  # fmt: skip
    assert lines[2].split() == ["1", f"{first:.6g}", "0", "mass", "100%"]
    assert len(lines) == 5
    words = repr(linearised(string(9)))
    assert words == (
        "Linearisation of 9 coordinates (mass[0].x, mass[1].x, mass[2].x, mass[3].x, "
        "...): M, C, K (9, 9), W (0, 9)"
    )


def test_even_damping_leaves_real_modes_with_the_ratio_of_each():
    found = motion_modes(string(9, damping=40.0), 9)
    np.testing.assert_allclose(
        found.damping_ratios, 20.0 / found.angular_frequencies, rtol=1e-5
    )


def test_free_motions_stand_apart():
    def forces(q, u):
        pull = 300.0 * (q[1] - q[0]) + 2.0 * (u[1] - u[0])
        return np.array([pull, -pull])

    found = motion_modes(motion(forces, [0.0, 0.1], [1.0, 3.0]), 5)
    assert found.rigid_shapes.shape[1] == 1 and len(found) == 1
    assert found.frequencies[0] == pytest.approx(20.0 / (2.0 * np.pi), rel=1e-7)
    assert found.damping_ratios[0] == pytest.approx(2.0 / 1.5 / 20.0, rel=1e-5)


def test_dampers_between_modes_are_solved_exactly():
    def forces(q, u):
        return np.array(
            [-9.0 * q[0] + 4.0 * (q[1] - q[0]), -4.0 * (q[1] - q[0]) - 3.0 * u[1]]
        )

    M, K, C = np.eye(2), np.array([[13.0, -4.0], [-4.0, 4.0]]), np.diag([0.0, 3.0])
    A = np.block([[np.zeros((2, 2)), M], [-K, -C]])
    exact = np.linalg.eigvals(A)
    exact = exact[exact.imag > 0.0]
    exact = exact[np.argsort(np.abs(exact))]
    found = motion_modes(motion(forces, [0.0, 0.0], [1.0, 1.0]), 4)
    swinging = found.eigenvalues[found.eigenvalues.imag > 0.0]
    np.testing.assert_allclose(swinging, exact, rtol=1e-5)


def test_spin_splits_frequencies():
    spin, k = 3.0, 25.0

    def forces(q, u):  # a mass on springs, seen from a turning frame
        return np.array(
            [
                (spin**2 - k) * q[0] + 2 * spin * u[1],
                (spin**2 - k) * q[1] - 2 * spin * u[0],
            ]
        )

    found = motion_modes(motion(forces, [0.0, 0.0], [1.0, 1.0]), 4)
    np.testing.assert_allclose(found.angular_frequencies, [2.0, 8.0], rtol=1e-6)
    np.testing.assert_allclose(found.damping_ratios, 0.0, atol=1e-7)


def test_follower_loads_may_flutter():
    def forces(q, u):
        return np.array([-q[0] + 0.5 * q[1], -0.5 * q[0] - 1.2 * q[1]])

    found = motion_modes(motion(forces, [0.0, 0.0], [1.0, 1.0]), 4)
    assert found.unstable.any()


def test_a_rod_on_a_rigid_pin_swings_by_what_the_pin_carries():
    length, g = 0.1, 9.81

    def gaps(q):
        x, y, angle = q
        return np.array([
            x - 0.5 * length * np.sin(angle), y + 0.5 * length * np.cos(angle),
        ])  # fmt: skip

    def forces(q, u):
        return np.array([0.0, -g, 0.0])

    mass = [1.0, 1.0, length**2 / 12.0]
    leaning = [0.5 * length * np.sin(0.4), -0.5 * length * np.cos(0.4), 0.4]
    found = at_rest(motion(forces, leaning, mass, gaps=gaps), g, 0.02)
    assert found.reached and abs(found.motion.q[2]) < 1e-7
    lin = linearised(found.motion)
    assert modes_of(lin).angular_frequencies[0] == pytest.approx(
        np.sqrt(1.5 * g / length), rel=1e-6
    )
    np.testing.assert_allclose(lin.loads, [0.0, g], atol=1e-6)


def test_many_coordinates_take_the_same_road():
    n = 300
    mixed = np.zeros(n)
    mixed[7] = 30.0
    K = 1e4 * (2.0 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))
    made = motion(lambda q, u: -K @ q - mixed * u, np.zeros(n), np.ones(n))
    lin = linearised(made)
    A = lin.first_order()
    exact = np.linalg.eigvals(A)
    exact = exact[exact.imag > 0.0]
    exact = exact[np.argsort(np.abs(exact))][:6]
    found = modes_of(lin, 6)
    np.testing.assert_allclose(found.eigenvalues, exact, rtol=1e-6)


@pytest.mark.parametrize(
    ("start", "end", "root", "loose"),
    [("clamped", "free", 1.8751040687119611, 0), ("free", "free", 4.730040744863, 3)],
)
@pytest.mark.parametrize("stiff", [1e4, 1e6, 1e8])
def test_modes_of_thin_rods_are_free_of_the_rounding_of_fast_ones(
    start, end, root, loose, stiff
):
    """Sections turn up to 1e8 times faster than the rod swings: 1e16 in eigenvalues."""

    def lowest(n: int) -> tuple[float, int]:
        rod = ct.Rod.straight(
            1.0, n, stiff, 1.0, mass_per_length=1.0, rotary_inertia=0.1 / stiff,
            start=start, end=end,
        )  # fmt: skip
        found = ct.modes(rod, 1)
        return float(found.angular_frequencies[0]), found.rigid_shapes.shape[1]

    (coarse, one), (fine, two) = lowest(20), lowest(40)
    assert one == two == loose
    better = np.sqrt(fine + (fine - coarse) / 3.0)
    elastic = 20.0 / stiff  # shear and turning of the sections
    assert better == pytest.approx(root, rel=5e-5 + elastic)
