"""A body on a ring: friction sticks or slides, and books the energy it takes."""

import numpy as np
import pytest

from catena.jit import lean_kernel
from catena.numerics.records import table
from catena.rows.saddle import (
    SADDLE,
    book_saddles,
    fill_saddle_mass,
    push_saddle,
    relax_saddle,
    saddle_slip,
    start_saddles,
)
from catena.tables.blocks import Block


@lean_kernel
def pushed(rows, body, ring, P):
    push_saddle(rows, 0, body, ring, P)


def relaxed(bound):
    """One body on the span of four points; velocities before and after friction."""
    rng = np.random.default_rng(2)
    body = Block(
        np.zeros((3, 1)), rng.standard_normal((3, 1)), np.zeros((3, 1)),
        np.array([[30.0], [30.0], [4e5]]), np.zeros((3, 1)),
    )  # fmt: skip
    ring = Block(
        np.zeros((2, 4)), rng.standard_normal((2, 4)), np.zeros((2, 4)),
        np.full((2, 4), 200.0), np.zeros((2, 4)),
    )  # fmt: skip
    rows = table(
        SADDLE, 1, p1=1, p2=2, p3=3, t_x=0.6, t_y=0.8, l_t=2e-3, bound=bound,
        w0=0.02, w1=0.48, w2=0.47, w3=0.03,
    )  # fmt: skip
    old, P = (body.u.copy(), ring.u.copy()), np.zeros(1)
    fill_saddle_mass(rows, 0, body, ring)
    start_saddles(rows, P, body, ring)
    relax_saddle(rows, 0, body, ring)
    body.mean[:], ring.mean[:] = 0.5 * (old[0] + body.u), 0.5 * (old[1] + ring.u)
    return rows, body, ring, old, P


def test_one_visit_stops_a_slip_the_load_can_hold():
    """The mass of the row is exact: a lone row needs one visit."""
    rows, body, ring, *_ = relaxed(bound=1e9)
    assert abs(saddle_slip(rows, 0, body.u, ring.u)) < 1e-13


def test_a_slip_too_strong_meets_the_bound():
    rows, body, ring, *_ = relaxed(bound=1e-6)
    assert abs(rows[0].P) == 1e-6
    assert rows[0].P * saddle_slip(rows, 0, body.u, ring.u) < 0.0


@pytest.mark.parametrize("bound", [1e-6, 1e9])
def test_friction_books_the_kinetic_energy_it_takes(bound):
    rows, body, ring, old, P = relaxed(bound)
    taken = 0.0
    for block, before in zip((body, ring), old, strict=True):
        taken += float((0.5 * (before**2 - block.u**2) / block.M_inv).sum())
    assert book_saddles(rows, P, body, ring) == pytest.approx(taken, rel=1e-9)
    assert taken > 0.0
    assert P[0] == rows[0].P


@pytest.mark.parametrize("P", [1.0, -1.0, 1e-3])
def test_an_impulse_pushes_the_body_and_the_ring_back(P):
    body = Block(*(np.zeros((3, 1)) for _ in range(3)),
                 np.array([[30.0], [30.0], [4e5]]), np.zeros((3, 1)))  # fmt: skip
    ring = Block(*(np.zeros((2, 4)) for _ in range(3)), np.full((2, 4), 200.0),
                 np.zeros((2, 4)))  # fmt: skip
    w = np.array([0.02, 0.48, 0.47, 0.03])
    rows = table(SADDLE, 1, p1=1, p2=2, p3=3, t_x=0.6, t_y=0.8, l_t=2e-3, w0=w[0],
                 w1=w[1], w2=w[2], w3=w[3])  # fmt: skip
    pushed(rows, body, ring, P)
    t = np.array([0.6, 0.8])
    assert body.u[:, 0] == pytest.approx([*(30.0 * t * P), 4e5 * 2e-3 * P], rel=1e-14)
    assert ring.u == pytest.approx(-200.0 * P * np.outer(t, w), rel=1e-14)
