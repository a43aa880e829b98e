"""What is read out of pushbelts, in the plane and in space, for numbers at random."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.plain import plain
from tests.unit.rows.drawn_rows import drawn

from catena.bodies.sheave_spatial import SPATIAL_SHEAVE
from catena.integrators.steps import pushbelt_samples as plane
from catena.integrators.steps import spatial_pushbelt_samples as space
from catena.integrators.steps.pulley_samples import (
    Pulley,
    forget_loads,
    take_pulleys,
    take_shafts,
)
from catena.integrators.steps.pushbelt_sampling import (
    take_elements,
    take_losses,
    take_ring,
)
from catena.integrators.steps.spatial_pushbelt_sampling import (
    take_sheaves,
    take_spatial_elements,
    take_spatial_pulleys,
    take_spatial_ring,
)
from catena.numerics.records import table
from catena.pairs.element_element import NEIGHBOUR
from catena.pairs.spatial_element_element import SPATIAL_NEIGHBOUR
from catena.rows.flank import FLANK
from catena.rows.flank_force import BELT_LOAD
from catena.rows.saddle import SADDLE
from catena.rows.spatial_flank import SPATIAL_FLANK
from catena.rows.spatial_saddle import SPATIAL_SADDLE

pytestmark = plain

N, M, DT, EVERY = 4, 5, 1e-5, 8
"""Elements, spans, step, steps between samples."""


def random(*shape: int) -> Any:
    return np.random.default_rng(sum(shape)).normal(size=shape)


def test_elements_in_the_plane_with_the_sums_of_their_flanks() -> None:
    """Flanks of two places each; the third row is of an element that has two."""
    flanks = drawn(FLANK, 1, 5, a=[0, 2, 2, 3, 1], aspect=0.5)
    pairs, saddles = drawn(NEIGHBOUR, 2, N), drawn(SADDLE, 3, N, p1=[3, 0, 4, 2])
    turn = random(N)
    work: Any = SimpleNamespace(
        pose=np.array([np.cos(turn), np.sin(turn)]), pairs=pairs, tension=random(M),
        row_count=np.array([4]),
    )  # fmt: skip
    body = SimpleNamespace(q=random(3, N))
    rows: Any = SimpleNamespace(body=body, saddles=saddles, flanks=flanks)
    out = np.full((len(plane.Element), N), np.nan)
    take_elements(work, rows, out, DT)
    e = plane.Element
    assert out[[e.X, e.Y]] == pytest.approx(body.q[:2])
    assert out[e.ANGLE] == pytest.approx(np.angle(np.exp(1j * turn)))
    owner = np.equal.outer(np.arange(N), flanks.a[:4])
    assert out[e.FLANK] == pytest.approx(owner @ flanks.force[:4])
    assert out[e.TRAVEL] == pytest.approx(owner @ flanks.P_t[:4] / DT)
    assert out[e.OUT] == pytest.approx(owner @ flanks.P_g[:4] * 0.5 / DT)
    told = ((e.ROCK, pairs.rock), (e.TOP, pairs.top), (e.BOTTOM, pairs.bottom),
            (e.PIN, pairs.pin), (e.ROCK_GAP, pairs.g_rock), (e.TOP_GAP, pairs.g_top),
            (e.SADDLE, saddles.force), (e.SADDLE_GAP, saddles.gap),
            (e.RING_FRICTION, saddles.P / DT),
            (e.TENSION, work.tension[saddles.p1]))  # fmt: skip
    for column, wanted in told:
        assert out[column] == pytest.approx(wanted), column.name


def test_knots_of_a_ring_lie_between_its_control_points() -> None:
    work: Any = SimpleNamespace(tension=random(M))
    rows: Any = SimpleNamespace(ring=SimpleNamespace(q=random(2, M)))
    out = np.full((len(plane.Knot), M), np.nan)
    take_ring(work, rows, out)
    q = rows.ring.q
    knots = (np.roll(q, 1, axis=1) + 4.0 * q + np.roll(q, -1, axis=1)) / 6.0
    assert out[[plane.Knot.X, plane.Knot.Y]] == pytest.approx(knots)
    assert out[plane.Knot.TENSION] == pytest.approx(work.tension)


def test_pulleys_in_the_plane_with_means_over_the_steps() -> None:
    belt = drawn(BELT_LOAD, 4, 2)
    block: Any = SimpleNamespace(q=random(4, 2), u=random(4, 2))
    works, out, p = random(4), np.zeros((len(Pulley), 2)), Pulley
    take_pulleys(block, belt, works, EVERY, out)
    assert out[[p.TURN, p.GROOVE, p.TILT_X, p.TILT_Y]] == pytest.approx(block.q)
    assert out[p.SPEED] == pytest.approx(block.u[0])
    for column, name in (
        (p.TORQUE, "torque"), (p.AXIAL, "axial"), (p.FORCE_X, "f_x"), (p.FORCE_Y, "f_y")
    ):  # fmt: skip
        assert out[column] == pytest.approx(belt[name] / EVERY)
    assert [*out[p.WORK], *out[p.WORK_Z]] == pytest.approx(works.tolist())
    shaft: Any = SimpleNamespace(q=random(3, 2))
    take_shafts(shaft, out)
    assert out[[p.SHAFT_X, p.SHAFT_Y]] == pytest.approx(shaft.q[:2])
    forget_loads(belt)
    assert not any(belt[name].any() for name in belt.dtype.names)


def test_losses_are_those_of_their_places() -> None:
    loss, out = random(3, 5), np.zeros(2)
    take_losses(loss, np.array([[2, 1], [0, 4]]), out)
    assert out.tolist() == [loss[2, 1], loss[0, 4]]


def in_space() -> tuple[Any, Any, Any]:
    """Scratch and rows of elements that lean in any way, and their turns."""
    turns = Rotation.from_euler("ZYX", 0.3 * random(N, 3))
    begin = np.array([0, 2, 2, 6, 8])
    flanks = drawn(SPATIAL_FLANK, 5, 8, aspect=0.5)
    lies = {"p1": [3, 8, 0, 5, 4, 9, 2, 7]}
    work: Any = SimpleNamespace(
        R=turns.as_matrix().reshape(N, 9), pairs=drawn(SPATIAL_NEIGHBOUR, 6, N),
        tension=random(2 * M), begin=begin, belt=drawn(BELT_LOAD, 7, 4),
    )  # fmt: skip
    rows: Any = SimpleNamespace(
        body=SimpleNamespace(q=random(N, 7)), flanks=flanks,
        saddles=drawn(SPATIAL_SADDLE, 8, 2 * N, **lies),
        ring=SimpleNamespace(q=random(3, 2 * M)),
        pulley=SimpleNamespace(q=random(7, 2), u=random(7, 2)),
    )  # fmt: skip
    return work, rows, turns


def test_elements_in_space_with_both_sides_and_their_difference() -> None:
    """Sums and right minus left; flanks of both sides count by halves."""
    work, rows, turns = in_space()
    e, more, columns = plane.Element, space.SpatialElement, len(plane.Element)
    out = np.full((columns + len(more), N), np.nan)
    take_spatial_elements(work, rows, out, DT)
    pairs, saddles, flanks = work.pairs, rows.saddles, rows.flanks
    assert out[[e.X, e.Y, more.Z]] == pytest.approx(rows.body.q[:, :3].T)
    axes = turns.as_matrix()  # columns are the axes of the element
    assert out[e.ANGLE] == pytest.approx(np.arctan2(axes[:, 1, 0], axes[:, 0, 0]))
    assert np.sin(out[more.ROLL]) == pytest.approx(axes[:, 2, 1])
    assert np.sin(out[more.YAW]) == pytest.approx(-axes[:, 2, 0])
    left, right = saddles[::2], saddles[1::2]
    pull = work.tension[saddles.p1]
    told = (
        (e.ROCK, pairs.rock_0 + pairs.rock_1), (e.TOP, pairs.top),
        (e.BOTTOM, pairs.bottom), (e.PIN, pairs.pin), (e.TOP_GAP, pairs.g_top),
        (e.ROCK_GAP, 0.5 * (pairs.g_rock_0 + pairs.g_rock_1)),
        (e.SADDLE, left.force + right.force),
        (more.SADDLE_MORE, right.force - left.force),
        (e.RING_FRICTION, (left.P_t + right.P_t) / DT),
        (more.ACROSS, (left.P_z + right.P_z) / DT),
        (e.TENSION, pull[::2] + pull[1::2]),
        (more.TENSION_MORE, pull[1::2] - pull[::2]),
        (e.SADDLE_GAP, 0.5 * (left.gap + right.gap)),
        (more.OFFSET_LEFT, left.offset), (more.OFFSET_RIGHT, right.offset),
        (more.SIDE_LEFT, left.side_force), (more.SIDE_RIGHT, right.side_force),
    )  # fmt: skip
    for column, wanted in told:
        assert out[column] == pytest.approx(wanted), column.name
    for k in range(N):
        own = flanks[work.begin[k] : work.begin[k + 1]]
        assert out[e.FLANK, k] == pytest.approx(0.5 * own.force.sum())
        apart = own[1::2].force.sum() - own[::2].force.sum()
        assert out[more.FLANK_MORE, k] == pytest.approx(apart)
        assert out[e.TRAVEL, k] == pytest.approx(0.5 * own.P_t.sum() / DT)
        assert out[e.OUT, k] == pytest.approx(0.25 * own.P_g.sum() / DT)


def test_rings_in_space_with_both_sides_and_their_difference() -> None:
    work, rows, _ = in_space()
    k, more = plane.Knot, space.SpatialKnot
    out = np.full((len(k) + len(more), M), np.nan)
    take_spatial_ring(M, work, rows, out)
    q = rows.ring.q.reshape(3, 2, M)
    knots = (np.roll(q, 1, axis=2) + 4.0 * q + np.roll(q, -1, axis=2)) / 6.0
    assert out[[k.X, k.Y]] == pytest.approx(knots[:2].mean(axis=1))
    assert out[[more.Z_LEFT, more.Z_RIGHT]] == pytest.approx(knots[2])
    left, right = work.tension[:M], work.tension[M:]
    assert out[k.TENSION] == pytest.approx(left + right)
    assert out[more.TENSION_MORE] == pytest.approx(right - left)


def test_pulleys_in_space_are_both_of_their_sheaves() -> None:
    """Torques and forces add up; places, slopes and axial forces are means."""
    work, rows, _ = in_space()
    state: Any = SimpleNamespace(ledger=SimpleNamespace(input_work=random(4)))
    sheaves = table(
        SPATIAL_SHEAVE, 4, pulley=[0, 0, 1, 1], z=[1, 4, 1, 4], x=[2, 5, 2, 5],
        y=[3, 6, 3, 6],
    )  # fmt: skip
    pulley, sheave = np.full((11, 2), np.nan), np.full((4, 4), np.nan)
    take_spatial_pulleys(state, work, rows, pulley, EVERY)
    take_sheaves(sheaves, work, rows, sheave, pulley, EVERY)
    q, belt, p, s = rows.pulley.q, work.belt, Pulley, space.Sheave
    assert pulley[p.TURN] == pytest.approx(q[0])
    assert pulley[p.SPEED] == pytest.approx(rows.pulley.u[0])
    for column, name, share in (
        (p.TORQUE, "torque", 1.0), (p.AXIAL, "axial", 0.5), (p.FORCE_X, "f_x", 1.0),
        (p.FORCE_Y, "f_y", 1.0),
    ):  # fmt: skip
        both = belt[name].reshape(2, 2).sum(axis=1)
        assert pulley[column] == pytest.approx(share * both / EVERY)
    assert pulley[[p.WORK, p.WORK_Z]].ravel() == pytest.approx(state.ledger.input_work)
    for column, own, first in (
        (p.GROOVE, s.PLACE, 1), (p.TILT_X, s.TILT_X, 2), (p.TILT_Y, s.TILT_Y, 3)
    ):  # fmt: skip
        both = np.array([q[first], q[first + 3]])
        assert pulley[column] == pytest.approx(both.mean(axis=0))
        assert sheave[own] == pytest.approx(both.T.ravel())
    assert sheave[s.AXIAL] == pytest.approx(belt.axial / EVERY)
