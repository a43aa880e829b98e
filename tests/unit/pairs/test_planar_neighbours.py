"""Elements on each other in the plane, in any place: slopes, dampers, friction rows."""

from __future__ import annotations

import numpy as np
import pytest
from tests.plain import plain

from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.pairs.element_element import (
    NEIGHBOUR,
    ElementFaces,
    PinCones,
    Spring,
    add_neighbour_forces,
    book_neighbours,
    fill_edges,
    neighbour_energy,
)
from catena.rows.planar import PLANAR, planar_rate, planar_slip
from catena.tables.blocks import Block

pytestmark = plain

NO_CONES = PinCones(0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0)
CONES = PinCones(
    8e-4, 9e-4, 7e-4, 9.2e-4, np.sin(0.2), np.cos(0.2), np.sin(0.15), np.cos(0.15)
)
FACES = ElementFaces(
    front=1.1e-3, rear=0.7e-3, a_top=0.9e-3, a_bottom=0.8e-3, b_rock=-1.5e-3,
    b_top=4e-3, b_bottom=-6e-3, b_pin=3e-3, r_rock=8e-3, pin_play=2e-5, mu=0.2,
    cones=NO_CONES, rock=Spring(3e7, 0.0), top=Spring(2e7, 0.0),
    bottom=Spring(1e7, 0.0), pin=Spring(5e6, 0.0),
)  # fmt: skip
DAMPED = FACES._replace(
    rock=Spring(3e7, 9.0), top=Spring(2e7, 7.0), bottom=Spring(1e7, 5.0),
    pin=Spring(5e6, 3.0),
)  # fmt: skip


def pair(seed: int) -> Block:
    """Two elements in each other, whichever runs ahead of the other."""
    draws = np.random.default_rng(seed)
    q = np.zeros((3, 2))
    turn = draws.uniform(0.0, 6.0)
    way = 1.2e-3 + 4e-4j * draws.choice([-1, 1])
    place = way * np.exp(1j * turn)
    q[:, 1] = place.real, place.imag, turn + draws.uniform(-0.2, 0.2)
    q[2, 0] = turn
    u = draws.normal(size=(3, 2)) * [[1.0], [1.0], [100.0]]
    mean = draws.normal(size=(3, 2)) * [[1.0], [1.0], [100.0]]
    return Block(q, u, np.zeros((3, 2)), np.ones((3, 2)), mean)


def forces(
    faces: ElementFaces, body: Block, q: Floats | None = None
) -> tuple[Floats, Floats, Rows]:
    """All forces, those of dampers, and what passes between the two."""
    at = body.q if q is None else q
    pose, pairs = np.array([np.cos(at[2]), np.sin(at[2])]), table(NEIGHBOUR, 2)
    damping, h = np.zeros((3, 2)), np.zeros((3, 2))
    add_neighbour_forces(faces, body._replace(q=at, h=h), pose, pairs, damping)
    return h, damping, pairs


@pytest.mark.parametrize("cones", [NO_CONES, CONES])
@pytest.mark.parametrize("seed", range(6))
def test_forces_are_slopes_of_the_energy(seed: int, cones: PinCones) -> None:
    faces, body = FACES._replace(cones=cones), pair(seed)
    h, damping, pairs = forces(faces, body)
    assert not damping.any()

    def energy(q: Floats) -> float:
        return float(neighbour_energy(faces, forces(faces, body, q)[2]))

    assert energy(body.q) > 0.0
    for place in np.ndindex(3, 2):
        step, size = np.zeros((3, 2)), 1e-8 if place[0] < 2 else 1e-6
        step[place] = size
        slope = (energy(body.q + step) - energy(body.q - step)) / (2.0 * size)
        assert h[place] == pytest.approx(-slope, rel=1e-5, abs=1e-3 * np.abs(h).max())
    for name in ("rock", "top", "bottom"):
        spring = getattr(faces, name)
        pressed = spring.k * np.maximum(-pairs[f"g_{name}"], 0.0)
        assert pairs[name] == pytest.approx(pressed)
    if cones is NO_CONES:
        assert pairs.e_pin == pytest.approx(0.5 * pairs.pin**2 / 5e6)


@pytest.mark.parametrize("cones", [NO_CONES, CONES])
@pytest.mark.parametrize("seed", range(3))
def test_dampers_add_what_is_booked_and_never_let_a_contact_pull(
    seed: int, cones: PinCones
) -> None:
    body = pair(seed)
    elastic, _, _ = forces(FACES._replace(cones=cones), body)
    h, damping, pairs = forces(DAMPED._replace(cones=cones), body)
    assert h - elastic == pytest.approx(damping, abs=1e-9 * np.abs(h).max())
    assert damping.any()
    assert float((damping * body.u).sum()) < 0.0  # at the speeds that they felt
    booked = book_neighbours(damping, body.mean, 1e-3)
    assert booked == pytest.approx(-1e-3 * float((damping * body.mean).sum()))
    fast = body._replace(u=1e6 * body.u)
    _, _, pairs = forces(DAMPED._replace(cones=cones), fast)
    assert min(pairs.rock.min(), pairs.top.min(), pairs.bottom.min()) >= 0.0


@pytest.mark.parametrize("seed", range(4))
def test_friction_acts_in_the_rear_side_ahead_at_the_rocking_edge(seed: int) -> None:
    """Slip is that of both bodies at one place, bounded by all normal forces."""
    body, dt = pair(seed), 1e-5
    _, _, pairs = forces(FACES, body)
    edges = table(PLANAR, 2, a=[1, 0], b=[0, 1])
    pose = np.array([np.cos(body.q[2]), np.sin(body.q[2])])
    fill_edges(FACES, body, pose, pairs, edges, dt)
    u = np.random.default_rng(seed).normal(size=(3, 2))
    for k in range(2):
        j, a, b = 1 - k, edges[k].a, edges[k].b
        assert (a, b) == (j, k)
        ahead, own = np.exp(1j * body.q[2, j]), np.exp(1j * body.q[2, k])
        leans_back = (own.conjugate() * ahead).imag > 0.0
        edge = own * (1.1e-3 - 1.5e-3j)
        if not leans_back:
            edge = own * (1.1e-3 - 8e-3 - 1.5e-3j) + 8e-3 * ahead
        place = body.q[0, k] + 1j * body.q[1, k] + edge
        centre = body.q[0] + 1j * body.q[1]
        speed = u[0] + 1j * u[1] + 1j * u[2] * (place - centre)
        against = speed[j] - speed[k]
        tangent = 1j * ahead
        assert planar_slip(edges, k, a, b, u) == pytest.approx(
            (tangent.conjugate() * against).real
        )
        normal = np.array([edges[k].n_x, edges[k].n_y])
        assert normal == pytest.approx([ahead.real, ahead.imag])
        assert planar_rate(edges, k, a, b, 0.0 * u) == 0.0
        load = pairs[k].rock + pairs[k].top + pairs[k].bottom
        assert edges[k].bound == pytest.approx(0.2 * load * dt)


def test_the_least_distance_of_neighbours_is_told() -> None:
    body = pair(1)
    pose = np.array([np.cos(body.q[2]), np.sin(body.q[2])])
    args = body, pose, table(NEIGHBOUR, 2), np.zeros((3, 2))
    ahead = pose[0] + 1j * pose[1]
    way = np.diff(body.q[0])[0] + 1j * np.diff(body.q[1])[0]
    apart = [(ahead[j].conjugate() * w).real for j, w in ((1, way), (0, -way))]
    wanted = min(apart) - FACES.rear
    assert add_neighbour_forces(FACES, *args) == pytest.approx(wanted)
