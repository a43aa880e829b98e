"""Verbs of chains alone: kinematics, span-frequencies."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from catena.cli.app import AsJson, app, out_name, speaking
from catena.errors import GeometryError, InputError

if TYPE_CHECKING:
    from catena.drives.roller_span.spec import Spec


@app.command()
def kinematics(
    file: Annotated[
        Path | None, typer.Argument(help="A roller_span file; or state the options.")
    ] = None,
    chain: Annotated[
        str | None, typer.Option(help="Standard designation, such as 'ANSI 40'.")
    ] = None,
    teeth: Annotated[
        tuple[int, int] | None, typer.Option(help="Teeth of driver and driven.")
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
    from catena.drives.roller_span.kinematics import kinematics_of

    with speaking(json, file) as speaker:
        spec = _spec(file) if file else _stated(chain, teeth, centre, tangent, torque)
        found = kinematics_of(spec)
        numbers = found.key_numbers()
        for number in numbers:
            units = "" if number.units == "1" else number.units
            speaker.line(f"  {number.label:44} {number.value:.9g} {units}")
        warnings = _few_teeth(spec)
        for warning in warnings:
            speaker.line(f"  warning: {warning}")
        plots = _plots(found, out) if out is not None else []
        for plot in plots:
            speaker.line(f"plot     {plot}")
        facts = {n.name: {"value": n.value, "units": n.units} for n in numbers}
        speaker.answer({"numbers": facts, "warnings": warnings, "plots": plots})


@app.command()
def span_frequencies(
    tension: Annotated[
        list[str], typer.Option(help="Without the centrifugal part; may be repeated.")
    ],
    links: Annotated[int, typer.Option(help="Links between the supports.", min=2)],
    chain: Annotated[
        str | None, typer.Option(help="Standard designation; fills pitch and mass.")
    ] = None,
    pitch: Annotated[str | None, typer.Option(help="Such as '12.7 mm'.")] = None,
    link_mass: Annotated[str | None, typer.Option(help="Such as '2.5 g'.")] = None,
    link_inertia: Annotated[
        str | None, typer.Option(help="Central; 0.225 m p^2 if not given.")
    ] = None,
    speed: Annotated[str, typer.Option(help="At which the chain runs.")] = "0 m/s",
    orders: Annotated[int, typer.Option(help="How many frequencies.", min=1)] = 3,
    json: AsJson = False,
) -> None:
    """Transverse frequencies of a strand of links: at any tension and speed."""
    from catena.drives.roller_chain.layout.strand import strands_of

    with speaking(json) as speaker:
        found, travel = strands_of(
            {"standard": chain, "pitch": pitch, "link_mass": link_mass,
             "link_inertia": link_inertia}, links, tension, speed,
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


def _spec(file: Path) -> Spec:
    from catena.drives.loading import load
    from catena.drives.roller_span.spec import Spec

    spec = load(file)
    if not isinstance(spec, Spec):
        raise InputError(f'{file}: is a {spec.drive}; expected drive = "roller_span"')
    return spec


def _stated(
    chain: str | None,
    teeth: tuple[int, int] | None,
    centre: str | None,
    tangent: float | None,
    torque: str,
) -> Spec:
    """The template with the stated chain, sprockets and distance."""
    from catena.drives import DRIVES
    from catena.drives.loading import spec_from
    from catena.spec.loading import parse_toml

    if chain is None or teeth is None or (centre is None) == (tangent is None):
        raise InputError(
            "kinematics: state a file, or --chain, --teeth and one of --centre and "
            "--tangent"
        )
    data: dict[str, Any] = parse_toml(DRIVES["roller_span"].template())
    data["chain"] = {"designation": chain}
    for name, count in zip(("driver", "driven"), teeth, strict=True):
        data[name]["tooth_count"] = count
    span = {"centre_distance": centre, "tangent_pitches": tangent}
    data["span"] = {key: value for key, value in span.items() if value is not None}
    data["load"] = {"kind": "constant_torque", "torque": torque}
    return cast("Spec", spec_from(data, "kinematics"))


def _few_teeth(spec: Spec) -> list[str]:
    """Where rollers would not find into the smallest gap, which has to be chosen wider.

    The kinematic model knows no gaps: it has every roller seated.
    """
    from catena.drives.roller_chain.layout.tooth_entry import grazing
    from catena.drives.roller_span.layout import chain_of
    from catena.geometry.tooth_forms import iso_606

    chain = chain_of(spec.chain)
    warnings = []
    for name, wheel in (("driver", spec.driver), ("driven", spec.driven)):
        with suppress(GeometryError):  # no such gap for rollers of this size
            gap = iso_606(chain.pitch, wheel.tooth_count, 2.0 * chain.roller_radius)
            warnings += grazing(name, gap)
    return warnings


def _plots(found: Any, folder: Path) -> list[str]:
    from catena.view.plots import save_figure

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for figure in found.figures():
        target = folder / f"{figure.name}.png"
        save_figure(figure, target)
        written.append(str(target))
    return written
