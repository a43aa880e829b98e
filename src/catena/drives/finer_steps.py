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


def step_is_ours(spec: DriveSpec) -> bool:
    """Whether the step is left to the program; where there is none, none is halved."""
    return getattr(getattr(spec, "solve", None), "step", math.nan) is None
