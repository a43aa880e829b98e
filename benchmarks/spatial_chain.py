"""Cost of a chain in space: a step of the bicycle, and of 1000 links.

    python benchmarks/spatial_chain.py

Prints microseconds per step, per link, and CPU seconds per simulated second, of the
implicit scheme and of the explicit one at 1 us, both in motion.
"""

from __future__ import annotations

import time
from pathlib import Path

from catena.drives.loading import load
from catena.drives.roller_chain.spatial.build import build_spatial
from catena.drives.roller_chain.spatial.pace import STEP
from catena.drives.roller_chain.spatial.simulation import SpatialSimulation
from catena.drives.roller_chain.spec.drive import Spec
from catena.integrators.spatial_implicit import advance_spatial

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
LONG = 1000
STEPS = 500
BEGUN = 0.1
"""Simulated by the implicit scheme before steps are measured [s]."""
EXPLICIT_STEP = 1e-6


def bicycle(scheme: str, rollers: bool = True) -> Spec:
    """The example with a scheme; without rollers of their own they are concentric."""
    spec = load(EXAMPLES / "roller_chain_bicycle_in_space.toml")
    values = {"spatial.scheme": scheme, "spatial.roller.concentric": not rollers}
    values["solve.friction"] = "regularised" if scheme == "implicit" else "set-valued"
    if scheme == "explicit":
        values["solve.step"] = EXPLICIT_STEP
    return spec.with_values(values)


def long_chain() -> Spec:
    """Two sprockets far apart with 1000 links."""
    spec = load(EXAMPLES / "roller_chain_out_of_line.toml")
    apart = 0.5 * (LONG - 22) * 12.7e-3
    return spec.with_values(
        {"chain.link_count": LONG, "sprocket[1].centre": [apart, 0.0],
         "solve.gravity": [0.0, 0.0]}
    )  # fmt: skip


def measure(name: str, spec: Spec) -> None:
    """The best of three."""
    job = build_spatial(spec)
    run = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    step, spent = job.pace.step, []
    steps = round(BEGUN / STEP)
    advance_spatial(job.system, run.state, run.work, STEP, steps, 0.0)
    run.scheme.advance(run.state, run.work, step, STEPS)
    for _ in range(3):
        begun = time.process_time()
        run.scheme.advance(run.state, run.work, step, STEPS)
        spent.append(time.process_time() - begun)
    each, links = min(spent) / STEPS, len(job.system.link)
    print(
        f"{name}: {links} links, {1e6 * each:.0f} us per step, "
        f"{1e6 * each / links:.2f} us per link, {each / step:.1f} CPU s per s"
    )


def main() -> None:
    """Measure all."""
    measure("implicit", bicycle("implicit"))
    measure("implicit, concentric rollers", bicycle("implicit", rollers=False))
    measure("implicit, long", long_chain())
    measure("explicit", bicycle("explicit"))


if __name__ == "__main__":
    main()
