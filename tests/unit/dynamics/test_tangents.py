"""Directions of a state, put together, against second differences of energies."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.rigid_planar import poses_of
from catena.codes import FrictionLaw, NormalLaw, Status
from catena.couplings.beam import BEAM, beam_potential
from catena.couplings.lines import linear_spring, rope
from catena.couplings.pin_joint import PIN_JOINT, pin_joint_potential
from catena.couplings.spring_damper import SPRING, spring_potential
from catena.couplings.torsion_bar import TORSION_BAR, torsion_energy
from catena.dynamics.tangents import (
    add_beam_tangents,
    add_contact_tangents,
    add_journal_tangents,
    add_load_tangents,
    add_spring_tangents,
    add_torsion_tangents,
    add_touching_tangents,
    fill_coupled_stiffness,
    law_slopes,
)
from catena.numerics.arrays import Floats
from catena.numerics.records import table
from catena.rows.planar import PLANAR, planar_slip
from catena.tables.boundaries import LOAD, WAVE, Imposed
from catena.tables.contacts import empty_rows
from catena.tables.friction import empty_slots
from catena.tables.groups import GROUP
from catena.tables.maxwell import MaxwellGroups, active_set_work
from catena.tables.pairs import CurveArgument
from catena.tables.tangents import TOUCHING, Tangents

pytestmark = plain

N_K, ROOM, BODIES = 6, 30, 3
ENDS = {"a": 1, "b": 2, "a_x": 0.3, "a_y": 0.1, "b_x": -0.2, "b_y": 0.05}


def no_tangents(bodies: int = BODIES) -> Tangents:
    """Room that is filled with what must be overwritten."""
    used, n_bodies = np.zeros(1, dtype=np.int64), np.array([bodies])
    ints = (np.full(ROOM, 9) for _ in range(3))
    channel, contact, side = ints
    return Tangents(
        used, np.full((ROOM, N_K), 7), np.zeros((ROOM, N_K)), np.full(ROOM, 3.0),
        np.full(ROOM, 3.0), channel, contact, side, n_bodies, np.zeros((5, 3)),
    )  # fmt: skip


def matrix(found: Tangents, values: Floats, size: int = 3 * BODIES) -> Floats:
    """Sum of ``k B^T B`` over all directions in use."""
    total = np.zeros((size, size))
    for i in range(found.n_used[0]):
        B = np.zeros(size)
        for k, at in enumerate(found.dof[i]):
            if at >= 0:
                B[at] += found.B[i, k]
        total += values[i] * np.outer(B, B)
    return total


def bent(energy: Callable[[Floats], float], q: Floats, way: float = 1e-4) -> Floats:
    """Second differences of an energy."""
    n = q.size
    found = np.zeros((n, n))
    steps = way * np.eye(n)
    for i in range(n):
        for j in range(n):
            found[i, j] = (
                energy(q + steps[i] + steps[j]) - energy(q + steps[i] - steps[j])
                - energy(q - steps[i] + steps[j]) + energy(q - steps[i] - steps[j])
            ) / (4.0 * way**2)  # fmt: skip
    return found


def placed(seed: int) -> Floats:
    """Coordinates of the ground and two bodies."""
    q = np.random.default_rng(seed).normal(size=3 * BODIES)
    q[:3] = 0.0
    return q


def held_back(q: Floats) -> tuple[Floats, float, float]:
    """Direction from end to end, and how far both levers reach along it."""
    pose = poses_of(q, BODIES)
    turn = pose[:, 2] + 1j * pose[:, 3]
    place = pose[:, 0] + 1j * pose[:, 1]
    r_a, r_b = turn[1] * (0.3 + 0.1j), turn[2] * (-0.2 + 0.05j)
    way = place[2] + r_b - place[1] - r_a
    n = way / abs(way)
    return n, (n.conjugate() * r_a).real, (n.conjugate() * r_b).real


@pytest.mark.parametrize("kind", [linear_spring.CODE, rope.CODE])
@pytest.mark.parametrize("seed", range(6))
def test_stretched_springs_are_as_stiff_as_their_energy(kind: int, seed: int) -> None:
    """A lever that is pushed on by the pull is left out, one that is held counts."""
    q = placed(seed)
    springs = table(SPRING, 1, k=70.0, d=4.0, rest=0.1, **ENDS)
    springs.kind = kind
    found = no_tangents()
    add_spring_tangents(springs, poses_of(q, BODIES), found)

    def energy(q: Floats) -> float:
        return float(spring_potential(springs, poses_of(q, BODIES)).sum())

    wanted = bent(energy, q)
    n, at_a, at_b = held_back(q)
    place = poses_of(q, BODIES)
    assert abs(place[2, 0] - place[1, 0]) > 0.2  # taut
    slope = -np.array([energy(q - 1e-6 * e) - energy(q + 1e-6 * e) for e in np.eye(9)])
    pull = float(np.hypot(*slope[6:8])) / 2e-6
    for dof, held in ((5, at_a), (8, -at_b)):  # what pushes on is left out
        wanted[dof, dof] -= min(pull * held, 0.0)
    assert matrix(found, found.stiffness) == pytest.approx(wanted, abs=2e-4)
    along = np.zeros(9)
    along[[3, 4, 6, 7]] = -n.real, -n.imag, n.real, n.imag
    damping = matrix(found, found.damping)
    assert along @ damping @ along == pytest.approx(4.0 * 4.0)
    u = np.array([0, 0, 0, -2.0, 1.0, 3.0, -2.0, 1.0, 3.0])
    u[6:8] += 3.0 * np.array([-(q[7] - q[4]), q[6] - q[3]])
    assert u @ damping @ u == pytest.approx(0.0, abs=1e-12)  # turned as a whole


def test_slack_ropes_and_points_on_each_other() -> None:
    q, found = np.zeros(9), no_tangents()
    still = {"a": 1, "b": 2, "k": 50.0, "d": 2.0}
    springs = table(SPRING, 2, **still)
    springs.kind = [rope.CODE, linear_spring.CODE]
    springs[0].rest, springs[0].b_x = 5.0, 1.0
    add_spring_tangents(springs, poses_of(q, BODIES), found)
    total = matrix(found, found.stiffness)
    one = np.diag([50.0, 50.0])  # isotropic where no direction is known
    assert total[3:5, 3:5] == pytest.approx(one)
    assert total[3:5, 6:8] == pytest.approx(-one)
    assert found.stiffness[:4].tolist() == found.damping[:4].tolist() == [0.0] * 4


@pytest.mark.parametrize("clear", [0.0, 0.05])
@pytest.mark.parametrize("seed", range(3))
def test_bearings_are_as_stiff_as_their_energy_where_they_press(
    seed: int, clear: float
) -> None:
    """But for the force at their levers, which is left to the forces."""
    q = placed(seed)
    joints = table(PIN_JOINT, 1, k=90.0, d=3.0, d_turn=0.7, clear=clear, **ENDS)
    found, pose = no_tangents(), poses_of(q, BODIES)
    add_journal_tangents(joints, pose, found)

    def energy(q: Floats) -> float:
        return float(pin_joint_potential(joints, poses_of(q, BODIES)).sum())

    wanted = bent(energy, q)
    _, at_a, at_b = held_back(q)
    force = float(np.sqrt(2.0 * energy(q) * 90.0))
    wanted[5, 5] -= force * at_a
    wanted[8, 8] += force * at_b
    assert matrix(found, found.stiffness) == pytest.approx(wanted, abs=2e-4)
    u = np.random.default_rng(seed).normal(size=9)
    damping = float(u @ matrix(found, found.damping) @ u)
    w_a, w_b = u[5], u[8]
    turn = pose[1:, 2] + 1j * pose[1:, 3]
    v_a = u[3] + 1j * u[4] + 1j * w_a * turn[0] * (0.3 + 0.1j)
    v_b = u[6] + 1j * u[7] + 1j * w_b * turn[1] * (-0.2 + 0.05j)
    wanted_power = 3.0 * abs(v_b - v_a) ** 2 + 0.7 * (w_b - w_a) ** 2
    assert damping == pytest.approx(wanted_power)


def test_a_pin_within_its_clearance_damps_turning_alone() -> None:
    q = np.zeros(9)
    q[6] = 0.03
    joints = table(PIN_JOINT, 1, a=1, b=2, k=90.0, d=3.0, d_turn=0.7, clear=0.05)
    found = no_tangents()
    add_journal_tangents(joints, poses_of(q, BODIES), found)
    assert found.n_used[0] == 1
    assert found.stiffness[0] == 0.0
    assert matrix(found, found.damping)[[5, 5, 8], [5, 8, 8]] == pytest.approx(
        [0.7, -0.7, 0.7]
    )


@pytest.mark.parametrize("ratio", [1.0, -0.5])
@pytest.mark.parametrize("play", [0.0, 0.1])
def test_torsion_bars_are_as_stiff_as_their_energy(ratio: float, play: float) -> None:
    bars = table(TORSION_BAR, 1, a=2, b=5, k=12.0, d=0.4, ratio=ratio, play=play)
    q = placed(1)
    q[2], q[5] = 0.3, 0.3 * ratio + 0.2
    found = no_tangents()
    add_torsion_tangents(bars, q, found)
    wanted = bent(lambda q: float(torsion_energy(bars, q)), q)
    assert matrix(found, found.stiffness) == pytest.approx(wanted, abs=1e-4)
    damping = matrix(found, found.damping)
    assert damping[[2, 2, 5], [2, 5, 5]] == pytest.approx(
        [0.4 * ratio**2, -0.4 * ratio, 0.4]
    )
    q[5] = 0.3 * ratio + 0.04  # within the play, if there is any
    found.n_used[0] = 0
    add_torsion_tangents(bars, q, found)
    assert found.n_used[0] == (1 if play == 0.0 else 0)


@pytest.mark.parametrize("seed", range(3))
def test_stretched_beams_are_as_stiff_as_their_energy(seed: int) -> None:
    """Under tension; what second order of the bend adds to the levers is left out."""
    draws = np.random.default_rng(seed)
    beams = table(
        BEAM, 1, a=1, b=2, k_1=400.0, k_2=30.0, k_3=20.0, chord=1.0, length=1.0,
        lag=0.02,
    )  # fmt: skip
    q, angle = np.zeros(9), draws.uniform(0.0, 6.0)
    q[5] = q[8] = angle
    q[6:8] = 1.1 * np.cos(angle), 1.1 * np.sin(angle)
    found = no_tangents()
    add_beam_tangents(beams, q, poses_of(q, BODIES), found)
    wanted = bent(lambda q: float(beam_potential(beams, q).sum()), q)
    assert matrix(found, found.stiffness) == pytest.approx(wanted, abs=1e-3)
    assert found.damping[:4] == pytest.approx([8.0, 0.6, 0.4, 0.0])  # lag times k


@pytest.mark.parametrize("end", ["a", "b"])
def test_bends_of_beams_stretch_them(end: str) -> None:
    """The first direction is the gradient of the stretch of a bent beam with ends
    beside the middles of its bodies, the second and third those of g and t.
    """
    arms = {f"{end}_x": 0.1, f"{end}_y": -0.05, f"{end}_turn": 0.2}
    beams = table(BEAM, 1, a=1, b=2, length=1.0, chord=1.0, **arms)
    q = placed(3)
    q[3:] *= 0.2
    q[6] += 1.0
    found = no_tangents()
    add_beam_tangents(beams, q, poses_of(q, BODIES), found)
    for row, stiff in enumerate(({"k_1": 1.0}, {"k_2": 1.0}, {"k_3": 1.0})):
        alone = table(BEAM, 1, a=1, b=2, length=1.0, chord=1.0, **arms, **stiff)
        if row > 0:  # the stretch divides by its stiffness
            alone.k_1 = 1e-9
        ends = [
            np.sqrt(2.0 * beam_potential(alone, q + way).sum())
            for way in 1e-6 * np.vstack([np.eye(9), -np.eye(9)])
        ]
        slope = (np.array(ends[:9]) - np.array(ends[9:])) / 2e-6
        B = np.zeros(9)
        np.add.at(B, found.dof[row][found.dof[row] >= 0],
                  found.B[row][found.dof[row] >= 0])  # fmt: skip
        sign = np.sign(B @ slope)
        assert sign * B == pytest.approx(slope, abs=2e-4), row


@pytest.mark.parametrize(("t", "grown"), [(1.0, 0.5), (5.0, 1.0)])
def test_loads_over_place_and_speed_resist_by_the_slope_of_their_curve(
    t: float, grown: float
) -> None:
    curve = np.array([[0.0, 1.0, 3.0], [8.0, 2.0, 4.0]])
    arguments = [CurveArgument.COORDINATE, CurveArgument.VELOCITY, CurveArgument.TIME]
    loads = table(
        LOAD, 4, dof=[1, 2, 4, 3], argument=[int(k) for k in (*arguments, 0)],
        frame=-1, curve=0, curve_end=2, sense=1.0, ramp=2.0,
    )  # fmt: skip
    loads[3].argument = int(CurveArgument.COORDINATE)
    imposed = Imposed(table(LOAD), loads, table(WAVE), curve)
    q, u, found = np.zeros(9), np.zeros(9), no_tangents()
    q[1], u[2], q[3] = 0.5, 0.7, 2.0  # falling, falling, rising
    add_load_tangents(imposed, t, q, u, found)
    assert found.n_used[0] == 3
    assert found.stiffness[:3] == pytest.approx([6.0 * grown, 0.0, 0.0])
    assert found.damping[:3] == pytest.approx([0.0, 6.0 * grown, 0.0])
    total = matrix(found, found.stiffness + found.damping)
    assert np.diag(total) == pytest.approx(6.0 * grown * np.isin(range(9), (1, 2)))
    assert np.count_nonzero(total) == 2


def spring_damper(**more: float) -> np.recarray:
    data = {"law": int(NormalLaw.SPRING_DAMPER), "k": 2e5, "d": 30.0, "onset": 1e-9}
    return table(GROUP, 1, **(data | more))


def test_slopes_of_a_linear_law_are_its_numbers() -> None:
    assert law_slopes(spring_damper(), 0, -1e-4, 0.2, 0.0) == pytest.approx(
        (2e5, 30.0), rel=1e-6
    )
    assert law_slopes(spring_damper(), 0, 0.0, -0.2, 0.0)[0] == 0.0


def test_listed_contacts_give_their_normals_and_smooth_tangents() -> None:
    rows, draws = empty_rows(3, N_K, 2), np.random.default_rng(3)
    rows.dof[:] = [[3, 4, 5, 6, 7, 8]] * 3
    rows.W_N[:], rows.W_T[:] = draws.normal(size=(3, 6)), draws.normal(size=(3, 2, 6))
    rows.law_N[:] = NormalLaw.SPRING_DAMPER
    rows.la_N[:], rows.g_N[:] = [20.0, 0.0, 10.0], [-1e-4, 1e-3, -5e-5]
    rows.g_T_dot[:] = [[0.3, -0.4], [0.1, 0.0], [0.0, 0.2]]
    rows.active[:], rows.n_active[0] = [2, 0, 1], 2
    laws = spring_damper(mu=0.2, friction=int(FrictionLaw.REGULARISED), soft=1e-6)
    found = no_tangents()
    add_contact_tangents(rows, laws, np.zeros(3, dtype=np.int64), found)
    assert found.n_used[0] == 6
    assert found.channel[:6].tolist() == [-1] * 6
    assert found.contact[:6].tolist() == [2, 2, 2, 0, 0, 0]
    assert found.side[:6].tolist() == [0, 1, 2, 0, 1, 2]
    ways = (rows.W_N[2], *rows.W_T[2], rows.W_N[0], *rows.W_T[0])
    assert found.B[:6] == pytest.approx(np.array(ways))
    assert found.dof[:6].tolist() == [[3, 4, 5, 6, 7, 8]] * 6
    drags = [0.2 * 10.0 / 0.2, 0.2 * 20.0 / 0.5]  # mu N over the slip
    assert found.damping[:6] == pytest.approx(
        [30.0, drags[0], drags[0], 30.0, drags[1], drags[1]], rel=1e-5
    )
    assert found.stiffness[:6] == pytest.approx([2e5, 0, 0, 2e5, 0, 0], rel=1e-6)


def test_touching_bodies_give_the_rates_of_gap_and_slip() -> None:
    draws = np.random.default_rng(5)
    touching = table(PLANAR, 2, a=2, b=1, n_x=0.6, n_y=0.8, depth=1e-4)
    touching.force, touching.slot = [0.0, 20.0], [0, 1]
    touching.a_n, touching.a_t, touching.b_n, touching.b_t = draws.normal(size=4)
    slots = empty_slots(np.zeros(2))
    slots.n_touching[0] = 2

    u = draws.normal(size=9)
    state: Any = SimpleNamespace(u=u, memory=SimpleNamespace(slots=slots))
    laws = spring_damper(mu=0.2, friction=int(FrictionLaw.REGULARISED), soft=1e-6)
    found = no_tangents()
    add_touching_tangents(touching, state, laws, found)
    assert found.n_used[0] == 2
    assert found.channel[:2].tolist() == [TOUCHING] * 2
    assert (found.contact[:2].tolist(), found.side[:2].tolist()) == ([1, 1], [0, 1])
    u3 = u.reshape(-1, 3).T
    slip = planar_slip(touching, 1, 2, 1, u3)
    n = np.array([0.6, 0.8])
    rate = n @ (u3[:2, 2] - u3[:2, 1])
    rate += touching[1].a_n * u3[2, 2] - touching[1].b_n * u3[2, 1]
    flat = u[found.dof[:2]]
    assert (found.B[:2] * flat).sum(axis=1) == pytest.approx([rate, -slip])
    assert found.stiffness[:2] == pytest.approx([2e5, 0.0], rel=1e-6)
    assert found.damping[:2] == pytest.approx([30.0, 4.0 / abs(slip)], rel=1e-5)


def test_coupled_stiffness_is_the_inverse_over_the_members_that_carry() -> None:
    draws = np.random.default_rng(6)
    half = draws.normal(size=(2, 3, 3))
    C = half @ half.transpose(0, 2, 1) + 0.1 * np.eye(3)
    compliance = np.zeros((5, 3))
    compliance[:3], compliance[3:, :2] = C[0], C[1][:2, :2]
    both = np.ones(2, dtype=np.int64)
    members = np.array([4, 0, 2, 1, 3])
    groups = MaxwellGroups(np.array([0, 3, 5]), members, compliance, both)
    la_N = np.array([0.0, 3.0, 1.0, 2.0, 5.0])  # the second of the first is open
    coupled = np.full((5, 3), 9.0)
    status = fill_coupled_stiffness(groups, la_N, active_set_work(3), coupled)
    assert status == Status.OK
    closed = np.linalg.inv(C[0][np.ix_([0, 2], [0, 2])])
    assert coupled[0] == pytest.approx([closed[0, 0], 0.0, closed[0, 1]])
    assert coupled[1].tolist() == [0.0] * 3
    assert coupled[2] == pytest.approx([closed[1, 0], 0.0, closed[1, 1]])
    assert coupled[3:, :2] == pytest.approx(np.linalg.inv(C[1][:2, :2]))
    groups.C[:] = 0.0
    status = fill_coupled_stiffness(groups, la_N, active_set_work(3), coupled)
    assert status == Status.SINGULAR
