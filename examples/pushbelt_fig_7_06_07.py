"""Pushbelt, Fig. 7.6, 7.7 and 7.17: spiral running
=================================================

Settings OD-SpiRun and LOW-SpiRun of [Cebulla2014] Table 7.3 at their four torques: the
radius of the ring over the angle since the entry of each pulley. No load is run as
0.5 N m. A run starts with its ratio under its load; so that loads can be compared, all
are started on the end stop of the unloaded run.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
from against_print import Row, show_table
from pushbelt_along import parts
from pushbelt_measured import Measured, drive, measured
from pushbelt_panels import Panel, draw
from pushbelt_verdicts import shape, sign
from scipy.optimize import brentq

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.layout.placement import layout_of
from catena.drives.pushbelt_cvt.plan import system_of
from catena.drives.pushbelt_cvt.start.state import grooves, running_state
from catena.numerics.arrays import Floats
from catena.solvers.patches.belt_friction import Sweeps

TORQUES = {
    "OD-SpiRun": (0.5, 32.4, 56.7, 81.0),
    "LOW-SpiRun": (0.5, 104.0, 208.0, 260.0),
}
PULLEYS = ("primary", "secondary")


def end_stop(setting: str, sheaves: str, torque: float, ratio: float) -> float:
    """Opening of the primary groove with which a run starts [m]."""
    spec = spec_from(drive(setting, sheaves, torque=torque, ratio=ratio))
    placed = layout_of(spec)
    system = system_of(placed.data, Sweeps(1.0, 1))
    return float(grooves(running_state(placed, system), system)[0])


@cache
def held_ratio(setting: str, sheaves: str, torque: float) -> float:
    """Ratio at which a belt under load runs on the end stop of the unloaded one."""
    spec = spec_from(drive(setting, sheaves))
    unloaded = spec.start.ratio
    stop = end_stop(setting, sheaves, TORQUES[setting][0], unloaded)
    return brentq(
        lambda ratio: end_stop(setting, sheaves, torque, ratio) - stop,
        0.9 * unloaded,
        1.1 * unloaded,
        xtol=1e-6,
    )


def runs(setting: str, sheaves: str = "coupled") -> dict[float, Measured]:
    """The four torques of a setting, all on the same end stop."""
    return {
        torque: measured(
            setting, sheaves, torque=torque, ratio=held_ratio(setting, sheaves, torque)
        )
        for torque in TORQUES[setting]
    }


def levels(found: dict[float, Measured], pulley: int) -> Floats:
    """Mean radius of each torque [mm]."""
    return np.array([1e3 * np.mean(run.spirals[pulley][1]) for run in found.values()])


def fall(run: Measured, pulley: int) -> float:
    """From the first eighth of the wrap to the eighth of the least radius [mm]."""
    radius = parts(1e3 * run.spirals[pulley][1], 8)
    return float(radius[0] - radius.min())


def rows() -> list[Row]:
    """Order of the curves, decrease along the arcs, both laws."""
    found = [row for setting in TORQUES for row in _order(setting)]
    rigid, coupled = (
        list(runs("OD-SpiRun", kind).values())[-1] for kind in ("rigid", "coupled")
    )
    falls = [(fall(coupled, pulley), fall(rigid, pulley)) for pulley in (0, 1)]
    found.append(
        shape(
            "Fig. 7.17, OD-SpiRun: radius along the primary arc, largest torque",
            "decreases with coupled sheaves, nearly constant without",
            "by {:.2f} mm coupled, {:.2f} mm rigid".format(*falls[0]),
            falls[0][1] < 0.2 * falls[0][0],
        )
    )
    found.append(
        shape(
            "Fig. 7.17, OD-SpiRun: radius along the secondary arc, largest torque",
            "similar with both laws",
            "decreases by {:.2f} mm coupled, {:.2f} mm rigid".format(*falls[1]),
            0.5 < falls[1][0] / falls[1][1] < 2.0,
        )
    )
    wide = {
        kind: [1e3 * value for value in measured("LOW", kind).spiral]
        for kind in ("rigid", "coupled")
    }
    found.append(
        shape(
            "Section 7.4, LOW: range of the radii in an arc",
            "mainly from the flexibility of the sheaves",
            "; ".join(
                f"{kind} {a:.2f} mm primary, {b:.2f} mm secondary"
                for kind, (a, b) in wide.items()
            ),
            wide["coupled"][1] > 5.0 * wide["rigid"][1],
        )
    )
    return found


def _order(setting: str) -> list[Row]:
    found = runs(setting)
    figure = "Fig. 7.6" if setting == "OD-SpiRun" else "Fig. 7.7"
    said = ("falls, top-down", "rises, bottom-up")
    rows = []
    for pulley, word in enumerate(PULLEYS):
        level = levels(found, pulley)
        steps = np.diff(level)
        holds = np.all(steps < 0.0) if pulley == 0 else np.all(steps > 0.0)
        rows.append(
            sign(
                f"{figure}, {setting}: radius in the {word} pulley with rising torque",
                said[pulley],
                " / ".join(f"{value:.2f}" for value in level) + " mm",
                bool(holds),
                "" if setting == "OD-SpiRun" else "order printed for Fig. 7.6 only",
            )
        )
    return rows


def _panel(word: str, curves: dict[str, Measured], pulley: int) -> Panel:
    return Panel(
        word,
        "angle since the entry [deg]",
        "radius of the ring [mm]",
        {
            label: (np.degrees(run.spirals[pulley][0]), 1e3 * run.spirals[pulley][1])
            for label, run in curves.items()
        },
    )


def pictures() -> Iterator[Path]:
    """Sheets of both settings, and coupled beside rigid sheaves."""
    for number, setting in ((6, "OD-SpiRun"), (7, "LOW-SpiRun")):
        curves = {f"{m:g} N m": run for m, run in runs(setting).items()}
        yield draw(
            f"pushbelt_fig_7_{number:02}",
            f"Fig. 7.{number}, {setting}: spiral running with coupled sheaves",
            [_panel(f"{PULLEYS[p]} pulley", curves, p) for p in (0, 1)],
        )
    panels = []
    for kind in ("coupled", "rigid"):
        curves = {f"{m:g} N m": run for m, run in runs("OD-SpiRun", kind).items()}
        panels += [_panel(f"{PULLEYS[p]}, {kind} sheaves", curves, p) for p in (0, 1)]
    title = "Fig. 7.17, OD-SpiRun: spiral running, coupled and rigid sheaves"
    yield draw("pushbelt_fig_7_17", title, panels)


if __name__ == "__main__":
    show_table(rows())
    print(*pictures())
