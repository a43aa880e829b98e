"""When reducing a rod by POD pays: dropped ring, rolling ring, belt on two pulleys.

python benchmarks/rod_reduction.py

Prints for each number of modes how much larger steps may be, the error of the
projection, that of the reduced run, and that of a run at 1.5 times the speed with the
same basis.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from catena.numerics.arrays import Floats
from catena.rods import (
    Disc,
    Floor,
    Rod,
    RodMotion,
    pod_basis,
    reduced_motion,
    rod_motion,
)

E, RHO, WIDTH, HEIGHT = 2.1e11, 7850.0, 0.01, 0.002
AREA, MOMENT = WIDTH * HEIGHT, WIDTH * HEIGHT**3 / 12.0
STEEL = (E * AREA, E * MOMENT, 0.8 * E * AREA / 2.6)
MASS = {"mass_per_length": RHO * AREA, "rotary_inertia": RHO * MOMENT}
RADIUS, PULLEY, STRAND = 0.1, 0.05, 0.15
RECORDS, STEP = 150, 3.5e-7
Case = Callable[[float], tuple[Rod, RodMotion]]


def dropped(faster: float) -> tuple[Rod, RodMotion]:
    """A steel ring that falls on a floor."""
    rod = Rod.ring(RADIUS, 40, *STEEL, **MASS).touch(Floor(-1.005 * RADIUS, 5e7))
    rod.gravity((0.0, -9.81))
    velocity = np.zeros(rod.start().size)
    velocity[rod.vertices : 2 * rod.vertices] = -2.0 * faster
    return rod, rod_motion(rod, 6e-3, STEP, velocity=velocity, records=RECORDS)


def rolling(faster: float) -> tuple[Rod, RodMotion]:
    """The same ring, rolling on the floor."""
    rod = Rod.ring(RADIUS, 40, *STEEL, **MASS).touch(Floor(-1.003 * RADIUS, 5e7))
    q, n, v = rod.gravity((0.0, -9.81)).start(), rod.vertices, 3.0 * faster
    spin = -v / RADIUS
    parts = [v - spin * q[n : 2 * n], spin * q[:n], np.full(n, spin)]
    velocity = np.concatenate(parts)
    return rod, rod_motion(rod, 0.02, STEP, velocity=velocity, records=RECORDS)


def circulating(faster: float) -> tuple[Rod, RodMotion]:
    """A belt that runs around two pulleys, 0.32 of a revolution."""
    n, speed = 52, 20.0 * faster
    around = 2.0 * (np.pi * PULLEY + STRAND)
    rod = Rod(_course(np.arange(n) * around / n), *STEEL, closed=True, **MASS)
    for side in (-0.5, 0.5):
        rod.touch(Disc((side * STRAND, 0.0), 1.0005 * PULLEY, 2e8))
    angle = rod.angles
    t = np.stack([np.cos(angle), np.sin(angle)])
    t = t + np.roll(t, 1, axis=1)
    turn = (np.roll(angle, -1) - np.roll(angle, 1) + np.pi) % (2.0 * np.pi) - np.pi
    spin = speed * turn * n / (2.0 * around)
    velocity = np.concatenate([*(speed * t / np.hypot(*t)), spin])
    duration = 0.32 * around / speed
    return rod, rod_motion(rod, duration, STEP, velocity=velocity, records=RECORDS)


def _course(s: Floats) -> Floats:
    """Places along two strands and two half circles, counter-clockwise."""
    half = np.pi * PULLEY
    places = []
    for x in s:
        a = (x - STRAND) / PULLEY if x < STRAND + half else (x - 2 * STRAND) / PULLEY
        if x < STRAND:
            places.append((x - 0.5 * STRAND, -PULLEY))
        elif x < STRAND + half:
            places.append((0.5 * STRAND + PULLEY * np.sin(a), -PULLEY * np.cos(a)))
        elif x < 2.0 * STRAND + half:
            places.append((1.5 * STRAND + half - x, PULLEY))
        else:
            places.append((-0.5 * STRAND + PULLEY * np.sin(a), -PULLEY * np.cos(a)))
    return np.array(places)


def told(name: str, case: Case, counts: tuple[int, ...]) -> None:
    """One case as rows of the table."""
    begun = time.process_time()
    rod, full = case(1.0)
    seconds = time.process_time() - begun
    _, other = case(1.5)
    print(f"{name}: full step {full.limit:.3g} s, full run {seconds:.1f} s of CPU")
    for count in counts:
        basis = pod_basis(rod, full.q, count)
        begun = time.process_time()
        run = reduced_motion(rod, basis, full)
        ratio = seconds / (time.process_time() - begun)
        strange = reduced_motion(rod, basis, other)
        print(
            f"  {count:4d} modes: steps {run.step_gain:6.1f} times larger, projection "
            f"{run.projection_error:.1e} m, run {run.run_error:.1e} m, at 1.5 times "
            f"the speed {strange.run_error:.1e} m, {ratio:.1f} times faster"
        )


if __name__ == "__main__":
    told("dropped ring", dropped, (12, 20, 40))
    told("rolling ring", rolling, (10, 20, 40))
    told("belt on two pulleys", circulating, (20, 40, 100))
