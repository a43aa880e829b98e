"""A centre of gravity that is not at mid-thickness (t_S)."""

import numpy as np
import pytest
from tests.unit.integrators.steps.belts import at_rest, copies, drive, elements, running

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.errors import GeometryError
from catena.integrators.steps.pushbelt_limit import forces
from catena.integrators.steps.pushbelt_tables import work_for

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
    (x, y, _), (o_x, o_y, angle) = (
        elements(shifted, state.q), elements(plain, middle.q),
    )  # fmt: skip
    c, s = np.cos(angle), np.sin(angle)
    np.testing.assert_allclose(x, o_x - shift * c, atol=1e-12)
    np.testing.assert_allclose(y, o_y - shift * s, atol=1e-12)
    # velocities are those of one rigid motion
    v, o = elements(shifted, state.u), elements(plain, middle.u)
    np.testing.assert_allclose(v[0] - o[0], o[2] * shift * s, atol=1e-12)
    np.testing.assert_allclose(v[1] - o[1], -o[2] * shift * c, atol=1e-12)
    h = elements(plain, forces(plain, at_rest(middle), work_for(plain)))
    g = elements(shifted, forces(shifted, at_rest(state), work_for(shifted)))
    size = np.abs(h[:2]).max()
    np.testing.assert_allclose(g[:2], h[:2], atol=1e-5 * size)
    arm = shift * (c * h[1] - s * h[0])
    np.testing.assert_allclose(g[2], h[2] + arm, atol=1e-5 * size * shift)


def test_forces_are_gradients_of_the_energy():
    from tests.unit.integrators.steps.test_belt_forces import slope

    job, _, _ = started(DEPTH)
    system, state, _ = running(job=job)
    state, n = at_rest(state), system.elements
    found = forces(system, copies(state)[0], work_for(system))
    size = np.abs(found[: 2 * n]).max()
    for k in range(0, n, 9):
        for place, lever in ((k, 1.0), (n + k, 1.0), (2 * n + k, 5e-3)):
            wanted = -slope(system, state, place)
            assert found[place] == pytest.approx(wanted, abs=2e-4 * size * lever)
