"""What a run says means the same in every drive that goes through time."""

import sys
from pathlib import Path

import numba
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "deep"))

from drives import SHORTER, short

import catena as ct
from catena.results.trust import Trust
from catena.run.settling import UNSEEN
from catena.run.verdict import ENERGY_LIMIT, energy_check

pytestmark = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
CAUSES = ("friction_loss", "viscous_loss", "contact_loss", "numerical_loss")
DEEPEST = 0.02


@pytest.mark.parametrize("drive", SHORTER)
def test_checks_losses_and_words_are_the_same(drive: str) -> None:
    outcome = ct.simulate(short(drive)).outcome
    checks = {check.name: check for check in outcome.checks}
    assert len(checks) == len(outcome.checks)
    assert checks["energy"].limit == ENERGY_LIMIT
    assert checks["energy"].label == energy_check(0.0, 1.0).label
    if "penetration" in checks:
        assert checks["penetration"].limit == DEEPEST
    assert not {"settled", "drift"} & set(checks)
    numbers = {number.name: number.value for number in outcome.key_numbers}
    for cause in CAUSES:
        assert {cause, f"energy_{cause}"} & set(numbers), cause
    for name in ("efficiency", "passing_efficiency"):
        assert 0.0 <= numbers.get(name, 0.5) <= 1.0
    if not outcome.settled:
        assert "efficiency" not in numbers
    unseen = any("whether the run has settled" in said for said in outcome.warnings)
    assert unseen == (UNSEEN in outcome.headline)
    assert unseen <= (outcome.settled is None)
    assert outcome.headline.startswith(str(outcome.trust))
    assert (", not settled: " in outcome.headline) == (outcome.settled is False)
    assert outcome.trust in (Trust.TRUSTED, Trust.NOT_TRUSTWORTHY)
