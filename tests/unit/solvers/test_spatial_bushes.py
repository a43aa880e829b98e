"""Rollers around their bushes as strips: the same as rows, and an exact ledger."""

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.bodies.spatial_toys import chain, random_state

from catena.bodies.spatial import start_links, start_rollers
from catena.bodies.spatial_inverse import (
    advance_free_velocities,
    prepare_links,
    start_velocities,
)
from catena.codes import FrictionLaw
from catena.laws.johnson import line_force
from catena.pairs.spatial_roller_bush import (
    bush_slip,
    find_bush_contacts,
    find_bushes,
    list_bushes,
)
from catena.solvers.spatial_bushes import (
    book_bushes,
    keep_bushes,
    press_bushes,
    relax_bush,
    relax_bushes,
    start_bushes,
)
from catena.solvers.spatial_work import explicit_work_for
from catena.tables.spatial import (
    friction_slots,
    work_for,
)

pytestmark = plain

DT, CLEARANCE = 1e-6, 1e-4
COULOMB, SOFTENED = int(FrictionLaw.COULOMB_DISC), int(FrictionLaw.REGULARISED)


class Rolling:
    """Six links with six rollers, four of them in touch with their bushes."""

    def __init__(self, friction=0.2, depths=(0.02, 0.1, 0.3, -0.1, 0.15, -0.4)):
        self.system = chain(links=6)
        self.system.roller.friction, self.system.roller.damping = friction, 40.0
        draws = np.random.default_rng(3)
        self.state = random_state(self.system, 3)._replace(
            friction=np.zeros((friction_slots(self.system), 2))
        )
        angle = draws.uniform(-np.pi, np.pi, 6)
        e = CLEARANCE * (1.0 + np.array(depths))
        self.state.roller_q[:, 0] = e * np.cos(angle)
        self.state.roller_q[:, 1] = e * np.sin(angle)
        self.work, self.more = work_for(self.system), explicit_work_for(self.system)
        start_links(self.system, self.state, self.work)
        start_rollers(self.system, self.state, self.work)
        self.mass = [np.tril(D) + np.tril(D, -1).T for D in self.work.D]
        prepare_links(self.system, self.state, self.work)
        start_velocities(self.state, self.work)
        self.work.soft[0] = 0.0

    def press(self):
        find_bushes(self.system, self.state, self.work, DT)
        press_bushes(self.work)
        advance_free_velocities(self.state, self.work, self.more.ease)

    def rub(self, law=COULOMB, limit=1e-15):
        largest = start_bushes(self.state, self.work, self.more)
        for count in range(200):
            if relax_bushes(self.work, self.more, law, limit) == 0:
                return largest, count
        raise AssertionError("bushes never come to rest")

    def slips(self):
        bush, work = self.work.bush, self.work
        return np.array([
            bush_slip(tuple(bush.normal[r]), tuple(bush.lever[r]),
                      tuple(work.rhs_link[i, [0, 1, 5]]), tuple(work.rhs_roller[r]))
            for r, i in enumerate(self.system.roller.link)
        ])  # fmt: skip

    def kinetic(self, new):
        u = self.work.rhs_link if new else self.work.old_link
        v = self.work.rhs_roller if new else self.state.roller_u
        J = self.system.roller
        total = sum(x @ M @ x for x, M in zip(u, self.mass, strict=True))
        total += np.sum(J.mass * (v[:, 0] ** 2 + v[:, 1] ** 2) + J.J * v[:, 2] ** 2)
        return 0.5 * total


def test_strips_are_the_rows_of_a_step_without_length():
    rolling = Rolling()
    rows = work_for(rolling.system)
    start_links(rolling.system, rolling.state, rows)
    find_bush_contacts(rolling.system, rolling.state, rows, 0.0)
    find_bushes(rolling.system, rolling.state, rolling.work, DT)
    rolling.work.found[0] = 0
    list_bushes(rolling.system, rolling.work)
    count = int(rows.found[0])
    assert count == int(rolling.work.found[0]) == 4
    for row in range(count):
        a, b = rolling.work.contact[row], rows.contact[row]
        for name in ("kind", "part", "link", "roller", "wheel", "slot"):
            assert a[name] == b[name]
        for name in ("f", "c", "force", "rate", "rate_1"):
            assert a[name] == pytest.approx(b[name], rel=1e-11)
        assert a.P == pytest.approx(DT * max(0.0, b.f - b.c * b.rate), rel=1e-11)
        assert a.bound == pytest.approx(0.2 * a.P)
    assert rolling.work.J[:count, :2] == pytest.approx(rows.J[:count, :2], rel=1e-12)


def test_the_softened_law_is_bounded_by_the_spring_alone():
    rolling, rows = Rolling(), None
    rolling.work.soft[0] = 1.0
    rows = work_for(rolling.system)
    start_links(rolling.system, rolling.state, rows)
    find_bush_contacts(rolling.system, rolling.state, rows, 0.0)
    find_bushes(rolling.system, rolling.state, rolling.work, DT)
    touching = rows.contact[:4].roller
    for name in ("bound", "slip"):
        found = getattr(rolling.work.bush, name)
        assert found[touching] == pytest.approx(DT * rows.contact[:4][name], rel=1e-9)
        assert np.count_nonzero(found) == 4


def test_the_law_is_asked_as_a_whole_where_its_usual_part_ends():
    rolling = Rolling(depths=(0.02, 0.45, 0.535, 1e-13, 0.6, -0.1))
    find_bushes(rolling.system, rolling.state, rolling.work, DT)
    roller = rolling.system.roller
    deep = np.hypot(*rolling.state.roller_q[:4, :2].T) - CLEARANCE
    wanted = [line_force(d, roller.modulus[0], CLEARANCE) for d in deep]
    wanted = roller.length[0] * np.array(wanted)
    assert rolling.work.bush.f[:4] == pytest.approx(wanted, rel=1e-14)
    assert np.isnan(rolling.work.bush.f[4])
    assert np.isnan(rolling.work.bush.press[4])
    assert rolling.work.bush.f[5] == rolling.work.bush.press[5] == 0.0


@pytest.mark.parametrize("friction, held", [(1e-3, 0), (0.05, 2), (50.0, 4)])
def test_bushes_stick_or_slide_against_their_bounds(friction, held):
    rolling = Rolling(friction)
    rolling.press()
    before = np.abs(rolling.slips()).max()
    rolling.rub()
    bush, slips = rolling.work.bush, rolling.slips()
    bound, P = bush.bound[:6], bush.P[:6]
    assert (np.abs(P) <= bound).all()
    sticking = np.abs(P) < bound
    assert np.abs(slips[sticking]).max(initial=0.0) < 1e-6 * before
    sliding = ~sticking & (bound > 0.0)
    assert (P * slips)[sliding].max(initial=-1.0) < 0.0
    assert np.count_nonzero(sticking) == held


def test_two_rollers_of_a_light_link_come_to_rest_together():
    """Their rows meet on the link more than each is held by itself."""
    rolling = Rolling(50.0)
    rolling.work.inverse[:, :2] *= 300.0
    rolling.press()
    before = np.abs(rolling.slips()).max()
    _, count = rolling.rub(limit=1e-12)
    touching = rolling.work.bush.bound[:6] > 0.0
    assert np.abs(rolling.slips()[touching]).max() < 1e-3 * before
    assert count > 3


@pytest.mark.parametrize("law", [COULOMB, SOFTENED])
def test_all_that_bushes_take_is_booked(law):
    rolling = Rolling()
    rolling.work.soft[0] = float(law == SOFTENED)
    rolling.press()
    rolling.rub(law)
    book_bushes(rolling.state, rolling.work, DT)
    gained = rolling.kinetic(True) - rolling.kinetic(False)
    loss, given = rolling.state.loss, rolling.state.work[0]
    assert given - loss.sum() == pytest.approx(gained, rel=1e-9)
    assert loss[2] != 0.0
    assert loss[3] > 0.0
    assert np.count_nonzero(loss) == 2


def test_one_bush_alone_is_relaxed_as_all_are():
    one, every = Rolling(50.0), Rolling(50.0)
    for rolling in (one, every):
        rolling.press()
        start_bushes(rolling.state, rolling.work, rolling.more)
    relax_bushes(every.work, every.more, COULOMB, 1e-15)
    change = relax_bush(one.work, one.more, 4, COULOMB)  # alone on its link
    assert change > 0.0
    assert one.work.bush.P[4] == pytest.approx(every.work.bush.P[4], rel=1e-12)
    assert one.work.rhs_link[4] == pytest.approx(every.work.rhs_link[4], rel=1e-12)
    assert one.work.rhs_roller[4] == pytest.approx(every.work.rhs_roller[4], rel=1e-12)
    assert one.more.pressed.tolist() == [0, 0, 0, 0, 1, 0]
    assert relax_bush(one.work, one.more, 3, COULOMB) == 0.0  # off its bush


def test_impulses_are_kept_and_begin_the_next_step():
    first, again = Rolling(50.0), Rolling(50.0)
    first.press()
    _, steps = first.rub()
    keep_bushes(first.work.bush, first.state.friction)
    assert first.state.friction[:6, 0] == pytest.approx(first.work.bush.P[:6])
    again.press()
    again.state.friction[:] = first.state.friction
    assert again.rub()[1] < steps
    assert again.slips() == pytest.approx(first.slips(), abs=1e-9)
