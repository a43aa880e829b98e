"""A disc between the two sheaves of a pulley, as flank rows."""

import math

import numpy as np

from catena.bodies.sheave import SHEAVE, Compliance
from catena.numerics.records import table
from catena.rows.flank import FLANK
from catena.rows.flank_force import BELT_LOAD
from catena.tables.blocks import Block

HALF_WIDTH, WEDGE, CENTRE = 12e-3, math.radians(11.0), (0.1, -0.02)


def blocks(held=False):
    """A body of 30 g and a pulley, both free; or the pulley held."""
    rng = np.random.default_rng(1)
    body = Block(
        np.array([[0.145], [0.005], [0.3]]), 0.1 * rng.standard_normal((3, 1)),
        np.zeros((3, 1)), np.array([[33.0], [33.0], [4e5]]), np.zeros((3, 1)),
    )  # fmt: skip
    pulley = Block(
        np.array([[0.0], [HALF_WIDTH - 0.0545 * math.tan(WEDGE)], [1e-4], [-2e-4]]),
        np.array([[1.0], [0.01], [0.02], [-0.01]]), np.zeros((4, 1)),
        (0.0 if held else 1.0) * np.array([[20.0], [0.5], [80.0], [80.0]]),
        np.zeros((4, 1)),
    )  # fmt: skip
    return body, pulley


def pulley_table(compliance=Compliance.TILTING):
    return table(
        SHEAVE, 1, compliance=int(compliance), c_x=CENTRE[0], c_y=CENTRE[1],
        sin=math.sin(WEDGE), cos=math.cos(WEDGE), tan=math.tan(WEDGE), k_tilt=4e5,
        d_tilt=20.0, d_axial=30.0, gyro=0.02, inner=0.02, outer=0.09,
    )  # fmt: skip


def placed_row(body, pulley, arm=(2e-3, 3e-3)):
    """One row: a point of the body at an arm from its centre, by its definition."""
    row = table(FLANK, 1)
    x, y, angle = body.q[:, 0]
    c, s = math.cos(angle), math.sin(angle)
    d_x = x + arm[0] * c - arm[1] * s - CENTRE[0]
    d_y = y + arm[0] * s + arm[1] * c - CENTRE[1]
    rho = math.hypot(d_x, d_y)
    away = pulley.q[1, 0] + rho * math.tan(WEDGE)
    away += pulley.q[2, 0] * d_x + pulley.q[3, 0] * d_y - HALF_WIDTH
    row.d_x, row.d_y, row.rho, row.gap = d_x, d_y, rho, math.cos(WEDGE) * away
    return row


def loads():
    return table(BELT_LOAD, 1)
