"""Resistance of a chain in space that comes to rest: in proportion to its inertia."""

from __future__ import annotations

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.bodies.spatial_toys import chain

from catena.integrators.spatial_implicit import _add_drag
from catena.numerics.records import table
from catena.tables.spatial import ARM, SUPPORT, work_for

pytestmark = plain


def test_everything_is_slowed_down_alike() -> None:
    """Links turn against their largest inertia, whatever the axis."""
    system = chain(wheels=2)._replace(
        arm=table(ARM, 1, inertia=3e-3),
        support=table(SUPPORT, 1, wheel=1, mass=0.5, J=1e-3, axial=1, tilting=1),
    )
    system.wheel.inertia = 1e-3, 2e-3
    work, share = work_for(system), 7.0
    _add_drag(system, work, share)
    for i, link in enumerate(system.link):
        J = max(link.J_x, link.J_y, link.J_z)
        wanted = np.diag([link.mass] * 3 + [J] * 3)
        assert work.D[i] == pytest.approx(share * wanted)
    for r, roller in enumerate(system.roller):
        wanted = np.diag([roller.mass, roller.mass, roller.J])
        assert work.A[r] == pytest.approx(share * wanted)
    own = np.diag(work.B)[6:]
    assert own == pytest.approx(
        share * np.array([1e-3, 2e-3, 3e-3, 0.5, 0.5, 0.5, 1e-3, 1e-3])
    )
    assert np.count_nonzero(work.B) == own.size
