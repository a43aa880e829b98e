"""Friction with known bounds in systems: bearings and elastic contacts, by waking."""

from __future__ import annotations

import numpy as np
import pytest

from catena.motion import Motion, run
from catena.planar import Coulomb, PlanarSystem, SpringDamper, Unilateral
from catena.solvers.patches.elastic_friction import sweep_friction
from catena.solvers.sweeps.percussions import solve_percussions
from catena.tables.candidates import RowKind
from catena.tables.contacts import PercussionOptions

PIN, PULL, MU = 0.01, 200.0, 0.25
MOMENT = MU * PIN * PULL
"""What a bearing under the pull can hold [N m]."""


def flywheels(dry: Coulomb, spin: tuple[float, float]) -> PlanarSystem:
    """Two discs on one pin, which a force presses into its bush."""
    plan = PlanarSystem()
    one = plan.body("one", 2.0, 0.02, free=("angle",), spin=spin[0])
    two = plan.body("two", 2.0, 0.03, (PULL / 1e6, 0.0), spin=spin[1])
    bush = {"pin_radius": PIN, "friction": dry}
    plan.journal("pin", one.point(), two.point(), 1e6, 3e3, **bush)
    plan.load(two, "x", PULL)
    return plan


def turn_rates(motion: Motion) -> tuple[float, float]:
    """Of both discs in the end [rad/s]."""
    u = motion.state.u
    return float(u[5]), float(u[8])


def test_flywheels_on_a_dry_pin_slow_down_by_its_moment_and_then_turn_together():
    model = flywheels(Coulomb(MU), (5.0, -1.0)).build()
    motion = run(model, 1e-5, 0.05)
    slid = turn_rates(motion)
    assert slid == pytest.approx(
        (5.0 - MOMENT * 0.05 / 0.02, -1.0 + MOMENT * 0.05 / 0.03)
    )
    lost = 0.5 * 0.02 * (25.0 - slid[0] ** 2) + 0.5 * 0.03 * (1.0 - slid[1] ** 2)
    now = motion.balance()
    assert now.friction_loss.sum() == pytest.approx(lost, rel=1e-6)
    assert abs(now.residual) < 1e-9
    motion = run(model, 1e-5, 0.2)
    one, two = turn_rates(motion)
    assert one == pytest.approx(two, abs=1e-12)
    assert one == pytest.approx((0.02 * 5.0 - 0.03) / 0.05, rel=1e-9)
    work, u = motion.work.percussion, motion.state.u.copy()
    for back in (False, True):  # what sticks is not moved any more
        left = work.friction, u, work.group, work.size, (0.0, 0.0), back, True
        assert sweep_friction(*left)[0] < 1e-12


def test_a_bearing_holds_with_its_static_coefficient_until_it_breaks_loose():
    """A torque between the moments of sliding and of sticking."""
    for torque, held in ((1.5 * MOMENT, True), (2.5 * MOMENT, False)):
        plan = flywheels(Coulomb(MU, static=2.0 * MU), (0.0, 0.0))
        plan.prescribe(plan.bodies[1], "angle", 0.0)
        plan.load(plan.bodies[2], "angle", torque)
        motion = run(plan.build(), 1e-5, 0.01)
        spin = 0.0 if held else (torque - MOMENT) / 0.03 * 0.01
        assert turn_rates(motion)[1] == pytest.approx(spin, abs=1e-9, rel=2e-3)


def test_the_motor_that_holds_a_disc_feels_the_moment_of_its_pin():
    plan = flywheels(Coulomb(MU), (0.0, 40.0))
    plan.prescribe(plan.bodies[1], "angle", 0.0)
    motion = run(plan.build(), 1e-5, 0.001)
    assert motion.work.reaction[0] == pytest.approx(-MOMENT, rel=1e-6)


def pile(normal: SpringDamper, discs: int = 12) -> PlanarSystem:
    """Discs between a floor and a lid, which turn against each other."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    rng = np.random.default_rng(5)
    floor, dry = plan.ground.line((0.0, 1.0)), Coulomb(0.3)
    bodies = []
    for k in range(discs):
        at, spin = (0.0199 * k, 0.00999), float(rng.normal(0.0, 20.0))
        body = plan.body(f"d{k}", 0.1, 5e-6, at, spin=spin)
        plan.contact(f"floor{k}", body.circle(0.01), floor, normal, dry, group="floor")
        bodies.append(body)
    for k in range(discs - 1):
        one, two = bodies[k].circle(0.01), bodies[k + 1].circle(0.01)
        plan.contact(f"side{k}", one, two, normal, dry, group="side")
    return plan


def test_waking_finds_the_percussions_of_the_general_solver():
    """The same rows listed by their velocities and swept without waking."""
    model = pile(SpringDamper(1e5, 5.0)).build()
    options = PercussionOptions(relative_tolerance=1e-13)
    motion = run(model, 1e-6, 1e-6 * 30, options=options)
    rows, work = motion.state.memory.rows, motion.work
    friction = work.percussion.friction
    n = int(friction.n_used[0])
    assert n > 12
    planar = friction.rows[:n]
    u = work.u_free.copy()
    listed = np.zeros(rows.g_N.size, dtype=bool)
    for row in planar:  # W_T of every row, as the kernels of contacts have it
        i, n_x, n_y = row.slot, row.n_x, row.n_y
        listed[i] = True
        rows.W_T[i], rows.W_N[i] = 0.0, 0.0
        sides = ((row.a, 1.0, row.a_t), (row.b, -1.0, row.b_t))
        for side, (body, sign, arm) in enumerate(sides):
            if body > 0:
                at = 3 * side
                rows.W_T[i, 0, at : at + 3] = sign * np.array([n_y, -n_x, -arm])
    M_inv = model.system.inertia.M_inv
    used = rows.dof >= 0
    rows.MiW_T[:, 0] = np.where(used, M_inv[rows.dof], 0.0) * rows.W_T[:, 0]
    found = motion.state.memory.slots.P[listed]
    rows.R_T[:] = motion.state.memory.slots.bound
    rows.active[:n], rows.n_active[0] = np.flatnonzero(listed), n
    scratch = model.work().percussion
    status = solve_percussions(rows, u, scratch, options, motion.state.memory.report)
    assert status == 0
    assert scratch.listed[0] == n  # none of them went the new way
    scale = np.abs(found).max()
    assert rows.P_T[listed, 0] == pytest.approx(found, abs=1e-9 * scale)
    assert u == pytest.approx(motion.state.u, abs=1e-9 * np.abs(u).max())


def test_what_slides_begins_at_its_new_bound_and_one_sweep_proves_it():
    """A disc that spins while it sinks into the floor: its bound grows in each step."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    normal, dry = SpringDamper(1e5, 5.0), Coulomb(0.3)
    disc = plan.body("disc", 0.1, 5e-6, (0.0, 0.01), spin=300.0)
    skin = disc.circle(0.01)
    plan.contact("c", skin, plan.ground.line((0.0, 1.0)), normal, dry)
    motion = run(plan.build(), 1e-6, 2e-3)
    memory, work = motion.state.memory, motion.work.percussion
    bounds = np.abs(motion.friction("c"))
    assert np.all(np.diff(bounds[2:1000]) > 0.0)
    assert abs(memory.slots.P[0]) == memory.slots.bound[0] == bounds[-1]
    assert memory.report.total_sweeps[0] <= int(memory.watch.steps[0]) + 1
    u = motion.state.u.copy()
    everyone = u, work.group, work.size, (0.0, 0.0), False, True
    assert sweep_friction(work.friction, *everyone) == (0.0, False)
    work.friction.rows[0].bound *= 1.1
    change, moved = sweep_friction(work.friction, *everyone)
    assert moved
    assert change == pytest.approx(0.1 * bounds[-1])


def test_contacts_on_jointed_bodies_and_rigid_ones_keep_their_own_friction():
    plan = pile(SpringDamper(1e5, 5.0), 4)
    a, b, c, d = plan.bodies[1:]
    plan.pin("joint", a.point((0.01, 0.0)), b.point((-0.0099, 0.0)))
    plan.contact("hard", c.circle(0.005), d.circle(0.005), Unilateral(), Coulomb(0.1))
    bush = {"pin_radius": PIN, "friction": Coulomb(0.1)}
    plan.journal("bush", c.point(), d.point((-0.0199, 0.0)), 1e4, **bush)
    model = plan.build()
    kinds = dict(
        zip(
            model.labels.contacts,
            model.system.contours.candidates.kind,
            strict=True,
        )
    )
    assert kinds["floor2"] == kinds["side2"] == RowKind.PLANAR
    assert kinds["bush.turn"] == RowKind.TURN
    assert kinds["floor0"] == kinds["side1"] == kinds["hard"] == RowKind.LISTED
