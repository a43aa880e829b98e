"""Free bodies in space: momentum stays, energy swings by the square of the step."""

import numpy as np
import pytest

import catena as ct
from catena.bodies.free_spatial import body_energy, drift
from catena.drives.spatial_system.build import build
from catena.integrators.steps.spatial_system import advance_bodies, system_energy
from catena.numerics.rotations import fill_matrix
from catena.tables.checkpoint import copied
from catena.tables.spatial_bodies import body_work

INERTIA = (1e-3, 2e-3, 2.7e-3)


def tumbling(inertia: tuple[float, float, float] = INERTIA) -> ct.SpatialSystem:
    plan = ct.SpatialSystem(gravity=(0.0, 0.0, 0.0))
    plan.body("stone", mass=0.4, inertia=inertia, spin=(9.0, 0.2, -4.0))
    return plan


def momentum(q: np.ndarray, u: np.ndarray, inertia: tuple[float, ...]) -> np.ndarray:
    R = np.zeros((len(q), 9))
    fill_matrix(q, 1, R)
    return R[1].reshape(3, 3) @ (np.array(inertia) * u[1, 3:])


@pytest.mark.parametrize("inertia", [INERTIA, (2e-3, 2e-3, 2e-3)])
def test_turning_keeps_momentum_to_rounding(inertia) -> None:
    job = build(tumbling(inertia).drive(duration=0.1, step=1e-3))
    system, state = job.plan.system, copied(job.plan.start)
    before = momentum(state.q, state.u, inertia)
    for _ in range(50):
        drift(system, state.q, state.u, 2e-3)
    assert momentum(state.q, state.u, inertia) == pytest.approx(before, rel=1e-12)
    assert np.sum(state.q[1, 3:] ** 2) == pytest.approx(1.0, abs=1e-14)


def test_energy_of_turning_is_of_second_order() -> None:
    job = build(tumbling().drive(duration=0.1, step=1e-3))
    system, errors = job.plan.system, []
    for steps in (10, 20):
        state = copied(job.plan.start)
        start = body_energy(system, state)[0]
        for _ in range(steps):
            drift(system, state.q, state.u, 0.1 / steps)
        errors.append(abs(body_energy(system, state)[0] - start))
    assert errors[1] < 0.35 * errors[0]


def test_a_few_steps_with_everything_close_the_ledger() -> None:
    """Bushing, spring, a rigid and an elastic contact, friction and a load."""
    plan = ct.SpatialSystem()
    plan.body("ball", mass=0.2, position=(0.0, 0.0, 0.0299), velocity=(1.5, 0.2, -0.1),
              force=(0.3, 0.0, 0.0))  # fmt: skip
    plan.sphere("ball", body="ball", radius=0.03)
    plan.body(
        "rod", mass=0.5, inertia=INERTIA, position=(0.5, 0.0, 0.1), spin=(1, 2, 3)
    )
    plan.sphere("knob", body="rod", radius=0.02, centre=(0.0, 0.0, -0.08))
    plan.plane("floor")
    plan.contact("ball", "floor", friction=0.3, stiffness=1e4, damping=5.0)
    plan.contact("knob", "floor", friction=0.2, restitution=0.5)
    plan.bushing("pivot", "ground", "rod", at=(0.5, 0.0, 0.2), stiffness=500.0,
                 damping=1.0, tilt_stiffness=2.0, tilt_damping=0.01,
                 turn_damping=0.01)  # fmt: skip
    plan.spring("tie", "ball", "rod", ends=((0, 0, 0.03), (0.5, 0, 0.1)),
                stiffness=50.0, damping=0.3)  # fmt: skip
    job = build(plan.drive(duration=0.01, step=1e-4))
    system, state = job.plan.system, copied(job.plan.start)
    work = body_work(system)
    start = sum(system_energy(system, state, work))
    assert advance_bodies(system, state, work, 1e-4, 60) == 0
    gained = sum(system_energy(system, state, work)) - start
    lost, put_in = state.ledger.loss, float(state.ledger.input_work[0])
    assert (lost[0] >= 0.0).all() and lost[0, :3].min() > 0.0
    exchanged = float(lost.sum())
    assert put_in - lost.sum() - gained == pytest.approx(0.0, abs=2e-3 * exchanged)
