"""Conical pins in conical holes: gradients, play, and pins that have left."""

import numba
import numpy as np
import pytest
from tests.unit.integrators.steps.belts import drive
from tests.unit.integrators.steps.spatial_belts import advanced, spatial_drive

from catena.bodies.rigid_spatial import advance_rigid, fill_rotations
from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.integrators.steps.pushbelt_samples import Total
from catena.jit import lean_kernel
from catena.pairs.element_element import hold_cones
from catena.pairs.spatial_neighbour import relative
from catena.pairs.spatial_pin import hold_pin
from catena.tables.blocks import Block

CONES = {"enhancements": {"pin": "cones"}}


@pytest.fixture(scope="module")
def faces():
    found = build(spec_from(drive(**CONES))).system.faces
    return found._replace(pin=found.pin._replace(d=0.0))


def block(q, width):
    shape = (q.shape[0], 6) if width == 6 else q.shape
    return Block(q, *(np.zeros(shape) for _ in range(4)))


@lean_kernel
def planar_pin(faces, body, pose, damping):
    return hold_cones(faces, body, pose, damping, 0, 1)


@lean_kernel
def spatial_pin(faces, body, R, damping):
    o = relative(body.q, body.u, R, 0, 1)
    return hold_pin(faces, o, body, R, damping, (0, 1))


def flat_pair(faces, x=0.0, y=0.0, turn=0.0, at=0.3):
    """Two elements along a line at an angle, the second moved and turned."""
    c, s = np.cos(at), np.sin(at)
    way = faces.front + faces.rear + x
    return np.array([[0.0, way * c - y * s], [0.0, way * s + y * c], [at, at + turn]])


def in_plane(faces, q):
    """Forces (3, 2), the force on the pin, and its energy."""
    body = block(q, 3)
    pose = np.array([np.cos(q[2]), np.sin(q[2])])
    force, energy = planar_pin(faces, body, pose, np.zeros((3, 2)))
    return body.h, force, energy


def in_space(faces, q):
    body, R = block(q, 6), np.zeros((2, 9))
    fill_rotations(q, R)
    force, _, energy = spatial_pin(faces, body, R, np.zeros((2, 6)))
    return body.h, force, energy


def lifted(flat):
    q = np.zeros((2, 7))
    q[:, :2] = flat[:2].T
    q[:, 3], q[:, 6] = np.cos(0.5 * flat[2]), np.sin(0.5 * flat[2])
    return q


def turned(q, way):
    other, R = q.copy(), np.zeros((2, 9))
    fill_rotations(other, R)
    advance_rigid(other, way, R, 1.0)
    return other


@pytest.mark.parametrize("y", [-1.2e-4, 1.2e-4, 2e-4])
@pytest.mark.parametrize("turn", [0.0, -0.02])
@pytest.mark.parametrize("x", [0.0, 1e-4])
def test_planar_forces_are_gradients_and_those_of_space(faces, x, y, turn):
    q = flat_pair(faces, x, y, turn)
    h, _, energy = in_plane(faces, q)
    assert energy > 0.0
    for i in range(3):
        for k in range(2):
            way = 1e-9 if i < 2 else 1e-7
            ahead, behind = q.copy(), q.copy()
            ahead[i, k] += way
            behind[i, k] -= way
            slope = in_plane(faces, ahead)[2] - in_plane(faces, behind)[2]
            assert h[i, k] == pytest.approx(-slope / (2 * way), rel=1e-5, abs=1e-4)
    found, _, same = in_space(faces, lifted(q))
    assert same == pytest.approx(energy, rel=1e-9)
    assert found[:, [0, 1, 5]] == pytest.approx(h.T, rel=1e-9, abs=1e-9)
    assert np.abs(found[:, 2:5]).max() < 1e-12


def test_walls_push_the_elements_apart(faces):
    h, force, _ = in_plane(faces, flat_pair(faces, y=-1.2e-4))
    assert force > 0.0  # the pin is above the middle and lifts the element ahead
    along = np.array([np.cos(0.3), np.sin(0.3)]) @ h[:2, 1]
    cones = faces.cones
    slopes = cones.sin_h / cones.cos_h, cones.sin_p / cones.cos_p
    assert along / force == pytest.approx(np.mean(slopes), rel=0.2)


@pytest.mark.parametrize("x", [1e-4, 3e-4])
def test_the_play_grows_as_elements_part(faces, x):
    """Up to contact by bisection: radii of hole and pin at the depth they have left."""
    cones = faces.cones

    def play(x):
        low, high = 0.0, 1e-3
        for _ in range(40):
            middle = 0.5 * (low + high)
            if in_plane(faces, flat_pair(faces, x, middle))[2] > 0.0:
                high = middle
            else:
                low = middle
        return low

    grown = x * min(cones.sin_h / cones.cos_h, cones.sin_p / cones.cos_p)
    assert play(0.0) == pytest.approx(faces.pin_play, abs=1e-9)
    assert play(x) - play(0.0) >= grown - 1e-9


def test_a_pin_that_has_left_is_free(faces):
    out = faces.cones.length + 1e-6
    assert in_plane(faces, flat_pair(faces, out, 5e-4))[2] == 0.0
    assert in_space(faces, lifted(flat_pair(faces, out, 5e-4)))[2] == 0.0


@pytest.mark.parametrize("lean", [1e-3, 0.02])
def test_forces_in_space_are_gradients_to_the_square_of_the_angle(faces, lean):
    q = lifted(flat_pair(faces, 5e-5, 6e-5))
    way = np.zeros((2, 6))
    way[1] = [0.0, 0.0, 1.1e-4, lean, -0.7 * lean, 0.5 * lean]
    q = turned(q, way)
    h, _, energy = in_space(faces, q)
    assert energy > 0.0
    size = np.abs(h[:, :3]).max()
    for k in range(2):
        for i in range(6):
            lever = 1.0 if i < 3 else 3e-3
            way = np.zeros((2, 6))
            way[k, i] = 1e-9 / lever
            slope = in_space(faces, turned(q, way))[2]
            slope -= in_space(faces, turned(q, -way))[2]
            wanted = -slope / (2e-9 / lever)
            near = (1e-4 + 5.0 * lean**2) * size * lever
            assert h[k, i] == pytest.approx(wanted, abs=near), (k, i)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_a_belt_with_conical_pins_stays_symmetric_and_closes_its_ledger():
    made = build(spec_from(spatial_drive(**CONES)))
    begin, _, first = advanced(made, 1000)
    end, _, last = advanced(made, 500, begin)
    gained = last.total[-1, Total.STORED] - first.total[-1, Total.STORED]
    put_in = end.ledger.input_work.sum() - begin.ledger.input_work.sum()
    lost = end.ledger.loss.sum() - begin.ledger.loss.sum()
    assert put_in - lost == pytest.approx(gained, abs=0.005 * lost)
    assert not end.q[: 7 * 60].reshape(60, 7)[:, [2, 4, 5]].any()
