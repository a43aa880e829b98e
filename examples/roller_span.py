"""The engaging strand of Kim & Johnson: figures 4.1 to 4.7 in numbers.

Every file examples/roller_span_fig_4_*.toml runs with `catena run` and makes a report;
this script runs them one after the other and prints what the paper says about each.
Source: [KimJohnson1993] sec. 4.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import catena as ct
from catena.drives.roller_span.observe import burst_mask, harmonics

HERE = Path(__file__).parent


def run(figure: str, **changes: object) -> ct.Run:
    """Run the example of a figure, with other values at some key paths."""
    spec = ct.load(HERE / f"roller_span_fig_{figure}.toml")
    return ct.simulate(spec.with_values(changes))


def figure_4_1(**changes: object) -> None:
    """Collisions of one engagement."""
    outcome = run("4_1", **changes).outcome
    print("4.1 ", outcome.verdict)


def figures_4_2_and_4_3(**changes: object) -> None:
    """Elastic against inelastic collision; which links feel it."""
    elastic = run("4_2", **changes)
    inelastic = run("4_2", **{**changes, "engagement.restitution": 0.0})
    jumps = [first_jumps(result) for result in (elastic, inelastic)]
    print(f"4.2  driver speed, inelastic / elastic: {jumps[1][0] / jumps[0][0]:.3f}")
    print("4.3  jumps of the links [rad/s]:", np.round(jumps[0][1:-1], 2))


def first_jumps(result: ct.Run) -> np.ndarray:
    """Speed jumps of all bodies in the last first collision of a run."""
    first = np.flatnonzero(result.read("collision_order") == 1)[-1]
    jumps = result.read("speed_jump")[first]
    return jumps[np.isfinite(jumps)]


def figure_4_4(**changes: object) -> None:
    """Dip of the roller path below the kinematic one."""
    result = run("4_4", **changes)
    time = result.read("time")
    late = time > 0.75 * time[-1]
    kinematic = 0.5 * 12.7e-3 / np.tan(np.pi / 24)
    dip = kinematic - result.read("lowest")[late].min()
    speed = result.outcome.key_number("mean_speed").value * 30.0 / np.pi
    print(f"4.4  dip {1e3 * dip:.2f} mm at {speed:.0f} rpm")


def figure_4_5(speeds: tuple[int, ...] = (200, 600, 1000), **changes: object) -> None:
    """Phase over the speed."""
    for rpm in speeds:
        outcome = run("4_5", **{**changes, "motor.speed": f"{rpm} rpm"}).outcome
        print(f"4.5  phase {outcome.key_number('phase').value:.3f} at {rpm} rpm")


def figure_4_6(tangents: tuple[float, ...] = (19.9, 20.4), **changes: object) -> None:
    """Largest extent of the strand on the way through the resonance."""
    for tangent in tangents:
        outcome = run("4_6", **{**changes, "span.tangent_pitches": tangent}).outcome
        extent = 1e3 * outcome.key_number("extent").value
        print(f"4.6  extent {extent:.2f} mm at {tangent} pitches")


def figure_4_7(**changes: object) -> None:
    """Harmonics of the tension outside the collisions."""
    result = run("4_7", **changes)
    time = result.read("time")
    first, end = (result.read(f"engagement_{n}_time") for n in ("first", "end"))
    keep = (time > 0.6 * time[-1]) & ~burst_mask(time, first, end)
    found = harmonics(time, result.read("tension_last"), 84 * 24 / 60, keep)
    print("4.7  tension harmonics [N]:", np.round(found[:3], 3))


def main(short: bool = False) -> None:
    """All figures; ``short`` only shows that everything runs."""
    changes = {"run.duration": 0.2, "run.settle": 0.0} if short else {}
    figure_4_1(**changes)
    figures_4_2_and_4_3(**({**changes, "run.duration": 0.02} if short else {}))
    figure_4_4(**changes)
    figure_4_5(**changes)
    figure_4_6(**changes)
    figure_4_7(**changes)


if __name__ == "__main__":
    main(short="--short" in sys.argv)
