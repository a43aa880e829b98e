"""The largest step named before a run: which contacts count, and how it is told."""

import math

import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.dynamics import largest_step as computed
from catena.dynamics.evaluation import evaluate_forces
from catena.dynamics.stability import largest_step, named_step, stable_step
from catena.errors import SpecError
from catena.model import Model
from catena.planar import Gap, PlanarSystem, SpringDamper


def limit_of(model: Model) -> float:
    return largest_step(model.system, model.state)


def test_a_stiff_stop_counts_though_its_body_sits_on_a_soft_seat():
    plan = PlanarSystem()
    body = plan.body("body", mass=1.0, at=(0.0, 0.02))
    floor = plan.ground.line((0.0, 1.0))
    plan.contact("seat", body.point((0.0, -0.02)), floor, SpringDamper(1e3, 0.0))
    plan.contact("stop", body.point((0.0, -0.01)), floor, SpringDamper(1e6, 0.0))
    assert limit_of(plan.build()) == pytest.approx(2.0 / np.sqrt(1e6), rel=1e-6)


def test_contacts_of_one_ground_point_each_count_for_the_body_they_push():
    plan = PlanarSystem()
    stated = ("heavy", 0.0, 1.0, 1e6), ("light", 1.0, 0.01, 5e5)
    for name, x, mass, stiffness in stated:
        face = plan.body(name, mass=mass, at=(x, 0.03)).line((0.0, -1.0))
        point = plan.ground.point((x, 0.0))
        plan.contact(f"{name}_stop", point, face, SpringDamper(stiffness, 0.0))
    assert limit_of(plan.build()) == pytest.approx(2.0 / np.sqrt(5e5 / 0.01), rel=1e-6)


def test_the_more_damped_of_two_seats_counts():
    plan = PlanarSystem()
    body = plan.body("body", mass=1.0, at=(0.0, 1.0))
    floor = plan.ground.line((0.0, 1.0))
    plan.contact("stiff", body.point(), floor, SpringDamper(1e4, 0.0))
    plan.contact("damped", body.point(), floor, SpringDamper(1.0, 1e4))
    assert limit_of(plan.build()) == pytest.approx(2.0 / 1e4, rel=1e-3)


def test_elastic_stops_of_a_linear_body_count_with_its_own_stiffness():
    M, K = np.array([[1.0, 0.2], [0.2, 2.0]]), np.array([[3e5, -1e5], [-1e5, 4e5]])
    stops = {"left": (np.array([1.0, 0.0]), 1e6), "both": (np.array([0.6, 0.8]), 2e6)}
    plan = PlanarSystem()
    body = plan.linear_body("frame", ["a", "b"], M.tolist(), K.tolist())
    stiff = K.copy()
    for name, (w, k) in stops.items():
        plan.gap(name, body, Gap(0.01, w.tolist()), SpringDamper(k))
        stiff += k * np.outer(w, w)
    largest = np.linalg.eigvals(np.linalg.solve(M, stiff)).max()
    assert limit_of(plan.build()) == pytest.approx(2.0 / np.sqrt(largest), rel=1e-5)


def test_dampers_of_a_linear_body_count():
    plan = PlanarSystem()
    body = plan.linear_body("m", ["x"], [[0.5]], damping=[[3.0]])
    plan.gap("stop", body, Gap(0.01, [1.0]), SpringDamper(1e3, 7.0))
    l_K, l_D = 1e3 / 0.5, 10.0 / 0.5
    dt = limit_of(plan.build())
    assert l_K * dt**2 + 2.0 * l_D * dt == pytest.approx(4.0, rel=1e-5)


@pytest.mark.parametrize("limit", [1.2355e-3, 9.996e-4, 0.9999, 3.14159e-7, 2e-3])
def test_the_step_named_is_never_above_the_limit(limit):
    named = float(named_step(limit))
    assert 0.99 * limit < named <= limit


def loaded_chain(damping: float) -> Model:
    """Discs pressed on a floor and on each other, springs and a shaft between them."""
    plan = PlanarSystem()
    floor = plan.ground.line((0.0, 1.0))
    discs = []
    for k, mass in enumerate((0.3, 1.0, 0.6)):
        disc = plan.body(f"disc{k}", mass, 1e-3, (0.1999 * k, 0.0999))
        law = SpringDamper(2e5 * (k + 1.0), damping)
        plan.contact(f"floor{k}", disc.circle(0.1), floor, law)
        if discs:
            last = discs[-1]
            plan.contact(f"side{k}", disc.circle(0.1), last.circle(0.1), law)
            plan.spring(f"spring{k}", disc.point(), last.point(), 3e5, damping=damping)
        discs.append(disc)
    return plan.build()


@pytest.mark.parametrize("damping", [0.0, 20.0, 400.0])
def test_the_sum_over_directions_is_on_the_safe_side_of_the_computed_limit(damping):
    """Where all contacts are closed both apply.

    Stiffness and damping are counted as if one motion had the most of both: never
    above the border, never below half of it, and the border without damping.
    """
    model = loaded_chain(damping)
    start, work = model.start(), model.work()

    def forces(q, u):
        state = model.start()
        state.q[:], state.u[:] = q, u
        evaluate_forces(model.system, state, work, 1.0, 0.0)
        return work.h.copy()

    M_inv = model.system.inertia.M_inv
    border = computed.largest_step(forces, start.q, start.u, M_inv)
    assert 0.5 * border < limit_of(model) < 1.001 * border
    if damping == 0.0:
        assert limit_of(model) == pytest.approx(border, rel=1e-3)


ONE_MASS = """
drive = "system"
[[linear_body]]
name = "m"
coordinates = ["x"]
mass = [[1.0]]
stiffness = [[2619183.0]]
[solve]
step = "1 s"
duration = "2 s"
"""


def test_the_step_a_refusal_names_is_accepted():
    """2 / sqrt(2619183) = 1.2358e-3, which would round up."""
    spec, build = ct.loads(ONE_MASS), DRIVES["system"].build
    with pytest.raises(SpecError, match=r"at most 0\.00123 s"):
        build(spec)
    build(spec.with_values({"solve.step": 0.00123}))


@pytest.mark.parametrize("damping", [1e15, 1e16, 1e20])
def test_a_damper_far_stronger_than_its_spring_still_has_a_step(damping):
    """Without the spring it is 2 / l_D, which a difference of large numbers loses."""
    assert stable_step(1.0, damping) == pytest.approx(2.0 / damping, rel=1e-12)
    assert stable_step(0.0, damping) == pytest.approx(2.0 / damping, rel=1e-12)
    assert stable_step(4.0, 0.0) == 1.0
    assert stable_step(0.0, 0.0) == math.inf
