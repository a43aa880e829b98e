"""Which flanks stand between their sheaves and how far away, brute force over all."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from tests.plain import plain

from catena.bodies.sheave import SHEAVE
from catena.numerics.records import table
from catena.pairs.element_sheave import ElementFlank, find_element_flanks
from catena.rows.flank import FLANK
from catena.tables.blocks import Block

pytestmark = plain

N = 30


@pytest.mark.parametrize("radius", [0.0, 0.05])
def test_flanks_near_the_cones_are_listed_pulley_by_pulley(radius: float) -> None:
    """The gap is the least distance along the flank; rows of a pulley together."""
    along = np.array([-1e-3, 2e-3])
    flank = ElementFlank(-1e-3, 12e-3, 5e-4, along, radius, 4e-3)
    wedge = np.array([0.19, 0.21])
    sheaves = table(SHEAVE, 2, c_x=[0.0, 0.2], c_y=[0.01, -0.02], sin=np.sin(wedge),
                    cos=np.cos(wedge), tan=np.tan(wedge))  # fmt: skip
    draws = np.random.default_rng(3)
    q, z = np.zeros((3, N)), np.zeros((4, 2))
    angle = draws.uniform(0.0, 6.0, N)
    out = draws.uniform(0.03, 0.07, N)
    left = np.arange(N) % 2 == 0
    q[0] = np.where(left, 0.0, 0.2) + out * np.cos(angle)
    q[1] = np.where(left, 0.01, -0.02) + out * np.sin(angle)
    q[2] = angle + draws.choice([0.5 * np.pi, -0.5 * np.pi], N) + 0.05
    z[1] = 12e-3 - 0.05 * np.tan(wedge)
    z[2:] = 1e-3 * draws.normal(size=(2, 2))
    pose = np.array([np.cos(q[2]), np.sin(q[2])])
    none = np.zeros((3, N))
    body = Block(q, none, none, none, none)
    pulley = Block(z, *(np.zeros((4, 2)) for _ in range(4)))
    rows = table(FLANK, 2 * N)
    count = find_element_flanks(flank, sheaves, body, pulley, pose, rows)
    found = {int(row.slot): row for row in rows[:count]}
    assert len(found) == count > 15
    assert np.all(np.diff(rows[:count].b) >= 0)
    near = 0
    for k in range(N):
        p = int(q[0, k] >= 0.1)
        for f, way in enumerate(along):
            e = pose[0, k] + 1j * pose[1, k]
            d = q[0, k] + 1j * q[1, k] - sheaves[p].c_x - 1j * sheaves[p].c_y
            d += e * (way - 1e-3j)
            tan = np.tan(wedge[p])
            row = found.get(2 * k + f)

            def gap(y: float, d: complex = d, e: complex = e, p: int = p) -> float:
                """Of a place of the flank above its middle, along its slope."""
                place = d + y * np.cos(wedge[p]) * 1j * e
                axial = z[1, p] + abs(place) * np.tan(wedge[p])
                axial += z[2, p] * place.real + z[3, p] * place.imag
                half = 12e-3 + y * np.sin(wedge[p])
                back = 0.5 * y * y / radius if radius else 0.0
                return float(np.cos(wedge[p]) * (axial - half) + back)

            tilt = abs(z[2, p]) + abs(z[3, p])
            looked_at = abs(d) <= (12.5e-3 - z[1, p]) / (tan - tilt)
            assert (row is not None) == looked_at
            if gap(0.0) < 4e-4:
                assert row is not None  # whoever may touch takes part
                near += 1
            if row is None:
                continue
            assert (row.a, row.b) == (k, p)
            wanted = gap(0.0)
            if radius:
                limits = {"bounds": (-4e-3, 4e-3), "method": "bounded"}
                wanted = minimize_scalar(gap, options={"xatol": 1e-9}, **limits).fun
            # a straight slope is assumed along the flank
            assert row.gap == pytest.approx(wanted, abs=1e-15 if not radius else 2e-7)
            place = row.d_x + 1j * row.d_y
            assert row.rho == pytest.approx(abs(place))
            if not radius:
                assert place == pytest.approx(d)
    assert near > 5
