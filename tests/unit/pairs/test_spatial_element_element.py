"""The place where the rocking edge of an element carries its neighbour."""

import math
from types import SimpleNamespace

import pytest
from tests.plain import plain

from catena.pairs.spatial_element_element import rocking_place

pytestmark = plain

FACES = SimpleNamespace(front=1.1e-3, r_rock=8e-3, b_rock=-1.5e-3)


@pytest.mark.parametrize("angle", [-0.05, -1e-3])
def test_a_neighbour_that_leans_forward_rolls_on_the_arc(angle):
    size = 0.97  # of the part of its axis that lies in the plane
    t_1, t_2 = size * math.cos(angle), size * math.sin(angle)
    place = rocking_place(FACES, SimpleNamespace(t_1=t_1, t_2=t_2))
    along = FACES.front - FACES.r_rock * (1.0 - math.cos(angle))
    high = FACES.b_rock + FACES.r_rock * math.sin(angle)
    assert place == pytest.approx((along, high), rel=1e-12)


@pytest.mark.parametrize("t_2", [1e-9, 0.05, 0.9])
def test_one_that_leans_back_is_carried_where_the_arc_ends(t_2):
    place = rocking_place(FACES, SimpleNamespace(t_1=math.sqrt(1 - t_2**2), t_2=t_2))
    assert place == (FACES.front, FACES.b_rock)
