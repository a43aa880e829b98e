"""A planar rod through time, in explicit steps below the computed limit.

Positions half a step, velocities by the forces there, positions the other half: of
second order, momentum and angular momentum kept exactly. The limit
is 2 over the fastest mode, found from the rod's own tangent: of axial waves, bending
and the turning of elements, whichever is fastest. Damping of the strains is taken at
the old velocities, which makes the limit smaller: 2/omega (sqrt(1 + z^2) - z) with
z = omega tau / 2.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from catena.errors import SolverError, SpecError
from catena.numerics.arrays import Floats
from catena.rods.planar_rod import Rod

SHARE = 0.5
"""Default step over the limit."""


@dataclass(frozen=True, eq=False)
class RodMotion:
    """Records of a run."""

    t: Floats
    """[s]"""
    q: Floats
    """(records, coordinates)"""
    u: Floats
    step: float
    """[s]"""
    limit: float
    """Largest stable step at rest [s]."""
    inertia_scale: float = 1.0
    """By which the rotary inertia was multiplied."""


def largest_step(rod: Rod, q: Floats, inertia_scale: float = 1.0) -> float:
    """Largest stable step of a rod at a place, without loads [s]."""
    own = rod.free
    root = 1.0 / np.sqrt(rod.masses(inertia_scale)[own])
    K = rod.stiffness(q, 0.0)[np.ix_(own, own)]
    fastest = float(np.linalg.eigvalsh(root[:, None] * (0.5 * (K + K.T)) * root)[-1])
    if fastest <= 0.0:
        return math.inf
    share = 0.5 * rod.damping_time * math.sqrt(fastest)
    return 2.0 / math.sqrt(fastest) * (math.sqrt(1.0 + share**2) - share)


def rod_motion(
    rod: Rod,
    duration: float,
    step: float | None = None,
    *,
    factor: Callable[[float], float] = lambda t: 1.0,
    velocity: Floats | None = None,
    place: Floats | None = None,
    records: int = 200,
    inertia_scale: float = 1.0,
) -> RodMotion:
    """Take a rod from rest, or from given velocities, through time.

    Args:
        rod: With its loads.
        duration: [s]
        step: [s]; half the largest stable one if not given.
        factor: Of the loads over time.
        velocity: Of all coordinates at the start.
        place: Coordinates at the start; at rest if not given.
        records: How many, evenly.
        inertia_scale: Factor of the rotary inertia; told in the answer.

    Raises:
        SpecError: The step is not stable.
        SolverError: The run left all bounds.
    """
    q, own = rod.start() if place is None else place.copy(), rod.free
    limit = largest_step(rod, q, inertia_scale)
    dt = SHARE * limit if step is None else step
    if not 0.0 < dt <= limit:
        words = f"expected at most {limit:.3g} s, the largest stable step of this rod"
        raise SpecError.at("step", dt, words)
    every = max(1, math.ceil(duration / (records * dt)))
    dt = duration / (records * every)
    push = np.where(own, dt / rod.masses(inertia_scale), 0.0)
    u = np.zeros(q.size) if velocity is None else np.array(velocity, dtype=float)
    times, places, speeds = [0.0], [q.copy()], [u.copy()]
    for record in range(records):
        for k in range(every):
            q = q + 0.5 * dt * u
            t = (record * every + k + 1) * dt
            h = rod.forces(q, factor(t - 0.5 * dt))
            if rod.damping_time > 0.0:
                h += rod.damping(q, u)
            u = u + push * h
            q = q + 0.5 * dt * u
        if not np.isfinite(q).all():
            raise SolverError(f"rod: not finite at {t:.4g} s with steps of {dt:.3g} s")
        times.append(t)
        places.append(q.copy())
        speeds.append(u.copy())
    found = (np.array(times), np.array(places), np.array(speeds))
    return RodMotion(*found, dt, limit, inertia_scale)
