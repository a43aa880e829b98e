"""Dynamics of chain and belt drives: one file, one command, one report.

import catena as ct

spec = ct.load("my.toml")
spec.speed = "1800 rpm"
run = ct.simulate(spec, out="my.run")
print(run.dataset)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from catena._version import __version__

if TYPE_CHECKING:
    from catena.drives.loading import load, loads
    from catena.drives.modes import linearise, modes
    from catena.drives.orbits.section_run import poincare_section
    from catena.drives.orbits.steady import steady
    from catena.drives.running import resume, simulate
    from catena.drives.spatial_system.from_python import SpatialSystem
    from catena.drives.statics import statics
    from catena.drives.system.from_python import as_drive
    from catena.exchange.contact_problems import read_contact_problem
    from catena.planar import PlanarSystem
    from catena.reporting import report
    from catena.results.run import Run, open_run
    from catena.rods import Rod, SpatialRod, SplineRod, rod_motion, travelling_span
    from catena.study.branches.branch import branch
    from catena.study.chart import chart as stability_chart
    from catena.study.folder import open_study
    from catena.study.runner import study as run_study

__all__ = [
    "PlanarSystem",
    "Rod",
    "Run",
    "SpatialRod",
    "SpatialSystem",
    "SplineRod",
    "__version__",
    "as_drive",
    "branch",
    "linearise",
    "load",
    "loads",
    "modes",
    "open_run",
    "open_study",
    "poincare_section",
    "read_contact_problem",
    "report",
    "resume",
    "rod_motion",
    "run_study",
    "simulate",
    "stability_chart",
    "statics",
    "steady",
    "travelling_span",
]

RODS = ("Rod", "SpatialRod", "SplineRod", "rod_motion", "travelling_span")
_HOMES = {
    "as_drive": ("catena.drives.system.from_python", "as_drive"),
    "load": ("catena.drives.loading", "load"),
    "loads": ("catena.drives.loading", "loads"),
    "linearise": ("catena.drives.modes", "linearise"),
    "modes": ("catena.drives.modes", "modes"),
    "simulate": ("catena.drives.running", "simulate"),
    "statics": ("catena.drives.statics", "statics"),
    "resume": ("catena.drives.running", "resume"),
    "PlanarSystem": ("catena.planar", "PlanarSystem"),
    "SpatialSystem": ("catena.drives.spatial_system.from_python", "SpatialSystem"),
    "read_contact_problem": (
        "catena.exchange.contact_problems",
        "read_contact_problem",
    ),
    **{name: ("catena.rods", name) for name in RODS},
    "report": ("catena.reporting", "report"),
    "Run": ("catena.results.run", "Run"),
    "open_run": ("catena.results.run", "open_run"),
    "open_study": ("catena.study.folder", "open_study"),
    "run_study": ("catena.study.runner", "study"),
    "branch": ("catena.study.branches.branch", "branch"),
    "stability_chart": ("catena.study.chart", "chart"),
    "poincare_section": ("catena.drives.orbits.section_run", "poincare_section"),
    "steady": ("catena.drives.orbits.steady", "steady"),
}
"""Public names and where they live; imported on first use to keep start-up short."""


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        module, attribute = _HOMES[name]
        return getattr(import_module(module), attribute)
    if name == "solvers":  # a room of its own, imported on first use like the names
        return import_module("catena.solvers")
    raise AttributeError(f"module 'catena' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
