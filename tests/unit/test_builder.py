"""The builder refuses what cannot be, naming field, value and expectation."""

import pytest

from catena.codes import NormalLaw
from catena.errors import InputError, SpecError
from catena.motion import run
from catena.planar import (
    Arc,
    Coulomb,
    Curve,
    Hertz,
    Johnson,
    PlanarSystem,
    Regularised,
    Segment,
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


NAN = float("nan")
EYE = [[1.0, 0.0], [0.0, 1.0]]
LINEAR = PlanarSystem().linear_body("stranger", ("x",), [[1.0]])

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
    (lambda p: p.linear_body("l", "ab", [[1.0, 0.0], [0.0]]), "expected numbers"),
    (lambda p: p.linear_body("l", "ab", [[1, 0.5], [0, 1]]), r"mass: 0\.5 is not symm"),
    (lambda p: p.linear_body("l", "ab", EYE, [[1, 5], [0, 1]]), "stiffness: 5"),
    (lambda p: p.linear_body("l", ("a", "a"), EYE), "expected new names"),
    (lambda p: p.body("b", mass="1 kg"), "found '1 kg'"),
    (lambda p: p.body("b", at=(NAN, 0.0)), r"body\[b\]\.at"),
    (lambda p: p.body("b", at=(0.0, 0.0, 0.0)), "two finite numbers"),
    (lambda p: p.body("b", angle=NAN), "expected a finite number"),
    (lambda p: p.body("b").point((0.0, NAN)), r"body\[b\]\.point"),
    (lambda p: p.body("b").line((0.0, 1.0), (NAN, 0.0)), r"line\.at"),
    (lambda p: p.body("b").profile(Arc((0.0, 0.0), -1.0, 0.0, 1.0)), "radius"),
    (lambda p: p.body("b").profile(Arc((0.0, 0.0), 1.0, 0.0, 7.0)), "full turn"),
    (lambda p: p.body("b").profile(Segment((1.0, 0.0), (1.0, 0.0))), "different ends"),
    (
        lambda p: p.load(p.body("b"), "x", Curve((0, 2), (1, 2), 1.0)),
        "at least the len",
    ),
    (
        lambda p: [p.prescribe(b, "x", 1.0) for b in [p.body("b")] * 2],
        "without a motor",
    ),
    (lambda p: p.gap("g", LINEAR, 0.0, [1.0], Unilateral()), "of this system"),
]


@pytest.mark.parametrize(("act", "words"), WRONG)
def test_wrong_part_is_refused(act, words):
    with pytest.raises(SpecError, match=words):
        act(PlanarSystem())


JOINS = [
    lambda p, name, a, b: p.spring(name, a.point(), b.point(), 1.0),
    lambda p, name, a, b: p.journal(name, a.point(), b.point(), 1.0),
    lambda p, name, a, b: p.torsion_bar(name, a, b, 1.0),
    lambda p, name, a, b: p.pin(name, a.point(), b.point()),
    lambda p, name, a, b: p.press(name, a.point(), b, 1.0, Coulomb(0.1)),
    lambda p, name, a, b: p.contact(name, a.point(), b.line((0, 1)), Unilateral()),
]


@pytest.mark.parametrize("join", JOINS)
def test_parts_join_two_bodies_of_the_system_once(join):
    plan, other = PlanarSystem(), PlanarSystem()
    a, stranger = plan.body("a"), other.body("stranger")
    for b, words in ((a, "twice the same"), (stranger, "a body of this system")):
        with pytest.raises(SpecError, match=words):
            join(plan, "j", a, b)
    join(plan, "j", a, plan.ground)
    join(plan, "k", a, plan.ground)
    with pytest.raises(SpecError, match="expected a new name"):
        join(plan, "j", a, plan.ground)


def test_strangers_are_neither_driven_nor_loaded():
    plan, stranger = PlanarSystem(), PlanarSystem().body("stranger")
    plan.body("own")
    for act in (plan.prescribe, plan.load):
        with pytest.raises(SpecError, match="a body of this system"):
            act(stranger, "x", 1.0)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"end": -1.0}, "end: found -1.0"),
        ({"end": NAN}, "end: found nan"),
        ({"every": 0}, "every: found 0"),
        ({"dt": NAN}, "dt: found nan"),
        ({"dt": -1.0, "engine": "event_driven"}, "dt: found -1.0"),
        ({"engine": "magic"}, "expected one of moreau, event_driven"),
    ],
)
def test_wrong_run_is_refused(values, words):
    model = ball_on_floor(Unilateral())
    with pytest.raises(InputError, match=words):
        run(model, **{"dt": 1e-3, "end": 0.1, **values})


WRONG_LAWS = [
    (Unilateral(1.2), None, "between 0 and 1"),
    (SpringDamper(-1.0), None, "greater than 0"),
    (SpringDamper(1.0, -1.0), None, "at least 0"),
    (Hertz(1.0, 20.0), None, "1 to 10"),
    (Johnson(1e11, 0.0, 0.01), None, "clearance"),
    (Unilateral(), Coulomb(-0.1), r"friction\.coefficient: found -0\.1"),
    (Unilateral(), Coulomb(0.4, static=0.2), "at least the coefficient"),
    (Unilateral(), Coulomb(0.4, static=float("inf")), "at least the coefficient"),
    (Hertz(1e8, 1.5, 0.0, NormalLaw.FLORES), None, r"restitution: found 0\.0"),
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
