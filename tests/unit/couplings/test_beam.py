"""Beams between bodies: gradients, rigid motions, damping."""

from __future__ import annotations

import numpy as np
import pytest

import catena as ct
from catena.bodies.rigid_planar import poses_of
from catena.couplings.beam import add_beams, beam_potential, book_beams
from catena.model import Model
from catena.numerics.arrays import Floats
from catena.planar import PlanarSystem


def bent_rod(lag: float = 0.0) -> tuple[Model, Floats]:
    """A rod clamped to a body at either end, and a bent place of it."""
    plan = PlanarSystem()
    arm = plan.body("arm", at=(-0.1, 0.05), angle=0.4)
    hand = plan.body("hand", at=(1.1, 0.07), angle=-0.3)
    rod = ct.Rod.straight(
        1.0, 5, 1e4, 3.0, mass_per_length=1.0, start="clamped", end="clamped"
    )
    plan.rod("rod", rod, start_on=arm, end_on=hand, damping=lag)
    model = plan.build()
    rng = np.random.default_rng(3)
    q = model.state.q.copy()
    q[3:] += 0.03 * rng.normal(size=q.size - 3)
    return model, q


def blocks(values: Floats) -> Floats:
    """All x, all y, all angles, as kernels of bodies see them."""
    return values.reshape(-1, 3).T


def forces(model: Model, q: Floats, u: Floats) -> Floats:
    """What the beams do."""
    n, work = len(model.labels.bodies), model.work()
    turn, h = poses_of(q, n)[:, 2:].T.copy(), np.zeros(q.size)
    views = (blocks(x) for x in (q, u))
    add_beams(model.system.beams, *views, turn, blocks(h), work.strains)
    return h


def turning(q: Floats) -> Floats:
    """Velocities of a rigid rotation about the origin."""
    u = np.zeros_like(q)
    u[0::3], u[1::3], u[2::3] = -q[1::3], q[0::3], 1.0
    return u


def test_forces_are_the_gradient_of_the_energy() -> None:
    model, q = bent_rod()
    slopes = [
        (beam_potential(model.system.beams, q + e).sum()
         - beam_potential(model.system.beams, q - e).sum()) / 2e-6
        for e in 1e-6 * np.eye(q.size)
    ]  # fmt: skip
    found = forces(model, q, np.zeros_like(q))
    assert np.abs(found + slopes).max() < 1e-8 * np.abs(found).max()


def test_momentum_and_angular_momentum_are_kept() -> None:
    model, q = bent_rod(lag=1e-3)
    u = np.random.default_rng(5).normal(size=q.size)
    h = forces(model, q, u)
    assert abs(h[0::3].sum()) + abs(h[1::3].sum()) < 1e-11 * np.abs(h).max()
    assert abs(turning(q) @ h) < 1e-11 * np.abs(h).max()


def test_energy_does_not_know_rigid_motions() -> None:
    model, q = bent_rod()
    stored = beam_potential(model.system.beams, q).sum()
    c, s = np.cos(0.7), np.sin(0.7)
    moved = q.copy()
    moved[0::3], moved[1::3] = (
        c * q[0::3] - s * q[1::3] + 2.0,
        s * q[0::3] + c * q[1::3],
    )
    moved[2::3] += 0.7
    assert beam_potential(model.system.beams, moved).sum() == pytest.approx(
        stored, rel=1e-12
    )


def test_damping_takes_nothing_from_a_rigid_rotation_and_all_from_others() -> None:
    model, q = bent_rod(lag=1e-3)
    n, work = len(model.labels.bodies), model.work()
    turn = poses_of(q, n)[:, 2:].T.copy()
    for u, taken in ((turning(q), False), (np.sin(np.arange(q.size)), True)):
        h, loss = np.zeros(q.size), np.zeros_like(model.state.ledger.loss)
        views = (blocks(x) for x in (q, u))
        add_beams(model.system.beams, *views, turn, blocks(h), work.strains)
        book_beams(model.system.beams, work.strains, blocks(u), turn, loss, 1.0)
        elastic = forces(model, q, np.zeros_like(q))
        assert loss.sum() == pytest.approx(-(h - elastic) @ u, abs=1e-9)
        assert (loss.sum() > 1e-3) == taken
