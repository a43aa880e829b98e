"""Forces of contacts as vectors: impulses along directions, on whom they act."""

import numpy as np
import pytest
from tests.unit.bodies.spatial_toys import chain, random_state

from catena.bodies.spatial import start_links
from catena.rows.spatial import (
    fill_concentric_direction,
    fill_link_direction,
    fill_roller_direction,
)
from catena.rows.spatial_forces import contact_forces
from catena.tables.spatial import ContactKind, work_for

DT = 1e-5
IMPULSES = np.array([2e-3, 3e-4, -5e-4])


def rolled(work, row, e, t):
    fill_roller_direction(work.J, row, e, t, (0.1, 0.2, 0.3), (1.0, 2.0, 3.0))


def concentric(work, row, e, t):
    fill_concentric_direction(work.J, row, e, t, (0.1, 0.2, 0.3), (1.0, 2.0, 3.0))


def on_link(work, row, e, t):
    fill_link_direction(work.J, row, e, t, (0.1, 0.2, 0.3))


@pytest.mark.parametrize(
    ("kind", "roller", "fill", "where"),
    [
        (ContactKind.TOOTH, 2, rolled, "teeth"),
        (ContactKind.TOOTH, 2, concentric, "teeth"),
        (ContactKind.SIDE, -1, on_link, "sides"),
        (ContactKind.RAIL, -1, on_link, "rails"),
    ],
)
def test_a_force_is_the_impulses_along_its_directions(kind, roller, fill, where):
    system = chain(wheels=2)
    state, work = random_state(system, 3), work_for(system)
    start_links(system, state, work)
    work.J[:] = 7.0  # left over from other contacts
    directions = np.random.default_rng(4).normal(size=(3, 3))
    for row in range(2):  # two contacts of one body add up
        contact = work.contact[row]
        contact.kind, contact.link, contact.roller = kind, 2, roller
        contact.P, contact.P_1, contact.P_2 = IMPULSES
        for e in range(3):
            fill(work, row, e, tuple(directions[e]))
    work.found[0] = 2
    found = contact_forces(system, state, work, DT)
    vectors = getattr(found, where)
    assert vectors[2] == pytest.approx(
        2.0 * work.R[2].reshape(3, 3) @ (IMPULSES @ directions) / DT
    )
    for name, others in found._asdict().items():
        rest = np.delete(others, 2, axis=0) if name == where else others
        assert not rest.any()


def test_a_roller_presses_on_its_bush_with_normal_and_one_slip():
    system = chain(wheels=2)
    state, work = random_state(system, 3), work_for(system)
    start_links(system, state, work)
    work.J[:] = 7.0
    n, t = np.random.default_rng(5).normal(size=(2, 3))
    work.J[0, 0, :3], work.J[0, 1, :3] = n, t
    contact = work.contact[0]
    contact.kind, contact.link, contact.roller = ContactKind.BUSH, 0, 1
    contact.P, contact.P_1, contact.P_2 = IMPULSES
    work.found[0] = 1
    bushes = contact_forces(system, state, work, DT).bushes
    assert bushes[1] == pytest.approx(
        work.R[0].reshape(3, 3) @ (IMPULSES[0] * n + IMPULSES[1] * t) / DT
    )
