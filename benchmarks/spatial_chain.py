"""Cost of a chain in space: one step of the bicycle.

    python benchmarks/spatial_chain.py

Prints microseconds per step of 20 us and CPU seconds per simulated second.
"""

from __future__ import annotations

import time
from pathlib import Path

from catena.drives.loading import load
from catena.drives.roller_chain.spatial.build import build_spatial
from catena.drives.roller_chain.spatial.start import start_state
from catena.integrators.spatial_implicit import advance_spatial
from catena.tables.spatial import work_for

EXAMPLE = "examples/roller_chain_bicycle_in_space.toml"
STEPS = 2000


def main() -> None:
    """Measure the best of three."""
    spec = load(Path(__file__).resolve().parents[1] / EXAMPLE)
    job = build_spatial(spec)
    work = work_for(job.system)
    state = start_state(spec, job.placed, job.system, work)
    step = job.pace.step
    advance_spatial(job.system, state, work, step, STEPS, 0.0)
    spent = []
    for _ in range(3):
        begun = time.process_time()
        advance_spatial(job.system, state, work, step, STEPS, 0.0)
        spent.append(time.process_time() - begun)
    each = min(spent) / STEPS
    print(f"{len(job.system.link)} links and {len(job.system.roller)} rollers")
    print(f"{1e6 * each:.0f} us per step, {each / step:.1f} CPU s per simulated second")


if __name__ == "__main__":
    main()
