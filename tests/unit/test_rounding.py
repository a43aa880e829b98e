"""Numbers as people write them."""

import math

import pytest

from catena.rounding import as_written, rounded


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


def test_speeds_come_back_in_the_unit_of_the_file() -> None:
    value, unit = as_written(62.83185307179586, "rad/s", 'speed = "600 rpm"')
    assert (round(value, 9), unit) == (600.0, "rpm")


@pytest.mark.parametrize("text", ["speed = 62.8", "# 600 rpm once", ""])
def test_plain_numbers_stay_si(text: str) -> None:
    assert as_written(62.8, "rad/s", text) == (62.8, "rad/s")


def test_other_quantities_stay_as_they_are() -> None:
    assert as_written(5.0, "N", 'speed = "600 rpm"') == (5.0, "N")
