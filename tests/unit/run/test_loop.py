"""The loop around a toy: blocks, records, checkpoints, stops, failures."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from catena.errors import Interrupted, SolverError
from catena.results.catalogue import Catalogue, Variable
from catena.run import clock
from catena.run.checkpoint import CheckpointFile
from catena.run.history import History
from catena.run.loop import run_through
from catena.run.pace import Pace
from catena.run.protocols import RunContext, silent
from catena.run.simulation import Advanced

CATALOGUE = Catalogue(
    {"time": None, "event": None},
    {},
    (
        Variable("time", ("time",), "s", "time"),
        Variable("x", ("time",), "m", "position"),
        Variable("turn", ("event",), "s", "time of a turning point"),
    ),
)


class Memory:
    """A sink in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, list[float]] = {v.name: [] for v in CATALOGUE.variables}
        self.appended = 0

    def append(self, block: Any) -> None:
        self.appended += 1
        for name, values in block.items():
            self.kept[name] += list(values)

    def put(self, name: str, values: Any) -> None:
        raise AssertionError(name)

    def read(self, name: str) -> Any:
        return np.array(self.kept[name])

    def cut(self, samples: dict[str, int]) -> None:
        """What a result file does when it is opened again."""
        for variable in CATALOGUE.variables:
            del self.kept[variable.name][samples[variable.dims[0]] :]


class Toy:
    """A logistic map that records its values and turning points, and may fail."""

    def __init__(self, pace: Pace, fails_at: int = -1) -> None:
        self.pace, self.fails_at = pace, fails_at
        self.state = np.array([0.0, 0.3, 0.0])
        self.compiled = False

    @property
    def t(self) -> float:
        return float(self.state[0])

    def memory(self) -> dict[str, Any]:
        return {"state": self.state}

    def compile(self) -> None:
        self.compiled = True

    def first(self) -> Advanced:
        return Advanced(0, self.record())

    def record(self) -> dict[str, Any]:
        return {"time": self.state[:1].copy(), "x": self.state[1:2].copy()}

    def advance(self, done: int, steps: int) -> Advanced:
        turns = []
        for k in range(done, done + steps):
            if k == self.fails_at:
                return Advanced(k - done, failure=f"broken at {self.t:.3g} s")
            old, self.state[2] = self.state[2], self.state[1]
            self.state[1] = 3.9 * self.state[1] * (1.0 - self.state[1])
            self.state[0] += self.pace.step
            if (self.state[1] - self.state[2]) * (self.state[2] - old) < 0.0:
                turns.append(self.t)
        due = done + steps == self.pace.next_stop(done)
        records = self.record() if due else {}
        return Advanced(steps, records | ({"turn": np.array(turns)} if turns else {}))

    def details(self) -> str:
        return ""


class StopAfter:
    """Progress that stops a run at one of its calls."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self, fraction: float, note: str = "") -> None:
        self.left -= 1
        if self.left < 0:
            raise Interrupted("stopped by the test")


@pytest.fixture(autouse=True)
def attentive_and_hasty(attentive: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "FLUSH_SECONDS", 0.0)


@pytest.mark.parametrize("block", [0, 20])
def test_stopped_anywhere_and_continued_is_the_same_run(
    block: int, tmp_path: Path
) -> None:
    pace = Pace(1e-3, 95, 5, block=block)
    whole = Memory()
    run_through(Toy(pace), CATALOGUE, RunContext(whole))
    assert len(whole.kept["time"]) == 1 + (5 if block else 19)
    for calls in range(2, 6):
        sink, file = Memory(), CheckpointFile(tmp_path, "hash")
        with pytest.raises(Interrupted, match="stopped by the test at t = "):
            run_through(Toy(pace), CATALOGUE, RunContext(sink, StopAfter(calls), file))
        begin = file.load()
        assert begin is not None
        sink.append({"turn": [9.0], "time": [9.0], "x": [9.0]})  # killed after it
        sink.cut(begin.facts.samples)
        run_through(Toy(pace), CATALOGUE, RunContext(sink, silent, file, begin))
        assert sink.kept == whole.kept
        file.remove()


def test_a_failure_keeps_the_records_before_it(tmp_path: Path) -> None:
    sink, file = Memory(), CheckpointFile(tmp_path, "hash")
    toy = Toy(Pace(1e-3, 100, 5), fails_at=52)
    with pytest.raises(SolverError, match=r"broken at 0\.052 s") as failed:
        run_through(toy, CATALOGUE, RunContext(sink, silent, file))
    assert failed.value.__notes__ == ["steps taken: 52"]
    assert sink.kept["time"] == pytest.approx(np.arange(11) * 5e-3)


def test_kernels_are_compiled_before_the_first_note() -> None:
    toy, notes = Toy(Pace(1e-3, 10, 5)), []

    def heard(fraction: float, note: str = "") -> None:
        notes.append((note, toy.compiled))

    run_through(toy, CATALOGUE, RunContext(Memory(), heard))
    assert notes[0] == ("starting", False)
    assert all(compiled for _, compiled in notes[1:])


def test_large_records_are_written_before_their_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "FLUSH_SECONDS", 1e9)
    sink = Memory()
    run_through(Toy(Pace(1e-3, 100, 1)), CATALOGUE, RunContext(sink))
    assert sink.appended == 1
    monkeypatch.setattr(clock, "LARGEST_BLOCK", 160)
    sink = Memory()
    run_through(Toy(Pace(1e-3, 100, 1)), CATALOGUE, RunContext(sink))
    assert sink.appended > 8


def test_the_verdict_reads_what_the_sink_holds() -> None:
    sink = Memory()
    run_through(Toy(Pace(1e-3, 100, 1)), CATALOGUE, RunContext(sink))
    history = History(sink, ("time", "x"))
    assert set(history.whole()) == {"time", "x"}
    late = history.window(0.05, 0.02)["time"]
    assert late[0] == pytest.approx(0.06) and late[-1] == pytest.approx(0.1)
