"""Pushbelt: what runs of the study variator give
==============================================

Runs of the hybrid planar model with one thing changed at a time, each reduced to the
numbers one compares: thrust ratio by revolution, speed, efficiency, push force along
the secondary pulley, spiral running, endplay. Used by the tests of the thesis' figures
and by the table in the documentation.
"""

import itertools
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import catena as ct
from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.layout import layout_of
from catena.drives.pushbelt_cvt.reading import look
from catena.numerics.arrays import Floats

CASES = {
    "OD": (0.5, "1000 rpm", 0.5, 6128.0),
    "MED": (1.0, "2000 rpm", 74.58, 10520.0),
    "LOW": (2.25, "2000 rpm", 198.24, 33420.0),
}
"""Ratio, primary speed, secondary torque [N m], secondary clamping force [N]."""


@dataclass(frozen=True)
class Measured:
    """A run in numbers; means over whole revolutions, the first discarded."""

    thrust: Floats
    """Thrust ratio of every revolution after the first."""
    speed: float
    """Of the secondary pulley [rad/s]."""
    torque: float
    """Transmitted [N m]."""
    clamping: float
    """Axial force on a secondary sheave [N]."""
    efficiency: float
    unexplained: float
    """Power no law accounts for, over the power lost."""
    capped: float
    """Share of steps that used all sweeps."""
    push: Floats
    """Push force in eight parts of the secondary arc [N]."""
    primary_push: Floats
    """Push force in eight parts of the primary arc [N]."""
    push_strand: Floats
    """Rocking edge and top together in eight parts of the push strand [N]."""
    exit_flank: float
    """Flank force in the last eighth of the secondary arc [N]."""
    tension: tuple[float, float]
    """Least and largest mean ring tension along the belt [N]."""
    most_push: float
    spiral: tuple[float, float]
    """Variation of the ring's radius along primary and secondary arc [m]."""
    top_endplay: float
    """Sum of the gaps at the top in both strands [m]."""
    no_load_ratio: float
    """Of the actual radii of the rocking edges."""
    speed_ratio: float
    strand_torque: float
    """dT r_ring + dP r_rocking between the strands [N m]."""


def drive(case: str, sheaves: str, **options: Any) -> dict[str, Any]:
    """A drive file of one of the three cases."""
    ratio, speed, torque, clamping = CASES[case]
    revolutions = options.pop("revolutions", 3)
    data: dict[str, Any] = {
        "drive": "pushbelt_cvt",
        "variator": "study",
        "title": f"{case}, {sheaves} sheaves",
        "belt": {"element_count": options.pop("elements", 220)},
        "element": {"taper": options.pop("taper", 0.0)},
        "friction": {"flank": (mu := options.pop("friction", 0.09)), "saddle": mu},
        "enhancements": {
            "sheaves": sheaves,
            "saddle": options.pop("saddle", "unilateral"),
        },
        "boundary": {
            "primary_speed": speed,
            "secondary_torque": options.pop("torque", torque),
            "secondary_force": clamping,
        },
        "start": {
            "ratio": ratio,
            "grooves": options.pop("grooves", "loaded"),
            "ring_tension": options.pop("ring_tension", None),
        },
        "solve": {
            "step": options.pop("step", 2e-6),
            "revolutions": revolutions,
            "tolerance": options.pop("tolerance", 0.1),
        },
    }
    if options:
        raise TypeError(f"unknown options {sorted(options)}")
    return data


@cache
def measured(case: str, sheaves: str, **options: Any) -> Measured:
    """Run one case and reduce it to numbers."""
    spec = spec_from(drive(case, sheaves, **options))
    with TemporaryDirectory() as folder:
        run = ct.simulate(spec, out=Path(folder) / "run")
        return reduced(run, layout_of(spec))


def reduced(run: Any, placed: Any) -> Measured:
    """The numbers of a finished run."""
    seen = look(run, placed)
    turns, geometry, shown = seen.revolutions, seen.geometry, seen.round
    axial = turns.means(seen.thrust)[-(turns.count - 1) :]
    speed, torque = turns.means(seen.speed)[-1], turns.means(seen.torque)[-1]
    power, lost = turns.rates(seen.work)[-1], turns.rates(seen.loss)[-1].sum()
    stored = turns.rates(run.read("stored_energy"))[-1]
    squeezed = turns.rates(run.read("clamping_work"))[-1].sum()
    course = geometry.course()
    starts = course.starts
    push = shown.push

    def eighths(values: Floats, piece: int) -> Floats:
        edges = np.linspace(starts[piece], starts[piece + 1], 9)
        where = np.searchsorted(edges, seen.place) - 1
        return np.array([values[where == i].mean() for i in range(8)])

    def spiral(pulley: int) -> float:
        angle, radius = seen.knot_angle(pulley), seen.knot_radius(pulley)
        wrap = geometry.wrap_o if pulley else geometry.wrap_i
        edges = np.linspace(0.0, wrap, 9)
        bins = [
            radius[(angle >= a) & (angle < b)].mean()
            for a, b in itertools.pairwise(edges)
        ]
        return float(np.ptp(bins))

    pushed = [eighths(push, i)[2:6].mean() for i in range(4)]
    ring = [eighths(shown.tension, i)[2:6].mean() for i in range(4)]
    in_strand = np.isin(course.section(seen.place.ravel()), (1, 3))
    gaps = np.where(in_strand.reshape(seen.place.shape), shown.top_gap, 0.0)
    radius = geometry.radius_o
    counts = {check.name: check.value for check in run.outcome.checks}
    bins = seen.bins.mean(seen.place, shown.tension)
    return Measured(
        thrust=axial[:, 0] / axial[:, 1],
        speed=float(speed[1]),
        torque=float(torque[1]),
        clamping=float(axial[-1, 1]),
        efficiency=float(-power[1] / power[0]),
        unexplained=float((power.sum() + squeezed - lost - stored) / lost),
        capped=counts["capped"],
        push=eighths(push, 2),
        primary_push=eighths(push, 0),
        push_strand=eighths(push, 1),
        exit_flank=float(eighths(shown.flank_normal, 2)[-1]),
        tension=(float(np.nanmin(bins)), float(np.nanmax(bins))),
        most_push=float(np.nanmax(seen.bins.mean(seen.place, push))),
        spiral=(spiral(0), spiral(1)),
        top_endplay=float(np.maximum(gaps, 0.0).sum(axis=1).mean()),
        no_load_ratio=seen.no_load_ratio,
        speed_ratio=float(speed[0] / speed[1]),
        strand_torque=float(
            (ring[3] - ring[1]) * radius
            + (pushed[1] - pushed[3]) * (radius - seen.rocking_depth)
        ),
    )


if __name__ == "__main__":
    for name in sys.argv[1:] or ["MED tilting", "MED coupled", "MED rigid"]:
        words = name.split()
        found = measured(words[0], words[1])
        print(name, found)
