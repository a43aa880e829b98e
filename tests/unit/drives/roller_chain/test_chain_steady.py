"""Even running: the map of one pitch, its fixed point, its run, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of

import catena as ct
from catena.drives.loading import loads, spec_from
from catena.drives.orbits.search import NoOrbit
from catena.drives.roller_chain.build import build_planar
from catena.drives.roller_chain.orbit.common_period import common_period, pitches_of
from catena.drives.roller_chain.orbit.final_boundaries import (
    calm_spec,
    calm_time,
    speed_words,
)
from catena.drives.roller_chain.orbit.problem import orbit_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import InputError, ResultError
from catena.integrators.planar_chain.assembly import turn_dof
from catena.tables.checkpoint import copied

DAMPED = {
    "solve__step": 5e-6,
    "chain__uniform": True,
    "chain__damping": 200.0,
    "chain__joint": {"friction": 0.0, "damping": 5e-3},
    "contact__tooth": {"stiffness": 5e6, "damping": 400.0, "friction": 0.0},
    "sprocket__0__boundary": {"kind": "speed", "speed": "1500 rpm"},
}
QUIET = {"solve__start": "path", "solve__load_ramp": 0.0}


def drive(**values: Any) -> Spec:
    return cast("Spec", spec_from(changed(**values)))


compiled = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)


@compiled
def test_even_running_is_a_run_that_repeats_every_pitch() -> None:
    """All of a run: tensions, losses; every sample as one pitch before."""
    run = ct.steady(drive(**DAMPED))
    value = {number.name: number.value for number in run.outcome.key_numbers}
    assert run.outcome.healthy, run.outcome.headline
    assert value["orbit_period"] == pytest.approx(60.0 / 1500.0 / 24.0)
    for name in ("span_tension", "sprocket_speed"):
        signal = run.read(name)
        swing = np.ptp(signal, axis=0).max()
        apart = np.abs(signal[16:] - signal[:-16]).max()
        assert apart < 1e-3 * swing + 1e-9, name
    long = ct.simulate(drive(**DAMPED, solve__duration=0.8))
    for name in ("tension_1", "tension_2", "efficiency"):
        plain = long.outcome.key_number(name)
        assert plain is not None
        assert value[name] == pytest.approx(plain.value, rel=3e-3), name
    links = run.read("link_tension")  # link k does what link k + 1 did a pitch ago
    moved = np.roll(links[:-16], -1, axis=1)
    assert np.abs(links[16:] - moved).max() < 1e-3 * np.abs(links).max()


@compiled
def test_even_running_that_misses_energy_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With half the step, from the orbit before; results are refused beforehand."""
    limit = "catena.run.verdict.ENERGY_LIMIT"
    values = {k: v for k, v in DAMPED.items() if k != "solve__step"}
    data = changed(**values)
    del data["solve"]["step"]
    spec = cast("Spec", spec_from(data))
    first = ct.steady(spec)
    energy = next(c for c in first.outcome.checks if c.name == "energy")
    monkeypatch.setattr(limit, 0.5 * energy.value)
    monkeypatch.setattr("catena.drives.finer_steps.ENERGY_LIMIT", 0.5 * energy.value)
    again = ct.steady(spec, tmp_path / "again")
    assert any("made again with a step of" in w for w in again.outcome.warnings)
    with pytest.raises(ResultError, match="already holds results"):
        ct.steady(spec, tmp_path / "again")


@compiled
def test_axes_in_elastic_bearings_belong_to_the_map() -> None:
    """The map answers the same twice; a moved axis changes what it answers."""
    soft = {"stiffness": 2e6, "damping": 300.0, "mass": 0.5}
    advance = orbit_of(drive(**DAMPED, sprocket__1__bearing=soft), None, 0.01).advance
    numbers = advance.numbers()
    assert np.array_equal(advance(numbers), advance(numbers))
    free = advance.symmetry.free[0].reshape(3, -1)
    assert free[:, :64].all()
    assert free[:, 65].all()  # the wheel in its bearing: x, y and angle
    moved = numbers.copy()
    moved[int(free[0, :65].sum())] += 10.0  # its x, by 10 um
    assert np.abs(advance(moved) - advance(numbers)).max() > 0.1


@compiled
def test_a_torque_drives_up_to_an_angle() -> None:
    """The period ends where the driver has turned by a tooth, not after a time."""
    motor = {"kind": "torque", "torque": 9.0, "speed": "1500 rpm", "droop": 0.5}
    spec = drive(**(DAMPED | {"sprocket__0__boundary": motor}),
                   sprocket__0__inertia=0.01)  # fmt: skip
    orbit = orbit_of(spec, None, 0.02)
    advance, dof = orbit.advance, turn_dof(build_planar(spec).system, 0)
    assert not advance.symmetry.free[0][dof]
    assert advance.symmetry.free[1][dof]
    state = copied(advance.state)
    time = advance.one_period(state)
    tooth = 2.0 * np.pi / 24.0
    assert abs(state.q[dof] - advance.state.q[dof]) == pytest.approx(tooth, rel=1e-12)
    speed = abs(0.5 * (state.u[dof] + advance.state.u[dof]))
    assert time == pytest.approx(tooth / speed, rel=0.02)


def test_bush_and_pin_links_need_two_pitches() -> None:
    job = job_of(changed(**QUIET))
    assert common_period(job.spec, job.system) == 2


def test_excitations_lengthen_the_period() -> None:
    """By orders of the turns of their wheels, and by links that differ."""
    assert pitches_of(2.0, 24) == 12
    assert pitches_of(0.5, 19) == 38
    assert pitches_of(24.0, 24) == 1
    wave = [{"order": 2, "amplitude": 0.01}]
    shaken = {"kind": "speed", "speed": "600 rpm", "irregularity": wave}
    for values, pitches in (
        ({"sprocket__0__boundary": shaken}, 12),
        ({"sprocket__1__eccentricity": 1e-4}, 24),
        ({"chain__variation": {"pitch_error": 1e-5}}, 64),
    ):
        job = job_of(changed(**QUIET, chain__uniform=True, **values))
        assert common_period(job.spec, job.system) == pitches


@compiled
def test_an_eccentric_wheel_repeats_after_its_turn() -> None:
    """24 pitches: means of a long run, found in fewer periods than that settles in."""
    spec = drive(**DAMPED, sprocket__1__eccentricity=1e-4)
    run = ct.steady(spec)
    value = {number.name: number.value for number in run.outcome.key_numbers}
    turn = 60.0 / 1500.0
    assert value["orbit_period"] == pytest.approx(turn)
    assert value["orbit_maps"] < 60
    ends = {"solve__settle": 30.0 * turn, "solve__duration": 40.0 * turn}
    long = ct.simulate(drive(**DAMPED, **ends, sprocket__1__eccentricity=1e-4))
    for name in ("tension_1", "tension_2", "efficiency"):
        plain = long.outcome.key_number(name)
        assert plain is not None
        assert value[name] == pytest.approx(plain.value, rel=3e-3), name


def test_ramps_and_histories_are_followed_to_their_end() -> None:
    course = [(0.0, 0.0), (0.03, 2.0)]
    load = {"kind": "load", "torque": 9.0, "history": course}
    spec = drive(sprocket__1__boundary=load, solve__load_ramp=0.02)
    assert calm_time(spec) == pytest.approx(0.03)
    assert calm_spec(spec).sprocket[1].boundary.torque == pytest.approx(11.0)
    assert calm_time(calm_spec(spec)) == 0.0


def test_a_run_up_is_searched_at_its_last_speed() -> None:
    """Said while it searches, and where nothing is found; torques alone say none."""
    motion = {"kind": "speed", "speed": 31.0, "history": [[0.0, 0.0], [0.02, 62.83]]}
    notes: list[str] = []

    def listen(fraction: float, note: str = "") -> None:
        notes.append(note)

    with pytest.raises(NoOrbit) as told:
        ct.steady(drive(sprocket__0__boundary=motion), most=1, progress=listen)
    name = drive().sprocket[0].name
    words = f" at 600 rpm of {name!r}, the last value of its history"
    assert notes[0] == f"period 1{words}"
    assert str(told.value).splitlines()[0].endswith(f"running,{words}")
    assert speed_words(drive()).endswith(f" rpm of {name!r}")
    motor = {"kind": "torque", "torque": 5.0, "speed": 62.83}
    driven = {"sprocket__0__boundary": motor, "sprocket__0__inertia": 0.01}
    assert speed_words(drive(**driven)) == ""


def test_friction_is_solved_finer_than_in_a_run() -> None:
    """To a share of the pull of the largest torque; a stated tolerance is kept."""
    light = drive(solve__friction="set-valued")
    assert calm_spec(light).solve.tolerance == pytest.approx(0.01)
    load = {"kind": "load", "torque": 900.0}
    heavy = drive(solve__friction="set-valued", sprocket__1__boundary=load)
    radius = 0.5 * 0.0127 / np.sin(np.pi / 24.0)
    assert calm_spec(heavy).solve.tolerance == pytest.approx(2e-5 * 900.0 / radius)
    stated = drive(solve__friction="set-valued", solve__tolerance=0.5)
    assert calm_spec(stated).solve.tolerance == 0.5


def test_what_never_repeats_is_refused() -> None:
    motion = {"kind": "speed", "speed": "600 rpm", "run_up": "900 rpm"}
    with pytest.raises(InputError, match="run_up"):
        orbit_of(drive(sprocket__0__boundary=motion))
    wave = [{"order": 1.0003, "amplitude": 0.01}]
    motion = {"kind": "speed", "speed": "600 rpm", "irregularity": wave}
    with pytest.raises(InputError, match=r"1\.0003 is no fraction"):
        orbit_of(drive(**QUIET, sprocket__0__boundary=motion))


ON_A_SPRING = """
drive = "roller_chain"
chain = { standard = "ANSI 40", link_count = 64, stiffness = 1e7, damping = 200.0, uniform = true, joint = { friction = 0.0, damping = 5e-3 } }
contact.tooth = { stiffness = 5e6, damping = 400.0, friction = 0.0 }
solve = { duration = 1.9, step = 5e-6, friction = "regularised" }
[[sprocket]]
name = "driver"
tooth_count = 24
centre = [0.0, 0.0]
boundary = { kind = "speed", speed = "1500 rpm" }
[[sprocket]]
name = "driven"
tooth_count = 24
centre = [0.254, 0.0]
inertia = 0.01
bearing = { stiffness = "2 kN/mm", damping = "300 N s/m", mass = "0.5 kg" }
boundary = { kind = "load", torque = 9.0 }
"""  # noqa: E501


@compiled
def test_an_elastic_bearing_asked_twice_and_against_a_run(tmp_path: Path) -> None:
    """The same bits twice; a run leaves the unstable orbit as its multiplier says."""
    spec = loads(ON_A_SPRING)
    orbit, again = (
        ct.steady(spec, out=tmp_path / f"{k}.steady", multipliers=True) for k in "ab"
    )
    values = {number.name: number.value for number in orbit.outcome.key_numbers}
    assert values == {n.name: n.value for n in again.outcome.key_numbers}
    growth, turn = values["multiplier"] - 1.0, values["multiplier_angle"]
    assert values["decay"] - 1.0 == pytest.approx(growth, rel=0.01)
    assert growth > 0.0
    assert any("unstable" in warning for warning in orbit.outcome.warnings)
    period = values["orbit_period"]
    left = spec.with_values({"start": {"from": str(orbit.folder)}})
    run = ct.simulate(left, out=tmp_path / "left.run")
    t, pull = run.read("time"), run.read("span_tension")[:, 0]
    teeth = np.exp(2j * np.pi / period * np.outer(np.arange(-4, 5), t)).T
    early = t < 1.0
    shape = np.linalg.lstsq(teeth[early], pull[early] + 0j, rcond=None)[0]
    beside = (pull - (teeth @ shape).real) * np.exp(-1j * turn / period * t)
    swings = []
    for middle in (0.8, 1.6):
        near = np.exp(-0.5 * ((t - middle) / 0.08) ** 2)
        swings.append((near * beside).sum() / near.sum())
    seen = np.log(swings[1] / swings[0]) / 0.8 * period
    assert seen.real == pytest.approx(growth, rel=0.15)
    assert seen.imag == pytest.approx(0.0, abs=0.003 * turn)


UNEQUAL = """
drive = "roller_chain"
chain = { standard = "ISO 606 10B-1", link_count = 76, slack = "0.2 mm", uniform = true, stiffness = "30 kN/mm", damping = "400 N s/m", joint = { friction = 0.0, damping = "8e-3 N m s/rad" } }
contact.tooth = { stiffness = "40 kN/mm", damping = "1500 N s/m", friction = 0.0 }
solve = { duration = 5.0, settle = 4.0 }
[[sprocket]]
name = "driver"
tooth_count = 19
centre = [0.0, 0.0]
boundary = { kind = "speed", speed = "800 rpm" }
[[sprocket]]
name = "driven"
tooth_count = 31
centre = ["400 mm", "0 mm"]
adjust = "0 deg"
inertia = "0.02 kg m^2"
damping = "0.05 N m s/rad"
boundary = { kind = "load", torque = "30 N m" }
"""  # noqa: E501


@pytest.mark.slow
@compiled
def test_unequal_wheels_run_evenly_as_in_a_long_run() -> None:
    """Some 62 periods, a multiplier as observed, and the means of a settled run."""
    spec = loads(UNEQUAL)
    even, long = ct.steady(spec, multipliers=True).outcome, ct.simulate(spec).outcome
    value = {number.name: number.value for number in even.key_numbers}
    assert even.healthy, even.headline
    assert value["orbit_maps"] <= 62
    assert value["multiplier"] == pytest.approx(value["decay"], abs=2e-3)
    assert 0.9938 < value["decay"] < 0.9942
    for name in ("tension_1", "tension_2", "efficiency"):
        plain = long.key_number(name)
        assert plain is not None
        assert value[name] == pytest.approx(plain.value, rel=3e-3), name
