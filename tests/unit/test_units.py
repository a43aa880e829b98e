"""Texts with units become SI floats, and nothing else does."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catena.units import UnitError, is_unit, to_si


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("12.7 mm", "m", 0.0127),
        ("300 rpm", "rad/s", 10.0 * math.pi),
        ("30 rev/s", "rad/s", 60.0 * math.pi),
        ("40 N m", "N m", 40.0),
        ("19 kN/mm", "N/m", 1.9e7),
        ("80 kN m/rad", "N m/rad", 8e4),
        ("35 deg", "rad", math.radians(35.0)),
        ("3 µm", "m", 3e-6),
        ("2 %", "", 0.02),
        ("1e-3", "m", 1e-3),
        ("25 degC", "K", 298.15),
    ],
)
def test_reads_engineering_units(text: str, unit: str, value: float) -> None:
    assert to_si(text, unit) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize(
    ("text", "unit", "reason"),
    [
        ("12.7 kg", "m", "dimension"),
        ("30 Hz", "rad/s", "cycles"),
        ("3 kHz", "rad/s", "cycles"),
        ("300 rpm", "Hz", "angular"),
        ("3 foo", "m", "unknown unit"),
        ("1e308 km", "m", "finite"),
        ("1e200 m", "m", "larger"),
        ("nan m", "m", "not a number"),
        ("9**9**9 m", "m", "not a number"),
        ("3 m**999999", "m", "not a number"),
        ("__import__('os').system('true')", "m", "not a number"),
        ("1 " + "m " * 50, "m", "not a number"),
        ("", "m", "not a number"),
    ],
)
def test_refuses_with_a_reason(text: str, unit: str, reason: str) -> None:
    with pytest.raises(UnitError, match=reason):
        to_si(text, unit)


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        value = to_si(text, "m")
    except UnitError:
        return
    assert math.isfinite(value)


def test_knows_unit_names() -> None:
    assert is_unit("N s/m")
    assert is_unit("")
    assert not is_unit("parsnip")
    assert not is_unit("m" * 100)
