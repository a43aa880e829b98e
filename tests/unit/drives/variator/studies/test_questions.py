"""Questions of an engineer: fits and twins, on numbers and on a short chain run."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from catena.cli.variators import app
from catena.drives import DRIVES
from catena.drives.loading import loads
from catena.drives.variator.grip.softening import softening_warnings
from catena.drives.variator.grip.words import GripPart
from catena.drives.variator.studies.friction_bias import sticking
from catena.drives.variator.studies.questions import Questions, answers
from catena.drives.variator.studies.shift_law import rate_laws
from catena.errors import InputError

TEMPLATE = loads(DRIVES["chain_cvt"].template())
QUICK = TEMPLATE.with_values(
    {"solve.revolutions": 2.5, "solve.discard": 0.9, "solve.step": 4e-6}
)
SOFT = {"coefficient": 0.09, "softening_speed": 5e-3}


def quiet(*_) -> None:
    pass


def test_both_rate_laws_are_found_again_from_their_own_rates() -> None:
    force = np.array([20e3, 21e3, 23e3, 24e3])
    linear, _ = rate_laws(force, 200.0 * 3e-7 * (force - 22e3), 200.0)
    assert linear.slope == pytest.approx(3e-7)
    assert linear.balance == pytest.approx(22e3)
    assert linear.determination == pytest.approx(1.0)
    _, log = rate_laws(force, 200.0 * 6e-3 * np.log(force / 22e3), 200.0)
    assert log.slope == pytest.approx(6e-3)
    assert log.balance == pytest.approx(22e3)


def test_more_primary_force_shifts_to_smaller_ratios(tmp_path: Path) -> None:
    file = tmp_path / "chain.toml"
    file.write_text(
        DRIVES["chain_cvt"]
        .template()
        .replace('step = "2 us"', 'step = "4 us"')
        .replace("revolutions = 8", "revolutions = 2.5")
        .replace("discard = 4", "discard = 0.9")
    )
    wanted = ["variator", str(file), "--shift", "--out", str(tmp_path / "plots")]
    facts = json.loads(CliRunner().invoke(app, [*wanted, "--json"]).stdout)
    law = facts["shift"]["linear"]
    assert law["slope"] < 0.0  # the ratio is secondary over primary radius
    assert law["balance"] == pytest.approx(facts["shift"]["balance"], rel=0.05)
    assert law["determination"] > 0.95
    assert Path(facts["plots"][0]).exists()


def test_the_least_clamping_meets_its_safety_and_saves_power() -> None:
    loose = QUICK.with_values({"boundary.secondary_torque": 90.0})
    found = answers(loose, Questions(clamping=True, safety=1.3), quiet)
    facts = found.facts["clamping"]
    assert facts["now"]["safety"] > 1.6
    assert facts["least"]["safety"] == pytest.approx(1.3, rel=0.02)
    assert facts["least"]["lost"] < facts["now"]["lost"]
    assert "saves" in found.lines[-1]


def test_the_least_clamping_is_met_where_the_pulley_at_its_stop_slips_first() -> None:
    """Its force grows less than the clamping: one try in proportion is not enough."""
    back = QUICK.with_values({"boundary.secondary_torque": -150.0})
    found = answers(back, Questions(clamping=True, safety=1.3), quiet)
    least = found.facts["clamping"]["least"]
    assert least["safety"] == pytest.approx(1.3, rel=0.0101)
    assert "not reached" not in found.lines[-1]


def test_softened_friction_says_its_bias() -> None:
    soft = QUICK.with_values({"friction.primary": SOFT, "friction.secondary": SOFT})
    found = answers(soft, Questions(friction=True), quiet)
    thrust = found.facts["friction_bias"]["thrust_ratio"]
    bias = thrust["softened"] / thrust["sticking"] - 1.0
    assert 0.003 < bias < 0.05
    assert any("thrust ratio" in line and "%" in line for line in found.lines)
    words = softening_warnings(
        [GripPart(**SOFT), GripPart(coefficient=0.1)], "chain", 10
    )
    assert len(words) == 1 and "creeps by up to 5 mm/s, 0.05%" in words[0]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Questions(), "ask for --clamping"),
        (Questions(friction=True), "not softened"),
        (Questions(clamping=True, safety=0.9), "at least 1.02"),
    ],
)
def test_questions_without_an_answer_are_refused(asked, words) -> None:
    with pytest.raises(InputError, match=words):
        answers(TEMPLATE, asked, quiet)
    with pytest.raises(InputError, match="not softened"):
        sticking(TEMPLATE)
