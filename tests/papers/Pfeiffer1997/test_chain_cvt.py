"""The rocker-pin chain variator against an independent program and known limits.

The paper has no numbers; those of the reference program are demanded as figures, the
shapes of Figures 9 and 10 as trends.
"""

from __future__ import annotations

import math
import tomllib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from catena.drives import DRIVES
from catena.drives.chain_cvt.figures.clasp import clasp_of
from catena.drives.chain_cvt.figures.finished_run import observed
from catena.drives.chain_cvt.figures.pins import spiral_run
from catena.drives.loading import load, loads
from catena.drives.orbits.steady import steady as even_running
from catena.drives.running import simulate

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
REFERENCE = tomllib.loads((HERE / "reference.toml").read_text())["chain_cvt"]
TEMPLATE = loads(DRIVES["chain_cvt"].template())
CASES = {
    "0.5": {"boundary.secondary_torque": 60.0, "boundary.secondary_force": 14e3},
    "1.0": {},
    "2.0": {
        "boundary.secondary_torque": 300.0,
        "boundary.secondary_force": 33e3,
        "boundary.primary_speed": "1500 rpm",
    },
}
pytestmark = pytest.mark.paper


def spec(ratio: str, **values):
    own = {k.replace("__", "."): v for k, v in values.items()}
    return TEMPLATE.with_values({"start.ratio": float(ratio)} | CASES[ratio] | own)


@cache
def settled(ratio: str):
    return simulate(spec(ratio))


@cache
def steady(ratio: str, **values):
    return even_running(spec(ratio, **values))


def value(run, name):
    return run.outcome.key_number(name).value


@pytest.mark.parametrize("ratio", CASES)
def test_thrust_ratio_and_strands_are_those_of_the_reference(ratio):
    run = settled(ratio)
    tolerance = REFERENCE["thrust_tolerance"]
    expected = REFERENCE["thrust"][ratio]
    assert value(run, "thrust_ratio") == pytest.approx(expected, rel=tolerance)
    strands = [value(run, f"tension_{side}") for side in ("upper", "lower")]
    assert strands == pytest.approx(
        REFERENCE["strands"][ratio], rel=REFERENCE["strand_tolerance"]
    )
    assert 0.985 < value(run, "efficiency") < 0.995


def light(ratio: str, damped: float):
    """Loose sheaves of 0.1 kg; damped by so much of critical on the clamped pins."""
    pins = value(steady(ratio), "pins_secondary")
    stiffness = pins * spec(ratio).pin.axial_stiffness  # per way of the loose sheave
    own = {"mass": 0.1, "axial_damping": damped * 2.0 * math.sqrt(0.1 * stiffness)}
    pulleys = ("primary", "secondary")
    return {f"{p}__{key}": own[key] for p in pulleys for key in own}


@pytest.mark.parametrize("ratio", CASES)
def test_a_groove_that_follows_its_clamping_at_once_needs_no_fit(ratio):
    """Sheaves so light and well damped that neither mass nor damping matters."""
    thrust = [
        value(steady(ratio, solve__step=1e-6, **light(ratio, damped)), "thrust_ratio")
        for damped in (1.0, 2.0)
    ]
    assert thrust[1] == pytest.approx(thrust[0], rel=0.01)
    expected = REFERENCE["thrust"][ratio]
    assert thrust == pytest.approx([expected] * 2, rel=REFERENCE["thrust_tolerance"])


@pytest.mark.parametrize("ratio", CASES)
def test_balances(ratio):
    run, asked = settled(ratio), spec(ratio).boundary
    torque, force = asked.secondary_torque, asked.secondary_force
    assert value(run, "torque_secondary") == pytest.approx(torque, rel=1e-3)
    assert value(run, "axial_secondary") == pytest.approx(force, rel=1e-3)
    work = run.read("shaft_work").sum(axis=1) + run.read("clamping_work").sum(axis=1)
    rest = work - run.read("stored_energy") - run.read("loss").sum(axis=1)
    late = run.read("time") > 0.5 * run.read("time")[-1]
    put_in = np.ptp(run.read("shaft_work")[late, 0])
    assert abs(rest[late][-1] - rest[late][0]) < 1e-4 * put_in


@pytest.mark.parametrize("ratio", CASES)
def test_steady_running_equals_the_mean_of_a_long_run(ratio):
    found = steady(ratio)
    assert value(found, "orbit_maps") <= 120
    for name in ("thrust_ratio", "tension_upper", "tension_lower", "efficiency"):
        assert value(found, name) == pytest.approx(
            value(settled(ratio), name), rel=3e-3
        )


@pytest.mark.parametrize("ratio", CASES)
def test_thrust_ratio_does_not_depend_on_the_step(ratio):
    coarse = value(steady(ratio, solve__step=4e-6), "thrust_ratio")
    fine = value(steady(ratio, solve__step=1e-6), "thrust_ratio")
    assert coarse == pytest.approx(fine, rel=3e-3)


@pytest.mark.parametrize("ratio", CASES)
def test_links_as_bodies_agree_with_lumped_pins(ratio):
    bodies = value(steady(ratio, chain__model="planar"), "thrust_ratio")
    assert bodies == pytest.approx(value(steady(ratio), "thrust_ratio"), rel=0.01)


def test_rigid_sheaves_leave_a_band():
    run = simulate(spec("1.0", variator__sheaves="rigid"))
    low, high = REFERENCE["rigid_band"]
    assert low < value(run, "thrust_ratio") < high
    assert any("band" in words for words in run.outcome.warnings)


def test_slip_limit_of_the_driven_pulley():
    late = {"time": [0.0, 0.05, 0.2], "value": [0.0, 150.0, 230.0]}
    own = {"solve__revolutions": None, "solve__duration": 0.16}
    one = spec("1.0", boundary__secondary_torque=late, **own)
    run = simulate(one)
    torque = run.read("chain_torque")[:, 1]
    axial, radius = run.read("axial_force")[:, 1], run.read("running_radius")[:, 1]
    limit = 2.0 * 0.09 * axial * radius / math.cos(one.variator.wedge_angle)
    sliding = run.read("time") > 0.14
    share = torque[sliding].mean() / limit[sliding].mean()
    assert share == pytest.approx(1.0, abs=0.01)


def test_nine_to_ten_pins_are_clamped_at_low():
    run = simulate(load(ROOT / "examples" / "chain_cvt_75_links.toml"))
    assert value(run, "pins_primary") == pytest.approx(REFERENCE["low_pins"], abs=0.5)
    assert value(run, "thrust_ratio") == pytest.approx(
        REFERENCE["low_thrust"], rel=REFERENCE["thrust_tolerance"]
    )


def test_shapes_of_figure_9():
    seen = observed(settled("1.0"))
    place, bins = seen.place, seen.bins
    starts = [mark.value for mark in seen.section_marks()]
    arcs = [
        (bins.middle > a + 0.01) & (bins.middle < b - 0.01)
        for a, b in ((starts[0], starts[1]), (starts[2], starts[3]))
    ]
    radial = bins.mean(place, seen.round.outward)
    for arc in arcs:  # out of, then into the groove: one change of sign
        smooth = np.convolve(radial[arc], np.ones(5) / 5.0, "valid")
        assert np.count_nonzero(np.diff(np.sign(smooth))) == 1
    normal = bins.mean(place, seen.normal)
    strand = (bins.middle > starts[1] + 0.012) & (bins.middle < starts[2] - 0.012)
    assert np.all(normal[strand] == 0.0)
    driven = np.flatnonzero(arcs[1])
    assert normal[driven].argmax() > 0.85 * driven.size  # peak at the driven exit
    tension = bins.mean(place, seen.round.tension)
    assert np.all(np.diff(np.convolve(tension[arcs[0]], np.ones(9) / 9, "valid")) < 0)


def test_tilting_sheaves_let_pins_run_in_spirals():
    tilting = observed(settled("1.0"))
    rigid = observed(simulate(spec("1.0", variator__sheaves="rigid")))
    for pulley in range(2):
        soft, stiff = (np.ptp(spiral_run(seen, pulley)[1]) for seen in (tilting, rigid))
        assert soft > 3.0 * stiff


@pytest.mark.parametrize("ratio", CASES)
def test_shapes_of_figure_10(ratio):
    seen = observed(settled(ratio))
    found = clasp_of(seen.spec, seen.round.tension, seen.round.travel)
    assert found.swing_over_mean > 1.8
    assert 1.3 < found.peak_over_mean < 2.0
    assert found.clasp.min() < 0.2 * found.mean.min()
