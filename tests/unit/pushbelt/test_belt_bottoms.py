"""Bottoms of elements that touch where the belt bends most."""

from functools import cache

import numpy as np
import pytest
from tests.unit.pushbelt.belts import at_rest, copies, drive, running

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import BeltJob, build
from catena.drives.pushbelt_cvt.layout import layout_of
from catena.errors import GeometryError
from catena.pushbelt.ledger import stored_energy
from catena.pushbelt.neighbours import add_neighbour_forces
from catena.pushbelt.samples import (
    E_BOTTOM,
    E_X,
    P_WORK,
    P_WORK_Z,
    STORED,
    empty_samples,
)
from catena.pushbelt.scratch import work_for
from catena.pushbelt.stability import _forces
from catena.pushbelt.step import advance
from catena.pushbelt.tables import (
    BOTTOM,
    G_BOTTOM,
    HM,
    HX,
    HY,
    ROCK,
    TOP,
    C,
    S,
    Trouble,
    X,
    Y,
)

STEP = 2e-6
ENOUGH = 0.1688e-3
"""Relief at which bottoms clear on the primary pulley at ratio 1.2 [m]."""


@cache
def relieved(relief: float) -> BeltJob:
    return build(spec_from(drive("rigid", element={"bottom_relief": relief})))


def test_two_elements_that_lean_towards_each_other() -> None:
    """Gap, force and moment of a pair, by hand: the others are far apart."""
    system, state, work = running(job=relieved(0.1e-3 + ENOUGH), steps=0)
    laws = system.laws._replace(pin_play=1.0)  # the pin is not asked
    q, h = at_rest(state).element, work.element
    lean, deep = 0.25, 3e-6
    turn = -2.0 * np.pi * np.arange(q.shape[1]) / q.shape[1]
    q[X], q[Y] = -np.sin(turn), np.cos(turn)
    q[C], q[S] = np.cos(turn), np.sin(turn)
    q[C, 1], q[S, 1] = np.cos(lean), -np.sin(lean)  # bottom of 1 swings back
    # the front corner of 0 stands deep behind the rear plane of 1
    corner = np.array([laws.a_bottom, laws.b_bottom])
    normal = np.array([np.cos(lean), -np.sin(lean)])
    across = np.array([np.sin(lean), np.cos(lean)])
    level = laws.b_bottom  # where the corner meets the rear plane, in the frame of 1
    centre = corner - deep * normal + laws.rear * normal - level * across
    q[X, 1], q[Y, 1] = q[X, 0] + centre[0], q[Y, 0] + centre[1]
    h[:] = 0.0
    add_neighbour_forces(laws, q, h)
    force = laws.k_bottom * deep
    assert h[G_BOTTOM, 0] == pytest.approx(-deep, rel=1e-9)
    assert h[BOTTOM, 0] == pytest.approx(force, rel=1e-9)
    assert h[ROCK, 0] == h[TOP, 0] == 0.0
    assert h[[HX, HY], 0] == pytest.approx(-force * normal, rel=1e-9)
    assert h[[HX, HY], 1] == pytest.approx(force * normal, rel=1e-9)
    turning = -force * (corner[0] * normal[1] - corner[1] * normal[0])
    assert h[HM, 0] == pytest.approx(turning, rel=1e-9)
    arm = corner - centre
    assert h[HM, 1] == pytest.approx(
        force * (arm[0] * normal[1] - arm[1] * normal[0]), rel=1e-9
    )


def test_forces_of_bottoms_are_gradients_of_the_energy() -> None:
    system, state, _ = running(job=relieved(ENOUGH - 1e-6), steps=500)
    state, nudge = at_rest(state), 2e-9
    work = work_for(system, state)
    found = _forces(system, copies(state)[0], work)
    touching = np.flatnonzero(work.element[BOTTOM] > 0.0)
    assert touching.size > 10
    n = state.element.shape[1]
    for k in touching[::4]:
        for row, place in ((X, k), (Y, n + k)):
            energy = []
            for way in (nudge, -nudge):
                other = copies(state)[0]
                other.element[row, k] += way
                _forces(system, other, work)
                energy.append(stored_energy(system, other, work))
            slope = (energy[0] - energy[1]) / (2.0 * nudge)
            assert found[place] == pytest.approx(-slope, abs=2e-4 * 1e5)


def test_a_belt_runs_on_its_bottoms() -> None:
    """On the small pulley alone; the ledger closes."""
    system, state, work = running(job=relieved(ENOUGH - 1e-6), steps=3000)
    samples = empty_samples(600, 60, state)
    assert advance(system, state, work, STEP, 10, samples)[0] == Trouble.NONE
    force, x = samples.element[:, E_BOTTOM], samples.element[:, E_X]
    assert force.max() > 100.0
    assert (force > 0.0).sum(axis=1).min() > 5
    assert x[force > 0.0].max() < 0.1  # the larger pulley is at 0.168 m
    put_in = (
        samples.pulley[-1, [P_WORK, P_WORK_Z]] - samples.pulley[0, [P_WORK, P_WORK_Z]]
    )
    lost = (samples.loss[-1] - samples.loss[0]).sum()
    stored = samples.total[-1, STORED] - samples.total[0, STORED]
    assert abs(put_in.sum() - lost - stored) < 1e-3 * np.abs(put_in).max()


def test_bottoms_with_relief_never_touch() -> None:
    system, state, work = running(job=relieved(ENOUGH + 0.02e-3), steps=3000)
    samples = empty_samples(600, 60, state)
    assert advance(system, state, work, STEP, 10, samples)[0] == Trouble.NONE
    assert not samples.element[:, E_BOTTOM].any()


def test_bottoms_that_overlap_are_refused_with_the_relief_they_need() -> None:
    with pytest.raises(
        GeometryError, match=r"0\.1 mm is too small.*overlap by 0\.0"
    ) as e:
        layout_of(spec_from(drive("rigid", element={"bottom_relief": "0.1 mm"})))
    needed = float(str(e.value).split("at least ")[1].split(" mm")[0])
    assert 1e-3 * needed == pytest.approx(ENOUGH, rel=0.02)
