"""Bottoms of elements that touch where the belt bends most."""

from functools import cache

import numpy as np
import pytest
from tests.unit.integrators.steps.belts import at_rest, copies, drive, elements, running
from tests.unit.integrators.steps.test_belt_forces import slope

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import BeltJob, build
from catena.drives.pushbelt_cvt.layout.placement import layout_of
from catena.drives.pushbelt_cvt.start.elements import gaps
from catena.errors import GeometryError
from catena.integrators.steps.pulley_samples import Pulley
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_limit import forces
from catena.integrators.steps.pushbelt_samples import (
    Element,
    Total,
    empty_samples,
)
from catena.integrators.steps.pushbelt_tables import Trouble, work_for
from catena.pairs.element_element import add_neighbour_forces
from catena.tables.blocks import Block

STEP = 2e-6
ENOUGH = 0.1688e-3
"""Relief at which bottoms clear on the primary pulley at ratio 1.2 [m]."""


@cache
def relieved(relief: float) -> BeltJob:
    return build(spec_from(drive("rigid", element={"bottom_relief": relief})))


def test_two_elements_that_lean_towards_each_other() -> None:
    """Gap, force and moment of a pair, by hand: the others are far apart."""
    system, state, work = running(job=relieved(0.1e-3 + ENOUGH), steps=0)
    faces = system.faces._replace(pin_play=1.0)  # the pin is not asked
    state = at_rest(state)
    q, h = elements(system, state.q), elements(system, work.h)
    lean, deep = 0.25, 3e-6
    turn = -2.0 * np.pi * np.arange(q.shape[1]) / q.shape[1]
    q[0], q[1], q[2] = -np.sin(turn), np.cos(turn), turn
    q[2, 1] = -lean  # bottom of 1 swings back
    # the front corner of 0 stands deep behind the rear plane of 1
    corner = np.array([faces.a_bottom, faces.b_bottom])
    normal = np.array([np.cos(lean), -np.sin(lean)])
    across = np.array([np.sin(lean), np.cos(lean)])
    level = faces.b_bottom  # where the corner meets the rear plane, in the frame of 1
    centre = corner - deep * normal + faces.rear * normal - level * across
    q[0, 1], q[1, 1] = q[0, 0] + centre[0], q[1, 0] + centre[1]
    pose = np.stack([np.cos(q[2]), np.sin(q[2])])
    flat = (state.q, state.u, work.h, system.M_inv, work.mean)
    body = Block(*(elements(system, part) for part in flat))
    add_neighbour_forces(faces, body, pose, work.pairs, work.damping)
    force, pair = faces.bottom.k * deep, work.pairs[0]
    assert pair.g_bottom == pytest.approx(-deep, rel=1e-9)
    assert pair.bottom == pytest.approx(force, rel=1e-9)
    assert pair.rock == pair.top == 0.0
    assert h[:2, 0] == pytest.approx(-force * normal, rel=1e-9)
    assert h[:2, 1] == pytest.approx(force * normal, rel=1e-9)
    turning = -force * (corner[0] * normal[1] - corner[1] * normal[0])
    assert h[2, 0] == pytest.approx(turning, rel=1e-9)
    arm = corner - centre
    assert h[2, 1] == pytest.approx(
        force * (arm[0] * normal[1] - arm[1] * normal[0]), rel=1e-9
    )


def test_forces_of_bottoms_are_gradients_of_the_energy() -> None:
    system, state, _ = running(job=relieved(ENOUGH - 1e-6), steps=500)
    state, work = at_rest(state), work_for(system)
    found = forces(system, copies(state)[0], work)
    touching = np.flatnonzero(work.pairs.bottom > 0.0)
    assert touching.size > 10
    for k in touching[::4]:
        for place in (k, system.elements + k):
            wanted = -slope(system, state, place)
            assert found[place] == pytest.approx(wanted, abs=2e-4 * 1e5)


def test_a_belt_runs_on_its_bottoms() -> None:
    """On the small pulley alone; the ledger closes."""
    system, state, work = running(job=relieved(ENOUGH - 1e-6), steps=3000)
    samples = empty_samples(600, 60, system)
    assert advance(system, state, work, STEP, 10, samples)[0] == Trouble.NONE
    force, x = samples.element[:, Element.BOTTOM], samples.element[:, Element.X]
    assert force.max() > 100.0
    assert (force > 0.0).sum(axis=1).min() > 5
    assert x[force > 0.0].max() < 0.1  # the larger pulley is at 0.168 m
    put_in = (
        samples.pulley[-1, [Pulley.WORK, Pulley.WORK_Z]]
        - samples.pulley[0, [Pulley.WORK, Pulley.WORK_Z]]
    )
    lost = (samples.loss[-1] - samples.loss[0]).sum()
    stored = samples.total[-1, Total.STORED] - samples.total[0, Total.STORED]
    assert abs(put_in.sum() - lost - stored) < 1e-3 * np.abs(put_in).max()


def test_bottoms_with_relief_never_touch() -> None:
    system, state, work = running(job=relieved(ENOUGH + 0.02e-3), steps=3000)
    samples = empty_samples(600, 60, system)
    assert advance(system, state, work, STEP, 10, samples)[0] == Trouble.NONE
    assert not samples.element[:, Element.BOTTOM].any()


def test_bottoms_that_overlap_are_refused_with_the_relief_they_need() -> None:
    with pytest.raises(
        GeometryError, match=r"0\.1 mm is too small.*overlap by 0\.0"
    ) as e:
        layout_of(spec_from(drive("rigid", element={"bottom_relief": "0.1 mm"})))
    needed = float(str(e.value).split("at least ")[1].split(" mm")[0])
    enough = {"bottom_relief": f"{1.001 * needed} mm"}
    placed = layout_of(spec_from(drive("rigid", element=enough)))
    found = gaps(placed.data.element, placed.elements.course, placed.elements.places)
    assert abs(found.bottom.min()) < 5e-6  # of 0.1 mm; the belt settles anew
