"""Circles on flexible rods: one basis for gap, direction and sliding."""

from __future__ import annotations

import numpy as np
import pytest

import catena as ct
from catena.bodies.rigid_planar import poses_of
from catena.contact.search import fill_directions
from catena.model import Model
from catena.numerics.arrays import Floats
from catena.planar import PlanarSystem, SpringDamper


def ball_on_rod(side: str, start: str, x: float = 0.6) -> tuple[Model, Floats]:
    """A ball beside a bent rod."""
    plan = PlanarSystem()
    rod = ct.Rod.straight(1.0, 6, 1e4, 3.0, mass_per_length=1.0, start=start)
    leaf = plan.rod("leaf", rod)
    above = 0.07 if side == "left" else -0.07
    ball = plan.body("ball", at=(x, above))
    circle = ball.circle(0.05, at=(0.01, 0.0))
    plan.contact("touch", circle, leaf.side(side), SpringDamper(1e4))
    model = plan.build()
    q = model.state.q.copy()
    q[3:] += 0.02 * np.random.default_rng(1).normal(size=q.size - 3)
    return model, q


def row(model: Model, q: Floats) -> tuple[float, Floats, Floats]:
    """Gap, normal and tangent over all velocities."""
    rows = model.start().memory.rows
    fill_directions(model.system.contours, rows, poses_of(q, q.size // 3), q)
    normal, tangent = np.zeros(q.size), np.zeros(q.size)
    used = rows.dof[0] >= 0
    np.add.at(normal, rows.dof[0, used], rows.W_N[0, used])
    np.add.at(tangent, rows.dof[0, used], rows.W_T[0, 0, used])
    return float(rows.g_N[0]), normal, tangent


@pytest.mark.parametrize("x", [0.6, 1.02])
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("start", ["clamped", "free"])
def test_normal_is_the_gradient_of_the_gap(side: str, start: str, x: float) -> None:
    model, q = ball_on_rod(side, start, x)
    _, normal, _ = row(model, q)
    steps = 1e-6 * np.eye(q.size)[3:]  # the ground does not move
    slopes = [(row(model, q + e)[0] - row(model, q - e)[0]) / 2e-6 for e in steps]
    assert np.abs(normal[3:] - slopes).max() < 1e-8


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_rigid_rotation_neither_opens_nor_slides(side: str) -> None:
    model, q = ball_on_rod(side, "free")
    _, normal, tangent = row(model, q)
    u = np.zeros_like(q)
    u[0::3], u[1::3], u[2::3] = -q[1::3], q[0::3], 1.0
    assert abs(normal @ u) < 1e-14
    assert abs(tangent @ u) < 1e-14


def test_gap_and_direction_have_no_jump_at_a_node() -> None:
    model, q = ball_on_rod("left", "free")
    node = q[3 + 3 * 4 : 3 + 3 * 4 + 2]
    ball = q.size - 3
    gaps, heads = [], []
    for x in node[0] + np.linspace(-1e-5, 1e-5, 5):
        q[ball], q[ball + 1] = x - 0.01, node[1] + 0.06
        gap, normal, _ = row(model, q)
        gaps.append(gap)
        heads.append(normal[ball : ball + 2])
    assert np.abs(np.diff(gaps, 2)).max() < 1e-9
    assert np.abs(np.diff(np.array(heads), axis=0)).max() < 1e-3
