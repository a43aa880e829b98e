"""Runs the timing drive with every choice its reference leaves open.

``python docs/make_timing_table.py`` writes ``docs/theory/timing_table.md``, one run per
line; takes minutes on all cores, or with as many processes as a number behind it says.
"""

import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "theory" / "timing_table.md"
sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "tests" / "papers" / "Pfeiffer1997")]

from make_table import table_line  # noqa: E402
from timing_cases import (  # noqa: E402
    ENGINE,
    LEADS,
    SETTLED,
    between_speeds,
    largest_force,
    orders,
    run_with,
    tensions,
    values_like_the_reference,
)

Values = Mapping[str, object]
MESH = 19
"""Order of the crank at which its teeth come."""
CRANK, LEFT, RIGHT = (f"sprocket[{i}]" for i in range(3))
VALVE = "guide[0].tensioner.valve_diameter"
LEVER = 0.2
"""Of the piston about the pivot of its guide [m]."""
BEARING = {"stiffness": "1e8 N/m", "damping": "1e3 N s/m", "mass": "2 kg"}
BASE = values_like_the_reference()
PHASES = np.radians(ENGINE["torque_phase"])


def of(names: Iterable[str], key: str, value: object) -> Values:
    """The same value for several parts."""
    return {f"{name}.{key}": value for name in names}


def with_(changes: Values, base: Values = BASE) -> Values:
    """All values of a run in which some differ."""
    return {**base, **changes}


def as_in_example(*keys: str, base: Values = BASE) -> Values:
    """All values of a run that leaves some to the example."""
    return {key: value for key, value in base.items() if key not in keys}


def polar_torque(rpm: float, phases: np.ndarray) -> np.ndarray:
    """Orders of the torque of a cam [N m], amplitude and phase each straight."""
    amplitude = between_speeds(rpm, np.array(ENGINE["torque"]))
    return amplitude * np.exp(1j * between_speeds(rpm, phases))


def cams_ahead(left: float, right: float) -> Values:
    """Cams turned by these angles [deg]."""
    leads = (LEADS[0] + left, LEADS[1] + right)
    return values_like_the_reference(leads=leads)


def gap(**form: object) -> Values:
    """Another tooth form on all sprockets."""
    shape = {"kind": "ISO 606", "seating": "pitch", **form}
    return with_(of((CRANK, LEFT, RIGHT), "tooth_form", shape))


CAMS = (LEFT, RIGHT)
AT_3000 = values_like_the_reference(3000.0)
LOSING_AT_3000 = as_in_example(VALVE, base=AT_3000)

SPEEDS: dict[str, Values] = {
    "2000 rpm": BASE,
    "12 N m per cam": values_like_the_reference(mean_torque=12.0),
    "2500 rpm": values_like_the_reference(2500.0),
    "3000 rpm": AT_3000,
    "3000 rpm, valve with loss": LOSING_AT_3000,
    "the same until 0.6 s": with_({"solve.duration": 0.6}, LOSING_AT_3000),
    "that from the bare path": with_(
        {"solve.duration": 0.6, "start.shape": "path"}, LOSING_AT_3000
    ),
}
CHOICES: list[tuple[str, str, str, Values]] = [
    ("bearings of the cams", "1e8 N/m, 1e3 N s/m, 2 kg", "1 kg",
     with_(of(CAMS, "bearing.mass", 1.0))),
    ("", "", "0.5 kg", with_(of(CAMS, "bearing.mass", 0.5))),
    ("", "", "crank too", with_(of([CRANK], "bearing", BEARING))),
    ("", "", "crank too, valve as below",
     with_(of([CRANK], "bearing", BEARING), as_in_example(VALVE))),
    ("", "", "rigid", with_(of(CAMS, "bearing", None))),
    ("check valve", "without loss", "orifice of its bore (the example)",
     as_in_example(VALVE)),
    ("cam torque between the speeds of the table", "straight",
     "spring + inertia (the example)",
     as_in_example(f"{LEFT}.boundary.orders", f"{RIGHT}.boundary.orders")),
    ("", "", "amplitude and phase each straight, order 12 from 91 to -93 deg",
     values_like_the_reference(torque_of=partial(polar_torque, phases=PHASES))),
    ("", "", "the same, order 12 from 91 to 267 deg",
     values_like_the_reference(
         torque_of=partial(polar_torque, phases=np.unwrap(PHASES, axis=0)))),
    ("zero of the cam angles", "at the start", "both 3 deg on", cams_ahead(3.0, 3.0)),
    ("", "", "both 3 deg back", cams_ahead(-3.0, -3.0)),
    ("", "", "right cam 3 deg on", cams_ahead(0.0, 3.0)),
    ("", "", "right cam 3 deg back", cams_ahead(0.0, -3.0)),
    ("leading cam", "right, the second", "left",
     values_like_the_reference(leads=LEADS[::-1])),
    ("rollers", "turn with their links", "held, as in case a",
     with_({"contact.tooth.rollers": "held"})),
    ("seating of the ISO gap", 'on the pitch circle: "rollers sink"', "root",
     gap(seating="root")),
    ("gap", 'ISO minimum: "ISO teeth"', "ISO mean", gap(width=0.5)),
    ("", "", "ISO maximum", gap(width=1.0)),
    ("", "", "ANSI, pitch seating", gap(kind="ANSI B29.1")),
    ("spring of 10 N", 'at rest: "tensioner as constant force" in the relaxation; '
     "17.4 N where the chain was laid", "where the chain was laid",
     with_({"guide[0].tensioner.preload": "10 N"})),
    ("mass of the piston", "none", "33 g",
     with_({"guide[0].inertia": 1.2e-3 + 0.033 * LEVER**2})),
    ("joint clearance", "none", "15 um", with_({"chain.joint.clearance": "15 um"})),
    ("friction", "set-valued", "regularised", with_({"solve.friction": "regularised"})),
    ("links", "1e8 N/m", "5 % stiffer", with_({"chain.stiffness": "1.05e8 N/m"})),
]  # fmt: skip


class Figures(NamedTuple):
    """What is compared of a run; forces [N]."""

    slack: float
    tight: float
    largest: float
    contact: tuple[float, float]
    """Force of teeth on a roller: largest, median."""
    guide: tuple[float, float]
    """Force of guides on a joint: median, largest."""
    force: dict[float, float]
    """Of the tensioner, by orders of the crank."""
    motion: dict[float, float]
    """Of the guide at the piston, likewise [m]."""

    def in_short(self) -> str:
        """Tensions, largest link force, orders 2 4 6 8 and mesh of the tensioner."""
        found = f"{self.slack:.0f} / {self.tight:.0f}, {self.largest:.0f}"
        return f"{found}, {amplitudes(self.force, 2, 4, 6, 8)}, {self.force[MESH]:.1f}"


def amplitudes(found: Mapping[float, float], *wanted: float) -> str:
    """Some orders, side by side."""
    return " ".join(f"{found[order]:.1f}" for order in wanted)


def figures_of(values: Values) -> Figures:
    """Makes the run."""
    run = run_with(dict(values))
    late = run.read("time") > SETTLED
    contact, guide = run.read("roller_force")[late], run.read("rail_force")[late]
    contact, guide = contact[contact > 0.0], guide[guide > 0.0]
    motion = LEVER * run.read("guide_angle")[:, 0]
    return Figures(
        *tensions(run),
        largest_force(run),
        (float(contact.max()), float(np.median(contact))),
        (float(np.median(guide)), float(guide.max())),
        orders(run, run.read("tensioner_force")[:, 0]),
        orders(run, motion),
    )


def speed_line(name: str, found: Figures) -> str:
    """One line of the first table."""
    micrometres = {order: 1e6 * way for order, way in found.motion.items()}
    return table_line(
        (
            name,
            f"{found.slack:.0f} / {found.tight:.0f}",
            f"{found.largest:.0f}",
            "{:.0f}, {:.0f}".format(*found.contact),
            "{:.1f}, {:.0f}".format(*found.guide),
            f"{amplitudes(found.force, 2, 4, 6, 8, 10, 12)}, {found.force[MESH]:.1f}",
            f"{amplitudes(micrometres, 2, 4, 6, 8)}, {micrometres[MESH]:.1f}",
        )
    )


HEADS = (
    "run",
    "slack / tight",
    "largest link force",
    "contact force: largest, median",
    "guide force: median, largest",
    "tensioner orders 2 4 6 8 10 12, mesh",
    "guide motion orders 2 4 6 8, mesh [um]",
)


def main(processes: int | None = None) -> None:
    """Run everything and write both tables."""
    runs = [*SPEEDS.values(), *(values for *_, values in CHOICES)]
    first = figures_of(runs[0])  # also compiles, for all processes
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        found = [first, *pool.map(figures_of, runs[1:])]
    speeds, choices = found[: len(SPEEDS)], found[len(SPEEDS) :]
    lines = ["Runs like those of the reference, forces in N:", ""]
    lines += [table_line(HEADS), table_line(("---",) * len(HEADS))]
    lines += [speed_line(*pair) for pair in zip(SPEEDS, speeds, strict=True)]
    lines += ["", f"What other choices do, beside {first.in_short()} N:", ""]
    lines += [table_line(("choice", "taken", "instead", "then"))]
    lines += [table_line(("---",) * 4)]
    for (*cells, _), figures in zip(CHOICES, choices, strict=True):
        lines.append(table_line((*cells, figures.in_short())))
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"wrote {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
