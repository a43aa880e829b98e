from __future__ import annotations

import json
import math

import pytest

from catena.results.health import Check, KeyNumber, Outcome
from catena.results.trust import Trust, trust_of_ending


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


def test_the_word_follows_the_checks_and_stands_first():
    good, bad = Check("a", "gap", 0, 1, True), Check("b", "energy", 2, 1, False)
    assert Outcome("x", checks=(good,)).headline == "trusted: x"
    missed = Outcome("x", checks=(good, bad))
    assert missed.trust is Trust.NOT_TRUSTWORTHY
    assert missed.headline == "not trustworthy (energy 2): x"
    assert Outcome("x").headline == "not trustworthy (nothing checked): x"
    assert missed.as_dict()["trust"] == "not trustworthy"


def test_what_has_not_settled_is_said_first_and_fails_nothing():
    """Trust speaks of the computation, settling of the drive: in every drive."""
    good, bad = Check("a", "gap", 0, 1, True), Check("b", "energy", 2, 1, False)
    moving = Outcome("x", checks=(good,), settled=False)
    assert moving.trust is Trust.TRUSTED
    assert moving.headline == "trusted, not settled: x"
    both = Outcome("x", checks=(bad,), settled=False)
    assert both.headline == "not trustworthy (energy 2), not settled: x"
    assert Outcome("x", checks=(good,), settled=True).headline == "trusted: x"
    for state in (True, False, None):
        said = Outcome("x", checks=(good,), settled=state)
        assert Outcome.from_json(said.to_json()) == said
    assert "settled" not in Outcome("x").as_dict()


def test_a_run_that_ended_early_is_never_trusted():
    good = Check("a", "gap", 0, 1, True)
    ended = {s: trust_of_ending(s) for s in ("failed", "interrupted", "killed")}
    outcomes = [Outcome("x", checks=(good,), ended=word) for word in ended.values()]
    assert [o.trust for o in outcomes] == ["failed", "interrupted", "interrupted"]
    assert [o.trust.exit_code for o in outcomes] == [3, 4, 4]
    assert trust_of_ending("complete") is None
