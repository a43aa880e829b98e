"""The periodic vibration at many speeds: resonance curve and waterfall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catena.drives.steady.problem import SteadyProblem
from catena.drives.steady.recording import amplitudes
from catena.errors import SolverError
from catena.periodic.arrays import Floats
from catena.periodic.steady import Method, steady_state

if TYPE_CHECKING:
    from catena.simulate import Progress

TOLERANCE = 1e-6
"""Relative error of each point of the curve."""


@dataclass(frozen=True)
class SpeedSweep:
    """What changes with speed; NaN where no periodic solution was found."""

    peak_to_peak: Floats  # (speeds, n)
    amplitude: Floats  # (speeds, harmonics + 1, n)
    largest_multiplier: Floats  # (speeds,)
    failures: tuple[str, ...]


def run_sweep(problem: SteadyProblem, speeds: Floats, progress: Progress) -> SpeedSweep:
    """Solve at every speed; a speed without solution leaves a gap and a reason."""
    n, harmonics = problem.system.n, problem.analysis.harmonics
    samples = max(512, 4 * harmonics)
    peak = np.full((len(speeds), n), np.nan)
    amplitude = np.full((len(speeds), harmonics + 1, n), np.nan)
    largest = np.full(len(speeds), np.nan)
    failures = []
    method = Method("gauss", tolerance=TOLERANCE)
    for k, speed in enumerate(speeds):
        progress(k / len(speeds), f"speed {k + 1} of {len(speeds)}")
        try:
            state = steady_state(problem.at_speed(float(speed)), method, samples)
        except SolverError as error:
            failures.append(f"at {speed:.6g} rad/s: {error}")
            continue
        peak[k] = np.ptp(state.q, axis=0)
        for i in range(n):
            amplitude[k, :, i] = amplitudes(state.q[:, i], harmonics)
        largest[k] = np.abs(state.solution.multipliers).max()
    return SpeedSweep(peak, amplitude, largest, tuple(failures))
