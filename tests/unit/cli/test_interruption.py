"""Ctrl-C at any time ends a command with 4 and leaves a valid file or none."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from catena.cli import interruption
from catena.cli.interruption import CTRL_C, Punctual, Stopped, guarded
from catena.cli.progress import progress_bar
from catena.drives import DRIVES
from catena.results.run import open_run
from catena.run.protocols import STARTING

SWEEP = 'sweep = { start = "1 rad/s", stop = "4 rad/s", count = 5000 }\n'
MOMENTS = 200
LAST_MOMENT = 4.0
"""Seconds after the command has started; by then it is sweeping."""
STARTED = """
from catena import cli
start = cli._start
def tell_and_start():
    print("started", flush=True)
    start()
cli._start = tell_and_start
cli.main()
"""
"""What ``python -m catena`` does, which also says when Python itself is ready."""


@pytest.fixture
def forgetful() -> Iterator[None]:
    yield
    CTRL_C.pressed = False
    sys.unraisablehook = sys.__unraisablehook__
    sys.excepthook = sys.__excepthook__
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def press(number: int = signal.SIGINT) -> None:
    os.kill(os.getpid(), number)
    time.sleep(1.0)  # the handler raises here


def ends_with(code: object) -> None:
    raise SystemExit(code)


@pytest.mark.usefixtures("forgetful")
def test_a_command_that_is_left_alone_ends_as_it_likes() -> None:
    with pytest.raises(SystemExit) as end:
        guarded(lambda: ends_with(3))
    assert end.value.code == 3
    assert not CTRL_C.pressed


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.usefixtures("forgetful")
def test_a_signal_that_nobody_catches_ends_with_4(
    capsys: pytest.CaptureFixture[str], number: int
) -> None:
    with pytest.raises(SystemExit) as end:
        guarded(lambda: press(number))
    assert end.value.code == 4
    assert capsys.readouterr().err == "catena: interrupted\n"


@pytest.mark.usefixtures("forgetful")
def test_ctrl_c_turned_into_another_error_ends_with_4() -> None:
    def hide() -> None:
        try:
            press()
        except KeyboardInterrupt:
            raise ImportError("a C extension that asks no questions") from None

    with pytest.raises(SystemExit) as end:
        guarded(hide)
    assert end.value.code == 4


class Finaliser:
    """What it raises is lost."""

    def __del__(self) -> None:
        press()


@pytest.mark.usefixtures("forgetful")
def test_a_lost_ctrl_c_stops_at_the_next_progress() -> None:
    def lose() -> None:
        with progress_bar("work", hidden=True) as show:
            show(0.0)
            Finaliser()
            with pytest.raises(Stopped):
                show(0.5)

    with pytest.raises(SystemExit) as end:
        guarded(lose)
    assert end.value.code == 4


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
@pytest.mark.usefixtures("forgetful")
def test_a_lost_ctrl_c_is_raised_once_more(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def lose() -> None:
        Finaliser()
        try:
            time.sleep(60)
        finally:
            after.append(CTRL_C.pressed)

    after: list[bool] = []
    with pytest.raises(SystemExit) as end:
        guarded(lose)
    assert end.value.code == 4
    assert after == [True]
    assert capsys.readouterr().err == "catena: interrupted\n"


class Broken:
    """What cannot be taken apart."""

    def __del__(self) -> None:
        raise ValueError("broken")


@pytest.mark.usefixtures("forgetful")
def test_nothing_is_told_of_what_was_left_half_made(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def half_made() -> None:
        try:
            press()
        finally:
            Broken()

    with pytest.raises(SystemExit) as end:
        guarded(half_made)
    assert end.value.code == 4
    assert capsys.readouterr().err == "catena: interrupted\n"


@pytest.mark.usefixtures("forgetful")
def test_nothing_is_told_of_an_interrupted_import(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An extension module prints why it got no other one, and raises an error."""

    def importing() -> None:
        try:
            press()
        except KeyboardInterrupt as error:
            sys.excepthook(type(error), error, error.__traceback__)
            raise ImportError("another module") from None

    with pytest.raises(SystemExit) as end:
        guarded(importing)
    assert end.value.code == 4
    assert capsys.readouterr().err == "catena: interrupted\n"


@pytest.mark.usefixtures("forgetful")
def test_other_errors_of_finalisers_are_still_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    guarded(lambda: Broken() and None)
    assert "ValueError: broken" in capsys.readouterr().err


def test_ctrl_c_inside_executed_text_does_not_kill_the_process(tmp_path: Path) -> None:
    """``python -m`` takes a plain KeyboardInterrupt there for unhandled for ever."""
    (tmp_path / "pressing.py").write_text(
        "import os, signal, time\n"
        "from catena.cli.interruption import guarded\n"
        "def work():\n"
        "    try:\n"
        "        exec('os.kill(os.getpid(), signal.SIGINT); time.sleep(5)')\n"
        "    except KeyboardInterrupt:\n"
        "        raise SystemExit(4)\n"
        "guarded(work)\n"
    )
    command = [sys.executable, "-m", "pressing"]
    ended = subprocess.run(command, check=False, timeout=60, cwd=tmp_path)
    assert ended.returncode == 4


def test_ctrl_c_during_a_call_that_sees_no_signals(tmp_path: Path) -> None:
    """As the compiler's: this one lasts until we are tired of waiting for it."""
    (tmp_path / "pressing.py").write_text(
        "import hashlib, os, signal, threading\n"
        "from catena.cli.interruption import guarded\n"
        "def press():\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "def work():\n"
        "    threading.Timer(0.1, press).start()\n"
        "    hashlib.pbkdf2_hmac('sha256', b'a', b'b', 2**31 - 1)\n"
        "guarded(work)\n"
    )
    command = [sys.executable, "-m", "pressing"]
    ended = subprocess.run(
        command, check=False, timeout=60, cwd=tmp_path, capture_output=True, text=True
    )
    assert ended.returncode == 4
    assert ended.stderr == "catena: interrupted\n"


LONG_STEP = """
import hashlib, os, signal, threading
from catena.cli.interruption import Punctual, guarded
from catena.run.interruption import stop_wishes
def step():
    hashlib.pbkdf2_hmac('sha256', b'a', b'b', 2**31 - 1)
def terminate():
    threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGTERM)).start()
    with stop_wishes():
        step()
def overdue():
    with Punctual(lambda fraction, note='': None, 0.1, 'out of time') as progress:
        progress(0.0, 'starting')
        progress(0.0)
        step()
guarded({work})
"""
"""A step that sees neither signal nor clock."""


@pytest.mark.parametrize(
    ("work", "words"), [("terminate", "interrupted"), ("overdue", "out of time")]
)
def test_a_step_without_end_ends_on_sigterm_and_in_time(
    tmp_path: Path, work: str, words: str
) -> None:
    (tmp_path / "pressing.py").write_text(LONG_STEP.replace("{work}", work))
    command = [sys.executable, "-m", "pressing"]
    ended = subprocess.run(
        command, check=False, timeout=60, cwd=tmp_path, capture_output=True, text=True
    )
    assert ended.returncode == 4
    assert ended.stderr == f"catena: {words}\n"


def test_a_run_that_ends_in_time_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[str] = []
    monkeypatch.setattr(interruption, "PATIENCE", 0.0)
    monkeypatch.setattr(Punctual, "late", lambda self: left.append(self.words))
    told: list[float] = []
    with Punctual(lambda fraction, note="": told.append(fraction), 0.2, "late") as tell:
        tell(0.0, STARTING)
        assert tell.timer is None  # compiling is not counted
        tell(0.5)
        tell(1.0)
    time.sleep(0.4)
    assert (told, left) == ([0.0, 0.5, 1.0], [])
    with Punctual(lambda fraction, note="": None, float("inf"), "never") as tell:
        tell(0.5)
        assert tell.timer is None


@pytest.mark.parametrize("seed", range(6))
def test_ctrl_c_at_a_random_moment(tmp_path: Path, seed: int) -> None:
    assert press_at_a_random_moment(tmp_path, seed) in STOPPED


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6, MOMENTS))
def test_ctrl_c_at_many_random_moments(tmp_path: Path, seed: int) -> None:
    assert press_at_a_random_moment(tmp_path, seed) in STOPPED


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_ctrl_c_in_a_study(tmp_path: Path, seed: int) -> None:
    """As in a terminal, all processes are told."""
    pytest.importorskip("distributed")
    vary = ["--vary", "analysis.harmonics=20:60:41", "--workers", "2"]
    told = press_during(tmp_path, "study", vary, 2.0 + seed)
    assert "Traceback" not in told
    assert (tmp_path / "out" / "study.nc").exists() or "interrupted" in told


STOPPED = "nothing written", "interrupted", "killed"


def press_at_a_random_moment(tmp_path: Path, seed: int) -> str:
    """What is left of a run that was stopped."""
    moment = random.Random(seed).uniform(0.0, LAST_MOMENT)
    told = press_during(tmp_path, "run", [], moment)
    assert "Traceback" not in told
    out = tmp_path / "out"
    if out.exists() and any(out.iterdir()):
        with open_run(out) as run:
            return run.status
    return "nothing written"


def press_during(tmp_path: Path, verb: str, more: list[str], moment: float) -> str:
    """What a command says that was stopped so many seconds after its start."""
    path = tmp_path / "long.toml"
    path.write_text(DRIVES["periodic"].template() + SWEEP)
    named = [str(path), "--out", str(tmp_path / "out"), *more]
    process = subprocess.Popen(
        [sys.executable, "-c", STARTED, verb, *named],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    time.sleep(moment)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 4, told
    return told
