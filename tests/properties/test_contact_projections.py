"""Projections of the set-valued laws: non-expansive, idempotent, feasible, nearest."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from catena.laws.coulomb import prox_disc, prox_interval
from catena.laws.unilateral import prox_unilateral
from catena.solvers.sweeps.residual import cone_projection

reals = st.floats(-1e6, 1e6)
radii = st.floats(0.0, 1e3, allow_subnormal=False)  # below, no digit is exact
ROUNDING = 1e-12


@settings(max_examples=500)
@given(reals, reals)
def test_unilateral_projection(x, y):
    a, b = prox_unilateral(x), prox_unilateral(y)
    assert a >= 0.0
    assert prox_unilateral(a) == a
    assert abs(a - b) <= abs(x - y)


@settings(max_examples=500)
@given(reals, reals, radii)
def test_interval_projection(x, y, R):
    a, b = prox_interval(x, R), prox_interval(y, R)
    assert -R <= a <= R
    assert prox_interval(a, R) == a
    assert abs(a - b) <= abs(x - y)


@settings(max_examples=500)
@given(reals, reals, reals, reals, radii)
def test_disc_projection(x, y, v, w, R):
    a, b = prox_disc(x, y, R), prox_disc(v, w, R)
    slack = ROUNDING * (1.0 + abs(x) + abs(y) + abs(v) + abs(w))
    assert math.hypot(*a) <= R * (1.0 + ROUNDING)
    again = prox_disc(*a, R)
    assert math.dist(again, a) <= slack
    assert math.dist(a, b) <= math.dist((x, y), (v, w)) + slack


@settings(max_examples=500)
@given(reals, reals, reals, reals, reals, reals, st.floats(0.0, 5.0))
def test_cone_projection(x, y, z, u, v, w, mu):
    a, b = cone_projection(x, y, z, mu), cone_projection(u, v, w, mu)
    slack = ROUNDING * (1.0 + sum(map(abs, (x, y, z, u, v, w))))
    assert math.hypot(a[1], a[2]) <= mu * a[0] + slack
    assert math.dist(cone_projection(*a, mu), a) <= slack
    assert math.dist(a, b) <= math.dist((x, y, z), (u, v, w)) + slack


@settings(max_examples=500)
@given(reals, reals, reals, st.floats(0.01, 5.0))
def test_cone_projection_is_orthogonal(x, y, z, mu):
    """p and p - x are orthogonal, and no cone point lies closer."""
    p = cone_projection(x, y, z, mu)
    scale = 1.0 + x * x + y * y + z * z
    inner = sum(p_i * (p_i - x_i) for p_i, x_i in zip(p, (x, y, z), strict=True))
    assert abs(inner) <= 1e-9 * scale
