"""Runs a `SteadyProblem` and judges what came out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.drives.steady.comparison import run_comparison
from catena.drives.steady.full_equations import (
    orbit_checks,
    orbit_numbers,
    orbit_warnings,
)
from catena.drives.steady.limits import LARGEST_DEFECT, LARGEST_STEP_SENSITIVITY
from catena.drives.steady.problem import SteadyProblem
from catena.drives.steady.recording import (
    catalogue_of,
    put_orbit,
    put_stability,
    put_state,
    put_sweep,
)
from catena.drives.steady.sweep import run_sweep
from catena.errors import SolverError
from catena.periodic.orbits.nonlinear import Orbit
from catena.periodic.stability.floquet import Floquet, floquet
from catena.periodic.steady import SteadyState, steady_state
from catena.results.catalogue import Catalogue
from catena.results.health import Check, KeyNumber, Outcome
from catena.run.protocols import Progress, Sink
from catena.run.verdict import within

STABILITY_TOLERANCE = 1e-9
"""Relative accuracy asked of the largest multipliers."""
NOT_SETTLING = "A periodic vibration exists, but the system will not settle on it."
SETTLING = {
    "asymptotically stable": "It settles on the periodic vibration shown.",
    "stable": "A periodic vibration exists; free vibrations beside it stay.",
    "unstable": NOT_SETTLING,
    "unstable (resonant growth)": NOT_SETTLING,
    "undecided": "Whether the system settles on the periodic vibration shown is open.",
}
"""What becomes of the system beside its periodic vibration, for each verdict."""
LARGEST_LIOUVILLE_DEFECT = 1e-6
DOUBTFUL_CONDITION = 1e8


@dataclass(frozen=True)
class SteadyJob:
    """Stability, periodic vibration and what else the analysis asks for."""

    problem: SteadyProblem

    def catalogue(self) -> Catalogue:
        """What the run will record."""
        return catalogue_of(self.problem)

    def execute(self, sink: Sink, progress: Progress) -> Outcome:
        """Stability first: it is worth having even when no periodic solution exists.

        The full equations come last: they may have no orbit to be found, and all that
        is linear is then on file.
        """
        problem = self.problem
        progress(0.0, "stability")
        stability = floquet(problem.system, tolerance=STABILITY_TOLERANCE)
        put_stability(sink, stability)
        progress(0.1, "periodic solution")
        state = steady_state(problem.system, problem.method, problem.analysis.samples)
        put_state(sink, problem, state)
        warnings = [*stability.notes, *state.solution.notes]
        if stability.verdict.kind.startswith("unstable"):
            warnings.append("the system is unstable; see the verdict")
        warnings += small_vibration_warnings(problem, state)
        warnings += self._sweep(sink, progress)
        numbers = key_numbers_of(problem, stability, state)
        if problem.analysis.compare_methods:
            progress(0.8, "comparison of methods")
            numbers += run_comparison(sink, problem.system)
        orbit = self._nonlinear(sink, progress, state)
        if orbit is not None:
            warnings += orbit_warnings(orbit)
            numbers += orbit_numbers(problem, orbit)
        return Outcome(
            verdict=verdict_of(stability, state, orbit),
            key_numbers=numbers,
            checks=checks_of(problem, stability, state, orbit),
            warnings=tuple(warnings),
        )

    def _nonlinear(
        self, sink: Sink, progress: Progress, state: SteadyState
    ) -> Orbit | None:
        if self.problem.nonlinear is None:
            return None
        progress(0.9, "full equations")
        try:
            orbit = self.problem.nonlinear(state)
        except SolverError as error:
            raise SolverError(
                f"full equations: {error}; the results of the linear ones are kept"
            ) from None
        put_orbit(sink, self.problem, orbit)
        return orbit

    def _sweep(self, sink: Sink, progress: Progress) -> list[str]:
        wanted = self.problem.analysis.sweep
        if wanted is None:
            return []
        speeds = np.linspace(wanted.start, wanted.stop, wanted.count)

        def later(fraction: float, note: str = "") -> None:
            progress(0.2 + 0.6 * fraction, note)

        sweep = run_sweep(self.problem, speeds, later)
        put_sweep(sink, self.problem, sweep)
        if not sweep.notes:
            return []
        return [
            f"sweep: {len(sweep.notes)} of {wanted.count} speeds have no solution; "
            f"first {sweep.notes[0]}"
        ]


def verdict_of(
    stability: Floquet, state: SteadyState, orbit: Orbit | None = None
) -> str:
    """Stability and the periodic vibration in a few sentences."""
    if orbit is not None:
        return f"{verdict_of(stability, state)} Full equations: {orbit.verdict.text}"
    if not np.any(state.q):
        return f"{stability.verdict.text} No force acts: the system stays at rest."
    return f"{stability.verdict.text} {SETTLING[stability.verdict.kind]}"


def key_numbers_of(
    problem: SteadyProblem, stability: Floquet, state: SteadyState
) -> tuple[KeyNumber, ...]:
    """What a reader wants first."""
    numbers = [
        KeyNumber("period", "period", problem.system.period, "s"),
        KeyNumber(
            "largest_multiplier",
            "largest Floquet multiplier (modulus)",
            stability.spectral_radius,
            "1",
        ),
        *problem.key_numbers,
    ]
    if problem.findings is not None:
        numbers += problem.findings(state)
    for i, label in enumerate(problem.coordinates[:12]):
        q = state.q[:, i]
        for word, value in (("min", q.min()), ("max", q.max())):
            numbers.append(
                KeyNumber(
                    f"{label.name}_{word}",
                    f"{label.label}, {word}imum",
                    float(value),
                    label.units,
                )
            )
    return tuple(numbers)


def checks_of(
    problem: SteadyProblem,
    stability: Floquet,
    state: SteadyState,
    orbit: Orbit | None,
) -> tuple[Check, ...]:
    """Every comparison the numbers rest on."""
    solution = state.solution
    steps = f"{solution.method}, {solution.steps} steps per period"
    checks = [
        within(
            "periodicity_defect",
            "period closes (defect)",
            solution.defect,
            LARGEST_DEFECT,
            steps,
        ),
        within(
            "closing_condition",
            "distance from resonance (condition)",
            solution.condition,
            DOUBTFUL_CONDITION,
        ),
        within(
            "liouville_defect",
            "Liouville's formula (defect)",
            stability.liouville_defect,
            LARGEST_LIOUVILLE_DEFECT,
            f"{stability.method}, {stability.steps} steps per period",
        ),
        within(
            "step_sensitivity",
            "largest multiplier's sensitivity to the step",
            float(stability.error[0]),
            LARGEST_STEP_SENSITIVITY,
        ),
    ]
    if np.isfinite(solution.error):
        limit = max(problem.analysis.tolerance, 1e-12)
        fixed = problem.analysis.steps is not None
        note = "the steps were fixed by the user" if fixed else steps
        limit = 1e-2 if fixed else limit
        checks.insert(
            0, within("error", "error of the solution", solution.error, limit, note)
        )
    if orbit is not None:
        checks += orbit_checks(orbit)
    return tuple(checks)


def small_vibration_warnings(problem: SteadyProblem, state: SteadyState) -> list[str]:
    """Coordinates that leave the range in which the linear model holds."""
    found = []
    for i, label in enumerate(problem.coordinates):
        largest = float(np.abs(state.q[:, i]).max())
        if label.small_limit is not None and largest > label.small_limit:
            found.append(
                f"{label.label} reaches {largest:.3g} {label.units}; the linear model "
                f"holds for small vibrations (up to about {label.small_limit:g} "
                f"{label.units}): take these results as a numerical exercise"
            )
    return found
