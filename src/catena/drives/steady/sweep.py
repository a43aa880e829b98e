"""The periodic vibration at many speeds, with progress on the way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.drives.steady.problem import SteadyProblem
from catena.numerics.arrays import Floats
from catena.periodic.sweep import sweep_speed
from catena.run.protocols import Progress

SPEEDS_AT_A_TIME = 8


@dataclass(frozen=True)
class SpeedSweep:
    """What changes with speed; NaN where no periodic solution was found."""

    peak: Floats  # (speeds, n)
    amplitudes: Floats  # (speeds, harmonics + 1, n)
    radius: Floats  # (speeds,)
    notes: tuple[str, ...]


def run_sweep(problem: SteadyProblem, speeds: Floats, progress: Progress) -> SpeedSweep:
    """Solve at every speed; a speed without solution leaves a gap and a reason."""
    parts = []
    for first in range(0, len(speeds), SPEEDS_AT_A_TIME):
        progress(first / len(speeds), f"speed {first + 1} of {len(speeds)}")
        some = speeds[first : first + SPEEDS_AT_A_TIME]
        parts.append(
            sweep_speed(
                problem.at_speed,
                some,
                harmonics=problem.analysis.harmonics,
                n=problem.system.n,
            )
        )
    return SpeedSweep(
        peak=np.concatenate([part.peak for part in parts]),
        amplitudes=np.concatenate([part.amplitudes for part in parts]),
        radius=np.concatenate([part.radius for part in parts]),
        notes=tuple(note for part in parts for note in part.notes),
    )
