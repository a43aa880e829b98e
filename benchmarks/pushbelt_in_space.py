"""Speed of the pushbelt in space, as a ratio to the planar belt in the same process.

MED of the study variator: 220 elements, 55 spans, ratio 1, 2000 rpm, 74.58 N m,
10520 N, tilting sheaves, steps of 2e-6 s, after the planar run that comes first.

    python benchmarks/pushbelt_in_space.py [elements]
"""

from __future__ import annotations

import sys
import time
from copy import deepcopy

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.spatial.build import SpatialBeltJob, build_spatial
from catena.drives.pushbelt_cvt.spatial.start import lifted_state
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_samples import empty_samples
from catena.integrators.steps.pushbelt_tables import work_for
from catena.integrators.steps.spatial_pushbelt import advance_spatial_belt
from catena.integrators.steps.spatial_pushbelt_samples import empty_spatial_samples
from catena.integrators.steps.spatial_pushbelt_tables import spatial_work_for
from catena.solvers.patches.belt_friction import Effort

DT = 2e-6
SETTLING = 12_000
COUNTED = 4_000
REPEATS = 3


def job(sheaves: str, elements: int) -> SpatialBeltJob:
    """MED in space."""
    data = {
        "drive": "pushbelt_cvt", "variator": "study", "fidelity": "spatial",
        "belt": {"element_count": elements}, "ring": {"span_count": 55},
        "spatial": {"sheaves": sheaves, "misalignment": "0.4 mm",
                    "ring_position": "7.1 mm"},
        "boundary": {"primary_speed": "2000 rpm", "secondary_torque": "74.58 N m",
                     "secondary_force": "10520 N"},
        "start": {"ratio": 1.0}, "solve": {"step": DT},
    }  # fmt: skip
    return build_spatial(spec_from(data))


def measured(made: SpatialBeltJob) -> tuple[float, float, float, float]:
    """Seconds per step and sweeps per step, in the plane and in space."""
    plane, system = made.systems
    state = deepcopy(made.starts[0])
    advance(plane, state, work_for(plane), DT, SETTLING, empty_samples(1, 1, plane))
    lifted = lifted_state(made.placed.plane, plane, state, system, made.placed.space)
    warm = spatial_work_for(system)
    advance_spatial_belt(
        system, lifted, warm, DT, COUNTED, empty_spatial_samples(1, 1, system)
    )
    flat, spatial, sweeps = [], [], [0.0, 0.0]
    for _ in range(REPEATS):
        for s, (one, belt, room, fill, out) in enumerate(
            (
                (state, plane, work_for(plane), advance, empty_samples(1, 1, plane)),
                (lifted, system, warm, advance_spatial_belt,
                 empty_spatial_samples(1, 1, system)),
            )
        ):  # fmt: skip
            before = int(one.memory.effort[Effort.SWEEPS])
            begun = time.process_time()
            fill(belt, one, room, DT, COUNTED, out)
            (spatial if s else flat).append((time.process_time() - begun) / COUNTED)
            sweeps[s] = (int(one.memory.effort[Effort.SWEEPS]) - before) / COUNTED
    return min(flat), min(spatial), sweeps[0], sweeps[1]


def main() -> None:
    """Print microseconds per step, CPU seconds per simulated second, and ratios."""
    elements = int(sys.argv[1]) if len(sys.argv) > 1 else 220
    for sheaves in ("symmetric", "loose and fixed"):
        flat, spatial, a, b = measured(job(sheaves, elements))
        print(
            f"{elements} elements, {sheaves}: planar {1e6 * flat:.1f} us ({a:.1f} "
            f"sweeps), in space {1e6 * spatial:.1f} us ({b:.1f} sweeps), ratio "
            f"{spatial / flat:.2f}; {spatial / DT:.0f} s of CPU per simulated second"
        )


if __name__ == "__main__":
    main()
