"""Planar rows of the pass over the contours give what listed rows give."""

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.rigid_planar import poses_of
from catena.contact.contour_rows import find_contacts
from catena.contact.planar_contacts import add_touching_forces, book_touching
from catena.contact.search import fill_directions, update_near
from catena.planar import (
    Hertz,
    PlanarSystem,
    Regularised,
    SpringDamper,
    Stribeck,
    Unilateral,
)
from catena.rows.listed import (
    add_row_forces,
    fill_row_forces,
    fill_row_velocities,
)
from catena.tables.state import Cause

pytestmark = plain


def crowd():
    """Discs pressed on a line, on each other, inside a ring: all laws elastic."""
    plan = PlanarSystem()
    free = [plan.body(f"b{k}", 1.0 + k, 0.1 + k, (0.9 * k, 0.45)) for k in range(4)]
    floor = plan.ground.line((0.1, 1.0), (0.0, 0.0))
    ring = plan.ground.hollow(2.0, (1.0, 0.4))
    laws = [SpringDamper(1e4, 20.0), Hertz(1e5, 1.5), Hertz(1e5, 1.5, 0.7)]
    frictions = [Regularised(0.3, 0.05), Stribeck(0.2, 0.4, 0.1, 0.05), None]
    for k, body in enumerate(free):
        law, friction = laws[k % 3], frictions[k % 3]
        plan.contact(f"f{k}", body.circle(0.5, (0.02, 0.01)), floor, law, friction)
        plan.contact(f"r{k}", body.circle(1.2), ring, law, friction)
    for k in range(3):
        law, friction = laws[(k + 1) % 3], frictions[(k + 2) % 3]
        one, two = free[k].circle(0.5), free[k + 1].circle(0.5)
        plan.contact(f"d{k}", one, two, law, friction)
    return plan.build()


def test_planar_rows_agree_with_listed_rows():
    model = crowd()
    rng = np.random.default_rng(5)
    seen = 0
    for _ in range(20):
        state, work = model.start(), model.work()
        q = model.state.q + np.r_[np.zeros(3), 0.1 * rng.standard_normal(12)]
        u = np.r_[np.zeros(3), rng.standard_normal(12)]
        pose = poses_of(q, 5)
        contours, rows = model.system.contours, state.memory.rows
        update_near(contours, state.memory.search, rows, pose, q, 0.0)
        h, slots = np.zeros(q.size), state.memory.slots
        tables = rows, slots, work.touching
        found = state.memory.search, tables, (pose, q), np.zeros(1), work.general
        assert find_contacts(contours, *found, 0.0) == 0
        laws, law = contours.candidates.laws, contours.candidates.law
        assert add_touching_forces(work.touching, slots, laws, u, h, 5) == 0
        n = slots.n_touching[0]
        touching = work.touching[:n]
        active = touching.slot.copy()
        assert rows.n_active[0] == 0  # no elastic contact of two bodies is listed
        again = model.start().memory.rows
        fill_directions(contours, again, pose, q)
        np.testing.assert_array_equal(active, np.flatnonzero(again.g_N <= 0.0))
        fill_row_velocities(again, active, n, u)
        assert fill_row_forces(again, laws, law, active, n) == 0
        h_again = np.zeros(q.size)
        add_row_forces(again, active, n, h_again)
        power = np.zeros((contours.candidates.account.max() + 1, len(Cause)))
        book_touching(
            touching, n, contours.candidates.account, u.reshape(-1, 3).T, 1.0, power
        )
        for name, own in (
            ("g_N", -touching.depth),
            ("la_N", touching.force),
            ("la_T", touching.P),
        ):
            other = getattr(again, name)[active].ravel()
            np.testing.assert_allclose(own, other, rtol=1e-11, atol=1e-9, err_msg=name)
        spent = -again.la_N[active] @ again.g_N_dot[active]
        assert power[:, Cause.CONTACT_DAMPING].sum() == pytest.approx(spent, rel=1e-9)
        rubbed = -again.la_T[active, 0] @ again.g_T_dot[active, 0]
        assert power[:, Cause.COULOMB].sum() == pytest.approx(rubbed, rel=1e-9)
        moving = slice(3, None)  # the ground feels nothing in either
        assert h[moving] == pytest.approx(h_again[moving], rel=1e-11, abs=1e-9)
        seen += n
    assert seen > 50


@pytest.mark.parametrize("dt", [0.0, 1e-3])
def test_room_of_rigid_contacts_is_the_gap_beyond_the_tolerance_over_the_step(dt):
    """Elastic contacts, closed ones and steps of no length leave no room."""
    plan, tolerance, gaps = PlanarSystem(), 2e-5, (-1e-6, 3e-5, 0.1)
    floor = plan.ground.line((0.0, 1.0))
    for k, gap in enumerate(gaps):
        body = plan.body(f"b{k}", 1.0, 0.1, (2.0 * k, 0.5 + gap))
        plan.contact(f"c{k}", body.circle(0.5), floor, Unilateral())
    model = plan.build()
    state, work = model.start(), model.work()
    contours, rows = model.system.contours, state.memory.rows
    contours = model.system.contours
    contours.candidates.tolerance[:] = tolerance
    pose = poses_of(state.q, 1 + len(gaps))
    update_near(contours, state.memory.search, rows, pose, state.q, 0.0)
    tables = rows, state.memory.slots, work.touching
    found = state.memory.search, tables, (pose, state.q), np.zeros(1), work.general
    assert find_contacts(contours, *found, dt) == 0
    listed = rows.active[: rows.n_active[0]]
    assert set(listed) >= {0, 1}
    for i in listed:
        wanted = max(gaps[i] - tolerance, 0.0) / dt if dt > 0.0 else 0.0
        assert rows.room[i] == pytest.approx(wanted, abs=1e-9)
