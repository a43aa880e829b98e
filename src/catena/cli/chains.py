"""Verbs that need no run: kinematics, span-frequencies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from catena.cli.answers import give
from catena.cli.app import AsJson, app, out_name, speaking
from catena.cli.options import grouped
from catena.errors import InputError, SpecError

if TYPE_CHECKING:
    from catena.spec.parts import DriveSpec

OPTIONS = {
    "chain.designation": "--chain",
    "driver.tooth_count": "--teeth (driver)",
    "driven.tooth_count": "--teeth (driven)",
    "span.centre_distance": "--centre",
    "span.tangent_pitches": "--tangent",
    "load.torque": "--torque",
}
"""What a user of options typed for the keys of a file."""


@app.command()
def kinematics(
    file: Annotated[
        Path | None, typer.Argument(help="A roller_span file; or state the options.")
    ] = None,
    chain: Annotated[
        str | None, typer.Option(help="Standard designation, such as 'ANSI 40'.")
    ] = None,
    teeth: Annotated[
        tuple[int, int] | None,
        typer.Option(help="Teeth of driver and driven.", metavar="<int> <int>"),
    ] = None,
    centre: Annotated[
        str | None, typer.Option(help="Centre distance, such as '250 mm'.")
    ] = None,
    tangent: Annotated[
        float | None, typer.Option(help="Or the common tangent in pitches.")
    ] = None,
    torque: Annotated[
        str, typer.Option(help="Load on the driven sprocket, such as '9 N m'.")
    ] = "0 N m",
    out: Annotated[
        Path | None,
        typer.Option(parser=out_name, help="Write the plots (PNG) into this folder."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Polygonal action, string resonances and tooth loads of any two sprockets."""
    from catena.drives.loading import load
    from catena.drives.roller_span.kinematics import stated
    from catena.drives.verbs import ability

    with speaking(json, file) as speaker:
        if file is not None:
            spec: DriveSpec = load(file)
            answer = ability(spec.drive, "kinematics")(spec)
        elif chain is None or teeth is None or (centre is None) == (tangent is None):
            raise InputError(
                "kinematics: state a file, or --chain, --teeth and one of --centre and "
                "--tangent"
            )
        else:
            span = {"centre_distance": centre, "tangent_pitches": tangent}
            try:
                spec = stated(chain, teeth, span, torque)
                answer = ability(spec.drive, "kinematics")(spec)
            except SpecError as error:
                raise _by_option(error) from None
        give(speaker, answer, out)


def _by_option(error: SpecError) -> SpecError:
    """The same problems, each by the option that stated it."""
    problems = [
        replace(problem, path=OPTIONS.get(problem.path, problem.path))
        for problem in error.problems
    ]
    return SpecError(problems, "kinematics")


@dataclass(frozen=True)
class Links:
    """Links of a strand: by their designation, by their data, or both."""

    chain: Annotated[
        str | None, typer.Option(help="Standard designation; fills pitch and mass.")
    ] = None
    pitch: Annotated[str | None, typer.Option(help="Such as '12.7 mm'.")] = None
    link_mass: Annotated[str | None, typer.Option(help="Such as '2.5 g'.")] = None
    link_inertia: Annotated[
        str | None, typer.Option(help="Central; 0.225 m p^2 if not given.")
    ] = None


@app.command()
@grouped
def span_frequencies(
    tension: Annotated[
        list[str], typer.Option(help="Without the centrifugal part; may be repeated.")
    ],
    links: Annotated[int, typer.Option(help="Links between the supports.", min=2)],
    *,
    of: Links,
    speed: Annotated[str, typer.Option(help="At which the chain runs.")] = "0 m/s",
    orders: Annotated[int, typer.Option(help="How many frequencies.", min=1)] = 3,
    json: AsJson = False,
) -> None:
    """Transverse frequencies of a strand of links: at any tension and speed."""
    from catena.drives.roller_chain.layout.strand import strands_of

    with speaking(json) as speaker:
        found, travel = strands_of(
            {"standard": of.chain, "pitch": of.pitch, "link_mass": of.link_mass,
             "link_inertia": of.link_inertia}, links, tension, speed,
        )  # fmt: skip
        rows = []
        speaker.line(f"{'tension [N]':>12}  frequencies [Hz], first as a string")
        for strand in found:
            string = strand.string.frequency(1, travel)
            lines = [
                strand.frequency(k + 1, travel) for k in range(min(orders, links - 1))
            ]
            shown = "".join(f"{value:10.3f}" for value in lines)
            speaker.line(f"{strand.tension:12.2f}{shown}   ({string:.3f})")
            rows.append(
                {"tension": strand.tension, "frequencies": lines, "string": string}
            )
        speaker.answer({"strands": rows, "speed": travel})
