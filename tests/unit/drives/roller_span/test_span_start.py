"""A strand that begins where another run ended."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.errors import InputError
from catena.run.checkpoint import END_NAME, CheckpointFile
from catena.spec.parts import DriveSpec
from catena.tables.span import Count

HALF = 0.01
"""[s]; more than one engagement."""
BARS = {
    "motor": {"kind": "torsion_bar", "stiffness": 2e4, "torque": 345.0},
    "load": {"kind": "torsion_bar", "stiffness": 3e4, "torque": 340.0},
    "run.initial_speed": 40.0,
}
RAMP = {"kind": "speed_ramp", "start": 40.0, "stop": 60.0, "stop_time": 2.0 * HALF}


def spec_of(duration: float, source: Path | None = None, **values: Any) -> DriveSpec:
    more: dict[str, Any] = {"run.duration": duration, "run.sample_interval": 1e-4}
    if source is not None:
        more["start.from"] = str(source)
    spec = ct.loads(DRIVES["roller_span"].template())
    return spec.with_values({**more, **values})


def end(spec: DriveSpec, out: Path) -> dict[str, float]:
    """The last samples of a run."""
    with ct.simulate(spec, out) as run:
        names = ("time", "link_count", "driver_speed", "driven_speed", "drive_torque",
                 "tension_middle", "link_speed")  # fmt: skip
        return {name: float(run.read(name)[-1]) for name in names}


def test_two_halves_are_the_whole(tmp_path: Path) -> None:
    """Places and speeds of all links; the clock and the counts begin anew."""
    end(spec_of(HALF), tmp_path / "a")
    end(spec_of(HALF, tmp_path / "a"), tmp_path / "b")
    end(spec_of(2.0 * HALF), tmp_path / "whole")
    files = (CheckpointFile(tmp_path / n, None, END_NAME) for n in ("b", "whole"))
    stored = [file.load() for file in files]
    second, whole = (found.arrays for found in stored if found is not None)
    links = int(whole["state.counts"][Count.LINKS])
    assert second["state.counts"][Count.LINKS] == links
    for key in ("state.q", "state.u"):
        np.testing.assert_allclose(
            second[key][: links + 2], whole[key][: links + 2], rtol=1e-9, atol=1e-10
        )


def test_torsion_bars_keep_their_twist(tmp_path: Path) -> None:
    """The gears behind the bars go on from where they stood, through three runs."""
    end(spec_of(HALF, **BARS), tmp_path / "a")
    second = spec_of(HALF, tmp_path / "a", **BARS)
    twice = end(second, tmp_path / "b")
    thrice = end(spec_of(HALF, tmp_path / "b", **BARS), tmp_path / "c")
    for runs, found in ((2, twice), (3, thrice)):
        whole = end(spec_of(runs * HALF, **BARS), tmp_path / f"whole{runs}")
        assert found.pop("time") == pytest.approx(HALF)
        assert whole.pop("time") == pytest.approx(runs * HALF)
        for name, value in found.items():
            assert value == pytest.approx(whole[name], rel=1e-6), name


def test_a_new_bar_is_twisted_as_stated(tmp_path: Path) -> None:
    end(spec_of(HALF), tmp_path / "a")
    with ct.simulate(spec_of(HALF, tmp_path / "a", **BARS)) as run:
        assert run.read("drive_torque")[0] == pytest.approx(345.0, rel=1e-9)


def test_curves_begin_with_the_run(tmp_path: Path) -> None:
    """A ramp that begins with the speed at the end leads on from there."""
    end(spec_of(HALF), tmp_path / "a")
    speed = float(ct.loads(DRIVES["roller_span"].template()).motor.speed)
    ramp = {**RAMP, "start": speed, "stop": speed + 4.0}
    with ct.simulate(spec_of(HALF, tmp_path / "a", motor=ramp)) as run:
        rise = run.read("driver_speed") - speed
    assert rise[0] == pytest.approx(0.0, abs=1e-6)
    assert rise[-1] == pytest.approx(2.0, rel=1e-3)
    assert np.all(np.diff(rise) > 0.0)


def test_another_speed_or_span_is_refused_with_both_numbers(tmp_path: Path) -> None:
    end(spec_of(HALF), tmp_path / "a")
    faster = spec_of(HALF, tmp_path / "a", **{"motor.speed": 44.0})
    with pytest.raises(InputError, match=r"ends there with 40\.2\d* .* here with 44"):
        ct.simulate(faster)
    longer = spec_of(HALF, tmp_path / "a", **{"span.tangent_pitches": 13.51})
    with pytest.raises(InputError, match=r"misses the driven sprocket here by 0\.0002"):
        ct.simulate(longer)
