"""Belt drives: agreement with a published belt drive, and cost per simulated second.

Prints the drive of another program's published study beside the spread of its eleven
variants, then CPU seconds per simulated second of a belt of 120 spans on two pulleys
(400 N, 25 N m) and of the serpentine example (seven pulleys, 200 spans).

    python benchmarks/belt_drive.py [--long]
"""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path

import catena as ct
from catena.drives.belt_drive.build import build
from catena.drives.belt_drive.simulation import BeltSimulation
from catena.drives.loading import load, spec_from

PUBLISHED = {
    "driven speed [rad/s]": (11.315, 11.365),
    "creep [%]": (5.29, 5.71),
    "least tension [N]": (177.7, 186.7),
    "largest tension [N]": (658.2, 668.3),
    "friction loss [W]": (30.2, 32.8),
}


def published(spans: int) -> dict:
    """Two pulleys of 0.1 m, a soft heavy belt, 12 rad/s and 25 N m."""
    return {
        "drive": "belt_drive",
        "belt": {
            "tension": 400.0, "axial_stiffness": 8000.0, "bending_stiffness": 4e-3 / 3,
            "mass_per_length": 0.8288, "damping": 1e-4, "bending_damping": 1e-3,
        },
        "pulley": [
            {"name": "driver", "diameter": 0.1999, "centre": [0.0, 0.0],
             "inertia": 0.25, "boundary": {
                 "kind": "speed", "speed": 12.0,
                 "history": [[0.0, 0.0], [0.05, 0.0], [0.6, 12.0]]}},
            {"name": "driven", "diameter": 0.1999, "centre": [0.1 * math.pi, 0.0],
             "inertia": 0.25, "damping": 2.0, "boundary": {
                 "kind": "load", "torque": 0.0,
                 "history": [[0.0, 0.0], [1.0, 0.0], [1.5, 25.0]]}},
        ],
        "contact": {"stiffness": 4e7, "friction": {"coefficient": 0.5}},
        "solve": {"duration": 2.45, "settle": 2.2, "spans": spans,
                  "gravity": [0.0, -9.81]},
    }  # fmt: skip


def quantities(run: ct.Run) -> dict[str, float]:
    """What is compared, by name: at the last instant, as the other program's values.

    Its loss, over a time that is not told, is beside the mean of the last 0.25 s.
    """
    speed = float(run.read("pulley_speed")[-1, 1])
    pull = run.read("frame_tension")[-1]
    numbers = {number.name: number.value for number in run.outcome.key_numbers}
    friction = sum(v for k, v in numbers.items() if k.endswith("_coulomb"))
    creep = 100.0 * (1.0 - speed / 12.0)
    found = (speed, creep, float(pull.min()), float(pull.max()), friction)
    return dict(zip(PUBLISHED, found, strict=True))


def compare(spans: int) -> None:
    """One line per quantity."""
    found = quantities(ct.simulate(spec_from(published(spans))))
    for name, (low, high) in PUBLISHED.items():
        value = found[name]
        inside = "within" if low <= value <= high else "outside"
        print(f"{spans:4d} spans  {name:24} {value:9.4g}  {inside} {low:g} to {high:g}")


def cost(name: str, spec: object, seconds: float) -> None:
    """CPU per simulated second of the time loop alone, without results on disk."""
    job = build(spec)  # type: ignore[arg-type]
    belt = BeltSimulation(job.recording, job.start, job.pace)
    belt.compile()
    block = job.pace.block
    done, begun = 0, time.process_time()
    while done * job.pace.step < seconds:
        done += belt.advance(done, block).steps
    spent = time.process_time() - begun
    print(
        f"{name:24} {spent / (done * job.pace.step):6.2f} s/s  "
        f"{1e6 * spent / done:6.2f} us/step  step {job.pace.step:.3g} s"
    )


def main() -> None:
    """Print everything."""
    if "--long" in sys.argv:
        for spans in (120, 240):
            compare(spans)
    data = published(120)
    data["pulley"][0]["boundary"].pop("history")
    data["pulley"][1]["boundary"] = {"kind": "load", "torque": 25.0}
    cost("two pulleys, 120 spans", spec_from(data), 0.4)
    example = Path(__file__).parent.parent / "examples" / "belt_drive_serpentine.toml"
    cost("serpentine, 200 spans", load(example), 0.2)


if __name__ == "__main__":
    main()
