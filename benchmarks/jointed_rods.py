"""What a step of rods hung on each other by rigid joints costs.

    python benchmarks/jointed_rods.py

prints processor time of a step of `integrators.half_explicit` (reflected and projected
joints, ledger, events) over the number of rods, the best of many short pieces, and the
growth with it. The chain of 50 falls from 1 rad in steps of 1 ms.
"""

from __future__ import annotations

import math
import time

from catena.codes import Status
from catena.integrators.half_explicit import advance
from catena.tables.contacts import PercussionOptions
from catena.verification.linked_rods import pendulum

STEP = 1e-3
STEPS, PIECES = 200, 40


def step_time(rods: int) -> float:
    """Best processor time of a step [s]."""
    model = pendulum([1.0] * rods, 1.0 / rods)
    state, work, options = model.start(), model.work(), PercussionOptions()
    best = math.inf
    for _ in range(PIECES):
        begun, left = time.thread_time(), STEPS
        while left > 0:
            before = int(state.memory.watch.steps[0])
            status = advance(model.system, state, work, STEP, left, options)
            assert status in (Status.OK, Status.PAUSED), Status(status)
            left -= int(state.memory.watch.steps[0]) - before
        best = min(best, (time.thread_time() - begun) / STEPS)
    return best


def main() -> None:
    """Print the figures."""
    step_time(3)  # compiles
    for rods in (3, 10, 50, 200):
        each = step_time(rods)
        print(
            f"{rods:4d} rods  {1e6 * each:7.2f} us per step, "
            f"{1e6 * each / rods:.3f} us per rod"
        )


if __name__ == "__main__":
    main()
