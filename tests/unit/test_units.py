"""Texts with units become SI floats, and nothing else does."""

import json
import math
from collections.abc import Iterator
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
        ("600 1/min", "rad/s", 20.0 * math.pi),
        ("600 min^-1", "rad/s", 20.0 * math.pi),
        ("600 rev/min", "rad/s", 20.0 * math.pi),
        ("600 U/min", "rad/s", 20.0 * math.pi),
        ("600 RPM", "rad/s", 20.0 * math.pi),
        ("600 min-1", "rad/s", 20.0 * math.pi),
        ("600 r/min", "rad/s", 20.0 * math.pi),
        ("2 hr", "s", 7200.0),
        ("3 kg m2", "kg m^2", 3.0),
        ("3 kg mm2", "kg m^2", 3e-6),
        ("3 m s-2", "m/s^2", 3.0),
        ("90 deg/s", "rad/s", math.pi / 2.0),
        ("4 Nm", "N m", 4.0),
        ("4 kNm", "N m", 4e3),
        ("4 N.m", "N m", 4.0),
        ("4 N-m", "N m", 4.0),
        ("4 kN·m", "N m", 4e3),
        ("4 Ncm", "N m", 0.04),
        ("4 Nmm", "N m", 0.004),
        ("4 lbf ft", "N m", 5.4232717933256),
        ("4 Ns/m", "N s/m", 4.0),
        ("4 Nms/rad", "N m s/rad", 4.0),
        ("4 Nm/deg", "N m/rad", 4.0 * 180.0 / math.pi),
        ("4 N m", "N m/rad", 4.0),
        ("55 mm", "m/rad", 0.055),
        ("60 1/min", "Hz", 1.0),
        ("3 kHz", "Hz", 3000.0),
        ("2 g", "kg", 0.002),
        ("30 psi", "Pa", 206842.71879505),
        ("10 cSt", "m^2/s", 1e-5),
    ],
)
def test_reads_engineering_units(text: str, unit: str, value: float) -> None:
    assert to_si(text, unit) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "unit", "reason"),
    [
        ("12.7 kg", "m", "is a mass"),
        ("30 Hz", "rad/s", "cycles"),
        ("3 kHz", "rad/s", "cycles"),
        ("300 rpm", "Hz", "angular"),
        ("10 1/s", "rad/s", "write it in rpm, rev/s or rad/s"),
        ("10 s^-1", "rad/s", "write it in rpm, rev/s or rad/s"),
        ("10 s-1", "rad/s", "write it in rpm, rev/s or rad/s"),
        ("50 %", "rad", "no dimension"),
        ("35 deg", "", "angle"),
        ("5 N m/rad", "N m", "angle"),
        ("4 -m", "m", "not a number"),
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


@pytest.fixture
def forgetful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cache folder of its own, and nothing known from before."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    forget()
    yield
    forget()


def forget() -> None:
    units._remembered.cache_clear()
    units._conversion.cache_clear()


def test_conversions_are_remembered_and_damage_is_harmless(
    forgetful: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in (None, "{", "[1, 2]", '{"known": {"mm -> m": "no"}}'):
        forget()
        file = units._memory()
        if text is not None:
            file.write_text(text)
        assert to_si("12.7 mm", "m") == pytest.approx(0.0127, rel=1e-14)
        assert json.loads(file.read_text())["known"]["mm -> m"] == [0.001, 0.0]
    forget()
    monkeypatch.setattr(units, "_computed_conversion", None)  # no pint any more
    assert to_si("2 mm", "m") == pytest.approx(0.002, rel=1e-14)


def test_an_edited_memory_is_not_believed(forgetful: None) -> None:
    assert to_si("2 mm", "m") == pytest.approx(0.002)
    file = units._memory()
    data = json.loads(file.read_text())
    data["known"]["mm -> m"] = [0.003, 0.0]
    file.write_text(json.dumps(data))
    forget()
    assert to_si("2 mm", "m") == pytest.approx(0.002)
    assert json.loads(file.read_text())["known"]["mm -> m"] == [0.001, 0.0]


def test_home_without_a_place_for_caches_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = tmp_path / "a_file"
    nowhere.write_text("not a folder")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(nowhere))
    forget()
    assert to_si("1 rev", "rad") == pytest.approx(math.tau)
    forget()


def test_knows_unit_names() -> None:
    assert is_unit("N s/m")
    assert is_unit("")
    assert not is_unit("parsnip")
    assert not is_unit("m" * 100)
