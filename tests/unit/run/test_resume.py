"""A run that was stopped and continued is, bit for bit, the run that was not."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from timed_runs import assert_same_bits, samples_of, short_template, stop_after

import catena as ct
from catena.drives import DRIVES
from catena.drives.running import resume
from catena.errors import Interrupted, ResultError
from catena.integrators import step_control
from catena.integrators.event import engine as event_driven
from catena.results.provenance import library_versions
from catena.results.run import Run
from catena.spec.writing import resolved_toml

EXAMPLES = Path(__file__).parents[3] / "examples"

SLOW_CHILD = """
import sys, time
import catena as ct
from catena.run import clock
clock.LOOK_SECONDS = clock.FLUSH_SECONDS = 0.0
clock.CHUNK_SECONDS = 1e-9
slow = lambda fraction, note="": time.sleep(0.05)
ct.simulate(ct.load(sys.argv[1]), sys.argv[2], progress=slow)
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return ct.simulate(short_template(), tmp_path_factory.mktemp("whole") / "run")


def test_same_input_same_bits(whole: Run) -> None:
    assert_same_bits(whole, ct.simulate(short_template()))


def test_same_bits_in_another_process_and_place(whole: Run, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(resolved_toml(short_template()))
    code = "import catena as ct; ct.simulate(ct.load('x.toml'), 'run')"
    other = {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    env = {**os.environ, **other, "NUMBA_NUM_THREADS": "1"}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, check=True)
    assert_same_bits(whole, ct.open_run(tmp_path / "run"))


@pytest.mark.usefixtures("attentive")
@pytest.mark.parametrize("stops", [(1,), (5, 200), (333, 1, 64)])
def test_stopped_and_continued_is_the_same_run(
    stops: tuple[int, ...], whole: Run, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    with pytest.raises(Interrupted, match="stopped by the test at t ="):
        ct.simulate(short_template(), out, progress=stop_after(stops[0]))
    for calls in stops[1:]:
        with pytest.raises(Interrupted):
            resume(out, progress=stop_after(calls))
    with ct.open_run(out) as stopped:
        assert stopped.status == "interrupted"
    assert_same_bits(whole, resume(out))
    assert not (out / "checkpoint.npz").exists()


def test_without_a_checkpoint_it_starts_again(whole: Run, tmp_path: Path) -> None:
    out = tmp_path / "run"
    with pytest.raises(Interrupted):
        ct.simulate(short_template(), out, progress=stop_after(0))
    assert samples_of(out) == 0
    assert_same_bits(whole, resume(out))


@pytest.mark.usefixtures("attentive")
def test_wall_time_limit_leaves_a_run_to_continue(whole: Run, tmp_path: Path) -> None:
    out = tmp_path / "run"
    with pytest.raises(Interrupted, match="wall time allowed"):
        ct.simulate(short_template(), out, max_wall=1e-3)
    assert_same_bits(whole, resume(out))


@pytest.mark.parametrize(
    ("what", "there", "words"),
    [
        ("source_digest", "another", "here another"),
        ("library_versions", {**library_versions(), "numba": "9.9"}, "here 9.9"),
    ],
)
def test_another_version_continues_only_when_asked(
    what: str, there: Any, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "r"
    with pytest.raises(Interrupted):
        ct.simulate(short_template(), out, progress=stop_after(0))
    monkeypatch.setattr(f"catena.results.provenance.{what}", lambda: there)
    with pytest.raises(ResultError, match=rf"begun by another version .*{words}.* --o"):
        resume(out)
    with resume(out, other_version=True) as run:
        (told,) = (w for w in run.outcome.warnings if "another version" in w)
        assert words in told


def test_a_run_that_starts_again_may_have_been_begun_by_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, out = ct.loads(DRIVES["periodic"].template()), tmp_path / "p"
    with pytest.raises(Interrupted):
        ct.simulate(spec, out, progress=stop_after(0))
    monkeypatch.setattr("catena.results.provenance.source_digest", lambda: "another")
    with resume(out) as run:
        assert run.attributes["source_digest"] == "another"
        assert not any("another version" in w for w in run.outcome.warnings)


def test_a_run_without_time_starts_again(tmp_path: Path) -> None:
    """A periodic solution takes a moment; it is made anew."""
    spec = ct.loads(DRIVES["periodic"].template())

    def stop(fraction: float, note: str = "") -> None:
        raise Interrupted("stopped")

    with pytest.raises(Interrupted):
        ct.simulate(spec, tmp_path / "p", progress=stop)
    with resume(tmp_path / "p") as run, ct.simulate(spec) as straight:
        assert run.outcome.trust == "trusted"
        assert run.outcome == straight.outcome


@pytest.mark.usefixtures("attentive")
def test_the_run_that_was_to_replace_another_is_continued(
    whole: Run, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    ct.simulate(short_template(gravity=[0.0, -9.8]), out)
    with pytest.raises(Interrupted):
        ct.simulate(short_template(), out, overwrite=True, progress=stop_after(40))
    assert_same_bits(whole, resume(out))
    assert_same_bits(whole, ct.open_run(out))


def test_a_complete_run_needs_no_resume(whole: Run) -> None:
    assert_same_bits(whole, resume(whole.folder))


@pytest.mark.usefixtures("attentive")
def test_a_damaged_or_foreign_checkpoint_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with pytest.raises(Interrupted):
        ct.simulate(short_template(), out, progress=stop_after(40))
    good = (out / "checkpoint.npz").read_bytes()
    (out / "checkpoint.npz").write_bytes(good[: len(good) // 2])
    with pytest.raises(ResultError, match="damaged"):
        resume(out)
    middle = bytearray(good)
    middle[len(good) // 2] ^= 0xFF
    (out / "checkpoint.npz").write_bytes(bytes(middle))
    with pytest.raises(ResultError, match="damaged"):
        resume(out)
    other = tmp_path / "other"
    with pytest.raises(Interrupted):
        ct.simulate(short_template(gravity=[0.0, -9.8]), other, progress=stop_after(40))
    (out / "checkpoint.npz").write_bytes((other / "checkpoint.npz").read_bytes())
    with pytest.raises(ResultError, match="other inputs"):
        resume(out)


def slow_child(folder: Path) -> subprocess.Popen[bytes]:
    """A slow run in a process of its own, past its first checkpoint."""
    folder.mkdir(exist_ok=True)
    (folder / "x.toml").write_text(resolved_toml(short_template()))
    out = folder / "run"
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW_CHILD, str(folder / "x.toml"), str(out)],
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 120.0
    while not (out / "checkpoint.npz").exists():
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    return process


@pytest.fixture
def child(tmp_path: Path) -> subprocess.Popen[bytes]:
    process = slow_child(tmp_path)
    time.sleep(0.3)
    assert process.poll() is None
    return process


def test_killed_and_continued_is_the_same_run(
    child: subprocess.Popen[bytes], whole: Run, tmp_path: Path
) -> None:
    child.kill()
    child.wait()
    out = tmp_path / "run"
    with ct.open_run(out) as killed:
        assert killed.status == "killed"
    assert 0 < samples_of(out) < whole.read("time").size
    assert_same_bits(whole, resume(out))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_run_before_its_end(
    number: signal.Signals, child: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    os.kill(child.pid, number)
    child.wait()
    with ct.open_run(tmp_path / "run") as stopped:
        assert stopped.status == "interrupted"
        assert "stopped by the user at t =" in stopped.outcome.verdict


@pytest.mark.slow
@pytest.mark.usefixtures("attentive")
@pytest.mark.parametrize("name", ["woodpecker", "ladder", "slider_crank"])
def test_ten_random_splits_of_every_example(name: str, tmp_path: Path) -> None:
    spec = ct.load(EXAMPLES / f"system_{name}.toml")
    spec = spec.with_values({"solve.duration": 1200 * spec.solve.step})  # type: ignore[attr-defined]
    whole, dice = ct.simulate(spec), random.Random(name)
    for k in range(10):
        out = tmp_path / str(k)
        with pytest.raises(Interrupted):
            ct.simulate(spec, out, progress=stop_after(dice.randrange(1, 1200)))
        assert_same_bits(whole, resume(out))


@pytest.mark.slow
def test_many_random_kills(whole: Run, tmp_path: Path) -> None:
    dice = random.Random(11)
    for k in range(20):
        process = slow_child(tmp_path / str(k))
        time.sleep(dice.uniform(0.0, 1.0))
        process.kill()
        process.wait()
        assert_same_bits(whole, resume(tmp_path / str(k) / "run"))


ENGINES = {
    "controlled": ("system_woodpecker", {"solve.control": {"tolerance": 1e-6}}),
    "event_driven": ("system_ladder", {"solve.engine": "event_driven"}),
    "joints_by_events": ("jointed", {}),
}
JOINTED = """
drive = "system"
gravity = [0.0, -9.81]
body = [
  { name = "first", inertia = 0.08, position = [0.5, 0.0] },
  { name = "second", inertia = 0.08, position = [1.5, 0.0] },
]
solve = { engine = "event_driven", step = 1e-3, duration = 1.0 }
[[pin]]
name = "hook"
a = "first"
point_a = [-0.5, 0.0]
b = "ground"
[[pin]]
name = "knee"
a = "second"
point_a = [-0.5, 0.0]
b = "first"
point_b = [0.5, 0.0]
[[contour]]
name = "tip"
body = "second"
shape = "point"
position = [0.5, 0.0]
[[contour]]
name = "wall"
body = "ground"
shape = "line"
normal = [1.0, 0.0]
position = [-0.2, 0.0]
[[contact]]
name = "stop"
a = "tip"
b = "wall"
normal = { law = "unilateral", restitution = 0.5 }
friction = { law = "coulomb", coefficient = 0.2 }
"""


@pytest.mark.usefixtures("attentive")
@pytest.mark.parametrize("engine", ENGINES)
def test_engines_with_own_steps_continue_with_the_same_bits(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in the middle of an interval and of a record, three times each."""
    name, values = ENGINES[engine]
    file = EXAMPLES / f"{name}.toml"
    spec = ct.load(file) if file.exists() else ct.loads(JOINTED)
    raster = 40 * spec.solve.step  # type: ignore[attr-defined]
    solve = {"solve.step": raster, "solve.duration": 30 * raster}
    spec = spec.with_values({**solve, "solve.record_every": 3, **values})
    whole = ct.simulate(spec)
    for module in (step_control, event_driven):
        monkeypatch.setattr(module, "PAUSE_SECONDS", 0.0)
    dice, stops = random.Random(engine), 0
    for k in range(3):
        out = tmp_path / str(k)
        with pytest.raises(Interrupted):
            ct.simulate(spec, out, progress=stop_after(dice.randrange(1, 12)))
        for _ in range(3):
            try:
                resume(out, progress=stop_after(dice.randrange(1, 12)))
            except Interrupted:
                stops += 1
        assert_same_bits(whole, resume(out))
    assert stops > 3


@pytest.mark.usefixtures("attentive")
def test_forces_of_motors_continue_with_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They belong to the last piece before a record, which a stop must not part."""
    plain = {"law": "coulomb", "coefficient": 0.3}
    feet = {f"contact[{i}].friction": plain for i in range(2)}
    solve = {"solve.engine": "event_driven", "solve.step": 2e-3, "solve.duration": 0.02}
    spec = short_template(**feet, **solve, **{"solve.record_every": 1})
    whole = ct.simulate(spec)
    assert whole.read("drive_force")[1:].min() > 2.0
    monkeypatch.setattr(event_driven, "PAUSE_SECONDS", 0.0)
    for calls in (4, 5):
        out = tmp_path / str(calls)
        with pytest.raises(Interrupted):
            ct.simulate(spec, out, progress=stop_after(calls))
        assert_same_bits(whole, resume(out))


@pytest.mark.usefixtures("attentive")
def test_forces_of_motors_after_a_direct_solution_of_a_controlled_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stop after the solution that ended an interval parted it from its record."""
    solve = {"solve.step": 5e-3, "solve.duration": 0.2, "solve.record_every": 1}
    hard = {"solve.iteration_cap": 1, "solve.tolerance": 1e-13}
    control = {"solve.control": {"tolerance": 1e-5}}
    spec = short_template(**{**solve, **hard, **control})
    whole = ct.simulate(spec)
    monkeypatch.setattr(step_control, "PAUSE_SECONDS", 0.0)
    for calls in range(16, 36):
        out = tmp_path / str(calls)
        with pytest.raises(Interrupted):
            ct.simulate(spec, out, progress=stop_after(calls))
        assert_same_bits(whole, resume(out))


@pytest.mark.usefixtures("attentive")
def test_wall_time_limit_of_a_controlled_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(step_control, "PAUSE_SECONDS", 0.0)
    spec = short_template(**{"solve.control": {"tolerance": 1e-5}})
    whole, out = ct.simulate(spec), tmp_path / "run"
    with pytest.raises(Interrupted, match="wall time allowed"):
        ct.simulate(spec, out, max_wall=1e-3)
    assert_same_bits(whole, resume(out))
