"""Verbs about runs through time: resume, verify, compare-engines."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from catena.cli.app import AsJson, Speaker, app, end_with, speaking
from catena.cli.progress import progress_bar
from catena.cli.running import (
    MaxWall,
    RunPath,
    SpecFile,
    punctual,
    run_facts,
    tell_outcome,
)
from catena.errors import InputError, SolverError
from catena.results.trust import Trust
from catena.spec.checks import did_you_mean

if TYPE_CHECKING:
    from catena.drives.roller_chain.engines.comparison import Agreement
    from catena.drives.roller_chain.spec.drive import Spec as ChainSpec
    from catena.run.model.agreement import Comparison
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
    json: AsJson = False,
) -> None:
    """Run a system or chain under several engines and steps; tell where they agree."""
    from catena.drives import DRIVES
    from catena.drives.loading import load
    from catena.drives.roller_chain.spec.drive import Spec as ChainSpec
    from catena.jit import announce_compilation
    from catena.run.model.comparison import checked_names, compare
    from catena.run.model.job import TimeJob

    with speaking(json, file) as speaker:
        spec = load(file)
        announce_compilation(speaker.aside)
        if isinstance(spec, ChainSpec):
            compare_chain(speaker, spec, engines, halvings, tolerance, json)
            return
        job = DRIVES[spec.drive].build(spec)
        if not isinstance(job, TimeJob):
            raise InputError(f"{file}: a {spec.drive} has no engines to compare")
        wanted = checked_names([n.strip() for n in engines.split(",") if n.strip()])
        with progress_bar("compare engines", hidden=json) as show:
            made = compare(job.plan, wanted, halvings, tolerance, show)
        tell_comparison(speaker, made)
        end_of_comparison(speaker, made)


def compare_chain(
    speaker: Speaker,
    spec: ChainSpec,
    engines: str,
    halvings: int,
    tolerance: float,
    hidden: bool,
) -> None:
    """The contact engines of a roller chain: one line each, then the differences."""
    from catena.drives.roller_chain.engines.comparison import checked_engines
    from catena.drives.roller_chain.engines.comparison import compare_engines as compare

    wanted = checked_engines([n.strip() for n in engines.split(",") if n.strip()], spec)
    with progress_bar("compare engines", hidden=hidden) as show:
        made = compare(spec, wanted, halvings, tolerance, show)
    names = list(next(line for line in made.lines if not line.failure).numbers)
    width = max(len(name) for name in names) + 2
    speaker.line(f"{'engine':21}{'step [s]':>10}{'seconds':>9}{'energy':>9}"
                 + "".join(f"{name:>{width}}" for name in names))  # fmt: skip
    for line in made.lines:
        head = f"{line.engine:21}{line.step:10.3g}{line.seconds:9.1f}"
        if line.failure:
            speaker.line(f"{head}  {line.failure}")
            continue
        values = "".join(f"{line.numbers[name]:{width}.6g}" for name in names)
        speaker.line(f"{head}{line.energy_residual:9.1e}{values}")
        apart = "".join(f"{line.differences[name]:+{width}.2%}" for name in names)
        speaker.line(f"{'':49}{apart}")
    for engine, reason in made.refused.items():
        speaker.line(f"{engine:21}cannot: {reason}")
    for sentence in made.findings():
        speaker.line(sentence)
    end_of_comparison(speaker, made)


def end_of_comparison(speaker: Speaker, made: Comparison | Agreement) -> None:
    """Engines that disagree leave no number to be trusted: exit code 5."""
    trust = Trust.TRUSTED if made.agree else Trust.NOT_TRUSTWORTHY
    facts = {"ok": trust.ok, "trust": trust.value, "agree": made.agree}
    speaker.line(f"verdict  {trust}: the engines {'' if made.agree else 'dis'}agree")
    speaker.answer({**facts, **made.as_dict()})
    end_with(trust)


def tell_comparison(speaker: Speaker, made: Comparison) -> None:
    """The table, and what it says."""
    speaker.line(
        f"{'engine':20}{'step [s]':>12}{'difference':>14}{'agrees until [s]':>18}"
        f"{'energy residual':>18}{'seconds':>10}  largest at"
    )
    for line in made.lines:
        speaker.line(
            f"{line.engine:20}{line.step:12.3g}{line.difference:14.3g}"
            f"{line.agrees_until:18.6g}{line.energy_residual:18.2g}{line.seconds:10.2f}"
            f"  {line.failure or line.where}"
        )
    for engine, reason in made.refused.items():
        speaker.line(f"{engine:20}cannot: {reason}")
    for sentence in made.findings():
        speaker.line(sentence)
