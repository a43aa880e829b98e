"""Directions are the slopes of gaps; turning the world turns the result."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from catena.bodies.rigid_planar import poses_of
from catena.contact.search import fill_directions, fill_gaps
from catena.motion import run
from catena.planar import Coulomb, PlanarSystem, Segment, SpringDamper, Unilateral

coordinate = st.floats(-1.0, 1.0)
vector = st.tuples(coordinate, coordinate)
angle = st.floats(-math.pi, math.pi)
radius = st.floats(0.01, 0.5)
STEP = 1e-6


def meeting(a, b, near):
    """The point of b where a point of a is."""
    c, s = math.cos(a.angle), math.sin(a.angle)
    x = a.at[0] + c * near[0] - s * near[1] - b.at[0]
    y = a.at[1] + s * near[0] + c * near[1] - b.at[1]
    c, s = math.cos(b.angle), math.sin(b.angle)
    return c * x + s * y, c * y - s * x


def joined(plan, kind, a, b, near, far, r):
    """A contact or joint of a kind between two bodies of a system."""
    if kind == "line":
        plan.contact("c", a.circle(r, near), b.line((0.6, 0.8), far), Unilateral())
    elif kind == "circle":
        plan.contact("c", a.circle(r, near), b.circle(0.3, far), Unilateral())
    elif kind == "hollow":
        plan.contact("c", a.circle(r, near), b.hollow(0.9, far), Unilateral())
    elif kind == "corner":
        bent = Segment((-2.0, 1.0), (0.0, 0.5)), Segment((0.0, 0.5), (2.0, 1.0))
        plan.contact("c", a.circle(r, near), b.profile(*bent), Unilateral())
    else:
        plan.pin("c", a.point(near), b.point(meeting(a, b, near)))
    return plan.build()


def gaps(model, q):
    found = np.zeros(len(model.labels.contacts))
    fill_gaps(model.system.contours, found, poses_of(q, 3), q)
    return found


@settings(max_examples=500)
@given(
    st.sampled_from(["line", "circle", "hollow", "corner", "pin"]),
    st.tuples(vector, angle, vector, angle),
    vector,
    vector,
    radius,
)
def test_directions_are_the_slopes_of_the_gap(kind, poses, near, far, r):
    plan = PlanarSystem()
    one = plan.body("a", at=poses[0], angle=poses[1])
    two = plan.body("b", at=poses[2], angle=poses[3])
    model = joined(plan, kind, one, two, near, far, r)
    q, rows = model.state.q, model.start().memory.rows
    fill_directions(model.system.contours, rows, poses_of(q, 3), q)
    for i, k in itertools.product(range(rows.g_N.size), range(6)):
        step = np.zeros(q.size)
        step[rows.dof[i, k]] = STEP
        ahead, behind = gaps(model, q + step)[i], gaps(model, q - step)[i]
        bend = abs(ahead + behind - 2.0 * rows.g_N[i]) / STEP
        assume(bend < 1e-4)  # not where two sides or a centre are equally near
        assert rows.W_N[i, k] == pytest.approx((ahead - behind) / (2 * STEP), abs=1e-4)


def slope_with_balls(turn, tilt, mu, e):
    """Two balls, tied by a spring, fall on a slope; all turned by an angle."""
    c, s = math.cos(turn), math.sin(turn)

    def turned(x, y):
        return c * x - s * y, s * x + c * y

    plan = PlanarSystem(gravity=turned(0.0, -9.81))
    floor = plan.ground.line(turned(math.sin(tilt), math.cos(tilt)))
    balls = [
        plan.body(f"{k}", 1.0 + k, 0.01, turned(0.4 * k, 0.5), angle=turn + 0.2 * k)
        for k in range(2)
    ]
    for ball, law in zip(balls, (Unilateral(e), SpringDamper(1e4, 20.0)), strict=True):
        plan.contact(ball.name, ball.circle(0.15, (0.05, 0.0)), floor, law, Coulomb(mu))
    plan.spring("tie", balls[0].point((0.0, 0.1)), balls[1].point(), 50.0, 0.5)
    return plan.build()


@settings(max_examples=60)
@given(angle, st.floats(-0.5, 0.5), st.floats(0.0, 0.8), st.floats(0.0, 1.0))
def test_turning_the_world_turns_the_result(turn, tilt, mu, e):
    straight, turned = (
        run(slope_with_balls(by, tilt, mu, e), 1e-3, 0.25).q[-1].reshape(-1, 3)[1:]
        for by in (0.0, turn)
    )
    z = (straight[:, 0] + 1j * straight[:, 1]) * np.exp(1j * turn)
    expected = np.column_stack([z.real, z.imag, straight[:, 2] + turn])
    np.testing.assert_allclose(turned, expected, atol=1e-9)
