"""What a key means, in the terminal."""

import json

import pytest
from typer.testing import CliRunner

from catena.cli import explain  # noqa: F401  (the verb)
from catena.cli.app import app

CLEARANCE = "roller_chain.chain.joint.clearance"


def ask(*words: str, code: int = 0) -> str:
    answer = CliRunner().invoke(app, ["explain", *words], env={"COLUMNS": "100"})
    assert answer.exit_code == code, answer.output
    return answer.output


def test_a_key_is_explained_with_unit_default_range_and_example() -> None:
    text = ask(CLEARANCE)
    for words in ("between pin and bush", "default  0 m", "below 0.01 m", '"20 um"'):
        assert words in text


def test_a_table_lists_what_lies_below() -> None:
    text = ask("roller_chain.chain.joint")
    assert f"{CLEARANCE}: Gap all round" in text
    assert "[chain.joint]" in text


@pytest.mark.parametrize("path", ["chain.joint.clearance", "chain.joint[0].clearance"])
def test_the_kind_of_drive_can_be_left_out(path: str) -> None:
    assert CLEARANCE in ask(path)


def test_variants_are_told_apart() -> None:
    text = ask("roller_chain.sprocket[1].boundary.speed")
    assert 'where boundary.kind = "speed"' in text
    assert 'where boundary.kind = "torque"' in text


@pytest.mark.parametrize("typo", ["chain.joint.clearence", "roller_chain.clearance"])
def test_a_mistyped_key_is_answered_with_the_nearest(typo: str) -> None:
    assert f"did you mean {CLEARANCE}" in ask(typo, code=2)


def test_json_carries_every_field() -> None:
    (key,) = json.loads(ask(CLEARANCE, "--json"))["keys"]
    assert key["unit"] == "m"
    assert key["default"] == 0.0
    assert key["example"] == 'clearance = "20 um"'


def test_without_a_key_the_kinds_are_listed() -> None:
    assert "pushbelt_cvt" in ask()


def test_points_of_a_list_do_not_end_the_line_about_a_key() -> None:
    text = ask("chain_cvt.primary.influence")
    assert "azimuthal: A_0, A_1, ... of a cosine series" in text
