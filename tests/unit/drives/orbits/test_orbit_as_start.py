"""Runs and searches that begin with the orbit in a folder of ``catena steady``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from typer.testing import CliRunner

import catena as ct
from catena.cli import orbits, running  # noqa: F401  (the verbs)
from catena.cli.app import app
from catena.errors import InputError
from catena.study.branches.branch import branch

DRIVE = """
drive = "roller_chain"
[chain]
standard = "ANSI 40"
link_count = 64
stiffness = 1e7
damping = 200.0
uniform = true
joint = { friction = 0.0, damping = 5e-3 }
[[sprocket]]
name = "driver"
tooth_count = 24
centre = [0.0, 0.0]
boundary = { kind = "speed", speed = "1250 rpm" }
[[sprocket]]
name = "driven"
tooth_count = 24
centre = ["254 mm", 0.0]
inertia = 0.01
boundary = { kind = "load", torque = 9.0 }
[contact.tooth]
stiffness = 5e6
damping = 400.0
friction = 0.0
[solve]
duration = 0.02
settle = 0.0
step = 5e-6
sample_interval = "125 us"
friction = "regularised"
"""
"""A tooth passes in 2 ms: 16 samples of 25 steps, in the run as on the orbit."""
TOOTH = 16
pytestmark = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)


@pytest.fixture(scope="module")
def orbit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the even running, made by the command."""
    folder = tmp_path_factory.mktemp("orbit")
    file, out = folder / "drive.toml", folder / "drive.steady"
    file.write_text(DRIVE)
    ended = CliRunner().invoke(app, ["steady", str(file), "--out", str(out)])
    assert ended.exit_code == 0, ended.output
    return out


def test_a_run_from_an_orbit_goes_on_with_it(orbit: Path, tmp_path: Path) -> None:
    """Bit for bit, through a file; every pitch is like the one before from the start.

    The same drive from its own start still swings.
    """
    file, out = tmp_path / "on.toml", tmp_path / "on.run"
    file.write_text(f"{DRIVE}[start]\nfrom = '{orbit}'\n")
    ended = CliRunner().invoke(app, ["run", str(file), "--out", str(out)])
    assert ended.exit_code == 0, ended.output
    own = ct.simulate(ct.loads(DRIVE))
    with ct.open_run(orbit) as even, ct.open_run(out) as run:
        assert not [w for w in run.outcome.warnings if "start.from" in w]
        for name in ("span_tension", "sprocket_speed", "link_tension"):
            signal = run.read(name)
            assert len(signal) > 8 * TOOTH
            assert np.array_equal(signal, even.read(name)[: len(signal)]), name
        tensions, swinging = run.read("span_tension"), own.read("span_tension")
    assert np.abs(tensions[TOOTH:] - tensions[:-TOOTH]).max() < 1e-3
    assert np.abs(swinging[TOOTH:] - swinging[:-TOOTH]).max() > 10.0


def test_a_torque_goes_on_with_its_orbit(tmp_path: Path) -> None:
    """Its period is no multiple of the step: every pitch repeats by interpolation."""
    motor = {"kind": "torque", "torque": 9.0, "speed": "1250 rpm", "droop": 0.5}
    values = {"sprocket[0].boundary": motor, "sprocket[0].inertia": 0.01}
    spec = ct.loads(DRIVE).with_values(values)
    ct.steady(spec, tmp_path / "o").close()
    with ct.simulate(spec.with_values({"start.from": str(tmp_path / "o")})) as run:
        speed, turned = run.read("sprocket_speed"), run.read("sprocket_angle")[:, 0]
    tooth, swing = 2.0 * np.pi / 24.0, np.ptp(speed[:, 1])
    turned = np.abs(turned - turned[0])
    late = turned > tooth
    before = np.interp(turned[late] - tooth, turned, speed[:, 1])
    assert np.abs(speed[late, 1] - before).max() < 0.05 * swing


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (
            {"chain.link_count": 66, "sprocket[1].centre": ["266.7 mm", 0.0]},
            "another layout: .* 64 there and 66 here",
        ),
        (
            {"sprocket[0].tooth_count": 23, "sprocket[1].tooth_count": 25},
            r"sprocket\[0\]\.tooth_count 24 there, 23 here",
        ),
        (
            {"sprocket[0].centre": [0.1, 0.0], "sprocket[1].centre": [0.354, 0.0]},
            "another layout: driver stands 100 mm elsewhere, driven",
        ),
    ],
)
def test_an_orbit_of_another_drive_is_refused(
    orbit: Path, values: dict[str, Any], said: str
) -> None:
    """More links; other teeth in a state of the same size; axes elsewhere."""
    other = ct.loads(DRIVE).with_values(values)
    with pytest.raises(InputError, match=said):
        ct.simulate(other.with_values({"start.from": str(orbit)}))
    with pytest.raises(InputError, match=said):
        ct.steady(other, start=orbit)


def test_other_data_of_the_same_layout_are_named(orbit: Path) -> None:
    spec = ct.loads(DRIVE).with_values(
        {"sprocket[1].boundary.torque": 10.0, "start.from": str(orbit)}
    )
    with ct.simulate(spec) as run:
        (words,) = [w for w in run.outcome.warnings if "start.from" in w]
    assert "sprocket[1].boundary.torque 9 there, 10 here" in words


def test_a_branch_over_the_slack_moves_its_axes(tmp_path: Path) -> None:
    """Points of other places begin with their own start, not on the axes before."""
    values = {"sprocket[1].adjust": 0.0, "chain.slack": "1 mm"}
    spec, over = ct.loads(DRIVE).with_values(values), "chain.slack=1 mm:1.6 mm:2"
    with branch(spec, over, tmp_path / "b", both=False) as run:
        assert run.outcome.healthy, run.outcome.verdict
        slack = run.read("tension_1")[0]
    even = ct.steady(spec.with_values({"chain.slack": "1.6 mm"})).outcome
    alone = even.key_number("tension_1")
    assert alone is not None
    assert slack[1] == pytest.approx(alone.value, rel=1e-4)
    assert abs(slack[1] - slack[0]) > 0.01 * slack[0]
