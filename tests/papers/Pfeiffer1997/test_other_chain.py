"""What holds for any rocker-pin chain, on a variator that no example has.

75 links of 9 mm, half groove angle 10 degrees, other masses, stiffnesses, speed, load
and clamping than the template: every figure demanded here is free of parameters.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from catena.drives import DRIVES
from catena.drives.chain_cvt.figures.clasp import clasp_of
from catena.drives.chain_cvt.figures.finished_run import observed
from catena.drives.chain_cvt.figures.pins import spiral_run
from catena.drives.loading import loads
from catena.drives.orbits.steady import steady as even_running
from catena.drives.running import simulate

OTHER = loads(DRIVES["chain_cvt"].template()).with_values({
    "variator.centre_distance": 0.171, "variator.wedge_angle": "10 deg",
    "chain.link_count": 75, "chain.pitch": "9 mm", "chain.link_mass": "19 g",
    "chain.link_stiffness": "4e8 N/m", "pin.length": "34 mm",
    "pin.axial_stiffness": "1.7e8 N/m",
    "primary.outer_radius": 0.082, "secondary.outer_radius": 0.082,
    "primary.tilt_stiffness": 1.5e6, "secondary.tilt_stiffness": 1.5e6,
    "secondary.inertia": 0.02, "boundary.primary_speed": "1700 rpm",
    "start.ratio": 1.2, "boundary.secondary_torque": 180.0,
    "boundary.secondary_force": 25e3,
})  # fmt: skip
pytestmark = pytest.mark.paper


def spec(**values):
    return OTHER.with_values({k.replace("__", "."): v for k, v in values.items()})


@cache
def settled(**values):
    return simulate(spec(**values))


@cache
def steady(**values):
    return even_running(spec(**values))


def value(run, name):
    return run.outcome.key_number(name).value


def test_balances():
    run, asked = settled(), OTHER.boundary
    assert run.outcome.healthy
    torque, force = asked.secondary_torque, asked.secondary_force
    assert value(run, "torque_secondary") == pytest.approx(torque, rel=1e-3)
    assert value(run, "axial_secondary") == pytest.approx(force, rel=1e-3)
    energy = {check.name: check.value for check in run.outcome.checks}["energy"]
    assert energy < 1e-4
    strands = value(run, "tension_lower") - value(run, "tension_upper")
    assert strands * value(run, "radius_secondary") == pytest.approx(torque, rel=0.01)


def test_steady_running_equals_the_mean_of_a_long_run():
    found = steady()
    assert value(found, "orbit_maps") <= 120
    for name in ("thrust_ratio", "tension_upper", "tension_lower", "efficiency"):
        assert value(found, name) == pytest.approx(value(settled(), name), rel=3e-3)


def test_thrust_ratio_does_not_depend_on_the_step():
    coarse = value(steady(solve__step=4e-6), "thrust_ratio")
    assert coarse == pytest.approx(
        value(steady(solve__step=1e-6), "thrust_ratio"), rel=3e-3
    )


def test_links_as_bodies_agree_with_lumped_pins():
    bodies = value(steady(chain__model="planar"), "thrust_ratio")
    assert bodies == pytest.approx(value(steady(), "thrust_ratio"), rel=0.01)


def test_slip_limit_of_the_driven_pulley():
    """At ratio 0.9, where the secondary pulley has the smaller radius and force."""
    limit = value(settled(start__ratio=0.9), "slip_torque_secondary")
    late = {"time": [0.0, 0.05, 0.2], "value": [0.0, 150.0, 1.3 * limit]}
    own = {"solve__revolutions": None, "solve__duration": 0.165}
    run = simulate(spec(boundary__secondary_torque=late, start__ratio=0.9, **own))
    torque = run.read("chain_torque")[:, 1]
    axial, radius = run.read("axial_force")[:, 1], run.read("running_radius")[:, 1]
    reach = 2.0 * 0.09 * axial * radius / math.cos(math.radians(10.0))
    sliding = run.read("time") > 0.15
    share = torque[sliding].mean() / reach[sliding].mean()
    assert share == pytest.approx(1.0, abs=0.01)


def test_radial_friction_changes_its_sign_once_per_arc():
    seen = observed(settled())
    starts = [mark.value for mark in seen.section_marks()]
    radial = seen.bins.mean(seen.place, seen.round.outward)
    for a, b in ((starts[0], starts[1]), (starts[2], starts[3])):
        arc = (seen.bins.middle > a + 0.01) & (seen.bins.middle < b - 0.01)
        smooth = np.convolve(radial[arc], np.ones(5) / 5.0, "valid")
        assert np.count_nonzero(np.diff(np.sign(smooth))) == 1


def test_tilting_sheaves_let_pins_run_in_spirals():
    tilting, rigid = observed(settled()), observed(settled(variator__sheaves="rigid"))
    for pulley in range(2):
        soft, stiff = (np.ptp(spiral_run(seen, pulley)[1]) for seen in (tilting, rigid))
        assert soft > 3.0 * stiff


def test_clasp_plates_swing_further_than_their_link():
    seen = observed(settled())
    found = clasp_of(seen.spec, seen.round.tension, seen.round.travel)
    assert found.swing_over_mean > 1.8
    assert found.peak_over_mean > 1.1  # how far depends on plates, pins and load
