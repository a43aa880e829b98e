"""Two tangents on a disc: sticking, or sliding against the slip."""

import numpy as np
import pytest

from catena.rows.disc import disc_impulse

G = (2.0, 0.4, 1.2)
MATRIX = np.array([[2.0, 0.4], [0.4, 1.2]])


def test_sticking_stops_the_slip() -> None:
    s, P = np.array([0.3, -0.2]), np.array([0.01, 0.02])
    Q = np.array(disc_impulse(G, tuple(s), tuple(P), 10.0, True))
    assert s + MATRIX @ (Q - P) == pytest.approx([0.0, 0.0], abs=1e-14)


@pytest.mark.parametrize("s", [(3.0, -2.0), (0.0, 5.0), (-4.0, 0.1)])
def test_sliding_friction_lies_on_the_disc_against_the_slip(s) -> None:
    P, bound = np.array([0.05, -0.02]), 0.1
    Q = np.array(disc_impulse(G, s, tuple(P), bound, True))
    assert np.hypot(*Q) == pytest.approx(bound)
    slip = np.array(s) + MATRIX @ (Q - P)
    along = -Q / bound
    assert slip @ along > 0.0
    assert abs(slip[0] * along[1] - slip[1] * along[0]) < 1e-11 * np.hypot(*slip)


def test_one_tangent_is_a_box() -> None:
    assert disc_impulse(G, (0.2, 9.0), (0.0, 0.0), 10.0, False) == (-0.1, 0.0)
    assert disc_impulse(G, (-8.0, 9.0), (0.0, 0.0), 1.5, False) == (1.5, 0.0)


def test_a_direction_that_nothing_moves_takes_no_friction() -> None:
    held = (2.0, 0.0, 0.0)
    x, y = disc_impulse(held, (0.2, 0.0), (0.0, 0.0), 10.0, True)
    assert x == pytest.approx(-0.1, rel=1e-8)
    assert y == 0.0
    assert disc_impulse(G, (0.2, 9.0), (0.0, 0.0), 0.0, True) == (0.0, 0.0)
