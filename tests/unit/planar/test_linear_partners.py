"""Linear bodies tied to rigid ones by springs, and touching them."""

from __future__ import annotations

import numpy as np
import pytest

import catena as ct
from catena.drives.system.assembly import planar_system
from catena.dynamics.stability import largest_step
from catena.errors import SpecError
from catena.motion import run
from catena.planar import (
    Bilateral,
    Coulomb,
    Gap,
    Partner,
    PlanarSystem,
    SpringDamper,
    TieSpring,
    Unilateral,
)
from catena.planar.bodies import Body
from catena.planar.linear_parts import LinearBody

M, K, MASS, TIE = 0.5, 400.0, 0.2, 150.0


def pair(gravity: float = 0.0) -> tuple[PlanarSystem, LinearBody, Body]:
    """A mass on a spring as a linear body, and a rigid body above it."""
    plan = PlanarSystem(gravity=(0.0, -gravity))
    beam = plan.linear_body("beam", ("tip", "other"), np.diag([M, 1.0]).tolist(),
                            np.diag([K, 30.0]).tolist(), at=[0.01, 0.0])  # fmt: skip
    body = plan.body("ball", MASS, 1e-3, (0.2, 0.05))
    return plan, beam, body


def test_modes_of_two_masses_and_two_springs() -> None:
    plan, beam, body = pair()
    plan.tie("spring", beam, "tip", body, "y", TieSpring(TIE, 0.3, 2.0))
    K_all = np.array([[K + 4.0 * TIE, -2.0 * TIE], [-2.0 * TIE, TIE]])
    mass = np.diag([1.0 / np.sqrt(M), 1.0 / np.sqrt(MASS)])
    known = np.sqrt(np.linalg.eigvalsh(mass @ K_all @ mass)) / (2.0 * np.pi)
    found = ct.modes(plan, 3).frequencies
    for value in known:
        assert np.abs(found / value - 1.0).min() < 1e-3


def test_a_tie_swings_without_loss_and_its_damper_books_one() -> None:
    for damping in (0.0, 0.5):
        plan, beam, body = pair()
        plan.tie("spring", beam, "tip", body, "y", TieSpring(TIE, damping))
        model = plan.build()
        assert largest_step(model.system, model.state) < 0.2
        motion = run(model, 1e-3, 0.5)
        balance = motion.balance()
        assert abs(balance.residual) < 1e-3 * 0.5 * K * 0.01**2
        assert (balance.coupling_loss.sum() > 1e-4) == (damping > 0.0)


def test_a_ball_falls_onto_a_linear_body_and_rests_there() -> None:
    """g = 0.01 + y - y_0 - tip, closed at the start: it sinks to m g / K with it."""
    plan, beam, body = pair(9.81)
    partner = Partner(body, (0.0, 1.0, 0.0))
    plan.gap("lies", beam, Gap(0.01, [-1.0, 0.0], None, partner), Unilateral())
    model = plan.build()
    first = model.state.q.size - 2
    model.system.linear.D[0, 0, 0] = 20.0
    motion = run(model, 1e-3, 3.0, every=50)
    tip = motion.q[-1][first]
    assert tip == pytest.approx(-MASS * 9.81 / K, rel=1e-3)
    fallen = motion.position("ball", "y")[-1] - 0.05
    assert fallen == pytest.approx(tip - 0.01, abs=1e-5)
    force = motion.percussion("lies")[-1] / 1e-3
    assert force == pytest.approx(MASS * 9.81, rel=1e-3)


def test_an_impact_between_both_keeps_their_momentum() -> None:
    plan = PlanarSystem()
    beam = plan.linear_body("beam", ("tip",), [[M]])
    body = plan.body("ball", MASS, 1e-3, (0.0, 0.01), velocity=(0.0, -1.0))
    gap = Gap(0.01, [-1.0], [1.0], Partner(body, (0.0, 1.0, 0.0)))
    plan.gap("hit", beam, gap, Unilateral(1.0), Coulomb(0.0))
    motion = run(plan.build(), 1e-3, 0.05)
    v, w = motion.velocity("ball", "y")[-1], motion.u[-1][-1]
    assert MASS * v + M * w == pytest.approx(-MASS, rel=1e-9)
    assert v - w == pytest.approx(1.0, rel=1e-9)  # parts as fast as it came


def test_a_soft_contact_and_a_file_of_both() -> None:
    """The same system by `as_drive` and TOML words runs as the one in Python."""
    plan, beam, body = pair(9.81)
    plan.tie("spring", beam, "tip", body, "x", TieSpring(TIE, 0.1))
    partner = Partner(body, (0.0, 1.0, 0.0))
    shape = Gap(0.001, [-1.0, 0.0], None, partner)
    plan.gap("lies", beam, shape, SpringDamper(1e4, 5.0))
    spec = ct.as_drive(plan, step=1e-4, duration=0.01)
    (gap,), (tie,) = spec.gap, spec.tie
    assert (gap.other, tie.other, tie.axis) == ("ball", "ball", "x")
    motion = run(planar_system(spec).build(), 1e-4, 0.01)
    same = run(plan.build(), 1e-4, 0.01)
    assert motion.q[-1] == pytest.approx(same.q[-1], abs=1e-15)


def test_refusals() -> None:
    plan, beam, body = pair()
    partner = Partner(body, (0.0, 1.0, 0.0))
    with pytest.raises(SpecError, match="or a tie"):
        plan.gap("g", beam, Gap(0.0, [1.0, 0.0], None, partner), Bilateral())
    with pytest.raises(SpecError, match="expected one of tip, other"):
        plan.tie("t", beam, "middle", body, "y", TieSpring(1.0))
    with pytest.raises(SpecError, match="moving body"):
        none = Partner(plan.ground, (0.0, 1.0, 0.0))
        plan.gap("g", beam, Gap(0.0, [1.0, 0.0], None, none), Unilateral())
