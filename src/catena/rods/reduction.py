"""Reduction of a planar rod by proper orthogonal decomposition (POD).

Snapshots of a full run, less an offset, are weighted by the masses; their left singular
vectors are the basis P with P' M P = 1, and the rod moves as q = q_0 + P y:

    y'' = P' h(q_0 + P y),   y(0) = P' M (q - q_0)

Fewer modes allow larger steps, if the fast ones are not among them. The error of a run
is always told beside that of the projection: contacts excite what no snapshot has seen.

Source: [Cebulla2014] 6.3, (6.112)-(6.132).
Deviation: (6.130) has no offset: absolute coordinates spend modes on where the rod
stands, lose step size, and fail where it rolls. More snapshots than coordinates are not
needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from catena.errors import InputError, SpecError
from catena.numerics.arrays import Floats
from catena.rods.motion import RodMotion
from catena.rods.planar_rod import Rod

SHARE = 0.8
"""Default step over the limit of the reduced rod."""


@dataclass(frozen=True, eq=False)
class Basis:
    """Modes of a reduced rod."""

    offset: Floats
    """q_0."""
    P: Floats
    """(coordinates, modes), P' M P = 1."""
    mass: Floats
    """Flat diagonal."""
    singular_values: Floats
    """Of all snapshots, falling."""
    projection_error: float
    """Root mean square of what the basis leaves of the snapshots' places [m]."""

    def coordinates(self, q: Floats) -> Floats:
        """y of one or many states."""
        return np.asarray(((q - self.offset) * self.mass) @ self.P)

    def places(self, y: Floats) -> Floats:
        """q of one or many reduced states."""
        return np.asarray(self.offset + y @ self.P.T)


@dataclass(frozen=True, eq=False)
class ReducedRun:
    """A run of a reduced rod beside the full one."""

    motion: RodMotion
    step_gain: float
    """Largest stable step over that of the full rod."""
    projection_error: float
    """[m]"""
    run_error: float
    """Root mean square of the vertices' distance from the full run [m]."""


def store_basis(basis: Basis, file: Path) -> None:
    """Write a basis, such as into the folder of the run it comes from."""
    np.savez(
        file, offset=basis.offset, P=basis.P, mass=basis.mass,
        singular_values=basis.singular_values, projection_error=basis.projection_error,
    )  # fmt: skip


def stored_basis(file: Path) -> Basis:
    """A basis that was written.

    Raises:
        InputError: There is none.
    """
    if not file.is_file():
        raise InputError(f"basis: {file} is not there; expected a stored basis")
    with np.load(file) as data:
        return Basis(
            data["offset"], data["P"], data["mass"], data["singular_values"],
            float(data["projection_error"]),
        )  # fmt: skip


def basis_of(
    mass: Floats, snapshots: Floats, modes: int, *, offset: bool = True
) -> Basis:
    """A basis from snapshots (records, coordinates) of anything with a flat mass.

    The projection error is the root mean square over all coordinates.
    """
    most = min(snapshots.shape)
    if not 1 <= modes <= most:
        raise SpecError.at("modes", modes, f"expected 1 to {most}")
    zero = snapshots.mean(axis=0) if offset else np.zeros(snapshots.shape[1])
    root = np.sqrt(mass)
    U, values, _ = np.linalg.svd(((snapshots - zero) * root).T, full_matrices=False)
    made = Basis(zero, U[:, :modes] / root[:, None], mass, values, 0.0)
    left = made.places(made.coordinates(snapshots)) - snapshots
    return replace(made, projection_error=float(np.sqrt(np.mean(left**2))))


def pod_basis(rod: Rod, snapshots: Floats, modes: int, *, offset: bool = True) -> Basis:
    """A basis from the states of a run.

    Args:
        rod: Whose run it was.
        snapshots: (records, coordinates).
        modes: How many to keep.
        offset: Whether the mean of the snapshots is taken off first.
    """
    made = basis_of(rod.masses(), snapshots, modes, offset=offset)
    back = made.places(made.coordinates(snapshots))
    return replace(made, projection_error=_distance(rod, back, snapshots))


def largest_reduced_step(rod: Rod, basis: Basis, q: Floats) -> float:
    """Largest stable step of the reduced rod at a place [s]."""
    K = basis.P.T @ rod.stiffness(q, 0.0) @ basis.P
    fastest = float(np.linalg.eigvalsh(0.5 * (K + K.T))[-1])
    return 2.0 / math.sqrt(fastest) if fastest > 0.0 else math.inf


def reduced_motion(
    rod: Rod,
    basis: Basis,
    full: RodMotion,
    *,
    factor: Callable[[float], float] = lambda t: 1.0,
    start: tuple[Floats, Floats] | None = None,
) -> ReducedRun:
    """The run of a reduced rod, recorded and compared with a full one.

    Args:
        rod: With its loads.
        basis: Its modes.
        full: The run to be compared with; it may have another start than the one the
            basis comes from.
        factor: Of the loads over time.
        start: Coordinates and velocities; those of the full run if not given.
    """
    q, u = (full.q[0], full.u[0]) if start is None else start
    places = full.q[:: max(1, len(full.q) // 8)]
    limit = min(largest_reduced_step(rod, basis, place) for place in places)
    dt = SHARE * min(limit, float(full.t[-1]))
    apart = float(full.t[1] - full.t[0])
    every = max(1, math.ceil(apart / dt))
    dt = apart / every
    y, v = basis.coordinates(q), (u * basis.mass) @ basis.P
    found, speeds, t = [y], [v], 0.0
    for _ in range(len(full.t) - 1):
        for _ in range(every):
            y = y + 0.5 * dt * v
            t += dt
            h = rod.forces(basis.places(y), factor(t - 0.5 * dt))
            v = v + dt * (h @ basis.P)
            y = y + 0.5 * dt * v
        found.append(y)
        speeds.append(v)
    states = basis.places(np.array(found))
    motion = RodMotion(full.t, states, np.array(speeds) @ basis.P.T, dt, limit)
    error = _distance(rod, states, full.q)
    return ReducedRun(motion, limit / full.limit, basis.projection_error, error)


def _distance(rod: Rod, a: Floats, b: Floats) -> float:
    """Root mean square distance of the vertices in two runs [m]."""
    apart = (a - b)[:, : 2 * rod.vertices]
    return float(np.sqrt(2.0 * np.mean(apart**2)))
