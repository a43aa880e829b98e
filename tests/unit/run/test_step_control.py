"""Controlled steps of a toy: error, records, resuming, failures."""

import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.errors import Interrupted, SolverError, SpecError
from catena.results.catalogue import Catalogue, Variable
from catena.results.health import Outcome
from catena.run import clock
from catena.run.checkpoint import CheckpointFile
from catena.run.loop import run_through
from catena.run.pace import Pace
from catena.run.protocols import RunContext, silent
from catena.run.simulation import Advanced
from catena.run.step_control import (
    LEAST_STEPS,
    ControlledSteps,
    is_kind,
    levers_of,
    most_halvings,
    stretch,
)
from catena.spec.step_control import StepControl

CATALOGUE = Catalogue(
    {"time": None},
    {},
    (
        Variable("time", ("time",), "s", "time"),
        Variable("x", ("time",), "m", "position"),
    ),
)
PACE = Pace(1e-3, 4000, 8, block=80)
BLOW = 2.0
"""When the toy is hit and swings a hundred times as fast [s]."""


class State(NamedTuple):
    t: Any
    q: Any
    u: Any


class Toy:
    """An oscillator that is struck once, by half-explicit steps of first order."""

    def __init__(self, pace: Pace = PACE, largest: float = math.inf) -> None:
        self.pace, self.largest = pace, largest
        self.state = State(np.zeros(1), np.array([1e-3]), np.zeros(1))

    @property
    def t(self) -> float:
        return float(self.state.t[0])

    def memory(self) -> dict[str, Any]:
        return {"state": self.state}

    def levers(self) -> Any:
        return levers_of(((1.0,), 1)), levers_of(((1.0,), 1))

    def compile(self) -> None:
        pass

    def first(self) -> Advanced:
        return Advanced(0)

    def advance(self, done: int, steps: int) -> Advanced:
        pace, (t, q, u) = self.pace, self.state
        if pace.step > self.largest:
            q[:] = np.nan
            return Advanced(0, failure=f"broken with steps of {pace.step:g} s")
        rows: list[tuple[float, float]] = []
        for k in range(done + 1, done + steps + 1):
            omega = 1e2 if t[0] < BLOW else 1e3 * math.exp(BLOW - t[0])
            q += pace.step * u
            t += pace.step
            u -= pace.step * omega**2 * q
            if k % pace.every == 0:
                rows.append((t[0], q[0]))
        times, x = np.array(rows).T
        return Advanced(steps, {"time": times, "x": x})

    def details(self) -> str:
        return ""


class Memory:
    """A sink in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, list[float]] = {v.name: [] for v in CATALOGUE.variables}

    def append(self, block: Any) -> None:
        for name, values in block.items():
            self.kept[name] += list(values)

    def put(self, name: str, values: Any) -> None:
        raise AssertionError(name)

    def read(self, name: str) -> Any:
        return np.array(self.kept[name])


def gone(tolerance: float, **more: Any) -> tuple[Memory, ControlledSteps]:
    """The toy taken to its end."""
    kept = Memory()
    control = StepControl(tolerance=tolerance, **more)
    steps = run_through(Toy(), CATALOGUE, RunContext(kept), control)
    assert isinstance(steps, ControlledSteps)
    return kept, steps


def test_records_stay_where_they_were() -> None:
    fixed, (kept, _) = Memory(), gone(1e-5, smallest=1e-6)
    run_through(Toy(), CATALOGUE, RunContext(fixed))
    assert kept.read("time") == pytest.approx(fixed.read("time"), rel=1e-12)
    assert len(kept.kept["x"]) == PACE.rows


def test_steps_shrink_where_the_motion_is_fast() -> None:
    """Slow swinging needs few steps, fast swinging many, a tighter bound more."""
    _, loose = gone(1e-3, smallest=1e-6)
    _, tight = gone(1e-5, smallest=1e-6)
    assert loose.count < tight.count
    toy = Toy()
    many = ControlledSteps(toy, StepControl(tolerance=1e-5, smallest=1e-6))
    at: list[tuple[float, int]] = []
    for done in range(0, PACE.steps, stretch(PACE)):
        before = many.count
        steps = min(stretch(PACE), PACE.steps - done)
        many.advance(done, steps)
        at.append((toy.t, (many.count - before) // steps))
    slow = [n for t, n in at if t < BLOW]
    fast = [n for t, n in at if BLOW + 0.2 < t < BLOW + 0.4]
    late = [n for t, n in at if t > BLOW + 1.9]
    assert max(slow) < min(fast)
    assert max(late) < max(fast)


@pytest.mark.parametrize("tolerance", [1e-4, 1e-5])
def test_error_of_a_stretch_is_about_the_tolerance(tolerance: float) -> None:
    """Against one with a hundredth of its steps, from the same state."""
    toy = Toy()
    steps = ControlledSteps(toy, StepControl(tolerance=tolerance, smallest=1e-7))
    n, before = stretch(PACE), [a.copy() for a in toy.state]
    steps.advance(0, n)
    found = toy.state.q[0]
    for own, old in zip(toy.state, before, strict=True):
        own[:] = old
    toy.pace = Pace(PACE.step / 4096, PACE.steps * 4096, PACE.every * 4096)
    toy.advance(0, n * 4096)
    assert abs(found - toy.state.q[0]) < 2.0 * tolerance


def test_stopped_and_continued_is_the_same_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "FLUSH_SECONDS", 0.0)
    whole, steps = gone(1e-5, smallest=1e-6)
    control = StepControl(tolerance=1e-5, smallest=1e-6)
    kept, file = Memory(), CheckpointFile(tmp_path, None)

    def stops(fraction: float, note: str = "") -> None:
        if fraction > 0.6:
            raise Interrupted("stopped by the test")

    with pytest.raises(Interrupted):
        run_through(Toy(), CATALOGUE, RunContext(kept, stops, file), control)
    begin = file.load()
    assert begin is not None
    assert 0 < len(kept.kept["x"]) < PACE.rows
    again = run_through(
        Toy(), CATALOGUE, RunContext(kept, silent, file, begin), control
    )
    assert kept.kept == whole.kept
    assert again.count == steps.count


def test_a_refused_try_leaves_nothing_behind() -> None:
    """Beginning with small steps is the same as being led to them."""
    led, small = Toy(), Toy()
    first = ControlledSteps(led, StepControl(tolerance=1e-7, smallest=1e-4))
    first.advance(0, stretch(PACE))
    assert first.counts[0] > 0
    other = ControlledSteps(small, StepControl(tolerance=1e-7, smallest=1e-4))
    other.counts[0] = first.counts[0]
    other.advance(0, stretch(PACE))
    assert led.state.q[0] == small.state.q[0]
    assert led.state.t[0] == small.state.t[0]


def test_steps_that_break_are_halved() -> None:
    toy = Toy(largest=2.6e-4)
    control = StepControl(tolerance=1.0, smallest=1e-4)
    steps = ControlledSteps(toy, control)
    found = steps.advance(0, stretch(PACE))
    assert found.steps == stretch(PACE)
    assert not found.failure
    assert math.isfinite(toy.state.q[0])


def test_steps_that_break_however_small_end_the_run() -> None:
    control = StepControl(tolerance=1.0, smallest=1e-4)
    with pytest.raises(SolverError, match=r"broken with steps of 0\.000125 s"):
        run_through(Toy(largest=1e-5), CATALOGUE, RunContext(Memory()), control)


def test_what_is_not_met_is_told() -> None:
    plain = Outcome("done", (), (), ())
    _, met = gone(1e-3, smallest=1e-6)
    _, missed = gone(1e-9, smallest=5e-4)
    assert not met.told(plain).warnings
    (words,) = missed.told(plain).warnings
    assert "63 of 63 stretches" in words
    named = {n.name: n.value for n in missed.told(plain).key_numbers}
    assert named == {"steps_taken": 2 * PACE.steps, "steps_refused": PACE.steps}


def test_stretches_hold_whole_records_and_snapshots() -> None:
    assert stretch(Pace(1.0, 1000, 7, block=70)) == 70
    assert stretch(Pace(1.0, 4000, 5, 8, block=400, whole=40)) == 80
    assert stretch(Pace(1.0, 1000, 7)) == 7
    assert stretch(Pace(1.0, 1000, 700, block=1400)) == 700
    assert stretch(PACE) == LEAST_STEPS


def test_smallest_step() -> None:
    assert most_halvings(StepControl(), 1.0) == 3
    assert most_halvings(StepControl(smallest=0.125), 1.0) == 2
    assert most_halvings(StepControl(smallest=0.5), 1.0) == 0
    with pytest.raises(SpecError, match="at most half the largest step"):
        most_halvings(StepControl(smallest=0.6), 1.0)


def test_coordinates_are_found_by_name() -> None:
    names = ["state.q", "state.link_q", "state.memory.q", "q", "state.u", "state.seq"]
    assert [n for n in names if is_kind(n, "q")] == ["state.q", "state.link_q"]


CONTROLLED = (
    "roller_chain", "belt_drive", "chain_cvt", "pushbelt_cvt", "spatial_system",
)  # fmt: skip


@pytest.mark.parametrize("drive", CONTROLLED)
def test_words_of_every_drive(drive: str) -> None:
    spec = ct.loads(DRIVES[drive].template())
    stated = spec.with_values({"solve.control": {"tolerance": "2 um"}})
    assert stated.solve.control == StepControl(tolerance=2e-6)  # type: ignore[attr-defined]
    values = {"solve.step": 1e-6, "solve.control": {"smallest": "0.6 us"}}
    with pytest.raises(SpecError, match="must be at most half the step"):
        spec.with_values(values)
    with pytest.raises(SpecError, match="tolerance"):
        spec.with_values({"solve.control": {"tolerance": 0.0}})


def test_equilibria_have_no_steps() -> None:
    spec = ct.loads(DRIVES["roller_chain"].template())
    with pytest.raises(SpecError, match="no steps to control"):
        spec.with_values({"solve.motion": "quasi-static", "solve.control": {}})
