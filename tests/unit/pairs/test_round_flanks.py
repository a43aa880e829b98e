"""Flanks that are round over their height: the place of contact wanders."""

from copy import deepcopy

import numpy as np
import pytest
from tests.unit.integrators.steps.belts import drive, elements, place_energy, pulleys
from tests.unit.integrators.steps.spatial_belts import (
    ELEMENTS,
    PULLEYS,
    energy,
    moved,
    shaken,
    spatial_drive,
)

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.errors import CatenaError
from catena.integrators.steps.pushbelt_limit import forces
from catena.integrators.steps.pushbelt_tables import work_for
from catena.integrators.steps.spatial_pushbelt_limit import spatial_forces
from catena.integrators.steps.spatial_pushbelt_tables import spatial_work_for

RADIUS = 0.1
ROUND = {"element": {"flank_radius": RADIUS}}


def planar_energy(system, state, place, way):
    other, work = deepcopy(state), work_for(system)
    other.q[place] += way
    for _ in range(3):
        forces(system, other, work)
    return place_energy(system, other, work)


def frame(system, state, row):
    """Centre of an element from the axis of its pulley, its run and its height."""
    x, y, angle = elements(system, state.q)[:, row.a]
    run = np.array([np.cos(angle), np.sin(angle)])
    up = np.array([-run[1], run[0]])
    return np.array([x - system.sheaves.c_x[row.b], y]), run, up


def height_of(system, state, row):
    centre, _, up = frame(system, state, row)
    return float((np.array([row.d_x, row.d_y]) - centre) @ up)


def nearest(system, state, row):
    """The point of a round flank nearest to its sheave, by trying all of them."""
    flank, sheave = system.flank, system.sheaves[row.b]
    centre, run, up = frame(system, state, row)
    y = np.linspace(-flank.reach, flank.reach, 4001)
    level = flank.level + y * sheave.cos
    d = centre[:, None] + flank.along[row.slot % 2] * run[:, None]
    d = d + level * up[:, None]
    _, groove, s_x, s_y = pulleys(system, state.q)[:, row.b]
    half = flank.half_width + y * sheave.sin - 0.5 * y**2 / RADIUS / sheave.cos
    cone = groove + np.hypot(*d) * sheave.tan + s_x * d[0] + s_y * d[1]
    gap = sheave.cos * (cone - half)
    return y[np.argmin(gap)], gap.min()


def test_planar_forces_are_gradients_and_the_place_follows_the_slopes():
    job = build(spec_from(drive(**ROUND)))
    system, state = job.system, deepcopy(job.start)
    state.u[:] = 0.0
    pulleys(system, state.q)[2:] = [[4e-3, -3e-3], [-2e-3, 5e-3]]
    work = work_for(system)
    found = forces(system, deepcopy(state), work)
    for load in system.imposed.loads:  # no gradients
        found[load.dof] -= work.imposed[load.account]
    rows = work.flanks[: work.row_count[0]]
    k = rows.a[np.argmax(rows.force)]
    touching = np.flatnonzero(rows.force > 0.0)
    assert touching.size > 60
    for i in touching[::7]:
        # the slope at the middle stands for the whole flank: gaps differ by 1e-10 m
        y, gap = nearest(system, state, rows[i])
        above = height_of(system, state, rows[i]) - system.flank.level
        assert above / system.sheaves.cos[0] == pytest.approx(y, abs=1e-5)
        assert rows[i].gap == pytest.approx(gap, abs=1e-10)
    first = 3 * system.elements
    n = system.elements
    for place, lever in [(k, 1.0), (n + k, 1.0), (2 * n + k, 5e-3), (first + 2, 1.0),
                         (first + 4, 0.05), (first + 7, 0.05)]:  # fmt: skip
        way = 2e-9 / lever
        slope = planar_energy(system, state, place, way)
        slope -= planar_energy(system, state, place, -way)
        size = 1e-3 * np.abs(found[first + 2 : first + 4]).max() * lever
        assert found[place] == pytest.approx(-slope / (2.0 * way), abs=size), place


def test_forces_in_space_are_gradients_of_the_energy():
    made = build(spec_from(spatial_drive(**ROUND)))
    system = made.systems[1]
    state, work = shaken(system, made.starts[1]), spatial_work_for(system)
    found = spatial_forces(system, deepcopy(state), work)
    for load in system.imposed.loads:
        found[load.dof] -= work.imposed[load.account]
    assert np.abs(work.flanks.place).max() > 1e-4
    size = np.abs(work.flanks.force).max()
    k = int(work.flanks[np.argmax(work.flanks.force)].a)
    places = [(6 * k + c, 1.0 if c < 3 else 5e-3) for c in range(6)]
    places += [(PULLEYS.start + i, 0.05) for i in (4, 5, 6, 7)]
    for place, lever in places:
        way = np.zeros(state.u.size)
        way[place] = 2e-9 / lever
        slope = energy(system, state, way) - energy(system, state, -way)
        wanted = -slope / (2.0 * way[place])
        near = 1e-3 * max(size * lever, abs(wanted))
        assert found[place] == pytest.approx(wanted, abs=near), place


@pytest.mark.parametrize(("radius", "upright"), [(0.1, True), (0.008, False)])
def test_only_flat_flanks_hold_an_element_upright(radius, upright):
    """Moment against a small roll: 2 N (R - w cos), and what the level adds.

    w is half the width at the centre of gravity.
    """
    made = build(spec_from(spatial_drive(**ROUND)))
    plane = made.systems[1].flank.plane._replace(radius=radius, reach=1.0)
    system = made.systems[1]
    system = system._replace(flank=system.flank._replace(plane=plane))
    state = deepcopy(made.starts[1])
    state.u[:] = 0.0
    k = int(np.argmin(state.q[: 7 * ELEMENTS : 7]))
    moments, normal = [], 0.0
    for way in (1e-5, -1e-5):
        turn = np.zeros(state.u.size)
        turn[6 * k + 3] = way
        work = spatial_work_for(system)
        found = moved(system, state, turn)
        whole = spatial_forces(system, found, work)
        none = system._replace(
            flank=system.flank._replace(law=system.flank.law._replace(k=0.0, d=0.0))
        )
        other = spatial_forces(none, found, spatial_work_for(none))
        moments.append((whole - other)[6 * k + 3])
        rows = work.flanks[work.begin[k] : work.begin[k + 1]]
        normal = rows.force.sum()
    stiffness = -(moments[0] - moments[1]) / 2e-5
    sheave = system.sheaves[0]
    w, cos, tan = plane.half_width, sheave.cos, sheave.tan
    level = (plane.level + w * tan) * cos
    wanted = normal * (radius - (w - plane.level * tan) * cos)
    wanted += 2.0 * plane.along.size * system.flank.law.k * level**2
    assert (stiffness > 0.0) == upright
    assert stiffness == pytest.approx(wanted, rel=0.02)


def test_flanks_too_round_are_refused_in_space():
    with pytest.raises(CatenaError, match=r"flank_radius: found 8 mm; .* roll over"):
        build(spec_from(spatial_drive(element={"flank_radius": "8 mm"})))
    build(spec_from(drive(element={"flank_radius": "8 mm"})))
