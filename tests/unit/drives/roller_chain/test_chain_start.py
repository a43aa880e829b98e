"""A run starts in equilibrium: forces balance, nothing jumps, failures are told."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of

from catena.bodies.planar import fill_poses
from catena.drives.loading import load, spec_from
from catena.drives.roller_chain.build import ChainJob, build
from catena.drives.roller_chain.start import equilibrium
from catena.drives.roller_chain.start.equilibrium import (
    equilibrium_of,
    start_state,
    still_system,
    torques_at,
)
from catena.drives.roller_chain.start.rest import Equilibrium
from catena.drives.roller_chain.start.unbalanced_force import remedy, unbalanced_words
from catena.drives.roller_chain.verdict import start_warnings
from catena.drives.running import simulate
from catena.errors import SolverError
from catena.integrators.planar_chain.assembly import rotor_view, turn_dof, work_for
from catena.integrators.planar_chain.forces import fill_static_forces
from catena.integrators.planar_chain.samples import (
    Rotor,
    empty_samples,
)
from catena.integrators.planar_chain.sampling import take_sample
from catena.integrators.planar_chain.tables import Work
from catena.numerics.arrays import Floats

pytestmark = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
TIMING = Path(__file__).parents[4] / "examples" / "roller_chain_timing.toml"
STILL: dict[str, Any] = {"solve__motion": "quasi-static"}
IDEAL = {"kind": "ideal"}


def rest(data: dict[str, Any]) -> tuple[ChainJob, Equilibrium, Work]:
    """A drive standing still, and the forces in it."""
    job = job_of(data)
    found = equilibrium_of(job.spec, job.placed, job.system)
    work = work_for(job.system)
    fill_poses(found.state.q.reshape(3, -1), work.pose)
    still = still_system(job.spec, job.placed, job.system)
    torque = torques_at(job.system, found.state)
    fill_static_forces(still.system, found.state, work, torque)
    return job, found, work


def on_rotors(job: ChainJob, found: Equilibrium, work: Work, field: int) -> Floats:
    """What the chain does to the rotors."""
    samples = empty_samples(1, found.state)
    take_sample(job.system, found.state, work, samples, 0, 1.0, 1)
    return samples.rotor[0, field]


def span_tensions(job: ChainJob, work: Work) -> tuple[float, float]:
    """Mean joint force of the inner parts of the upper and the lower span [N]."""
    x, y = job.placed.placement.pins.T
    inner = (x > 0.03) & (x < 0.22)
    tension = np.hypot(work.joints.f_x, work.joints.f_y)
    up, down = tension[inner & (y > 0)], tension[inner & (y < 0)]
    return float(up.mean()), float(down.mean())


def test_a_stretched_chain_pulls_equally_in_both_spans() -> None:
    """0.04 mm beyond the exact distance, no load, rollers held without play."""
    data = changed(**STILL, sprocket__1__centre=[0.25404, 0.0], chain__stiffness=1.2e8)
    del data["solve"]["step"]
    data["sprocket"][0]["tooth_form"] = data["sprocket"][1]["tooth_form"] = IDEAL
    data["sprocket"][1]["boundary"]["torque"] = 0.0
    job, found, work = rest(data)
    up, down = span_tensions(job, work)
    assert found.reached
    assert up > 50.0
    assert up == pytest.approx(down, rel=1e-3)


def test_the_load_is_held_by_the_teeth_and_the_spans() -> None:
    job, found, work = rest(changed(**STILL))
    assert found.reached
    torques = on_rotors(job, found, work, Rotor.REACTION)
    assert torques == pytest.approx([-9.0, 9.0], rel=1e-3)
    up, down = span_tensions(job, work)
    assert (up - down) * 24 * 0.0127 / (2.0 * np.pi) == pytest.approx(9.0, rel=0.01)


def test_bearings_carry_the_weight_of_a_hanging_chain() -> None:
    down = [0.0, -9.81]
    data = changed(**STILL, sprocket__1__centre=[0.2535, 0.0], solve__gravity=down)
    data["sprocket"][1]["boundary"]["torque"] = 1.0
    job, found, work = rest(data)
    assert found.reached
    weight = 9.81 * 64 * job.placed.chain.link_mass
    f_x, f_y = (on_rotors(job, found, work, f) for f in (Rotor.FORCE_X, Rotor.FORCE_Y))
    assert -f_y.sum() == pytest.approx(weight, rel=0.02)
    assert abs(f_x.sum()) < 0.02 * weight


def test_a_running_chain_is_stretched_by_its_speed() -> None:
    """Tension m v^2 / p of a moving loop, beyond what the load asks."""
    fast = changed()
    fast["sprocket"][0]["boundary"]["speed"] = "1500 rpm"
    slack = []
    for data in (changed(), fast):
        job, _, work = rest(data)
        slack.append(min(span_tensions(job, work)))
    v = 24 * 0.0127 * np.array([5.0, 25.0])
    wanted = job_of(fast).placed.chain.link_mass / 0.0127 * (v[1] ** 2 - v[0] ** 2)
    assert slack[1] - slack[0] == pytest.approx(wanted, rel=0.05)


def test_the_tensioner_of_a_timing_drive_starts_without_a_spike() -> None:
    """It swings between 43 and 196 N later; from the bare path it meets 265 N."""
    spec = load(TIMING).with_values({"solve.duration": 0.005, "solve.settle": 0.001})
    run = simulate(spec)
    force = run.read("tensioner_force")[:, 0]
    spike = simulate(spec.with_values({"start.shape": "path"})).read("tensioner_force")
    assert 40.0 < force.max() < 210.0
    assert force.max() < 0.75 * spike[:, 0].max()
    short = "not settled: "
    assert not [line for line in run.outcome.warnings if not line.startswith(short)]


def test_a_chain_that_finds_no_equilibrium_is_refused() -> None:
    """A torque that no chain holds; on its bare path it may start all the same."""
    heavy = {"kind": "load", "torque": 2e4}
    job = job_of(changed(sprocket__1__boundary=heavy))
    with pytest.raises(SolverError, match=r'tears at .*start\.shape = "path"'):
        start_state(job.spec, job.placed, job.system)
    bare = job_of(changed(sprocket__1__boundary=heavy, start__shape="path"))
    state, found = start_state(bare.spec, bare.placed, bare.system)
    assert found is None
    assert np.isfinite(state.q).all()


def test_links_are_counted_from_one_as_everywhere() -> None:
    job = job_of(changed())
    torn = SimpleNamespace(worst=("link", 0), left=np.inf, steps=3, largest=1.0)
    words = unbalanced_words(job.spec, job.placed, torn)  # type: ignore[arg-type]
    seat = job.placed.items[job.placed.placement.seat[0]].name
    assert words == f"the chain tears at link 1 on {seat!r} after 3 steps"


def test_a_relaxation_cut_short_names_what_did_not_balance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ten steps leave the whole load on the driven sprocket."""
    monkeypatch.setattr(equilibrium, "MOST_STEPS", 10)
    job = job_of(changed())
    with pytest.raises(SolverError, match=r"N were left at 'driven' after 10 steps"):
        start_state(job.spec, job.placed, job.system)


def test_a_small_force_left_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equilibrium, "MOST_STEPS", 600)
    monkeypatch.setattr(equilibrium, "RELATIVE_TOLERANCE", 1e-9)
    monkeypatch.setattr(equilibrium, "SMALLEST_TOLERANCE", 1e-9)
    monkeypatch.setattr("catena.drives.roller_chain.start.rest.SMALL_SHARE", 1.0)
    job = job_of(changed())
    _, found = start_state(job.spec, job.placed, job.system)
    words = start_warnings(found)
    assert len(words) == 1
    assert f"{found.left:.3g} N only" in words[0]


def test_an_irregular_driver_starts_with_its_own_speed() -> None:
    orders = [{"order": 2.0, "amplitude": 0.02}]
    boundary = {"kind": "speed", "speed": 30.0, "irregularity": orders}
    job = job_of(changed(sprocket__0__boundary=boundary))
    state, _ = start_state(job.spec, job.placed, job.system)
    assert rotor_view(job.system, state.u)[2] == pytest.approx([31.2, 31.2], rel=2e-3)


def test_cam_angles_count_from_the_start() -> None:
    """The torque at the start is that of the angle 0, wherever the teeth stand."""
    order = {"order": 3.0, "amplitude": 1.5, "phase": 0.4}
    cam = {"kind": "load", "torque": 2.0, "orders": [order]}
    data = changed(sprocket__1__boundary=cam, sprocket__1__tooth_count=23)
    del data["chain"]["link_count"]
    job = job_of(data)
    state, _ = start_state(job.spec, job.placed, job.system)
    assert abs(rotor_view(job.system, state.q)[2, 1]) > 1e-3
    torque = torques_at(job.system, state)
    assert torque[turn_dof(job.system, 1)] == pytest.approx(
        -2.0 - 1.5 * np.cos(0.4), rel=0.02
    )


def test_what_is_known_before_the_run() -> None:
    """`catena check` tells path, guide and forces at rest; a short rail is named."""
    spec = load(TIMING)
    facts = build(spec).forecast()
    assert facts["path"] == "120.0000 pitches for 120 links, taut"
    assert "0.977 deg" in facts["guide 'tension guide'"]
    assert "joints carry up to 319" in facts["at rest"]
    assert "warning 1" not in facts
    shorter = {"guide[0].rail.opening": "18 deg", "guide[0].rail.towards": "18.3 deg"}
    facts = build(spec.with_values(shorter)).forecast()
    assert "too short where the chain reaches it" in facts["warning 1"]
    assert "warning 2" not in facts


def test_what_a_drive_has_is_no_remedy() -> None:
    """Gravity, where the file states it, and tensioners on guides."""
    still = spec_from(changed())
    assert remedy(still).startswith("; a slack chain needs gravity or a tensioner, ")
    heavy = spec_from(changed(solve__gravity=[0.0, -9.81]))
    words = remedy(heavy)
    assert words.startswith("; a slack chain needs fewer links or a tensioner, ")
    assert words.endswith("an overloaded one less torque")
