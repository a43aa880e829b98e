"""Pins between sheaves, drawn at random: who is near, forces, directions and bounds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.sheave import SHEAVE, Compliance
from catena.laws.sheave_grip import GRIP
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.pairs.pin_sheave import (
    PinLaw,
    add_pin_forces,
    end_stiffness,
    fill_pin_friction,
    find_pins,
    pin_energy,
    row_mass,
)
from catena.rows.flank import FLANK, flank_slip
from catena.rows.flank_force import BELT_LOAD
from catena.tables.blocks import Block

pytestmark = plain

N, DT = 24, 1e-4
WEDGE = np.array([0.19, 0.21])
COUPLED = int(Compliance.COUPLED)


def block(shape: tuple[int, int], M_inv: float, seed: int) -> Block:
    draws = np.random.default_rng(seed)
    q, u, mean = draws.normal(size=(3, *shape))
    return Block(q, u, np.zeros(shape), np.full(shape, M_inv), mean)


def variator(
    coupled: bool = False, damping: float = 0.0
) -> tuple[PinLaw, Rows, Block, Block]:
    """Pins around both shafts, on links with their pin off the middle."""
    draws = np.random.default_rng(5)
    law = PinLaw(12e-3, 5e7, damping, 2e-4, draws.normal(size=N) * 2e-3)
    sheaves = table(
        SHEAVE, 2, c_x=[0.0, 0.2], c_y=[0.01, -0.02], sin=np.sin(WEDGE),
        cos=np.cos(WEDGE), tan=np.tan(WEDGE), v_x=[0.1, -0.2], v_y=[0.3, 0.05],
        compliance=COUPLED if coupled else int(Compliance.TILTING),
    )  # fmt: skip
    body, pulley = block((3, N), 30.0, 6), block((4, 2), 0.5, 7)
    left, angle = np.arange(N) < N // 2, draws.uniform(0.0, 6.0, N)
    out = 0.05 + 2e-3 * draws.normal(size=N)
    out[::7] += 0.02  # on the strand
    body.q[0] = np.where(left, 0.0, 0.2) + out * np.cos(angle)
    body.q[1] = np.where(left, 0.01, -0.02) + out * np.sin(angle)
    body.u[2] *= 50.0
    pulley.q[1] = 12e-3 - 0.05 * np.tan(WEDGE)
    pulley.q[2:] *= 1e-3
    pulley.u[0] *= 100.0
    return law, sheaves, body, pulley


def pose(body: Block) -> Floats:
    return np.array([np.cos(body.q[2]), np.sin(body.q[2])])


def found(law: PinLaw, sheaves: Rows, body: Block, pulley: Block) -> Rows:
    rows = table(FLANK, N)
    count = find_pins(law, sheaves, body, pulley, pose(body), rows)
    return rows[:count]


def test_pins_near_the_cones_are_listed_pulley_by_pulley() -> None:
    law, sheaves, body, pulley = variator()
    rows = found(law, sheaves, body, pulley)
    wanted = []
    for p in range(2):
        for k in range(N):
            pin = body.q[0, k] + 1j * body.q[1, k]
            pin += law.place[k] * np.exp(1j * body.q[2, k])
            if (pin.real >= 0.1) != (p == 1):
                continue
            d = pin - sheaves[p].c_x - 1j * sheaves[p].c_y
            gap = pulley.q[1, p] - 12e-3 + abs(d) * math.tan(WEDGE[p])
            gap += pulley.q[2, p] * d.real + pulley.q[3, p] * d.imag
            if gap <= 2e-4:
                along = math.cos(WEDGE[p]) * gap
                wanted.append((k, p, k, d.real, d.imag, abs(d), along))
    assert N // 3 < len(wanted) < N
    names = ("a", "b", "slot", "d_x", "d_y", "rho", "gap")
    assert len(rows) == len(wanted)
    for row, one in zip(rows, wanted, strict=True):
        assert [row[name] for name in names] == pytest.approx(one)


def pressed(
    rows: Rows, law: PinLaw, sheaves: Rows, body: Block, pulley: Block
) -> tuple[float, Rows]:
    belt = table(BELT_LOAD, 2)
    body.h[:], pulley.h[:] = 0.0, 0.0
    power = add_pin_forces(law, rows, len(rows), sheaves, body, pulley, belt)
    return power, belt


def test_forces_are_slopes_of_the_energy_of_both_ends() -> None:
    law, sheaves, body, pulley = variator()
    rows = found(law, sheaves, body, pulley)
    power, belt = pressed(rows, law, sheaves, body, pulley)
    assert power == 0.0
    touching = rows[rows.gap < 0.0]
    assert 3 < len(touching) < len(rows)
    assert end_stiffness(law, sheaves, 1) == pytest.approx(1e8 / math.cos(0.21) ** 2)
    for row in rows:
        stiff = end_stiffness(law, sheaves, row.b)
        assert row.force == pytest.approx(max(-stiff * row.gap, 0.0))
        assert row.press == pytest.approx(-stiff * row.gap)
    h, g = body.h.copy(), pulley.h.copy()

    def energy() -> float:
        own = found(law, sheaves, body, pulley)
        return float(pin_energy(law, own, len(own), sheaves))

    k = int(touching[0].a)
    places = [(body.q, h, (i, k)) for i in range(3)]
    places += [(pulley.q, g, (i, p)) for i in (1, 2, 3) for p in range(2)]
    for values, force, at in places:
        size = 1e-8 if values is pulley.q or at[0] < 2 else 1e-6
        values[at] += size
        high = energy()
        values[at] -= 2.0 * size
        slope = (high - energy()) / (2.0 * size)
        values[at] += size
        assert force[at] == pytest.approx(-slope, rel=1e-4, abs=1e-2)
    for p in range(2):
        own = rows[rows.b == p]
        axial = (own.force * math.cos(WEDGE[p])).sum()
        assert belt[p].axial == pytest.approx(axial)
        assert belt[p].f_x == pytest.approx(-h[0, own.a].sum())
        assert belt[p].f_y == pytest.approx(-h[1, own.a].sum())


@pytest.mark.parametrize("coupled", [False, True])
def test_damping_takes_its_power_from_pins_sheaves_and_shafts(coupled: bool) -> None:
    """What it adds to all forces, at all velocities; dampers do not pull here."""
    law, sheaves, body, pulley = variator(coupled)
    rows = found(law, sheaves, body, pulley)
    draws = np.random.default_rng(8)
    rows.press = draws.uniform(1e3, 2e3, len(rows))
    rows.bend_r, rows.bend_t = 1e-2 * draws.normal(size=(2, len(rows)))
    pressed(rows, law, sheaves, body, pulley)
    h, g = body.h.copy(), pulley.h.copy()
    damped = law._replace(d=1e-2)
    power, _ = pressed(rows, damped, sheaves, body, pulley)
    shafts = np.array([sheaves.v_x, sheaves.v_y])
    taken = -float(((body.h - h) * body.u).sum() + ((pulley.h - g) * pulley.u).sum())
    for row in rows:  # a shaft takes the reaction
        change = (body.h - h)[:2, row.a]
        taken += float(change @ shafts[:, row.b])
    assert power == pytest.approx(taken, rel=1e-7)
    assert power > 0.0


def test_bent_discs_push_along_their_slopes() -> None:
    """Outwards and along the circumference, beside the cone and its tilt."""
    law, sheaves, body, pulley = variator(coupled=True)
    rows = found(law, sheaves, body, pulley)
    draws = np.random.default_rng(9)
    rows.press = draws.uniform(1e3, 2e3, len(rows))
    rows.bend_r, rows.bend_t = 1e-2 * draws.normal(size=(2, len(rows)))
    gaps = rows.gap.copy()
    pressed(rows, law, sheaves, body, pulley)
    for row in rows:
        out = (row.d_x + 1j * row.d_y) / row.rho
        axial = row.press * math.cos(WEDGE[row.b])
        bend = (row.bend_r + 1j * row.bend_t) / math.cos(WEDGE[row.b])
        tilt = pulley.q[2, row.b] + 1j * pulley.q[3, row.b]
        push = 2.0 * axial * (out * (math.tan(WEDGE[row.b]) + bend) + tilt)
        assert body.h[0, row.a] + 1j * body.h[1, row.a] == pytest.approx(push)
        assert row.force == pytest.approx(row.press)
    wanted = -(rows.press * gaps).sum()
    assert pin_energy(law, rows, len(rows), sheaves) == pytest.approx(wanted)


def test_friction_rows_are_those_of_mid_step_with_the_cone_loaded_by_friction() -> None:
    law, sheaves, body, pulley = variator()
    sheaves.v_x = sheaves.v_y = 0.0
    rows = found(law, sheaves, body, pulley)
    pressed(rows, law, sheaves, body, pulley)
    grips = table(GRIP, 2, mu=[0.09, 0.12], aspect=[1.0, 0.5])
    P = 1e-2 * np.random.default_rng(3).normal(size=(N, 2))
    fill_pin_friction(grips, rows, len(rows), sheaves, body, pulley, P, DT)
    u, v = body.u, pulley.u
    for i, row in enumerate(rows):
        half, own = 0.5 * DT * v[0, row.b], 0.5 * DT * u[2, row.a]
        out = (row.d_x + 1j * row.d_y) / row.rho * np.exp(-1j * half)
        second = 2.0 * half**2 + own**2 + abs(half) ** 3
        arm = row.d_x + sheaves[row.b].c_x - body.q[0, row.a]
        arm = arm + 1j * (row.d_y + sheaves[row.b].c_y - body.q[1, row.a])
        arm *= np.exp(1j * own)
        speed = u[0, row.a] + 1j * u[1, row.a] + 1j * u[2, row.a] * arm
        travel = (-1j * out).conjugate()
        along = (travel * speed).real - row.rho * v[0, row.b]
        aspect = grips[row.b].aspect
        outwards = aspect / math.cos(WEDGE[row.b]) * (out.conjugate() * speed).real
        slip = flank_slip(rows, i, u, v)
        size = abs(speed) + abs(u[2, row.a]) * 0.01
        assert slip == pytest.approx((along, outwards), abs=4.0 * second * size + 1e-12)
        radial = aspect * P[row.slot, 1] * math.tan(WEDGE[row.b])
        normal = row.force * DT + radial if row.force > 0.0 else 0.0
        bound = grips[row.b].mu * max(normal, 0.0)
        assert row.bound == pytest.approx(bound)
        # the step is at most that of the stiffest way, and not much less
        G = np.zeros((2, 2))
        ways = np.array([[row.t_x, row.t_y, row.l_t], [row.g_x, row.g_y, row.l_g]])
        G = (ways * body.M_inv[:, row.a]) @ ways.T
        G[0, 0] += pulley.M_inv[0, row.b] * row.rho**2
        stiffest = 0.5 / np.linalg.eigvalsh(G).max()
        corner = 0.5 / (max(G[0, 0], G[1, 1]) + abs(G[0, 1]))
        mass = row_mass(rows, i, body.M_inv, pulley.M_inv[0, row.b])
        assert row.mass == mass == pytest.approx(corner)
        assert 0.5 * stiffest < mass <= stiffest * (1.0 + 1e-12)
