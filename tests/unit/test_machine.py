"""What the machine has, and what of it a command takes."""

import os
import subprocess
import sys

import pytest

from catena.machine import ONE_THREAD, keep_to_one_thread, memory_bytes

COMMAND = """
import os, sys
from catena.cli import main
assert "numpy" not in sys.modules  # or its threads would have begun already
sys.argv = ["catena", "--version"]
try:
    main()
except SystemExit:
    print(os.environ["OPENBLAS_NUM_THREADS"], os.environ["OMP_NUM_THREADS"])
"""


def test_memory_is_that_of_a_machine() -> None:
    assert 2**28 < memory_bytes() < 2**50


def test_users_say_how_many_threads_libraries_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ONE_THREAD:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    keep_to_one_thread()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    assert os.environ["OMP_NUM_THREADS"] == "3"


def test_commands_take_one_thread() -> None:
    free = {k: v for k, v in os.environ.items() if k not in ONE_THREAD}
    done = subprocess.run(
        [sys.executable, "-c", COMMAND],
        env=free | {"OMP_NUM_THREADS": "2"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split()[-2:] == ["1", "2"]
