"""Contacts of spatial chains: one direction acts on all it touches, and is booked."""

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.bodies.spatial_toys import chain, random_state

from catena.bodies.spatial import start_links, start_rollers
from catena.couplings.spatial_border import place_wheels
from catena.numerics.records import table
from catena.rows.spatial import (
    add_contacts,
    book_contacts,
    fill_concentric_direction,
    fill_link_direction,
    fill_roller_direction,
    fill_wheel_direction,
    no_direction,
    places_on_wheel,
    set_bodies,
    set_friction,
)
from catena.tables.spatial import ARM, SUPPORT, ContactKind, LinkPart, work_for

pytestmark = plain

DT = 1e-5
ROWS = [
    (ContactKind.BUSH, 0, 1, -1, -1, -1),
    (ContactKind.TOOTH, 0, 0, 6, 8, -1),
    (ContactKind.TOOTH, 2, 2, 7, -1, 9),
    (ContactKind.SIDE, 1, -1, 7, -1, 9),
    (ContactKind.WALL, 3, -1, -1, 8, -1),
]
"""Kind, link, roller, and columns of wheel, arm and support."""


@pytest.fixture(params=[False, True])
def pressed(request):
    """Five contacts with random directions between everything that can touch.

    All of them on whole links, or bushes and loose rollers on their shares alone.
    """
    system = chain(wheels=2)._replace(
        arm=table(ARM, 1, inertia=3e-3),
        support=table(SUPPORT, 1, wheel=1, mass=0.5, J=1e-3, axial=1, tilting=1),
    )
    state, draws = random_state(system, 5), np.random.default_rng(6)
    state.border_u[:] = draws.normal(size=8)
    work = work_for(system)
    start_links(system, state, work)
    start_rollers(system, state, work)
    work.B[6:, 6:] = np.diag([1e-3, 1e-3, 3e-3, 0.5, 0.5, 0.5, 1e-3, 1e-3])
    work.rhs_border[6:] = work.B[6:, 6:] @ state.border_u
    work.found[0] = len(ROWS)
    for row, (kind, link, roller, wheel, arm, support) in enumerate(ROWS):
        contact = work.contact[row]
        contact.kind, contact.link, contact.roller = kind, link, roller
        contact.wheel, contact.arm, contact.support = wheel, arm, support
        contact.f, contact.k, contact.c, contact.slip = 40.0, 1e6, 5.0, 30.0
        work.J[row] = draws.normal(size=work.J[row].shape)
    work.J[0, 2] = 0.0  # bushes rub around only
    if request.param:
        work.contact.part[:3] = LinkPart.PLANE, LinkPart.ACROSS, LinkPart.ACROSS
        work.J[0][:, 2:5] = 0.0
        work.J[1:3][..., [0, 1, 5]] = 0.0
    old = old_velocities(state, work)
    for row in range(len(ROWS)):  # what pairs find beside the directions
        for e, name in enumerate(("rate", "rate_1", "rate_2")):
            work.contact[row][name] = direction(work, row, e) @ old
    return system, state, work


def old_velocities(state, work):
    return np.concatenate(
        [work.old_link.ravel(), state.roller_u.ravel(), state.border_u]
    )


def columns(row):
    """Places of the sixteen velocities of a contact among all of them."""
    _, link, roller, wheel, arm, support = ROWS[row]
    found = [*range(6 * link, 6 * link + 6)]
    found += [-1] * 3 if roller < 0 else [*range(24 + 3 * roller, 27 + 3 * roller)]
    found += [-1 if place < 0 else 30 + place for place in (wheel, arm)]
    return found + ([-1] * 5 if support < 0 else [30 + support + a for a in range(5)])


def direction(work, row, e):
    """A direction on all velocities: links 24, rollers 12, border 8."""
    found = np.zeros(44)
    for place, value in zip(columns(row), work.J[row, e], strict=True):
        if place >= 0:
            found[place] += value
    return found


def dense(work):
    """The whole matrix from its blocks; of links and rollers the lower halves."""
    M = np.zeros((44, 44))
    for i in range(4):
        lower = np.tril(work.D[i])
        M[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = lower + np.tril(lower, -1).T
        M[6 * i : 6 * i + 6, 36:] = work.F[i][:, 6:]
    for r in range(4):
        own, link = slice(24 + 3 * r, 27 + 3 * r), 2 * (r // 2)
        lower = np.tril(work.A[r])
        M[own, own] = lower + np.tril(lower, -1).T
        M[own, 6 * link : 6 * link + 6] = work.C[r]
        M[6 * link : 6 * link + 6, own] = work.C[r].T
        M[own, 36:] = work.G[r][:, 6:]
    M[36:, :36] = M[:36, 36:].T
    M[36:, 36:] = work.B[6:, 6:]
    return M


def right_side(work):
    return np.concatenate(
        [work.rhs_link.ravel(), work.rhs_roller.ravel(), work.rhs_border[6:]]
    )


def test_blocks_are_those_of_all_directions(pressed):
    """M gains dt (c + dt k) j j^T along normals and dt slip j j^T along slips."""
    _, state, work = pressed
    M, p = dense(work), right_side(work)
    old = old_velocities(state, work)
    for row in range(len(ROWS)):
        n = direction(work, row, 0)
        rate = n @ old
        damping = min(5.0, 40.0 / rate) if rate > 0.0 else 5.0  # no damper pulls
        M += DT * (damping + DT * 1e6) * np.outer(n, n)
        p += DT * 40.0 * n
        for e in (1, 2):
            t = direction(work, row, e)
            M += DT * 30.0 * np.outer(t, t)
    add_contacts(work, DT)
    assert dense(work) == pytest.approx(M, rel=1e-12, abs=1e-15)
    assert right_side(work) == pytest.approx(p, rel=1e-12, abs=1e-15)


def test_all_that_contacts_take_is_booked(pressed):
    """Gain of kinetic energy is conservative work minus damping and friction."""
    _, state, work = pressed
    mass = dense(work)
    old = np.linalg.solve(mass, right_side(work))
    add_contacts(work, DT)
    new = np.linalg.solve(dense(work), right_side(work))
    work.rhs_link[:] = new[:24].reshape(4, 6)
    work.rhs_roller[:] = new[24:36].reshape(4, 3)
    work.rhs_border[6:] = new[36:]
    book_contacts(state, work, DT)
    gained = 0.5 * (new @ mass @ new - old @ mass @ old)
    assert state.work[0] - state.loss.sum() == pytest.approx(gained, rel=1e-9)
    impulse = sum(
        work.contact[row][name] * direction(work, row, e)
        for row in range(len(ROWS))
        for e, name in enumerate(("P", "P_1", "P_2"))
    )
    assert mass @ (new - old) == pytest.approx(impulse, rel=1e-9, abs=1e-14)
    kinds = {2, 3, 4, 5, 6, 7, 8, 9}  # bush, tooth, side, rail: damping and friction
    assert set(np.flatnonzero(state.loss)) == kinds


def test_a_point_of_a_roller_moves_as_its_direction_says(pressed):
    """Centre along the link's x and y by itself, sideways with the link, and spin."""
    system, state, work = pressed
    i, r = 2, 2
    draws = np.random.default_rng(9)
    t, b = draws.normal(size=(2, 3))
    arm, z = np.array([system.roller.x[r], 0.01, 0.0]), np.array([0.0, 0.0, 1.0])
    v, w = work.old_link[i, :3], work.old_link[i, 3:]
    own = np.append(state.roller_u[r, :2], 0.0)
    turning = w - w[2] * z + state.roller_u[r, 2] * z
    u = np.concatenate([v, w, state.roller_u[r]])
    side = (z @ (v + np.cross(w, arm))) * z
    fill_roller_direction(work.J, 0, 0, tuple(t), tuple(arm), tuple(b))
    found = work.J[0, 0, :9] @ u
    assert found == pytest.approx(t @ (own + side + np.cross(turning, b)))
    fill_concentric_direction(work.J, 0, 0, tuple(t), tuple(arm), tuple(b))
    found = work.J[0, 0, :9] @ u
    assert found == pytest.approx(t @ (v + np.cross(w, arm) + np.cross(turning, b)))
    fill_link_direction(work.J, 0, 0, tuple(t), tuple(b))
    assert work.J[0, 0, :9] @ u == pytest.approx(t @ (v + np.cross(w, b)))
    no_direction(work.J, 0, 0)
    assert not work.J[0, 0].any()


def wheel_point(system, state, work, j, place):
    """A point of a wheel: its hub, and a place turned with it about its axis."""
    place_wheels(system, state, work)
    axis, angle = work.spin[j], state.border_q[j]
    across = place - (axis @ place) * axis
    turned = np.cos(angle) * across + np.sin(angle) * np.cross(axis, place)
    return work.hub[j] + turned + (axis @ place) * axis


@pytest.mark.parametrize(("j", "moving"), [(0, (0, 2)), (1, (1, 3, 4, 5))])
def test_a_point_of_a_wheel_moves_with_wheel_arm_and_support(pressed, j, moving):
    """Directions are differences of places; the first wheel sits on the arm."""
    system, state, work = pressed
    system.wheel[0].arm, system.wheel[1].support = 0, 0
    system.wheel[0].x, system.wheel[0].y, system.arm[0].x = 0.1, 0.03, -0.2
    system.wheel[1].skew_x, system.wheel[1].skew_y = 0.02, 0.03
    state.border_q[:] = 0.0
    draws = np.random.default_rng(2)
    place, t = draws.normal(size=(2, 3))
    at = wheel_point(system, state, work, j, place) - work.hub[j]
    set_bodies(system, work, 0, 0, 0, j)
    places = places_on_wheel(system, work, j, tuple(at))
    fill_wheel_direction(system, work, 0, 0, j, tuple(t), places)
    held = work.contact[0]
    places = {held.wheel: 9, held.arm: 10}
    places |= {held.support + a: 11 + a for a in range(5)} if held.support >= 0 else {}
    for k in moving:
        ways = []
        for by in (1e-6, -1e-6):
            state.border_q[k] = by
            ways.append(wheel_point(system, state, work, j, place))
        state.border_q[k] = 0.0
        slope = t @ (ways[0] - ways[1]) / 2e-6
        assert work.J[0, 0, places[6 + k]] == pytest.approx(-slope, rel=1e-6)


def test_an_axis_that_neither_slides_nor_tilts_has_no_such_directions(pressed):
    system, state, work = pressed
    system.wheel[1].support, system.support[0].axial, system.support[0].tilting = (
        0,
        0,
        0,
    )
    place_wheels(system, state, work)
    places = places_on_wheel(system, work, 1, (1.0, 2.0, 3.0))
    fill_wheel_direction(system, work, 0, 0, 1, (0.3, 0.4, 0.5), places)
    assert work.J[0, 0, 11:] == pytest.approx([-0.3, -0.4, 0.0, 0.0, 0.0])


def test_softened_friction_reaches_its_bound_beyond_its_speed(pressed):
    """Force per slip speed times the slip speed is the bound, and fades towards 0."""
    _, state, work = pressed
    old = np.concatenate(
        [work.old_link.ravel(), state.roller_u.ravel(), state.border_u]
    )
    speed = np.hypot(*(direction(work, 1, e) @ old for e in (1, 2)))
    set_friction(state, work, 1, 7.0, 1e-6 * speed)
    assert work.contact[1].slip * speed == pytest.approx(7.0, rel=1e-3)
    set_friction(state, work, 1, 7.0, 1e3 * speed)
    assert work.contact[1].slip * speed < 0.1
