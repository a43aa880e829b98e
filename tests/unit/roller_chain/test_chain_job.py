"""A whole run: file, verdict, picture; stopped and continued it gives the same bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from chain_drives import changed

from catena.drives.loading import spec_from
from catena.drives.running import resume, simulate
from catena.errors import Interrupted
from catena.reporting import figures_of, scene_of

DATA = changed(solve__duration=0.12, solve__friction="set-valued")
GUIDED = changed(
    solve__duration=0.05,
    sprocket__1__centre=[0.2532, 0.0],
    guide=[
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
)  # fmt: skip


class StopAt:
    """Progress that stops a run at a share of it."""

    def __init__(self, share: float) -> None:
        self.share = share

    def __call__(self, fraction: float, note: str = "") -> None:
        if fraction >= self.share:
            raise Interrupted("stopped by the test")


def test_a_run_judges_itself_and_draws(tmp_path: Path) -> None:
    run = simulate(spec_from(DATA), tmp_path / "run")
    assert all(check.ok for check in run.outcome.checks)
    names = {figure.name for figure in figures_of(run)}
    assert {"one_link", "wrap_tension", "span_spectrum", "losses"} <= names
    scene = scene_of(run)
    assert scene is not None
    assert "tension" in scene.channel_names
    pins = np.stack([run.read("frame_pin_x"), run.read("frame_pin_y")], axis=-1)
    length = np.hypot(*np.moveaxis(np.roll(pins, -1, axis=1) - pins, -1, 0))
    assert np.abs(length - 0.0127).max() < 5e-5


def test_a_stopped_run_continues_with_the_same_bits(tmp_path: Path) -> None:
    whole = simulate(spec_from(DATA), tmp_path / "whole")
    with pytest.raises(Interrupted):
        simulate(spec_from(DATA), tmp_path / "parts", progress=StopAt(0.3))
    parts = resume(tmp_path / "parts")
    for name in ("time", "link_tension", "sprocket_angle", "loss", "frame_tension"):
        assert np.array_equal(whole.read(name), parts.read(name)), name
    assert whole.outcome.key_numbers == parts.outcome.key_numbers


def test_a_tension_guide_takes_up_the_slack(tmp_path: Path) -> None:
    run = simulate(spec_from(GUIDED), tmp_path / "guided")
    assert all(check.ok for check in run.outcome.checks)
    assert np.all(run.read("tensioner_force")[-50:, 0] > 1.0)
    assert run.read("rail_force").max() > 1.0
    assert scene_of(run) is not None
