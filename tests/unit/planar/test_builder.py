"""The builder refuses what cannot be, naming field, value and expectation."""

import math

import numpy as np
import pytest

from catena import run_checks
from catena.codes import NormalLaw
from catena.errors import InputError, SpecError
from catena.motion import run
from catena.planar import (
    Arc,
    Bilateral,
    Coulomb,
    Curve,
    Gap,
    Hertz,
    Johnson,
    PlanarSystem,
    Regularised,
    Segment,
    SpringDamper,
    Stribeck,
    Unilateral,
)
from catena.tables.contacts import PercussionOptions
from catena.validity import gaps_of


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
    (lambda p: p.linear_body("l", ("a", "a"), EYE), "at least one name, each once"),
    (lambda p: p.linear_body("l", (), ()), "at least one name, each once"),
    (lambda p: p.linear_body("l", "a", [[1]], at=[NAN]), r"linear_body\[l\]\.at"),
    (lambda p: p.linear_body("l", "a", [[1]], velocity=[0, 1]), r"l\]\.velocity"),
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
    (lambda p: p.gap("g", LINEAR, Gap(0.0, [1.0]), Unilateral()), "of this system"),
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
    (Unilateral(), Coulomb(0.4, static=float("inf")), "a finite number of at least 0"),
    (Hertz(1e8, 1.5, 0.0, NormalLaw.FLORES), None, r"restitution: found 0\.0"),
    (Unilateral(), Regularised(0.1, 0.0), "transition_speed"),
    (Unilateral(), Stribeck(0.1, 0.1, -1.0, 1.0), "stribeck_speed"),
    (Unilateral(), Regularised(0.1, 0.1), "expected coulomb friction"),
    (SpringDamper(1e4), Coulomb(0.1, None, 0.0, 0.5), "unilateral contacts have"),
    (Bilateral(), Coulomb(0.1, None, 0.0, 0.5), "tangential_restitution: found 0.5"),
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


FLOOR = PlanarSystem().ground.line((0.0, 1.0))

NO_SUCH_THING = [
    (lambda p: p.build(), "body: found 0; expected at least one body"),
    (lambda p: p.body(3), "expected a text as name"),
    (lambda p: p.body("b", at=1.0), r"body\[b\]\.at: found 1\.0; expected two"),
    (lambda p: PlanarSystem(None), "gravity: expected two finite numbers"),
    (lambda p: p.spring("s", p.body("b"), p.ground, 1.0), r"spring\[s\]\.a: found"),
    (
        lambda p: p.contact("c", p.body("b"), FLOOR, Unilateral()),
        r"contact\[c\]\.a: found .*expected a point or circle",
    ),
    (
        lambda p: p.contact("c", p.body("b").point(), p.ground, Unilateral()),
        r"contact\[c\]\.b: found .*expected a point, circle",
    ),
    (
        lambda p: p.maxwell("m", [], []),
        r"maxwell\[m\]\.contacts: found 0; expected at least one",
    ),
    (lambda p: p.load(p.body("b"), "x", 1.0, "speed"), "found 'speed'; expected a Cu"),
    (lambda p: p.prescribe(p.body("b"), "x", "1"), "expected numbers"),
    (
        lambda p: p.gap(
            "g", p.linear_body("l", "a", [[1]]), Gap(0.1, [0.0]), Unilateral()
        ),
        r"gap\[g\]\.normal_direction: found \[0\.0\]; expected a direction",
    ),
]


@pytest.mark.parametrize(("act", "words"), NO_SUCH_THING)
def test_things_of_the_wrong_kind_are_refused(act, words):
    with pytest.raises(SpecError, match=words):
        act(PlanarSystem())


@pytest.mark.parametrize(
    ("normal", "friction", "words"),
    [
        (Coulomb(0.3), None, r"contact\[c\]\.normal: found .*expected a normal law"),
        (Unilateral, None, "expected a normal law"),
        (None, None, r"contact\[c\]\.normal: expected a normal law"),
        (Unilateral(), 0.3, r"friction: found 0\.3; expected a friction law"),
        (Unilateral(1.1), None, r"restitution: found 1\.1; expected .* 0 and 1"),
        (Hertz(1e6, damping_law="flores"), None, "damping_law: found 'flores'; expect"),
        (Hertz(1e6, damping_law=NormalLaw.BILATERAL), None, "damping_law"),
    ],
)
def test_a_wrong_law_is_refused_where_it_is_stated(normal, friction, words):
    plan = PlanarSystem()
    skin, floor = plan.body("b").circle(0.1), plan.ground.line((0.0, 1.0))
    with pytest.raises(SpecError, match=words):
        plan.contact("c", skin, floor, normal, friction)
    assert not plan.contacts


def test_a_rigid_contact_needs_a_body_that_can_move():
    plan = PlanarSystem()
    table = plan.body("table", free=("x",))
    plan.prescribe(table, "x", 1.0)
    ball = plan.body("ball", at=(0.0, 0.1), free=())
    plan.contact("c", ball.circle(0.1), table.line((0.0, 1.0)), Unilateral())
    with pytest.raises(SpecError, match=r"contact\[c\]: .*'ball', 'table'.*both held"):
        plan.build()


def test_a_load_needs_a_coordinate_that_can_move():
    plan = PlanarSystem()
    wheel = plan.wheel("wheel", 1.0)
    plan.load(wheel, "y", 1.0)
    with pytest.raises(SpecError, match=r"load\[wheel\.y\]: 'y' is held"):
        plan.build()
    plan.prescribe(wheel, "y", 0.1)
    plan.build()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"relaxation": 3.0}, r"relaxation: found 3\.0; expected 0\.001 to 1\.999"),
        ({"relative_tolerance": NAN}, "relative_tolerance: found nan; expected 0 to 1"),
        ({"max_sweeps": -1}, "max_sweeps: found -1; expected at least 0"),
        ({"max_sweeps": 2.5}, r"max_sweeps: found 2\.5; expected whole"),
    ],
)
def test_options_out_of_range_are_refused(change, words):
    with pytest.raises(InputError, match=words):
        run(ball_on_floor(Unilateral()), 1e-3, 0.1, options=PercussionOptions(**change))


@pytest.mark.parametrize(
    ("dt", "end", "every", "words"),
    [
        ("1", 1.0, 1, "dt: found '1'"),
        (1e-3, "1", 1, "end: found '1'"),
        (1e-3, 1.0, 1.5, r"every: found 1\.5; expected a whole number"),
    ],
)
def test_a_run_of_odd_length_is_refused(dt, end, every, words):
    with pytest.raises(InputError, match=words):
        run(ball_on_floor(Unilateral()), dt, end, every=every)


RIGHT = Segment((0.0, 1.0), (1.0, 1.0))
"""The top of a square; the material lies below."""


@pytest.mark.parametrize(
    "neighbour",
    [
        Segment((1.0, 0.0), (1.0, 1.0)),
        Arc((1.0, 0.0), 1.0, math.pi / 4, math.pi / 4, hollow=True),
        Arc((1.0, 1.5), 0.5, -math.pi / 2, 1.0),
    ],
)
def test_pieces_with_material_on_opposite_sides_are_refused(neighbour):
    body = PlanarSystem().body("b")
    for pieces in ((RIGHT, neighbour), (neighbour, RIGHT)):
        with pytest.raises(SpecError, match="Exchange start and end"):
            body.profile(*pieces)


@pytest.mark.parametrize(
    "neighbour",
    [
        Segment((1.0, 1.0), (1.0, 0.0)),
        Segment((1.0 + 1e-3, 0.0), (1.0 + 1e-3, 1.0)),
        Arc((1.0, 0.0), 1.0, math.pi / 4, math.pi / 4),
        Arc((1.0, 1.5), 0.5, -math.pi / 2, 1.0, hollow=True),
        Arc((1.0, 0.0), 1.0, math.pi / 2, 2.0 * math.pi),
    ],
)
def test_pieces_that_go_on_or_do_not_meet_are_taken(neighbour):
    assert PlanarSystem().body("b").profile(RIGHT, neighbour).pieces


@pytest.mark.parametrize("shift", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("sectors", [3, 4, 12])
def test_a_repeated_profile_is_the_same_listed_piece_by_piece(sectors, shift):
    """A saw tooth: its steep face lies where two sectors meet, or off it by a shift."""
    sector = 2.0 * math.pi / sectors
    high, low = shift * sector + sector / 2, shift * sector - sector / 2
    inner = 0.8 * math.cos(high), 0.8 * math.sin(high)
    tip = math.cos(high), math.sin(high)
    foot = 0.8 * math.cos(low), 0.8 * math.sin(low)
    tooth = Segment(inner, tip), Segment(tip, foot)
    turns = [sector * k for k in range(sectors)]
    whole = [piece.turned(turn) for turn in turns for piece in tooth]
    plan = PlanarSystem()
    ball = plan.body("ball")
    wheel = plan.wheel("wheel", 1.0, angle=0.1)
    for name, profile in (
        ("sectors", wheel.profile(*tooth, sectors=sectors)),
        ("listed", wheel.profile(*whole)),
    ):
        plan.contact(name, ball.circle(0.05), profile, Unilateral())
    model = plan.build()
    state = model.start()
    for angle in np.linspace(0.0, 2.0 * math.pi, 150):
        for radius in (0.9, 0.97, 1.05, 1.2):
            state.q[3:5] = radius * math.cos(angle), radius * math.sin(angle)
            repeated, listed = gaps_of(model, state)
            if listed > -0.05:  # the centre is outside
                assert repeated == pytest.approx(listed, abs=1e-12)


BALL = ball_on_floor(Unilateral())
HUGE = 10**400


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda p: p.body("b", mass=HUGE), r"body\[b\]\.mass: .*1e-30 to 1e\+30"),
        (lambda p: p.body("b", mass=1e308), r"body\[b\]\.mass: found 1e\+308"),
        (lambda p: p.body("b", inertia=1e-320), r"body\[b\]\.inertia: found 1e-320"),
        (lambda p: p.body("b", spin=1e308), r"at most 1e\+30 in size"),
        (lambda p: p.body("b", at=np.array(3.0)), "expected two finite numbers"),
        (lambda p: p.body("b", free=None), r"body\[b\]\.free: expected a list"),
        (lambda p: p.body("b", free=[[]]), r"body\[b\]\.free: found \[\[\]\]"),
        (lambda p: p.linear_body("l", None, EYE), r"coordinates: expected a list"),
        (lambda p: p.linear_body("l", "ab", HUGE), "expected numbers"),
        (lambda p: p.linear_body("l", "ab", [[1, 0], [0, 1e99]]), r"found 1e\+99"),
        (lambda p: p.maxwell("m", None, EYE), r"maxwell\[m\]\.contacts: expected a"),
        (lambda p: p.prescribe(None, "x", 1.0), r"prescribe\.body: expected a body"),
        (lambda p: p.load(None, "x", 1.0), r"load\.body: expected a body"),
        (lambda p: p.load(p.body("b"), [], 1.0), r"load\[b\]: found \[\]; expected x"),
        (lambda p: p.load(p.body("b"), "x", 1j), "expected numbers"),
        (lambda p: p.gap("g", None, Gap(0.1, [1.0]), Unilateral()), "a linear body"),
        (lambda p: p.body("b").profile(None), r"pieces\[0\]: expected an Arc"),
        (lambda p: p.body("b").profile(ARC, sectors=HUGE), "0 to 10000"),
        (lambda p: touching(p, Unilateral(), group=["g"]), "a text as group"),
        (lambda p: touching(p, Unilateral(), friction=np.ones(2)), "a friction law"),
    ],
)
def test_odd_values_are_refused_not_tripped_over(act, words):
    with pytest.raises(SpecError, match=words):
        act(PlanarSystem())


ARC = Arc((0.0, 0.0), 0.1, 0.0, 1.0)


def touching(plan, normal, **more):
    skin, floor = plan.body("b").circle(0.1), plan.ground.line((0.0, 1.0))
    plan.contact("c", skin, floor, normal, **more)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"model": None}, "model: found None; expected a model"),
        ({"engine": []}, r"engine: found \[\]; expected a name"),
        ({"dt": 1e-300}, r"end: found 1\.0, which is 1e\+300 steps of 1e-300 s"),
        ({"end": 1e29}, r"end: found 1e\+29, .*expected at most 1e\+11 steps"),
        ({"options": 3}, "options: found 3; expected PercussionOptions"),
        ({"state": 3}, "state: found 3; expected a state of this model"),
        ({"engine": "x" * 3000}, "engine: found 'xxx.*expected one of"),
    ],
)
def test_a_run_of_odd_things_is_refused(values, words):
    given = {"model": BALL, "dt": 1e-3, "end": 1.0, **values}
    with pytest.raises(InputError, match=words) as refused:
        run(**given)
    assert len(str(refused.value)) < 400


def test_a_state_of_another_model_is_refused():
    with pytest.raises(InputError, match=r"state\.q: found shape \(9,\) for \(6,\)"):
        run(BALL, 1e-3, 0.1, state=two_balls().start())
    run(BALL, 1e-3, 0.002, state=BALL.start())


def two_balls():
    plan = PlanarSystem()
    floor = plan.ground.line((0.0, 1.0))
    for k in range(2):
        ball = plan.body(f"b{k}", at=(0.3 * k, 1.0))
        plan.contact(f"c{k}", ball.circle(0.1), floor, Unilateral())
    return plan.build()


def test_records_and_matrices_beyond_the_memory_are_refused(monkeypatch):
    monkeypatch.setattr(run_checks, "memory_bytes", lambda: 1_000_000)
    with pytest.raises(InputError, match=r"every: found 1, .* expected at least \d+"):
        run(BALL, 1e-3, 10.0)
    run(BALL, 1e-3, 10.0, every=1000)
    monkeypatch.setattr(run_checks, "memory_bytes", lambda: 100)
    with pytest.raises(InputError, match=r"matrices over 6 velocities .*'moreau'"):
        run(BALL, 1e-3, 1e-3, engine="linearly_implicit")


def test_options_are_numbers_of_one_kind():
    """Kernels are compiled anew for every other kind, which takes half a minute."""
    odd = PercussionOptions(0, True, np.int64(7), 1)
    given = run_checks.checked_options(odd)
    assert given == (0.0, 1.0, 7, 1.0, 0)
    assert [type(value) for value in given] == [float, float, int, float, int]


@pytest.mark.parametrize("name", ["a b", "a.b", "a\tb"])
def test_names_that_a_file_cannot_have_are_refused_at_once(name: str) -> None:
    with pytest.raises(SpecError, match="expected a name"):
        PlanarSystem().body(name, 1.0, 1.0)
