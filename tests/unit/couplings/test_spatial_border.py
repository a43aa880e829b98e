"""Wheels, arms and elastic axes of spatial chains: places, laws, exact ledgers."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.plain import plain
from tests.unit.bodies.spatial_toys import chain

from catena.couplings.spatial_border import (
    BEARING,
    advance_border,
    advance_border_speeds,
    given_speed,
    hold_wheels,
    load_rate,
    place_wheels,
    push_tensioners,
    start_border,
    tilt_matrix,
)
from catena.couplings.spatial_support import (
    add_support_drag,
    advance_support_speeds,
    advance_supports,
    start_supports,
    support_energy,
)
from catena.couplings.tensioner import (
    STOP_STIFFNESS,
    TENSIONER,
    add_tensioners,
    push_slopes,
)
from catena.numerics.records import table
from catena.tables.spatial import (
    ARM,
    SUPPORT,
    WHEEL,
    LinkForce,
    state_for,
    work_for,
)

pytestmark = plain

DT = 1e-4
SCHEMES = {"implicit": 1.0, "explicit": 0.0}


@pytest.fixture
def drive():
    """A free wheel on an arm, a held one, and one on an elastic support; all move."""
    wheel = table(
        WHEEL, 3, arm=[0, -1, -1], support=[-1, -1, 0], held=[0, 1, 0],
        x=[0.1, 0.0, 0.4], y=[0.05, 0.0, 0.1], z=[0.01, 0.0, -0.02],
        inertia=[2e-3, 1e-3, 5e-3], damping=[3e-3, 2e-3, 1e-3], load=[0.5, 0.0, 1.5],
        load_speed=[1.0, 1.0, 2.0], torque=[0.0, 0.0, 4.0], droop=[0.0, 0.0, 0.02],
        e_x=[1e-3, 0.0, 0.0], e_y=[2e-3, 0.0, 0.0], skew_x=[0.0, 0.02, 0.01],
        skew_y=[0.0, -0.03, 0.04], wobble=[0.0, 0.01, 0.02],
    )  # fmt: skip
    arm = table(
        ARM, 1, x=0.2, y=-0.1, inertia=4e-3, preload=3.0, stiffness=20.0, damping=0.3,
        damping_back=0.9,
    )  # fmt: skip
    support = table(
        SUPPORT, 1, wheel=2, mass=0.8, J=2e-3, k=2e5, k_z=5e4, k_t=300.0, c=40.0,
        c_z=20.0, c_t=0.1, axial=1, tilting=1,
    )  # fmt: skip
    system = chain(
        gravity=np.array([0.5, -9.0, 1.0]), motion=np.array([[0.0, 30.0], [1.0, 40.0]])
    )._replace(wheel=wheel, arm=arm, support=support)
    state, draws = state_for(system), np.random.default_rng(3)
    state.border_q[:4] = 0.4, 1.1, -0.7, 0.2
    state.border_q[4:] = 1e-3 * draws.normal(size=5)
    state.border_u[:4] = 25.0, 30.0, 60.0, -2.0
    state.border_u[4:] = 0.1 * draws.normal(size=5)
    return system, state, work_for(system)


def turned(**motion):
    """Matrix of a turn by a vector."""
    return Rotation.from_rotvec([motion.get(k, 0.0) for k in "xyz"]).as_matrix()


def test_a_tilt_is_the_turn_by_its_vector():
    wanted = turned(x=0.3, y=-0.2)
    assert np.reshape(tilt_matrix(0.3, -0.2), (3, 3)) == pytest.approx(wanted)
    assert np.array_equal(np.reshape(tilt_matrix(0.0, 0.0), (3, 3)), np.eye(3))


def test_wheels_stand_where_arm_skew_and_support_put_them(drive):
    system, state, work = drive
    place_wheels(system, state, work)
    hub = np.array([0.2, -0.1, 0.01]) + turned(z=0.2) @ [0.1, 0.05, 0.0]
    assert work.hub[0] == pytest.approx(hub)
    assert work.centre[0] == pytest.approx(hub + turned(z=0.4) @ [1e-3, 2e-3, 0.0])
    skewed = turned(x=0.02, y=-0.03)
    wobble = turned(x=0.01 * np.cos(1.1), y=0.01 * np.sin(1.1))
    assert work.spin[1] == pytest.approx(skewed[:, 2])
    assert work.axes[1].reshape(3, 3) == pytest.approx(skewed @ wobble)
    moved = state.border_q[4:]
    assert work.hub[2] == pytest.approx(np.array([0.4, 0.1, -0.02]) + moved[:3])
    leaning = turned(x=moved[3]) @ turned(y=moved[4]) @ turned(x=0.01, y=0.04)
    assert work.spin[2] == pytest.approx(leaning[:, 2])
    assert work.lean[2] == pytest.approx(turned(x=moved[3])[:, 1])


def test_loads_brake_both_ways_and_fade_at_standstill(drive):
    system = drive[0]
    for speed in (20.0, -20.0):
        assert load_rate(system, 2, speed) * speed == pytest.approx(
            np.copysign(1.5, speed)
        )
    assert load_rate(system, 2, 1e-9) == pytest.approx(1.5 / 2.0)


def test_given_speeds_are_straight_between_points():
    motion = np.array([[0.1, 10.0], [0.3, 20.0], [0.4, 0.0]])
    told = [given_speed(motion, t) for t in (0.0, 0.1, 0.2, 0.35, 0.4, 9.0)]
    assert told == pytest.approx([10.0, 10.0, 15.0, 10.0, 0.0, 0.0])
    assert given_speed(motion[:1], 0.0) == 10.0


def solved(system, state, work, way):
    """One step of the border alone, by either scheme."""
    if way == "implicit":
        start_border(system, state, work, DT)
        start_supports(system, state, work, DT)
        hold_wheels(system, state, work, DT)
        free = slice(6, None)
        work.rhs_border[free] = np.linalg.solve(
            work.B[free, free], work.rhs_border[free]
        )
        return
    work.rhs_border[:] = 0.0
    advance_border_speeds(system, state, work, DT)
    advance_support_speeds(system, state, work, DT)


def kinetic(system, state):
    """Of wheels and the arm."""
    inertia = np.append(system.wheel.inertia, system.arm.inertia)
    return 0.5 * inertia * state.border_u[:4] ** 2


@pytest.mark.parametrize("way", SCHEMES)
def test_every_joule_of_a_step_is_booked(drive, way):
    """Change of kinetic energy is work minus losses, to rounding, in both schemes."""
    system, state, work = drive
    before = kinetic(system, state), support_energy(system, state)[0]
    solved(system, state, work, way)
    advance_border(system, state, work, DT, SCHEMES[way])
    gained = kinetic(system, state) - before[0]
    assert state.border_u[1] == given_speed(system.laws.motion, DT)
    spent = state.work.sum() - state.loss[BEARING]
    assert gained.sum() == pytest.approx(spent, rel=1e-9)
    assert state.loss[BEARING] > 0.0
    booked = state.work[0], state.loss[BEARING]
    advance_supports(system, state, work, DT, SCHEMES[way])
    axis = state.work[0] - booked[0] - (state.loss[BEARING] - booked[1])
    assert support_energy(system, state)[0] - before[1] == pytest.approx(axis, rel=1e-9)


@pytest.mark.parametrize("way", SCHEMES)
def test_accelerations_follow_the_laws(drive, way):
    """Arms are damped by the way they turn; loads, droop and weight act as stated."""
    system, state, work = drive
    q, u = state.border_q, state.border_u
    moment = 3.0 - 20.0 * q[3] - 0.9 * u[3]
    torque = 4.0 - 1.5 * np.tanh(30.0) - (0.02 + 1e-3) * u[2]
    force = 0.8 * system.laws.gravity - np.array([2e5, 2e5, 5e4]) * q[4:7]
    force -= np.array([40.0, 40.0, 20.0]) * u[4:7]
    wanted = [torque / 5e-3, moment / 4e-3, *(force / 0.8)]
    solved(system, state, work, way)
    rates = (work.rhs_border[6:] - u) / DT
    share = 0.02 if way == "implicit" else 1e-9
    assert rates[[2, 3, 4, 5, 6]] == pytest.approx(wanted, rel=share, abs=1.0)


@pytest.mark.parametrize("way", SCHEMES)
def test_every_arm_has_its_own_spring_and_speed(drive, way):
    """The second of two arms moves as if it were the only one."""
    system, state, work = drive
    solved(system, state, work, way)
    wanted = work.rhs_border[6 + 3]
    first = system.arm.copy()
    first.stiffness, first.preload, first.damping = 7.0, -1.0, 0.1
    two = system._replace(arm=np.concatenate([first, system.arm]).view(np.recarray))
    other = state_for(two)
    other.border_q[:] = np.insert(state.border_q, 3, -0.6)
    other.border_u[:] = np.insert(state.border_u, 3, 5.0)
    work = work_for(two)
    solved(two, other, work, way)
    assert work.rhs_border[6 + 4] == pytest.approx(wanted, rel=1e-12)
    rate = (-1.0 + 7.0 * 0.6 - 0.1 * 5.0) / 4e-3
    share = 0.02 if way == "implicit" else 1e-9
    assert work.rhs_border[6 + 3] == pytest.approx(5.0 + DT * rate, rel=share * 0.01)


def test_the_potential_of_an_axis_has_its_forces_as_slopes(drive):
    system, state, work = drive
    state.border_u[:] = 0.0
    advance_support_speeds(system, state, work, 1.0)
    inertia = np.array([0.8, 0.8, 0.8, 2e-3, 2e-3])
    for a in range(5):
        stored = []
        for by in (1e-6, -2e-6):
            state.border_q[4 + a] += by
            stored.append(support_energy(system, state)[1])
        state.border_q[4 + a] += 1e-6
        slope = (stored[1] - stored[0]) / 2e-6
        found = work.rhs_border[10 + a] * inertia[a]
        assert found == pytest.approx(slope, rel=1e-6, abs=1e-6)


def test_a_spinning_wheel_on_a_free_axis_precesses(drive):
    """Tilting velocities turn by J_p w dt / J a step and keep their size."""
    system, state, work = drive
    system.support[0].k_t, system.support[0].c_t = 0.0, 0.0
    first = state.border_u[7:9].copy()
    for _ in range(10):
        work.rhs_border[6:] = state.border_u
        advance_supports(system, state, work, DT, 0.0)
    angle = 10 * 5e-3 * 60.0 * DT / 2e-3
    c, s = np.cos(angle), np.sin(angle)
    assert state.border_u[7:9] == pytest.approx([[c, -s], [s, c]] @ first)


def test_an_axis_that_is_held_does_not_move(drive):
    system, state, work = drive
    system.support[0].axial, system.support[0].tilting = 0, 0
    state.border_u[6:9], state.border_q[6:9] = 0.0, 0.0
    for way, late in SCHEMES.items():
        solved(system, state, work, way)
        advance_supports(system, state, work, DT, late)
        assert not state.border_q[6:9].any()
        assert state.border_u[4] != 0.0


def test_drag_of_a_start_at_rest_goes_with_the_inertia(drive):
    system, _, work = drive
    work.B[:] = 0.0
    add_support_drag(system, work, 50.0)
    assert np.diag(work.B)[10:] == pytest.approx([40.0, 40.0, 40.0, 0.1, 0.1])


def test_a_held_wheel_hands_its_speed_to_its_neighbours(drive):
    """Links and rollers coupled to it feel its new speed, not an unknown."""
    system, state, work = drive
    work.F[0, 2, 7], work.G[1, 1, 7], work.rhs_link[:], work.rhs_roller[:] = 3, 2, 0, 0
    start_border(system, state, work, DT)
    hold_wheels(system, state, work, DT)
    speed = 30.0 + 10.0 * DT
    assert work.rhs_link[0, 2] == pytest.approx(-3.0 * speed)
    assert work.rhs_roller[1, 1] == pytest.approx(-2.0 * speed)
    assert not work.F[:, :, 7].any()
    assert not work.G[:, :, 7].any()


@pytest.mark.parametrize("late", [0.0, 1.0])
def test_what_keeps_a_held_wheel_outweighs_its_contacts_and_its_drag(drive, late):
    """Momentum of the wheel: outside and contacts, less the bearing, over a step."""
    system, state, work = drive
    draws = np.random.default_rng(12)
    work.found[0] = 3
    work.contact.wheel[:3] = 7, 6, 7  # the held wheel is the second
    work.J[:3, :, 9] = draws.normal(size=(3, 3))
    impulses = draws.normal(size=(3, 3))
    for name, values in zip(("P", "P_1", "P_2"), impulses.T, strict=True):
        work.contact[name][:3] = values
    old, new = float(state.border_u[1]), 37.0
    work.rhs_border[6:] = state.border_u
    work.rhs_border[7] = new
    booked = state.work.copy()
    advance_border(system, state, work, DT, late)
    chain_push = (work.J[[0, 2], :, 9] * impulses[[0, 2]]).sum()
    drag = 2e-3 * (new if late else old)
    outside = (1e-3 * (new - old) - chain_push) / DT + drag
    assert work.force[1, LinkForce.WHEEL_TORQUE] == pytest.approx(outside)
    gained = state.work[2] - booked[2]
    assert gained == pytest.approx(DT * outside * 0.5 * (old + new))


@pytest.mark.parametrize("late", [0.0, 1.0])
def test_tensioners_push_arms_from_where_these_close_the_chain(drive, late):
    """Oil and stop as of planar tensioners, by the turn; a late step loses its leak."""
    system, state, work = drive
    rows = table(
        TENSIONER, 1, dof=3, slot=0, lever=0.2, preload=30.0, spring=500.0, stop=2e-3,
        area=1e-4, volume=2e-6, bulk=1e9, relief=5e6, leak=2e-12, supply=1e5,
    )  # fmt: skip
    system.arm.closed[0] = float(state.border_q[3]) + 0.015  # 3 mm in
    system = system._replace(tensioner=rows)
    state = state._replace(pressure=np.array([1e6]), pawl=np.zeros(1))
    work = work._replace(piston=np.zeros(1))
    work.pushed[:], work.firm[:] = 9.0, 9.0
    push_tensioners(system, state, work, DT, late)
    turned, h, force = np.zeros(9), np.zeros(9), np.zeros(1)
    turned[3] = -0.015
    pressure, still = np.array([1e6]), np.zeros(1)
    add_tensioners(rows, pressure, still, turned, state.border_u, h, force, DT)
    rise, fade = push_slopes(rows, 0, float(pressure[0]), 0.0, -3e-3)
    assert rise > STOP_STIFFNESS
    assert work.pushed[3] == pytest.approx(h[3] - late * DT * 0.2 * fade)
    assert work.firm[3] == pytest.approx(0.04 * rise)
    assert state.pressure[0] == pressure[0]
    assert work.piston[0] == pytest.approx(force[0])
