"""An elastic bar thrown against a wall: contact time, force and rebound."""

from __future__ import annotations

import numpy as np

from catena.dynamics.energy import kinetic_energy, potential_energy
from catena.model import Model
from catena.motion import Motion, run
from catena.planar import PlanarSystem, Unilateral
from catena.verification.case import Figure, at_most

LENGTH, STIFFNESS, DENSITY, GAP, SPEED = 10.0, 900.0, 1.0, 5.0, 10.0


def elastic_bar(n: int) -> Model:
    """A bar of n elements with lumped masses, flying towards a wall at x = 0."""
    plan = PlanarSystem()
    size = LENGTH / n
    nodes = []
    for k in range(n + 1):
        mass = DENSITY * size * (0.5 if k in (0, n) else 1.0)
        at, velocity = (GAP + k * size, 0.0), (-SPEED, 0.0)
        nodes.append(plan.body(f"n{k}", mass, 1.0, at, velocity=velocity, free=("x",)))
    for k in range(n):
        left, right = nodes[k].point(), nodes[k + 1].point()
        plan.spring(f"s{k}", left, right, STIFFNESS / size, rest=size)
    wall = plan.ground.line((1.0, 0.0))
    plan.contact("wall", nodes[0].point(), wall, Unilateral())
    return plan.build()


def elastic_bar_figures() -> list[Figure]:
    """A2.11: against the travelling wave solution."""
    model = elastic_bar(100)
    dt = 2e-4
    motion = run(model, dt, 1.5)
    P, t = motion.percussion("wall"), motion.times()
    touched = t[P > 0.0]
    inside = (t > 0.55) & (t < 1.1)
    force = P[inside].sum() / (dt * np.count_nonzero(inside))
    mass = model.system.inertia.M[3::3]
    u = np.array([motion.velocity(f"n{k}", "x")[-1] for k in range(101)])
    return [
        Figure("first touch [s]", 0.5, float(touched[0]), 4e-4),
        Figure("release [s]", 7.0 / 6.0, float(touched[-1]), 0.02 * 7.0 / 6.0),
        Figure("mean force [N]", 300.0, float(force), 3.0),
        Figure("impulse [N s]", 200.0, float(P.sum()), 4.0),
        Figure("rebound of the centre [m/s]", SPEED, float(mass @ u / mass.sum()), 0.2),
        at_most("energy above the start, share", 1e-12, most_energy(motion)),
    ]


def most_energy(motion: Motion) -> float:
    """Largest energy of any record above that of the first, as a share of it."""
    system = motion.model.system
    energy = np.array(
        [
            kinetic_energy(system, u) + potential_energy(system, q)
            for q, u in zip(motion.q, motion.u, strict=True)
        ]
    )
    return float(energy.max() / energy[0] - 1.0)
