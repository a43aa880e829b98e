"""Rollers on the teeth of planar sprockets: depths, directions, gaps kept in memory."""

import math

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.rigid_planar import poses_of
from catena.drives.loading import spec_from
from catena.drives.roller_chain.layout.placement import layout_of
from catena.geometry.tooth import gap_distance
from catena.integrators.planar_chain.assembly import rows_of, wheel_table
from catena.numerics.records import table
from catena.pairs.points import PLACE, POINT, links_between, place_points
from catena.pairs.roller_tooth import RollerTooth, find_roller_tooth
from catena.rows.planar import PLANAR

pytestmark = plain
CHAIN = {
    "drive": "roller_chain",
    "chain": {"standard": "ANSI 40", "link_count": 64},
    "sprocket": [
        {"name": "driver", "tooth_count": 24, "centre": [0.0, 0.0],
         "boundary": {"kind": "speed", "speed": "300 rpm"}},
        {"name": "driven", "tooth_count": 24, "centre": [0.254, 0.0],
         "inertia": 0.01, "boundary": {"kind": "load", "torque": 9.0}},
    ],
}  # fmt: skip
POINTS = 40
WAY = 1e-8


@pytest.fixture(scope="module", params=["ISO 606", "ANSI B29.1"])
def teeth(request):
    """Two sprockets, bodies behind those of the points, the second off its axis."""
    wheels = [{**w, "tooth_form": {"kind": request.param}} for w in CHAIN["sprocket"]]
    layout = layout_of(spec_from({**CHAIN, "sprocket": wheels}))
    spans, code, shape = rows_of([p.contour for p in layout.profiles])
    wheels, gaps = wheel_table(layout.profiles)
    wheels.body, (wheels.first, wheels.last) = POINTS + np.arange(2), spans.T
    wheels.off_x, wheels.off_y = [0.0, 1e-3], [0.0, -2e-3]
    radius = 0.5 * layout.chain.roller_diameter
    return RollerTooth(wheels, gaps, code, shape, radius, 0.0, 1e9, 3)


def scattered(pair, seed):
    """Points around the wheels on a body each, and the places of all bodies."""
    draws = np.random.default_rng(seed)
    q = np.zeros((3, POINTS + 2))
    q[0, -1] = 0.254
    q[2] = draws.uniform(-9.0, 9.0, size=POINTS + 2)
    points = table(POINT, POINTS, body=np.arange(POINTS))
    points.arm_x, points.arm_y = 0.01 * draws.normal(size=(2, POINTS))
    for k in range(POINTS):
        wheel = pair.wheels[k % 2]
        far = math.sqrt(wheel.reach) - 2.5 * pair.radius * draws.random()
        angle = draws.uniform(0.0, 2.0 * math.pi)
        q[0, k] = q[0, wheel.body] + far * math.cos(angle)
        q[1, k] = q[1, wheel.body] + far * math.sin(angle)
    return points, q


def found(pair, points, q, memory=None, room=POINTS):
    """Rows by the number of their roller."""
    pose = poses_of(q.T.ravel(), q.shape[1])[:, 2:].T.copy()
    places, rows = table(PLACE, POINTS), table(PLANAR, room)
    counter = np.zeros(4, dtype=np.int64)
    memory = memory or (np.full(POINTS, -1), np.ones(POINTS))
    place_points(points, q, pose, places)
    find_roller_tooth(pair, points, places, q, pose, memory, rows, counter)
    return {int(row.slot): row for row in rows[: counter[0]]}, places


def depth_at(pair, wheel, q, x, y):
    """Depth of a roller at (x, y), from the distance of its gap's contour [m]."""
    turn = q[2, wheel.body]
    c, s = math.cos(turn), math.sin(turn)
    d_x, d_y = x - q[0, wheel.body], y - q[1, wheel.body]
    u, v = c * d_x + s * d_y - wheel.off_x, c * d_y - s * d_x - wheel.off_y
    tooth = 2.0 * math.pi / wheel.teeth
    turn = math.atan2(v, u)
    turn -= tooth * round(turn / tooth)
    far = math.hypot(u, v)
    shape = pair.code, pair.shape, int(wheel.first), int(wheel.last)
    d = gap_distance(*shape, far * math.cos(turn), far * math.sin(turn))[0]
    return pair.radius - d


@pytest.mark.parametrize("seed", range(2))
def test_depths_are_those_of_the_gaps_and_directions_their_slopes(teeth, seed) -> None:
    points, q = scattered(teeth, seed)
    rows, places = found(teeth, points, q)
    assert len(rows) > 5
    for k in range(POINTS):
        x, y = places[k].x, places[k].y
        depths = [depth_at(teeth, wheel, q, x, y) for wheel in teeth.wheels]
        assert (k in rows) == (max(depths) > 0.0)
        if k not in rows or max(depths) > 0.9 * teeth.radius:
            continue  # a centre within the solid has no depth
        row, wheel = rows[k], teeth.wheels[int(np.argmax(depths))]
        assert (row.a, row.b, row.group) == (k, wheel.body, 3)
        assert row.depth == pytest.approx(max(depths), abs=1e-12)
        slopes = {
            (k, 0): -row.n_x, (k, 1): -row.n_y, (k, 2): -row.a_n,
            (wheel.body, 0): row.n_x, (wheel.body, 1): row.n_y,
            (wheel.body, 2): row.b_n,
        }  # fmt: skip
        for (body, axis), slope in slopes.items():
            ends = []
            for sign in (1.0, -1.0):
                moved = q.copy()
                moved[axis, body] += sign * WAY
                end, _ = found(teeth, points, moved)
                ends.append(end[k].depth if k in end else math.nan)
            change = (ends[0] - ends[1]) / (2.0 * WAY)
            assert math.isnan(change) or change == pytest.approx(slope, abs=1e-5)


def test_tangents_stand_at_the_point_of_contact(teeth) -> None:
    """Its lever on the link counts the radius only where rollers turn with the link."""
    points, q = scattered(teeth, 0)
    for grip in (0.0, teeth.radius):
        rows, places = found(teeth._replace(grip=grip), points, q)
        for k, row in rows.items():
            n = np.array([row.n_x, row.n_y])
            along = np.array([-n[1], n[0]])
            arm = np.array([places[k].arm_x, places[k].arm_y]) - grip * n
            at = np.array([places[k].x, places[k].y]) - teeth.radius * n
            at -= q[:2, row.b]
            for lever, place in ((row.a_t, arm), (row.b_t, at)):
                turned = np.array([-place[1], place[0]])
                assert lever == pytest.approx(turned @ along, abs=1e-12)


def test_gaps_are_remembered_and_open_contacts_forget_their_impulse(teeth) -> None:
    points, q = scattered(teeth, 1)
    memory = np.full(POINTS, -1), np.ones(POINTS)
    rows, _ = found(teeth, points, q, memory)
    known = memory[0].copy()
    assert (memory[1][list(rows)] == 1.0).all()
    again, _ = found(teeth, points, q, memory)
    assert (memory[0] == known).all()
    assert again.keys() == rows.keys()
    for k, row in rows.items():
        first = 0 if row.b == POINTS else teeth.wheels[1].gap
        assert first <= known[k] < first + 24
    q[1, :POINTS] += 0.4 * teeth.radius  # many open, others enter the next gap
    moved, places = found(teeth, points, q, memory)
    within = math.sqrt(teeth.wheels[0].reach)
    fresh, _ = found(teeth, points, q)
    assert moved.keys() == fresh.keys() != rows.keys()
    for k in moved:
        assert moved[k].depth == pytest.approx(fresh[k].depth, abs=1e-15)
    centre = q[:2, POINTS]
    near = [
        k
        for k in set(range(POINTS)) - set(moved)
        if math.dist((places[k].x, places[k].y), centre) < 0.9999 * within
    ]
    assert near and not memory[1][near].any()


def test_a_full_table_takes_no_more_rows(teeth) -> None:
    points, q = scattered(teeth, 2)
    assert len(found(teeth, points, q, room=3)[0]) == 3


def test_rollers_behind_one_that_is_far_are_left_out_if_links_cannot_reach(
    teeth,
) -> None:
    """A straight strand past the wheel: all that touch are found, none is missed."""
    points = table(POINT, POINTS, body=np.arange(POINTS))
    q = np.zeros((3, POINTS + 2))
    q[0, :POINTS] = np.linspace(-0.3, 0.3, POINTS)
    q[0, -1] = 0.5
    q[1, :POINTS] = math.sqrt(teeth.wheels[0].reach) - 1.2 * teeth.radius
    every, _ = found(teeth, points, q)
    pitch = 0.6 / (POINTS - 1)
    assert 0 < len(every) < POINTS
    assert (
        found(teeth._replace(longest=1.01 * pitch), points, q)[0].keys() == every.keys()
    )
    short = found(teeth._replace(longest=0.2 * pitch), points, q)[0]
    assert len(short) < len(every)  # a stated length that is too short misses some
    told = [links_between(d, 0.01) for d in (0.0, 0.0199, 0.02, 1e4, math.nan)]
    assert told == [0, 1, 2, 0, 0]
