"""Bearings, eccentric teeth, shafts and ratchets: statics, ledger, known answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of, ledger_gap, run_samples

from catena.couplings.tensioner import reached_tooth
from catena.drives.loading import load, spec_from
from catena.drives.roller_chain.build import build
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.equilibrium import equilibrium_of, start_state
from catena.drives.running import simulate
from catena.errors import SpecError
from catena.integrators.planar_chain.assembly import rotor_view
from catena.integrators.planar_chain.samples import (
    Link,
    Rotor,
    Total,
)

pytestmark = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
TIMING = Path(__file__).parents[4] / "examples" / "roller_chain_timing.toml"
SOFT = {"stiffness": 2e6, "damping": 500.0, "mass": 0.5}
SHAFT = {"stiffness": 500.0, "damping": 0.05, "inertia": 0.02}
CALM: dict[str, Any] = {
    "chain__damping": 100.0,
    "contact__tooth": {"stiffness": 5e6, "damping": 200.0, "friction": 0.0},
    "chain__joint": {"friction": 0.0, "damping": 1e-3},
}


def test_a_rigid_bearing_carries_both_spans() -> None:
    """The force on a wheel is the pull of its two spans, less what turns the chain."""
    samples = run_samples(changed(**CALM), 0.3)
    late = slice(1000, None)
    force = samples.rotor[late, Rotor.FORCE_X].mean(axis=0)
    pins = samples.link[late, 3:5]
    inner = (pins[:, 0] > 0.03) & (pins[:, 0] < 0.21)
    pull = samples.link[late, Link.TENSION]
    up = pull[inner & (pins[:, 1] > 0)].mean()
    down = pull[inner & (pins[:, 1] < 0)].mean()
    v = 24 * 0.0127 * 5.0
    turning = 2.0 * 7.747e-3 / 0.0127 * v**2
    assert force[0] == pytest.approx(up + down - turning, rel=5e-3)
    assert force[1] == pytest.approx(-force[0], rel=5e-3)
    assert abs(samples.rotor[late, Rotor.FORCE_Y].mean(axis=0)).max() < 0.03 * force[0]


def test_an_elastic_bearing_gives_way() -> None:
    samples = run_samples(changed(**CALM, sprocket__1__bearing=SOFT), 0.3)
    late = slice(1000, None)
    moved = samples.rotor[late, Rotor.AXIS_X].mean(axis=0)
    force = samples.rotor[late, Rotor.FORCE_X].mean(axis=0)
    assert moved[0] == 0.0
    assert moved[1] == pytest.approx(force[1] / 2e6, rel=1e-3)
    assert force[1] == pytest.approx(-force[0], rel=0.01)
    assert ledger_gap(samples, 200) < 1e-4


def test_the_axis_starts_where_the_static_force_puts_it() -> None:
    job = job_of(changed(sprocket__1__bearing=SOFT))
    state, found = start_state(job.spec, job.placed, job.system)
    assert found is not None
    assert found.reached
    samples = run_samples(changed(**CALM, sprocket__1__bearing=SOFT), 0.3)
    mean = samples.rotor[1000:, Rotor.AXIS_X, 1].mean()
    way = rotor_view(job.system, state.q)[0, 1] - job.system.rotors[1].x
    assert way == pytest.approx(mean, rel=0.05)


@pytest.mark.parametrize("width", [0.7, 0.9])
def test_wheels_in_bearings_come_to_rest_in_every_gap(width: float) -> None:
    """Light axes under the springs of a dozen seated rollers."""
    form = {"kind": "ISO 606", "seating": "pitch", "width": width}
    values: dict[str, Any] = {f"sprocket[{j}].tooth_form": form for j in range(3)}
    values |= {f"sprocket[{j}].boundary.orders": [] for j in (1, 2)}
    spec = load(TIMING).with_values(values)
    assert isinstance(spec, Spec)
    job = build(spec)
    assert equilibrium_of(job.spec, job.placed, job.system).reached


@pytest.mark.parametrize("friction", ["regularised", "set-valued"])
def test_the_ledger_closes_with_elastic_bearings(friction: str) -> None:
    data = changed(
        solve__friction=friction,
        sprocket__0__bearing=SOFT,
        sprocket__1__bearing=SOFT,
        sprocket__1__eccentricity=5e-5,
    )
    assert ledger_gap(run_samples(data, 0.2), 200) < 1e-4


def test_eccentric_teeth_show_in_the_angle_once_per_turn() -> None:
    """Teeth off their axis by e: the angle swings by e / R, once per turn."""
    e = 1e-4
    wheel = {"sprocket__1__eccentricity": e, "sprocket__1__centre": [0.2537, 0.0]}
    runs = [run_samples(changed(**CALM, **told), 0.6)
            for told in (wheel, {"sprocket__1__centre": [0.2537, 0.0]})]  # fmt: skip
    lines = []
    for samples in runs:
        angle = samples.rotor[:, Rotor.ANGLE]
        last = angle[:, 0] > angle[-1, 0] - 4.0 * np.pi
        lead = (angle[:, 1] - angle[:, 0])[last]
        lines.append(2.0 * np.mean(lead * np.exp(-1j * angle[last, 0])))
    radius = 0.5 * 0.0127 / np.sin(np.pi / 24)
    assert abs(lines[0] - lines[1]) == pytest.approx(e / radius, rel=0.1)
    assert ledger_gap(runs[0], 500) < 1e-4


def test_a_shaft_twists_by_its_torque_and_rings_as_it_should() -> None:
    """Load behind a soft shaft: static twist, then its torsional frequency."""
    samples = run_samples(changed(**CALM, sprocket__1__shaft=SHAFT), 0.4)
    twist = samples.rotor[:, Rotor.ANGLE, 2] - samples.rotor[:, Rotor.ANGLE, 1]
    assert twist[1000:].mean() == pytest.approx(-9.0 / 500.0, rel=0.01)
    assert twist[0] == pytest.approx(-9.0 / 500.0, rel=0.02)
    assert samples.rotor[-1, Rotor.TORQUE, 2] == pytest.approx(-9.0)
    assert ledger_gap(samples, 200) < 1e-4


def test_a_driven_shaft_turns_its_sprocket() -> None:
    """Speed given at the far end of the driver's shaft: the mean ratio is kept."""
    data = changed(
        **CALM, sprocket__0__shaft={**SHAFT, "damping": 1.0}, sprocket__0__inertia=0.01
    )
    samples = run_samples(data, 0.6)
    late = samples.total[:, Total.TIME] > 0.2
    speed = samples.rotor[late, Rotor.SPEED].mean(axis=0)
    assert speed[2] == pytest.approx(10.0 * np.pi, rel=1e-12)
    assert speed[0] == pytest.approx(speed[2], rel=1e-4)
    assert ledger_gap(samples, 200) < 1e-4


def test_work_is_counted_at_the_far_end_of_a_shaft() -> None:
    data = changed(**CALM, sprocket__1__shaft=SHAFT, solve__duration=0.2)
    run = simulate(spec_from(data))
    assert all(check.ok for check in run.outcome.checks)
    efficiency = next(n for n in run.outcome.key_numbers if n.name == "efficiency")
    assert 0.9 < efficiency.value < 1.0
    assert run.read("sprocket_torque")[-1, 1] == pytest.approx(-9.0)


def test_a_ratchet_only_steps_outwards() -> None:
    assert reached_tooth(0.0, 1e-3, 2.5e-3) == pytest.approx(2e-3)
    assert reached_tooth(2e-3, 1e-3, 1.2e-3) == pytest.approx(2e-3)
    assert reached_tooth(0.0, 1e-3, -0.4e-3) == 0.0


GUIDED: dict[str, Any] = {
    "sprocket__1__centre": [0.2532, 0.0],
    "guide": [
        {
            "name": "tension guide",
            "after": "driver",
            "rail": {"kind": "arc", "centre": [0.12, -0.4445], "radius": 0.4,
                     "towards": "90 deg", "opening": "20 deg"},
            "pivot": [0.06, -0.07],
            "inertia": 1e-3,
            "tensioner": {"kind": "spring", "lever": 0.1, "preload": 20.0,
                          "stiffness": 2000.0, "damping_in": 500.0},
        }
    ],
}  # fmt: skip


def test_a_ratchet_holds_the_guide_when_the_chain_pushes_back() -> None:
    """The load reverses after 0.1 s, so that the guided span turns tight."""
    turned = [(0.0, 0.0), (0.1, 0.0), (0.12, -18.0), (1.0, -18.0)]
    swings = []
    for ratchet in (0.0, 2e-4):
        data = changed(**GUIDED)
        data["sprocket"][1]["boundary"]["history"] = turned
        data["guide"][0]["tensioner"] |= {
            "ratchet": ratchet,
            "stop": 1e-4 if ratchet else 1.0,
        }
        samples = run_samples(data, 0.25)
        out = 0.1 * samples.rotor[:, Rotor.ANGLE, 2]
        late = samples.total[:, Total.TIME] > 0.15
        swings.append(out[~late].max() - out[late].min())
    assert swings[0] > 3e-4
    assert swings[1] < 0.6 * swings[0]


def test_the_pivot_carries_chain_and_tensioner() -> None:
    """Without friction: the vector sum of piston and normal forces, by its size."""
    told = {**GUIDED, "contact__rail": {"friction": 0.0}, "solve__duration": 0.1}
    run = simulate(spec_from(changed(**told)))
    pivot = np.hypot(run.read("pivot_force_x"), run.read("pivot_force_y"))[50:, 0]
    piston = run.read("tensioner_force")[50:, 0]
    chain = run.read("rail_force")[50:].sum(axis=1)
    assert pivot.size > 50
    assert np.all(pivot > np.abs(piston - chain) - 0.05 * chain)
    assert np.all(pivot < piston + chain + 0.05 * chain)
    assert "axis_x" not in {variable.name for variable in run.catalogue.variables}


def test_a_shaft_needs_an_inertia_at_its_far_end() -> None:
    with pytest.raises(SpecError, match="needs an inertia above 0 at its far end"):
        spec_from(changed(sprocket__1__shaft={"stiffness": 100.0}))


@pytest.mark.parametrize(
    "told",
    [
        {"sprocket__1__bearing": {"stiffness": 1e12, "mass": 1e-3}},
        {"sprocket__1__shaft": {"stiffness": 1e9, "inertia": 1e-6}},
        {"sprocket__1__inertia": 1e-9},
    ],
    ids=["bearing", "shaft", "light wheel"],
)
def test_a_step_too_large_for_a_light_rotor_is_refused(told: dict[str, Any]) -> None:
    with pytest.raises(SpecError, match="too large for these stiffnesses"):
        job_of(changed(**told))
