"""Positions with the old velocities, velocities with the new forces."""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.pushbelt.tables import (
    HM,
    HX,
    HY,
    OM,
    PHI,
    RVX,
    RVY,
    RX,
    RY,
    TX,
    TY,
    VTX,
    VTY,
    VX,
    VY,
    VZ,
    C,
    Laws,
    S,
    W,
    X,
    Y,
    Z,
)


@lean_kernel
def advance_positions(q: Floats, ring: Floats, turn: Floats, dt: float) -> None:
    """All positions one step on; directions turn without a call of sine and cosine."""
    for k in range(q.shape[1]):
        q[X, k] += dt * q[VX, k]
        q[Y, k] += dt * q[VY, k]
        angle = dt * q[W, k]
        sine = angle - angle * angle * angle / 6.0
        cosine = 1.0 - 0.5 * angle * angle
        c = q[C, k] * cosine - q[S, k] * sine
        s = q[S, k] * cosine + q[C, k] * sine
        unit = 1.5 - 0.5 * (c * c + s * s)
        q[C, k] = c * unit
        q[S, k] = s * unit
    for i in range(ring.shape[1]):
        ring[RX, i] += dt * ring[RVX, i]
        ring[RY, i] += dt * ring[RVY, i]
    for p in range(2):
        turn[PHI, p] += dt * turn[OM, p]
        turn[Z, p] += dt * turn[VZ, p]
        turn[TX, p] += dt * turn[VTX, p]
        turn[TY, p] += dt * turn[VTY, p]


@lean_kernel
def advance_velocities(
    laws: Laws,
    ring_inv: float,
    q: Floats,
    ring: Floats,
    h: Floats,
    force: Floats,
    dt: float,
) -> None:
    """Velocities of elements and ring without friction."""
    for k in range(q.shape[1]):
        q[VX, k] += dt * laws.m_inv * h[HX, k]
        q[VY, k] += dt * laws.m_inv * h[HY, k]
        q[W, k] += dt * laws.j_inv * h[HM, k]
    for i in range(ring.shape[1]):
        ring[RVX, i] += dt * ring_inv * force[0, i]
        ring[RVY, i] += dt * ring_inv * force[1, i]
