"""W_N is the finite difference of the gap; W_T is the sliding of material points."""

import itertools
import math

import numpy as np
import pytest

from catena.balance import momentum
from catena.bodies.rigid_planar import poses_of
from catena.contact.search import fill_directions, fill_gaps
from catena.motion import run
from catena.planar import (
    Arc,
    Coulomb,
    PlanarSystem,
    Regularised,
    Segment,
    SpringDamper,
    Unilateral,
)

STEEL = SpringDamper(1e6)


def two_bodies():
    plan = PlanarSystem()
    a = plan.body("a", 1.0, 1.0, (0.31, 0.42), angle=0.3)
    b = plan.body("b", 1.0, 1.0, (0.05, -0.11), angle=-0.7)
    return plan, a, b


def turned(angle, x, y):
    c, s = math.cos(angle), math.sin(angle)
    return c * x - s * y, s * x + c * y


def circle_line():
    plan, a, b = two_bodies()
    line = b.line((0.3, 1.0), (0.02, 0.9))
    plan.contact("c", a.circle(0.2, (0.1, 0.05)), line, STEEL)
    return plan


def point_line():
    plan, a, b = two_bodies()
    plan.contact("c", a.point((0.1, -0.2)), b.line((0.0, 1.0), (0.1, 0.9)), STEEL)
    return plan


def circle_circle():
    plan, a, b = two_bodies()
    other = b.circle(0.4, (0.1, 0.05))
    plan.contact("c", a.circle(0.3, (0.02, 0.03)), other, STEEL)
    return plan


def point_circle():
    plan, a, b = two_bodies()
    plan.contact("c", a.point((0.02, 0.03)), b.circle(0.9), STEEL)
    return plan


def circle_in_circle():
    plan, a, b = two_bodies()
    hole = b.hollow(0.5, (0.1, 0.05))
    plan.contact("c", a.circle(0.2, (0.02, 0.03)), hole, STEEL)
    return plan


def tooth_gap(b):
    """A seat arc between two straight flanks, twelve times around the centre."""
    seat = Arc((0.5, 0.0), 0.06, math.pi - 1.0, 2.0, hollow=True)
    ends = [
        (0.5 + 0.06 * math.cos(math.pi + s), 0.06 * math.sin(math.pi + s))
        for s in (1.0, -1.0)
    ]
    low = Segment(ends[0], (ends[0][0] + 0.05, ends[0][1] - 0.03))
    high = Segment((ends[1][0] + 0.05, ends[1][1] + 0.03), ends[1])
    return b.profile(low, seat, high, sectors=12)


def circle_profile():
    plan, a, b = two_bodies()
    plan.contact("c", a.circle(0.05, (0.02, 0.03)), tooth_gap(b), STEEL)
    return plan


def point_polygon():
    plan, a, b = two_bodies()
    corners = [(-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)]
    sides = [Segment(p, q) for p, q in itertools.pairwise(corners)]
    plan.contact("c", a.point((0.02, 0.03)), b.profile(*sides), STEEL)
    return plan


def pins():
    """Two bodies whose points (0.1, 0.2) and (0.3, -0.1) meet."""
    plan = PlanarSystem()
    a = plan.body("a", 1.0, 1.0, (0.31, 0.42), angle=0.3)
    near, far = turned(0.3, 0.1, 0.2), turned(-0.7, 0.3, -0.1)
    at = (0.31 + near[0] - far[0], 0.42 + near[1] - far[1])
    b = plan.body("b", 1.0, 1.0, at, angle=-0.7)
    plan.pin("p", a.point((0.1, 0.2)), b.point((0.3, -0.1)))
    return plan


PAIRS = [
    circle_line,
    point_line,
    circle_circle,
    point_circle,
    circle_in_circle,
    circle_profile,
    point_polygon,
    pins,
]


def gaps_at(model, q):
    found = np.zeros(len(model.labels.contacts))
    fill_gaps(model.system.contours, found, poses_of(q, len(model.labels.bodies)), q)
    return found


def filled_rows(model, q):
    """Rows with directions, whatever their gap."""
    rows = model.start().memory.rows
    pose = poses_of(q, len(model.labels.bodies))
    fill_directions(model.system.contours, rows, pose, q)
    return rows


@pytest.mark.parametrize("pair", PAIRS)
def test_normal_direction_is_the_finite_difference_of_the_gap(pair):
    model = pair().build()
    rng = np.random.default_rng(3)
    for _ in range(5):
        q = model.state.q + np.r_[np.zeros(3), 0.05 * rng.standard_normal(6)]
        rows = filled_rows(model, q)
        for i in range(rows.g_N.size):
            for k, dof in enumerate(rows.dof[i]):
                if dof < 0:
                    break
                step = np.zeros(q.size)
                step[dof] = 1e-6
                slope = gaps_at(model, q + step)[i] - gaps_at(model, q - step)[i]
                assert rows.W_N[i, k] == pytest.approx(slope / 2e-6, abs=2e-8)


def place(q, body, point):
    """A point of a body in the plane, written apart from the kernels."""
    x, y, angle = q[3 * body : 3 * body + 3]
    turn = np.array([[math.cos(angle), -math.sin(angle)],
                     [math.sin(angle), math.cos(angle)]])  # fmt: skip
    return np.array([x, y]) + turn @ np.asarray(point)


def apart(q, point_a, point_b):
    return float(np.linalg.norm(place(q, 1, point_a) - place(q, 2, point_b)))


def height(q, point, normal, at):
    """Height of a point of body 1 over a line of body 2."""
    n = place(q, 2, normal) - place(q, 2, (0.0, 0.0))
    return float((place(q, 1, point) - place(q, 2, at)) @ n / np.linalg.norm(n))


GAPS = [
    (circle_line, lambda q: [height(q, (0.1, 0.05), (0.3, 1.0), (0.02, 0.9)) - 0.2]),
    (point_line, lambda q: [height(q, (0.1, -0.2), (0.0, 1.0), (0.1, 0.9))]),
    (circle_circle, lambda q: [apart(q, (0.02, 0.03), (0.1, 0.05)) - 0.7]),
    (point_circle, lambda q: [apart(q, (0.02, 0.03), (0.0, 0.0)) - 0.9]),
    (circle_in_circle, lambda q: [0.3 - apart(q, (0.02, 0.03), (0.1, 0.05))]),
    (pins, lambda q: list(place(q, 1, (0.1, 0.2)) - place(q, 2, (0.3, -0.1)))),
]


@pytest.mark.parametrize(("pair", "expected"), GAPS)
def test_gap_is_the_distance_in_the_plane(pair, expected):
    model = pair().build()
    rng = np.random.default_rng(11)
    for _ in range(5):
        q = model.state.q + np.r_[np.zeros(3), 0.3 * rng.standard_normal(6)]
        assert gaps_at(model, q) == pytest.approx(expected(q), abs=1e-14)


def test_gap_in_a_seat_of_a_profile():
    model = circle_profile().build()
    for tooth in (0, 1, 5, -3):
        q = model.state.q.copy()
        turn = tooth * math.pi / 6.0
        seat = 0.5 * np.array([math.cos(turn), math.sin(turn)])
        lower = seat * (1.0 - 0.004 / 0.5)  # 4 mm towards the bottom of the seat
        q[3:5] += place(q, 2, lower) - place(q, 1, (0.02, 0.03))
        assert gaps_at(model, q) == pytest.approx([0.06 - 0.05 - 0.004], abs=1e-14)
        assert filled_rows(model, q).key[0] == tooth


def moved(q, u, body, at):
    """Velocity of the material point of a body that is at a place now."""
    r = at - q[3 * body : 3 * body + 2]
    return u[3 * body : 3 * body + 2] + u[3 * body + 2] * np.array([-r[1], r[0]])


CIRCLES = [
    (circle_line, (0.1, 0.05), 0.2),
    (point_line, (0.1, -0.2), 0.0),
    (circle_circle, (0.02, 0.03), 0.3),
    (circle_in_circle, (0.02, 0.03), 0.2),
    (circle_profile, (0.02, 0.03), 0.05),
    (point_polygon, (0.02, 0.03), 0.0),
]


@pytest.mark.parametrize(("pair", "centre", "radius"), CIRCLES)
def test_directions_are_the_motion_on_the_surface_of_the_circle(pair, centre, radius):
    model = pair().build()
    q, rows = model.state.q, filled_rows(model, model.state.q)
    u, n = np.random.default_rng(4).standard_normal(q.size), rows.W_N[0, :2]
    at = place(q, 1, centre) - radius * n
    relative = moved(q, u, 1, at) - moved(q, u, 2, at)
    touched = u[rows.dof[0]]
    assert rows.W_N[0] @ touched == pytest.approx(n @ relative, abs=1e-13)
    sliding = n[1] * relative[0] - n[0] * relative[1]  # n turned clockwise
    assert rows.W_T[0, 0] @ touched == pytest.approx(sliding, abs=1e-13)


@pytest.mark.parametrize("pair", PAIRS)
def test_tangent_is_perpendicular_and_of_equal_length(pair):
    model = pair().build()
    rows = filled_rows(model, model.state.q)
    for i in range(rows.g_N.size):
        for column in range(0, 6, 3):
            normal, tangent = rows.W_N[i, column:], rows.W_T[i, 0, column:]
            assert normal[0] * tangent[0] + normal[1] * tangent[1] == pytest.approx(0)
            assert math.hypot(*normal[:2]) == pytest.approx(1.0)
            assert math.hypot(*tangent[:2]) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "pair", [circle_line, circle_circle, circle_in_circle, circle_profile]
)
def test_rigid_motion_of_both_bodies_neither_opens_nor_slides(pair):
    """A common rotation about any point gives no relative velocity, at any gap."""
    model = pair().build()
    q = model.state.q
    rows = filled_rows(model, q)
    x, y, w = 0.3, -0.8, 1.7
    u = np.zeros(q.size)
    for b in (1, 2):
        u[3 * b] = -w * (q[3 * b + 1] - y)
        u[3 * b + 1] = w * (q[3 * b] - x)
        u[3 * b + 2] = w
    assert rows.W_N[0] @ u[rows.dof[0]] == pytest.approx(0.0, abs=1e-12)
    assert rows.W_T[0, 0] @ u[rows.dof[0]] == pytest.approx(0.0, abs=1e-12)
    assert abs(rows.g_N[0]) > 1e-3


def test_profile_repeats_around_the_centre():
    model = circle_profile().build()
    q = model.state.q.copy()
    gap = gaps_at(model, q)[0]
    q[8] += 2.0 * math.pi / 12.0
    assert gaps_at(model, q)[0] == pytest.approx(gap, abs=1e-12)


@pytest.mark.parametrize(
    ("at", "distance", "normal"),
    [
        ((0.0, 0.7), 0.2, (0.0, 1.0)),
        ((0.0, 0.4), -0.1, (0.0, 1.0)),
        ((0.8, 0.9), 0.5, (0.6, 0.8)),
        ((-0.9, 0.1), 0.4, (-1.0, 0.0)),
    ],
)
def test_distance_to_faces_and_corners_of_a_square(at, distance, normal):
    plan = PlanarSystem()
    body = plan.body("p", at=at)
    corners = [(-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]
    sides = [Segment(p, q) for p, q in itertools.pairwise(corners)]
    plan.contact("c", body.point(), plan.ground.profile(*sides), Unilateral())
    model = plan.build()
    rows = filled_rows(model, model.state.q)
    assert rows.g_N[0] == pytest.approx(distance)
    assert rows.W_N[0, :2] == pytest.approx(normal)


@pytest.mark.parametrize("friction", [Coulomb(0.4), Regularised(0.4, 0.01)])
def test_friction_of_a_deep_contact_keeps_the_angular_momentum(friction):
    plan = PlanarSystem()
    a = plan.body("a", 1.0, 0.01, (0.0, 0.2), velocity=(0.0, -1.0), spin=20.0)
    b = plan.body("b", 2.0, 0.02, velocity=(0.3, 0.0), spin=5.0)
    plan.contact("c", a.circle(0.1), b.circle(0.1), SpringDamper(1e3), friction)
    model = plan.build()
    motion = run(model, 1e-4, 0.2)
    assert motion.balance().friction_loss[0] > 0.01
    assert np.min(motion.gap) < -0.01
    before, after = momentum(model, model.state), momentum(model, motion.state)
    assert after == pytest.approx(before, abs=1e-7)  # with a place for each: 1e-3


def test_a_pressed_point_slides_over_the_face_in_both_directions():
    plan, a, b = two_bodies()
    plan.press("p", a.point((0.1, 0.2)), b, 5.0, Coulomb(0.3))
    model = plan.build()
    q, rows = model.state.q, filled_rows(model, model.state.q)
    u = np.random.default_rng(4).standard_normal(q.size)
    at = place(q, 1, (0.1, 0.2))
    expected = moved(q, u, 1, at) - moved(q, u, 2, at)
    assert rows.W_T[0] @ u[rows.dof[0]] == pytest.approx(expected, abs=1e-14)


def test_the_friction_of_a_bearing_turns_its_pin():
    plan, a, b = two_bodies()
    joint = {"stiffness": 1e5, "pin_radius": 0.03, "friction": Coulomb(0.1)}
    plan.journal("j", a.point((0.1, 0.2)), b.point((0.3, -0.1)), **joint)
    model = plan.build()
    rows, u = filled_rows(model, model.state.q), np.arange(9.0)
    assert rows.W_T[0, 0] @ u[rows.dof[0]] == pytest.approx(0.03 * (u[5] - u[8]))
