"""A belt on its wheel: what dampers and friction take, and what the wheel feels."""

from __future__ import annotations

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.ring_spline import control_points
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.pairs.ring_wheel import (
    PLACES,
    RING_WHEEL,
    WHEEL_CONTACT,
    WHEEL_LOAD,
    book_ring_wheels,
    fill_knot_friction,
    free_knots,
    press_ring_wheel,
    ring_saddles,
    share_forces,
)
from catena.rows.saddle import saddle_slip
from catena.tables.blocks import Block
from catena.tables.state import Cause

pytestmark = plain

KNOTS, RADIUS, DT = 40, 0.1, 1e-5


def pressed(damping: float = 0.0, seed: int = 1) -> tuple[Rows, ...]:
    """A belt around the lower part of an eccentric wheel; both move at random."""
    draws, angle = np.random.default_rng(seed), 2.0 * np.pi * np.arange(KNOTS) / KNOTS
    points = (RADIUS - 5e-4) * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    points[angle > 4.0] *= 1.1  # free there
    q = np.ascontiguousarray(control_points(points).T)
    body_q = np.array([[0.0, 4e-4], [0.0, -3e-4], [0.0, 0.7]])
    body = Block(body_q, draws.normal(size=(3, 2)), np.zeros((3, 2)), np.ones((3, 2)),
                 draws.normal(size=(3, 2)))  # fmt: skip
    body.u[2] *= 10.0
    ring = Block(q, draws.normal(size=(2, KNOTS)), np.zeros((2, KNOTS)),
                 np.full((2, KNOTS), 500.0), draws.normal(size=(2, KNOTS)))  # fmt: skip
    wheels = table(
        RING_WHEEL, 1, body=1, group=1, radius=RADIUS, x=2e-3, y=-1e-3, k=1e6,
        d=damping, onset=1e-6,
    )  # fmt: skip
    rows, contacts = ring_saddles(KNOTS), table(WHEEL_CONTACT, PLACES * KNOTS)
    contacts.wheel, contacts.force, rows.bound = 0, 9.0, 9.0
    free_knots(rows, contacts)
    assert (contacts.wheel < 0).all() and not (contacts.force.any() or rows.bound.any())
    pose = np.array([np.cos(body_q[2]), np.sin(body_q[2])])
    blocks = (body, ring, pose)
    deepest = press_ring_wheel(wheels, 0, contacts, blocks, 0.01, DT)
    return wheels, rows, contacts, blocks, deepest


def centre(blocks: tuple[Block, Block, Floats]) -> complex:
    body, _, pose = blocks
    turn = pose[0, 1] + 1j * pose[1, 1]
    return complex(body.q[0, 1] + 1j * body.q[1, 1] + turn * (2e-3 - 1e-3j))


def fibre(values: Floats) -> Floats:
    """x + i y of knots and middles of spans, in turn, by the cubic spline."""
    z = values[0] + 1j * values[1]
    a, c, d = np.roll(z, 1), np.roll(z, -1), np.roll(z, -2)
    knots, middles = (a + 4.0 * z + c) / 6.0, (a + 23.0 * z + 23.0 * c + d) / 48.0
    return np.stack([knots, middles], axis=1).ravel()


def test_places_press_by_their_depth_and_damp_by_its_rate() -> None:
    _, _, contacts, blocks, deepest = pressed(30.0)
    body, ring, _ = blocks
    away = fibre(ring.q) - centre(blocks)
    depth = RADIUS - np.abs(away)
    touching = contacts.wheel == 0
    assert 20 < touching.sum() < PLACES * KNOTS - 10
    assert touching.tolist() == (depth > 0.0).tolist()
    assert deepest == pytest.approx(depth.max())
    n = away / np.abs(away)
    hub = centre(blocks) - (body.q[0, 1] + 1j * body.q[1, 1])
    moving = body.u[0, 1] + 1j * body.u[1, 1] + 1j * body.u[2, 1] * hub
    against = moving - fibre(ring.u)
    rate = (n.conjugate() * against).real
    along = (n.conjugate() * against).imag
    # the depth before the step: along a chord of the circle, to second order
    way = np.abs(DT * (rate + 0.5 * DT * along**2 / np.abs(away)))
    share = np.where(depth < way, 0.5 + 0.5 * depth / np.maximum(way, 1e-30), 1.0)
    elastic = 1e6 * depth * share
    grown = np.minimum(1.0, depth / 1e-6)
    force = np.maximum(elastic + 30.0 * grown * rate, 0.0)
    assert contacts.press[touching] == pytest.approx(1e6 * depth[touching])
    assert contacts.force[touching] == pytest.approx(force[touching])
    wanted = (force - elastic)[touching]
    assert contacts.damping[touching] == pytest.approx(wanted, abs=1e-9)
    pushed = (force * n)[touching].sum()
    assert body.h[:2, 1] == pytest.approx([-pushed.real, -pushed.imag])
    turning = (force * (hub.conjugate() * n).imag)[touching].sum()
    assert body.h[2, 1] == pytest.approx(-turning)
    assert ring.h.sum(axis=1) == pytest.approx([pushed.real, pushed.imag])
    power = (force * (n.conjugate() * fibre(ring.u)).real)[touching].sum()
    assert float((ring.h * ring.u).sum()) == pytest.approx(power)


def test_forces_of_places_press_the_knots_beside_them() -> None:
    """A middle by halves; where one of both knots is free the other carries all."""
    _, rows, contacts, *_ = pressed()
    contacts.wheel, contacts.force = -1, 0.0
    contacts[6].wheel = contacts[7].wheel = contacts[8].wheel = 0
    contacts[6].force, contacts[7].force, contacts[8].force = 10.0, 4.0, 20.0
    contacts[9].wheel, contacts[9].force = 0, 3.0  # behind the last knot
    contacts[19].wheel, contacts[19].force, contacts[20].wheel = 0, 5.0, 0
    contacts[31].wheel, contacts[31].force = 0, 7.0  # between two free knots
    rows.force = 0.0
    share_forces(rows, contacts)
    wanted = np.zeros(KNOTS)
    wanted[[3, 4, 10]] = 12.0, 25.0, 5.0
    assert rows.force == pytest.approx(wanted)


def test_losses_and_loads_are_those_of_all_forces_on_the_mean_motion() -> None:
    wheels, rows, contacts, blocks, _ = pressed(30.0)
    body, ring, _ = blocks
    curve = np.array([[0.0, 1.0, 5.0], [0.4, 0.3, 0.2]])
    wheels.curve_end = 2
    fill_knot_friction(wheels, curve, rows, contacts, blocks, DT)
    draws = np.random.default_rng(5)
    rubbing = rows.bound > 0.0
    assert 10 < rubbing.sum() < KNOTS
    slips = np.array([saddle_slip(rows, i, body.u, ring.u) for i in range(KNOTS)])
    mu = np.interp(np.abs(slips), curve[0], curve[1])
    assert rows.bound[rubbing] == pytest.approx((mu * rows.force * DT)[rubbing])
    away = fibre(ring.q)[::PLACES] - centre(blocks)
    n = away / np.abs(away)
    half = 0.5 * DT * body.u[2, 1]
    t = 1j * n * (1.0 + 1j * half)  # turned by half a step
    assert (rows.t_x + 1j * rows.t_y)[rubbing] == pytest.approx(t[rubbing], abs=1e-12)
    hub = body.q[0, 1] + 1j * body.q[1, 1]
    arm = (fibre(ring.q)[::PLACES] - hub) * (1.0 + 1j * half)
    lever = (arm.conjugate() * t).imag
    assert rows.l_t[rubbing] == pytest.approx(lever[rubbing], abs=1e-12)
    rows.P = np.where(rubbing, rows.bound * draws.uniform(-1.0, 1.0, KNOTS), 0.0)
    h, loss, P = body.h.copy(), np.zeros((2, len(Cause))), np.full(KNOTS, 9.0)
    loads = table(WHEEL_LOAD, 1)
    before = h.copy()
    book_ring_wheels(wheels, rows, contacts, P, blocks, loads, loss, DT)
    assert P.tolist() == rows.P.tolist()
    mean = np.array([saddle_slip(rows, i, body.mean, ring.mean) for i in range(KNOTS)])
    assert loss[1, Cause.COULOMB] == pytest.approx(-(rows.P * mean)[rubbing].sum())
    at_hub = centre(blocks) - hub
    moving = body.mean[0, 1] + 1j * body.mean[1, 1] + 1j * body.mean[2, 1] * at_hub
    closing = contacts.n_x + 1j * contacts.n_y
    rate = (closing.conjugate() * (moving - fibre(ring.mean))).real
    damped = np.where(contacts.wheel == 0, contacts.damping * rate, 0.0)
    assert loss[1, Cause.CONTACT_DAMPING] == pytest.approx(DT * damped.sum())
    rubbed = np.array([
        (rows.t_x * rows.P).sum(), (rows.t_y * rows.P).sum(), (rows.l_t * rows.P).sum()
    ]) / DT  # fmt: skip
    assert body.h[:, 1] - before[:, 1] == pytest.approx(rubbed)
    # all that the belt does to the wheel: its normal forces were in h before
    felt = [loads[0].f_x, loads[0].f_y, loads[0].torque]
    assert felt == pytest.approx(body.h[:, 1])
    assert not loss[0].any()
