"""Checks pass up to their limits, and never without a value."""

import math

import pytest

from catena.run.verdict import energy_check, within


@pytest.mark.parametrize(
    ("value", "ok"), [(0.9, True), (1.0, True), (1.1, False), (math.nan, False)]
)
def test_a_check_passes_up_to_its_limit(value: float, ok: bool) -> None:
    assert within("x", "a value", value, 1.0).ok is ok


def test_energy_is_judged_over_what_was_exchanged() -> None:
    check = energy_check("energy", 2.0, 100.0, 0.05, "a note")
    assert (check.name, check.value, check.ok) == ("energy", 0.02, True)
    assert energy_check("energy", 2.0, 0.0, 0.05).value == 2.0
