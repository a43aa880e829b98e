"""Units and numbers as an engineer would write them."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catena.view.scaling import (
    axis_label,
    display_unit,
    display_unit_for,
    format_number,
    format_quantity,
    pretty_units,
    sentence,
    wrapped,
)


@pytest.mark.parametrize(
    ("units", "magnitude", "symbol", "factor"),
    [
        ("m", 12.3e-6, "µm", 1e6),
        ("m", 0.0127, "mm", 1e3),
        ("m", 0.5, "mm", 1e3),
        ("m", 2.0, "m", 1.0),
        ("N", 2500.0, "N", 1.0),
        ("N", 22_000.0, "kN", 1e-3),
        ("N m", 0.05, "mN·m", 1e3),
        ("N m", 40.0, "N·m", 1.0),
        ("N/m", 2e7, "MN/m", 1e-6),
        ("Pa", 2.1e11, "GPa", 1e-9),
        ("rad/s", 314.0, "rad/s", 1.0),
        ("rad", 2e-4, "µrad", 1e6),
        ("s", 0.0714, "ms", 1e3),
        ("Hz", 420.0, "Hz", 1.0),
        ("m/s^2", 3.0, "m/s²", 1.0),
        ("m^2", 1e-6, "m²", 1.0),
        ("kg", 0.007, "g", 1e3),
        ("kg m^2", 1e-6, "kg·m²", 1.0),
        ("1", 1e-9, "", 1.0),
        ("", 1e9, "", 1.0),
        ("rpm", 30_000.0, "rpm", 1.0),
        ("dB", 1e-3, "dB", 1.0),
        ("degree", 45.0, "°", 1.0),
        ("m", 1e-30, "m", 1.0),
        ("m", 0.0, "m", 1.0),
        ("m", math.nan, "m", 1.0),
    ],
)
def test_prefix(units, magnitude, symbol, factor):
    assert display_unit(units, magnitude) == (pytest.approx(factor), symbol)


@given(st.floats(1e-8, 1e10), st.sampled_from(["N", "s", "Pa", "W", "N m"]))
def test_shown_magnitudes_have_few_digits_before_the_point(magnitude, units):
    shown = magnitude * display_unit(units, magnitude).factor
    assert 0.1 <= shown < 1e4


def test_an_axis_takes_its_unit_from_all_curves_and_ignores_gaps():
    small, large = np.array([1e-6, np.nan]), np.array([-2e-3, np.inf])
    assert display_unit_for("m", small, large).symbol == "mm"
    assert display_unit_for("m", [], [np.nan]).symbol == "m"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (12.3456, "12.35"),
        (1.0, "1"),
        (-0.5, "−0.5"),
        (20_000, "20\u202f000"),
        (123_456.7, "123\u202f457"),
        (1e-9, "10⁻⁹"),
        (-1e8, "−10⁸"),
        (1.5e8, "1.5 × 10⁸"),
        (-3.21e12, "−3.21 × 10¹²"),
        (math.nan, "not available"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (999.96, "1000"),
        (0.00012345, "0.0001234"),
        (9.99999e-5, "0.0001"),
        (1_234_567, "1\u202f234\u202f567"),
    ],
)
def test_number(value, text):
    assert format_number(value) == text


@given(st.floats(1e-15, 1e15), st.integers(2, 8))
def test_a_number_is_right_to_its_digits(value, digits):
    assert number_in(format_number(value, digits)) == pytest.approx(
        value, rel=0.51 * 10.0 ** (1 - digits)
    )


def number_in(text):
    """Reads a formatted number back."""
    text = text.replace("\u202f", "").replace(" × ", "e")
    mantissa, power = re.fullmatch(r"(.*?)(10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?", text).groups()
    if power is None:
        return float(mantissa)
    power = power[2:].translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
    return float((mantissa or "1e") + power)


def test_quantity():
    assert str(format_quantity(1.234e-5, "m")) == "12.34\u00a0µm"
    assert str(format_quantity(math.nan, "m")) == "not available"
    assert str(format_quantity(30.0, "degree")) == "30°"
    assert str(format_quantity(0.981, "")) == "0.981"
    assert format_quantity(-1840.0, "N") == ("−1840", "N")


@pytest.mark.parametrize(
    ("units", "symbol"),
    [
        ("N*m", "N·m"),
        ("N s/m", "N·s/m"),
        ("kg m**2", "kg·m²"),
        ("s^-1", "s⁻¹"),
        ("m / s", "m/s"),
        ("percent", "%"),
    ],
)
def test_pretty_units(units, symbol):
    assert pretty_units(units) == symbol


def test_long_labels_are_wrapped_evenly():
    label = "amplitude of the rate of dynamic transmission error of the output link"
    lines = wrapped(label, 36)
    assert len(lines) == 2
    assert " ".join(lines) == label
    assert max(map(len, lines)) <= 42
    assert wrapped("short [mm]", 36) == ["short [mm]"]
    assert wrapped("", 36) == [""]


@pytest.mark.parametrize(
    ("text", "shown"),
    [("mesh frequency", "Mesh frequency"), ("f in Hz", "f in Hz"), ("pH", "pH")],
)
def test_sentences_start_with_a_capital_but_symbols_do_not(text, shown):
    assert sentence(text) == shown
    assert sentence("") == ""


def test_axis_label():
    assert axis_label("deflection", "µm") == "deflection [µm]"
    assert axis_label("ratio", "") == "ratio"
