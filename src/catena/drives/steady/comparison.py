"""The methods side by side on the system of a run, [KhangDien2012] Fig. 7 and 15."""

from __future__ import annotations

import numpy as np

from catena.periodic.compare import Comparison, compare_methods
from catena.periodic.methods.step_limit import smallest_step_count_rk4
from catena.periodic.system import PeriodicSystem
from catena.results.catalogue import Coordinate, Variable
from catena.results.health import KeyNumber
from catena.run.protocols import Sink

METHODS = ("rk4", "newmark", "linear acceleration", "gauss")
RESOLUTIONS = 6
EQUAL_ERROR = 1e-5
"""Where methods are compared at equal accuracy."""


def step_counts(system: PeriodicSystem) -> list[int]:
    """Step counts that double, from where the explicit method becomes stable."""
    first = max(64, int(1.2 * smallest_step_count_rk4(system)))
    return [first * 2**k for k in range(RESOLUTIONS)]


def comparison_coordinates(system: PeriodicSystem) -> dict[str, Coordinate]:
    """The dimensions a comparison adds to the catalogue."""
    return {
        "method": Coordinate(list(METHODS), "", "method"),
        "step_count": Coordinate(step_counts(system), "1", "steps per period"),
    }


def comparison_variables() -> list[Variable]:
    """What a comparison adds to the catalogue; gaps where a step is refused."""
    dims = ("method", "step_count")
    return [
        Variable("method_error", dims, "1", "relative error", gaps=True),
        Variable("method_time", dims, "s", "computing time", gaps=True),
    ]


def run_comparison(sink: Sink, system: PeriodicSystem) -> tuple[KeyNumber, ...]:
    """Compare, store, and say what it comes to."""
    counts = step_counts(system)
    compared = compare_methods(system, counts, methods=METHODS)
    shape = (len(METHODS), len(counts))
    error, seconds = np.full(shape, np.nan), np.full(shape, np.nan)
    for run in compared.runs:
        place = METHODS.index(run.method), counts.index(run.steps)
        error[place], seconds[place] = run.error, run.seconds
    sink.put("method_error", error)
    sink.put("method_time", seconds)
    return _findings(compared)


def _findings(compared: Comparison) -> tuple[KeyNumber, ...]:
    per_step = compared.seconds_per_step("newmark") / compared.seconds_per_step("rk4")
    equal = compared.seconds_for("newmark", EQUAL_ERROR)
    equal /= compared.seconds_for("rk4", EQUAL_ERROR)
    numbers = [
        KeyNumber(f"order_{m.replace(' ', '_')}", f"observed order, {m}", value, "1")
        for m in METHODS
        if np.isfinite(value := compared.order(m))
    ]
    rows = (
        ("newmark_cost_per_step", "time per step", per_step),
        ("newmark_cost_equal_accuracy", f"time at error {EQUAL_ERROR:g}", equal),
    )
    numbers += [
        KeyNumber(name, f"{words}, Newmark / Runge-Kutta", value, "1")
        for name, words, value in rows
        if np.isfinite(value)
    ]
    return tuple(numbers)
