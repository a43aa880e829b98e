"""Sweeps that begin ahead: impulses and velocities go on along their last way."""

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.planar import bodies_view
from catena.numerics.records import table
from catena.rows.planar import push_planar
from catena.rows.turn import TURN, push_turn
from catena.solvers.patches.elastic_friction import elastic_friction
from catena.solvers.patches.elastic_momentum import (
    begin_friction_momentum,
    friction_along,
    push_friction_ahead,
)

pytestmark = plain

BEFORE, NOW, BEARING = [0.1, -0.2], [0.16, -0.05], (0.3, 0.36)


def rubbing():
    """Two contacts among three bodies, and a bearing between two of them."""
    draws = np.random.default_rng(3)
    turns = table(TURN, 1, a=2, b=5, per=20.0, P=BEARING[0])
    friction = elastic_friction(2, 3, draws.uniform(0.5, 2.0, 9), turns)
    friction.n_used[0] = 2
    rows = friction.rows
    rows.a, rows.b, rows.P = [0, 1], [1, 2], BEFORE
    rows.n_x, rows.n_y = 0.6, 0.8
    rows.a_t, rows.b_t = 0.05, -0.03
    begin_friction_momentum(friction)
    rows.P, turns.P = NOW, BEARING[1]  # as a sweep has left them
    return friction, draws.normal(size=9)


def test_impulses_go_on_by_a_share_of_their_way_and_move_the_bodies():
    friction, u = rubbing()
    wanted = u.copy()
    u3, M3 = bodies_view(wanted, 3), bodies_view(friction.M_inv, 3)
    ways = 0.5 * (np.array(NOW) - BEFORE)
    for i, way in enumerate(ways):
        push_planar(friction.rows, i, i, i + 1, u3, M3, way)
    turn = 0.5 * (BEARING[1] - BEARING[0])
    push_turn(friction.turns, 0, wanted, friction.M_inv, turn)
    push_friction_ahead(friction, 0.5, u)
    assert u == pytest.approx(wanted)
    assert friction.rows.P == pytest.approx(NOW + ways)
    assert friction.turns.P == pytest.approx([BEARING[1] + turn])
    assert friction.last == pytest.approx([*NOW, BEARING[1]])
    assert friction.ahead == pytest.approx([*(NOW + ways), BEARING[1] + turn])


def test_a_sweep_that_turns_back_is_seen():
    """Sum over rows of (sweep) times (momentum and sweep), bearings by their lever."""
    friction, u = rubbing()
    push_friction_ahead(friction, 0.5, u)
    ahead = friction.ahead.copy()
    for share, sign in ((0.3, 1.0), (-0.3, -1.0)):
        moved = share * (ahead - friction.last)
        friction.rows.P, friction.turns.P = ahead[:2] + moved[:2], ahead[2] + moved[2]
        way = ahead + moved - friction.last
        weight = np.array([1.0, 1.0, 20.0**2])
        assert friction_along(friction) == pytest.approx((weight * moved) @ way)
        assert np.sign(friction_along(friction)) == sign
