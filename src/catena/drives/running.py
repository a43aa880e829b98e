"""Load a file, build its drive, run it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from catena.drives import DRIVES, Room
from catena.errors import SpecError
from catena.simulate import Progress, RunText, run_job, silent
from catena.spec.checks import did_you_mean, problems_of
from catena.spec.loading import parse_toml, read_toml
from catena.spec.parts import DriveSpec
from catena.spec.writing import canonical_json, resolved_toml

if TYPE_CHECKING:
    from catena.results.run import Run


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
        raise SpecError(problems_of(error, model), source) from None


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


def simulate(
    spec: DriveSpec,
    out: str | Path | None = None,
    *,
    overwrite: bool = False,
    progress: Progress = silent,
    user_text: str = "",
) -> Run:
    """Run a drive and return its results; without ``out`` they vanish with the run."""
    spec = spec.checked()
    job = DRIVES[spec.drive].build(spec)
    text = RunText(
        drive=spec.drive,
        title=spec.title,
        resolved_toml=resolved_toml(spec),
        canonical_json=canonical_json(spec),
        user_text=user_text,
    )
    return run_job(job, text, out, overwrite=overwrite, progress=progress)
