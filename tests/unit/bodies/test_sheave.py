"""Hubs of sheaves: moments are gradients, gyroscopic ones do no work."""

import numpy as np
import pytest
from tests.unit.rows.discs import pulley_table

from catena.bodies.sheave import Compliance, add_hub_forces, hub_damping, hub_energy

Q = np.array([[0.3], [2e-3], [1e-3], [-2e-3]])
U = np.array([[200.0], [0.02], [0.3], [-0.1]])
M_INV = np.array([[20.0], [0.5], [80.0], [80.0]])


def forces(u=U, mean=None, M_inv=M_INV, compliance=Compliance.TILTING):
    h, sheaves = np.zeros((4, 1)), pulley_table(compliance)
    add_hub_forces(sheaves, Q, u, h)
    return h[:, 0], hub_damping(sheaves, u, u if mean is None else mean, M_inv)


def test_moments_at_rest_are_gradients_of_the_energy():
    sheaves, (h, power) = pulley_table(), forces(u=np.zeros((4, 1)))
    assert power == 0.0 and h[0] == h[1] == 0.0
    for i in (2, 3):
        energy = []
        for way in (1e-7, -1e-7):
            moved = Q.copy()
            moved[i] += way
            energy.append(hub_energy(sheaves, moved))
        assert h[i] == pytest.approx(-(energy[0] - energy[1]) / 2e-7, rel=1e-6)


def test_only_damping_takes_power():
    """Gyroscopic moments do no work: power is what damping takes."""
    h, power = forces()
    still, _ = forces(u=np.zeros((4, 1)))
    assert power == pytest.approx(-float((h - still) @ U[:, 0]), rel=1e-12)
    assert power > 0.0


def test_damping_is_booked_with_the_motion_on_which_it_works():
    """Forces of the velocities before a step, on the mean ones; all else rests."""
    mean = np.array([[0.0], [0.05], [-0.2], [0.4]])
    unspun = U * np.array([[0.0], [1.0], [1.0], [1.0]])
    h, power = forces(unspun, mean)
    still, _ = forces(u=np.zeros((4, 1)))
    assert power == pytest.approx(-float((h - still) @ mean[:, 0]), rel=1e-12)


def test_a_groove_that_a_stop_moves_loses_nothing():
    held = M_INV.copy()
    held[1] = 0.0
    assert forces()[1] - forces(M_inv=held)[1] == pytest.approx(30.0 * 0.02**2)


def test_rigid_sheaves_have_no_hub():
    h, _ = forces(compliance=Compliance.RIGID)
    assert h[2] == h[3] == 0.0
