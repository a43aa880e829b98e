"""The half-explicit step: drift, energy, checkpoints, memory, frame invariance."""

import itertools
import math
from dataclasses import replace

import numba
import numpy as np
import pytest

from catena.balance import Balance, runs_away
from catena.errors import InputError, SolverError
from catena.integrators import rescue
from catena.integrators.half_explicit import advance, advance_unjointed
from catena.motion import run
from catena.planar import (
    Coulomb,
    Curve,
    Gap,
    Johnson,
    PlanarSystem,
    SpringDamper,
    Unilateral,
)
from catena.solvers.sweeps.percussions import EARLY_END
from catena.tables.checkpoint import arrays_of, copied, restore
from catena.tables.contacts import PercussionOptions

OPTIONS = PercussionOptions()


def stuck_pin(dt):
    """A pin pressed on a disc that turns steadily; gives its radius after a turn."""
    plan = PlanarSystem()
    disc = plan.wheel("disc", 1.0)
    pin = plan.body("pin", 0.1, 1e-4, (0.1, 0.0), velocity=(0.0, 1.0))
    plan.prescribe(disc, "angle", 10.0)
    plan.press("hold", pin.point(), disc, 1000.0, Coulomb(0.5))
    motion = run(plan.build(), dt, 2.0 * math.pi / 10.0, every=50)
    return math.hypot(motion.q[-1][6], motion.q[-1][7])


def test_contact_stuck_to_a_turning_body_does_not_drift_outwards():
    dt = 1e-3
    naive = math.pi * 0.1 * 10.0 * dt
    assert abs(stuck_pin(dt) - 0.1) < 1e-3 * naive


def bouncing_box(angle=0.0):
    """A box thrown on a slope, springs and friction; the world turned by an angle."""
    c, s = math.cos(angle), math.sin(angle)

    def turned(x, y):
        return (c * x - s * y, s * x + c * y)

    plan = PlanarSystem(gravity=turned(1.0, -9.0))
    box = plan.body(
        "box", 1.3, 0.02, turned(0.0, 0.3), angle=0.4 + angle, velocity=turned(0.5, 0.2)
    )
    floor = plan.ground.line(turned(0.0, 1.0))
    law, dry = Unilateral(0.3), Coulomb(0.4)
    for k, corner in enumerate([(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)]):
        plan.contact(f"c{k}", box.point(corner), floor, law, dry, group="floor")
    plan.spring("s", box.point((0.05, 0.0)), plan.ground.point(turned(0, 1)), 9.0, 0.2)
    return plan.build()


def test_steps_of_systems_without_joints_know_nothing_of_joints():
    """The same bits, though the kernels of joints are not in them."""
    model, ends = bouncing_box(), []
    for take in (advance, advance_unjointed):
        state, work = model.start(), model.work()
        for _ in range(400):
            assert take(model.system, state, work, 1e-3, 1, OPTIONS) == 0
        ends.append(arrays_of(state))
    assert ends[0]["memory.report.total_sweeps"][0] > 0
    for name, one in ends[0].items():
        assert one.tobytes() == ends[1][name].tobytes(), name


def test_turning_the_world_turns_the_result():
    angle = 0.83
    straight = run(bouncing_box(), 1e-3, 0.6)
    turned = run(bouncing_box(angle), 1e-3, 0.6)
    c, s = math.cos(angle), math.sin(angle)
    x, y = straight.q[-1][3:5]
    assert turned.q[-1][3:5] == pytest.approx([c * x - s * y, s * x + c * y], abs=1e-6)
    assert turned.q[-1][5] == pytest.approx(straight.q[-1][5] + angle, abs=1e-6)


def test_energy_balance_closes_with_impacts_friction_and_springs():
    motion = run(bouncing_box(), 2e-4, 0.6)
    balance = motion.balance()
    assert balance.impact_loss[0] > 0.0
    assert balance.friction_loss[0] > 0.0
    assert abs(balance.residual) < 1e-5 * balance.throughput


def test_work_of_a_prescribed_speed_is_friction_loss():
    plan = PlanarSystem(gravity=(0.0, -10.0))
    belt = plan.body("belt", free=())
    plan.prescribe(belt, "x", Curve((0.0, 0.1), (0.0, 2.0)))
    block = plan.body("block", 2.0, free=("x", "y"))
    plan.journal("hold", block.point(), plan.ground.point(), 1e5, 400.0)
    dry = Coulomb(0.3)
    plan.contact("belt", block.point(), belt.line((0.0, 1.0)), Unilateral(), dry)
    motion = run(plan.build(), 1e-3, 1.0)
    balance = motion.balance()
    assert motion.work.reaction[0] == pytest.approx(0.3 * 2.0 * 10.0, rel=1e-6)
    travelled = motion.position("belt", "x")[-1]
    assert travelled == pytest.approx(1.9)
    kinetic = 0.5 * 1.0 * 2.0**2
    assert balance.friction_loss[0] == pytest.approx(6.0 * travelled, rel=1e-2)
    supplied = balance.friction_loss[0] + kinetic
    assert balance.work_in == pytest.approx(supplied, rel=1e-2)
    assert abs(balance.residual) < 1e-3 * balance.throughput


def test_resumed_run_is_bitwise_the_same():
    model = bouncing_box()
    whole, first = model.start(), model.start()
    advance(model.system, whole, model.work(), 1e-3, 500, OPTIONS)
    advance(model.system, first, model.work(), 1e-3, 237, OPTIONS)
    stored = {name: array.copy() for name, array in arrays_of(first).items()}
    second = model.start()
    restore(second, stored)
    advance(model.system, second, model.work(), 1e-3, 263, OPTIONS)
    for name, array in arrays_of(whole).items():
        assert array.tobytes() == arrays_of(second)[name].tobytes(), name


def test_checkpoint_of_another_model_is_refused():
    stored = arrays_of(bouncing_box().start())
    with pytest.raises(InputError, match="does not fit"):
        restore(tower(1).start(), stored)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="needs compiled kernels")
def test_no_allocation_in_a_step():
    from numba.core.runtime import _nrt_python, rtsys

    _nrt_python.memsys_enable_stats()
    try:
        model = bouncing_box()
        state, work = model.start(), model.work()

        def allocated(steps):
            """Allocations of a call; its arguments are wrapped whatever the steps."""
            before = rtsys.get_allocation_stats().alloc
            advance(model.system, state, work, 1e-3, steps, OPTIONS)
            return rtsys.get_allocation_stats().alloc - before

        allocated(1)
        assert allocated(300) == allocated(1)
    finally:
        _nrt_python.memsys_disable_stats()


def test_copy_shares_nothing_with_the_original():
    state = bouncing_box().start()
    twin = copied(state)
    for name, array in arrays_of(state).items():
        assert not np.shares_memory(array, arrays_of(twin)[name])


def test_step_beyond_stability_is_refused_with_the_largest_one():
    plan = PlanarSystem()
    mass = plan.body("mass", 1.0, at=(1.0, 0.0), free=("x",))
    plan.spring("k", mass.point(), plan.ground.point(), 100.0, rest=0.5)
    with pytest.raises(InputError, match=r"expected at most 0\.2 s"):
        run(plan.build(), 0.3, 1.0)


def test_numbers_that_are_none_stop_the_run_naming_time_and_body():
    plan = PlanarSystem()
    mass = plan.body("mass", 1.0, free=("x",))
    plan.load(mass, "x", 1e30)
    model = plan.build()
    fast = model.start()
    fast.u[model.velocity_index("mass", "x")] = 1e306
    with pytest.raises(SolverError, match=r"t = .*mass\.x"):
        run(model, 1e3, 1e6, state=fast)


def test_elastic_contact_returns_what_it_stored():
    plan = PlanarSystem()
    ball = plan.body("ball", 1.0, at=(0.0, 0.1), velocity=(0.0, -1.0))
    floor = plan.ground.line((0.0, 1.0))
    plan.contact("floor", ball.circle(0.05), floor, SpringDamper(1e4))
    motion = run(plan.build(), 1e-4, 0.2)
    assert motion.velocity("ball", "y")[-1] == pytest.approx(1.0, abs=2e-3)
    assert abs(motion.balance().contact_loss[0]) < 2e-3


def test_runaway_energy_stops_the_run_naming_the_body(monkeypatch):
    monkeypatch.setattr("catena.motion.check_step", lambda model, dt, any_step: None)
    plan = PlanarSystem()
    mass = plan.body("mass", 1.0, at=(1.0, 0.0), free=("x",))
    plan.journal("k", mass.point(), plan.ground.point(), 100.0)
    with pytest.raises(SolverError, match=r"mass\.x: the energy grows"):
        run(plan.build(), 0.22, 220.0)


def test_energy_from_nowhere_that_dampers_take_is_a_runaway():
    """1 J at the start, 1e6 J now and 5e6 J taken by dampers; nothing came in."""
    none, dampers = np.zeros(1), np.array([5e6, 0.0, 0.0, 0.0])
    now = Balance(1e6, 0.0, 0.0, dampers, none, none, none, start=1.0)
    assert runs_away(now)
    assert not runs_away(replace(now, start=6e6))
    assert not runs_away(replace(now, work_in=6e6))


def test_the_ground_is_never_blamed_for_an_infinite_force():
    plan = PlanarSystem()
    mass = plan.body("mass", 1e13, 1e13, (1.0, 0.0))
    plan.journal("d", mass.point(), plan.ground.point(), 1.0, damping=1e14)
    model = plan.build()
    fast = model.start()
    fast.u[model.velocity_index("mass", "x")] = 1e300
    with pytest.raises(SolverError, match=r"mass\.x: a quantity became infinite"):
        run(model, 0.05, 0.2, state=fast)


def test_unconverged_contacts_stop_the_run_naming_the_contact(monkeypatch):
    monkeypatch.setattr(rescue, "MOST_ROWS", 0)
    lazy = PercussionOptions(max_sweeps=1)
    with pytest.raises(SolverError, match=r"contact on\d, residual .*converge"):
        run(tower(4), 1e-3, 0.6, options=lazy)


@pytest.mark.parametrize("floors", [3, 12])
def test_the_cap_of_iterations_does_not_change_the_motion(floors):
    """A tower of discs: the same bits, however few sweeps are asked for."""
    ends = []
    for most in (1, 7, 2000):
        options = PercussionOptions(max_sweeps=most)
        motion = run(tower(floors), 1e-3, 0.02, options=options)
        assert motion.state.memory.report.unconverged[0] == 0
        ends.append(motion.state)
    for state in ends[1:]:
        assert state.q.tobytes() == ends[0].q.tobytes()
        assert state.memory.report.rescued[0] == ends[0].memory.report.rescued[0]


def tower(floors):
    """Discs one on another, the lowest on the ground."""
    plan = PlanarSystem(gravity=(0.0, -10.0))
    below = plan.ground.line((0.0, 1.0))
    for k in range(floors):
        height = 0.1 - 1e-9 + (0.2 - 1e-9) * k
        disc = plan.body(f"disc{k}", 2.0, 0.01, (0.0, height))
        skin = disc.circle(0.1)
        plan.contact(f"on{k}", skin, below, Unilateral(), Coulomb(0.3))
        below = skin
    return plan.build()


def test_sweeps_leave_a_long_tower_early_to_direct_methods(monkeypatch):
    """Each disc carries those above it; sweeps alone need hundreds to find that."""
    model = tower(40)
    weights = 2.0 * 10.0 * np.arange(40, 0, -1) * 1e-3
    motion = run(model, 1e-3, 1e-3)
    carried = [motion.percussion(f"on{k}")[-1] for k in range(40)]
    np.testing.assert_allclose(carried, weights, rtol=1e-6)
    assert motion.state.memory.report.sweeps[0] == EARLY_END
    assert motion.state.memory.report.unconverged[0] == 0
    monkeypatch.setattr(rescue, "MOST_ROWS", 0)
    with pytest.raises(SolverError, match="did not converge"):
        run(model, 1e-3, 1e-3, options=PercussionOptions(max_sweeps=EARLY_END))
    patient = PercussionOptions(max_sweeps=20000, relative_tolerance=1e-11)
    slow = run(model, 1e-3, 1e-3, options=patient)
    carried = [slow.percussion(f"on{k}")[-1] for k in range(40)]
    np.testing.assert_allclose(carried, weights, rtol=1e-6)


def test_a_tower_of_a_hundred_discs_carries_itself():
    """More sweeps than the cap allows; direct methods take that many rows too."""
    motion = run(tower(110), 1e-3, 1e-3)
    carried = [motion.percussion(f"on{k}")[-1] for k in range(110)]
    weights = 2.0 * 10.0 * np.arange(110, 0, -1) * 1e-3
    np.testing.assert_allclose(carried, weights, rtol=1e-6)
    assert motion.state.memory.report.unconverged[0] == 0


def test_a_tower_of_four_hundred_discs_carries_itself():
    """More rows than a dense solution takes: a band of the neighbours."""
    motion = run(tower(400), 1e-3, 1e-3)
    carried = [motion.percussion(f"on{k}")[-1] for k in range(400)]
    weights = 2.0 * 10.0 * np.arange(400, 0, -1) * 1e-3
    np.testing.assert_allclose(carried, weights, rtol=1e-6)
    assert motion.state.memory.report.unconverged[0] == 0


def test_a_contact_that_nothing_can_open_says_so():
    plan = PlanarSystem()
    slider = plan.body("slider", at=(0.0, 0.1), free=("x",))
    floor = plan.ground.line((0.0, 1.0))
    plan.contact("floor", slider.circle(0.1), floor, Unilateral())
    words = r"t = .*contact floor: the rigid contact closed, but neither body can move"
    with pytest.raises(SolverError, match=words):
        run(plan.build(), 1e-3, 1e-2)


def test_an_impact_without_a_solution_stops_the_run():
    """Three points of one body on three walls; none of the 64 modes solves the laws.

    Percussions that wedge the body would grow until every residual is small beside
    them: 1e8 N s for 1 kg at 1.5 m/s.
    """
    plan = PlanarSystem()
    body = plan.body("body", 1.0, 0.1, velocity=(-0.1, 1.4), spin=-0.4)
    walls = [(-0.2, 0.9, 4.3, 0.8), (0.1, -0.5, 2.9, 0.5), (0.5, 0.3, 1.4, 0.8)]
    for k, (x, y, angle, mu) in enumerate(walls):
        n_x, n_y = math.cos(angle), math.sin(angle)
        wall = plan.ground.line((n_x, n_y), (x + 1e-6 * n_x, y + 1e-6 * n_y))
        law, dry = Unilateral(0.5), Coulomb(mu)
        plan.contact(f"wall{k}", body.point((x, y)), wall, law, dry)
    with pytest.raises(SolverError, match="did not converge"):
        run(plan.build(), 1e-9, 1e-9)


@pytest.mark.parametrize("linear", [False, True])
def test_the_deepest_penetration_is_the_one_of_the_middle_of_a_step(linear):
    """At 1 m/s 10.2 mm are gone in the middle of the 11th step, at 10.5 mm."""
    plan, law = PlanarSystem(), Unilateral(0.5)
    if linear:
        body = plan.linear_body("mass", ["x"], [[1.0]], velocity=[-1.0])
        plan.gap("stop", body, Gap(0.0102, [1.0]), law)
    else:
        ball = plan.body("ball", at=(0.0102, 0.0), velocity=(-1.0, 0.0))
        plan.contact("stop", ball.point(), plan.ground.line((1.0, 0.0)), law)
    motion = run(plan.build(), 1e-3, 0.05)
    assert motion.state.memory.watch.penetration[0] == pytest.approx(3e-4, rel=1e-9)
    assert motion.u[-1].max() == pytest.approx(0.5)


def test_stops_of_linear_bodies_are_found_among_many_candidates():
    """So many that far ones are left out; planar bodies at rest tell of no travel."""
    plan = PlanarSystem()
    for k in range(60):
        disc = plan.body(f"disc{k}", at=(k, 0.1), free=("y",))
        stud = plan.ground.circle(0.01, (k, -1.0))
        plan.contact(f"far{k}", disc.circle(0.05), stud, Unilateral())
    mass = plan.linear_body("mass", ["x"], [[1.0]], velocity=[-1.0])
    plan.gap("stop", mass, Gap(0.1, [1.0]), Unilateral(0.5))
    model = plan.build()
    assert model.system.contours.skin[0] < 0.1
    motion = run(model, 1e-3, 0.2, every=10)
    assert motion.u[-1][-1] == pytest.approx(0.5)
    assert motion.state.memory.search.n_near[0] == 1  # and no other


def crowded_box():
    """Discs between walls: more candidates than are always near."""
    plan, rng = PlanarSystem(gravity=(0.0, -9.81)), np.random.default_rng(8)
    discs = [
        plan.body(f"d{k}", at=(0.3 * (k % 4), 0.2 + 0.3 * (k // 4)), spin=3.0,
                  velocity=tuple(rng.uniform(-2.0, 2.0, 2)))
        for k in range(12)
    ]  # fmt: skip
    walls = [
        ((0.0, 1.0), (0.0, 0.0)),
        ((1.0, 0.0), (-0.2, 0.0)),
        ((-1.0, 0.0), (1.2, 0)),
    ]
    for disc, (k, (n, at)) in itertools.product(discs, enumerate(walls)):
        wall = plan.ground.line(n, at)
        plan.contact(f"{disc.name}_wall{k}", disc.circle(0.1), wall, Unilateral(0.5))
    for one, two in itertools.combinations(discs, 2):
        name = f"{one.name}_{two.name}"
        plan.contact(name, one.circle(0.1), two.circle(0.1), Unilateral(), Coulomb(0.2))
    return plan.build()


def test_the_search_for_near_candidates_changes_no_bit():
    model = crowded_box()
    contours = model.system.contours
    assert contours.skin[0] < 0.1
    everywhere = contours._replace(skin=np.array([np.inf]))
    full = replace(model, system=model.system._replace(contours=everywhere))
    listed, whole = (run(one, 1e-3, 0.4, every=20) for one in (model, full))
    assert listed.state.memory.search.n_near[0] < whole.state.memory.search.n_near[0]
    assert listed.balance().friction_loss.sum() > 0.0
    np.testing.assert_array_equal(np.array(listed.q), np.array(whole.q))
    np.testing.assert_array_equal(np.array(listed.u), np.array(whole.u))


@pytest.mark.parametrize("engine", ["moreau", "runge_kutta"])
def test_a_law_beyond_its_range_stops_the_run_naming_the_contact(engine):
    plan = PlanarSystem()
    pins = [plan.body(f"pin{k}", 1.0, velocity=(0.0, -v)) for k, v in ((0, 0), (1, 5))]
    for k, pin in enumerate(pins):
        law = Johnson(2e10, 1e-4, 0.02)
        plan.contact(f"hole{k}", pin.circle(0.01), plan.ground.hollow(0.0101), law)
    with pytest.raises(
        SolverError, match=r"contact hole1 is 5\.\d+e-05 m deep.*: .* range"
    ):
        run(plan.build(), 1e-7, 1e-3, engine=engine)
