"""From a file to the checked specification of one of the drives."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from catena.drives import DRIVES, Room
from catena.errors import CatenaError, Problem, SpecError
from catena.spec.checks import did_you_mean, problems_of, written_at
from catena.spec.loading import parse_toml, read_toml
from catena.spec.parts import DriveSpec


def load(path: str | Path) -> DriveSpec:
    """The checked specification in a TOML file."""
    data, _ = read_toml(path)
    return spec_from(data, str(path))


def loads(text: str, source: str = "specification") -> DriveSpec:
    """The checked specification in a TOML text."""
    return spec_from(parse_toml(text, source), source)


def spec_from(data: dict[str, Any], source: str = "specification") -> DriveSpec:
    """A checked specification out of plain data; reports all mistakes at once."""
    model = room_named(data.get("drive"), source).spec_model()
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise SpecError(problems_of(error, model, data), source) from None


def as_file_writes(error: SpecError, path: str | Path) -> SpecError:
    """The same mistakes with values as the file writes them: 1 ms, not 0.001.

    What a file does not state, or states otherwise, keeps its value.
    """
    try:
        data, _ = read_toml(path)
        checked = spec_from(data).model_dump(mode="python")
    except CatenaError:
        return error  # such a mistake was told in the words of the file

    def quoted(problem: Problem) -> Problem:
        text = written_at(data, problem.path, None)
        meant = written_at(checked, problem.path, None)
        same = isinstance(text, str) and meant == problem.value
        return replace(problem, value=text) if same else problem

    return SpecError([quoted(p) for p in error.problems], error.source)


def room_named(name: object, source: str = "specification") -> Room:
    """The room of a drive kind, or an error offering the nearest."""
    if isinstance(name, str) and name in DRIVES:
        return DRIVES[name]
    error = SpecError.at(
        "drive",
        name,
        "expected the kind of drive" if name else "is required and missing",
        did_you_mean(str(name or ""), DRIVES),
    )
    raise SpecError(error.problems, source)
