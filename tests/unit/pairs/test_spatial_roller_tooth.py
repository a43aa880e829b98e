"""Rollers in gaps of a wheel in space: which gap, and who is looked at at all."""

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.bodies.spatial_toys import chain, random_state

from catena.bodies.spatial import start_links
from catena.couplings.spatial_border import place_wheels
from catena.numerics.records import table
from catena.pairs.spatial_roller_tooth import (
    _approach,
    _in_gap,
    facet_gap,
    find_links_near,
    may_touch,
)
from catena.tables.contour import Feature
from catena.tables.spatial import FACET, work_for

pytestmark = plain

TEETH, TIP = 17, 0.04


def toothed(angle):
    """A wheel turned by an angle, its frame, and a chain that is elsewhere."""
    system = chain(wheels=1)
    system.wheel.teeth, system.wheel.tip, system.wheel.half_width = TEETH, TIP, 1.6e-3
    state, work = random_state(system, 1), work_for(system)
    state.border_q[0] = angle
    place_wheels(system, state, work)
    return system, state, work


@pytest.mark.parametrize("angle", [0.0, 2.0, -40.3])
def test_the_gap_is_that_of_the_polar_angle_wherever_the_search_begins(angle):
    system, _, work = toothed(angle)
    tooth, draws = 2.0 * np.pi / TEETH, np.random.default_rng(2)
    for _ in range(50):
        x, y = 0.04 * draws.normal(size=2)
        rest = np.arctan2(y, x) - angle
        rest -= tooth * np.round(rest / tooth)
        far, found = np.hypot(x, y), []
        for begin in (0, 5, TEETH - 1):
            work.gap[0, 0] = begin
            found.append(_in_gap(system, work, 0, 0, (x, y, 0.0)))
        assert found[0] == found[1] == found[2]
        wanted = far * np.cos(rest), far * np.sin(rest)
        assert found[0][:2] == pytest.approx(wanted, abs=1e-15)
        e_x, e_y = found[0][2:]
        across = far * np.sin(rest)
        assert (x * e_x + y * e_y, y * e_x - x * e_y) == pytest.approx(
            (far * np.cos(rest), across), abs=1e-15
        )


def test_whoever_can_touch_a_wheel_is_looked_at():
    """Rollers at the ends of a link and plates reach the wheel from farthest."""
    system, state, work = toothed(0.0)
    half = float(np.abs(system.roller.x).max())
    of_roller = TIP + 4e-3 + half
    of_plate = TIP + float((system.link.reach + system.link.sample).max())
    reach = max(of_roller, of_plate)
    state.link_q[:, :3] = 0.0
    state.link_q[:, 0] = 0.999 * reach, -0.999 * reach, 1.05 * reach, np.nan
    find_links_near(system, state, work)
    assert work.near[:, 0].tolist() == work.near[:, 1].tolist() == [1, 1, 0, 1]


@pytest.mark.parametrize("seed", range(6))
def test_no_tooth_comes_nearer_than_the_speed_of_approach_says(seed):
    """Of the roller's centre against the turning teeth, which run out of true."""
    system, state, work = toothed(0.7)
    draws = np.random.default_rng(seed)
    system.wheel.e_x, system.wheel.e_y = 4e-3 * draws.normal(size=2)
    state.border_u[0] = 200.0 * draws.choice([-1.0, 1.0])
    start_links(system, state, work)
    place_wheels(system, state, work)
    for r, roller in enumerate(system.roller):
        i = int(roller.link)
        R = work.R[i].reshape(3, 3)
        centre = state.link_q[i, :3] + R @ [roller.x, 0.0, 0.0]
        own = R @ [state.roller_u[r, 0], state.roller_u[r, 1], 0.0]
        away = centre - work.hub[0]
        teeth = state.border_u[0] * np.cross(work.spin[0], away)
        nearer = float(np.hypot(*(own - teeth)[:2]))
        d = work.axes[0].reshape(3, 3).T @ (centre - work.centre[0])
        bound = _approach(system, state, work, r, 0, tuple(d))
        assert bound >= nearer * (1.0 - 1e-9)
        off = np.hypot(system.wheel[0].e_x, system.wheel[0].e_y)
        assert bound <= nearer + 2.0 * 200.0 * off


@pytest.mark.parametrize("kind", [f for f in Feature if f != Feature.END])
def test_the_first_look_at_a_facet_leaves_nobody_out(kind):
    """What it lets go is farther than asked for; some it does let go."""
    facet, draws = table(FACET, 1), np.random.default_rng(7)
    facet[0].kind = kind
    facet[0].x, facet[0].y, facet[0].t_x, facet[0].t_y = 1e-3, -2e-3, 0.6, 0.8
    facet[0].length, facet[0].b_x, facet[0].b_y = 6e-3, -0.3, 0.2
    left_out = 0
    for x, y in 8e-3 * draws.normal(size=(2000, 2)):
        gap = facet_gap(facet, 0, x, y)[0]
        seen = may_touch(facet, 0, x, y, 4e-3)
        assert seen or gap > 4e-3
        left_out += not seen
    assert (left_out > 0) == (kind != Feature.LINE)
    assert may_touch(facet, 0, np.nan, 0.0, 4e-3)
