"""Modes of drives through the public interface."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import catena as ct
from catena.cli import modes as verb  # noqa: F401  (the verb)
from catena.cli.app import app
from catena.drives import DRIVES
from catena.errors import InputError

SPRING = """
drive = "system"
gravity = [0.0, -9.81]
[[body]]
name = "mass"
mass = 2.0
inertia = 0.1
position = [0.0, -1.0]
[[spring]]
name = "spring"
a = "ground"
b = "mass"
stiffness = 200.0
damping = 1.0
rest_length = 0.9
[solve]
step = 1e-3
duration = 0.1
"""


def test_a_mass_on_a_spring_is_found_by_the_verb(tmp_path: Path) -> None:
    file = tmp_path / "spring.toml"
    file.write_text(SPRING)
    result = CliRunner().invoke(app, ["modes", str(file), "--json"])
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    swing, bounce = facts["modes"]
    hanging = 0.9 + 2.0 * 9.81 / 200.0
    assert 2.0 * np.pi * swing["frequency"] == pytest.approx(
        np.sqrt(9.81 / hanging), rel=1e-6
    )
    assert 2.0 * np.pi * bounce["frequency"] == pytest.approx(10.0, rel=1e-6)
    assert bounce["damping_ratio"] == pytest.approx(0.025, rel=1e-5)
    assert facts["free_motions"] == 1  # the mass turns freely


def test_rods_on_pins_hang_as_laguerre_says() -> None:
    plan = ct.PlanarSystem(gravity=(0.0, -9.81))
    above, y = plan.ground.point(), 0.0
    for k in range(10):
        y -= 0.1
        bob = plan.body(f"bob_{k}", 1.0, 1e-9, (0.0, y))
        plan.pin(f"pin_{k}", bob.point((0.0, 0.1)), above)
        above = bob.point()
    found = ct.modes(plan, 2)
    np.testing.assert_allclose(
        found.angular_frequencies, [3.676620657618, 8.459284325891], rtol=1e-6
    )


def test_strands_of_a_chain_variator_swing_like_strings() -> None:
    spec = ct.loads(DRIVES["chain_cvt"].template())
    found = ct.modes(spec, 8)
    assert not found.unstable.any()
    lowest = found.frequencies[:2]  # one of each strand, whose ends stick
    np.testing.assert_allclose(found.frequencies[2:4] / lowest, 2.0, rtol=0.01)
    turning = [i for i in range(8) if found.parts(i)[0][0] == "secondary"]
    # the loaded pulley on two strands of 145 mm / 9.4 mm links each
    k = 2.0 * 5e8 * 9.4 / 145.0 * 0.0476**2
    alone = np.sqrt(k / 0.015) / (2.0 * np.pi)
    assert found.frequencies[turning] == pytest.approx([alone], rel=0.06)


def test_the_taut_span_of_a_roller_chain_swings_like_a_string() -> None:
    spec = ct.loads(DRIVES["roller_chain"].template())
    found = ct.modes(spec.with_values({"chain.joint.damping": 1e-4}), 20)
    least = np.sort(np.argsort(found.damping_ratios)[:2])  # tension, hardly damping
    first, second = found.frequencies[least]
    assert second / first == pytest.approx(2.0, rel=0.01)
    assert all(found.parts(i)[0][0] == "link" for i in least)


def test_modes_refuse_what_has_none() -> None:
    spec = ct.loads(DRIVES["periodic"].template())
    with pytest.raises(InputError, match="belt_drive"):
        ct.modes(spec)
    with pytest.raises(InputError, match="count"):
        ct.modes(spec, 0)
