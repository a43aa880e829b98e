"""Rigid joints under time stepping: energy, order, dependence, contacts, resuming."""

import math

import numpy as np
import pytest

from catena.errors import SolverError, SpecError
from catena.integrators.half_explicit import advance
from catena.motion import run
from catena.numerics.skyline import factor_skyline, solve_skyline
from catena.planar import Bilateral, Coulomb, Curve, PlanarSystem, Unilateral
from catena.tables.checkpoint import arrays_of, restore
from catena.tables.contacts import PercussionOptions
from catena.validity import gaps_of
from catena.verification.joints import (
    CRANK,
    ROD,
    bouncing_figures,
    hinged_body,
    parallelogram,
)
from catena.verification.linked_rods import energies, largest_change, pendulum

OPTIONS = PercussionOptions()


def test_skyline_factors_solve_what_numpy_solves():
    rng = np.random.default_rng(3)
    first = np.array([0, 0, 1, 0, 3, 2, 6])
    start = np.concatenate([[0], np.cumsum(np.arange(7) - first + 1)])
    A, flat = np.zeros((7, 7)), np.zeros(int(start[-1]))
    for i in range(7):
        row = rng.normal(size=i - first[i] + 1)
        row[-1] = 10.0
        flat[start[i] : start[i + 1]] = row
        A[i, first[i] : i + 1] = A[first[i] : i + 1, i] = row
    b = rng.normal(size=7)
    expected = np.linalg.solve(A, b)
    assert factor_skyline(flat, first, start) == -1
    solve_skyline(flat, first, start, b)
    np.testing.assert_allclose(b, expected, rtol=1e-13)


def test_skyline_names_the_row_that_depends_on_others():
    flat = np.array([1.0, 1.0, 1.0])
    assert factor_skyline(flat, np.array([0, 0]), np.array([0, 1, 3])) == 1


def test_joint_order_keeps_the_matrix_of_a_chain_narrow():
    model = pendulum([0.3] * 20)
    joints = model.system.joints
    assert joints.row.size == 40
    assert np.max(np.arange(40) - joints.first) <= 5
    assert set(joints.island.tolist()) == {0}


def test_energy_of_a_pendulum_changes_with_the_square_of_the_step():
    changes = [
        largest_change(run(pendulum([1.5]), dt, 1.0), 9.81 * 0.1) for dt in (1e-3, 5e-4)
    ]
    assert changes[0] < 5e-5
    assert 3.5 < changes[0] / changes[1] < 4.5


def test_joint_error_of_the_ledger_is_the_change_of_energy():
    """What the scheme did shows in a line of its own, in no loss."""
    motion = run(pendulum([2.0, 2.5]), 2e-3, 2.0)
    balance = motion.balance()
    assert balance.loss == 0.0
    assert balance.joint_error != 0.0
    change = energies(motion)[-1] - energies(motion)[0]
    assert balance.residual == pytest.approx(change, rel=1e-9)
    assert balance.joint_error == pytest.approx(change, rel=0.2)


def test_joints_stay_closed():
    motion = run(pendulum([1.0, 2.0, 3.0]), 1e-3, 1.0)
    assert np.abs(gaps_of(motion.model, motion.state)).max() < 1e-10
    assert motion.state.memory.report.total_sweeps[0] == 0


def test_dependent_cranks_share_their_load_evenly():
    motion = run(parallelogram(3), 1e-3, 0.3)
    left, middle, right = (motion.percussion(f"hold_{k}.y")[50:] for k in range(3))
    np.testing.assert_allclose(left, right, rtol=1e-6)
    assert np.abs(middle - left).max() < 0.5 * np.abs(left).max()


def test_elastic_impacts_of_jointed_bodies_make_no_energy():
    gain, *_ = bouncing_figures(starts=2, end=1.0)
    assert gain.passed


@pytest.mark.parametrize("model", [pendulum([1.0, 2.0]), hinged_body(5.0, 0.3)])
def test_resumed_mechanism_is_bitwise_the_same(model):
    whole, first = model.start(), model.start()
    advance(model.system, whole, model.work(), 1e-3, 600, OPTIONS)
    advance(model.system, first, model.work(), 1e-3, 237, OPTIONS)
    second = model.start()
    restore(second, {name: a.copy() for name, a in arrays_of(first).items()})
    advance(model.system, second, model.work(), 1e-3, 363, OPTIONS)
    for name, array in arrays_of(whole).items():
        assert array.tobytes() == arrays_of(second)[name].tobytes(), name


def driven_crank(speed=20.0):
    """A slider-crank turned by a motor; its bodies start at rest."""
    plan = PlanarSystem()
    crank = plan.body("crank", 1.0, 1e-3, free=())
    plan.prescribe(crank, "angle", speed)
    rod = plan.body("rod", 1e-6, 1e-9, (CRANK + 0.5 * ROD, 0.0))
    piston = plan.body("piston", 1.0, 1.0, (CRANK + ROD, 0.0), free=("x",))
    plan.pin("crankpin", rod.point((-0.5 * ROD, 0.0)), crank.point((CRANK, 0.0)))
    plan.pin("wristpin", piston.point(), rod.point((0.5 * ROD, 0.0)))
    return plan.build()


def piston_force(phi, speed=20.0):
    """Force on the piston of 1 kg [N], from its analytic acceleration."""
    h = 1e-4

    def x(angle):
        s = CRANK * math.sin(angle)
        return CRANK * math.cos(angle) + math.sqrt(ROD**2 - s**2)

    return speed**2 * (x(phi + h) - 2.0 * x(phi) + x(phi - h)) / h**2


def crank_force_error(dt):
    motion = run(driven_crank(), dt, 0.3)
    force = motion.percussion("wristpin.x")[1:] / dt
    middle = 20.0 * (motion.times()[1:] - 0.5 * dt)
    expected = np.array([piston_force(phi) for phi in middle])
    return np.abs(force - expected).max() / np.abs(expected).max()


def test_force_of_a_driven_crank_is_of_second_order_from_the_first_step():
    coarse, fine = crank_force_error(1e-3), crank_force_error(5e-4)
    assert coarse < 1e-4
    assert 3.5 < coarse / fine < 4.5


def test_velocities_that_part_a_joint_are_changed_and_told():
    model = driven_crank()
    assert "pin[crankpin]" in model.notes[0]
    rod = model.velocity_index("rod", "y")
    assert model.state.u[rod] == pytest.approx(0.5 * 20.0 * CRANK, rel=1e-4)


def test_open_joint_is_refused_by_name():
    plan = PlanarSystem()
    rod = plan.body("rod", 1.0, 0.1, (0.5, 0.0))
    plan.pin("pivot", rod.point((-0.5, 0.0)), plan.ground.point((0.0, 1e-3)))
    with pytest.raises(SpecError, match=r"pin\[pivot\].*0\.001.*open"):
        plan.build()


def test_joint_that_moves_nothing_is_refused_by_name():
    plan = PlanarSystem()
    wheel = plan.wheel("wheel", 1.0)
    plan.pin("axle", wheel.point(), plan.ground.point())
    with pytest.raises(SpecError, match=r"pin\[axle\].*held"):
        plan.build()


def uneven_parallelogram(excess):
    """Three cranks of which the middle one is longer."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    angle = 1.0
    bar = plan.body("bar", 1.0, 0.01, (0.1 * math.sin(angle), -0.1 * math.cos(angle)))
    for k, x in enumerate((-0.1, 0.0, 0.1)):
        length = 0.1 + (excess if k == 1 else 0.0)
        end = (x + 0.1 * math.sin(angle), -0.1 * math.cos(angle))
        foot = (end[0] - length * math.sin(angle), end[1] + length * math.cos(angle))
        centre = (0.5 * (foot[0] + end[0]), 0.5 * (foot[1] + end[1]))
        tilt = angle - 0.5 * math.pi
        crank = plan.body(f"crank_{k}", 0.1, 1e-4, centre, angle=tilt)
        hold = plan.ground.point(foot)
        plan.pin(f"hold_{k}", crank.point((-0.5 * length, 0.0)), hold)
        plan.pin(f"bar_{k}", crank.point((0.5 * length, 0.0)), bar.point((x, 0.0)))
    return plan


def test_mechanism_that_locks_is_refused_by_the_name_of_a_joint():
    assert uneven_parallelogram(0.0).build().notes == ()
    for excess in (1e-5, 1e-3, 1e-2):
        with pytest.raises(SpecError, match=r"pin\[\w+\].*left open"):
            uneven_parallelogram(excess).build()
    assert "nearly fit" in uneven_parallelogram(1e-7).build().notes[0]


def driven_four_bar(strut, speed=2.0):
    """A parallelogram turned at its crank; a strut may hinder its coupler."""
    plan = PlanarSystem()
    ground = plan.ground
    crank = plan.wheel("crank", 1e-3)
    coupler = plan.body("coupler", 0.5, 2e-3, (0.1, 0.1))
    rocker = plan.body("rocker", 0.2, 1e-4, (0.2, 0.05), angle=0.5 * math.pi)
    plan.prescribe(crank, "angle", speed)
    plan.pin("B", crank.point((0.0, 0.1)), coupler.point((-0.1, 0.0)))
    plan.pin("C", rocker.point((0.05, 0.0)), coupler.point((0.1, 0.0)))
    plan.pin("D", rocker.point((-0.05, 0.0)), ground.point((0.2, 0.0)))
    if strut:
        half, tilt = 0.5 * math.hypot(0.05, 0.1), math.atan2(0.1, 0.05)
        rod = plan.body("rod", 0.2, 1e-4, (0.125, 0.05), angle=tilt)
        plan.pin("E", rod.point((half, 0.0)), coupler.point((0.05, 0.0)))
        plan.pin("F", rod.point((-half, 0.0)), ground.point((0.1, 0.0)))
    return plan


def test_mechanism_that_locks_against_its_drive_is_refused_by_the_name_of_a_joint():
    assert "were changed to fit" in driven_four_bar(strut=False).build().notes[0]
    with pytest.raises(SpecError, match=r"pin\[\w\].*locks against its drives"):
        driven_four_bar(strut=True).build()
    twice = driven_four_bar(strut=False)  # a second drive, right to seven digits
    rocker = next(body for body in twice.bodies if body.name == "rocker")
    twice.prescribe(rocker, "angle", 2.0 * (1.0 + 1e-7))
    twice.build()
    later = Curve((0.0, 1.0), (0.0, 2.0))
    assert driven_four_bar(strut=False, speed=later).build().notes == ()
    with pytest.raises(SpecError, match=r"pin\[\w\].*locks against its drives"):
        driven_four_bar(strut=True, speed=later).build()


def test_dry_slider_in_a_slot_stops_where_its_friction_says():
    """Friction of a joint is bounded by all that the joint carries."""
    plan = PlanarSystem(gravity=(0.0, -10.0))
    block = plan.body("block", 2.0, free=("x", "y"), velocity=(3.0, 0.0))
    slot = plan.ground.line((0.0, 1.0))
    plan.contact("slot", block.point(), slot, Bilateral(), Coulomb(0.2))
    motion = run(plan.build(), 1e-3, 2.0)
    assert motion.position("block", "x")[-1] == pytest.approx(9.0 / 4.0, rel=2e-3)
    assert abs(motion.velocity("block", "x")[-1]) < 1e-12
    assert motion.percussion("slot")[-1] == pytest.approx(2.0 * 10.0 * 1e-3)


def test_contact_pushes_through_a_chain_of_joints():
    """A row of pinned rods against a wall: the contact stops all of them."""
    plan = PlanarSystem()
    rods, wall = [], plan.ground.line((-1.0, 0.0), (1.0, 0.0))
    for k in range(5):
        centre = (0.1 + 0.2 * k - 1e-4, 0.0)
        rods.append(plan.body(f"rod_{k}", 1.0, 1e-2, centre, velocity=(1.0, 0.0)))
        if k:
            ends = rods[k].point((-0.1, 0.0)), rods[k - 1].point((0.1, 0.0))
            plan.pin(f"pin_{k}", *ends)
    plan.contact("wall", rods[-1].point((0.1, 0.0)), wall, Unilateral(0.5))
    motion = run(plan.build(), 1e-3, 5e-3)
    speeds = [motion.velocity(f"rod_{k}", "x")[-1] for k in range(5)]
    assert speeds == pytest.approx([-0.5] * 5, abs=1e-7)
    assert motion.percussion("wall").sum() == pytest.approx(7.5, rel=1e-7)


def test_jump_of_a_prescribed_speed_turns_the_linkage_at_once():
    plan = PlanarSystem()
    crank = plan.body("crank", 1.0, 1e-3, free=())
    plan.prescribe(
        crank, "angle", Curve((0.0, 0.05, 0.05001, 1.0), (1.0, 1.0, 3.0, 3.0))
    )
    rod = plan.body("rod", 1.0, 1e-2, (0.1, -0.2))
    plan.pin("pin", rod.point((0.0, 0.2)), crank.point((0.1, 0.0)))
    motion = run(plan.build(), 1e-3, 0.06)
    assert np.abs(gaps_of(motion.model, motion.state)).max() < 1e-9


def test_run_of_a_joint_that_comes_apart_ends_by_its_name():
    """A step far too large, with the gap limit of a fine mechanism."""
    model = pendulum([1.5])
    model.system.joints.limit[0] = 1e-9
    state = model.start()
    with pytest.raises(SolverError, match=r"pin_0\.\w.*came apart"):
        run(model, 1e-2, 1.0, state=state)
