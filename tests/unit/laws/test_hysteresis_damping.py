"""Hysteresis damping: measured rebound against the restitution asked for."""

import math

import pytest
from scipy.optimize import brentq

from catena.laws.dispatch import normal_force
from catena.laws.hertz import CODE
from catena.laws.hysteresis_damping import (
    V_MIN,
    flores_factor,
    hunt_crossley_factor,
    lankarani_nikravesh_factor,
)
from catena.numerics.records import table
from catena.tables.groups import GROUP


def rebound(chi: float) -> float:
    """Speed ratio of a unit mass hitting the law at 1 m/s, semi-implicit steps."""
    dt, groups = 5e-6, table(GROUP, 1, law=CODE, k=1e7, p=1.5, chi=chi)
    x, u = 0.0, -1.0
    for _ in range(200_000):
        u += dt * normal_force(groups, 0, x, u, 1.0)
        x += dt * u
        if x > 0.0:
            break
    return u


def test_elastic_limit_returns_the_speed():
    for factor in (hunt_crossley_factor, lankarani_nikravesh_factor, flores_factor):
        assert factor(1.0) == 0.0
    assert rebound(0.0) == pytest.approx(1.0, abs=1e-3)


def exact_rebound(chi: float) -> float:
    """The e with chi (1 + e) = ln((1 + chi)/(1 - chi e)): energy by separation."""
    return float(
        brentq(
            lambda e: math.log((1.0 + chi) / (1.0 - chi * e)) - chi * (1.0 + e),
            1e-9,
            min(1.0, 1.0 / chi) - 1e-12,
        )
    )


@pytest.mark.parametrize("chi", [0.05, 0.3, 1.0, 4.0])
def test_rebound_of_the_law_is_the_separable_integral(chi):
    assert rebound(chi) == pytest.approx(exact_rebound(chi), abs=2e-3)


def test_near_elastic_laws_reach_their_restitution():
    assert exact_rebound(lankarani_nikravesh_factor(0.97)) == pytest.approx(
        0.97, abs=2e-3
    )
    assert exact_rebound(hunt_crossley_factor(0.97)) == pytest.approx(0.97, abs=2e-3)


@pytest.mark.parametrize("e", [0.8, 0.5, 0.2])
def test_flores_holds_for_low_restitution(e):
    assert exact_rebound(flores_factor(e)) == pytest.approx(e, abs=0.06)


def test_near_elastic_laws_rebound_too_fast_at_low_restitution():
    assert exact_rebound(lankarani_nikravesh_factor(0.2)) > 0.5


def test_never_pulls_and_stays_finite_at_rest():
    groups = table(GROUP, 1, law=CODE, k=1e7, p=1.5, chi=1.5)
    assert normal_force(groups, 0, -1e-4, 10.0, 1.0) == 0.0
    at_rest = normal_force(groups, 0, -1e-4, -V_MIN, 0.0)
    assert at_rest == pytest.approx(10.0 * 2.5)


@pytest.mark.parametrize(
    ("e", "rebounds"),
    [(0.95, (0.952, 0.954, 0.947)), (0.8, (0.833, 0.847, 0.789)),
     (0.5, (0.663, 0.725, 0.470)), (0.2, (0.547, 0.672, 0.156))],
)  # fmt: skip
def test_the_printed_rebounds(e, rebounds):
    """The table of docs/theory/laws.md."""
    factors = hunt_crossley_factor, lankarani_nikravesh_factor, flores_factor
    for factor, rebound_ in zip(factors, rebounds, strict=True):
        assert exact_rebound(factor(e)) == pytest.approx(rebound_, abs=6e-4)
