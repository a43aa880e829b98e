"""What `catena check` tells of a variator before it runs."""

from variators import spec_with

from catena.drives.pushbelt_cvt.foreseen import foreseen
from catena.drives.pushbelt_cvt.layout import layout_of


def test_limits_and_start_are_told() -> None:
    spec = spec_with()
    facts = foreseen(spec, layout_of(spec))
    assert (
        "74.58 N m of at most 96.72 N m, where friction is used up" in facts["torque"]
    )
    assert facts["torque"].endswith("torque ratio 0.77")
    assert "possible 0.342 to 2.926" in facts["ratio"]
    assert "thrust ratio 1.420" in facts["clamping"]
    assert "107.8 of 180.0 deg" in facts["sliding"]
    assert "rings 2500 N" in facts["tension"]
    assert "up to 1362 N" in facts["elements"]
    assert "remark 1" not in facts


def test_remarks_on_the_choice_are_told() -> None:
    spec = spec_with(
        start__ratio=None, boundary__secondary_torque=None,
        boundary__secondary_speed="2000 rpm",
    )  # fmt: skip
    assert "without load" in foreseen(spec, layout_of(spec))["remark 1"]
