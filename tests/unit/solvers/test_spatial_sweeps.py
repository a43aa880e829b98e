"""Friction of a chain in space: sticking, sliding against the slip, and booked."""

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.bodies.spatial_toys import chain, random_state

from catena.bodies.spatial import start_links, start_rollers
from catena.bodies.spatial_inverse import prepare_links, start_velocities
from catena.codes import FrictionLaw
from catena.numerics.records import table
from catena.rows.spatial import new_rate
from catena.solvers.spatial_rows import book_rows, list_used_slots, solve_rows
from catena.solvers.spatial_work import explicit_work_for
from catena.tables.spatial import (
    ARM,
    SUPPORT,
    ContactKind,
    LinkPart,
    work_for,
)

pytestmark = plain

DT = 1e-5
FORCE = 40.0
ROWS = [
    (ContactKind.BUSH, 0, 1, -1, -1, -1),
    (ContactKind.TOOTH, 0, 0, 6, 8, -1),
    (ContactKind.TOOTH, 2, 2, 7, -1, 9),
    (ContactKind.WALL, 3, -1, -1, 8, -1),
    (ContactKind.SIDE, 1, -1, 7, -1, 9),
]
"""Kind, link, roller, and columns of wheel, arm and support."""


class Rubbing:
    """Five contacts and four pins, everything in motion, no other force."""

    def __init__(self, bounds, pins, tilting=1):
        self.system = chain(wheels=2)._replace(
            arm=table(ARM, 1, inertia=3e-3),
            support=table(
                SUPPORT, 1, wheel=1, mass=0.5, J=1e-3, axial=1, tilting=tilting
            ),
        )
        self.system.wheel[1].support = 0
        draws = np.random.default_rng(6)
        self.state = random_state(self.system, 5)._replace(
            friction=np.zeros((len(ROWS) + 4, 2))
        )
        self.state.border_u[:] = draws.normal(size=8)
        self.work, self.more = work_for(self.system), explicit_work_for(self.system)
        start_links(self.system, self.state, self.work)
        start_rollers(self.system, self.state, self.work)
        self.mass = [np.tril(D) + np.tril(D, -1).T for D in self.work.D]
        prepare_links(self.system, self.state, self.work)
        start_velocities(self.state, self.work)
        self.work.rhs_link[:] = self.work.old_link
        self.work.rhs_roller[:] = self.state.roller_u
        self.work.rhs_border[6:] = self.state.border_u
        self.work.found[0] = len(ROWS)
        for row, (kind, link, roller, wheel, arm, support) in enumerate(ROWS):
            contact = self.work.contact[row]
            contact.kind, contact.link, contact.roller = kind, link, roller
            contact.wheel, contact.arm, contact.support = wheel, arm, support
            contact.f, contact.P, contact.slip = FORCE, FORCE * DT, 20.0
            contact.bound, contact.slot = bounds[row] / DT, len(ROWS) - 1 - row
            self.work.J[row] = draws.normal(size=self.work.J[row].shape)
            self.work.J[row, :, 3:6] *= 1e-2  # arms of centimetres
            self.work.J[row, :, 8] *= 4e-3  # radius of a roller
            if support >= 0 and not tilting:
                self.work.J[row, :, 14:] = 0.0
        self.work.J[0, 2] = 0.0  # bushes rub around only
        for row in range(3):  # bushes in the plane, rollers across it
            plane = ROWS[row][0] == ContactKind.BUSH
            self.work.contact[row].part = LinkPart.PLANE if plane else LinkPart.ACROSS
            self.work.J[row][:, [2, 3, 4] if plane else [0, 1, 5]] = 0.0
        for row in range(len(ROWS)):  # what pairs find beside the directions
            for e, name in enumerate(("rate", "rate_1", "rate_2")):
                self.work.contact[row][name] = new_rate(self.work, row, e)
        R, joint = self.work.R.reshape(-1, 3, 3), self.system.joint
        self.axis = np.einsum("nab,na->nb", R[joint.pin], R[joint.bush][:, :, 2])
        self.work.joint.row[:, 2::3] = self.axis
        self.work.joint.bound[:] = pins / DT
        self.work.joint.rubbing[:] = 1e-3

    def solve(self, law=FrictionLaw.COULOMB_DISC):
        list_used_slots(self.state, self.system.joint.size, self.more.used)
        solve_rows(self.system, self.state, self.work, self.more, DT, int(law))
        return [
            [new_rate(self.work, row, e) for e in (1, 2)] for row in range(len(ROWS))
        ]

    def pin_speeds(self):
        joint, w = self.system.joint, self.work.rhs_link[:, 3:]
        on_pin = np.einsum("ia,ia->i", self.axis, w[joint.pin])
        return w[joint.bush][:, 2] - on_pin

    def kinetic(self, new):
        """Energy of the motion at the end or at the start of the step."""
        state, work, J = self.state, self.work, self.system.roller
        u = work.rhs_link if new else work.old_link
        v = work.rhs_roller if new else state.roller_u
        b = work.rhs_border[6:] if new else state.border_u
        total = sum(x @ M @ x for x, M in zip(u, self.mass, strict=True))
        total += np.sum(J.mass * (v[:, 0] ** 2 + v[:, 1] ** 2) + J.J * v[:, 2] ** 2)
        return 0.5 * total + 0.5 * b**2 @ [1e-3, 1e-3, 3e-3, 0.5, 0.5, 0.5, 1e-3, 1e-3]


STICKING, SLIDING = np.full(5, 0.05), np.array([5e-7, 1e-6, 3e-6, 1e-6, 2e-6])


def test_small_bounds_slide_against_the_slip():
    rubbing = Rubbing(SLIDING, 1e-9)
    slips = rubbing.solve()
    for row, slip in enumerate(slips):
        contact = rubbing.work.contact[row]
        P = np.array([contact.P_1, contact.P_2])
        assert np.hypot(*P) == pytest.approx(SLIDING[row], rel=1e-9)
        assert P == pytest.approx(-SLIDING[row] * np.array(slip) / np.hypot(*slip),
                                  abs=1e-3 * SLIDING[row])  # fmt: skip
    speeds = rubbing.pin_speeds()
    assert rubbing.more.pin.P == pytest.approx(-1e-9 * np.sign(speeds))
    assert rubbing.state.side[3] >= 1.0
    assert rubbing.state.side[4] == 0.0


def test_large_bounds_stick():
    rubbing = Rubbing(STICKING, 1e-4)
    before = np.abs(rubbing.work.old_link).max()
    slips = rubbing.solve()
    assert rubbing.state.side[4] == 0.0
    assert np.abs(slips).max() < 0.02 * before
    assert np.abs(rubbing.pin_speeds()).max() < 0.02 * before


@pytest.mark.parametrize("tilting", [0, 1])
@pytest.mark.parametrize("law", [FrictionLaw.COULOMB_DISC, FrictionLaw.REGULARISED])
def test_all_that_friction_takes_is_booked(law, tilting):
    rubbing = Rubbing(np.full(5, 2e-4), 1e-7, tilting)
    rubbing.solve(law)
    book_rows(rubbing.state, rubbing.work, rubbing.more, DT)
    lost = rubbing.kinetic(False) - rubbing.kinetic(True)
    loss = rubbing.state.loss
    assert lost > 0.0
    assert loss.sum() == pytest.approx(lost, rel=1e-9)
    assert loss[[2, 4, 6, 8]] == pytest.approx(0.0)  # damping: none here
    assert (loss[[1, 3, 5, 7, 9]] != 0.0).all()  # pins, bushes, teeth, sides, rails
    assert rubbing.state.wear.sum() == pytest.approx(loss[1])


def test_softened_friction_is_a_damper():
    """P = -c s with the slip at the end of the step, of contacts and pins."""
    rubbing = Rubbing(np.full(5, 1e-3), 1e-6)
    rubbing.more.ends[:] = 1e-9, 500
    slips = rubbing.solve(FrictionLaw.REGULARISED)
    assert rubbing.state.side[4] == 0.0
    largest = np.abs([[c.P_1, c.P_2] for c in rubbing.work.contact[:5]]).max()
    for row, slip in enumerate(slips):
        contact = rubbing.work.contact[row]
        wanted = -20.0 * DT * np.array(slip) * (1.0, 0.0 if row == 0 else 1.0)
        assert [contact.P_1, contact.P_2] == pytest.approx(wanted, abs=1e-6 * largest)
    found = -1e-3 * DT * rubbing.pin_speeds()
    assert rubbing.more.pin.P == pytest.approx(found, rel=1e-4)


def test_impulses_are_kept_by_slot_and_begin_the_next_step():
    first = Rubbing(np.full(5, 2e-4), 1e-7)
    first.solve()
    sweeps = first.state.side[3]
    again = Rubbing(np.full(5, 2e-4), 1e-7)
    again.state.friction[:] = first.state.friction
    again.solve()
    assert again.state.side[3] <= sweeps
    kept = [[c.P_1, c.P_2] for c in again.work.contact[:5]]
    assert again.state.friction[4::-1] == pytest.approx(np.array(kept))
    assert again.state.friction[5:, 0] == pytest.approx(again.more.pin.P)
    large = Rubbing(np.full(5, 1e-5), 1e-9)
    large.state.friction[:] = 1.0
    large.solve()
    sizes = [np.hypot(c.P_1, c.P_2) for c in large.work.contact[:5]]
    assert max(sizes) <= 1e-5 * (1.0 + 1e-12)


def test_contacts_without_load_do_not_rub():
    rubbing = Rubbing(np.zeros(5), 0.0)
    rubbing.state.friction[:] = 1.0
    before = rubbing.work.rhs_link.copy()
    rubbing.solve()
    assert (rubbing.work.rhs_link == before).all()
    assert not rubbing.state.friction.any()
    assert rubbing.state.side[3] == 0.0


def test_a_law_nobody_knows_is_never_solved():
    rubbing = Rubbing(SLIDING, 1e-9)
    rubbing.solve(FrictionLaw.STRIBECK)
    assert rubbing.state.side[4] == 1.0


def test_damping_that_unloads_a_contact_lowers_its_bound():
    """The bound goes with the normal impulse: half of 0.5 N for a step."""
    rubbing = Rubbing(SLIDING, 1e-9)
    for row in range(len(ROWS)):
        rubbing.work.contact[row].f, rubbing.work.contact[row].P = 0.5, 0.25 * DT
    rubbing.solve()
    sizes = [np.hypot(c.P_1, c.P_2) for c in rubbing.work.contact[:5]]
    assert sizes == pytest.approx(0.5 * SLIDING, rel=1e-9)


def test_work_of_normal_forces_is_what_the_bodies_get_and_what_damping_takes():
    """At the mean opening speed: f dt conservative, f dt - P lost to damping."""
    rubbing = Rubbing(SLIDING, 1e-9)
    for row in range(len(ROWS)):
        rubbing.work.contact[row].P = 0.7 * FORCE * DT
    start, work, state = rubbing.work.rhs_link.copy(), rubbing.work, rubbing.state
    opening = [new_rate(work, row, 0) for row in range(len(ROWS))]
    rubbing.solve()
    book_rows(state, work, rubbing.more, DT)
    assert not (work.rhs_link == start).all()
    mean = [0.5 * (opening[row] + new_rate(work, row, 0)) for row in range(len(ROWS))]
    assert state.work[0] == pytest.approx(FORCE * DT * sum(mean), rel=1e-12)
    groups = [2, 4, 4, 8, 6]  # bush, two teeth, wall of a rail, side
    for group in set(groups):
        lost = sum(m for m, g in zip(mean, groups, strict=True) if g == group)
        assert state.loss[group] == pytest.approx(0.3 * FORCE * DT * lost, rel=1e-12)


@pytest.mark.parametrize("law", [FrictionLaw.COULOMB_DISC, FrictionLaw.REGULARISED])
@pytest.mark.parametrize("k", range(6))
def test_what_is_not_a_number_never_counts_as_solved(law, k):
    """One link has no velocity along or about one axis; contacts and pins know it."""
    rubbing = Rubbing(STICKING, 1e-4)
    rubbing.work.rhs_link[1, k] = np.nan
    rubbing.solve(law)
    assert rubbing.state.side[4] == 1.0


def test_a_bound_that_is_not_a_number_is_never_solved():
    rubbing = Rubbing(STICKING, 1e-4)
    rubbing.work.contact[2].bound = np.nan
    rubbing.solve()
    assert rubbing.state.side[4] == 1.0
