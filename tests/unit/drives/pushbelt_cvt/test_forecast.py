"""What `catena check` tells of a variator before it runs."""

import math

import pytest
from variators import rpm, spec_with

from catena.drives.pushbelt_cvt.build import build
from catena.drives.pushbelt_cvt.forecast import forecast
from catena.drives.pushbelt_cvt.layout.placement import layout_of
from catena.errors import SpecError


def test_limits_and_start_are_told() -> None:
    spec = spec_with()
    facts = forecast(spec, layout_of(spec))
    told = "74.58 N m of at most 96.66 N m, where the secondary pulley slips"
    assert told in facts["torque"]
    assert "220 elements stand for 432: they pass 0.51 times as often" in facts["count"]
    assert "110 spans of 6.18 mm, 2 elements on each" in facts["rings"]
    assert facts["torque"].endswith("torque ratio 0.77")
    assert "possible 0.342 to 2.924" in facts["ratio"]
    assert "1.30 against slip of the secondary pulley; 1.3 would" in facts["safety"]
    assert "thrust ratio 1.420" in facts["clamping"]
    assert "107.9 of 180.0 deg" in facts["sliding"]
    assert "rings 2500 N" in facts["tension"]
    assert "up to 1363 N" in facts["elements"]
    assert "remark 1" not in facts
    assert facts["rolling"] == "elements roll without slip at the speed ratio 1.0000"


def test_a_primary_pulley_at_rest_is_a_start_like_others() -> None:
    still = {"boundary__primary_speed": "0 rpm"}
    free = spec_with(**still, solve__duration=None, solve__revolutions=3)
    with pytest.raises(SpecError, match=r"solve\.duration: is needed when the primary"):
        build(free)
    spec = spec_with(**still, solve__revolutions=None, solve__duration="1 ms")
    facts = forecast(spec, layout_of(spec))
    assert facts["speeds"].startswith("primary 0.0, secondary 0.0 rpm, belt 0.000")
    assert not any("nan" in text for text in facts.values())


def test_remarks_on_the_choice_are_told() -> None:
    spec = spec_with(
        start__ratio=None, boundary__secondary_torque=None,
        boundary__secondary_speed="2000 rpm",
    )  # fmt: skip
    assert "without load" in forecast(spec, layout_of(spec))["remark 1"]


def test_two_speeds_may_state_the_ratio_at_which_elements_roll() -> None:
    """Speed ratio 2.36 is run at the geometric ratio 2.25 in the thesis."""
    given = {
        "boundary__secondary_torque": None, "boundary__secondary_speed": "847.46 rpm",
        "boundary__secondary_force": "33420 N",
    }  # fmt: skip
    spec = spec_with(start__ratio=None, **given)
    told = forecast(spec, layout_of(spec))["rolling"]
    assert "speed ratio 2.47" in told
    assert "off the given speeds" in told
    better = float(told.split("start.ratio = ")[1].split(" ")[0])
    assert better == pytest.approx(2.25, abs=0.01)
    spec = spec_with(start__ratio=better, **given)
    placed = layout_of(spec)
    assert placed.start.ratio == better
    assert placed.start.speed_secondary == pytest.approx(rpm(847.46))
    told = forecast(spec, placed)["rolling"]
    assert abs(float(told.split(", ")[1].split("%")[0])) < 0.5


@pytest.mark.parametrize("count", [432, 220])
def test_the_play_left_around_the_pulleys_is_told(count: int) -> None:
    """t + (r_R - t/6) t^2 / (2 r^2) from neighbour to neighbour, to second order."""
    spec = spec_with(belt__element_count=count)
    told = forecast(spec, layout_of(spec))["endplay"]
    assert told.startswith(f"0.19 mm, -0.81 mm once {count} elements roll")
    t, r, arc = 0.680 / 432, 52.64e-3, 11.05e-3  # at the rocking edges, ratio 1
    used = 2.0 * math.pi * (arc - t / 6.0) * t / (2.0 * r)
    assert pytest.approx(0.19 - 1e3 * used, abs=0.03) == -0.81
