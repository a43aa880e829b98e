"""Directions of contacts are the derivatives of their gaps."""

import numpy as np
import pytest

from catena.bodies.spatial import start_links
from catena.drives.loading import load
from catena.drives.roller_chain.spatial.layout import layout_of
from catena.drives.roller_chain.spatial.start import start_state
from catena.drives.roller_chain.spatial.tables import system_of
from catena.integrators.spatial_implicit import find_contacts, place_wheels
from catena.integrators.spatial_motion import advance_bodies
from catena.rows.spatial import new_rate
from catena.tables.checkpoint import copied
from catena.tables.spatial import ContactKind, work_for

WAY = 1e-8


@pytest.fixture(scope="module", params=["even", "skewed", "supported", "concentric"])
def settled(request):
    spec = load("examples/roller_chain_bicycle_in_space.toml")
    if request.param == "skewed":
        spec = spec.with_values(
            {
                "sprocket[0].skew": [0.01, -0.02],
                "sprocket[1].skew": [0.02, 0.01],
                "sprocket[3].wobble": 0.01,
                "sprocket[0].eccentricity": 1e-4,
                "sprocket[1].eccentricity": 5e-5,
                "sprocket[1].wobble": -0.02,
            }
        )
    if request.param == "supported":
        bearing = {"stiffness": 2e7, "mass": 0.5, "axial_stiffness": 1e6,
                   "tilt_stiffness": 2e3, "tilt_inertia": 1e-3}  # fmt: skip
        spec = spec.with_values(
            {
                "sprocket[0].bearing": bearing,
                "sprocket[3].bearing": bearing,
                "sprocket[3].skew": [0.01, -0.02],
            }
        )
    if request.param == "concentric":
        spec = spec.with_values({"spatial.roller.concentric": True})
    placed = layout_of(spec)
    system = system_of(spec, placed)
    return system, start_state(spec, placed, system, work_for(system))


def found(system, state):
    """Contacts of a state by who touches, with their penetration."""
    work = work_for(system)
    place_wheels(system, state, work)
    start_links(system, state, work)
    find_contacts(system, state, work, 0.0)
    rows = work.contact[: int(work.found[0])]
    return work, rows


def moved(system, state, speeds, by):
    """The state a way further along the speeds."""
    state, work = copied(state), work_for(system)
    start_links(system, state, work)
    work.rhs_link[:], work.rhs_roller[:] = speeds[0], speeds[1]
    advance_bodies(state, work, by)
    state.border_q[:] += by * speeds[2]
    return state


@pytest.mark.parametrize(
    "kind", [ContactKind.BUSH, ContactKind.TOOTH, ContactKind.SIDE]
)
def test_rate_is_the_derivative_of_the_gap(settled, kind):
    system, state = settled
    if kind == ContactKind.BUSH and system.roller.concentric.any():
        pytest.skip("a concentric roller has no gap to its bush")
    draws = np.random.default_rng(8)
    n, r, b = len(system.link), len(system.roller), state.border_q.size
    speeds = (
        draws.normal(size=(n, 6)) * [1, 1, 1, 50, 50, 50],
        draws.normal(size=(r, 3)),
        np.where(np.arange(b) < 5, 5.0, 1.0) * draws.normal(size=b),
    )
    work, rows = found(system, state)
    work.rhs_link[:], work.rhs_roller[:] = speeds[0], speeds[1]
    work.rhs_border[6:] = speeds[2]
    ends = [moved(system, state, speeds, s * WAY) for s in (1.0, -1.0)]
    tables = [found(system, end)[1].copy() for end in ends]
    checked = 0
    for c, row in enumerate(rows):
        depths = [depth_of(row, end, tables[k]) for k, end in enumerate(ends)]
        if row.kind != kind or None in depths or depth_of(row, state, rows) is None:
            continue
        if kind != ContactKind.BUSH and row.f < 5.0 * WAY * row.k:  # may open
            continue
        rate = -(depths[0] - depths[1]) / (2.0 * WAY)
        assert rate == pytest.approx(new_rate(work, c, 0), rel=1e-4, abs=1e-5)
        checked += 1
    assert checked >= 4


def depth_of(row, state, others):
    """Penetration of the same contact in another state; None where not one."""
    if row.kind == ContactKind.BUSH:
        return float(np.hypot(*state.roller_q[row.roller, :2]))
    who = (row.kind, row.link, row.roller, row.wheel)
    same = [o for o in others if (o.kind, o.link, o.roller, o.wheel) == who]
    return same[0].f / same[0].k if len(same) == 1 else None
