"""The polygon of pins, the band under clamping, and what is refused before a run."""

from __future__ import annotations

import math

import numpy as np
import pytest
from chain_variators import other, template
from typer.testing import CliRunner

from catena.cli import running  # noqa: F401  (the verb)
from catena.cli.app import app
from catena.drives import DRIVES
from catena.drives.chain_cvt.build import build
from catena.drives.chain_cvt.layout.polygon import pin_polygon
from catena.drives.chain_cvt.start.band import band_of
from catena.drives.variator.slip_limit import slip_torque
from catena.errors import GeometryError, SpecError


@pytest.mark.parametrize("ratio", [0.5, 1.0, 2.3])
def test_every_link_is_a_chord_and_the_last_one_closes(ratio):
    pitches = np.where(np.arange(63) % 3 == 0, 0.0105, 0.0094)
    found = pin_polygon(ratio, pitches, 0.15)
    x, y = found.points()
    gaps = np.hypot(np.roll(x, -1) - x, np.roll(y, -1) - y)
    assert gaps == pytest.approx(pitches, rel=1e-9)
    assert found.belt.ratio == pytest.approx(ratio, rel=1e-12)


def test_radii_of_the_reference_chain():
    found = pin_polygon(2.0, np.full(63, 0.0094), 0.145).belt
    # arcs instead of chords give 31.34 and 62.69 mm; chords reach a little further
    assert found.radius_i == pytest.approx(0.03134, rel=3e-3)
    assert found.radius_o == pytest.approx(0.06269, rel=3e-3)


def test_nine_pins_at_low_of_the_production_chain():
    spec = other(
        variator__wedge_angle="11 deg",
        start__ratio=2.4,
        boundary__secondary_torque=200.0,
        boundary__secondary_force=45e3,
    )
    assert band_of(spec).pins_in_arc()[0] == pytest.approx(9.1, abs=0.2)


@pytest.mark.parametrize("spec", [template(), other()])
def test_band_balances_clamping_and_tension(spec):
    band = band_of(spec)
    v = band.chain_speed
    for p in range(2):
        r = band.radii[p]
        pitch = spec.chain.pitch
        inward = 2.0 * band.tension * 0.5 * pitch / r - spec.chain.link_mass * v**2 / r
        outward = 2.0 * band.pin_axial[p] * math.tan(spec.variator.wedge_angle)
        assert outward == pytest.approx(inward, rel=1e-6)
    assert band.axial[1] == pytest.approx(spec.boundary.secondary_force, rel=1e-9)


def test_chain_that_does_not_fit_says_which_count_does():
    with pytest.raises(GeometryError, match=r"90 links .* 45 to 7\d links fit"):
        band_of(template(chain__link_count=90))


def test_ratio_outside_the_sheaves_is_refused_with_radii():
    with pytest.raises(GeometryError, match=r"radii of .* at ratio 4"):
        band_of(template(start__ratio=4.0))


def test_pins_that_let_the_sheaves_touch_are_refused():
    with pytest.raises(GeometryError, match="touch at the hub"):
        band_of(template(pin__length="8 mm"))


def test_torque_beyond_the_slip_limit_is_refused_with_the_pulley():
    spec = template(boundary__secondary_torque=240.0)
    limit = slip_torque(0.09, 22e3, band_of(spec).radii[1], math.radians(11.0))
    with pytest.raises(
        SpecError, match=rf"secondary pulley, which slips at {limit:.5g}"
    ):
        build(spec)
    free = dict(
        boundary__stop="secondary",
        boundary__secondary_force=None,
        boundary__primary_force=8e3,
    )
    with pytest.raises(SpecError, match="primary pulley, which slips"):
        build(template(**free))


def test_a_torque_beyond_the_slip_limit_is_quoted_as_the_file_has_it(tmp_path):
    """With its sign, and with the clamping it would need."""
    file = tmp_path / "reverse.toml"
    text = DRIVES["chain_cvt"].template()
    lines = [
        'secondary_torque = "-0.24 kN m"'
        if line.startswith("secondary_torque")
        else line
        for line in text.splitlines()
    ]
    file.write_text("\n".join(lines))
    told = CliRunner().invoke(app, ["check", str(file)]).output
    told = " ".join(told.split())
    assert "boundary.secondary_torque: found '-0.24 kN m'; asks 240 N m of the" in told
    spec = template(boundary__secondary_torque=-240.0)
    limit = slip_torque(0.09, 22e3, band_of(spec).radii[1], math.radians(11.0))
    words = (
        f"clamp with {22e3 * 240.0 / limit:.4g} N or more (boundary.secondary_force)"
    )
    assert words in told


def test_the_safety_against_slip_is_said_before_the_run():
    spec = template(boundary__secondary_torque=75.0)
    words = build(spec).forecast()["safety"]
    limit = slip_torque(0.09, 22e3, band_of(spec).radii[1], math.radians(11.0))
    assert f"{limit / 75.0:.2f} against slip of the secondary pulley" in words
    assert f"1.3 would need {22e3 * 1.3 * 75.0 / limit:.5g} N there" in words
    table = {"time": [0.0, 0.1], "value": [0.0, 150.0]}
    words = build(template(boundary__secondary_torque=table)).forecast()["safety"]
    assert words.startswith(f"no load; {limit / 150.0:.2f} at 150 N m, the most of")
    both = dict(
        boundary__stop="both", boundary__secondary_force=None, start__clamping=22e3
    )
    assert "known after the run" in build(template(**both)).forecast()["safety"]


def test_pins_longer_than_the_groove_are_refused():
    with pytest.raises(GeometryError, match=r"opens to 4\d\.\d* mm at the rim"):
        band_of(template(primary__widest_groove="40 mm"))
    band_of(template(primary__widest_groove="45 mm"))


def test_pins_too_long_are_refused_without_a_stated_width():
    words = r"pins of 70 mm are longer .* 78\.4\d* mm at the rim, .* 70 mm, the radius"
    with pytest.raises(GeometryError, match=words):
        band_of(template(pin__length="70 mm"))
    band_of(template(pin__length="60 mm"))
    wide = {"primary__widest_groove": "80 mm", "secondary__widest_groove": "80 mm"}
    band_of(template(pin__length="70 mm", **wide))


LIGHT = {"stiffness": 1e8, "mass": 0.5}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"chain__joint_damping": 0.0}, "joint_damping"),
        ({"chain__pattern": "sxl"}, "letters s"),
        ({"chain__pattern": "sl"}, "long_pitch is missing"),
        ({"chain__rolling_radius": 0.01}, "planar"),
        ({"primary__outer_radius": 0.1}, "collide"),
        ({"variator__sheaves": "coupled"}, "primary.influence"),
        ({"start__ratio": None}, "start.ratio is needed"),
        ({"friction__primary__fading_speed": 0.1}, "belong together"),
        ({"primary__bearing": LIGHT}, "bearing.mass: found 0.5 kg"),
        ({"primary__fixed_influence": {"azimuthal": [1e-9]}}, "without influence"),
    ],
)
def test_mistakes_are_refused_with_reason(values, words):
    with pytest.raises(SpecError, match=words):
        template(**values)


def test_step_beyond_the_limit_is_refused():
    with pytest.raises(SpecError, match=r"solve.step.*too large"):
        build(template(solve__step=2e-5))


@pytest.mark.parametrize(("torque", "trend"), [(150.0, "grows"), (-150.0, "falls")])
def test_the_force_of_a_held_groove_follows_the_load(torque, trend):
    words = build(template(boundary__secondary_torque=torque)).forecast()
    assert f"({trend} with the torque)" in words["slip limits"]
    first = "primary pulley loses force under this load and may slip first"
    assert (first in words["safety"]) == (trend == "falls")


def test_a_check_tells_speeds_as_a_file_does():
    words = build(template(boundary__primary_speed="1500 rpm")).forecast()["speeds"]
    assert words.startswith("primary 1500.0, secondary ")
    assert " rpm, chain " in words
