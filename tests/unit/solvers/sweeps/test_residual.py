"""Natural maps against their definition, row by row."""

import math

import numpy as np
import pytest
from tests.plain import plain

from catena.numerics.records import Rows, table
from catena.solvers.sweeps.residual import (
    cone_projection,
    de_saxce_residual,
    judged,
    record_natural_map,
)
from catena.tables.contacts import PACKED, PercussionOptions, solver_report

pytestmark = plain

N_K = 3


def record(slides: int, **entries: float) -> tuple[Rows, np.ndarray, np.ndarray]:
    """A packed row with random directions on three velocities."""
    draws = np.random.default_rng(8)
    W = draws.normal(size=(3, N_K))
    fields = dict(
        used=N_K, slides=slides, mu=0.5, b_N=0.1, b_1=-0.2, b_2=0.3,
        G_NN=2.0, G_11=3.0, G_22=5.0, P_N=0.7, P_1=0.15, P_2=-0.25,
    )  # fmt: skip
    x = table(PACKED, 1, **fields)
    for name, value in entries.items():
        x[name] = value
    return x, W, draws.normal(size=N_K)


def expected(x: Rows, W: np.ndarray, u: np.ndarray) -> float:
    """(2.36b)-(2.38b) with the inverse masses of the row as steps."""
    rate, slip = x.b_N + W[0] @ u, np.array([x.b_1, x.b_2]) + W[1:] @ u
    away = 0.0
    if x.kind:
        wanted = x.P_N - rate / x.G_NN
        away = abs(x.P_N - (max(wanted, 0.0) if x.kind > 0 else wanted))
    bound, T = x.mu * abs(x.P_N) + x.R_T, np.array([x.P_1, x.P_2])
    if x.slides == 1:
        nearest = np.clip(T[0] - slip[0] / x.G_11, -bound, bound)
        return float(away + abs(T[0] - nearest))
    if x.slides == 2:
        aim = T - slip / (x.G_11 + x.G_22)
        aim *= min(1.0, bound / np.hypot(*aim))
        return float(away + np.hypot(*(T - aim)))
    return float(away)


@pytest.mark.parametrize("slides", [0, 1, 2])
@pytest.mark.parametrize("kind", [-1, 0, 1])
@pytest.mark.parametrize("held", [0.02, 100.0])
def test_natural_maps_are_distances_to_the_projection(
    slides: int, kind: int, held: float
) -> None:
    x, W, u = record(slides, kind=kind, R_T=held)
    stream = (x, np.array([[W], [W]]), np.arange(N_K).reshape(1, N_K))
    found = record_natural_map(stream, 0, 2, u)
    assert found == pytest.approx(expected(x[0], W, u), rel=1e-12)
    assert (found > 0.0) == bool(kind or slides)


def test_the_cone_is_met_by_its_nearest_point() -> None:
    draws = np.random.default_rng(2)
    for mu in (0.2, 1.5):
        for point in 3.0 * draws.normal(size=(30, 3)):
            x, y, z = cone_projection(*point, mu)
            assert math.hypot(y, z) <= mu * x + 1e-12
            away = point - [x, y, z]
            assert away @ [x, y, z] == pytest.approx(0.0, abs=1e-12)
            polar = -away  # in the dual cone: normal at least mu times tangent
            assert polar[0] >= mu * math.hypot(*polar[1:]) - 1e-12


def test_the_natural_map_of_friction_cones_is_its_definition() -> None:
    """P against the projection of P - u~ with u~ = u + mu |u_T| e_N, over |q|."""
    draws = np.random.default_rng(4)
    mu = np.array([0.3, 0.7])
    root = draws.normal(size=(6, 6))
    G, q, P = root @ root.T, draws.normal(size=6), draws.normal(size=6)
    u, total = G @ P + q, 0.0
    for c in range(2):
        own, aim = P[3 * c : 3 * c + 3], u[3 * c : 3 * c + 3].copy()
        aim[0] += mu[c] * np.hypot(aim[1], aim[2])
        total += np.sum((own - cone_projection(*(own - aim), mu[c])) ** 2)
    wanted = math.sqrt(total) / np.linalg.norm(q)
    assert de_saxce_residual(G, q, mu, P) == pytest.approx(wanted, rel=1e-12)
    at_rest = de_saxce_residual(G, np.zeros(6), mu, np.zeros(6))
    assert at_rest == 0.0


def test_the_worst_row_is_reported_in_units_of_the_allowed() -> None:
    options, report = PercussionOptions(1e-3, 1e-6), solver_report()
    allowed = 1e-6 + 1e-3 * 2.0
    worst = judged(options, report, 4, 5.0 * allowed, 2.0, 0.0)
    assert worst == pytest.approx(5.0)
    assert report.worst_row[0] == 4
    assert judged(options, report, 5, 2.0 * allowed, 2.0, worst) == worst
    assert report.worst_row[0] == 4
    assert judged(options, report, 6, 0.0, 2.0, worst) == worst
    assert judged(options, report, 7, math.nan, 2.0, worst) == math.inf
    assert report.residual[0] == math.inf
