"""Rows at random places: what an impulse does is what the slip says, transposed.

The slip is linear in the velocities, ``J u``; an impulse P must change them by
``M_inv J^T P``, steps of projections are those of ``J M_inv J^T``, and losses are
impulses times mean slips.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.plain import plain
from tests.unit.rows.drawn_rows import drawn

from catena.bodies.sheave_spatial import SPATIAL_SHEAVE
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.rows.flank import (
    FLANK,
    book_flanks,
    fill_drags,
    fill_mass,
    flank_slip,
    push_flank,
    push_shafts,
    relax_flank,
    start_flank,
)
from catena.rows.flank_force import BELT_LOAD
from catena.rows.saddle import (
    SADDLE,
    fill_saddle_mass,
    push_saddle,
    relax_saddle,
    saddle_slip,
)
from catena.rows.spatial_edge import (
    Edges,
    book_edges,
    edge_table,
    fill_edge,
    push_edge,
    relax_edge_pair,
    start_edges,
)
from catena.rows.spatial_flank import (
    SPATIAL_FLANK,
    book_spatial_flanks,
    fill_flank_directions,
    fill_flank_mass,
    push_flank_pair,
    relax_flank_pair,
    spatial_flank_slip,
)
from catena.rows.spatial_pair import pair_rate
from catena.rows.spatial_saddle import (
    SPATIAL_SADDLE,
    fill_spatial_saddle_mass,
    push_saddle_pair,
    relax_saddle_pair,
    spatial_saddle_slip,
)
from catena.tables.blocks import Block

pytestmark = plain

SEEDS = range(3)
DT = 1e-3


def block(M_inv: Floats, seed: int) -> Block:
    """A block of these inverse masses with random velocities."""
    u = np.random.default_rng(seed).normal(size=M_inv.shape)
    return Block(np.zeros_like(u), u, np.zeros_like(u), M_inv, np.zeros_like(u))


class Meeting(NamedTuple):
    """Two blocks that rows connect."""

    body: Block
    other: Block

    def velocities(self) -> Floats:
        return np.concatenate([self.body.u.ravel(), self.other.u.ravel()])

    def masses(self) -> Floats:
        return np.concatenate([self.body.M_inv.ravel(), self.other.M_inv.ravel()])

    def moved_by(self, change: Callable[[], None]) -> Floats:
        """What something does to the velocities, which stay as they were."""
        kept = self.body.u.copy(), self.other.u.copy()
        before = self.velocities()
        change()
        after = self.velocities()
        self.body.u[:], self.other.u[:] = kept
        return after - before

    def directions(self, slip: Callable[[Floats, Floats], Any]) -> Floats:
        """The matrix J of slips, velocity by velocity."""
        found = []
        for mine in (self.body.u, self.other.u):
            for k in range(mine.size):
                one = [np.zeros_like(b.u) for b in self]
                one[0 if mine is self.body.u else 1].flat[k] = 1.0
                found.append(np.atleast_1d(slip(*one)))
        return np.array(found).T


def largest(G: Floats) -> float:
    return float(np.linalg.eigvalsh(G).max())


def disc(P: Floats, bound: float) -> Floats:
    size = float(np.hypot(*P))
    return P if size <= bound else P * bound / size


def planar(seed: int) -> tuple[Rows, Meeting]:
    """A flank row between a planar body and a pair of sheaves."""
    rows = drawn(FLANK, seed, 2, a=[1, 0], b=[1, 0], drag_t=0.0, drag_g=0.0)
    angle = 0.4 + seed
    rows.t_x, rows.t_y = np.cos(angle), np.sin(angle)
    rows.g_x, rows.g_y = 0.9 * rows.t_y, -0.9 * rows.t_x  # outwards, along the cone
    M_inv = np.array([[2.0, 3.0], [2.0, 3.0], [5.0, 4.0]])
    N_inv = np.array([[0.7, 0.5], [1.3, 0.9], [0.8, 1.7], [0.8, 1.7]])
    return rows, Meeting(block(M_inv, seed), block(N_inv, seed + 50))


@pytest.mark.parametrize("seed", SEEDS)
def test_planar_flanks(seed: int) -> None:
    """Impulses act on both flanks, hence twice; the step fits the stiffest way."""
    rows, pair = planar(seed)
    J = pair.directions(lambda u, v: flank_slip(rows, 0, u, v))
    P = np.array([0.3, -0.8])
    pushed = pair.moved_by(lambda: push_flank(rows, 0, *pair, *P))
    assert pushed == pytest.approx(2.0 * pair.masses() * (J.T @ P), abs=1e-13)
    fill_mass(rows, 0, *pair)
    G = (J * pair.masses()) @ J.T
    assert rows[0].mass == pytest.approx(0.5 / largest(G))
    for bound in (0.05, 1e3):
        rows[0].P_t, rows[0].P_g, rows[0].bound = 0.03, -0.02, bound
        old, slip = np.array([0.03, -0.02]), J @ pair.velocities()
        softened = slip + rows[0].give * old
        new = disc(old - rows[0].mass * softened, bound)
        change = []
        kept = pair.moved_by(lambda c=change: c.append(relax_flank(rows, 0, *pair)))
        assert [rows[0].P_t, rows[0].P_g] == pytest.approx(new)
        assert kept == pytest.approx(2.0 * pair.masses() * (J.T @ (new - old)))
        assert change == [pytest.approx(np.abs(new - old).max())]


def test_an_impulse_of_the_last_step_acts_within_its_bound() -> None:
    rows, pair = planar(1)
    rows.slot, rows.bound = [2, 0], 0.5
    last = np.array([[0.0, 0.0], [9.0, 9.0], [0.9, -1.2]])
    J = pair.directions(lambda u, v: flank_slip(rows, 0, u, v))
    pushed = pair.moved_by(lambda: start_flank(rows, 0, last, *pair))
    assert [rows[0].P_t, rows[0].P_g] == pytest.approx([0.3, -0.4])
    assert pushed == pytest.approx(2.0 * pair.masses() * (J.T @ [0.3, -0.4]))


@pytest.mark.parametrize("seed", SEEDS)
def test_losses_of_planar_flanks_and_what_shafts_feel(seed: int) -> None:
    rows, pair = planar(seed)
    draws = np.random.default_rng(seed + 7)
    for one in pair:
        one.mean[:] = draws.normal(size=one.u.shape)
    rows.slot = [1, 0]
    shaft, P, belt = block(np.full((3, 2), 0.4), seed), np.zeros((2, 2)), loads()
    shaft.mean[:] = draws.normal(size=(3, 2))
    free = [np.array(flank_slip(rows, i, pair[0].mean, pair[1].mean)) for i in (0, 1)]
    fill_drags(rows, 2, shaft.mean)
    impulses = np.stack([rows.P_t, rows.P_g], axis=1)
    slips = []
    for i in (0, 1):
        along = np.array([[rows[i].t_x, rows[i].t_y], [rows[i].g_x, rows[i].g_y]])
        slips.append(free[i] - along @ shaft.mean[:2, rows[i].b])
        assert flank_slip(rows, i, pair[0].mean, pair[1].mean) == pytest.approx(
            tuple(slips[i])
        )
    lost = book_flanks(rows, 2, P, *pair, belt, DT)
    assert lost == pytest.approx(tuple(-2.0 * (impulses * slips).sum(axis=0)))
    assert P[[1, 0]] == pytest.approx(impulses)
    before = shaft.u.copy()
    push_shafts(rows, 2, shaft)
    for i in (0, 1):  # one row on each pulley
        b, (t, g) = rows[i].b, impulses[i]
        plane = np.array([rows[i].t_x * t + rows[i].g_x * g,
                          rows[i].t_y * t + rows[i].g_y * g])  # fmt: skip
        assert (shaft.u - before)[:2, b] == pytest.approx(-0.8 * plane)
        assert [belt[b].f_x, belt[b].f_y] == pytest.approx(-2.0 * plane / DT)
        turn, slide = 2.0 * rows[i].rho * t / DT, 2.0 * rows[i].z * g / DT
        assert belt[b].torque == pytest.approx(-turn)
        assert belt[b].axial == pytest.approx(-0.5 * slide)  # of one sheave
        assert pair.other.h[:, b] == pytest.approx([-turn, -slide, 0.0, 0.0])


def loads() -> Rows:
    return table(BELT_LOAD, 2)


def space(seed: int) -> tuple[Rows, Meeting]:
    """A mirror pair of flank rows between a body and the sheaves of pulley 1."""
    rows = drawn(
        SPATIAL_FLANK, seed, 2, a=1, b=[2, 3], p=1, z=[1, 4], x=[2, 5], y=[3, 6],
        slot=[1, 0],
    )  # fmt: skip
    angle = 0.7 + seed
    rows.t_x, rows.t_y = np.cos(angle), np.sin(angle)
    out = np.array([0.6, 0.5, 0.4]) + 0.1 * seed
    rows.g_x, rows.g_y, rows.g_z = out
    rows.aspect = np.linalg.norm(out)
    rows.g_x, rows.g_y = rows.t_y * np.hypot(*out[:2]), -rows.t_x * np.hypot(*out[:2])
    rows.rho = 1.3
    rows.d_x, rows.d_y = 1.3 * np.cos(angle - 0.2), 1.3 * np.sin(angle - 0.2)
    draws = np.random.default_rng(seed)
    M_inv = np.array([[9.0] * 6, [2.0, 2.0, 2.0, *draws.uniform(1.0, 3.0, 3)]])
    N_inv = draws.uniform(0.5, 1.5, (7, 2))
    N_inv[3], N_inv[6] = N_inv[2], N_inv[5]  # a sheave tilts alike about x and y
    return rows, Meeting(block(M_inv, seed), block(N_inv, seed + 50))


@pytest.mark.parametrize("seed", SEEDS)
def test_flanks_in_space(seed: int) -> None:
    rows, pair = space(seed)
    J = [
        pair.directions(lambda u, v, i=i: spatial_flank_slip(rows, i, u, v))
        for i in (0, 1)
    ]
    P, Q = np.array([0.3, -0.8]), np.array([-0.5, 0.2])
    pushed = pair.moved_by(lambda: push_flank_pair(rows, 0, *pair, tuple(P), tuple(Q)))
    wanted = pair.masses() * (J[0].T @ P + J[1].T @ Q)
    assert pushed == pytest.approx(wanted, abs=1e-13)
    for i in (0, 1):
        fill_flank_mass(rows, i, *pair)
        G = (J[i] * pair.masses()) @ J[i].T
        assert rows[i].mass == pytest.approx(0.5 / largest(G))
    rows.bound = [0.05, 1e3]
    old = np.stack([rows.P_t, rows.P_g], axis=1)
    old[0] *= 0.05
    rows.P_t, rows.P_g = old.T
    new = np.array([
        disc(old[i] - rows[i].mass * (J[i] @ pair.velocities() + rows[i].give * old[i]),
             rows[i].bound)
        for i in (0, 1)
    ])  # fmt: skip
    change: list[float] = []
    moved = pair.moved_by(lambda: change.append(relax_flank_pair(rows, 0, *pair)))
    assert np.stack([rows.P_t, rows.P_g], axis=1) == pytest.approx(new)
    step = new - old
    assert moved == pytest.approx(
        pair.masses() * (J[0].T @ step[0] + J[1].T @ step[1]), abs=1e-12
    )
    assert change == [pytest.approx(np.abs(step).max())]


@pytest.mark.parametrize("seed", SEEDS)
def test_losses_of_flanks_in_space_and_what_sheaves_feel(seed: int) -> None:
    rows, pair = space(seed)
    draws = np.random.default_rng(seed + 7)
    for one in pair:
        one.mean[:] = draws.normal(size=one.u.shape)
    belt, P = table(BELT_LOAD, 4), np.zeros((2, 2))
    impulses = np.stack([rows.P_t, rows.P_g], axis=1)
    slips = [spatial_flank_slip(rows, i, pair[0].mean, pair[1].mean) for i in (0, 1)]
    lost = book_spatial_flanks(rows, 2, P, *pair, belt, DT)
    assert lost == pytest.approx(tuple(-(impulses * slips).sum(axis=0)))
    assert P[[1, 0]] == pytest.approx(impulses)
    turning, sliding = 0.0, {}
    for i in (0, 1):
        b, (t, g) = rows[i].b, impulses[i] / DT
        assert belt[b].torque == pytest.approx(-rows[i].rho * t)
        assert belt[b].axial == pytest.approx(-rows[i].s * g)
        assert belt[b].f_x == pytest.approx(-rows[i].t_x * t - rows[i].g_x * g)
        assert belt[b].f_y == pytest.approx(-rows[i].t_y * t - rows[i].g_y * g)
        turning -= rows[i].rho * t
        sliding[int(rows[i].z)] = -rows[i].s * g
    wanted = np.zeros((7, 2))
    wanted[0, 1] = turning
    for z, force in sliding.items():
        wanted[z, 1] = force
    assert pair.other.h == pytest.approx(wanted)


@pytest.mark.parametrize("seed", SEEDS)
def test_saddles_in_the_plane(seed: int) -> None:
    rows = drawn(SADDLE, seed, 2, a=1, p0=1, p1=2, p2=4, p3=0)
    angle = 0.4 + seed
    rows.t_x, rows.t_y = np.cos(angle), np.sin(angle)
    M_inv = np.array([[2.0, 3.0], [2.0, 3.0], [5.0, 4.0]])
    pair = Meeting(block(M_inv, seed), block(np.full((2, 5), 1.7), seed + 50))
    J = pair.directions(lambda u, v: saddle_slip(rows, 0, u, v))
    pushed = pair.moved_by(lambda: push_saddle(rows, 0, *pair, 0.3))
    assert pushed == pytest.approx(pair.masses() * J[0] * 0.3, abs=1e-13)
    fill_saddle_mass(rows, 0, *pair)
    G = float(J[0] @ (pair.masses() * J[0]))
    assert rows[0].mass == pytest.approx(1.0 / G)
    for bound in (0.05, 1e3):
        rows[0].P, rows[0].bound = 0.02, bound
        new = 0.02 - float(J[0] @ pair.velocities()) / G
        new = min(max(new, -bound), bound)
        change: list[float] = []
        pair.moved_by(lambda c=change: c.append(relax_saddle(rows, 0, *pair)))
        assert rows[0].P == pytest.approx(new)
        assert change == [pytest.approx(abs(new - 0.02))]


@pytest.mark.parametrize("across", [0, 1])
@pytest.mark.parametrize("seed", SEEDS)
def test_saddles_in_space(seed: int, across: int) -> None:
    """Both rows of a pair push the same body: their steps count it twice."""
    points = {"p0": [0, 5], "p1": [1, 6], "p2": [2, 7], "p3": [3, 4]}
    rows = drawn(SPATIAL_SADDLE, seed, 2, a=1, across=across, **points)
    axes = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0]
    for name, axis in (("t", axes[0]), ("z", axes[1])):
        for k, letter in enumerate("xyz"):
            rows[f"{name}_{letter}"] = axis[k]
    draws = np.random.default_rng(seed)
    M_inv = np.array([[9.0] * 6, [2.0, 2.0, 2.0, *draws.uniform(1.0, 3.0, 3)]])
    pair = Meeting(block(M_inv, seed), block(np.full((3, 8), 1.7), seed + 50))
    J = [
        pair.directions(lambda u, v, i=i: spatial_saddle_slip(rows, i, u, v))
        for i in (0, 1)
    ]
    P, Q = np.array([0.3, -0.8]), np.array([-0.5, 0.2])
    pushed = pair.moved_by(lambda: push_saddle_pair(rows, 0, *pair, tuple(P), tuple(Q)))
    wanted = pair.masses() * (J[0].T @ P + J[1].T @ Q)
    assert pushed == pytest.approx(wanted, abs=1e-13)
    used = 1 + across
    for i in (0, 1):
        fill_spatial_saddle_mass(rows, i, *pair)
        way, weights = J[i][:used], pair.masses()
        own, fibre = way[:, :12], way[:, 12:]
        on_body = largest((own * weights[:12]) @ own.T)
        on_ring = largest((fibre * weights[12:]) @ fibre.T)
        assert rows[i].mass == pytest.approx(1.0 / (2.0 * on_body + on_ring))
    rows.bound = [0.05, 1e3]
    old = 0.05 * np.stack([rows.P_t, rows.P_z], axis=1)
    if across == 0:
        old[:, 1] = 0.0
    rows.P_t, rows.P_z = old.T
    new = []
    for i in (0, 1):
        slip = J[i] @ pair.velocities()
        slip[used:] = 0.0
        new.append(disc(old[i] - rows[i].mass * slip, rows[i].bound))
    change: list[float] = []
    moved = pair.moved_by(lambda: change.append(relax_saddle_pair(rows, 0, *pair)))
    step = np.array(new) - old
    assert np.stack([rows.P_t, rows.P_z], axis=1) == pytest.approx(np.array(new))
    assert moved == pytest.approx(
        pair.masses() * (J[0].T @ step[0] + J[1].T @ step[1]), abs=1e-12
    )
    assert change == [pytest.approx(np.abs(step).max())]


def neighbours(seed: int) -> tuple[Edges, Block]:
    """Three bodies in a ring that touch at six places."""
    draws = np.random.default_rng(seed)
    edges = edge_table(3)
    edges.J[:] = draws.normal(size=edges.J.shape)
    return edges, block(draws.uniform(0.5, 2.0, (3, 6)), seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_edges_of_neighbours(seed: int) -> None:
    """Body k + 1 is ahead of body k; both rows push at the same time."""
    edges, body = neighbours(seed)
    last = np.random.default_rng(seed).normal(size=(6, 2))
    edges.row.bound = [0.1, 3.0, 0.2, 1e3, 1e3, 1e3]
    before = body.u.copy()
    start_edges(edges, last, body)
    wanted, J = before.copy(), edges.J
    for i in range(6):
        a, b = (i // 2 + 1) % 3, i // 2
        P = disc(last[i], edges.row[i].bound)
        assert [edges.row[i].P_1, edges.row[i].P_2] == pytest.approx(P)
        wanted[a] += body.M_inv[a] * (J[i, :, :6].T @ P)
        wanted[b] += body.M_inv[b] * (J[i, :, 6:].T @ P)
        G = (J[i, :, :6] * body.M_inv[a]) @ J[i, :, :6].T
        G += (J[i, :, 6:] * body.M_inv[b]) @ J[i, :, 6:].T
        assert edges.row[i].mass == pytest.approx(0.5 / largest(G))
    assert body.u == pytest.approx(wanted)
    slips = [[pair_rate(edges, i, e, body.u) for e in (0, 1)] for i in (2, 3)]
    old = np.stack([edges.row.P_1, edges.row.P_2], axis=1)[2:4]
    change = relax_edge_pair(edges, 2, body)
    new = np.stack([edges.row.P_1, edges.row.P_2], axis=1)[2:4]
    for k, i in enumerate((2, 3)):
        row = edges.row[i]
        assert new[k] == pytest.approx(
            disc(old[k] - row.mass * np.array(slips[k]), row.bound)
        )
    assert change == pytest.approx(np.abs(new - old).max())
    kept = body.u.copy()
    push_edge(edges, 0, body, 0.4, -0.3)
    push_edge(edges, 0, body, -0.4, 0.3)
    assert body.u == pytest.approx(kept)


def test_an_edge_that_carries_nothing_changes_nothing() -> None:
    edges, body = neighbours(1)
    start_edges(edges, np.zeros((6, 2)), body)
    edges.row.bound = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0]
    before = body.u.copy()
    assert relax_edge_pair(edges, 0, body) == 0.0
    assert body.u.tolist() == before.tolist()
    change = relax_edge_pair(edges, 2, body)
    assert change == pytest.approx(max(abs(edges.row[3].P_1), abs(edges.row[3].P_2)))
    assert (edges.row[2].P_1, edges.row[2].P_2) == (0.0, 0.0)


@pytest.mark.parametrize("seed", SEEDS)
def test_edges_book_impulses_times_mean_slips(seed: int) -> None:
    edges, body = neighbours(seed)
    draws = np.random.default_rng(seed)
    impulses = draws.normal(size=(6, 2))
    edges.row.P_1, edges.row.P_2 = impulses.T
    body.mean[:] = draws.normal(size=(3, 6))
    slips = np.array([
        edges.J[i, :, :6] @ body.mean[(i // 2 + 1) % 3]
        + edges.J[i, :, 6:] @ body.mean[i // 2]
        for i in range(6)
    ])  # fmt: skip
    P = np.zeros((6, 2))
    assert book_edges(edges, P, body) == pytest.approx(-(impulses * slips).sum())
    assert P.tolist() == impulses.tolist()


def test_directions_of_an_edge_are_outwards_and_across_on_the_body_ahead() -> None:
    """Its own axes 2 and 3, moved by its turn; the levers of the other are given."""
    draws, edges = np.random.default_rng(2), edge_table(2)
    R = np.zeros((2, 9))
    axes = np.linalg.qr(draws.normal(size=(3, 3)))[0]
    R[1] = axes.ravel()
    at, levers = draws.normal(size=3), draws.normal(size=(2, 3))
    fill_edge(edges, 0, R, 1, tuple(at), (tuple(levers[0]), tuple(levers[1])))
    for e in range(2):
        way = axes[:, 1 + e]
        own = np.cross(at, np.eye(3)[1 + e])
        wanted = [*way, *own, *-way, *-levers[e]]
        assert edges.J[0, e] == pytest.approx(np.array(wanted))


@pytest.mark.parametrize("aspect", [1.0, 0.5])
def test_directions_of_flanks_in_space_are_those_of_mid_step(aspect: float) -> None:
    """Of the sheave that turns clockwise, seen from a body that turns as well."""
    draws, half, spin = np.random.default_rng(6), 0.5e-4, 300.0
    rows = table(SPATIAL_FLANK, 1, a=0, b=0, d_x=0.03, d_y=-0.04, rho=0.05)
    rows.aspect = aspect
    sheaves = table(SPATIAL_SHEAVE, 1, sin=0.2, cos=np.sqrt(0.96), side=-1.0)
    body = block(np.ones((1, 6)), 4)
    body.u[0, 3:] = 100.0 * draws.normal(size=3)
    R = Rotation.from_rotvec(draws.normal(size=3))
    arm = draws.normal(size=3)
    matrix = R.as_matrix().reshape(1, 9)
    fill_flank_directions(rows, 0, sheaves, body, spin, matrix, tuple(arm), 2.0 * half)
    turn = np.exp(-1j * half * spin)
    out = (0.6 - 0.8j) * turn
    travel = -1j * out
    later = R * Rotation.from_rotvec(half * body.u[0, 3:])
    wanted = {
        "t": np.array([travel.real, travel.imag, 0.0]),
        "g": aspect * np.array([np.sqrt(0.96) * out.real, np.sqrt(0.96) * out.imag,
                                -0.2]),
    }  # fmt: skip
    second = 2.0 * (half * spin) ** 2 + (half * np.linalg.norm(body.u[0, 3:])) ** 2
    for name, way in wanted.items():
        found = [rows[0][f"{name}_{k}"] for k in "xyz"[: 2 if name == "t" else 3]]
        assert found == pytest.approx(way[: len(found)], abs=2.0 * second)
        lever = [rows[0][f"{name}_{k}"] for k in "123"]
        assert lever == pytest.approx(
            np.cross(arm, later.inv().apply(way)), abs=4.0 * second
        )
    assert rows[0].s == pytest.approx(0.2 * aspect)
