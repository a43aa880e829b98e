"""Short runs of chain variators: balances, gross slip, resuming, steady running."""

from __future__ import annotations

import numpy as np
import pytest
from chain_variators import other, template

import catena as ct
from catena.drives import DRIVES
from catena.drives.chain_cvt.figures.finished_run import observed
from catena.drives.chain_cvt.means import rolling_radius
from catena.drives.chain_cvt.orbit import (
    calm_spec,
    calm_time,
    orbit_of,
    period_of,
    speed_words,
)
from catena.drives.chain_cvt.outputs import figures, scene
from catena.drives.running import simulate
from catena.errors import InputError, SolverError
from catena.run.cost import cost_of

QUICK = {"solve__revolutions": 3.0, "solve__discard": 1.5, "solve__step": 4e-6}


@pytest.fixture(scope="module")
def run():
    return simulate(template(**QUICK))


def value(run, name):
    return run.outcome.key_number(name).value


def test_the_size_of_the_file_is_told_before(run):
    job = DRIVES["chain_cvt"].build(template(**QUICK))
    assert run.path.stat().st_size == pytest.approx(cost_of(job).bytes, rel=0.35)


@pytest.mark.parametrize("make", [template, other])
def test_torque_and_clamping_balance_and_the_ledger_closes(make):
    spec = make(**QUICK)
    run = simulate(spec)
    load = float(spec.boundary.secondary_torque)
    force = float(spec.boundary.secondary_force)
    assert value(run, "torque_secondary") == pytest.approx(load, rel=2e-3)
    assert value(run, "axial_secondary") == pytest.approx(force, rel=1e-3)
    checks = {check.name: check for check in run.outcome.checks}
    assert checks["energy"].value < 5e-3  # of the losses: below 1e-4 of the power
    shortened = run.read("pin_axial").max() / spec.pin.axial_stiffness
    assert checks["penetration"].value == pytest.approx(shortened / spec.pin.length)
    assert checks["penetration"].ok
    row, pin = np.argwhere(run.read("pin_axial") == run.read("pin_axial").max())[0]
    when = run.read("snapshot_time")[row]
    place = f"pin {pin + 1} between sheaves near {when:.4g} s: "
    assert checks["penetration"].note.startswith(place)
    causes = ("friction_loss", "viscous_loss", "contact_loss")
    lost = sum(value(run, name) for name in causes)
    assert 0.98 < 1.0 - lost / value(run, "flowing_power") < 0.997
    tight, slack = value(run, "tension_lower"), value(run, "tension_upper")
    radius = value(run, "radius_secondary")
    assert (tight - slack) * radius == pytest.approx(load, rel=0.02)


@pytest.mark.parametrize("model", ["lumped", "planar"])
def test_a_chain_without_load_hardly_slips_on_unequal_radii(model):
    """Pins on a polygon: against their radii it would be 0.28 % at this ratio."""
    own = {"start__ratio": 2.0, "boundary__secondary_torque": 2.0}
    run = simulate(template(**(QUICK | own | {"chain__model": model})))
    assert value(run, "speed_ratio") > 1.002 * value(run, "geometric_ratio")
    assert abs(value(run, "slip")) < 3e-4
    for pulley in ("primary", "secondary"):
        assert abs(value(run, f"slip_{pulley}")) < 1.5e-3


def test_pins_all_around_carry_their_polygon_along():
    pitches, count = [9.0e-3] * 20, 20
    radius = 9.0e-3 / (2.0 * np.sin(np.pi / count))
    found = rolling_radius(np.array([radius]), pitches)
    assert found[0] == pytest.approx(count * 9.0e-3 / (2.0 * np.pi))


def test_pin_ends_say_their_largest_force_and_pressure():
    own = {"pin__end_radius": 0.15, "solve__snapshot_interval": 4e-5}
    run = simulate(template(**(QUICK | own | {"solve__sample_interval": 4e-5})))
    seen = observed(run)
    force = value(run, "pin_force")
    assert force == pytest.approx(np.nanmax(seen.normal), rel=0.05)
    # a = (3 F R / 4 E*)^(1/3), p = 3 F / (2 pi a^2)
    E_star = 210e9 / (2.0 * (1.0 - 0.3**2))
    a = (0.75 * force * 0.15 / E_star) ** (1.0 / 3.0)
    assert value(run, "pin_pressure") == pytest.approx(1.5 * force / (np.pi * a * a))


def test_every_figure_is_drawn_of_numbers(run):
    names = [figure.name for figure in figures(run)]
    assert {"pin_normal", "clasp_plate", "spiral_primary", "bearing_spectrum"} <= set(
        names
    )
    assert scene(run) is not None


DISC = {"azimuthal": [2e-10, 6e-10, 2e-10], "radial": [0.0, 0.0, 400.0]}
SOFT = {"azimuthal": [4e-10, 9e-10], "radial": [0.2, 0.0, 300.0]}
BEARING = {"stiffness": 1e8, "damping": 5e3, "mass": 6.0}
DIRECTIONS = {"coefficient": 0.09, "radial_coefficient": 0.07}
SETTINGS = {
    "tilting and coupled": {
        "variator__sheaves": "tilting and coupled",
        "primary__influence": DISC,
        "primary__fixed_influence": SOFT,
        "secondary__influence": DISC,
    },
    "one elastic bearing": {"secondary__bearing": BEARING},
    "friction by direction": {
        "friction__primary": DIRECTIONS,
        "friction__secondary": DIRECTIONS,
    },
    "softened friction": {
        "friction__primary": {"coefficient": 0.09, "softening_speed": 5e-3},
        "friction__secondary": {"coefficient": 0.09, "softening_speed": 5e-3},
    },
    "coupled": {
        "variator__sheaves": "coupled",
        "primary__influence": DISC,
        "secondary__influence": DISC,
    },
    "secondary held": {
        "boundary__stop": "secondary",
        "boundary__secondary_force": None,
        "boundary__primary_force": 28e3,
    },
    "both clamped": {"boundary__stop": "none", "boundary__primary_force": 28.5e3},
    "both held": {
        "boundary__stop": "both",
        "boundary__secondary_force": None,
        "start__clamping": 32e3,
    },
    "a torque that drives": {
        "boundary__primary_speed": None,
        "boundary__primary_torque": 150.0,
        "start__primary_speed": 2000.0 * np.pi / 30.0,
    },
    "two speeds": {
        "boundary__secondary_torque": None,
        "boundary__secondary_speed": 0.998 * 2000.0 * np.pi / 30.0,
    },
    "a stop that moves": {"boundary__stop_speed": 1e-3},
    "friction that fades": {
        "friction__primary": {
            "coefficient": 0.08,
            "static_coefficient": 0.1,
            "fading_speed": 0.1,
        }
    },
}


@pytest.mark.parametrize("setting", SETTINGS)
def test_other_sheaves_and_boundaries_keep_energy_and_clamping(setting):
    spec = template(**(QUICK | {"solve__snapshot_interval": 1e-3} | SETTINGS[setting]))
    run = simulate(spec)
    checks = {check.name: check for check in run.outcome.checks}
    assert checks["energy"].value < 5e-3
    for name in ("primary", "secondary"):
        force = getattr(spec.boundary, f"{name}_force")
        if force is not None:
            assert value(run, f"axial_{name}") == pytest.approx(float(force), rel=5e-3)
    if setting == "a stop that moves":  # closing the primary groove takes more force
        assert value(run, "thrust_ratio") > 1.31
    elif setting != "both held":  # where forces follow from the load
        assert 1.2 < value(run, "thrust_ratio") < 1.4


def test_a_free_shift_carries_the_drag_of_the_sheaves():
    """Forces 15 % off balance: pins press by the drag less, or more, than clamped."""
    run = simulate(
        template(
            boundary__stop="none",
            boundary__primary_force=33e3,
            solve__revolutions=3,
            solve__discard=1,
        )
    )
    assert run.outcome.settled is False
    force = run.read("axial_force")[-300:].mean(axis=0)
    assert np.abs(force / (33e3, 22e3) - 1.0).max() > 0.005
    checks = {check.name: check.value for check in run.outcome.checks}
    assert checks["clamping_primary"] < 1e-4
    assert checks["clamping_secondary"] < 1e-4


def test_speeds_that_rise_are_the_first_drift():
    """A torque above the load: tensions and slip follow the speeds."""
    driving = SETTINGS["a torque that drives"] | {"boundary__primary_torque": 100.0}
    light = {"boundary__secondary_torque": 60.0, "secondary__inertia": 0.01}
    light |= {"solve__revolutions": 4.0, "primary__inertia": 0.01}
    run = simulate(template(**(QUICK | driving | light)))
    drifts = [w for w in run.outcome.warnings if w.startswith("not settled")]
    assert drifts[0].startswith("not settled: mean primary speed drifts from ")
    assert drifts[0].endswith(" rpm")
    assert drifts[1].startswith("not settled: mean secondary speed drifts from ")
    late = run.read("pulley_speed")[-10:].mean(axis=0)
    for speed, name in zip(late, ("primary", "secondary"), strict=True):
        number = run.outcome.key_number(f"speed_{name}")
        assert number.value < speed < number.value + 3.0 * number.spread


def test_stated_speeds_do_not_drift(run):
    """Speeds and loads are among the ten numbers on top of a report."""
    number = run.outcome.key_number("speed_primary")
    assert number.value == pytest.approx(2000.0 * np.pi / 30.0, rel=1e-6)
    assert not any("speed drifts" in words for words in run.outcome.warnings)
    top = [number.name for number in run.outcome.key_numbers[:10]]
    assert top[2:4] == ["speed_primary", "speed_secondary"]
    assert {"slip", "torque_ratio", "tension_upper", "tension_lower"} < set(top)


def test_elastic_bearings_give_way_to_the_force_of_the_chain():
    elastic = {"primary__bearing": BEARING, "secondary__bearing": BEARING}
    run = simulate(template(**(QUICK | elastic)))
    late = slice(len(run.read("time")) // 2, None)
    for axis in ("x", "y"):
        force = run.read(f"bearing_force_{axis}")[late].mean(axis=0)
        way = run.read(f"shaft_{axis}")[late].mean(axis=0)
        assert BEARING["stiffness"] * way == pytest.approx(force, abs=20.0)
    first = run.read("shaft_x")[0]
    assert first[0] > 5e-5 and first[1] < -5e-5  # it starts drawn together
    assert value(run, "loss_bearing") > 0.0


def test_gross_slip_is_named_with_its_pulley():
    late = {"time": [0.0, 0.02, 0.04], "value": [0.0, 100.0, 400.0]}
    spec = template(
        **(QUICK | {"boundary__secondary_torque": late, "solve__revolutions": 6.0})
    )
    with pytest.raises(SolverError, match="gross slip on the secondary pulley"):
        simulate(spec)


def test_pins_that_leave_the_sheaves_are_named():
    opening = {"boundary__stop_speed": -0.2, "primary__inner_radius": 0.045}
    with pytest.raises(SolverError, match="pressed outside the sheaves"):
        simulate(template(**(QUICK | opening)))


def test_resumed_run_is_the_same_bit_for_bit(tmp_path):
    from catena.drives.running import resume

    spec = template(**QUICK)
    whole = simulate(spec, tmp_path / "whole")

    def stop(fraction, note=""):
        from catena.errors import Interrupted

        if fraction > 0.5:
            raise Interrupted("stopped")

    from catena.errors import Interrupted

    with pytest.raises(Interrupted):
        simulate(spec, tmp_path / "part", progress=stop)
    again = resume(tmp_path / "part")
    for name in ("pulley_speed", "axial_force", "loss", "link_tension"):
        assert (whole.read(name) == again.read(name)).all()


def test_even_running_is_recorded_as_a_run(tmp_path):
    """One pin like the next; balances over whole revolutions, nothing to discard.

    A run that starts from its folder goes on with it, in another drive it does not.
    """
    folder = tmp_path / "even"
    run = ct.steady(template(), folder)
    value = {number.name: number.value for number in run.outcome.key_numbers}
    assert run.outcome.healthy
    assert value["orbit_maps"] <= 120
    assert value["thrust_ratio"] == pytest.approx(1.290, rel=0.02)
    passing = 1.0 / value["orbit_period"]
    assert value["pin_frequency"] == pytest.approx(passing, rel=2e-3)
    levels = run.read("lower_tension")
    half = len(levels) // 2
    assert levels[:half].mean() == pytest.approx(levels[half:].mean(), rel=1e-3)
    on = {"start__from": str(folder), "solve__revolutions": 1.0, "solve__discard": 0.0}
    with ct.simulate(template(**on)) as after:
        assert not [w for w in after.outcome.warnings if "start.from" in w]
        again = after.read("lower_tension")
    assert np.array_equal(again, levels[: len(again)])
    elsewhere = template(**on, variator__centre_distance=0.146)
    with pytest.raises(InputError, match="another layout: variator"):
        ct.simulate(elsewhere)


def test_even_running_names_the_pulley_that_slips():
    """Within the limit of the clamped pulley, beyond that of the one at its stop."""
    with pytest.raises(SolverError, match="gross slip on the primary pulley"):
        ct.steady(template(start__ratio=2.0, boundary__secondary_torque=228.0))


def test_tables_are_followed_to_their_end():
    late = {"time": [0.0, 0.03], "value": [100.0, 120.0]}
    spec = template(boundary__secondary_torque=late)
    assert calm_time(spec) == pytest.approx(0.03)
    assert calm_spec(spec).boundary.secondary_torque == pytest.approx(120.0)
    assert speed_words(spec) == "2000 rpm of the primary pulley"
    rising = {"time": [0.0, 0.03], "value": ["1000 rpm", "1500 rpm"]}
    words = speed_words(template(boundary__primary_speed=rising))
    assert words == "1500 rpm of the primary pulley, the last value of its table"


def test_a_ratio_that_shifts_has_no_even_running():
    wave = [{"order": 2.0, "amplitude": 1e-3}]
    with pytest.raises(InputError, match=r"primary\.excitation, whose turns"):
        orbit_of(template(primary__excitation=wave))


def test_period_of_a_pattern_of_pitches():
    assert period_of([1.0] * 6) == 1
    assert period_of([1.0, 2.0] * 3) == 2
    assert period_of([1.0, 2.0, 2.0, 1.0, 2.0]) == 5


def test_orders_of_a_shaft_shake_its_speed():
    wave = [{"order": 2.0, "amplitude": 1e-3}]
    spec = template(
        **(QUICK | {"primary__excitation": wave, "solve__revolutions": 2.0})
    )
    run = simulate(spec)
    angle, speed = run.read("pulley_angle")[:, 0], run.read("pulley_speed")[:, 0]
    mean = float(spec.boundary.primary_speed)
    even = mean * run.read("time")
    assert speed / mean == pytest.approx(1.0 + 2e-3 * np.cos(2.0 * even), abs=1e-5)
    assert np.abs(angle - even).max() == pytest.approx(1e-3, rel=0.05)
