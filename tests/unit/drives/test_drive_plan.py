"""A plan numbers velocities, inverts masses and gathers rows as they are declared."""

import numpy as np
import pytest

from catena.couplings.torsion_bar import TORSION_BAR
from catena.drives.plan import Course, Plan
from catena.errors import AssemblyError


def two_wheels_and_a_ring() -> tuple[Plan, int, int]:
    """Two wheels on held axes, then a ring of three points."""
    plan = Plan()
    wheels, ring = plan.bodies(3), plan.bodies(2)
    wheels.add([[0.0, 5.0], [0.0, 5.0], [0.2, 0.4]], at=[[1.0, 2.0], [0, 0], [0, 0]])
    ring.add(np.full((2, 3), 0.5), rate=(3.0, 0.0), hold=[[False], [True]])
    return plan, int(wheels.dof(0, 2)), int(wheels.dof(1, 2))


def test_velocities_are_numbered_block_by_block_and_coordinate_by_coordinate() -> None:
    plan, first, second = two_wheels_and_a_ring()
    assert (first, second) == (4, 5)
    assert plan.blocks[1].dof([0, 2], 1).tolist() == [9, 11]
    assert plan.M.tolist() == [0.0, 5.0, 0.0, 5.0, 0.2, 0.4, *6 * [0.5]]
    assert plan.blocks[0].q.tolist() == [[1.0, 2.0], [0.0, 0.0], [0.0, 0.0]]
    assert plan.blocks[1].u.tolist() == [3 * [3.0], 3 * [0.0]]


def test_what_has_no_mass_or_is_held_or_prescribed_keeps_its_velocity() -> None:
    plan, first, _ = two_wheels_and_a_ring()
    plan.speed(first, Course(np.zeros(1), np.array([7.0])), account=0)
    assert plan.M_inv.tolist() == [0, 0.2, 0, 0.2, 0, 2.5, *3 * [2.0], *3 * [0.0]]
    assert plan.M[first] == 0.2  # for what its drive must provide


def test_courses_stand_one_after_another_with_their_waves() -> None:
    plan, first, second = two_wheels_and_a_ring()
    plan.load(second, Course(np.array([0.0, 1.0]), np.array([2.0, 3.0])), 1, ramp=0.1)
    uneven = Course(np.zeros(1), np.array([7.0]), [(2.0, 0.1, 0.5), (4.0, 0.2, 0.0)])
    plan.speed(first, uneven, 0, -1.0)
    imposed = plan.imposed
    assert imposed.curve.tolist() == [[0.0, 1.0, 0.0], [2.0, 3.0, 7.0]]
    load, speed = imposed.loads[0], imposed.speeds[0]
    assert (load.curve, load.curve_end, load.wave, load.wave_end) == (0, 1, 0, 0)
    assert (speed.curve, speed.curve_end, speed.wave, speed.wave_end) == (2, 2, 0, 2)
    assert (load.ramp, speed.sense, load.account, speed.dof) == (0.1, -1.0, 1, first)
    assert imposed.waves.order.tolist() == [2.0, 4.0]


def test_rows_and_forces_add_up() -> None:
    plan, first, second = two_wheels_and_a_ring()
    assert plan.table(TORSION_BAR).size == 0
    plan.rows(TORSION_BAR, a=first, b=second, k=5.0)
    plan.rows(TORSION_BAR, a=[first, second], b=0, k=[6.0, 7.0])
    assert plan.table(TORSION_BAR).k.tolist() == [5.0, 6.0, 7.0]
    plan.force(first, 1.5)
    plan.force([first, second], [0.5, 2.0])
    assert plan.forces[[first, second]].tolist() == [2.0, 2.0]
    with pytest.raises(KeyError, match="stiffness"):
        plan.rows(TORSION_BAR, stiffness=5.0)


def test_no_body_comes_after_a_velocity_was_numbered() -> None:
    plan, *_ = two_wheels_and_a_ring()
    with pytest.raises(AssemblyError, match="after velocities were numbered"):
        plan.blocks[0].add(np.ones(3))
    with pytest.raises(AssemblyError, match="another plan"):
        plan.first_of(Plan().bodies(3))
