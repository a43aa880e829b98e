"""The builder refuses what cannot be, naming field, value and expectation."""

import pytest

from catena.errors import SpecError
from catena.planar import (
    Coulomb,
    Curve,
    Hertz,
    Johnson,
    PlanarSystem,
    Regularised,
    SpringDamper,
    Stribeck,
    Unilateral,
)


def ball_on_floor(normal, friction=None):
    plan = PlanarSystem()
    ball = plan.body("ball", at=(0.0, 1.0))
    floor = plan.ground.line((0.0, 1.0))
    plan.contact("floor", ball.circle(0.1), floor, normal, friction)
    return plan.build()


WRONG = [
    (lambda p: p.body("b", mass=-1.0), r"body\[b\]\.mass: found -1\.0"),
    (lambda p: p.body("b", inertia=0.0), r"body\[b\]\.inertia"),
    (lambda p: p.body("b", mass=float("nan")), "finite number greater than 0"),
    (lambda p: p.body("b", free=("z",)), "expected x, y or angle"),
    (lambda p: p.body("b", free=("x",), spin=1.0), "angle is held"),
    (lambda p: p.body("ground"), "new name"),
    (lambda p: p.body("b").circle(-0.1), r"circle\.radius"),
    (lambda p: p.body("b").line((0.0, 0.0)), "expected a direction"),
    (lambda p: p.body("b").profile(), "at least one arc or segment"),
    (lambda p: p.prescribe(p.ground, "x", 1.0), "a moving body"),
    (lambda p: p.load(p.body("b"), "x", Curve((1.0, 0.0), (0.0, 0.0))), "growing"),
    (lambda p: p.load(p.body("b"), "x", Curve((0.0,), (1.0, 2.0))), "as many x as y"),
    (
        lambda p: p.contact(
            "c", p.ground.circle(1.0), p.ground.circle(1.0), Unilateral()
        ),
        "two bodies",
    ),
    (
        lambda p: p.contact(
            "c", p.body("b").circle(1.0), p.ground.hollow(0.5), Unilateral()
        ),
        "at least the circle's radius",
    ),
    (
        lambda p: p.linear_body("l", ("a",), [[-1.0]]),
        "positive definite",
    ),
    (lambda p: p.linear_body("l", ("a",), [[1.0, 0.0]]), "expected finite numbers"),
]


@pytest.mark.parametrize(("act", "words"), WRONG)
def test_wrong_part_is_refused(act, words):
    with pytest.raises(SpecError, match=words):
        act(PlanarSystem())


WRONG_LAWS = [
    (Unilateral(1.2), None, "between 0 and 1"),
    (SpringDamper(-1.0), None, "greater than 0"),
    (SpringDamper(1.0, -1.0), None, "at least 0"),
    (Hertz(1.0, 20.0), None, "1 to 10"),
    (Johnson(1e11, 0.0, 0.01), None, "clearance"),
    (Unilateral(), Coulomb(-0.1), r"friction\.coefficient: found -0\.1"),
    (Unilateral(), Coulomb(0.4, static=0.2), "at least the coefficient"),
    (Unilateral(), Regularised(0.1, 0.0), "transition_speed"),
    (Unilateral(), Stribeck(0.1, 0.1, -1.0, 1.0), "stribeck_speed"),
    (Unilateral(), Regularised(0.1, 0.1), "expected coulomb friction"),
]


@pytest.mark.parametrize(("normal", "friction", "words"), WRONG_LAWS)
def test_wrong_law_is_refused(normal, friction, words):
    with pytest.raises(SpecError, match=words):
        ball_on_floor(normal, friction)


def test_labels_follow_the_tables():
    model = ball_on_floor(Unilateral(), Coulomb(0.2))
    assert model.labels.velocities[3:6] == ("ball.x", "ball.y", "ball.angle")
    assert model.velocity_index("ball", "y") == 4
    assert model.contact_index("floor") == 0
