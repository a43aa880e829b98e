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
    book_spatial_neighbours,
    fill_spatial_edges,
    rocking_place,
    spatial_neighbour_energy,
)
from catena.pairs.spatial_neighbour import relative
from catena.rows.spatial_edge import edge_table
from catena.rows.spatial_pair import pair_rate
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


@pytest.mark.parametrize("angles", ANGLES)
def test_dampers_are_booked_with_what_they_add(angles):
    """Forces less the elastic ones, on any mean motion; none of them drives."""
    places, axes = two_elements(angles)
    draws = np.random.default_rng(6)
    u, mean = draws.normal(size=(2, 2, 6))
    R = np.array([A.ravel() for A in axes])
    q = np.zeros((2, 7))
    q[:, :3] = places
    plane = WHOLE.plane
    springs = {
        name: getattr(plane, name)._replace(d=8.0)
        for name in ("rock", "top", "bottom", "pin")
    }
    damped = WHOLE._replace(plane=plane._replace(**springs))
    found = []
    for faces in (WHOLE, damped):
        h, damping = np.zeros((2, 6)), np.zeros((2, 6))
        body = Block(q, u, h, np.zeros((2, 6)), mean)
        add_spatial_neighbour_forces(
            faces, body, R, table(SPATIAL_NEIGHBOUR, 2), damping
        )
        found.append((h, damping))
    (elastic, none), (h, damping) = found
    assert not none.any()
    assert h - elastic == pytest.approx(damping, abs=1e-12 * np.abs(h).max())
    assert float((damping * u).sum()) < 0.0
    booked = book_spatial_neighbours(damping, mean, 1e-3)
    assert booked == pytest.approx(-1e-3 * float((damping * mean).sum()))


@pytest.mark.parametrize("angles", ANGLES)
def test_friction_rows_are_slips_of_two_places_on_the_rear_side_ahead(angles):
    """Outwards and across there, left and right; each with half of top and bottom."""
    places, axes = two_elements(angles)
    R = np.array([A.ravel() for A in axes])
    q, pairs, edges = np.zeros((2, 7)), table(SPATIAL_NEIGHBOUR, 2), edge_table(2)
    q[:, :3] = places
    pairs.rock_0, pairs.rock_1 = [10.0, 20.0], [30.0, 40.0]
    pairs.top, pairs.bottom = [4.0, 8.0], [0.0, 6.0]
    faces = WHOLE._replace(plane=WHOLE.plane._replace(mu=0.2))
    body = Block(q, *(np.zeros((2, 6)) for _ in range(4)))
    fill_spatial_edges(faces, body, R, pairs, edges, 1e-5)
    assert edges.row.bound == pytest.approx(2e-6 * np.array([12.0, 32.0, 27.0, 47.0]))
    u = np.random.default_rng(8).normal(size=(2, 6))
    for i, row in enumerate(edges.row):
        k, j = i // 2, 1 - i // 2
        assert (row.a, row.b) == (j, k)
        o = relative(q, u, R, k, j)
        own = np.array([*rocking_place(faces.plane, o), (2 * (i % 2) - 1) * 9e-3])
        place = places[k] + axes[k] @ own
        speeds = [
            u[m, :3] + np.cross(axes[m] @ u[m, 3:], place - places[m]) for m in (j, k)
        ]
        for e in range(2):
            slip = axes[j][:, 1 + e] @ (speeds[0] - speeds[1])
            assert pair_rate(edges, i, e, u) == pytest.approx(slip)


@pytest.mark.parametrize("apart", [0.0, 3e-3])
def test_contacts_that_are_open_press_nobody(apart):
    """Each by its stiffness times its gap, half the rocking edge on either side."""
    places, axes = two_elements(ANGLES[0])
    places[1] = places[1] + apart * axes[1][:, 0]
    _, _, pairs = forces_and_energy(places, axes)
    plane = WHOLE.plane
    for name, gap, spring in (
        ("rock_0", "g_rock_0", plane.rock), ("rock_1", "g_rock_1", plane.rock),
        ("top", "g_top", plane.top), ("bottom", "g_bottom", plane.bottom),
    ):  # fmt: skip
        wanted = spring.k * np.maximum(-pairs[gap], 0.0)
        assert pairs[name] == pytest.approx(wanted)
    assert min(pairs[name].min() for name in ("rock_0", "rock_1", "top")) == 0.0
