"""An element in space on round rings: forces are slopes, dampers say what they take."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.rigid_spatial import advance_rigid, fill_rotations
from catena.laws.ring_tracking import ring_tracking
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.pairs.element_ring import ElementSaddle
from catena.pairs.spatial_element_ring import (
    SpatialSaddle,
    add_spatial_saddle_forces,
    spatial_saddle_energy,
)
from catena.rows.spatial_saddle import SPATIAL_SADDLE, spatial_saddle_slip
from catena.tables.blocks import Block

pytestmark = plain

SPANS, RADIUS, Z, HALF = 24, 0.05, 7e-3, 1e-4
DT = 1e-6
PLANE = ElementSaddle(
    along=1e-3, level=2e-3, half_ring=HALF, ear_play=2e-4, k=1e7, d=0.0, mu=0.1,
    bilateral=0,
)  # fmt: skip
FLAT = SpatialSaddle(
    PLANE, z=Z, tracking=ring_tracking(1e-3, 0.5, 20.0), d_z=0.0, crown=0.0, EI_t=0.0,
    width=8e-3, l_0=2.0 * np.pi * RADIUS / SPANS, spans=SPANS,
)  # fmt: skip
KINDS = {
    "on the saddle": (FLAT, 2e-6, 0.0),
    "at the ear": (FLAT, -2.1e-4, 0.0),
    "held both ways": (FLAT._replace(plane=PLANE._replace(bilateral=1)), -3e-6, 0.0),
    "crowned": (FLAT._replace(crown=2.0, EI_t=1e-3), 2e-6, 0.0),
    "twisted": (FLAT, 4e-6, 3e-4),
    "twisted, lifted at one end": (FLAT, 1e-6, 2e-3),
    "twisted and held": (FLAT._replace(plane=PLANE._replace(bilateral=1)), 2e-6, 3e-4),
}
"""Law, how deep the ring lies, how far it twists."""


class Ridden(NamedTuple):
    """An element between its two rings, at the angle 0.7 around the pulley."""

    saddle: SpatialSaddle
    rows: Rows
    body: Block
    ring: Block
    twist: Block
    place: Floats

    def rotation(self) -> Floats:
        R = np.zeros((1, 9))
        fill_rotations(self.body.q, R)
        return R

    def forces(self) -> float:
        """All forces anew; the power of damping."""
        for block in (self.body, self.ring, self.twist):
            block.h[:] = 0.0
        blocks = self.body, self.ring, self.twist
        R = self.rotation()
        where = self.place, DT
        return float(
            add_spatial_saddle_forces(self.saddle, self.rows, *blocks, R, *where)
        )

    def energy(self) -> float:
        """Stored once the places on the rings are found."""
        for _ in range(4):
            self.forces()
        return float(spatial_saddle_energy(self.saddle, self.rows))


def blocks(q: Floats, shape: tuple[int, ...], M_inv: float) -> Block:
    return Block(
        q, np.zeros(shape), np.zeros(shape), np.full(shape, M_inv), np.zeros(shape)
    )


def ridden(kind: str, seed: int = 0) -> Ridden:
    """Rings off the middle of their saddles; the element leans a little."""
    saddle, deep, phi = KINDS[kind]
    points = 2.0 * np.pi * np.arange(SPANS) / SPANS
    # the spline runs inside its control points by a share that a circle keeps
    share = (2.0 + np.cos(2.0 * np.pi / SPANS)) / 3.0
    ring_q = np.zeros((3, 2 * SPANS))
    for side, z in enumerate((-Z, Z)):
        own = slice(side * SPANS, (side + 1) * SPANS)
        ring_q[0, own] = RADIUS / share * np.cos(points)
        ring_q[1, own] = RADIUS / share * np.sin(points)
        ring_q[2, own] = z + 4e-4
    at = 0.7
    out = np.array([np.cos(at), np.sin(at)])
    run = np.array([np.sin(at), -np.cos(at)])  # outwards is (-run_y, run_x)
    centre = out * (RADIUS - HALF + deep - 2e-3) - run * 1e-3
    half = 0.5 * np.arctan2(run[1], run[0])
    lean = 2e-4 * np.random.default_rng(seed).normal(size=3)
    q = np.zeros((1, 7))
    q[0, :2] = centre
    q[0, 3], q[0, 6] = np.cos(half), np.sin(half)
    body = blocks(q, (1, 6), 30.0)
    if "twisted" not in kind:  # else the ring would part from a rolled saddle
        R = np.zeros((1, 9))
        fill_rotations(q, R)
        advance_rigid(q, np.array([[0.0, 0.0, 0.0, *(0.1 * lean)]]), R, 1.0)
    backwards = ring_q.reshape(3, 2, SPANS)[:, :, ::-1].reshape(3, -1)
    ring = blocks(np.ascontiguousarray(backwards), (3, 2 * SPANS), 200.0)
    turns = 2 * SPANS if "twisted" in kind else 0
    twist = blocks(np.full((1, turns), phi), (1, turns), 1e6)
    rows = table(SPATIAL_SADDLE, 2, across=1)
    spot = (2.0 * np.pi - at) / (2.0 * np.pi) * SPANS - 1.0
    made = Ridden(saddle, rows, body, ring, twist, np.full(2, spot))
    for _ in range(4):
        made.forces()
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_forces_are_the_slopes_of_the_energy(kind: str) -> None:
    one = ridden(kind)
    one.forces()
    found = [block.h.copy() for block in (one.body, one.ring, one.twist)]
    gaps = one.rows.gap.copy()
    assert np.abs(found[0]).max() > 1.0

    def slope(change: object, size: float) -> float:
        assert callable(change)
        change(size)
        high = one.energy()
        change(-2.0 * size)
        low = one.energy()
        change(size)
        return (high - low) / (2.0 * size)

    for axis in range(6):
        way = np.zeros((1, 6))
        way[0, axis] = 1.0

        def move(size: float, way: Floats = way) -> None:
            advance_rigid(one.body.q, size * way, one.rotation(), 1.0)

        size = 1e-8 if axis < 3 else 1e-6
        wanted = -slope(move, size)
        assert found[0][0, axis] == pytest.approx(wanted, rel=2e-3, abs=2e-3), axis
    loaded = np.argsort(-np.abs(found[1][1]))[:3]
    for k in np.ndindex(3, 3):
        point = (k[0], int(loaded[k[1]]))

        def bend(size: float, point: tuple[int, int] = point) -> None:
            one.ring.q[point] += size

        wanted = -slope(bend, 1e-8)
        assert found[1][point] == pytest.approx(wanted, rel=2e-3, abs=2e-3), point
    for knot in np.flatnonzero(found[2]):

        def turn(size: float, knot: int = knot) -> None:
            one.twist.q[0, knot] += size

        assert found[2][0, knot] == pytest.approx(-slope(turn, 1e-6), rel=1e-3)
    assert one.rows.gap == pytest.approx(gaps, abs=1e-12)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(2))
def test_dampers_take_the_power_they_say(kind: str, seed: int) -> None:
    """What they add to all forces, at the velocities of element, rings and twist."""
    one, draws = ridden(kind, seed), np.random.default_rng(seed)
    for block, size in ((one.body, 1e-2), (one.ring, 1e-2), (one.twist, 1.0)):
        block.u[:] = size * draws.normal(size=block.u.shape)
    elastic_power = one.forces()
    assert elastic_power == 0.0
    before = [block.h.copy() for block in (one.body, one.ring, one.twist)]
    law = one.saddle
    damped = one._replace(saddle=law._replace(plane=law.plane._replace(d=3.0), d_z=2.0))
    power = damped.forces()
    taken = 0.0
    for block, h in zip((one.body, one.ring, one.twist), before, strict=True):
        taken -= float(((block.h - h) * block.u).sum())
    assert taken > 0.0
    assert power == pytest.approx(taken, rel=1e-9)


def test_rings_are_drawn_back_by_the_law_of_their_offset() -> None:
    one = ridden("on the saddle")
    law = one.saddle.tracking
    assert one.rows.offset == pytest.approx([4e-4, 4e-4], abs=5e-6)
    assert law.half == 5e-4
    for row in one.rows:
        size = law.a_1 * row.offset + law.a_2 * row.offset**2 + law.a_3 * row.offset**3
        assert row.side_force == pytest.approx(-size)
        assert row.force == pytest.approx(-1e7 * row.gap)
        assert row.bound == pytest.approx(0.1 * row.force * DT)
    assert one.body.h[0, 2] == pytest.approx(-one.rows.side_force.sum(), rel=1e-3)


def test_slip_is_that_of_the_saddle_beneath_the_fibre() -> None:
    """Along the ring and across it, by the velocity of the place on the element."""
    one, draws = ridden("on the saddle"), np.random.default_rng(4)
    u, v = draws.normal(size=(1, 6)), draws.normal(size=(3, 2 * SPANS))
    R = one.rotation().reshape(3, 3)
    for i, row in enumerate(one.rows):
        weights = np.array([row.w0, row.w1, row.w2, row.w3])
        assert weights.sum() == pytest.approx(1.0)
        at = [row.p0, row.p1, row.p2, row.p3]
        fibre, moving = one.ring.q[:, at] @ weights, v[:, at] @ weights
        arm = R.T @ (fibre - one.body.q[0, :3])
        z = R[:, 2]
        t = np.array([row.t_x, row.t_y, row.t_z])
        own = np.array([1e-3, 2e-3, arm[2]])  # saddle, below the fibre
        speed = u[0, :3] + R @ np.cross(u[0, 3:], own)
        across = u[0, :3] + R @ np.cross(u[0, 3:], [1e-3, 2e-3, 0.0])
        found = spatial_saddle_slip(one.rows, i, u, v)
        assert found[0] == pytest.approx(t @ (speed - moving), rel=1e-6)
        assert found[1] == pytest.approx(z @ (across - moving), rel=1e-2)
        assert t @ z == pytest.approx(0.0, abs=1e-9)
        assert np.linalg.norm(t) == pytest.approx(1.0)
        normal = np.cross(z, t)
        out = fibre[:2] / np.linalg.norm(fibre[:2])
        assert normal[:2] @ out == pytest.approx(1.0, abs=1e-4)


def test_an_element_that_has_lost_its_place_is_told() -> None:
    one = ridden("on the saddle")
    one.place[1] = np.nan
    assert np.isnan(one.forces())
    one.place[1] = SPANS
    assert np.isnan(one.forces())


@pytest.mark.parametrize("slope", [0.02, -0.05])
def test_rings_that_climb_are_met_at_one_place(slope: float) -> None:
    """Gap and offset are those of the very place on the ring that friction acts on."""
    one = ridden("on the saddle")
    angle = 2.0 * np.pi * np.arange(SPANS)[::-1] / SPANS
    for side in range(2):  # across, over the angle around the pulley
        own = slice(side * SPANS, (side + 1) * SPANS)
        one.ring.q[2, own] += slope * RADIUS * np.sin(angle - 0.7)
    one.place[:] += 0.2  # where it was a step ago
    one.forces()
    R = one.rotation().reshape(3, 3)
    for i, row in enumerate(one.rows):
        weights = np.array([row.w0, row.w1, row.w2, row.w3])
        fibre = one.ring.q[:, [row.p0, row.p1, row.p2, row.p3]] @ weights
        own = R.T @ (fibre - one.body.q[0, :3]) - [1e-3, 2e-3, Z * (2 * i - 1)]
        assert row.offset == pytest.approx(own[2], abs=1e-12)
        assert abs(slope * 0.2 * 2.0 * np.pi * RADIUS / SPANS) > 1e-5
