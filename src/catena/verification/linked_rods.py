"""Rods hung on each other by rigid joints: energy over long times, order of angles.

Without springs, loads and friction the energy is known: it stays. A second method has
the angles alone as coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from catena.model import Model
from catena.motion import Motion, run
from catena.numerics.arrays import Floats
from catena.planar import PlanarSystem
from catena.validity import gaps_of
from catena.verification.case import Figure, at_most, observed_order

GRAVITY = 9.81


def energies(motion: Motion) -> Floats:
    """Kinetic energy and that of weight, at every record [J]."""
    system = motion.model.system
    M, g = system.inertia.M, -float(system.gravity[1])
    q, u = np.array(motion.q), np.array(motion.u)
    kinetic: Floats = 0.5 * np.sum(M * u * u, axis=1)
    height: Floats = np.sum((M * q)[:, 1::3], axis=1)
    total: Floats = kinetic + g * height
    return total


def largest_change(motion: Motion, size: float) -> float:
    """Largest change of energy since the start, relative to a size."""
    energy = energies(motion)
    return float(np.abs(energy - energy[0]).max() / size)


def pendulum(angles: Sequence[float], length: float = 0.1) -> Model:
    """Rods of 1 kg hung on each other, by their angles from the vertical."""
    plan = PlanarSystem(gravity=(0.0, -GRAVITY))
    above, x, y = plan.ground.point(), 0.0, 0.0
    for k, angle in enumerate(angles):
        along = (length * math.sin(angle), -length * math.cos(angle))
        rod = plan.body(
            f"rod_{k}",
            1.0,
            length**2 / 12.0,
            (x + 0.5 * along[0], y + 0.5 * along[1]),
            angle=angle - 0.5 * math.pi,
        )
        plan.pin(f"pin_{k}", rod.point((-0.5 * length, 0.0)), above)
        above = rod.point((0.5 * length, 0.0))
        x, y = x + along[0], y + along[1]
    return plan.build()


def pendulum_figures() -> list[Figure]:
    """A rod of 0.1 m released at 1.5 rad swings for 10 s."""
    size, steps = GRAVITY * 0.1, [1e-3, 5e-4, 2.5e-4]
    motions = [run(pendulum([1.5]), dt, 10.0) for dt in steps]
    changes = [largest_change(motion, size) for motion in motions]
    gap = np.abs(gaps_of(motions[0].model, motions[0].state)).max()
    return [
        at_most("change of energy at 1 ms, relative", 5e-5, changes[0]),
        at_most("change of energy at 0.5 ms, relative", 1.3e-5, changes[1]),
        Figure("order of the change", 2.0, observed_order(steps, changes), 0.2),
        at_most("joint gap [m]", 1e-11, float(gap)),
    ]


def swing(angles: Sequence[float], length: float, end: float) -> Floats:
    """Angles of the same rods at a time, by their equations in these angles alone."""
    from scipy.integrate import solve_ivp

    n = len(angles)
    arm = length * (np.tri(n, k=-1) + 0.5 * np.eye(n))
    mass, own = arm.T @ arm, length**2 / 12.0 * np.eye(n)
    weight = GRAVITY * arm.sum(axis=0)

    def rate(t: float, y: Floats) -> Floats:
        apart, spin = y[:n, None] - y[:n], y[n:]
        load = -(mass * np.sin(apart)) @ spin**2 - weight * np.sin(y[:n])
        turned = np.linalg.solve(mass * np.cos(apart) + own, load)
        return np.concatenate([spin, turned])

    start = np.concatenate([angles, np.zeros(n)])
    found = solve_ivp(rate, (0.0, end), start, rtol=1e-12, atol=1e-12)
    return np.asarray(found.y[:n, -1])


def angle_order(angles: Sequence[float], end: float) -> float:
    """Order of the angles of linked rods, against their own equations."""
    expected, steps, errors = swing(angles, 0.1, end), [1e-3, 5e-4, 2.5e-4], []
    for dt in steps:
        motion = run(pendulum(angles), dt, end)
        turned = [motion.position(f"rod_{k}", "angle")[-1] for k in range(len(angles))]
        errors.append(float(np.abs(np.array(turned) + 0.5 * math.pi - expected).max()))
    return observed_order(steps, errors)


def linked_figures() -> list[Figure]:
    """Two, three and fifty rods."""
    double = run(pendulum([2.0, 2.5]), 1e-3, 10.0)
    triple = run(pendulum([1.0, 1.2, 1.4]), 1e-3, 10.0)
    wide, small = (
        largest_change(
            run(pendulum([a] * 50, 0.02), 1e-3, 10.0, every=20), 50 * GRAVITY
        )
        for a in (1.0, 0.3)
    )
    return [
        at_most("double pendulum", 1e-3, largest_change(double, 2.0 * GRAVITY * 0.1)),
        at_most("triple pendulum", 1e-3, largest_change(triple, 3.0 * GRAVITY * 0.1)),
        at_most("chain of 50 rods from 1 rad", 3e-4, wide),
        at_most("chain of 50 rods from 0.3 rad", 1e-6, small),
        Figure("order of two angles", 2.0, angle_order([0.5, 0.8], 3.0), 0.2),
        Figure("order of three angles", 2.0, angle_order([1.0, 1.2, 1.4], 1.0), 0.2),
    ]
