"""Texts with units become SI floats, and nothing else does."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catena import units
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


def test_conversions_are_remembered_and_damage_is_harmless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for text in (None, "{", "[1, 2]", '{"mm -> m": "no"}'):
        units._remembered.cache_clear()
        units._conversion.cache_clear()
        file = units._memory()
        if text is not None:
            file.write_text(text)
        assert to_si("12.7 mm", "m") == pytest.approx(0.0127, rel=1e-14)
        assert json.loads(file.read_text())["mm -> m"] == [0.001, 0.0]
    units._remembered.cache_clear()
    units._conversion.cache_clear()
    monkeypatch.setattr(units, "_computed_conversion", None)  # no pint any more
    assert to_si("2 mm", "m") == pytest.approx(0.002, rel=1e-14)
    units._remembered.cache_clear()
    units._conversion.cache_clear()


def test_home_without_a_place_for_caches_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = tmp_path / "a_file"
    nowhere.write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(nowhere))
    monkeypatch.setenv("HOME", str(nowhere))
    registry = units._registry.__wrapped__()
    assert registry.Quantity(1.0, "rev").to("rad").magnitude == pytest.approx(math.tau)


def test_knows_unit_names() -> None:
    assert is_unit("N s/m")
    assert is_unit("")
    assert not is_unit("parsnip")
    assert not is_unit("m" * 100)
