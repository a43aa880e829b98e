"""Even running of a chain in space: found, recorded, as a long run has it."""

from __future__ import annotations

import re
from pathlib import Path

import numba
import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.drives.roller_chain.orbit.problem import orbit_of
from catena.errors import InputError
from catena.results.run import Run
from catena.spec.parts import DriveSpec

DRIVE = """
drive = "roller_chain"
fidelity = "spatial"
[chain]
standard = "ISO 606 08B-1"
link_count = 44
slack = "0.2 mm"
stiffness = "20 kN/mm"
damping = "100 N s/m"
joint = { friction = 0.1, damping = "1e-3 N m s/rad" }
[[sprocket]]
name = "driver"
tooth_count = 17
centre = [0.0, 0.0]
boundary = { kind = "speed", speed = "900 rpm" }
[[sprocket]]
name = "driven"
tooth_count = 21
offset = "0.5 mm"
centre = ["159 mm", "0 mm"]
adjust = "0 deg"
inertia = 0.01
boundary = { kind = "load", torque = "15 N m" }
[contact.tooth]
stiffness = "10 kN/mm"
damping = "300 N s/m"
friction = 0.05
[spatial]
roller = { concentric = true }
[solve]
duration = 0.8
settle = 0.6
"""


def drive() -> DriveSpec:
    return ct.loads(DRIVE)


def test_a_check_names_the_sprocket_that_is_moved_and_the_speed_of_a_search() -> None:
    """By name and in the words of a chain in the plane; one without it has no line."""
    facts = DRIVES["roller_chain"].build(drive()).forecast()
    assert "assembly" not in facts
    assert re.fullmatch(r"moved by [+-]\d\.\d{4} mm", facts["sprocket 'driven'"])
    orbit = orbit_of(drive(), None, 0.0)
    assert orbit.where.endswith(" of ordinary running, at 900 rpm of 'driver'")


def test_links_take_each_others_places() -> None:
    """Two links on, quaternions of length one, the map asked twice the same."""
    orbit = orbit_of(drive(), None, 0.0)
    advance = orbit.advance
    assert orbit.pitches == 2
    order = advance.symmetry.order[: 7 * 44].reshape(44, 7)
    assert np.array_equal(order[2], np.arange(7))
    numbers = advance.numbers()
    state = advance.state_of(numbers + 1e3)
    lengths = np.linalg.norm(state.link_q[:, 3:], axis=1)
    assert lengths == pytest.approx(np.ones(44), abs=1e-14)
    held = advance.symmetry.free[0][-2:]
    assert list(held) == [False, True]


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_even_running_in_space_is_that_of_a_long_run(tmp_path: Path) -> None:
    spec = drive()
    run = ct.steady(spec, tmp_path / "even")
    assert run.outcome.healthy, run.outcome.headline
    value = {number.name: number.value for number in run.outcome.key_numbers}
    repeats = next(c for c in run.outcome.checks if c.name == "repeats")
    assert repeats.value <= repeats.limit == 1e-4
    long = ct.simulate(spec)
    for name in ("tension_1", "tension_2", "efficiency"):
        plain = long.outcome.key_number(name)
        assert plain is not None
        assert value[name] == pytest.approx(plain.value, rel=3e-3), name
    again = ct.steady(spec, start=tmp_path / "even")
    assert again.outcome.key_number("orbit_maps").value <= 3.0
    goes_on(run, tmp_path / "even")


def goes_on(even: Run, folder: Path) -> None:
    """A run that starts from an orbit goes on with it, bit for bit at equal steps.

    Other teeth are refused.
    """
    spec = ct.loads(even.spec_text)
    on = {"start.from": str(folder), "solve.duration": 0.02}
    with ct.simulate(spec.with_values(on)) as run:
        tensions = run.read("span_tension")
    assert len(tensions) > 70
    assert np.array_equal(tensions, even.read("span_tension")[: len(tensions)])
    other = {"sprocket[0].tooth_count": 18, "sprocket[1].tooth_count": 20}
    with pytest.raises(InputError, match=r"sprocket\[0\].tooth_count 17 there, 18"):
        ct.simulate(spec.with_values(on | other))


def test_what_does_not_repeat_in_space_is_refused() -> None:
    motor = {"kind": "torque", "torque": 9.0, "speed": "900 rpm", "droop": 0.5}
    driven = {"sprocket[0].boundary": motor, "sprocket[0].inertia": 0.01}
    with pytest.raises(InputError, match="in space driven by a torque"):
        orbit_of(drive().with_values(driven))
    with pytest.raises(InputError, match=r"spatial.scheme 'explicit'"):
        explicit = {"spatial.scheme": "explicit", "solve.friction": "set-valued"}
        orbit_of(drive().with_values(explicit))
