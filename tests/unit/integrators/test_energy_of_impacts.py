"""Which rows of an impact have a normal of their own."""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.plain import plain

from catena.integrators.impact_energy import pushes
from catena.numerics.records import table
from catena.tables.contacts import PACKED

pytestmark = plain


@pytest.mark.parametrize("bounds", [0, 2])
@pytest.mark.parametrize("contacts", [0, 1, 3])
def test_contacts_push_and_bounds_and_joints_do_not(contacts, bounds):
    """Contacts come first, then friction of known bounds, then rows on joints."""
    joint = np.array([-1, 4, -1, 0])
    listed = np.array([contacts, bounds, joint.size])
    head = table(PACKED, joint.size, joint=joint)
    work = SimpleNamespace(listed=listed, head=head)
    found = [pushes(work, m) for m in range(listed.sum())]
    assert found == [True] * contacts + [False] * bounds + (joint < 0).tolist()
