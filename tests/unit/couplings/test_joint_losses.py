"""Pin joints with dampers and friction, tensioners with oil: powers, closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.plain import plain

from catena.couplings.pin_joint import (
    JOINT_LOAD,
    PIN_JOINT,
    add_pin_joints,
    book_pin_joints,
    fill_turn_bounds,
    joint_force,
    pressed_share,
)
from catena.couplings.tensioner import (
    STOP_STIFFNESS,
    TENSIONER,
    add_tensioners,
    next_pressure,
    oil_stiffness,
    push_slopes,
)
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.rows.turn import TURN
from catena.tables.state import Cause

pytestmark = plain

DT = 1e-3


def joints(**more: float) -> Rows:
    """Three joints of two groups between three bodies."""
    return table(
        PIN_JOINT, 3, a=[0, 1, 0], b=[1, 2, 2], group=[1, 1, 0], a_x=[0.3, 0.1, -0.2],
        a_y=0.1, b_x=-0.2, b_y=[0.05, 0.2, -0.1], k=50.0, **more,
    )  # fmt: skip


def motion(seed: int) -> tuple[Floats, Floats, Floats, Floats]:
    draws = np.random.default_rng(seed)
    q, u, mean = draws.normal(size=(3, 3, 3))
    return q, u, mean, np.array([np.cos(q[2]), np.sin(q[2])])


def pushed(rows: Rows, seed: int, u: Floats | None = None) -> tuple[Floats, Rows]:
    q, own, _, pose = motion(seed)
    loads, h = table(JOINT_LOAD, 3), np.zeros((3, 3))
    add_pin_joints(rows, q, own if u is None else u, pose, h, loads)
    return h, loads


@pytest.mark.parametrize("clear", [0.0, 0.3])
@pytest.mark.parametrize("seed", range(3))
def test_losses_are_what_dampers_and_friction_do_to_the_mean_motion(
    seed: int, clear: float
) -> None:
    """All forces less those of springs alone, at the mean velocities."""
    *_, mean, pose = motion(seed)
    springs, _ = pushed(joints(clear=clear), seed)
    for more, cause in (
        ({"d": 4.0}, Cause.CONTACT_DAMPING),
        ({"d_turn": 0.7}, Cause.VISCOUS),
        ({"reach": 0.02, "radius": 0.1, "soft": 0.05}, Cause.COULOMB),
    ):
        rows = joints(clear=clear, **more)
        h, loads = pushed(rows, seed)
        loss = np.zeros((2, len(Cause)))
        book_pin_joints(rows, loads, mean, pose, loss, DT)
        power = float(((h - springs) * mean).sum())
        assert loss.sum() == pytest.approx(-DT * power)
        assert loss[:, cause].sum() == pytest.approx(loss.sum())
        alone = rows[2:].copy()  # a group of its own
        other = np.zeros((2, len(Cause)))
        book_pin_joints(alone, loads[2:], mean, pose, other, DT)
        assert loss[0] == pytest.approx(other[0])


def test_bodies_that_move_as_one_turn_the_distance_of_their_ends() -> None:
    q, *_ = motion(1)
    u = np.array([0.4 - 2.0 * q[1], -0.3 + 2.0 * q[0], np.full(3, 2.0)])
    _, loads = pushed(joints(d=4.0, d_turn=0.7), 1, u)
    for i, row in enumerate(joints()):
        turn = np.exp(1j * q[2])
        a = q[0, row.a] + 1j * q[1, row.a] + turn[row.a] * (row.a_x + 1j * row.a_y)
        b = q[0, row.b] + 1j * q[1, row.b] + turn[row.b] * (row.b_x + 1j * row.b_y)
        parting = 2.0j * (b - a)
        assert [loads[i].l_x, loads[i].l_y] == pytest.approx(
            [4.0 * parting.real, 4.0 * parting.imag]
        )
        assert loads[i].turning == 0.0


@pytest.mark.parametrize("slip", [0.0, 1e-3, 5.0])
def test_smooth_friction_of_a_pin_grows_to_its_bound(slip: float) -> None:
    rows = table(PIN_JOINT, 1, a=0, b=1, k=100.0, reach=0.02, radius=0.1, soft=0.05)
    q, u, h = np.zeros((3, 2)), np.zeros((3, 2)), np.zeros((3, 2))
    q[0, 1], u[2, 1] = 0.3, slip / 0.1
    loads = table(JOINT_LOAD, 1)
    add_pin_joints(rows, q, u, np.array([[1.0, 1.0], [0.0, 0.0]]), h, loads)
    wanted = 0.02 * 30.0 * slip / math.hypot(slip, 0.05)
    assert h[2] == pytest.approx([wanted, -wanted])
    assert h[0] == pytest.approx([30.0, -30.0])
    assert joint_force(loads, 0) == pytest.approx(30.0)
    assert loads[0].peak == pytest.approx(900.0)


def test_set_valued_friction_is_bounded_by_the_joint_force() -> None:
    rows = joints(reach=0.02)
    _, loads = pushed(rows, 4)
    turns = table(TURN, 3)
    fill_turn_bounds(rows, loads, turns, DT)
    sizes = np.hypot(loads.f_x, loads.f_y)
    assert turns.bound == pytest.approx(0.02 * DT * sizes)
    assert [joint_force(loads, i) for i in range(3)] == pytest.approx(sizes)


def test_a_pin_floats_within_its_clearance() -> None:
    rows = table(PIN_JOINT, 1, a=0, b=1, k=100.0, d=5.0, clear=0.2)
    for out, force in ((0.15, 0.0), (0.25, 5.0)):
        q, u, h = np.zeros((3, 2)), np.zeros((3, 2)), np.zeros((3, 2))
        q[0, 1], u[0, 1], loads = out, 0.1, table(JOINT_LOAD, 1)
        add_pin_joints(rows, q, u, np.array([[1.0, 1.0], [0.0, 0.0]]), h, loads)
        damped = 0.5 if force else 0.0
        assert h[0] == pytest.approx([force + damped, -force - damped])
        assert loads[0].elastic == pytest.approx(0.5 * force**2 / 100.0)
        assert pressed_share(0.0, out, 0.2) == pytest.approx(force / 100.0 / out)
    assert pressed_share(0.0, 0.0, 0.0) == 1.0


OIL = {"area": 1e-4, "volume": 2e-6, "bulk": 1e9, "air": 0.01, "relief": 5e6,
       "leak": 2e-12, "supply": 1e5, "lever": 0.2, "stop": 5e-3}  # fmt: skip


def oil_push(angle: float, speed: float, p: float, **more: float) -> tuple[float, ...]:
    """Force, pressure and pawl after a step."""
    rows = table(TENSIONER, 1, **(OIL | more))
    pressure, pawl = np.array([p]), np.zeros(1)
    h, force = np.zeros(1), np.zeros(1)
    add_tensioners(
        rows, pressure, pawl, np.array([angle]), np.array([speed]), h, force, DT
    )
    assert h[0] == pytest.approx(0.2 * force[0])
    return float(force[0]), float(pressure[0]), float(pawl[0])


def test_oil_pushes_by_its_pressure_after_the_step() -> None:
    rows = table(TENSIONER, 1, **OIL)
    for speed in (0.0, -1e-3, 1e-3):
        force, after, _ = oil_push(0.0, speed, 1e6)
        assert after == pytest.approx(next_pressure(rows, 0, 1e6, 0.2 * speed, DT))
        assert force == pytest.approx(1e-4 * after)


def test_a_ratchet_catches_what_has_come_out() -> None:
    force, _, pawl = oil_push(0.06, 0.0, 1e6, ratchet=5e-3)
    assert pawl == pytest.approx(10e-3)  # two teeth of 12 mm
    rows = table(TENSIONER, 1, **(OIL | {"ratchet": 5e-3, "area": 0.0}))
    h, noted = np.zeros(1), np.zeros(1)
    held, still = np.array([20e-3]), np.zeros(1)
    add_tensioners(
        rows, np.zeros(1), held, np.array([0.06]), still, h, noted, DT
    )  # 12 mm out, and the stop stands at 15
    assert noted[0] == pytest.approx(STOP_STIFFNESS * 3e-3)
    assert held[0] == 20e-3
    assert force == pytest.approx(oil_push(0.06, 0.0, 1e6)[0])


@pytest.mark.parametrize("p", [1e6, 5e4, 6e6])
def test_slopes_of_oil_and_stop_are_those_of_the_push(p: float) -> None:
    """Shut in between its valves, oil is a spring that leaks; by differences."""
    rows = table(TENSIONER, 1, **OIL)
    rise, fade = push_slopes(rows, 0, p, 0.0, 0.0)
    if not 1e5 < p < 5e6:
        assert (rise, fade) == (0.0, 0.0)
        return
    brief = 1e-9

    def push(speed: float) -> float:
        return 1e-4 * next_pressure(rows, 0, p, speed, brief)

    way = (push(-1e-3) - push(1e-3)) / (2e-3 * brief)
    assert rise == pytest.approx(way, rel=1e-6)
    assert fade == pytest.approx((1e-4 * p - push(0.0)) / brief, rel=1e-4)
    stiffness = 1e-8 * oil_stiffness(1e9, 0.01, p) / 2e-6
    assert rise == pytest.approx(stiffness)
    pressed, _ = push_slopes(rows, 0, p, 0.0, -6e-3)
    assert pressed == pytest.approx(rise + STOP_STIFFNESS)
    rows.ratchet = 1e-3  # the pawl has moved the stop
    assert push_slopes(rows, 0, p, 4e-3, -2e-3)[0] == pytest.approx(pressed)
    assert push_slopes(rows, 0, p, 4e-3, -0.5e-3)[0] == pytest.approx(rise)
