"""What each model of the pushbelt finds and costs: chapter 7 of [Cebulla2014].

MED of the study variator, the revolution after one: the hybrid (planar) belt and the
belt in space, with each refinement switched. The thesis finds its belt in space 9 times
as dear as the planar one, the simplified flank 4 to 8 % cheaper, the bilateral saddle
1.55 to 2.2 times as dear as the unilateral one, coupled sheaves 1.05 times.

    python benchmarks/pushbelt_models.py [elements] [part of a name]
"""

from __future__ import annotations

import sys
import time
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import BeltJob, build
from catena.drives.pushbelt_cvt.spatial.build import SpatialBeltJob
from catena.integrators.steps.pulley_samples import Pulley
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_samples import Total, empty_samples
from catena.integrators.steps.pushbelt_tables import work_for
from catena.integrators.steps.spatial_pushbelt import advance_spatial_belt
from catena.integrators.steps.spatial_pushbelt_samples import (
    Sheave,
    empty_spatial_samples,
)
from catena.integrators.steps.spatial_pushbelt_tables import spatial_work_for

DT = 2e-6
EVERY = 10
LOOSE = {"sheaves": "loose and fixed", "misalignment": "0 mm"}
OFF = {"sheaves": "loose and fixed", "misalignment": "1 mm"}
Changes = dict[str, dict[str, Any]]
SWITCHES: tuple[tuple[str, Changes], ...] = (
    ("as by default", {}),
    ("simplified flank", {"enhancements": {"flank": "simplified"}}),
    ("bilateral saddle", {"enhancements": {"saddle": "bilateral"}}),
    ("rigid sheaves", {"enhancements": {"sheaves": "rigid"}}),
    ("coupled sheaves", {"enhancements": {"sheaves": "coupled"}}),
    ("coupled, shared flanks", {"enhancements": {"sheaves": "coupled"},
                                "contact": {"flank_coupling": 0.5}}),
    ("round flanks", {"element": {"flank_radius": "0.1 m"}}),
    ("conical pins", {"enhancements": {"pin": "cones"}}),
    ("element friction", {"friction": {"element": 0.1}}),
)  # fmt: skip
SPACE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("loose and fixed", LOOSE),
    ("1 mm out of line", OFF),
    ("- no tracking", OFF | {"tracking": "none"}),
    ("- ring friction along", OFF | {"ring_friction": "along"}),
    ("- crowned saddles", OFF | {"tracking": "none", "crown_radius": "0.1 m"}),
    ("- twisting rings", OFF | {"twist": "line contact"}),
)


class Found(NamedTuple):
    """Means over one revolution."""

    thrust: float
    speed: float  # of the secondary pulley [rad/s]
    push: float  # mean of the largest force between elements [N]
    exchange: float  # axial force on the secondary, right minus left [N]
    cost: float  # seconds of CPU per step


def job(
    elements: int, fidelity: str, switch: Changes, space: dict[str, Any]
) -> BeltJob | SpatialBeltJob:
    """MED with some switches."""
    data: dict[str, Any] = {
        "drive": "pushbelt_cvt", "variator": "study", "fidelity": fidelity,
        "belt": {"element_count": elements}, "ring": {"span_count": 55},
        **switch,
        "boundary": {"primary_speed": "2000 rpm", "secondary_torque": "74.58 N m",
                     "secondary_force": "10520 N"},
        "start": {"ratio": 1.0}, "solve": {"step": DT},
    }  # fmt: skip
    if fidelity == "spatial":
        data["spatial"] = {"ring_position": "7.1 mm", **space}
    return build(spec_from(data))


def measured(made: BeltJob | SpatialBeltJob) -> Found:
    """The revolution after one."""
    if isinstance(made, BeltJob):
        system, state, placed = made.system, deepcopy(made.start), made.placed
        work, empty, fill = work_for(made.system), empty_samples, advance
    else:
        system, placed = made.systems[1], made.placed.plane
        state, across = deepcopy(made.starts[1]), made.placed.space.friction_across
        work = spatial_work_for(system, across)
        empty, fill = empty_spatial_samples, advance_spatial_belt
    rows = round(placed.revolution / (EVERY * DT))
    fill(system, state, work, DT, EVERY * rows, empty(1, 1, system))
    seen = empty(rows, 1, system)
    begun = time.process_time()
    trouble, _ = fill(system, state, work, DT, EVERY, seen)
    cost = (time.process_time() - begun) / (rows * EVERY)
    if trouble:
        return Found(np.nan, np.nan, np.nan, np.nan, np.nan)
    axial = seen.pulley[:, Pulley.AXIAL].mean(axis=0)
    exchange = 0.0
    if isinstance(made, SpatialBeltJob):
        forces = seen.sheave[:, Sheave.AXIAL].mean(axis=0)
        exchange = float(forces[3] - forces[2])
    return Found(
        float(axial[0] / axial[1]), float(seen.pulley[:, Pulley.SPEED, 1].mean()),
        float(seen.total[:, Total.PUSH].mean()), exchange, cost,
    )  # fmt: skip


def main() -> None:
    """Print the table."""
    elements = int(sys.argv[1]) if len(sys.argv) > 1 else 110
    print(f"{elements} elements, MED; cost over that of the planar belt by default")
    print(f"{'model':42s} thrust    rad/s   push N  axial N  us/step  cost")
    base = 0.0
    cases = [("planar", word, switch, {}) for word, switch in SWITCHES]
    cases += [("spatial", word, switch, {}) for word, switch in SWITCHES]
    cases += [("spatial", word, {}, space) for word, space in SPACE]
    asked = sys.argv[2] if len(sys.argv) > 2 else ""
    cases = [case for case in cases if case == cases[0] or asked in case[1]]
    for fidelity, word, switch, space in cases:
        found = measured(job(elements, fidelity, switch, space))
        base = base or found.cost
        print(
            f"{fidelity + ', ' + word:42s} {found.thrust:.4f}  {found.speed:8.3f}  "
            f"{found.push:6.0f}  {found.exchange:7.1f}  {1e6 * found.cost:7.1f}  "
            f"{found.cost / base:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
