from __future__ import annotations

import json
import math

import pytest

from catena.results.health import Check, KeyNumber, Outcome


@pytest.mark.parametrize("value", [1.5, 0.1 + 0.2, math.inf, -math.inf, 5e-324])
def test_outcomes_survive_strict_json(value):
    outcome = Outcome(
        "marginal",
        [KeyNumber("a", "größte Kraft", value, "N")],
        [Check("c", "residual", value, math.inf, False, "why")],
        ["w"],
    )
    text = outcome.to_json()
    assert "NaN" not in text and "Infinity" not in text
    assert Outcome.from_json(text) == outcome
    assert Outcome.from_dict(json.loads(json.dumps(outcome.as_dict()))) == outcome


def test_nan_survives():
    again = Outcome.from_json(Outcome("x", (KeyNumber("a", "b", math.nan),)).to_json())
    assert math.isnan(again.key_numbers[0].value)


def test_health_is_the_conjunction_of_the_checks():
    good, bad = Check("a", "", 0, 1, True), Check("b", "", 2, 1, False)
    assert Outcome("x", checks=(good,)).healthy
    assert not Outcome("x", checks=(good, bad)).healthy
    assert Outcome("x").key_number("a") is None
