"""Motions over several periods: told as short as they are, and met from both sides."""

from __future__ import annotations

from pathlib import Path

import numba
import numpy as np
import pytest
from tests.unit.drives.orbits.test_orbit_as_start import DRIVE
from typer.testing import CliRunner

import catena as ct
from catena.cli import orbits  # noqa: F401  (the verb)
from catena.cli.app import app
from catena.drives.orbits.swings import swing_of
from catena.drives.roller_chain.build import build_planar
from catena.errors import InputError

compiled = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)


@pytest.mark.parametrize("periods", [1, 2, 3, 4, 7])
def test_a_swing_is_told_over_as_few_periods_as_it_takes(periods: int) -> None:
    """Also while it still settles a little; twice as many come back as well."""
    wave = np.random.default_rng(4).standard_normal((periods, 6))
    path = [wave[i % periods] * (1.0 + 1e-3 * 0.9**i) for i in range(20)]
    assert swing_of(path) == periods


@compiled
def test_even_running_asked_for_over_three_periods_is_given_over_one() -> None:
    spec = ct.loads(DRIVE)
    with ct.steady(spec) as one, ct.steady(spec, periods=3) as three:
        assert three.outcome.key_number("orbit_periods") is None
        assert three.outcome.verdict.startswith(
            "Even running at 1250 rpm of 'driver', 2 ms each"
        )
        for name in ("orbit_period", "tension_1", "efficiency"):
            alone, asked = one.outcome.key_number(name), three.outcome.key_number(name)
            assert alone is not None
            assert asked is not None
            assert asked.value == pytest.approx(alone.value, rel=1e-5)


@pytest.mark.parametrize("periods", [0, 101])
def test_a_motion_over_no_period_or_too_many_is_refused(periods: int) -> None:
    with pytest.raises(InputError, match=f"periods: found {periods}; expected 1 to"):
        ct.steady(ct.loads(DRIVE), periods=periods)


def test_stable_without_over_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "d.toml"
    file.write_text(DRIVE)
    ended = CliRunner().invoke(app, ["steady", str(file), "--stable"])
    assert ended.exit_code == 2
    assert "--stable: goes with --over alone" in ended.output


TWO_STATES = """
drive = "roller_chain"
[chain]
standard = "ISO 606 10B-1"
link_count = 80
uniform = true
damping = "600 N s/m"
joint = { friction = 0.0, damping = "1e-2 N m s/rad" }
[[sprocket]]
name = "driver"
tooth_count = 11
tooth_form = { kind = "ISO 606", seating = "root" }
centre = ["0 mm", "0 mm"]
boundary = { kind = "speed", speed = "250 rpm" }
[[sprocket]]
name = "driven"
tooth_count = 29
tooth_form = { kind = "ISO 606", seating = "root" }
centre = ["474.05 mm", "0 mm"]
inertia = "0.05 kg m^2"
boundary = { kind = "load", torque = "20 N m" }
[contact.tooth]
damping = "1000 N s/m"
friction = 0.0
[solve]
duration = "0.6 s"
settle = "0.3 s"
sample_interval = "1 ms"
friction = "regularised"
"""
"""The slack span is in resonance at a quarter of the tooth frequency, or is not."""


def span_in_resonance(tension: float, rpm: float) -> float:
    """Tooth frequency over that of the first transverse mode of the free span.

    Both spans are tangents of the pitch circles; the mass is that of 10B-1, equal for
    all links, and the chain is slow beside its waves.
    """
    pitch = 15.875e-3
    small, large = (0.5 * pitch / np.sin(np.pi / teeth) for teeth in (11, 29))
    length = np.sqrt(0.47405**2 - (large - small) ** 2)
    job = build_planar(ct.loads(TWO_STATES))
    mass = 1.0 / job.system.M_inv[:80].mean() / pitch
    return float(11.0 * rpm / 60.0 * 2.0 * length / np.sqrt(tension / mass))


@pytest.mark.slow
@compiled
def test_a_bistable_drive_is_met_from_both_sides(tmp_path: Path) -> None:
    """11/29 teeth, 80 links: even running is lost towards 250 rpm, the swing is not.

    From below the drive swings over four periods and goes on so; from above it runs
    evenly and goes over to the swing where even running is unstable. The swing is the
    first mode of the slack span, whose tension brings it to a quarter of the tooth
    frequency.
    """
    spec, key = ct.loads(TWO_STATES), "sprocket[0].boundary.speed"
    above = spec.with_values({key: 350.0 * np.pi / 30.0})
    options = {"both": False, "stable": True}
    rising = ct.branch(spec, f"{key}=250 rpm:350 rpm:3", tmp_path / "up", **options)
    falling = ct.branch(above, f"{key}=350 rpm:250 rpm:3", tmp_path / "down", **options)
    with rising, falling:
        up = {name: rising.read(name)[0] for name in rising.names if name != "way"}
        down = {name: falling.read(name)[0] for name in falling.names if name != "way"}
    for table in (up, down):
        assert np.all(table["residual"] <= 1e-4)
        assert np.all(table["decay"] < 1.0)
    assert list(up["left"]) == [1.0, 0.0, 0.0]
    assert list(down["left"]) == [0.0, 0.0, 1.0]
    assert list(up["orbit_periods"]) == [4.0, 4.0, 4.0]
    assert down["orbit_periods"][-1] == 4.0
    assert np.all(np.isnan(down["orbit_periods"][:-1]))
    assert down["tension_1"][-1] == pytest.approx(up["tension_1"][0], rel=1e-3)
    swinging, even = up["tension_1"][1:], down["tension_1"][1::-1]
    assert np.all(swinging > 1.3 * even)
    for tension, rpm in zip(up["tension_1"], (250.0, 300.0, 350.0), strict=True):
        assert span_in_resonance(tension, rpm) == pytest.approx(4.0, rel=0.05)
