"""The drawn element is the computed one."""

import tomllib

import numpy as np
import pytest

from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.pushbelt_cvt.layout.contour import arc_height, element_contour
from catena.drives.pushbelt_cvt.spec.drive import Spec

TEXT = """
drive = "pushbelt_cvt"
variator = "{variator}"
[element]
taper = "8 um"
[boundary]
primary_speed = "2000 rpm"
secondary_torque = "20 N m"
secondary_force = "10 kN"
[start]
ratio = 1.0
"""


@pytest.mark.parametrize("variator", ["study", "24 mm"])
def test_levels_and_planes(variator):
    spec = Spec.model_validate(tomllib.loads(TEXT.format(variator=variator)))
    element = belt_data(spec).element
    ear = spec.element.ear_height - spec.element.gravity_height
    contour = element_contour(element, ear)
    half = 0.5 * element.thickness
    middle = np.array([element.gravity_shift, 0.0])
    assert (element.gravity_shift > 0.0) == (variator == "24 mm")
    body, head = contour.body - middle, contour.head - middle
    assert body[:, 1].min() == pytest.approx(element.bottom_level)
    assert body[:, 1].max() == pytest.approx(element.saddle_level)
    assert body[:, 0].min() == pytest.approx(-half)
    assert body[:, 0].max() == pytest.approx(half)
    foot = body[np.isclose(body[:, 1], element.bottom_level), 0].max()
    assert foot == pytest.approx(half + element.bottom_offset)
    assert head[:, 0].max() == pytest.approx(half + element.top_offset)
    assert head[:, 1].min() == pytest.approx(ear)
    assert contour.pillar[:, 1].max() == pytest.approx(ear)
    on_arc = body[(body[:, 1] < element.rocking_level) & (body[:, 0] > half - 1e-3)]
    depth = half - on_arc[0, 0]
    down = element.rocking_level - on_arc[0, 1]
    r = element.rocking_radius
    assert (r - depth) ** 2 + down**2 == pytest.approx(r**2, rel=1e-9)
    assert 0.0 < arc_height(element) <= element.rocking_level - element.bottom_level
