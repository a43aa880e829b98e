"""A centre of gravity that is not at mid-thickness (t_S)."""

import numpy as np
import pytest
from tests.unit.pushbelt.belts import at_rest, copies, drive, running

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.belt_data import belt_data
from catena.drives.pushbelt_cvt.build import build
from catena.errors import GeometryError
from catena.pushbelt.scratch import work_for
from catena.pushbelt.stability import _forces
from catena.pushbelt.tables import HM, HX, HY, C, S, W, X, Y

DEPTH = 0.6e-3
"""t_S; the real elements are 1.5424 mm thick [m]."""


def started(depth):
    element = {} if depth is None else {"gravity_depth": depth}
    job = build(spec_from(drive("tilting", element=element)))
    return job, job.system, job.start


def test_the_shift_follows_from_the_depth():
    data = belt_data(spec_from(drive(element={"gravity_depth": DEPTH})))
    scale = 432 / 110
    thickness = data.element.thickness
    assert data.element.gravity_shift == pytest.approx(0.5 * thickness - scale * DEPTH)
    assert belt_data(spec_from(drive())).element.gravity_shift == 0.0
    with pytest.raises(GeometryError, match=r"gravity_depth of 1\.6 mm .* 1\.542 mm"):
        belt_data(spec_from(drive(element={"gravity_depth": "1.6 mm"})))


def test_bodies_and_forces_are_the_same_about_another_point():
    """Same places of all material points, same forces; moments move with the point."""
    _, plain, middle = started(None)
    job, shifted, state = started(DEPTH)
    shift = job.placed.data.element.gravity_shift
    assert shift > 0.5e-3
    q, p = state.element, middle.element
    np.testing.assert_allclose(q[X], p[X] - shift * p[C], atol=1e-12)
    np.testing.assert_allclose(q[Y], p[Y] - shift * p[S], atol=1e-12)
    # velocities are those of one rigid motion
    np.testing.assert_allclose(q[4] - p[4], p[W] * shift * p[S], atol=1e-12)
    np.testing.assert_allclose(q[5] - p[5], -p[W] * shift * p[C], atol=1e-12)
    still, other = at_rest(middle), at_rest(state)
    work, shifted_work = work_for(plain, still), work_for(shifted, other)
    _forces(plain, still, work)
    _forces(shifted, other, shifted_work)
    h, g = work.element, shifted_work.element
    size = np.abs(h[[HX, HY]]).max()
    np.testing.assert_allclose(g[HX], h[HX], atol=1e-5 * size)
    np.testing.assert_allclose(g[HY], h[HY], atol=1e-5 * size)
    arm = shift * (p[C] * h[HY] - p[S] * h[HX])
    np.testing.assert_allclose(g[HM], h[HM] + arm, atol=1e-5 * size * shift)


def test_forces_are_gradients_of_the_energy():
    from tests.unit.pushbelt.test_belt_forces import energy, moved

    job, _, _ = started(DEPTH)
    system, state, _ = running(job=job)
    state, nudge = at_rest(state), 2e-9
    n = state.element.shape[1]
    found = _forces(system, copies(state)[0], work_for(system, state))
    size = np.abs(found[: 2 * n]).max()
    for k in range(0, n, 9):
        for coordinate, place, lever in (
            (("element", X, k), k, 1.0),
            (("element", Y, k), n + k, 1.0),
            (("angle", 0, k), 2 * n + k, 5e-3),
        ):
            ahead = energy(system, moved(state, coordinate, nudge))
            behind = energy(system, moved(state, coordinate, -nudge))
            slope = (ahead - behind) / (2.0 * nudge)
            assert found[place] == pytest.approx(-slope, abs=2e-4 * size * lever)
