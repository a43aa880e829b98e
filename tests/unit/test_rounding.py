"""Numbers as people write them."""

import math

import pytest

from catena.rounding import as_written, digits_of_mean, rounded
from catena.units import to_si


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1480.4, "1480"),
        (9.632, "9.63"),
        (-1234567.0, "-1230000"),
        (0.0012345, "0.00123"),
        (999.96, "1000"),
        (0.0, "0"),
        (3e-9, "3e-09"),
        (2.5e9, "2.5e+09"),
        (math.nan, "nan"),
    ],
)
def test_powers_of_ten_are_for_extremes_only(value: float, text: str) -> None:
    assert rounded(value) == text


@pytest.mark.parametrize(
    ("written", "number", "unit"),
    [
        ("600 rpm", 600.0, "rpm"),
        ("600 U/min", 600.0, "rpm"),
        ("600 1/min", 600.0, "rpm"),
        ("600min^-1", 600.0, "rpm"),
        ("10 rev/s", 10.0, "rev/s"),
        ("3600 deg/s", 3600.0, "deg/s"),
    ],
)
def test_speeds_come_back_in_the_unit_of_the_file(
    written: str, number: float, unit: str
) -> None:
    assert to_si(written, "rad/s") == pytest.approx(20.0 * math.pi)
    value, told = as_written(20.0 * math.pi, "rad/s", f'speed = "{written}"')
    assert (round(value, 9), told) == (number, unit)


@pytest.mark.parametrize("text", ["speed = 62.8", "# 600 rpm once", ""])
def test_plain_numbers_stay_si(text: str) -> None:
    assert as_written(62.8, "rad/s", text) == (62.8, "rad/s")


def test_other_quantities_stay_as_they_are() -> None:
    assert as_written(5.0, "N", 'speed = "600 rpm"') == (5.0, "N")


@pytest.mark.parametrize(
    ("value", "spread", "text"),
    [
        (167.753, 0.17, "167.75"),
        (9.48665, 0.029, "9.487"),
        (0.982785, 1.2e-5, "0.982785"),
        (3.2, 5.0, "3.2"),
        (0.02, 5.0, "0.02"),
        (0.0, 1.0, "0"),
        (218.641234, math.nan, "218.641"),
        (218.641234, 0.0, "218.641"),
    ],
)
def test_a_mean_is_not_written_finer_than_it_scatters(
    value: float, spread: float, text: str
) -> None:
    assert rounded(value, digits_of_mean(value, spread)) == text
