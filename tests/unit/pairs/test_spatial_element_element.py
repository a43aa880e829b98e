"""Elements of pushbelts on each other in space, with angles no belt ever has.

In a belt elements lean by a few milliradians, where a wrong factor t_1 = 0.99999 in a
gap would not be seen.
"""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.plain import plain

from catena.numerics.records import table
from catena.pairs.element_element import ElementFaces, PinCones, Spring
from catena.pairs.spatial_element_element import (
    SPATIAL_NEIGHBOUR,
    SpatialFaces,
    add_spatial_neighbour_forces,
    rocking_place,
    spatial_neighbour_energy,
)
from catena.tables.blocks import Block

pytestmark = plain

FACES = SimpleNamespace(front=1.1e-3, r_rock=8e-3, b_rock=-1.5e-3)


@pytest.mark.parametrize("angle", [-0.05, -1e-3])
def test_a_neighbour_that_leans_forward_rolls_on_the_arc(angle):
    size = 0.97  # of the part of its axis that lies in the plane
    t_1, t_2 = size * math.cos(angle), size * math.sin(angle)
    place = rocking_place(FACES, SimpleNamespace(t_1=t_1, t_2=t_2))
    along = FACES.front - FACES.r_rock * (1.0 - math.cos(angle))
    high = FACES.b_rock + FACES.r_rock * math.sin(angle)
    assert place == pytest.approx((along, high), rel=1e-12)


@pytest.mark.parametrize("t_2", [1e-9, 0.05, 0.9])
def test_one_that_leans_back_is_carried_where_the_arc_ends(t_2):
    place = rocking_place(FACES, SimpleNamespace(t_1=math.sqrt(1 - t_2**2), t_2=t_2))
    assert place == (FACES.front, FACES.b_rock)


WHOLE = SpatialFaces(
    ElementFaces(
        front=1.1e-3, rear=0.7e-3, a_top=0.9e-3, a_bottom=0.8e-3, b_rock=-1.5e-3,
        b_top=4e-3, b_bottom=-6e-3, b_pin=3e-3, r_rock=8e-3, pin_play=2e-5, mu=0.0,
        cones=PinCones(0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0),
        rock=Spring(3e7, 0.0), top=Spring(2e7, 0.0), bottom=Spring(1e7, 0.0),
        pin=Spring(5e6, 0.0),
    ),
    z_rock=9e-3,
)  # fmt: skip


def two_elements(angles):
    """Places and axes of two elements that lie deep in each other."""
    turned = [Rotation.identity(), Rotation.from_euler("xyz", angles)]
    places = np.array([[0.0, 0.0, 0.0], [1.2e-3, 4e-4, -3e-4]])
    return places, [one.as_matrix() for one in turned]


def forces_and_energy(places, axes):
    zero = np.zeros((2, 6))
    q, u, h = np.zeros((2, 7)), zero.copy(), zero.copy()
    q[:, :3] = places
    R = np.array([A.ravel() for A in axes])
    pairs, body = table(SPATIAL_NEIGHBOUR, 2), Block(q, u, h, zero, zero)
    add_spatial_neighbour_forces(WHOLE, body, R, pairs, zero.copy())
    return h, spatial_neighbour_energy(WHOLE, pairs), pairs


ANGLES = [(0.3, 0.2, -0.25), (-0.2, 0.35, 0.1), (0.1, -0.3, 0.4)]


@pytest.mark.parametrize("angles", ANGLES)
def test_gaps_are_distances_of_places_from_the_rear_side_ahead(angles):
    places, axes = two_elements(angles)
    plane, pairs = WHOLE.plane, forces_and_energy(places, axes)[2]
    normal = axes[1][:, 0]
    p_1, p_2 = rocking_place(plane, SimpleNamespace(t_1=normal[0], t_2=normal[1]))
    for name, place in (
        ("g_top", (plane.a_top, plane.b_top, 0.0)),
        ("g_bottom", (plane.a_bottom, plane.b_bottom, 0.0)),
        ("g_rock_0", (p_1, p_2, -WHOLE.z_rock)),
        ("g_rock_1", (p_1, p_2, WHOLE.z_rock)),
    ):
        distance = (places[1] - np.array(place)) @ normal - plane.rear
        assert pairs[0][name] == pytest.approx(distance, abs=1e-15)


@pytest.mark.parametrize("angles", ANGLES)
def test_forces_and_moments_are_slopes_of_the_energy(angles):
    places, axes = two_elements(angles)
    h, _, pairs = forces_and_energy(places, axes)
    pressed = [pairs[0][part] > 0.0 for part in ("rock_0", "rock_1", "top", "bottom")]
    assert sum(pressed) >= 2
    assert pairs[0].pin > 0.0
    way, turn = 1e-9, 1e-7
    for body in range(2):
        for axis in range(3):
            energy = []
            for sign in (1.0, -1.0):
                moved = places.copy()
                moved[body, axis] += sign * way
                energy.append(forces_and_energy(moved, axes)[1])
            slope = (energy[1] - energy[0]) / (2.0 * way)
            assert h[body, axis] == pytest.approx(slope, rel=1e-6, abs=1e-3)
            energy = []
            for sign in (1.0, -1.0):
                leant = list(axes)
                small = sign * turn * np.eye(3)[axis]
                leant[body] = axes[body] @ Rotation.from_rotvec(small).as_matrix()
                energy.append(forces_and_energy(places, leant)[1])
            slope = (energy[1] - energy[0]) / (2.0 * turn)
            assert h[body, 3 + axis] == pytest.approx(slope, rel=1e-6, abs=1e-5)
