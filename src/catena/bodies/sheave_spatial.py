"""The four sheaves of a variator in space, each with axial place and two slopes.

Blocks are (7, 2), a column per pulley: its turn, then place and slopes along x and y
of the left sheave (z < 0), then those of the right one. The place of a sheave is the
distance of its cone, at the axis, from the mid-plane of its pulley, outwards. Sheaves
that move as mirror images share the place of the left one, with the mass of both:
apart, nothing would hold a pulley along its axis. A fixed sheave has M_inv = 0.

At the distance rho from the axis the surface is place + rho tan(delta_0) + slopes . d
away from the mid-plane at z = c_z.

Source: [Cebulla2014] 3.2, 6.1.
"""

from __future__ import annotations

from catena.bodies.sheave import Compliance
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record

TILTING = int(Compliance.TILTING)
PULLEY_ROWS = 7
SIDES = 2

SPATIAL_SHEAVE = record(
    pulley=int,
    z=int,  # rows of its place and slopes in the block of the pulleys
    x=int,
    y=int,
    compliance=int,
    side=float,  # -1 left, +1 right
    c_x=float,  # centre, mid-plane [m]
    c_y=float,
    c_z=float,
    sin=float,  # of the half groove angle
    cos=float,
    tan=float,
    k_tilt=float,  # [N m/rad], [N m s/rad], [N s/m]
    d_tilt=float,
    d_axial=float,
    gyro=float,  # polar inertia [kg m^2]
    inner=float,  # radii of the cone [m]
    outer=float,
)
"""One sheave; sheave 2 p + s is the side s of pulley p."""


@lean_kernel
def add_sheave_forces(
    sheaves: Rows, q: Floats, u: Floats, M_inv: Floats, h: Floats
) -> float:
    """Damping of the axial motion, elastic hubs and gyroscopic moments.

    Returns the power that damping takes [W].
    """
    power = 0.0
    for i in range(sheaves.size):
        p, z, x, y = sheaves[i].pulley, sheaves[i].z, sheaves[i].x, sheaves[i].y
        if p < 0 or z < 0 or x < 0 or y < 0:  # no index counts from the end
            continue
        h[z, p] -= sheaves[i].d_axial * u[z, p]
        if M_inv[z, p] > 0.0:  # the motion of a stop is prescribed
            power += sheaves[i].d_axial * u[z, p] * u[z, p]
        if sheaves[i].compliance & TILTING:
            k, d = sheaves[i].k_tilt, sheaves[i].d_tilt
            v_x, v_y = u[x, p], u[y, p]
            spin = sheaves[i].gyro * u[0, p]
            h[x, p] -= k * q[x, p] + d * v_x - spin * v_y
            h[y, p] -= k * q[y, p] + d * v_y + spin * v_x
            power += d * (v_x * v_x + v_y * v_y)
    return power


@lean_kernel
def sheave_energy(sheaves: Rows, q: Floats) -> float:
    """Elastic energy of the hubs [J]."""
    total = 0.0
    for i in range(sheaves.size):
        if sheaves[i].compliance & TILTING:
            p, x, y = sheaves[i].pulley, sheaves[i].x, sheaves[i].y
            total += 0.5 * sheaves[i].k_tilt * (q[x, p] ** 2 + q[y, p] ** 2)
    return total
