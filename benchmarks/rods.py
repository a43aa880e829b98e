"""Rods and modes: milliseconds of CPU for statics and for modes.

python benchmarks/rods.py
"""

from __future__ import annotations

import time
from collections.abc import Callable

from catena.dynamics.modes import modes_of
from catena.rods import Rod, rod_linearisation, statics

REPEATS = 5


def least(action: Callable[[], object]) -> float:
    """Least CPU time of a few calls [ms]."""
    found = []
    for _ in range(REPEATS):
        begun = time.process_time()
        action()
        found.append(1e3 * (time.process_time() - begun))
    return min(found)


def cantilever(load: float) -> Rod:
    """Twenty elements under a tip load."""
    return Rod.straight(1.0, 20, 1e7, 1.0, start="clamped").force("end", (0.0, load))


def main() -> None:
    """Print the table."""
    for load in (1.0, 10.0):
        spent = least(lambda load=load: statics(cantilever(load), steps=5))
        print(
            f"elastica, P L^2/EI = {load:g}, 20 elements, 5 load steps: {spent:.1f} ms"
        )
    ring = Rod.ring(1.0, 100, 1e4, 1.0, mass_per_length=1.0)
    still = statics(ring, steps=1)[-1]
    lin = rod_linearisation(still)
    assert len(lin.names) == 300
    spent = least(lambda: modes_of(rod_linearisation(still), 20))
    print(f"modes of a ring with 300 unknowns: {spent:.0f} ms")
    spinning = Rod.ring(1.0, 100, 1e4, 1.0, mass_per_length=1.0).rotate(1.5)
    still = statics(spinning, steps=1)[-1]
    spent = least(lambda: modes_of(rod_linearisation(still), 20))
    print(f"the same, spinning (gyroscopic): {spent:.0f} ms")


if __name__ == "__main__":
    main()
