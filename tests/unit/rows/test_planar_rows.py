"""Planar rows: directions by differences, a block on a slope in closed form."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.plain import plain

from catena.codes import FrictionLaw, NormalLaw
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.rows.impact import (
    IMPACT,
    add_impact_reactions,
    book_impacts,
    fill_rebounds,
    relax_impact,
    start_impacts,
)
from catena.rows.planar import (
    PLANAR,
    add_planar_forces,
    add_planar_reactions,
    book_planar,
    planar_rate,
    planar_slip,
    push_planar,
    relax_planar,
    start_planar,
)
from catena.tables.groups import GROUP
from catena.tables.state import Cause

pytestmark = plain

MASS, INERTIA, RADIUS = 2.0, 0.01, 0.1
DT = 1e-3


def disc_on_slope(angle: float, mu: float, **group: float) -> tuple[Rows, Rows, Floats]:
    """A disc (body 0) on a slope (body 1, held) that rises to the left."""
    n_x, n_y = math.sin(angle), math.cos(angle)
    rows = table(PLANAR, 1, a=0, b=1, n_x=n_x, n_y=n_y, a_t=-RADIUS, depth=1e-5)
    groups = table(
        GROUP, 1, law=int(NormalLaw.SPRING_DAMPER), friction=int(FrictionLaw.COULOMB),
        mu=mu, onset=1e-7, **group,
    )  # fmt: skip
    M_inv = np.zeros((3, 2))
    M_inv[:, 0] = 1.0 / MASS, 1.0 / MASS, 1.0 / INERTIA
    return rows, groups, M_inv


def test_rate_and_slip_are_differences_of_places() -> None:
    rng = np.random.default_rng(1)
    q, u = rng.normal(size=(3, 2)), rng.normal(size=(3, 2))
    angle = 0.7
    n, t = (
        np.array([math.cos(angle), math.sin(angle)]),
        np.array([-math.sin(angle), math.cos(angle)]),
    )
    arms = rng.normal(size=(2, 2))  # of the touching point about a and b

    def point(dt: float, body: int) -> Floats:
        turn = dt * u[2, body]
        c, s = math.cos(turn), math.sin(turn)
        x, y = arms[body]
        centre = q[:2, body] + dt * u[:2, body]
        return np.asarray(centre + np.array([c * x - s * y, s * x + c * y]))

    def cross(x: Floats, y: Floats) -> float:
        return float(x[0] * y[1] - x[1] * y[0])

    rows = table(
        PLANAR, 1, a=0, b=1, n_x=n[0], n_y=n[1], a_n=cross(arms[0], n),
        a_t=cross(arms[0], t), b_n=cross(arms[1], n), b_t=cross(arms[1], t),
    )  # fmt: skip
    way = (point(1e-6, 0) - point(1e-6, 1) - point(-1e-6, 0) + point(-1e-6, 1)) / 2e-6
    assert planar_rate(rows, 0, 0, 1, u) == pytest.approx(way @ n, abs=1e-8)
    assert planar_slip(rows, 0, 0, 1, u) == pytest.approx(way @ t, abs=1e-8)


def test_an_impulse_changes_the_slip_by_its_mass() -> None:
    rows, _, M_inv = disc_on_slope(0.3, 0.5)
    u = np.zeros((3, 2))
    start_planar(rows, 1, np.zeros(1), u, M_inv)
    push_planar(rows, 0, 0, 1, u, M_inv, 0.25)
    assert planar_slip(rows, 0, 0, 1, u) == pytest.approx(-0.25 / rows[0].mass)
    by_hand = 1.0 / (1.0 / MASS + RADIUS**2 / INERTIA)
    assert rows[0].mass == pytest.approx(by_hand)


@pytest.mark.parametrize("mu", [0.02, 0.5])
def test_a_disc_on_a_slope_rolls_or_slides(mu: float) -> None:
    slope, weight = 0.3, 9.81 * MASS
    k = weight * math.cos(slope) / 1e-5  # the depth given carries the disc
    rows, groups, M_inv = disc_on_slope(slope, mu, k=k)
    u, h, loss = np.zeros((3, 2)), np.zeros((3, 2)), np.zeros((1, len(Cause)))
    memory, extreme, steps = np.zeros(1), np.zeros(2), 100
    for _ in range(steps):
        h[:] = 0.0
        h[1, 0] = -weight
        add_planar_forces(rows, 1, groups, u, h, extreme, DT)
        old = u.copy()
        u += DT * M_inv * h
        start_planar(rows, 1, memory, u, M_inv)
        relax_planar(rows, 0, u, M_inv)
        book_planar(rows, 1, memory, 0.5 * (u + old), loss, DT)
    pull = 9.81 * math.sin(slope)
    sticking = pull / (1.0 + INERTIA / (MASS * RADIUS**2))
    sliding = pull - mu * 9.81 * math.cos(slope)
    t = steps * DT
    speed = math.hypot(*u[:2, 0])
    assert speed == pytest.approx(max(sticking, sliding) * t, rel=1e-9)
    kinetic = 0.5 * MASS * speed**2 + 0.5 * INERTIA * u[2, 0] ** 2
    lost = 0.5 * weight * math.sin(slope) * speed * t - kinetic
    assert loss[0, Cause.COULOMB] == pytest.approx(lost, abs=1e-9)
    if sticking > sliding:
        assert loss[0, Cause.COULOMB] == pytest.approx(0.0, abs=1e-9)


def test_an_unknown_law_gives_nan() -> None:
    rows, groups, _ = disc_on_slope(0.0, 0.1)
    groups[0].law = 999
    h = np.zeros((3, 2))
    add_planar_forces(rows, 1, groups, np.zeros((3, 2)), h, np.zeros(2), DT)
    assert np.isnan(h[1, 0])


@pytest.mark.parametrize("e", [0.0, 0.4, 1.0])
def test_a_rigid_disc_rebounds_with_its_restitution(e: float) -> None:
    rows, groups, M_inv = disc_on_slope(0.0, 0.0, e=e)
    impacts, u = table(IMPACT, 1), np.zeros((3, 2))
    u[1, 0] = -2.0
    old, memory = u.copy(), (np.zeros(1), np.zeros(1))
    fill_rebounds(rows, 1, groups, impacts, old, DT)
    start_impacts(rows, 1, groups, impacts, memory, u, M_inv)
    relax_impact(rows, 0, groups, impacts, u, M_inv)
    assert u[1, 0] == pytest.approx(2.0 * e)
    loss = np.zeros((1, len(Cause)))
    book_impacts(rows, 1, impacts, memory, 0.5 * (u + old), loss, DT)
    lost = 0.5 * MASS * 4.0 * (1.0 - e**2)
    assert loss[0, Cause.IMPACT] == pytest.approx(lost)


def oblique(seed: int) -> tuple[Rows, Floats, Floats]:
    """Two free bodies that touch at a random place, with velocities."""
    rng = np.random.default_rng(seed)
    angle = rng.uniform(0.0, 6.0)
    a_n, a_t, b_n, b_t = 0.1 * rng.normal(size=4)
    rows = table(
        PLANAR, 1, a=0, b=1, n_x=math.cos(angle), n_y=math.sin(angle), depth=1e-4,
        a_n=a_n, a_t=a_t, b_n=b_n, b_t=b_t,
    )  # fmt: skip
    M_inv = np.array([[0.5, 2.0], [0.5, 2.0], [90.0, 40.0]])
    return rows, rng.normal(size=(3, 2)), M_inv


@pytest.mark.parametrize("seed", range(4))
def test_an_oblique_impact_obeys_its_laws_and_books_what_it_takes(seed: int) -> None:
    rows, u, M_inv = oblique(seed)
    u[2, 1] = 0.0  # one that turns has a chord taken off
    if planar_rate(rows, 0, 0, 1, u) > 0.0:
        u *= -1.0
    groups = table(GROUP, 1, mu=0.2, e=0.3, friction=int(FrictionLaw.COULOMB))
    impacts, old, memory = table(IMPACT, 1), u.copy(), (np.zeros(1), np.zeros(1))
    fill_rebounds(rows, 1, groups, impacts, old, DT)
    start_impacts(rows, 1, groups, impacts, memory, u, M_inv)
    for _ in range(400):
        relax_impact(rows, 0, groups, impacts, u, M_inv)
    arriving = planar_rate(rows, 0, 0, 1, old)
    assert planar_rate(rows, 0, 0, 1, u) == pytest.approx(-0.3 * arriving, abs=1e-9)
    slip, P, Q = planar_slip(rows, 0, 0, 1, u), impacts[0].P, rows[0].P
    assert abs(Q) <= 0.2 * P + 1e-12
    assert abs(slip) < 1e-9 or Q == pytest.approx(math.copysign(0.2 * P, slip))
    loss = np.zeros((1, len(Cause)))
    book_impacts(rows, 1, impacts, memory, 0.5 * (u + old), loss, DT)
    taken = float((0.5 * (old**2 - u**2) / M_inv).sum())
    assert loss.sum() == pytest.approx(taken, rel=1e-9)
    h = np.zeros((3, 2))
    add_impact_reactions(rows, 1, impacts, h, DT)
    add_planar_reactions(rows, 1, h, DT)
    assert DT * h == pytest.approx((u - old) / M_inv, abs=1e-12)


@pytest.mark.parametrize("seed", range(2))
def test_smooth_friction_acts_against_the_slip_and_is_booked(seed: int) -> None:
    rows, u, _ = oblique(seed)
    groups = table(
        GROUP, 1, law=int(NormalLaw.SPRING_DAMPER), mu=0.3, k=1e6, onset=1e-7,
        friction=int(FrictionLaw.REGULARISED), soft=1e-5,
    )  # fmt: skip
    h, loss = np.zeros((3, 2)), np.zeros((1, len(Cause)))
    add_planar_forces(rows, 1, groups, u, h, np.zeros(2), DT)
    rate, slip = planar_rate(rows, 0, 0, 1, u), planar_slip(rows, 0, 0, 1, u)
    assert rows[0].force == pytest.approx(100.0)
    power = float((h * u).sum())
    assert power == pytest.approx(100.0 * rate - 30.0 * abs(slip), rel=1e-6)
    book_planar(rows, 1, np.zeros(1), u, loss, DT)
    assert loss[0, Cause.COULOMB] == pytest.approx(DT * 30.0 * abs(slip), rel=1e-6)
    assert loss.sum() == pytest.approx(DT * (100.0 * rate - power), rel=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_damping_of_the_contact_is_booked_as_a_loss(seed: int) -> None:
    """Closed deeply, so that the damper may pull as well: d times the rate squared."""
    rows, u, _ = oblique(seed)
    groups = table(
        GROUP, 1, law=int(NormalLaw.SPRING_DAMPER), k=1e6, d=5.0, onset=1e-9,
        friction=int(FrictionLaw.COULOMB),
    )  # fmt: skip
    h, loss = np.zeros((3, 2)), np.zeros((1, len(Cause)))
    add_planar_forces(rows, 1, groups, u, h, np.zeros(2), DT)
    rate = planar_rate(rows, 0, 0, 1, u)
    assert rows[0].press - rows[0].force == pytest.approx(5.0 * rate)
    book_planar(rows, 1, np.zeros(1), u, loss, DT)
    damped = DT * 5.0 * rate**2
    assert damped > 0.0
    assert loss[0, Cause.CONTACT_DAMPING] == pytest.approx(damped)
    assert np.count_nonzero(loss) == 1
