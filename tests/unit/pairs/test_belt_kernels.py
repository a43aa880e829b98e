"""Belt on wheels: directions, energy, rigid motion, closed forms."""

import numpy as np
import pytest

from catena.bodies.ring_bending.ring_bending_damping import add_bending_damping
from catena.bodies.ring_spline import (
    RingSpline,
    add_ring_forces,
    basis,
    control_points,
)
from catena.bodies.ring_strip import ring_strip
from catena.couplings.one_way_spring import (
    ONE_WAY_SPRING,
    add_one_way_springs,
    book_one_way_springs,
    one_way_spring_energy,
)
from catena.numerics.records import table
from catena.pairs.ring_wheel import (
    PLACES,
    RING_WHEEL,
    WEIGHTS,
    WHEEL_CONTACT,
    at_knot,
    fill_knot_friction,
    free_knots,
    press_ring_wheel,
    ring_saddles,
    ring_wheel_energy,
)
from catena.rows.saddle import saddle_slip
from catena.tables.blocks import Block

KNOTS, RADIUS = 40, 0.1
RING = RingSpline(0.0157, 5e4, 0.02, 0.0, 0.0, 0.002)


def _circle(radius: float) -> np.ndarray:
    angle = 2.0 * np.pi * np.arange(KNOTS) / KNOTS
    points = radius * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return np.ascontiguousarray(control_points(points).T)


def _pressed(q_ring: np.ndarray, q_body: np.ndarray, friction: float = 0.4):
    """All that the pair needs, pressed once; bodies (3, 2), the second is the wheel."""
    body = Block(q_body, np.zeros((3, 2)), np.zeros((3, 2)), np.ones((3, 2)),
                 np.zeros((3, 2)))  # fmt: skip
    ring = Block(q_ring, np.zeros((2, KNOTS)), np.zeros((2, KNOTS)),
                 np.full((2, KNOTS), 500.0), np.zeros((2, KNOTS)))  # fmt: skip
    wheels = table(RING_WHEEL, 1, body=1, radius=RADIUS, x=0.002, y=-0.001, k=1e6,
                   onset=1e-6)  # fmt: skip
    rows, contacts = ring_saddles(KNOTS), table(WHEEL_CONTACT, PLACES * KNOTS)
    free_knots(rows, contacts)
    pose = np.array([np.cos(q_body[2]), np.sin(q_body[2])])
    curve = np.array([[0.0], [friction]])
    press_ring_wheel(wheels, 0, contacts, (body, ring, pose), 0.01, 1e-5)
    fill_knot_friction(wheels, curve, rows, contacts, (body, ring, pose), 1e-5)
    return wheels, rows, contacts, body, ring


def _landed(contacts) -> np.ndarray:
    """Knots that touch."""
    return np.flatnonzero(contacts.wheel[::PLACES] == 0)


def test_contact_forces_are_the_gradient_of_their_energy() -> None:
    """On the belt, on the wheel and on its angle, for an eccentric rim."""
    rng = np.random.default_rng(1)
    q_ring = _circle(0.0995) + 2e-5 * rng.standard_normal((2, KNOTS))
    q_body = np.array([[0.0, 0.0004], [0.0, -0.0003], [0.0, 0.7]])

    def energy(ring: np.ndarray, body: np.ndarray) -> float:
        wheels, _, contacts, *_ = _pressed(ring, body)
        return float(ring_wheel_energy(wheels, contacts))

    _, _, contacts, body, ring = _pressed(q_ring, q_body)
    assert (contacts.wheel == 0).sum() > 15
    for values, force, at in (
        (q_ring, ring.h, (0, 3)),
        (q_ring, ring.h, (1, 35)),
        (q_body, body.h, (0, 1)),
        (q_body, body.h, (1, 1)),
        (q_body, body.h, (2, 1)),
    ):
        step, kept = 1e-8, values[at]
        found = []
        for side in (step, -step):
            values[at] = kept + side
            found.append(energy(q_ring, q_body))
        values[at] = kept
        slope = (found[0] - found[1]) / (2.0 * step)
        assert force[at] == pytest.approx(-slope, rel=1e-5, abs=1e-3)


def test_weights_of_the_places_are_those_of_the_spline() -> None:
    for s in range(PLACES):
        assert WEIGHTS[s] == pytest.approx(basis(s / PLACES), abs=1e-15)


def test_friction_of_all_knots_is_bounded_by_the_whole_pressure() -> None:
    """What presses between two knots counts once, on those that touch as well."""
    _, rows, contacts, *_ = _pressed(_circle(0.0995), np.array([[0.0, 0.03], [0, 0],
                                                                [0, 0]]))  # fmt: skip
    touching = (contacts.wheel == 0).reshape(KNOTS, PLACES)
    assert 3 < touching[:, 0].sum() < KNOTS
    assert rows.force.sum() == pytest.approx(contacts.force.sum(), rel=1e-12)
    assert not rows.force[~touching[:, 0]].any()


def test_belt_that_turns_with_its_wheel_does_not_slip() -> None:
    q_body = np.zeros((3, 2))
    _, rows, contacts, body, ring = _pressed(_circle(0.0995), q_body)
    body.u[2, 1] = 50.0
    ring.u[0], ring.u[1] = -50.0 * ring.q[1], 50.0 * ring.q[0]
    for i in _landed(contacts):
        assert saddle_slip(rows, i, body.u, ring.u) == pytest.approx(0.0, abs=1e-12)
    ring.u[0], ring.u[1] = 0.0, 0.0
    i = int(_landed(contacts)[0])
    r = np.hypot(at_knot(ring.q, 0, i, KNOTS), at_knot(ring.q, 1, i, KNOTS))
    assert saddle_slip(rows, i, body.u, ring.u) == pytest.approx(50.0 * r, rel=1e-3)


def test_friction_acts_across_the_ray_from_the_centre_of_the_rim() -> None:
    """Also where the rim is out of true and has turned."""
    q_body = np.array([[0.0, 0.0004], [0.0, -0.0003], [0.0, 0.7]])
    _, rows, contacts, _, ring = _pressed(_circle(0.0995), q_body)
    c, s = np.cos(0.7), np.sin(0.7)
    centre = q_body[:2, 1] + np.array([[c, -s], [s, c]]) @ [0.002, -0.001]
    landed = _landed(contacts)
    assert landed.size > 10
    for i in landed:
        place = [at_knot(ring.q, axis, int(i), KNOTS) for axis in (0, 1)]
        ray = (place - centre) / np.hypot(*(place - centre))
        assert (rows.t_x[i], rows.t_y[i]) == pytest.approx((-ray[1], ray[0]), abs=1e-12)
        lever = place - q_body[:2, 1]
        turn = lever[0] * rows.t_y[i] - lever[1] * rows.t_x[i]
        assert rows.l_t[i] == pytest.approx(turn, abs=1e-12)


def test_friction_curve_is_taken_at_the_sliding_speed() -> None:
    q_body = np.zeros((3, 2))
    wheels, rows, contacts, body, ring = _pressed(_circle(0.0995), q_body)
    body.u[2, 1] = 10.0  # the belt stands: it slides with about 1 m/s
    wheels.curve_end[0] = 1
    curve = np.array([[0.0, 2.0], [0.2, 0.6]])
    free_knots(rows, contacts)
    pose = np.array([np.ones(2), np.zeros(2)])
    press_ring_wheel(wheels, 0, contacts, (body, ring, pose), 0.01, 1e-5)
    fill_knot_friction(wheels, curve, rows, contacts, (body, ring, pose), 1e-5)
    i = int(_landed(contacts)[0])
    slip = abs(saddle_slip(rows, i, body.u, ring.u))
    assert rows.bound[i] == pytest.approx((0.2 + 0.2 * slip) * rows.force[i] * 1e-5)


def test_viscous_bending_ignores_rigid_motion_and_stretch() -> None:
    q = _circle(RADIUS)
    for u in (
        np.array([-q[1], q[0]]) + np.array([[1.0], [2.0]]),
        q.copy(),  # even growth of a circle turns no tangent
    ):
        h = np.zeros_like(q)
        add_bending_damping(RING, 1e-3, q, u, h, ring_strip(KNOTS))
        assert np.abs(h).max() < 1e-9


def test_viscous_bending_is_the_rate_of_the_elastic_moment() -> None:
    """Its power on any motion is tau EI times the rates of both curvatures."""
    rng = np.random.default_rng(2)
    ring = RING._replace(EA=0.0, kappa_0=0.0)
    q = _circle(RADIUS)
    u = rng.standard_normal(q.shape)
    h = np.zeros_like(q)
    add_bending_damping(ring, 1e-3, q, u, h, ring_strip(KNOTS))
    mean = rng.standard_normal(q.shape)
    rates = [(_turns(q + 1e-7 * v) - _turns(q - 1e-7 * v)) / 2e-7 for v in (u, mean)]
    for motion, rate in ((u, rates[0]), (mean, rates[1])):
        power = 1e-3 * ring.EI / ring.l_0 * float((rates[0] * rate).sum())
        assert -float((h * motion).sum()) == pytest.approx(power, rel=1e-5)


def _turns(q: np.ndarray) -> np.ndarray:
    """By how much the tangent turns at each knot, r' x r'' / r'^2."""
    ahead, behind = np.roll(q, -1, axis=1), np.roll(q, 1, axis=1)
    (x, y), (b_x, b_y) = 0.5 * (ahead - behind), ahead - 2.0 * q + behind
    return np.asarray((x * b_y - y * b_x) / (x * x + y * y))


def test_free_loop_carries_the_tension_of_its_speed() -> None:
    """A circle that turns freely needs T = rho A v^2 and no other force."""
    speed = 30.0
    line_mass = RING.m / RING.l_0
    pull = line_mass * speed**2
    # stretched so that its tension is that of its speed; bending is left out
    ring = RING._replace(EI=0.0)
    radius = 0.1
    for _ in range(60):
        q = _circle(radius)
        h, tension = np.zeros_like(q), np.zeros(KNOTS)
        add_ring_forces(ring, q, np.zeros_like(q), h, tension, ring_strip(KNOTS))
        mass_pull = line_mass * speed**2
        radius *= 1.0 + 0.5 * (mass_pull - tension.mean()) / ring.EA
    inward = -(h * q).sum(axis=0) / np.hypot(*q)
    needed = ring.m * speed**2 / np.hypot(*q)  # control points turn with the loop
    assert tension.mean() == pytest.approx(pull, rel=1e-6)
    assert inward == pytest.approx(needed, rel=0.02)


def test_one_way_spring_carries_one_sense_only() -> None:
    springs = table(ONE_WAY_SPRING, 1, a=0, b=1, k=100.0, d=0.0, sense=1.0)
    slipped, h = np.zeros(1), np.zeros(2)
    q, u = np.array([0.3, 0.1]), np.zeros(2)
    add_one_way_springs(springs, q, u, h, slipped)
    assert h == pytest.approx([-20.0, 20.0])
    assert one_way_spring_energy(springs, q, slipped) == pytest.approx(2.0)
    q[1] = 0.9  # the driven side runs ahead by 0.6
    h[:] = 0.0
    add_one_way_springs(springs, q, u, h, slipped)
    assert not h.any()
    assert slipped[0] == pytest.approx(-0.6)
    q[0] = 0.5  # the driver comes on by 0.2 and winds the spring again at once
    add_one_way_springs(springs, q, u, h, slipped)
    assert h == pytest.approx([-20.0, 20.0])


def test_one_way_spring_never_gains_energy() -> None:
    springs = table(ONE_WAY_SPRING, 1, a=0, b=1, k=400.0, d=0.3, sense=-1.0)
    M_inv, dt = np.array([20.0, 50.0]), 1e-5
    q, u, slipped = np.zeros(2), np.array([-3.0, 1.0]), np.zeros(1)
    loss = np.zeros((1, 5))
    start = float((0.5 * u * u / M_inv).sum())
    for _ in range(40_000):
        q += dt * u
        h = np.zeros(2)
        add_one_way_springs(springs, q, u, h, slipped)
        old = u.copy()
        u = u + dt * M_inv * h
        book_one_way_springs(springs, q, old, 0.5 * (old + u), slipped, loss, dt)
    left = float((0.5 * u * u / M_inv).sum())
    left += float(one_way_spring_energy(springs, q, slipped))
    assert left + loss.sum() == pytest.approx(start, rel=2e-3)
    assert loss.sum() > 0.01 * start
    assert left < start
