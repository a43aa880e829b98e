"""Runs whose own step misses a limit are made again with a smaller one.

Every kind of drive is made again where its ledger does not close. One whose bodies are
in each other only because a step sees a contact too late, as rigid ones, is made again
where they are too deep: its job has ``depth_follows_step``.
"""

from __future__ import annotations

import math
from typing import Any

from catena.results.run import Run
from catena.run.verdict import ENERGY_LIMIT, LARGEST_DEPTH
from catena.spec.parts import DriveSpec

MOST_REPEATS = 2
MOST_HALVINGS = 3
"""Of the step in one repetition: it takes up to eight times as long."""
ORDER = 2
"""Energy not explained falls with the step to this power: a belt that idles has
1.2e-3, 3.2e-4 and 0.9e-4 with the whole, the half and a quarter of the step."""

LARGEST_MISS = ENERGY_LIMIT * 2.0 ** (ORDER * MOST_HALVINGS)
"""Energy not explained beyond which a smaller step is not tried."""
LARGEST_MISSED_DEPTH = LARGEST_DEPTH * 2.0 ** (MOST_HALVINGS * MOST_REPEATS)
"""Penetration beyond that: it falls as the step does, and a run costs far less where
contacts are rigid than where their stiffness sets the step."""
MISSES = {
    "energy": (ENERGY_LIMIT, ORDER, LARGEST_MISS, "energy was explained to {} only"),
    "penetration": (
        LARGEST_DEPTH, 1, LARGEST_MISSED_DEPTH,
        "bodies entered each other by {} of the reach of the smaller one",
    ),
}  # fmt: skip
"""Limit, power of the step with which a miss falls, most to try, and words of each."""


def finer(
    spec: DriveSpec, job: Any, run: Run, ours: bool
) -> tuple[DriveSpec, str] | None:
    """The same drive with half the step or less, and why; None without need.

    A step the user chose is kept, and so is one that misses by more than it could win.
    """
    pace = getattr(job, "pace", None)
    if pace is None or not ours:
        return None
    needed = {"energy": 0}
    if getattr(job, "depth_follows_step", False):
        needed["penetration"] = 0
    why = []
    for check in run.outcome.checks:
        if check.name not in needed or check.ok:
            continue
        limit, order, largest, words = MISSES[check.name]
        if not check.value <= largest:
            return None
        needed[check.name] = math.ceil(math.log2(check.value / limit) / order)
        why.append(words.format(f"{check.value:.2g}"))
    if not why:
        return None
    halvings = min(max(*needed.values(), 1), MOST_HALVINGS)
    step = pace.step * 0.5**halvings
    words = f"made again with a step of {step:.3g} s: with {pace.step:.3g} s "
    return spec.with_values({"solve.step": step}), words + " and ".join(why)


def step_is_ours(spec: DriveSpec, user_text: str) -> bool:
    """Whether the program chose the step: none is stated, or a repetition chose it.

    A repetition keeps the file of the user, who gave none, beside a specification with
    the step that was halved.
    """
    user = _stated(user_text)
    return not _states_step(spec) or (user is not None and not _states_step(user))


def _states_step(spec: DriveSpec) -> bool:
    """Whether a specification states a step; where it has none there is none to halve.

    Steps left to the program are None, or a default that was not written.
    """
    solve = getattr(spec, "solve", None)
    if solve is None or not hasattr(solve, "step"):
        return True
    return solve.step is not None and "step" in solve.model_fields_set


def _stated(user_text: str) -> DriveSpec | None:
    """The drive of a user's file; None without one, and of another version."""
    from catena.drives.loading import loads
    from catena.errors import CatenaError

    try:
        return loads(user_text) if user_text else None
    except CatenaError:
        return None


def _step_of(spec: DriveSpec) -> float | None:
    """The step of a specification [s], if it has one."""
    step: float | None = getattr(getattr(spec, "solve", None), "step", None)
    return step


def repeat_remark(spec: DriveSpec, user_text: str) -> str:
    """What to say of a continued run that is a repetition with a smaller step."""
    step, user = _step_of(spec), _stated(user_text)
    if step is None or user is None or _states_step(user) or step == _step_of(user):
        return ""
    return (
        f"made again with a step of {step:.3g} s: with a larger one energy was not "
        "explained to the limit, or bodies entered each other too far"
    )
