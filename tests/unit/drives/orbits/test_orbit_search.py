"""What a search of even running says where there is none, and how far it believes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numba
import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.drives.orbits.declaration import Orbit
from catena.drives.orbits.search import (
    FAR,
    Effort,
    NoOrbit,
    described,
    grown_apart,
    search_on,
    told_of,
)
from catena.errors import CatenaError, InputError, SolverError
from catena.periodic.shooting.fixed_point import rms, steady_state
from catena.periodic.shooting.multipliers import observed_decay
from catena.periodic.shooting.symmetry import PeriodMap
from catena.results.health import Outcome


def path_of(rate: float, start: float = 0.4, count: int = 30) -> list[np.ndarray]:
    """Iterates of the logistic map, which settles, doubles or is chaotic."""
    path = [np.full(3, start)]
    for _ in range(count):
        path.append(rate * path[-1] * (1.0 - path[-1]))
    return path


@pytest.mark.parametrize(
    ("rate", "said"),
    [
        (2.9, "it still settles"),
        (3.2, "it swings over 2 periods"),
        (3.5, "it swings over 4 periods"),
        (3.99, "every one differs"),
    ],
)
def test_what_a_drive_does_by_itself_is_told(rate: float, said: str) -> None:
    assert told_of(path_of(rate))[0].endswith(said)


class Stepped:
    """A map that is steep between steps: near its fixed point nothing repeats."""

    def numbers(self) -> np.ndarray:
        return np.full(3, 0.4)

    def __call__(self, x: np.ndarray) -> np.ndarray:
        return np.asarray(0.5 * x + 0.05 * np.where(x > 0.0, -1.0, 1.0))


def test_a_small_residual_is_not_called_even_running() -> None:
    """It has no fixed point; the least change met, 0.05, is no answer."""
    found = steady_state(Stepped(), tolerance=1e-4, most=100, memory=5)
    assert not found.found
    assert found.residual == pytest.approx(0.05, abs=0.03)


class Breaking:
    """A map that cannot be taken where a combination lies for the first time."""

    def __init__(self, first: int) -> None:
        self.calls, self.first = 0, first

    def numbers(self) -> np.ndarray:
        return np.array([1.0, 2.0, 3.0])

    def __call__(self, x: np.ndarray) -> np.ndarray:
        self.calls += 1
        if self.calls == self.first:
            raise SolverError("a law left its range")
        return np.array([0.9, 0.5, -0.3]) * x + 0.1


def test_a_combination_that_cannot_run_is_given_up() -> None:
    found = steady_state(Breaking(4), tolerance=1e-9, most=40, memory=5)
    assert found.found
    assert found.numbers == pytest.approx([1.0, 0.2, 0.1 / 1.3], abs=1e-7)
    assert np.isinf(found.residuals[3])
    with pytest.raises(SolverError, match="left its range"):
        steady_state(Breaking(1), tolerance=1e-9, most=40, memory=5)


class Swinging:
    """Jumps from side to side: no fixed point, but 1.2 and -1.2 in turn."""

    def __init__(self, begin: np.ndarray | None, periods: int) -> None:
        self.state = np.full(3, 0.4) if begin is None else begin
        self.periods, self.period = periods, 0.1 * periods

    def numbers(self) -> np.ndarray:
        return self.state.copy()

    def state_of(self, numbers: np.ndarray) -> np.ndarray:
        return numbers.copy()

    def __call__(self, x: np.ndarray) -> np.ndarray:
        for _ in range(self.periods):
            x = -0.5 * x + 0.6 * np.where(x > 0.0, -1.0, 1.0)
        return x


def test_a_drive_that_swings_over_two_periods_is_found_over_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a search over one period has failed and said so."""
    asked = []

    def orbit_of(spec: object, begin: Any = None, *, periods: int = 1) -> Orbit:
        asked.append(periods)
        advance: Any = Swinging(begin, periods)
        rest: Any = None
        return Orbit(rest, advance, periods, periods, "1 um", "a start", rest, rest)

    monkeypatch.setattr("catena.drives.orbits.search.orbit_of", orbit_of)
    spec: Any = None
    found = search_on(spec, None, Effort(most=40, memory=5))
    assert asked == [1, 2]
    assert np.abs(found.search.numbers) == pytest.approx(np.full(3, 1.2), abs=1e-3)
    assert "it swings over 2 periods" in found.attempts[0]
    outcome = described(found, Outcome("A drive.", (), (), ()))
    assert outcome.verdict.startswith("Swings evenly over 2 periods, 200 ms together")
    assert {k.name: k.value for k in outcome.key_numbers}["orbit_periods"] == 2.0
    with pytest.raises(NoOrbit, match="no even running") as told:
        search_on(spec, None, Effort(most=40, memory=5), periods=3)
    assert told.value.swing == 2  # a swing of a swing is not looked for


def test_a_chaotic_neighbourhood_is_not_called_stable() -> None:
    """The fixed point of the logistic map at 3.99 has the multiplier -1.99."""
    rate = 3.99
    fixed = np.full(3, 1.0 - 1.0 / rate) + 1e-9

    def advance(x: np.ndarray) -> np.ndarray:
        return rate * x * (1.0 - x)

    seen = observed_decay(advance, fixed, np.array([1.0, 0.5, -0.2]))
    assert seen > 1.2


@pytest.mark.parametrize(("slope", "far"), [(0.9, False), (1.2, False), (50.0, True)])
def test_motions_that_part_are_told_from_those_that_stay(
    slope: float, far: bool
) -> None:
    """A saw of some slope: what grows slowly, as an unstable swing, is no chaos."""

    def advance(x: np.ndarray) -> np.ndarray:
        return np.mod(slope * x, 1.0)

    apart = grown_apart(cast("PeriodMap", advance), np.array([0.31, 0.47, 0.77]))
    assert (apart > FAR) == far
    if not far:
        drawn = np.random.default_rng(1).standard_normal(3)
        assert apart == pytest.approx(1e-7 * slope**5 * rms(drawn), rel=1e-3)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_the_template_runs_evenly_as_a_long_run_does() -> None:
    """Its oiled joints let it; tensions and efficiency are those of a long run."""
    spec = ct.loads(DRIVES["roller_chain"].template())
    run = ct.steady(spec)
    assert run.outcome.healthy, run.outcome.headline
    repeats = next(c for c in run.outcome.checks if c.name == "repeats")
    assert repeats.value <= repeats.limit == 1e-4
    long = ct.simulate(spec.with_values({"solve.duration": 2.0, "solve.settle": 1.4}))
    for name in ("tension_1", "tension_2", "tension_3", "efficiency"):
        even, plain = run.outcome.key_number(name), long.outcome.key_number(name)
        assert even is not None
        assert plain is not None
        assert even.value == pytest.approx(plain.value, rel=3e-3), name


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_a_rattling_drive_says_that_no_period_is_like_another() -> None:
    """The template with a fifth of its joint damping."""
    spec = ct.loads(DRIVES["roller_chain"].template())
    with pytest.raises(SolverError) as told:
        ct.steady(spec.with_values({"chain.joint.damping": 1e-4}), most=40)
    words = str(told.value)
    assert "no even running was found from 0.1 s of ordinary running" in words
    assert "every one differs" in words
    assert "contacts chatter" in words
    assert "a plain run, whose means need no even running" in words
    lines = words.splitlines()
    assert lines[0].endswith(" of ordinary running, at 600 rpm of 'driver'")
    headings = [line for line in lines if not line.startswith("  ")]
    assert headings[1:] == [
        "what was tried:", "what the drive does:", "what may help:",
    ]  # fmt: skip
    assert max(map(len, lines)) < 180
    assert told.value.brief.startswith(f"{lines[0]}: left to itself from the nearest")
    assert "\n" not in told.value.brief


FAN = """
drive = "roller_chain"
[chain]
standard = "ISO 606 08B-1"
slack = "0.5 mm"
uniform = true
stiffness = "20 kN/mm"
damping = "200 N s/m"
joint = { friction = 0.08, damping = 2e-3 }
[[sprocket]]
name = "driver"
tooth_count = 21
centre = [0.0, 0.0]
boundary = { kind = "speed", speed = "900 rpm" }
[[sprocket]]
name = "driven"
tooth_count = 27
centre = ["210 mm", "40 mm"]
adjust = "0 deg"
inertia = 0.01
boundary = { kind = "load", torque = "15 N m" }
[[sprocket]]
name = "fan"
tooth_count = 17
centre = ["90 mm", "160 mm"]
inertia = 0.003
boundary = { kind = "load", torque = "3 N m" }
[contact.tooth]
stiffness = "20 kN/mm"
damping = "800 N s/m"
friction = 0.05
[solve]
duration = 1.2
settle = 0.8
friction = "regularised"
"""


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_three_loaded_sprockets_with_friction() -> None:
    """Multiplier and observed decay agree; a long run has the same means."""
    spec = ct.loads(FAN)
    run, long = ct.steady(spec, multipliers=True), ct.simulate(spec)
    value = {number.name: number.value for number in run.outcome.key_numbers}
    assert run.outcome.healthy, run.outcome.headline
    assert value["multiplier"] == pytest.approx(value["decay"], abs=2e-3)
    assert 0.9 < value["multiplier"] < 1.0
    for name in ("tension_1", "tension_2", "tension_3", "efficiency"):
        plain = long.outcome.key_number(name)
        assert plain is not None
        assert value[name] == pytest.approx(plain.value, rel=3e-3), name


SEARCHES = {
    "steady": ct.steady,
    "poincare_section": ct.poincare_section,
    "branch": lambda spec, out: ct.branch(spec, "solve.load_ramp=1 ms:2 ms:2", out),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_in_python_is_refused_where_its_run_would_be(
    name: str, tmp_path: Path
) -> None:
    """A step that lost its unit, or an order of magnitude."""
    spec = ct.loads(DRIVES["roller_chain"].template())
    tiny = spec.with_values({"solve.step": 1e-13})
    with pytest.raises(InputError, match="is large: 74 bodies x 6e"):
        SEARCHES[name](tiny, tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_a_search_that_is_meant_is_not_refused_for_its_cost(tmp_path: Path) -> None:
    """But for what comes after it: there is no run to begin with."""
    spec = ct.loads(DRIVES["roller_chain"].template())
    tiny, none = spec.with_values({"solve.step": 1e-13}), tmp_path / "none"
    with pytest.raises(InputError, match="is large"):
        ct.steady(tiny, start=none)
    with pytest.raises(CatenaError, match="none"):
        ct.steady(tiny, start=none, large=True)
