"""Planar rows at random places: impulses and losses are what rates and slips say.

Both are linear in the velocities; an impulse must change these by the transpose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.rows.drawn_rows import drawn

from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.rows.impact import (
    IMPACT,
    add_impact_reactions,
    book_impacts,
    fill_rebounds,
    normal_mass,
    relax_impact,
    start_impacts,
)
from catena.rows.planar import (
    PLANAR,
    add_planar_reactions,
    book_planar,
    planar_rate,
    planar_slip,
    press_planar,
    push_planar,
    relax_planar,
    start_planar,
    tangential_mass,
)
from catena.tables.groups import GROUP
from catena.tables.state import Cause

pytestmark = plain

SEEDS = range(3)
DT = 1e-3


class Plane(NamedTuple):
    """Three planar bodies and two contacts of them; the second is of body 2 on 0."""

    rows: Rows
    u: Floats
    M_inv: Floats

    def flat(self, i: int, rate: Callable[..., float]) -> Floats:
        """A direction of row i on all velocities, one by one."""
        a, b, found = self.rows[i].a, self.rows[i].b, np.zeros((3, 3))
        for k in np.ndindex(3, 3):
            one = np.zeros((3, 3))
            one[k] = 1.0
            found[k] = rate(self.rows, i, a, b, one)
        return found


def plane(seed: int) -> Plane:
    draws, angle = np.random.default_rng(seed), np.array([0.4, 2.5]) + seed
    rows = drawn(
        PLANAR, seed, 2, a=[0, 2], b=[1, 0], slot=[1, 0], group=[0, 1],
        n_x=np.cos(angle), n_y=np.sin(angle), P=[0.3, -0.2], bound=[0.4, 1e3],
    )  # fmt: skip
    M_inv = draws.uniform(0.5, 2.0, (3, 3))
    M_inv[1] = M_inv[0]
    return Plane(rows, draws.normal(size=(3, 3)), M_inv)


@pytest.mark.parametrize("seed", SEEDS)
def test_contacts_in_the_plane(seed: int) -> None:
    """Friction acts against the slip, the normal along the rate of parting."""
    one = plane(seed)
    rows, M_inv = one.rows, one.M_inv
    for i in range(2):
        a, b = rows[i].a, rows[i].b
        slip, rate = one.flat(i, planar_slip), one.flat(i, planar_rate)
        u = one.u.copy()
        push_planar(rows, i, a, b, u, M_inv, 0.7)
        assert u == pytest.approx(one.u - 0.7 * M_inv * slip, abs=1e-14)
        u = one.u.copy()
        press_planar(rows, i, a, b, u, M_inv, 0.7)
        assert u == pytest.approx(one.u + 0.7 * M_inv * rate, abs=1e-14)
        mass = 1.0 / float((slip**2 * M_inv).sum())
        assert tangential_mass(rows, i, a, b, M_inv) == pytest.approx(mass)
        inward = 1.0 / float((rate**2 * M_inv).sum())
        assert normal_mass(rows, i, a, b, M_inv) == pytest.approx(inward)
    u, kept = one.u.copy(), np.array([0.1, 9.0])
    start_planar(rows, 2, kept, u, M_inv)
    assert rows.P.tolist() == [0.4, 0.1]  # the bound of the first is 0.4
    wanted = one.u - 0.4 * M_inv * one.flat(0, planar_slip)
    wanted -= 0.1 * M_inv * one.flat(1, planar_slip)
    assert u == pytest.approx(wanted)
    for i in range(2):
        a, b, old = rows[i].a, rows[i].b, rows[i].P
        free = old + rows[i].mass * planar_slip(rows, i, a, b, u)
        new = min(max(free, -rows[i].bound), rows[i].bound)
        assert relax_planar(rows, i, u, M_inv) == pytest.approx(abs(new - old))
        assert rows[i].P == pytest.approx(new)
        wanted -= (new - old) * M_inv * one.flat(i, planar_slip)
        assert u == pytest.approx(wanted)


@pytest.mark.parametrize("seed", SEEDS)
def test_losses_and_reactions_of_contacts_in_the_plane(seed: int) -> None:
    one, loss = plane(seed), np.zeros((2, len(Cause)))
    rows, mean, kept, h = one.rows, one.u, np.zeros(2), np.zeros((3, 3))
    book_planar(rows, 2, kept, mean, loss, DT)
    rates = [float((one.flat(i, planar_rate) * mean).sum()) for i in range(2)]
    slips = [float((one.flat(i, planar_slip) * mean).sum()) for i in range(2)]
    damped = DT * (rows.press - rows.force) * rates
    assert loss[:, Cause.CONTACT_DAMPING] == pytest.approx(damped)
    assert loss[:, Cause.COULOMB] == pytest.approx(rows.P * slips)
    assert kept[rows.slot] == pytest.approx(rows.P)
    add_planar_reactions(rows, 2, h, DT)
    pushed = sum(rows[i].P * one.flat(i, planar_slip) for i in range(2))
    assert h == pytest.approx(-pushed / DT)


@pytest.mark.parametrize("seed", SEEDS)
def test_rigid_contacts_in_the_plane(seed: int) -> None:
    """One visit: the normal by Newton's law, then friction within its new bound."""
    one = plane(seed)
    rows, M_inv = one.rows, one.M_inv
    groups = table(GROUP, 2, mu=[0.3, 0.6], e=[0.5, 0.0], radius=[0.01, 0.0])
    impacts, old = table(IMPACT, 2), 3.0 * one.u[::-1].copy()
    fill_rebounds(rows, 2, groups, impacts, old, DT)
    for i in range(2):
        before = float((one.flat(i, planar_rate) * old).sum())
        spin = old[2, rows[i].b]
        chord = 0.5 * DT * spin**2 * (rows[i].b_t + groups[i].radius)
        bounce = groups[i].e * min(before - chord, 0.0)
        assert impacts[i].rebound == pytest.approx(chord + bounce)
    u, kept = one.u.copy(), (np.array([0.2, 0.5]), np.array([9.0, -0.01]))
    start_impacts(rows, 2, groups, impacts, kept, u, M_inv)
    assert impacts.P.tolist() == [0.5, 0.2]
    assert rows.P == pytest.approx([-0.01, 0.12])
    ways = [(one.flat(i, planar_rate), one.flat(i, planar_slip)) for i in range(2)]
    wanted = one.u.copy()
    for (normal, tangent), P, Q in zip(ways, impacts.P, rows.P, strict=True):
        wanted += M_inv * (P * normal - Q * tangent)
    assert u == pytest.approx(wanted)
    for i, (normal, tangent) in enumerate(ways):
        P, Q = impacts[i].P, rows[i].P
        speed = float((normal * u).sum()) + impacts[i].rebound
        new_P = max(0.0, P - speed / float((normal**2 * M_inv).sum()))
        wanted += M_inv * (new_P - P) * normal
        slip = float((tangent * wanted).sum())
        bound = groups[i].mu * new_P
        new_Q = Q + slip / float((tangent**2 * M_inv).sum())
        new_Q = min(max(new_Q, -bound), bound)
        wanted -= M_inv * (new_Q - Q) * tangent
        change = relax_impact(rows, i, groups, impacts, u, M_inv)
        assert change == pytest.approx(max(abs(new_P - P), abs(new_Q - Q)))
        assert (impacts[i].P, rows[i].P) == pytest.approx((new_P, new_Q))
        assert u == pytest.approx(wanted)
        again = relax_impact(rows, i, groups, impacts, u, M_inv)
        while again > 1e-13:  # normal and friction feel each other
            again = relax_impact(rows, i, groups, impacts, u, M_inv)
        assert relax_impact(rows, i, groups, impacts, u, M_inv) <= 1e-13
        wanted = u.copy()
    loss, kept = np.zeros((2, len(Cause))), (np.full(3, 7.0), np.full(3, 7.0))
    book_impacts(rows, 2, impacts, kept, old, loss, DT)
    for i, (normal, tangent) in enumerate(ways):
        pressed = -impacts[i].P * float((normal * old).sum())
        assert loss[i, Cause.IMPACT] == pytest.approx(pressed)
        rubbed = rows[i].P * float((tangent * old).sum())
        assert loss[i, Cause.COULOMB] == pytest.approx(rubbed)
    assert kept[0].tolist() == [impacts[1].P, impacts[0].P, 0.0]
    assert kept[1].tolist() == [rows[1].P, rows[0].P, 7.0]
    assert rows.force == pytest.approx(impacts.P / DT)
    h = np.zeros((3, 3))
    add_impact_reactions(rows, 2, impacts, h, DT)
    pushed = sum(P * way[0] for P, way in zip(impacts.P, ways, strict=True))
    assert h == pytest.approx(pushed / DT)
