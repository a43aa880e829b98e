"""Bodies in space: forces, books, refusals, resuming, picture."""

import numpy as np
import pytest

import catena as ct
from catena.drives.running import resume
from catena.drives.spatial_system.build import build
from catena.drives.spatial_system.outputs import figures, scene
from catena.drives.spatial_system.pace import largest_step
from catena.errors import CatenaError, Interrupted
from catena.integrators.steps.spatial_system import (
    advance_bodies,
    fill_axes,
    system_energy,
)
from catena.run import clock
from catena.run.verdict import LARGEST_DEPTH
from catena.tables.checkpoint import copied
from catena.tables.spatial_bodies import body_work


def joined(stiffness=1e4, tilt=20.0, **bushing):
    """Two bodies and the ground joined by bushings and a spring, all in motion."""
    plan = ct.SpatialSystem(gravity=(0.3, -0.2, -9.81))
    plan.body(
        "one",
        mass=1.0,
        inertia=(2e-3, 3e-3, 4e-3),
        position=(0.1, 0, 0),
        turn=(0.2, -0.3, 0.1),
        velocity=(0.1, 0.2, -0.1),
        spin=(1, -2, 3),
    )
    plan.body(
        "two",
        mass=0.5,
        inertia=(1e-3, 1e-3, 1.5e-3),
        position=(0.3, 0.1, 0),
        turn=(-0.1, 0.4, 0.7),
        velocity=(0.2, -0.2, 0.1),
        spin=(-3, 1, 2),
    )
    joint = {"stiffness": stiffness, "tilt_stiffness": tilt, **bushing}
    plan.bushing("a", "ground", "one", at=(0.02, 0, 0), axis=(0, 1, 1), **joint)
    plan.bushing(
        "b",
        "one",
        "two",
        at=(0.2, 0.05, 0),
        axis=(1, 0, 0.3),
        axial_stiffness=0.3 * stiffness,
        **joint,
    )
    plan.spring("s", "two", "ground", ends=((0.3, 0.2, 0.1), (0.6, 0.3, 0.2)),
                stiffness=300.0, length=0.2)  # fmt: skip
    return plan


def test_energy_stays_with_second_order_and_momentum_goes_to_the_ground():
    swings = []
    for step in (4e-5, 2e-5):
        job = build(joined().drive(duration=0.05, step=step))
        state, work = copied(job.plan.start), body_work(job.plan.system)
        energy = []
        for _ in range(50):
            advance_bodies(job.plan.system, state, work, step, round(1e-3 / step))
            energy.append(sum(system_energy(job.plan.system, state, work)))
        swings.append(np.ptp(energy))
    assert swings[0] / swings[1] == pytest.approx(4.0, rel=0.15)


def test_forces_are_the_gradient_of_the_energy():
    """A kick without drift: power of the couplings against the change of energy."""
    job = build(joined().drive(duration=0.02, step=1e-5))
    system, state = job.plan.system, copied(job.plan.start)
    work = body_work(system)
    advance_bodies(system, state, work, 1e-5, 2000)
    probe = copied(state)
    from catena.integrators.steps.spatial_system import step_bodies

    step_bodies(system, probe, work, 0.0)  # forces at the state itself
    power = float((work.h * state.u).sum())
    stored = []
    for dt in (-1e-6, 1e-6):
        moved = copied(state)
        from catena.bodies.free_spatial import drift

        drift(system, moved.q, moved.u, dt)
        stored.append(system_energy(system, moved, work)[1])
    assert -power == pytest.approx((stored[1] - stored[0]) / 2e-6, rel=1e-5)


def test_momentum_between_bodies_is_kept():
    plan = joined(damping=3.0, tilt_damping=0.01)
    data = plan.drive(duration=0.1, step=1e-4)
    free = data.with_values({"gravity": [0.0, 0.0, 0.0], "spring": []})
    kept = [b.model_dump() for b in free.bushing if b.bodies[0] != "ground"]
    job = build(free.with_values({"bushing": kept}))
    system, state, work = (
        job.plan.system,
        copied(job.plan.start),
        body_work(job.plan.system),
    )

    def momenta():
        fill_axes(system, state, work)
        axes = work.R[1:].reshape(-1, 3, 3)
        J = np.array([[b.J_x, b.J_y, b.J_z] for b in system.body[1:]])
        p = system.body.mass[1:, None] * state.u[1:, :3]
        own = np.einsum("nij,nj->ni", axes, J * state.u[1:, 3:])
        return np.append(
            p.sum(axis=0), (np.cross(state.q[1:, :3], p) + own).sum(axis=0)
        )

    before = momenta()
    advance_bodies(system, state, work, 1e-4, 500)
    assert momenta() == pytest.approx(before, abs=1e-12)


def rolling(**contact):
    plan = ct.SpatialSystem()
    plan.body("ball", mass=0.2, position=(0, 0, 0.031), velocity=(1, 0.5, 0))
    plan.sphere("ball", body="ball", radius="30 mm")
    plan.plane("floor")
    plan.contact("ball", "floor", **contact)
    return plan


def test_elastic_floor_is_near_a_rigid_one():
    runs = [
        ct.simulate(rolling(friction=0.3, **law).drive(duration=0.6, step=2e-5))
        for law in ({}, {"stiffness": 1e5, "damping": 200.0})
    ]
    ends = [run.read("velocity")[-1, 0] for run in runs]
    assert ends[1] == pytest.approx(ends[0], abs=1e-3)
    assert all(run.outcome.healthy for run in runs)
    for run in runs:
        numbers = {n.name: n.value for n in run.outcome.key_numbers}
        lost = run.read("loss")[-1]
        assert numbers["energy_friction_loss"] == pytest.approx(lost[0])
        assert "power" not in numbers  # a free motion has no means
        (depth,) = [c for c in run.outcome.checks if c.name == "penetration"]
        assert depth.limit == LARGEST_DEPTH


def test_run_has_figures_and_a_picture(tmp_path):
    plan = joined()
    plan.sphere("ball", body="one", radius=0.01, centre=(0.0, 0.0, 0.02))
    plan.cylinder("tube", body="two", radius=0.05, axis=(1, 0, 0), length=0.2)
    plan.plane("wall", point=(0, 0, -1.0))
    run = ct.simulate(plan.drive(duration=0.05), tmp_path / "run")
    assert run.outcome.healthy
    assert {figure.name for figure in figures(run)} >= {"position", "spin", "energy"}
    picture = scene(run)
    assert picture.families[0].poses.shape[2] == 7
    at = run.read("frame_pose")[-1, 0]
    w, v = at[3], at[4:]
    arm = np.array([0.0, 0.0, 0.02])
    turned = arm + 2.0 * (w * np.cross(v, arm) + np.cross(v, np.cross(v, arm)))
    ball, body = (picture.families[k].poses[-1, 0, :3] for k in (0, 2))
    assert picture.families[2].labels == ("two",)
    apart = at[:3] + turned - run.read("frame_pose")[-1, 1, :3]
    assert np.linalg.norm(ball - body) == pytest.approx(np.linalg.norm(apart))


def test_stopped_and_continued_is_the_same_run(tmp_path, monkeypatch):
    spec = rolling(friction=0.3, restitution=0.5).drive(duration=0.3, step=1e-3)
    whole = ct.simulate(spec)
    for seconds in ("FLUSH_SECONDS", "LOOK_SECONDS"):
        monkeypatch.setattr(clock, seconds, 0.0)
    monkeypatch.setattr(clock, "CHUNK_SECONDS", 1e-6)

    def stop(fraction, note=""):
        if 0.5 <= fraction < 1.0:
            raise Interrupted("stopped by the test")

    with pytest.raises(Interrupted):
        ct.simulate(spec, tmp_path / "run", progress=stop)
    again = resume(tmp_path / "run")
    for variable in whole.catalogue.variables:
        assert np.array_equal(whole.read(variable.name), again.read(variable.name))


def test_steps_up_to_the_limit_are_stable():
    """The limit is certain, not sharp: at it energy stays, far above it does not."""
    system = build(joined().drive(duration=1.0)).plan.system
    limit = largest_step(system)
    spec = joined().drive(duration=0.2, step=0.999 * limit)
    job = build(spec)
    state, work = copied(job.plan.start), body_work(system)
    before = sum(system_energy(system, state, work))
    assert advance_bodies(system, state, work, limit, 2000) == 0
    assert abs(sum(system_energy(system, state, work)) - before) < 1.0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda p: p.body("ball", mass=1.0), "two bodies are called 'ball'"),
        (lambda p: p.body("b", mass=1.0, inertia=(1, 1, 3)), "is that of no body"),
        (lambda p: p.body("b", mass=1.0), "state its inertia"),
        (lambda p: p.sphere("s", body="nobody", radius=1.0), "which is not there"),
        (lambda p: p.contact("floor", "ball"), "expected a sphere first"),
        (lambda p: p.contact("ball", "roof"), "names the surface 'roof'"),
        (lambda p: p.contact("ball", "floor", damping=3.0), "needs a stiffness"),
        (lambda p: p.plane("p", normal=(0, 0, 0)), "expected a direction"),
        (lambda p: p.spring("s", "ball", "ball", ends=((0, 0, 0), (1, 0, 0)),
                            stiffness=1.0), "with itself"),
        (lambda p: (p.plane("high", point=(0, 0, 0.01)), p.contact("ball", "high")),
         "9 mm inside 'high'"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(change, words):
    plan = rolling()
    change(plan)
    with pytest.raises(CatenaError, match=words):
        build(plan.drive(duration=0.1))


def test_steps_above_the_limit_are_refused():
    with pytest.raises(CatenaError, match="the stiffest coupling swings"):
        build(joined().drive(duration=1.0, step=0.05))


def test_a_step_that_nothing_limits_is_said_to_be_so():
    text = """
drive = "spatial_system"
[[body]]
name = "one"
mass = "0.17 kg"
inertia = [1e-4, 1e-4, 1e-4]
position = ["0 m", "0 m", "28.6 mm"]
[solve]
duration = "0.1 s"
"""
    words = build(ct.loads(text)).forecast()["step"]
    assert words == "0.001 s; no spring or elastic contact limits it"


BALLS = """
drive = "spatial_system"
gravity = [0.0, 0.0, 0.0]
[[body]]
name = "cue"
mass = "0.17 kg"
position = ["-0.1 m", "0 m", "0 m"]
velocity = ["3 m/s", "0 m/s", "0 m/s"]
[[body]]
name = "one"
mass = "0.17 kg"
position = ["0 m", "1 mm", "0 m"]
[[sphere]]
name = "cue"
body = "cue"
radius = "28.6 mm"
[[sphere]]
name = "one"
body = "one"
radius = "28.6 mm"
[[contact]]
between = ["cue", "one"]
restitution = 0.95
[solve]
duration = "60 ms"
"""


def test_balls_that_meet_too_late_are_run_again_with_a_smaller_step():
    """At 3 m/s a step of 1 ms comes up to 3 mm late; 0.02 of the radius are 0.57."""
    run = ct.simulate(ct.loads(BALLS))
    assert run.outcome.healthy, run.outcome.headline
    remark = next(w for w in run.outcome.warnings if "made again with a step" in w)
    assert " s bodies entered each other by 0.0" in remark
    stated = ct.simulate(ct.loads(BALLS).with_values({"solve.step": 1e-3}))
    assert not stated.outcome.healthy
    assert not any("made again" in words for words in stated.outcome.warnings)
    elastic = BALLS.replace("restitution = 0.95", "stiffness = 1e5")
    deep = ct.simulate(ct.loads(elastic))  # 0.087 J in 1e5 N/m: 2.8 mm at any step
    assert not deep.outcome.healthy
    assert not any("entered each other" in words for words in deep.outcome.warnings)
