"""Where neighbouring elements of a pushbelt touch below their heads."""

import math

import pytest
from tests.plain import plain

from catena.pairs.element_element import ElementFaces, rocking_point

pytestmark = plain


@pytest.mark.parametrize("lean", [-0.03, -1e-9, 1e-9, 0.04])
@pytest.mark.parametrize("turn", [0.0, 0.7, -2.0])
def test_an_element_rocks_on_its_arc_or_at_the_upper_end_of_it(turn, lean) -> None:
    """In the frame of the element: (front, b) or a point of the arc below."""
    given = dict.fromkeys(ElementFaces._fields, 0.0)
    faces = ElementFaces(**{**given, "front": 1.2, "b_rock": -0.4, "r_rock": 6.0})
    c, s = math.cos(turn), math.sin(turn)
    t_x, t_y = math.cos(turn + lean), math.sin(turn + lean)
    x, y = rocking_point(faces, c, s, t_x, t_y)
    ahead, above = x * c + y * s, y * c - x * s
    if lean > 0.0:
        assert (ahead, above) == pytest.approx((1.2, -0.4))
    else:
        assert ahead == pytest.approx(1.2 - 6.0 * (1.0 - math.cos(lean)))
        assert above == pytest.approx(-0.4 + 6.0 * math.sin(lean))
