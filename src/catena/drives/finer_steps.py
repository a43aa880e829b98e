"""Runs whose own step does not close their ledger are made again with a smaller one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from catena.run.verdict import ENERGY_LIMIT

if TYPE_CHECKING:
    from catena.results.run import Run
    from catena.spec.parts import DriveSpec

MOST_REPEATS = 2
"""Each takes twice as long as the one before."""


def finer(
    spec: DriveSpec, job: Any, run: Run, ours: bool
) -> tuple[DriveSpec, str] | None:
    """The same drive with half the step, and why; None where there is no need.

    A step the user chose is kept, and so is one that misses by more than it could win.
    """
    pace = getattr(job, "pace", None)
    if pace is None or not ours:
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


def step_is_ours(spec: DriveSpec, user_text: str) -> bool:
    """Whether the program chose the step: nobody did, or we did in a repetition.

    A repetition keeps the file of the user, who gave none, beside a specification with
    the step that was halved.
    """
    step = getattr(getattr(spec, "solve", None), "step", 0.0)
    return step is None or _none_given(user_text)


def _none_given(user_text: str) -> bool:
    """Whether a drive file gives no step, where it may leave it to the program."""
    from catena.drives.loading import loads
    from catena.errors import CatenaError

    try:
        solve = getattr(loads(user_text), "solve", None) if user_text else None
    except CatenaError:  # a file of another version
        return False
    return solve is not None and getattr(solve, "step", 0.0) is None


def repeat_remark(spec: DriveSpec, user_text: str) -> str:
    """What to say of a continued run that is a repetition with a smaller step."""
    step = getattr(getattr(spec, "solve", None), "step", None)
    if step is None or not _none_given(user_text):
        return ""
    return (
        f"made again with a step of {step:.3g} s: with a larger one energy was not "
        "explained to the limit"
    )
