"""Joints and bars of endless chains: forces are slopes, damping takes what it says."""

import numpy as np
import pytest
from slopes import downhill

from catena.couplings.link_bars import BAR, BAR_LOAD, add_link_bars, bar_energy
from catena.couplings.rocker_joint import (
    ROCKER,
    ROCKER_LOAD,
    add_rocker_joints,
    rocker_energy,
)
from catena.numerics.records import table
from catena.tables.blocks import Block

N = 5
RNG = np.random.default_rng(8)


def loop(u: np.ndarray | None = None) -> Block:
    """Five bodies on a wobbly circle, each looking along the travel."""
    angle = 2.0 * np.pi * np.arange(N) / N
    place = np.stack([np.cos(angle), np.sin(angle), angle + 0.5 * np.pi])
    q = place + 0.02 * RNG.standard_normal((3, N))
    zero = np.zeros((3, N))
    return Block(q, zero.copy() if u is None else u, zero.copy(), zero, zero)


def rockers(**more: float) -> np.recarray:
    half = np.sin(np.pi / N)
    return table(ROCKER, N, a_x=half, b_x=-half, k=3e3, **more)


def bars(**more: float) -> np.recarray:
    return table(BAR, N, length=1.1, k=2e3, **more)


def directions(q: np.ndarray) -> np.ndarray:
    return np.stack([np.cos(q[2]), np.sin(q[2])])


def rocker_forces(body: Block, rows: np.recarray) -> tuple[tuple[float, float], float]:
    loads = table(ROCKER_LOAD, N)
    power = add_rocker_joints(rows, body, directions(body.q), loads)
    return power, rocker_energy(loads)


@pytest.mark.parametrize("radius", [0.0, 0.08])
def test_rocker_joints_pull_down_their_energy(radius: float) -> None:
    rows, body = rockers(radius=radius), loop()

    def energy(q: np.ndarray) -> float:
        zero = np.zeros_like(q)
        return rocker_forces(Block(q, zero, zero.copy(), zero, zero), rows)[1]

    rocker_forces(body, rows)
    assert body.h == pytest.approx(downhill(energy, body.q), abs=2e-4)


def test_link_bars_pull_down_their_energy() -> None:
    rows, body = bars(), loop()
    add_link_bars(rows, body, table(BAR_LOAD, N))

    def energy(q: np.ndarray) -> float:
        return bar_energy(rows, body._replace(q=q))

    assert body.h == pytest.approx(downhill(energy, body.q), abs=2e-4)


@pytest.mark.parametrize("kind", ["rocker", "bar"])
def test_damping_takes_the_power_it_reports(kind: str) -> None:
    u = RNG.standard_normal((3, N))
    damped, still = loop(u), loop()
    still = still._replace(q=damped.q)
    if kind == "rocker":
        rows = rockers(radius=0.05, d=7.0, d_turn=0.4)
        along, turned = rocker_forces(damped, rows)[0]
        rocker_forces(still, rows)
    else:
        rows = bars(d=7.0, d_turn=0.4)
        along, turned = add_link_bars(rows, damped, table(BAR_LOAD, N))
        add_link_bars(rows, still, table(BAR_LOAD, N))
    taken = -float(np.sum((damped.h - still.h) * u))
    assert along > 0.0 and turned > 0.0
    assert along + turned == pytest.approx(taken, rel=1e-12)


@pytest.mark.parametrize("kind", ["rocker", "bar"])
def test_inner_forces_have_no_resultant_and_no_moment(kind: str) -> None:
    body = loop(RNG.standard_normal((3, N)))
    if kind == "rocker":  # the damper of an open joint acts at two points
        rocker_forces(body, rockers(radius=0.05, d_turn=0.4))
    else:
        add_link_bars(bars(d=7.0, d_turn=0.4), body, table(BAR_LOAD, N))
    f, q = body.h, body.q
    assert f[:2].sum(axis=1) == pytest.approx([0.0, 0.0], abs=1e-9)
    moment = np.sum(f[2] + q[0] * f[1] - q[1] * f[0])
    assert moment == pytest.approx(0.0, abs=1e-9)


def test_a_rigid_turn_of_a_chain_is_not_damped() -> None:
    body = loop()
    spin = np.stack([-body.q[1], body.q[0], np.ones(N)])
    turning = body._replace(u=spin)
    turned = rocker_forces(turning, rockers(radius=0.05, d_turn=0.4))[0][1]
    assert turned == pytest.approx(0.0, abs=1e-12)
    damped = bars(d=7.0, d_turn=0.4)
    lost = add_link_bars(damped, turning, table(BAR_LOAD, N))
    assert lost == pytest.approx((0.0, 0.0), abs=1e-12)
