"""Runs whose own step does not close their ledger are made again with a smaller one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from catena.run.verdict import ENERGY_LIMIT

if TYPE_CHECKING:
    from catena.results.run import Run
    from catena.spec.parts import DriveSpec

MOST_REPEATS = 2
"""Each takes twice as long as the one before."""


def finer(spec: DriveSpec, job: Any, run: Run) -> tuple[DriveSpec, str] | None:
    """The same drive with half the step, and why; None where there is no need.

    A step the user chose is kept, and so is one that misses by more than it could win.
    """
    pace, solve = getattr(job, "pace", None), getattr(spec, "solve", None)
    if pace is None or getattr(solve, "step", 0.0) is not None:
        return None
    check = next((c for c in run.outcome.checks if c.name == "energy"), None)
    most = ENERGY_LIMIT * 4.0**MOST_REPEATS
    if check is None or check.ok or not check.value <= most:
        return None
    words = (
        f"made again with a step of {0.5 * pace.step:.3g} s: with {pace.step:.3g} s "
        f"energy was explained to {check.value:.2g} only"
    )
    return spec.with_values({"solve.step": 0.5 * pace.step}), words
