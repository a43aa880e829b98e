"""Data across the belt: misalignment, room of the rings, refusals with numbers."""

import math
import tomllib

import pytest
from tests.unit.integrators.steps.spatial_belts import spatial_drive

from catena.drives import DRIVES
from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.pushbelt_cvt.spatial.data import (
    natural_misalignment,
    ring_room,
    sheave_discs,
    space_data,
)
from catena.drives.pushbelt_cvt.spatial.forecast import spatial_forecast
from catena.drives.pushbelt_cvt.spatial.layout import spatial_layout_of
from catena.errors import CatenaError


def spec(spatial=None, **changes):
    return spec_from(spatial_drive(spatial, **changes))


def test_the_template_needs_one_word_to_run_in_space():
    data = tomllib.loads(DRIVES["pushbelt_cvt"].template())
    belt = spec_from(data | {"fidelity": "spatial"})
    assert build(belt).pace.step == pytest.approx(2e-6, rel=1e-9)
    assert belt_data(belt).ring.spans == 72
    assert belt_data(spec_from(data)).ring.spans == 110


@pytest.mark.parametrize(
    ("ratio", "apart"), [(0.5, 0.4710), (2.0, 0.4710), (2.25, 0.6189), (0.4, 0.7589)]
)
def test_natural_misalignment(ratio, apart):
    belt = spec().with_values({"ring.length": 0.680, "ring.endplay": 0.4e-3})
    assert 1e3 * natural_misalignment(belt, ratio, 1.0) == pytest.approx(
        apart, abs=6e-4
    )


def test_loose_and_fixed_sheaves_are_out_of_line_by_the_ratio():
    one = {"sheaves": "loose and fixed", "aligned_ratio": 0.8}
    other = one | {"primary_loose_side": "left", "secondary_loose_side": "right"}
    planes = [space_data(spec(space), 2.0).planes[0] for space in (one, other)]
    assert planes[0] == pytest.approx(natural_misalignment(spec(), 2.0, 0.8))
    assert planes[1] == -planes[0]
    assert space_data(spec(), 2.0).planes == (0.0, 0.0)


def test_fixed_sheaves_bend_by_their_own_influence():
    softer = {"azimuthal": [4e-10, 2e-10], "radial": [1.0]}
    made = spec_from(
        spatial_drive(
            {"sheaves": "loose and fixed"},
            primary={"influence": softer, "fixed_influence": {"azimuthal": [1e-10]}},
        )
    )
    root = sheave_discs(made).root  # the primary's loose sheave is on the right
    assert root[0, 0, :2] == pytest.approx([1e-5, 0.0])
    assert root[1, 0, :2] == pytest.approx([2e-5, math.sqrt(2e-10)])


def test_rings_lie_in_the_middle_of_their_saddles():
    data = spatial_drive({"ring_position": None}) | {"variator": "24 mm"}
    made = spec_from(data)
    position, play = ring_room(made)
    assert position == pytest.approx((24e-3 + 4.6e-3) / 4.0)
    assert play == pytest.approx((24e-3 - 4.6e-3) / 4.0 - 8.7e-3 / 2.0)  # (5.3)


def test_layers_twist_each_for_itself():
    """G J and polar inertia of twelve strips of 9 mm x 0.185 mm of steel."""
    found = space_data(spec({"twist": "line contact"}), 1.0)
    assert found.torsion_stiffness == pytest.approx(0.0184, rel=3e-3)
    assert found.polar_inertia == pytest.approx(1.059e-6, rel=3e-3)
    assert space_data(spec(), 1.0).torsion_stiffness == 0.0


def test_a_block_gives_the_inertias():
    made = spec({"roll_inertia": None})
    found, element = space_data(made, 1.0), made.element
    plate = element.mass * element.saddle_width**2 / 12.0
    assert found.roll_inertia > plate
    assert found.yaw_inertia > plate
    arm = 0.5 * element.saddle_width
    assert found.rocking_arm == pytest.approx(arm / math.sqrt(3.0))


@pytest.mark.parametrize(
    ("spatial", "words"),
    [
        ({"misalignment": "5 mm"}, r"5 mm shifts neighbours .* clearance of 50 um"),
        ({"lateral_play": "0.5 mm"}, r"play of 0.5 mm need saddles .* pillar ends"),
        ({"ring_position": "14 mm"}, r"ring sets of 9 mm at 14 mm"),
        ({"primary_loose_side": "left"}, r"primary_loose_side left belongs to loose"),
        ({"aligned_ratio": 1.0}, r"aligned_ratio 1 belongs to loose and fixed"),
        (
            {"sheaves": "loose and fixed", "secondary_loose_side": "right"},
            r"both loose sheaves are on the right",
        ),
        (
            {
                "sheaves": "loose and fixed",
                "misalignment": "1 mm",
                "aligned_ratio": 1.0,
            },
            r"both of misalignment \(1 mm\) and aligned_ratio",
        ),
        ({"edge_force": "1 N"}, r"edge_force 1 N must be more than centring_force"),
    ],
)
def test_what_does_not_fit_is_refused(spatial, words):
    with pytest.raises(CatenaError, match=words):
        spatial_layout_of(spec(spatial))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"ring": {"set_count": 1}}, r"set_count: found 1; expected 2"),
        ({"fidelity": "planar"}, r'spatial is given, but fidelity is "planar"'),
    ],
)
def test_what_space_does_not_know_is_refused(changes, words):
    data = spatial_drive()
    for key, value in changes.items():
        data[key] = {**data[key], **value} if isinstance(value, dict) else value
    with pytest.raises(CatenaError, match=words):
        spec_from(data)


@pytest.mark.parametrize(
    ("part", "values", "words"),
    [
        (
            "ring",
            {"width": "12 mm"},
            r"12 mm .* from 1.1 to 13.1 mm; the pillar ends at 2.3",
        ),
        (
            "element",
            {"pillar_width": "6 mm"},
            r"9 mm .* from 2.6 to .* the pillar ends at 3 mm",
        ),
    ],
)
def test_rings_that_meet_saddle_or_pillar_are_refused(part, values, words):
    data = spatial_drive()
    data[part] = {**data.get(part, {}), **values}
    with pytest.raises(CatenaError, match=words):
        spatial_layout_of(spec_from(data))


@pytest.mark.parametrize(
    ("spans", "step", "words"),
    [(40, "8 us", "at most .* us"), (110, "2 us", "bending of the rings across")],
)
def test_a_step_above_the_limit_is_refused(spans, step, words):
    """Many spans bend across the belt faster than waves run along it."""
    data = spatial_drive(solve={"step": step})
    data["ring"] = {"span_count": spans}
    with pytest.raises(CatenaError, match=rf"solve.step.*{words}"):
        build(spec_from(data))


def test_the_forecast_names_planes_rings_and_start():
    made = spec({"sheaves": "loose and fixed"}, start={"ratio": 2.0})
    facts = spatial_forecast(made, spatial_layout_of(made))
    assert "+0.47" in facts["misalignment"]
    assert "0.300 mm" in facts["rings"]
    assert "2 revolutions of the planar belt" in facts["start"]
