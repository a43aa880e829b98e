"""Verbs about runs through time: resume, verify, compare-engines."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from catena.cli.app import AsJson, Speaker, app, end_with, speaking
from catena.cli.progress import progress_bar
from catena.cli.running import (
    Large,
    MaxWall,
    RunPath,
    SpecFile,
    punctual,
    run_facts,
    tell_outcome,
)
from catena.errors import InputError, SolverError
from catena.spec.checks import did_you_mean

if TYPE_CHECKING:
    from catena.verification import Case, Row

CaseNames = Annotated[
    list[str] | None,
    typer.Option("--case", help="Only this case or group, A2.1 or A1; repeatable."),
]


@app.command()
def resume(
    path: RunPath,
    max_wall: MaxWall = math.inf,
    other_version: Annotated[
        bool,
        typer.Option(
            "--other-version", help="Also what another version of catena began."
        ),
    ] = False,
    json: AsJson = False,
) -> None:
    """Continue an unfinished run, bit for bit as if it had never stopped."""
    from catena.drives.running import resume as resume_run
    from catena.jit import announce_compilation

    with speaking(json) as speaker:
        announce_compilation(speaker.aside)
        with (
            progress_bar(f"resume {path.name}", hidden=json) as show,
            punctual(show, max_wall, path) as watched,
        ):
            done = resume_run(
                path,
                progress=watched,
                max_wall=max_wall,
                other_version=other_version,
            )
        tell_outcome(speaker, done)
        speaker.line(f"results  {done.path}")
        speaker.answer(run_facts(done))
        end_with(done.outcome.trust)


@app.command()
def verify(
    case: CaseNames = None,
    long: Annotated[
        bool, typer.Option("--long", help="Also the cases that take minutes.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Run the problems with known answers: expected, got, tolerance, pass, seconds."""
    from catena.jit import announce_compilation
    from catena.verification import verify as verify_cases

    with speaking(json) as speaker:
        chosen = chosen_cases(case or [], long)
        announce_compilation(speaker.aside)
        speaker.line(
            f"{'case':12}{'quantity':44}{'expected':>15}{'got':>20}"
            f"{'tolerance':>12}  pass  seconds"
        )
        rows: list[Row] = []
        for one in chosen:
            for row in verify_cases([one]):
                rows.append(row)
                tell_row(speaker, row)
        failed = sum(not row.passed for row in rows)
        words = (
            f"{len(rows)} numbers of {len(chosen)} cases, {failed} outside tolerance"
        )
        speaker.line(words)
        speaker.answer({"ok": not failed, "rows": [asdict(row) for row in rows]})
        if failed:
            raise typer.Exit(SolverError.exit_code)


def chosen_cases(names: list[str], long: bool) -> list[Case]:
    """The cases to run: those named, or all that are short, or all."""
    from catena.verification import CASES as cases

    known = {case.name: case for case in cases}
    for name in names:
        if not any(word.startswith(name) for word in known):
            raise InputError(f"no case {name!r}; {did_you_mean(name, known)}".strip())
    if names:
        exact = {name for name in names if name in known}
        groups = tuple(name for name in names if name not in known)
        return [c for c in cases if c.name in exact or c.name.startswith(groups)]
    return [case for case in cases if long or not case.paper]


def tell_row(speaker: Speaker, row: Row) -> None:
    """One line of the table."""
    seconds = f"{row.seconds:9.2f}" if row.seconds else ""
    speaker.line(
        f"{row.case:12}{row.quantity[:43]:44}{row.expected:15.9g}{row.got:20.12g}"
        f"{row.tolerance:12.2g}  {'ok  ' if row.passed else 'FAIL'}{seconds}"
    )


@app.command(name="compare-engines")
def compare_engines(
    file: SpecFile,
    engines: Annotated[
        str, typer.Option(help="Which ones, with commas; by default all that can.")
    ] = "",
    halvings: Annotated[
        int, typer.Option(help="How often the step is halved.", min=1, max=8)
    ] = 2,
    tolerance: Annotated[
        float, typer.Option(help="Difference that still counts as agreement, relative.")
    ] = 0.01,
    large: Large = False,
    json: AsJson = False,
) -> None:
    """Run a drive under several engines and steps; tell where they agree.

    Chains also run with the other friction law and from other starts.
    """
    from catena.drives.loading import load
    from catena.drives.verbs import EngineOptions, ability
    from catena.jit import announce_compilation

    with speaking(json, file) as speaker:
        spec = load(file)
        compare = ability(spec.drive, "compare-engines")
        announce_compilation(speaker.aside)
        names = [name.strip() for name in engines.split(",") if name.strip()]
        with progress_bar("compare engines", hidden=json) as show:
            options = EngineOptions(names, halvings, tolerance, large)
            answer = compare(spec, options, show)
        for line in answer.lines:
            speaker.line(line)
        trust, agree = answer.trust, answer.facts["agree"]
        speaker.line(f"verdict  {trust}: the engines {'' if agree else 'dis'}agree")
        speaker.answer({"ok": trust.ok, "trust": trust.value, **answer.facts})
        end_with(trust)
