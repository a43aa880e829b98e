"""Pictures of a branch of orbits: key numbers over the value, both ways."""

from __future__ import annotations

import numpy as np

from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace
from catena.results.run import Run
from catena.study.branches.table import DOUBTED, WAYS
from catena.study.curves import Points, rings

SECTION = "Even running"
SHOWN = ("tension", "thrust_ratio", "efficiency", "joint_force", "contact_force",
         "transmission", "largest_tension", "decay", "multiplier")  # fmt: skip
"""Beginnings of the names that are drawn."""
NOT_SHOWN = ("multiplier_spread", "multiplier_angle")


def figures(run: Run) -> list[Figure]:
    """One figure per number, tensions together."""
    value = next(name for name in run.catalogue.coordinates if name != "way")
    names = [v.name for v in run.catalogue.variables if v.name.startswith(SHOWN)]
    names = [name for name in names if name not in NOT_SHOWN]
    tensions = [name for name in names if name.startswith("tension")]
    groups = [tensions] if tensions else []
    groups += [[name] for name in names if name not in tensions]
    return [figure(run, value, group) for group in groups]


def figure(run: Run, value: str, names: list[str]) -> Figure:
    """Numbers over the value; unstable points are marked."""
    x, first = run.read(value), run.catalogue[names[0]]
    along = run.catalogue.coordinates[value]
    unstable = run.read("decay") >= 1.0 if "decay" in run.names else None
    doubts = run.read(DOUBTED) > 0 if DOUBTED in run.names else None
    traces: list[Trace] = []
    for name in names:
        traces += lines(run.read(name), x, run.catalogue[name].label, unstable)
        if doubts is not None:
            rows = zip(run.read(name), doubts, strict=True)
            traces += rings([Points(x, values, flags) for values, flags in rows])
    together = len(names) > 1
    return Figure(
        name=f"branch_{'tensions' if together else names[0]}",
        title="Mean tensions" if together else first.label.capitalize(),
        x=Axis(along.label, along.units),
        y=Axis("tension" if together else first.label, first.units),
        traces=tuple(traces),
        caption=f"{run.outcome.verdict} Dashed: back from the far end. Markers: "
        "unstable.",
        section=SECTION,
    )


def lines(
    values: Floats, x: Floats, label: str, unstable: np.ndarray | None
) -> list[Trace]:
    """Both ways of one number, and its unstable points."""
    found = [Trace(x, values[0], f"{label}, {WAYS[0]}", emphasis="normal")]
    if np.isfinite(values[1]).any():
        found.append(Trace(x, values[1], f"{label}, {WAYS[1]}", emphasis="reference"))
    if unstable is not None and unstable.any():
        marked = np.where(unstable, values, np.nan)
        for row in marked[np.isfinite(marked).any(axis=1)]:
            found.append(Trace(x, row, "unstable", kind="markers", emphasis="faint"))
    return found
