"""Groups of options: fields of a record as options of a verb."""

from dataclasses import dataclass
from inspect import signature
from typing import Annotated

import typer
from typer.testing import CliRunner

from catena.cli.options import grouped


@dataclass(frozen=True)
class Pair:
    """Two options."""

    size: Annotated[int, typer.Option(min=1)] = 3
    deep: bool = False


def a_verb() -> tuple[typer.Typer, list[tuple[str, Pair, bool]]]:
    """A command with a group between two arguments, and what it was called with."""
    heard: list[tuple[str, Pair, bool]] = []
    app = typer.Typer()

    def verb(name: str, *, pair: Pair, loud: bool = False) -> None:
        """Says what it heard."""
        heard.append((name, pair, loud))

    verb.__annotations__ = {"name": str, "pair": Pair, "loud": bool, "return": None}
    app.command()(grouped(verb))
    return app, heard


def test_fields_arrive_as_one_record() -> None:
    app, heard = a_verb()
    assert CliRunner().invoke(app, ["x", "--size", "7", "--deep"]).exit_code == 0
    assert CliRunner().invoke(app, ["y", "--loud"]).exit_code == 0
    assert heard == [("x", Pair(7, True), False), ("y", Pair(), True)]


def test_bounds_of_a_field_are_kept() -> None:
    app, heard = a_verb()
    result = CliRunner().invoke(app, ["x", "--size", "0"])
    assert result.exit_code == 2
    assert heard == []


def test_the_verb_keeps_its_name_and_words() -> None:
    def verb(*, pair: "Pair") -> None:
        """Words."""

    verb.__annotations__ = {"pair": Pair, "return": None}
    made = grouped(verb)
    assert (made.__name__, made.__doc__) == ("verb", "Words.")
    assert list(signature(made).parameters) == ["size", "deep"]
