"""Drives seen once a period: maps whose motion is known, then a chain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
import pytest
from tests.unit.drives.orbits.test_orbit_as_start import DRIVE
from typer.testing import CliRunner

import catena as ct
from catena.cli import orbits  # noqa: F401  (the verb)
from catena.cli.app import app
from catena.drives.orbits.section import section_of, told_by
from catena.drives.roller_chain.second_start import pulsed
from catena.errors import InputError
from catena.numerics.arrays import Floats
from catena.reporting import figures_of, report

EXAMPLES = Path(__file__).parents[4] / "examples"
compiled = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)


class Toy:
    """A map whose motion is known."""

    def __init__(self, image: Callable[[Floats], Floats], begin: list[float]) -> None:
        self.image, self.begin = image, begin

    def numbers(self) -> Floats:
        return np.array(self.begin)

    def __call__(self, numbers: Floats) -> Floats:
        return self.image(numbers)


def henon(a: float) -> Toy:
    return Toy(lambda x: np.array([1.0 - a * x[0] ** 2 + x[1], 0.3 * x[0]]), [0.1, 0.1])


def turning(angle: float, factor: float = 1.0) -> Toy:
    c, s = factor * np.cos(angle), factor * np.sin(angle)
    return Toy(lambda x: np.array([c * x[0] - s * x[1], s * x[0] + c * x[1]]), [9.0, 0])


@pytest.mark.parametrize(
    ("toy", "periods", "word"),
    [
        (turning(2.2), 300, "drifts"),
        (turning(0.0), 100, "repeats"),
        (turning(2.0 * np.pi / 3.0), 100, "swings"),
        (turning(2.0, 0.99), 100, "settles"),
        (turning(2.0, 0.9), 300, "repeats"),
        (henon(1.4), 1000, "chaotic"),
        (henon(1.0), 400, "swings"),
        (Toy(lambda x: np.array([2.0 * x[0], 0.5 * x[1]]), [0.0, 1.0]), 60, "unstable"),
    ],
)
def test_motions_are_told_apart(toy: Toy, periods: int, word: str) -> None:
    assert told_by(section_of(toy, periods), 1e-4)[0] == word


def test_the_exponent_is_that_of_the_literature() -> None:
    """Henon map at a = 1.4, b = 0.3: 0.419 per step, at every distance below 1e-3."""
    section = section_of(henon(1.4), 20_000, (1e-8, 1e-6, 1e-4))
    logs, errors = section.exponents()
    assert np.all(np.abs(logs - 0.419) < 3.0 * errors)
    assert np.all(errors < 0.005)


def test_the_growth_of_a_settling_motion_is_its_multiplier() -> None:
    logs, _ = section_of(turning(2.0, 0.97), 100).exponents()
    assert np.exp(logs) == pytest.approx(0.97, rel=1e-6)


def test_scatter_finer_than_the_neighbours_is_no_chaos_of_theirs() -> None:
    """A cat map of 1e-4 on top of a turn: chaos below it, a closed curve above."""

    def image(x: Floats) -> Floats:
        fine = 1e-4 * (np.array([x[2] + x[3], x[2] + 2.0 * x[3]]) * 1e4 % 1.0)
        return np.concatenate([turning(2.2)(x[:2]), fine])

    section = section_of(Toy(image, [9.0, 0.0, 3e-5, 5e-5]), 400)
    word, told = told_by(section, 1e-6)
    assert word == "drifts"
    assert "those 1e-06 apart are" in told
    assert "no search comes much closer" in told


def test_chaos_within_a_small_range_is_told_as_bounded() -> None:
    """A Henon map of 1e-3, and a decaying number beside it: far neighbours meet."""
    inner = henon(1.4)

    def image(x: Floats) -> Floats:
        inside = np.clip(1e3 * x[:2], -1.2, 1.2)
        return np.array([*(1e-3 * inner(inside)), 0.7 * x[2]])

    told = told_by(section_of(Toy(image, [1e-4, 1e-4, 5.0]), 400), 1e-6)[1]
    assert told.startswith("Chaotic")
    assert "those 1 apart come together" in told


@pytest.mark.parametrize("angle", [2.2, 0.7, 3.0])
def test_the_period_of_a_swing_is_found(angle: float) -> None:
    found = section_of(turning(angle), 200).turn()
    assert found == pytest.approx(2.0 * np.pi / angle, rel=1e-3)


@compiled
def test_a_chain_that_settles_is_looked_at(tmp_path: Path) -> None:
    """The growth of neighbours is the decay that its orbit is told to have."""
    file, out = tmp_path / "d.toml", tmp_path / "d.section"
    file.write_text(DRIVE)
    told = ["steady", str(file), "--out", str(out), "--section", "100"]
    ended = CliRunner().invoke(app, told)
    assert ended.exit_code == 0, ended.output
    even = ct.steady(ct.loads(DRIVE), multipliers=True).outcome.key_number("multiplier")
    with ct.open_run(out) as run:
        assert run.outcome.verdict.startswith("Settles")
        assert even is not None
        for name in ("growth_1", "growth_2", "growth_3"):
            growth = run.outcome.key_number(name)
            assert growth is not None
            assert growth.value == pytest.approx(even.value, abs=3.0 * growth.spread)
        assert run.read("place").shape == (101, 3)
        late = run.read("change")[-1]
        assert late[0] < 0.5 * run.read("change")[20, 0]
        names = [figure.name for figure in figures_of(run)]
        page = report(run).read_text()
    assert "catena steady drive.toml --section 100" in page
    assert names == ["section_plane", "section_changes", "section_growth"]


@compiled
def test_from_an_orbit_it_repeats_at_once(tmp_path: Path) -> None:
    spec = ct.loads(DRIVE)
    ct.steady(spec, tmp_path / "o", tolerance=1e-5).close()
    with ct.poincare_section(spec, count=50, start=tmp_path / "o") as run:
        assert run.outcome.verdict.startswith("Repeats: every period is like the one")


TWO_STATES = """
drive = "roller_chain"
[chain]
standard = "ISO 606 10B-1"
link_count = 80
[[sprocket]]
name = "driver"
tooth_count = 11
tooth_form = { kind = "ISO 606", seating = "root" }
centre = ["0 mm", "0 mm"]
boundary = { kind = "speed", speed = "700 rpm" }
[[sprocket]]
name = "driven"
tooth_count = 29
tooth_form = { kind = "ISO 606", seating = "root" }
centre = ["474.05 mm", "0 mm"]
inertia = "0.05 kg m^2"
boundary = { kind = "load", torque = "20 N m" }
[contact.tooth]
[solve]
duration = "0.9 s"
settle = "0.55 s"
friction = "set-valued"
"""


@pytest.mark.slow
@compiled
def test_two_states_that_no_branch_meets_are_chaotic(tmp_path: Path) -> None:
    """11/29 teeth at 700 rpm: neighbours part in both; one swings over 3 periods."""
    spec, slack = ct.loads(TWO_STATES), []
    for name, drive in (("rest", spec), ("pulse", pulsed(spec))):
        with ct.simulate(drive, tmp_path / name) as run:
            tension = run.outcome.key_number("tension_1")
            assert tension is not None
            slack.append(tension.value)
        with ct.poincare_section(spec, count=100, start=tmp_path / name) as section:
            assert section.outcome.verdict.startswith("Chaotic"), name
            settled = np.log(section.read("growth")[21:, :2])
            error = settled.std(axis=0) / np.sqrt(len(settled))
            assert np.all(settled.mean(axis=0) > 5.0 * error), name
            turn = section.outcome.key_number("turn")
            assert turn is not None
            assert turn.value == pytest.approx(3.0, rel=0.1 if slack[1:] else 0.01)
    assert slack[1] > 1.5 * slack[0]


@pytest.mark.parametrize("count", [0, 49, 100_001])
def test_too_few_periods_are_refused(count: int) -> None:
    with pytest.raises(InputError, match=f"section: found {count}; expected 50 to"):
        ct.poincare_section(ct.loads(DRIVE), count=count)


@pytest.mark.parametrize("other", [["--over", "a=1:2:2"], ["--multipliers"]])
def test_a_section_goes_with_no_search(tmp_path: Path, other: list[str]) -> None:
    file = tmp_path / "d.toml"
    file.write_text(DRIVE)
    ended = CliRunner().invoke(app, ["steady", str(file), "--section", "60", *other])
    assert ended.exit_code == 2
    assert "--section: goes with neither" in ended.output


def test_drives_without_even_running_have_no_section() -> None:
    spec = ct.load(EXAMPLES / "belt_drive_serpentine.toml")
    with pytest.raises(InputError, match="has no even running by symmetry"):
        ct.poincare_section(spec)
