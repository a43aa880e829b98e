"""A sphere on a rod in space: directions against differences, motion along a wire."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import catena as ct
from catena.drives.spatial_system.plan import Plan, plan_of
from catena.drives.spatial_system.small_motion import turned
from catena.errors import SpecError
from catena.integrators.steps.spatial_system import fill_axes
from catena.pairs.spheres.sphere_surface import find_touches, sphere_gap
from catena.tables.spatial_bodies import FREE, BodyWork, body_work

SECTION = {
    "shape": "stiffness", "axial": 3e4, "bending": (2.0, 5.0), "torsion": 1.5,
    "mass_per_length": 0.2, "diameter": 0.02,
}  # fmt: skip


def touching(**rod: Any) -> Plan:
    """A ball that lies deep in a bent and twisted wire."""
    system = ct.SpatialSystem(gravity=(0.0, 0.0, 0.0))
    system.body("ball", mass=0.1, position=(0.21, 0.03, 0.035), turn=(0.3, 0.2, 0.1))
    system.sphere("ball", body="ball", radius=0.05)
    system.body("hub", mass=1.0, inertia=(0.1,) * 3, position=(0.4, 0.1, 0.0))
    system.rod(
        "wire", points=[(0, 0, 0), (0.4, 0, 0)], elements=2, section=SECTION, **rod
    )
    system.contact("ball", "wire", stiffness=1e4, friction=0.5)
    plan = plan_of(system.drive())
    rng = np.random.default_rng(3)
    steps = np.concatenate(
        [0.01 * rng.normal(size=(len(plan.start.q), 3)),
         0.1 * rng.normal(size=(len(plan.start.q), 3))], axis=1)  # fmt: skip
    steps[0] = 0.0
    plan.start.q[:] = turned(plan.system, plan.start.q, steps)
    return plan


def rows(plan: Plan) -> BodyWork:
    work = body_work(plan.system)
    fill_axes(plan.system, plan.start, work)
    find_touches(plan.system, plan.start, work)
    assert work.found[0] == 1
    return work


def directions(plan: Plan, work: BodyWork) -> Any:
    """(3, n, 6): opening and both slips on all velocities."""
    found = np.zeros((3, *plan.start.u.shape))
    for part in range(work.row[0].parts):
        own = slice(FREE * part, FREE * (part + 1))
        found[:, work.who[0, part]] += work.J[0, :, own]
    return found


@pytest.mark.parametrize("end", [{}, {"end": "pinned", "end_on": "hub"}])
def test_the_opening_is_the_gradient_of_the_gap(end: dict[str, Any]) -> None:
    plan = touching(**end)
    J, h = directions(plan, rows(plan))[0], 1e-6
    free = plan.system.M_inv > 0.0
    for i, k in zip(*np.nonzero(free), strict=True):
        gaps = []
        for sign in (1.0, -1.0):
            step = np.zeros(J.shape)
            step[i, k] = sign * h
            q = turned(plan.system, plan.start.q, step)
            work = body_work(plan.system)
            fill_axes(plan.system, plan.start._replace(q=q), work)
            gaps.append(sphere_gap(plan.system, 0, q, work.R)[0])
        assert J[i, k] == pytest.approx((gaps[0] - gaps[1]) / (2.0 * h), abs=1e-7)


def test_nothing_slides_while_all_turn_and_fly_together() -> None:
    """And forces on all parts are in balance, moments about the origin too."""
    plan = touching()
    work = rows(plan)
    J, R = directions(plan, work), work.R.reshape(-1, 3, 3)
    v, w = np.array([0.3, -0.2, 0.5]), np.array([1.0, 2.0, -1.5])
    u = np.zeros(plan.start.u.shape)
    u[1:, :3] = v + np.cross(w, plan.start.q[1:, :3])
    u[1:, 3:] = np.einsum("nji,j->ni", R[1:], w)
    assert np.einsum("enk,nk->e", J, u) == pytest.approx(0.0, abs=1e-12)


def test_a_ball_slides_along_a_wire_as_fast_as_it_came() -> None:
    """Without friction, over nodes and between them: it hops, but nothing brakes it."""
    plan = ct.SpatialSystem()
    stiff = {**SECTION, "axial": 1e5, "bending": (50.0, 50.0), "mass_per_length": 1.0}
    plan.rod("wire", points=[(0, 0, 0), (0.4, 0, 0)], elements=4, section=stiff,
             start="clamped", end="clamped")  # fmt: skip
    plan.body("ball", mass=0.01, position=(0.12, 0.0, 0.06), velocity=(1.0, 0.0, 0.0))
    plan.sphere("ball", body="ball", radius=0.05)
    plan.contact("ball", "wire", stiffness=1e4)
    run = ct.simulate(plan.drive(duration=0.15, step=2e-6))
    assert run.outcome.healthy, run.outcome
    along, aside, up = run.read("velocity")[:, 0].T
    assert along == pytest.approx(1.0, abs=5e-3)
    assert np.abs(aside).max() < 1e-9
    assert np.abs(up).max() < 0.1


def test_a_ball_on_a_node_of_the_rod_itself_is_refused() -> None:
    plan = ct.SpatialSystem()
    plan.rod("wire", points=[(0, 0, 0), (0.4, 0, 0)], elements=4, section=SECTION)
    plan.sphere("knob", body="wire:2", radius=0.01)
    plan.contact("knob", "wire")
    with pytest.raises(SpecError, match="node of the rod 'wire' itself"):
        plan.drive()


def test_a_sphere_centred_on_the_axis_is_pushed_somewhere() -> None:
    """No normal is given there; the depth is that of both radii, and nothing is NaN."""
    system = ct.SpatialSystem(gravity=(0.0, 0.0, 0.0))
    system.body("ball", mass=0.1, position=(0.1, 0.0, 0.0))
    system.sphere("ball", body="ball", radius=0.05)
    system.rod("wire", points=[(0, 0, 0), (0.4, 0, 0)], elements=2, section=SECTION)
    system.contact("ball", "wire", stiffness=1e4, friction=0.5)
    plan = plan_of(system.drive())
    work = rows(plan)
    assert sphere_gap(plan.system, 0, plan.start.q, work.R)[0] == pytest.approx(-0.06)
    assert np.isfinite(directions(plan, work)).all()
