"""A disc between two cones: forces are gradients, friction keeps its law and books."""

import math

import numpy as np
import pytest
from tests.unit.rows.discs import blocks, loads, placed_row, pulley_table

from catena.bodies.sheave import Compliance
from catena.laws.sheave_grip import GRIP, grip_coefficient
from catena.numerics.records import table
from catena.rows.flank import (
    book_flanks,
    fill_drags,
    flank_slip,
    push_shafts,
    relax_flank,
    start_flanks,
)
from catena.rows.flank_force import (
    FlankLaw,
    add_flank_forces,
    fill_flank_friction,
    flank_damping,
    flank_energy,
    inside_sheaves,
)
from catena.tables.blocks import Block

STEP = 1e-6
ELASTIC = FlankLaw(k=5e7, d=0.0)


def grip(mu=0.09, **values):
    """Friction of one pulley, the same in all directions and at any speed."""
    return table(GRIP, 1, **({"mu": mu, "mu_rest": mu, "aspect": 1.0} | values))


def pressed(law=ELASTIC, held=False, grips=None):
    """A disc in the groove with its friction row filled."""
    body, pulley = blocks(held)
    rows, belt, sheaves = placed_row(body, pulley), loads(), pulley_table()
    add_flank_forces(law, rows, 1, sheaves, body, pulley, belt)
    given = grip() if grips is None else grips
    fill_flank_friction(given, rows, 1, sheaves, body, pulley, STEP)
    return rows, body, pulley, belt


def test_normal_forces_are_gradients_of_the_energy():
    """V = k gap^2 for both sheaves, the gap by its definition."""
    rows, body, pulley, _ = pressed()
    assert rows[0].force == pytest.approx(-ELASTIC.k * rows[0].gap) and rows[0].gap < 0
    for block in (body, pulley):
        for i in range(block.q.shape[0]):
            energy = []
            for way in (1e-9, -1e-9):
                block.q[i, 0] += way
                energy.append(ELASTIC.k * placed_row(body, pulley)[0].gap ** 2)
                block.q[i, 0] -= way
            slope = (energy[0] - energy[1]) / 2e-9
            assert block.h[i, 0] == pytest.approx(-slope, rel=1e-5, abs=1e-3)


def test_damping_takes_the_power_it_says():
    """Against the elastic force: the power of what damping adds to all forces."""
    law = FlankLaw(k=5e7, d=40.0)
    soft, stiff = pressed(), pressed(law)
    rows, body, pulley, belt = stiff
    power = 0.0
    for block, other in ((body, soft[1]), (pulley, soft[2])):
        power += float(((block.h - other.h) * block.u).sum())
    again, sheaves = placed_row(body, pulley), pulley_table()
    assert add_flank_forces(law, again, 1, sheaves, body, pulley, belt) == rows[0].press
    for block in (body, pulley):
        block.mean[:] = block.u
    damped = flank_damping(again, 1, sheaves, body, pulley, np.zeros((2, 0)))
    assert damped == pytest.approx(-power, rel=1e-9)


def test_damping_is_booked_with_the_motion_on_which_it_works():
    """Forces of the velocities before a step, on the mean ones, along a bent disc."""
    bent = pulley_table(Compliance.COUPLED)
    moments = []
    for d in (0.0, 40.0):
        body, pulley = blocks()
        row = placed_row(body, pulley)
        row.press, row.bend_t, row.bend_r = 300.0, 2e-3, -1e-3
        add_flank_forces(FlankLaw(5e7, d), row, 1, bent, body, pulley, loads())
        moments.append((body, pulley))
    rng, shaft = np.random.default_rng(3), np.array([[0.3], [-0.2]])
    power = 0.0
    for block, other in zip(moments[1], moments[0], strict=True):
        block.mean[:] = rng.normal(size=block.mean.shape)
        power += float(((block.h - other.h) * block.mean).sum())
    free = flank_damping(row, 1, bent, *moments[1], np.zeros((2, 0)))
    assert free == pytest.approx(-power, rel=1e-9)
    push = (moments[1][0].h - moments[0][0].h)[:2, 0]  # a shaft takes the reaction
    carried = flank_damping(row, 1, bent, *moments[1], shaft)
    assert carried - free == pytest.approx(float(push @ shaft[:, 0]), rel=1e-9)


def test_the_belt_load_is_the_axial_force_and_the_reaction():
    rows, body, _, belt = pressed()
    assert belt[0].axial == pytest.approx(rows[0].force * math.cos(math.radians(11.0)))
    assert [belt[0].f_x, belt[0].f_y] == pytest.approx([-body.h[0, 0], -body.h[1, 0]])


def relaxed(mu=0.09, **values):
    rows, body, pulley, belt = pressed(grips=grip(mu, **values))
    old = [block.u.copy() for block in (body, pulley)]
    P = np.zeros((1, 2))
    start_flanks(rows, 1, P, body, pulley)
    for _ in range(2000):
        relax_flank(rows, 0, body, pulley)
    for block, before in zip((body, pulley), old, strict=True):
        block.mean[:] = 0.5 * (before + block.u)
    return rows, body, pulley, belt, old, P


def test_friction_sticks_where_the_load_allows():
    rows, body, pulley, *_ = relaxed(mu=1e9)
    assert np.abs(flank_slip(rows, 0, body.u, pulley.u)).max() < 1e-12


def test_sliding_friction_is_on_the_disc_against_the_slip():
    rows, body, pulley, *_ = relaxed(mu=1e-3)
    P, slip = (
        np.array([rows[0].P_t, rows[0].P_g]),
        np.array(flank_slip(rows, 0, body.u, pulley.u)),
    )
    assert np.hypot(*P) == pytest.approx(rows[0].bound, rel=1e-12)
    assert P / np.hypot(*P) == pytest.approx(-slip / np.hypot(*slip), abs=1e-6)


@pytest.mark.parametrize("mu", [1e-3, 1e9])
def test_friction_books_the_kinetic_energy_it_takes(mu):
    """With a constant mass impulse times mean slip is exact; the shaft feels it."""
    rows, body, pulley, belt, old, P = relaxed(mu)
    before = 0.0
    for block, u in zip((body, pulley), old, strict=True):
        before += float((0.5 * (u**2 - block.u**2) / block.M_inv).sum())
    torque = belt[0].torque
    lost = book_flanks(rows, 1, P, body, pulley, belt, STEP)
    assert sum(lost) == pytest.approx(before, rel=1e-9)
    assert sum(lost) > 0.0
    gain = (pulley.u[0, 0] - old[1][0, 0]) / pulley.M_inv[0, 0] / STEP
    assert belt[0].torque - torque == pytest.approx(gain, rel=1e-9)
    assert list(P[0]) == [rows[0].P_t, rows[0].P_g]


def test_directions_of_a_turning_sheave_are_those_of_mid_step():
    """A stuck disc goes round with the sheave and keeps its radius to second order."""
    body, pulley = blocks(held=True)
    pulley.u[:] = 0.0
    pulley.u[0, 0] = 300.0
    pulley.q[2:] = 0.0
    rows = placed_row(body, pulley, arm=(0.0, 0.0))
    # the sense of travel is clockwise
    body.u[:, 0] = 300.0 * rows[0].d_y, -300.0 * rows[0].d_x, -300.0
    sheaves = pulley_table()
    add_flank_forces(ELASTIC, rows, 1, sheaves, body, pulley, loads())
    fill_flank_friction(grip(1e9), rows, 1, sheaves, body, pulley, 1e-5)
    start_flanks(rows, 1, np.zeros((1, 2)), body, pulley)
    for _ in range(3000):
        relax_flank(rows, 0, body, pulley)
    x = rows[0].d_x + 1e-5 * body.u[0, 0]
    y = rows[0].d_y + 1e-5 * body.u[1, 0]
    creep = (math.hypot(x, y) - rows[0].rho) / 1e-5
    assert abs(creep) < 1e-3 * rows[0].rho * 300.0**2 * 1e-5 / 2.0


def test_levers_of_a_turning_body_are_those_of_mid_step():
    body, pulley = blocks(held=True)
    body.u[:, 0] = 0.0, 0.0, 200.0
    arm, dt = np.array([2e-3, 3e-3]), 1e-4
    rows = placed_row(body, pulley, arm=tuple(arm))
    sheaves = pulley_table()
    add_flank_forces(ELASTIC, rows, 1, sheaves, body, pulley, loads())
    fill_flank_friction(grip(), rows, 1, sheaves, body, pulley, dt)
    angle = body.q[2, 0]
    c, s = math.cos(angle), math.sin(angle)
    l_x, l_y = c * arm[0] - s * arm[1], s * arm[0] + c * arm[1]
    turn = 0.5 * dt * 200.0
    m_x, m_y = l_x - turn * l_y, l_y + turn * l_x
    row = rows[0]
    assert row.l_t == pytest.approx(m_x * row.t_y - m_y * row.t_x, rel=1e-9)
    assert row.l_g == pytest.approx(m_x * row.g_y - m_y * row.g_x, rel=1e-9)


def test_all_that_goes_outwards_is_scaled_alike():
    """Slip outwards counts by the aspect of friction: of body, sheave and its tilts."""
    whole, half = (pressed(grips=grip(aspect=a))[0] for a in (1.0, 0.5))
    assert whole.z == pytest.approx(pulley_table().sin)
    assert whole.s_x == pytest.approx(whole.z * whole.d_x)
    for name in ("g_x", "g_y", "l_g", "z", "s_x", "s_y"):
        assert half[name] == pytest.approx(0.5 * whole[name])
    for name in ("t_x", "t_y", "l_t"):
        assert half[name] == pytest.approx(whole[name])


def test_other_friction_outwards_is_an_ellipse_of_most_dissipation():
    """Force on the ellipse, against the slip scaled by the squared half axes."""
    rows, body, pulley, *_ = relaxed(mu=0.05, aspect=0.5)
    P = np.array([rows[0].P_t, 0.5 * rows[0].P_g])
    reach = 0.05 * rows[0].force * STEP * np.array([1.0, 0.5])
    assert np.sum((P / reach) ** 2) == pytest.approx(1.0)
    slip = np.array(flank_slip(rows, 0, body.u, pulley.u)) / [1.0, 0.5]
    best = -(reach**2) * slip / np.linalg.norm(reach * slip)
    assert P == pytest.approx(best, rel=1e-6)


def test_softened_friction_grows_with_the_slip_up_to_its_speed():
    for soften in (0.02, 5.0):
        rows, body, pulley, *_ = relaxed(soften=soften)
        slip = np.array(flank_slip(rows, 0, body.u, pulley.u))
        speed = np.linalg.norm(slip)
        P = np.array([rows[0].P_t, rows[0].P_g])
        size = 0.09 * rows[0].force * STEP * min(1.0, speed / soften)
        assert P == pytest.approx(-size * slip / speed, rel=1e-6)


def test_friction_falls_with_the_sliding_speed():
    grips = grip(0.08, mu_rest=0.12, fade=0.1)
    assert grip_coefficient(grips, 0, 0.0) == pytest.approx(0.12)
    assert grip_coefficient(grips, 0, 0.1) == pytest.approx(0.08 + 0.04 / math.e)
    rows, body, pulley, _ = pressed(grips=grips)
    speed = np.linalg.norm(flank_slip(rows, 0, body.u, pulley.u))
    mu = 0.08 + 0.04 * math.exp(-speed / 0.1)
    assert rows[0].bound == pytest.approx(mu * rows[0].force * STEP)


def test_shafts_carry_their_pulley_along_and_get_the_reaction():
    """A shaft as fast as the disc leaves no slip; it gets what the disc loses."""
    rows, body, pulley, _ = pressed()
    shaft = Block(*(np.zeros((2, 1)) for _ in range(5)))
    shaft.u[:, 0], shaft.M_inv[:] = (0.2, -0.1), 0.25
    body.u[2], pulley.u[:] = 0.0, 0.0
    body.u[:2] = shaft.u
    fill_drags(rows, 1, shaft.u)
    assert flank_slip(rows, 0, body.u, pulley.u) == pytest.approx((0.0, 0.0), abs=1e-15)
    body.u[:2] += [[0.03], [0.05]]
    momentum = body.u[:2] / body.M_inv[:2] + shaft.u / shaft.M_inv
    start_flanks(rows, 1, np.zeros((1, 2)), body, pulley)
    for _ in range(100):
        relax_flank(rows, 0, body, pulley)
    push_shafts(rows, 1, shaft)
    assert np.hypot(rows[0].P_t, rows[0].P_g) > 0.0
    later = body.u[:2] / body.M_inv[:2] + shaft.u / shaft.M_inv
    assert later == pytest.approx(momentum, rel=1e-12)


def test_energy_of_a_row_is_that_of_both_sheaves_and_none_apart():
    rows, *_ = pressed()
    stored = flank_energy(ELASTIC, rows, 1, pulley_table())
    assert stored == pytest.approx(2.0 * 0.5 * ELASTIC.k * rows[0].gap ** 2)
    rows[0].gap = 1e-5
    assert flank_energy(ELASTIC, rows, 1, pulley_table()) == 0.0


@pytest.mark.parametrize(("rho", "fine"), [(0.05, True), (0.019, False), (0.1, False)])
def test_rows_that_carry_stay_between_hub_and_rim(rho, fine):
    rows, *_ = pressed()
    rows[0].rho = rho
    assert inside_sheaves(rows, 1, pulley_table()) == fine
    rows[0].force = 0.0
    assert inside_sheaves(rows, 1, pulley_table())
