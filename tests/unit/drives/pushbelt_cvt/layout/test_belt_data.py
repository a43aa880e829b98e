"""From words to numbers: the study's model, scaling, what does not fit."""

import math

import numpy as np
import pytest
from pydantic import ValidationError
from tests.unit.drives.pushbelt_cvt.variators import rpm, spec_with

from catena.drives.pushbelt_cvt.layout.belt_data import belt_data, mass_per_length
from catena.drives.pushbelt_cvt.layout.belt_lengths import belt_lengths
from catena.drives.pushbelt_cvt.layout.rolling import Rolling
from catena.errors import GeometryError


def test_study_is_the_published_model_at_220_elements() -> None:
    """data set behind the study's figures: per model element, levels from gravity."""
    belt = belt_data(spec_with())
    element, ring, contact = belt.element, belt.ring, belt.contact
    assert belt.centre_distance == pytest.approx(0.168)
    offset = 2.11e-3
    t = (0.680 - 2.0 * math.pi * offset - 0.4e-3) / 220
    assert element.thickness == pytest.approx(t, rel=1e-12)
    mass = (1.40 - 7850 * 3.996e-5) * 0.680 / 220
    assert element.mass == pytest.approx(mass, rel=1e-14)
    assert element.inertia == pytest.approx(mass * (0.012**2 + t**2) / 12, rel=1e-12)
    levels = (
        element.saddle_level, element.rocking_level, element.top_level,
        element.flank_level, element.pin_level,
    )  # fmt: skip
    assert levels == pytest.approx((0.5e-3, -0.5e-3, 5.5e-3, -3.0e-3, 3.5e-3))
    assert element.rocking_radius == pytest.approx(6e-3)
    assert element.flank_offsets == pytest.approx((-0.4 * t, 0.4 * t))
    assert element.pin_clearance == pytest.approx(50e-6)
    assert element.ear_play == pytest.approx(0.4e-3)
    assert element.flank_half_width == pytest.approx(15e-3)
    assert element.wedge_angle == pytest.approx(math.radians(11.0))
    # 680 mm with an endplay of 0.4 mm under 2600 N
    assert ring.length * (1.0 + 2600.0 / 8.3916e6) == pytest.approx(0.680, abs=1e-9)
    assert ring.thickness == pytest.approx(12 * 0.185e-3)
    assert ring.axial_stiffness == pytest.approx(8.3916e6)
    bending = 2.1e11 * 24 * 9e-3 * 0.185e-3**3 / 12
    assert ring.bending_stiffness == pytest.approx(bending)
    assert ring.damping_time == 2e-7
    assert ring.spans == 110
    assert contact.rocking_stiffness == pytest.approx(2e8)
    assert contact.top_stiffness == pytest.approx(1e8)
    assert contact.pin_stiffness == pytest.approx(1e8)
    assert contact.saddle_stiffness == pytest.approx(1e8)
    assert contact.flank_stiffness == pytest.approx(2.5e7)
    assert contact.damping_ratio == 0.15
    assert belt.secondary.mass == 2.0
    assert belt.secondary.inertia == 0.01
    assert belt.secondary.tilt_stiffness == pytest.approx(4e5)
    np.testing.assert_allclose(
        belt.secondary.discs[0].series, [2e-9, 6e-9, 2e-9, 1e-9, 5e-10, 3e-10]
    )
    assert mass_per_length(spec_with()) == pytest.approx(
        0.680 / ring.length * 1.40, rel=1e-4
    )


def test_boundary_of_the_template_case() -> None:
    belt = belt_data(spec_with())
    first, second = belt.primary_boundary, belt.secondary_boundary
    assert (first.turning, first.axial) == ("speed", "stop")
    assert first.turning_value.value[0] == pytest.approx(rpm(2000))
    assert (second.turning, second.axial) == ("torque", "force")
    assert second.axial_value.value[0] == 10520.0


def test_tables_over_time_become_curves() -> None:
    spec = spec_with(
        boundary__stop="none",
        boundary__primary_force={"time": [0.0, "0.1 s"], "value": ["9 kN", "12 kN"]},
        start__ratio=None,
    )
    curve = belt_data(spec).primary_boundary.axial_value
    np.testing.assert_allclose(curve.time, [0.0, 0.1])
    np.testing.assert_allclose(curve.value, [9e3, 12e3])


@pytest.mark.parametrize("count", [60, 110, 220, 432, 600])
def test_scaling_keeps_the_belt(count: int) -> None:
    spec = spec_with(belt__element_count=count, element__taper="5 um")
    belt, lengths = belt_data(spec), belt_lengths(spec)
    element, contact = belt.element, belt.contact
    real = belt_data(spec.with_values({"belt.element_count": 432}))
    s = 432 / count
    length = count * element.thickness + lengths.endplay
    assert length == pytest.approx(
        belt.ring.length - 2.0 * math.pi * lengths.fibre_offset, rel=1e-14
    )
    assert lengths.endplay == 0.189378e-3
    assert count * element.mass == pytest.approx(432 * real.element.mass)
    assert element.top_offset == pytest.approx(5e-6 * s)
    assert element.stands_for == s
    # stiffness of the whole belt in a row, and bedding of the whole belt side by side
    assert contact.rocking_stiffness / count == pytest.approx(
        real.contact.rocking_stiffness / 432
    )
    assert contact.flank_stiffness * count == pytest.approx(
        real.contact.flank_stiffness * 432
    )
    assert contact.saddle_stiffness * count == pytest.approx(
        real.contact.saddle_stiffness * 432
    )


@pytest.mark.parametrize("radius", [0.035, 0.055, 0.075])
def test_fewer_elements_use_as_much_play_on_a_pulley(radius: float) -> None:
    """N_E0 pitch angles of real elements are N_E of simulated ones, to third order."""

    def angle(count: int) -> float:
        element = belt_data(spec_with(belt__element_count=count)).element
        rolling = Rolling(2.11e-3, element.thickness, element.rocking_radius)
        return count * float(rolling.pitch_angle(np.array(radius)))

    whole, half = angle(432), angle(216)
    element = belt_data(spec_with(belt__element_count=216)).element
    unscaled = Rolling(2.11e-3, element.thickness, 11.0476e-3)
    naive = 216 * float(unscaled.pitch_angle(np.array(radius)))
    assert abs(half / whole - 1.0) < 0.1 * abs(naive / whole - 1.0)


def test_spans_follow_the_number_of_elements() -> None:
    def spans(**changes: int) -> int:
        given = {f"belt__{name}": value for name, value in changes.items()}
        spec = spec_with(variator="24 mm", **given)
        return belt_data(spec).ring.spans

    assert spans() == 144
    assert spans(element_count=220) == 110
    assert spans(element_count_real=432, element_count=60) == 30


def test_one_flank_contact_is_as_stiff_as_two() -> None:
    two = belt_data(spec_with())
    one = belt_data(spec_with(enhancements__flank="simplified"))
    assert one.element.flank_offsets == (0.0,)
    assert one.contact.flank_stiffness == pytest.approx(2 * two.contact.flank_stiffness)


def test_24_mm_variator_is_the_reference_set() -> None:
    spec = spec_with(variator="24 mm")
    belt, lengths = belt_data(spec), belt_lengths(spec)
    assert belt.ring.length == pytest.approx(0.6602, abs=2e-5)
    assert lengths.pitch_line == pytest.approx(0.648)
    assert belt.ring.axial_stiffness == pytest.approx(5.504e6, rel=1e-3)
    assert belt.ring.bending_stiffness == pytest.approx(0.0157, rel=2e-3)
    assert belt.ring.mass_per_length == pytest.approx(0.232, rel=2e-3)
    assert belt.element.ear_play == pytest.approx(0.285e-3)
    assert belt.element.pin_clearance == pytest.approx(0.1e-3)


def test_30_mm_variator_is_the_reference_set() -> None:
    belt = belt_data(spec_with(variator="30 mm"))
    assert belt.ring.axial_stiffness == pytest.approx(9.870e6, rel=1e-3)
    assert belt.ring.bending_stiffness == pytest.approx(0.0282, rel=2e-2)
    assert belt.ring.mass_per_length == pytest.approx(0.416, rel=2e-3)


def test_two_of_three_lengths_decide_the_third() -> None:
    base = spec_with(variator="24 mm")
    length = belt_lengths(base).ring
    other = spec_with(variator="24 mm", ring__length=length)
    assert other.ring.endplay is None
    assert belt_lengths(other).endplay == pytest.approx(0.7e-3, abs=1e-9)
    third = spec_with(variator="24 mm", ring__length=length, ring__endplay="0.7 mm")
    assert third.element.thickness is None
    assert belt_lengths(third).pitch_line == pytest.approx(0.648)
    with pytest.raises(ValidationError, match="expected two of the three"):
        spec_with(ring__length="0.66 m", ring__endplay="1 mm", element__thickness=1e-3)


def test_elements_that_do_not_fit_are_refused_with_how_many_do() -> None:
    long = spec_with(variator="24 mm", ring__length="655 mm")
    with pytest.raises(GeometryError) as error:
        belt_lengths(long)
    text = str(error.value)
    assert "432 elements of 1.5 mm are 4.514 mm too long" in text
    assert "428 fit, with an endplay of 1.486 mm" in text
    short = spec_with(variator="24 mm", ring__length="664 mm")
    with pytest.raises(GeometryError, match=r"endplay of 4\.486 mm .* 434 fit"):
        belt_lengths(short)


def test_ring_that_does_not_fit_the_element_is_refused() -> None:
    thick = spec_with(ring__layer_count=20)
    with pytest.raises(GeometryError, match=r"3\.7 mm do not fit .* leave 2\.62 mm"):
        belt_lengths(thick)
    with pytest.raises(ValidationError, match="does not fit between pillar and flank"):
        spec_with(ring__width="14 mm")
