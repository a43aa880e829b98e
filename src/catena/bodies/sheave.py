"""The pair of sheaves of one pulley: turn, groove and two slopes.

Both sheaves of a pulley move as mirror images: one axial coordinate and two slopes
stand for the pair, with the masses of both. What presses on one sheave presses on the
other too; forces of the pair are twice those of one. Angles and speeds count in the
sense of travel, which is clockwise.

Blocks are (4, n): turn [rad]; groove, the axial distance between sheave and mid-plane
at the axis [m]; slopes of the sheave along x and y [rad]. Rates and forces alike.

A sheave is a cone of half groove angle delta_0: at the distance rho from its axis the
surface is groove + rho tan(delta_0) + slopes . d away from the mid-plane.

Source: [Cebulla2014] 5.3, 6.1.
"""

from __future__ import annotations

from enum import IntEnum

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record


class Compliance(IntEnum):
    """How sheaves give way: bits that add up."""

    RIGID = 0
    TILTING = 1
    """Rigid discs on elastic hubs: two slopes."""
    COUPLED = 2
    """Elastic discs: Maxwell's coupled law."""
    TILTING_AND_COUPLED = 3
    """Elastic discs on elastic hubs."""


TILTING = int(Compliance.TILTING)

SHEAVE = record(
    compliance=int,
    c_x=float,  # centre [m]
    c_y=float,
    v_x=float,  # its velocity where the shaft moves in its bearing [m/s]
    v_y=float,
    sin=float,  # of the half groove angle
    cos=float,
    tan=float,
    k_tilt=float,  # of both sheaves together [N m/rad], [N m s/rad], [N s/m]
    d_tilt=float,
    d_axial=float,
    gyro=float,  # polar inertia of both [kg m^2]
    inner=float,  # radii of the cone [m]
    outer=float,
)
"""One pulley. Its inverse masses stand in the flat diagonal like all others."""


@lean_kernel
def add_hub_forces(sheaves: Rows, q: Floats, u: Floats, h: Floats) -> None:
    """Damping of the axial motion, elastic hubs and gyroscopic moments."""
    for p in range(sheaves.size):
        h[1, p] -= sheaves[p].d_axial * u[1, p]
        if sheaves[p].compliance & TILTING:
            k, d = sheaves[p].k_tilt, sheaves[p].d_tilt
            v_x, v_y = u[2, p], u[3, p]
            spin = sheaves[p].gyro * u[0, p]
            # gyroscopic moments of a disc that turns with u[0]: they couple the slopes,
            # skew-symmetric, so that they take no power
            h[2, p] -= k * q[2, p] + d * v_x - spin * v_y
            h[3, p] -= k * q[3, p] + d * v_y + spin * v_x


@lean_kernel
def hub_damping(sheaves: Rows, u: Floats, mean: Floats, M_inv: Floats) -> float:
    """Power that damping of velocities before a step takes on the mean ones [W]."""
    power = 0.0
    for p in range(sheaves.size):
        if M_inv[1, p] > 0.0:  # the motion of a stop is prescribed
            power += sheaves[p].d_axial * u[1, p] * mean[1, p]
        if sheaves[p].compliance & TILTING:
            tilting = u[2, p] * mean[2, p] + u[3, p] * mean[3, p]
            power += sheaves[p].d_tilt * tilting
    return power


@lean_kernel
def hub_energy(sheaves: Rows, q: Floats) -> float:
    """Elastic energy of the hubs [J]."""
    total = 0.0
    for p in range(sheaves.size):
        if sheaves[p].compliance & TILTING:
            total += 0.5 * sheaves[p].k_tilt * (q[2, p] ** 2 + q[3, p] ** 2)
    return total
