"""What a run says of the periodic orbit of the full, non-linear equations."""

from __future__ import annotations

import numpy as np

from catena.drives.steady.limits import LARGEST_DEFECT, LARGEST_STEP_SENSITIVITY
from catena.drives.steady.problem import SteadyProblem
from catena.periodic.orbits.nonlinear import Orbit
from catena.results.health import Check, KeyNumber
from catena.run.verdict import within


def orbit_checks(orbit: Orbit) -> list[Check]:
    """What the orbit of the full equations rests on."""
    steps = f"{orbit.steps} steps per period against half of them"
    return [
        within(
            "nonlinear_defect",
            "full equations: period closes (defect)",
            orbit.defect,
            LARGEST_DEFECT,
            f"found by {orbit.way}; {orbit.effort} linearised steps",
        ),
        within(
            "nonlinear_residual",
            "full equations: residual at the nodes",
            orbit.residual,
            LARGEST_DEFECT,
        ),
        within(
            "nonlinear_error",
            "full equations: error by halved steps",
            orbit.error,
            LARGEST_STEP_SENSITIVITY,
            steps,
        ),
        within(
            "nonlinear_step_sensitivity",
            "full equations: largest multiplier's error",
            float(orbit.multiplier_error[0]),
            LARGEST_STEP_SENSITIVITY,
            steps,
        ),
    ]


def orbit_numbers(problem: SteadyProblem, orbit: Orbit) -> tuple[KeyNumber, ...]:
    """The full equations beside the linear ones."""
    numbers = [
        KeyNumber(
            "nonlinear_largest_multiplier",
            "full equations, largest multiplier (modulus)",
            float(np.abs(orbit.multipliers[0])),
            "1",
        )
    ]
    for i, label in enumerate(problem.coordinates):
        q = orbit.states[:, i]
        for word, value in (("min", q.min()), ("max", q.max())):
            numbers.append(
                KeyNumber(
                    f"{label.name}_nonlinear_{word}",
                    f"full equations, {label.symbol or label.label} {word}imum",
                    float(value),
                    label.units,
                )
            )
    return tuple(numbers)


def orbit_warnings(orbit: Orbit) -> list[str]:
    """What a reader of the orbit should know."""
    found = list(orbit.notes)
    if orbit.verdict.kind.startswith("unstable"):
        found.append(
            "full equations: the periodic orbit shown is unstable, so the machine will "
            "not stay on it; from the linear solution no stable orbit of this period "
            "was met"
        )
    return found
