"""Flanks and saddles of a belt in space: they stick, slide on a disc, and book it."""

import numpy as np
import pytest
from tests.plain import plain

from catena.numerics.records import table
from catena.rows.flank_force import BELT_LOAD
from catena.rows.spatial_flank import (
    SPATIAL_FLANK,
    book_spatial_flanks,
    fill_flank_mass,
    relax_flank_pair,
    spatial_flank_slip,
    start_spatial_flanks,
)
from catena.rows.spatial_saddle import (
    SPATIAL_SADDLE,
    book_spatial_saddles,
    fill_spatial_saddle_mass,
    relax_saddle_pair,
    spatial_saddle_slip,
    start_spatial_saddles,
)
from catena.tables.blocks import Block

pytestmark = plain

DT = 1e-5
SIN, COS = np.sin(0.19), np.cos(0.19)
RHO = 0.05


def block(shape: tuple[int, int], M_inv: np.ndarray, seed: int) -> Block:
    u = 0.1 * np.random.default_rng(seed).standard_normal(shape)
    zero = np.zeros(shape)
    return Block(zero, u, zero.copy(), np.broadcast_to(M_inv, shape).copy(), u.copy())


def element() -> Block:
    return block((1, 6), np.array([900.0, 900.0, 900.0, 4e7, 3e7, 5e7]), 1)


def kinetic(*blocks: Block) -> float:
    return sum(
        float(0.5 * np.sum(b.u[b.M_inv > 0] ** 2 / b.M_inv[b.M_inv > 0]))
        for b in blocks
    )


def note_means(before: tuple[np.ndarray, ...], *blocks: Block) -> None:
    for old, now in zip(before, blocks, strict=True):
        now.mean[:] = 0.5 * (old + now.u)


def flanks(bound: float) -> np.recarray:
    """One element between both sheaves of a pulley, on the x axis from it."""
    side, arm = np.array([-1.0, 1.0]), 0.012
    rows = table(
        SPATIAL_FLANK, 2, a=0, b=[0, 1], p=0, z=[1, 4], x=[2, 5], y=[3, 6],
        slot=[1, 0], bound=bound, t_y=-1.0, t_1=arm * side, g_x=COS, g_z=SIN * side,
        g_2=arm * side * COS, rho=RHO, s=SIN, d_x=RHO, aspect=1.0,
    )  # fmt: skip
    return rows


def sheaves() -> Block:
    column = np.array([300.0, 1.5, 400.0, 400.0, 1.5, 400.0, 400.0])
    return block((7, 1), column[:, None], 2)


@pytest.mark.parametrize("bound", [1e-6, 10.0])
def test_flanks_in_space_stick_or_slide_and_book_what_they_take(bound: float) -> None:
    rows, body, pulley = flanks(bound), element(), sheaves()
    before, held = (body.u.copy(), pulley.u.copy()), kinetic(body, pulley)
    for i in range(2):
        fill_flank_mass(rows, i, body, pulley)
    P = np.zeros((2, 2))
    start_spatial_flanks(rows, 2, P, body, pulley)
    for _ in range(20_000):
        if relax_flank_pair(rows, 0, body, pulley) < 1e-15:
            break
    slips = [spatial_flank_slip(rows, i, body.u, pulley.u) for i in range(2)]
    sizes = np.hypot(rows.P_t, rows.P_g)
    if bound == 10.0:
        assert np.abs(slips).max() < 1e-9
    else:
        assert sizes == pytest.approx(np.full(2, bound))
        for i, slip in enumerate(slips):  # against the slip
            along = -np.array([rows[i].P_t, rows[i].P_g]) / bound
            assert np.dot(slip, along) == pytest.approx(np.hypot(*slip), rel=1e-6)
    note_means(before, body, pulley)
    belt = table(BELT_LOAD, 2)
    lost = book_spatial_flanks(rows, 2, P, body, pulley, belt, DT)
    assert sum(lost) == pytest.approx(held - kinetic(body, pulley), rel=1e-9)
    assert P[::-1, 0] == pytest.approx(rows.P_t)  # kept by slot
    # what acts on the shaft is what the belt says, and what its speed has changed by
    turned = (pulley.u - before[1])[0, 0] / pulley.M_inv[0, 0] / DT
    assert pulley.h[0, 0] == pytest.approx(turned, rel=1e-9)
    assert belt.torque.sum() == pytest.approx(turned, rel=1e-9)
    for side, z in enumerate(rows.z):
        slid = (pulley.u - before[1])[z, 0] / pulley.M_inv[z, 0] / DT
        assert pulley.h[z, 0] == pytest.approx(slid, rel=1e-9, abs=1e-10)
        assert belt.axial[side] == pytest.approx(slid, rel=1e-9, abs=1e-10)
    pushed = (body.u - before[0])[0, :2] / body.M_inv[0, :2] / DT
    assert [belt.f_x.sum(), belt.f_y.sum()] == pytest.approx(
        -pushed, rel=1e-9, abs=1e-10
    )


def test_flanks_begin_a_step_with_impulses_within_their_bounds() -> None:
    rows, body, pulley = flanks(2e-4), element(), sheaves()
    start_spatial_flanks(rows, 2, np.array([[3.0, 4.0], [1e-5, 0.0]]), body, pulley)
    assert rows[0].P_t == 1e-5
    assert (rows[1].P_t, rows[1].P_g) == pytest.approx((1.2e-4, 1.6e-4))


def saddles(bound: float, across: int) -> np.recarray:
    arm = np.array([-6e-3, 6e-3])
    points = np.array([[0, 5], [1, 6], [2, 7], [3, 8]])
    return table(
        SPATIAL_SADDLE, 2, a=0, p0=points[0], p1=points[1], p2=points[2],
        p3=points[3], across=across, bound=bound, t_x=1.0, t_2=arm, z_z=1.0,
        w0=0.1, w1=0.5, w2=0.35, w3=0.05,
    )  # fmt: skip


@pytest.mark.parametrize("across", [0, 1])
@pytest.mark.parametrize("bound", [1e-6, 10.0])
def test_saddles_in_space_stick_or_slide_and_book_what_they_take(
    bound: float, across: int
) -> None:
    rows, body = saddles(bound, across), element()
    ring = block((3, 10), np.array([2000.0]), 3)
    before, held = (body.u.copy(), ring.u.copy()), kinetic(body, ring)
    momentum = body.u[0, :3] / 900.0 + ring.u.sum(axis=1) / 2000.0
    for i in range(2):
        fill_spatial_saddle_mass(rows, i, body, ring)
    P = np.zeros((2, 2))
    start_spatial_saddles(rows, P, body, ring)
    for _ in range(20_000):
        if relax_saddle_pair(rows, 0, body, ring) < 1e-15:
            break
    slips = np.array([spatial_saddle_slip(rows, i, body.u, ring.u) for i in range(2)])
    if bound == 10.0:
        assert np.abs(slips[:, 0]).max() < 1e-9
        assert (np.abs(slips[:, 1]).max() < 1e-9) == (across == 1)
    else:
        assert np.hypot(rows.P_t, rows.P_z) == pytest.approx(np.full(2, bound))
    assert rows.P_z.any() == (across == 1)
    now = body.u[0, :3] / 900.0 + ring.u.sum(axis=1) / 2000.0
    assert now == pytest.approx(momentum)
    note_means(before, body, ring)
    lost = book_spatial_saddles(rows, P, body, ring)
    assert sum(lost) == pytest.approx(held - kinetic(body, ring), rel=1e-9)
    assert P[:, 0] == pytest.approx(rows.P_t)
