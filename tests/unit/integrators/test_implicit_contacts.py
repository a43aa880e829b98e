"""Set-valued laws in linearly implicit steps, far above the explicit limit."""

import numpy as np
import pytest

import catena as ct
from catena.dynamics.stability import largest_step
from catena.errors import InputError
from catena.model import Model
from catena.motion import run
from catena.planar import (
    Coulomb,
    PlanarSystem,
    SpringDamper,
    Unilateral,
)

ENGINE, G, MU = "linearly_implicit", 9.81, 0.3


def blocks(speed: float, push: float = 0.0, *, rigid: bool = True) -> Model:
    """Two blocks on a floor, joined by a spring that swings at 5 kHz."""
    plan = PlanarSystem(gravity=(push, -G))
    floor = plan.ground.line((0.0, 1.0))
    sunk = 0.0 if rigid else G / 1e8
    pair = []
    for name, x in (("a", 0.0), ("b", 0.5)):
        at = (x, 0.1 - sunk)
        pair.append(
            plan.body(name, 1.0, 0.1, at, velocity=(speed, 0.0), free=["x", "y"])
        )
        law = Unilateral() if rigid else SpringDamper(1e8, 1e4)
        plan.contact(name, pair[-1].circle(0.1), floor, law, Coulomb(MU))
    plan.spring("bar", pair[0].point(), pair[1].point(), 5e8, 0.0, 0.5)
    return plan.build()


@pytest.mark.parametrize("rigid", [True, False])
def test_sliding_blocks_stop_where_friction_stops_them(rigid: bool) -> None:
    model, dt = blocks(1.0, rigid=rigid), 1e-3
    assert dt > 10.0 * largest_step(model.system, model.state)
    found = run(model, dt, 0.5, engine=ENGINE)
    way = found.position("a", "x")[-1]
    assert way == pytest.approx(1.0 / (2.0 * MU * G), abs=dt)
    assert np.abs(found.velocity("b", "x")[-5:]).max() < 1e-12
    balance = found.balance()
    assert abs(balance.residual) < 1e-9 * 1.0
    assert balance.kinetic < 1e-20


def test_what_friction_can_hold_does_not_creep() -> None:
    """At 0.9 of the limit, for elastic and rigid floors; beyond it, it runs away."""
    for rigid in (True, False):
        held = run(blocks(0.0, 0.9 * MU * G, rigid=rigid), 1e-3, 0.1, engine=ENGINE)
        assert np.abs(held.velocity("a", "x")).max() < 1e-12
        slid = run(blocks(0.0, 1.5 * MU * G, rigid=rigid), 1e-3, 0.1, engine=ENGINE)
        assert slid.velocity("a", "x")[-1] == pytest.approx(0.05 * MU * G, rel=1e-6)


def test_a_ball_comes_to_rest_on_a_bent_rod() -> None:
    """Rigid, with friction, on its smooth contour: m g l^3 / (192 EI) at its middle."""
    plan = PlanarSystem(gravity=(0.0, -G))
    shape = ct.Rod.straight(0.2, 6, 8e6, 2.7, mass_per_length=0.3, start="clamped",
                            end="clamped")  # fmt: skip
    leaf = plan.rod("leaf", shape, damping=5e-3)
    half = 0.5 * leaf.height
    ball = plan.body("ball", 2.0, 1e-3, (0.1, 0.02 + half))
    plan.contact(
        "lies", ball.circle(0.02), leaf.side("left"), Unilateral(), Coulomb(0.5)
    )
    model, dt = plan.build(), 2e-4
    assert dt > 100.0 * largest_step(model.system, model.state)
    found = run(model, dt, 0.1, engine=ENGINE)
    sunk = 0.02 + half - found.position("ball", "y")[-1]
    known = 2.0 * G * 0.2**3 / (192.0 * 2.7)
    assert sunk == pytest.approx(known, rel=0.02)
    assert np.abs(found.velocity("ball", "y")[-10:]).max() < 1e-4
    force = found.percussion("lies")[-1] / dt
    assert force == pytest.approx(2.0 * G, rel=0.02)


def test_refusals_name_what_asks_for_half_explicit_steps() -> None:
    plan = PlanarSystem(gravity=(0.0, -G))
    body = plan.body("a", 1.0, 0.1, (0.0, 0.1))
    plan.contact(
        "floor", body.circle(0.1), plan.ground.line((0.0, 1.0)), Unilateral(0.5)
    )
    with pytest.raises(InputError, match="'floor' has a restitution"):
        run(plan.build(), 1e-3, 1e-2, engine=ENGINE)
    plan.pin("hinge", body.point((0.1, 0.0)), plan.ground.point((0.1, 0.1)))
    with pytest.raises(InputError, match="is a rigid joint"):
        run(plan.build(), 1e-3, 1e-2, engine=ENGINE)
