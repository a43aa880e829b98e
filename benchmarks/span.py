"""How fast the strand runs: accelerations, and CPU time per simulated second."""

import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(
    0, str(Path(__file__).parents[1] / "tests" / "unit" / "dynamics" / "span")
)

import numba
from kim_johnson_strands import no_40, no_80, no_80_bars, run, started

from catena.dynamics.span.motion import evaluate
from catena.tables.span import Count, empty_work

CALLS = 200_000


@numba.njit
def evaluate_often(system, state, work, count):
    for _ in range(count):
        evaluate(system, state, work, 0.0, state.q, state.u, 0)


def acceleration(strand, rpm):
    """Microseconds of one evaluation inside compiled code."""
    system, state = started(strand, rpm)
    work = empty_work(state.q.size)
    evaluate_often(system, state, work, 1)
    start = time.process_time()
    evaluate_often(system, state, work, CALLS)
    return 1e6 * (time.process_time() - start) / CALLS, int(state.counts[Count.LINKS])


def main():
    """Print one line per case."""
    start = time.process_time()
    run(no_40(20.0, 83), 83, 1e-3)
    print(f"compile or load            {time.process_time() - start:8.2f} s")
    cost, links = acceleration(no_40(20.0, 83), 83)
    print(f"acceleration, {links} links      {cost:8.2f} us, inside compiled code")
    cases = {
        "No. 40, larger friction": (no_40(20.0, 83), 83, 1.0),
        "No. 40, smaller, 1000 rpm": (no_40(20.0, 1000, damping=0.001), 1000, 1.0),
        "No. 80, viscous, 384 rpm": (no_80(13.5, 384), 384, 1.0),
        "No. 80, Coulomb, 750 rpm": (no_80_bars(13.5, 750), 750, 0.2),
        "No. 80, Coulomb, 118 rpm": (no_80_bars(14.0, 118), 118, 0.2),
        "No. 40, tolerance 1e-10": (
            replace(no_40(20.0, 83), tolerance=1e-10),
            83,
            1.0,
        ),
    }
    for name, (strand, rpm, end) in cases.items():
        start = time.process_time()
        run(strand, rpm, end, 1e-3)
        cost = (time.process_time() - start) / end
        print(f"{name:26s} {cost:8.2f} s per simulated second")


if __name__ == "__main__":
    main()
