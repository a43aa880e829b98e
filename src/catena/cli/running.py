"""Verbs that make results: demo, new, check, run, info."""

from __future__ import annotations

import math
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from catena.cli.app import AsJson, Overwrite, Speaker, app, end_with, out_name, speaking
from catena.cli.interruption import Punctual
from catena.cli.options import grouped
from catena.cli.progress import progress_bar
from catena.errors import InputError
from catena.results.trust import Trust
from catena.rounding import as_written, digits_of_mean, rounded

if TYPE_CHECKING:
    from catena.drives.verbs import Pulse
    from catena.results.health import KeyNumber
    from catena.results.run import Run
    from catena.run.protocols import Progress
    from catena.spec.parts import DriveSpec
    from catena.study.folder import Study

SpecFile = Annotated[Path, typer.Argument(help="A drive file (TOML).")]
RunPath = Annotated[Path, typer.Argument(help="A run folder, such as my.run.")]
WithReport = Annotated[bool, typer.Option("--report", help="Also write the report.")]
MaxWall = Annotated[
    float, typer.Option(help="Stop after so many seconds; resume continues.")
]
Large = Annotated[
    bool, typer.Option("--large", help="Run also what takes hours or fills a disk.")
]
DEMO_DRIVE = "roller_chain"
WIDEST_LABEL = 60
"""Longer labels of key numbers push their value to the right."""


@app.command()
def demo(
    out: Annotated[
        Path, typer.Option(parser=out_name, help="Folder of the results.")
    ] = Path("demo"),
    json: AsJson = False,
) -> None:
    """Simulate an example drive and write its report."""
    from catena.drives import DRIVES
    from catena.drives.loading import loads
    from catena.reporting import report as write_report

    with speaking(json) as speaker:
        text = DRIVES[DEMO_DRIVE].template()
        run = run_and_tell(speaker, loads(text), out, text, overwrite=True)
        page = write_report(run)
        speaker.line(f"report   {page}")
        speaker.line(f"next     {start_hint()}catena new roller_chain > my.toml")
        speaker.answer({**run_facts(run), "report": str(page)})
        end_with(run.outcome.trust)


def start_hint() -> str:
    """What to type first where the command is not found yet, as after make demo."""
    beside = Path(".venv/bin/activate")
    wanted = shutil.which("catena") is None and beside.exists()
    return f". {beside} && " if wanted else ""


@app.command()
def new(
    drive: Annotated[
        str, typer.Argument(help="A kind of drive, or the name of an example.")
    ] = "",
    list_: Annotated[
        bool, typer.Option("--list", help="Show all kinds and examples.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=out_name, help="Write to this file instead of the terminal."
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Print a commented drive file to start from, of a kind or an example."""
    with speaking(json) as speaker:
        if not drive or list_:
            _list_starts(speaker)
            return
        text = _start_named(drive)
        if out is None:
            speaker.line(text.rstrip("\n"))
            speaker.answer({"drive": drive, "text": text})
            return
        if out.exists():
            raise InputError(f"{out}: is already there; choose another name")
        out.write_text(text, encoding="utf-8")
        speaker.line(f"wrote {out}; edit it, then: catena run {out}")
        speaker.answer({"drive": drive, "path": str(out)})


def _list_starts(speaker: Speaker) -> None:
    """Kinds of drives and examples, one line each."""
    from catena.drives import DRIVES
    from catena.drives.examples import examples

    speaker.line("kinds of drives")
    for room in DRIVES.values():
        speaker.line(f"  {room.name:28} {room.summary}")
    found = examples().values()
    if found:
        speaker.line("examples")
    for one in found:
        speaker.line(f"  {one.name:28} {one.title} ({one.drive})")
    speaker.line("next     catena new roller_chain > my.toml")
    speaker.answer(
        {
            "drives": {room.name: room.summary for room in DRIVES.values()},
            "examples": {one.name: one.title for one in found},
        }
    )


def _start_named(name: str) -> str:
    """The template of a kind of drive, or an example."""
    from catena.drives import DRIVES
    from catena.drives.examples import examples
    from catena.spec.checks import did_you_mean

    if name in DRIVES:
        return DRIVES[name].template()
    if name in examples():
        return examples()[name].text()
    hint = f"{did_you_mean(name, [*DRIVES, *examples()])}; all: catena new --list"
    raise InputError(f"there is no kind of drive or example {name!r} ({hint})")


@app.command()
def check(file: SpecFile, large: Large = False, json: AsJson = False) -> None:
    """Read a drive file and report every mistake in it."""
    from catena.drives import DRIVES
    from catena.drives.loading import load
    from catena.run.cost import cost_of, refuse_large
    from catena.run.protocols import Forecast

    with speaking(json, file) as speaker:
        spec = load(file)
        job = DRIVES[spec.drive].build(spec)
        if not large:
            refuse_large(job)
        facts = job.forecast() if isinstance(job, Forecast) else {}
        if cost := cost_of(job):
            facts["cost"] = str(cost)
        speaker.line(f"{file}: fine ({DRIVES[spec.drive].summary})")
        for name, text in facts.items():
            speaker.line(f"  {name}: {text}")
        answer = {"drive": spec.drive, "spec": spec.model_dump(mode="json")}
        speaker.answer({**answer, "facts": facts})


def read_drive(file: Path) -> tuple[DriveSpec, str]:
    """The specification in a file, and its text."""
    from catena.drives.loading import spec_from
    from catena.spec.loading import read_toml

    data, text = read_toml(file)
    return spec_from(data, str(file)), text


def tell_report(
    speaker: Speaker, made: Run | Study, folder: Path, wanted: bool = True
) -> dict[str, str]:
    """Write the report and name its page, or say how to get it; as facts."""
    if not wanted:
        speaker.line(f"next     catena report {folder}")
        return {}
    from catena.reporting import report

    page = report(made)
    speaker.line(f"report   {page}")
    return {"report": str(page)}


@dataclass(frozen=True)
class Again:
    """Runs beside the one that was asked for, to be compared with it."""

    second_start: Annotated[
        bool,
        typer.Option(
            "--second-start",
            help="Run again after a pulse of torque, which begins at up to four "
            "moments: another steady state?",
        ),
    ] = False
    pulse: Annotated[
        str,
        typer.Option(help="Of the second start: torque over the load, and how long."),
    ] = "2 x 40 ms"
    step_check: Annotated[
        bool,
        typer.Option(
            "--step-check",
            help="Run again with half the step: how far do the numbers hang on it?",
        ),
    ] = False


@app.command()
@grouped
def run(
    file: SpecFile,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=out_name, help="Run folder; by default the name with .run."
        ),
    ] = None,
    report: WithReport = False,
    overwrite: Overwrite = False,
    max_wall: MaxWall = math.inf,
    large: Large = False,
    *,
    again: Again,
    json: AsJson = False,
) -> None:
    """Simulate a drive."""
    from catena.drives.verbs import Pulse, ability

    with speaking(json, file) as speaker:
        spec, text = read_drive(file)
        folder = out or Path(f"{file.stem}.run")
        pulse = Pulse.stated(again.pulse)
        if again.second_start:
            ability(spec.drive, "second-start")  # refused before the run
        done = run_and_tell(
            speaker,
            spec,
            folder,
            text,
            overwrite=overwrite,
            max_wall=max_wall,
            large=large,
        )
        facts = run_facts(done)
        if again.second_start:
            facts["second_start"] = tell_second_start(speaker, spec, done, pulse)
        if again.step_check:
            facts["step_check"] = tell_step_check(speaker, spec, done)
        facts |= tell_report(speaker, done, folder, report)
        speaker.answer(facts)
        end_with(done.outcome.trust)


@app.command()
def info(path: RunPath, json: AsJson = False) -> None:
    """Tell what a run, chart or study holds and how it went; ends as it ended."""
    from catena.reporting import open_result
    from catena.study.folder import Study

    with speaking(json) as speaker:
        opened = open_result(path)
        if isinstance(opened, Study):
            from catena.cli.many import tell_study

            speaker.answer(tell_study(speaker, opened))
            end_with(Trust.TRUSTED if opened.writer else opened.trust)
            return
        tell_outcome(speaker, opened)
        speaker.line(f"  {opened.events}")
        for variable in opened.catalogue.variables:
            dims = " x ".join(variable.dims)
            speaker.line(f"  {variable.name:28} [{variable.units}]  over {dims}")
        speaker.answer(run_facts(opened))
        end_with(opened.outcome.trust)


def run_and_tell(
    speaker: Speaker,
    spec: DriveSpec,
    out: Path,
    text: str,
    *,
    overwrite: bool,
    max_wall: float = math.inf,
    large: bool = False,
) -> Run:
    """Simulate with a bar, then say the verdict and the key numbers."""
    from catena.drives.running import simulate
    from catena.jit import announce_compilation

    announce_compilation(speaker.aside)
    with (
        progress_bar(spec.title or spec.drive, hidden=speaker.as_json) as show,
        punctual(show, max_wall, out) as watched,
    ):
        done = simulate(
            spec,
            out,
            overwrite=overwrite,
            progress=watched,
            user_text=text,
            max_wall=max_wall,
            large=large,
        )
    tell_outcome(speaker, done)
    speaker.line(f"results  {done.path}")
    return done


def tell_second_start(
    speaker: Speaker, spec: DriveSpec, done: Run, pulse: Pulse
) -> dict[str, Any]:
    """Whether the drive has another steady state, in a line and as facts."""
    from catena.drives.verbs import ability

    make = ability(spec.drive, "second-start")
    with progress_bar("second start", hidden=speaker.as_json) as show:
        answer = make(spec, done, pulse, show)
    for line in answer.lines:
        speaker.line(line)
    return dict(answer.facts)


def tell_step_check(speaker: Speaker, spec: DriveSpec, done: Run) -> dict[str, Any]:
    """How far the key numbers hang on the step, in a line and as facts."""
    from catena.drives.step_check import step_check

    with progress_bar("half the step", hidden=speaker.as_json) as show:
        found = step_check(spec, done, show)
    speaker.line(f"  {found}")
    return found.as_dict()


def punctual(show: Progress, max_wall: float, out: Path) -> Punctual:
    """The progress of a run that ends in time, were it in the middle of a step."""
    allowed = f"stopped after the {max_wall:g} s of wall time allowed, during a step"
    return Punctual(show, max_wall, f"{allowed}; continue with: catena resume {out}")


def run_facts(done: Run) -> dict[str, Any]:
    """What a run says of itself, as plain data."""
    trust = done.outcome.trust
    return {
        "ok": trust.ok,
        "trust": trust.value,
        "results": str(done.path),
        "status": done.status,
        "drive": done.attributes.get("drive", ""),
        "outcome": done.outcome.as_dict(),
        "events": dict(done.events.counts),
    }


def in_words(number: KeyNumber, text: str) -> str:
    """Value, spread of a mean, and unit, speeds as the drive file writes them."""
    from catena.view.scaling import display_unit

    value, units = as_written(number.value, number.units, text)
    spread, _ = as_written(number.spread, number.units, text)
    shown = display_unit(units, abs(value))
    words = rounded(value * shown.factor, digits_of_mean(value, spread))
    if spread > 0.0:  # NaN where it is no mean
        words += f" +/- {rounded(spread * shown.factor, 2)}"
    return f"{words} {shown.symbol.replace('·', ' ')}".rstrip()


def tell_outcome(speaker: Speaker, done: Run) -> None:
    """Verdict, key numbers, checks and warnings in words."""
    speaker.line(str(done.attributes.get("title") or done.attributes.get("drive", "")))
    outcome, text = done.outcome, str(done.attributes.get("user_text", ""))
    speaker.line(f"verdict  {outcome.headline}")
    labels = [number.label for number in outcome.key_numbers]
    width = min(max(map(len, labels), default=0), WIDEST_LABEL)
    for number in outcome.key_numbers:
        speaker.line(f"  {number.label:{width}} {in_words(number, text)}".rstrip())
    for check_ in outcome.checks:
        mark = "ok " if check_.ok else "BAD"
        limit = f"(limit {check_.limit:.3g})"
        speaker.line(f"  {mark} {check_.label:44} {check_.value:.3g} {limit}")
    for warning in outcome.warnings:
        speaker.line(f"  warning: {warning}")
