"""Plugin of pytest: a test that takes too long without the compiler is left out."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest
from reach import IN_ALL, LONGEST, PREPARED, WORDS

LEFT_OUT: list[str] = []


@contextmanager
def _limited(item: pytest.Item, longest: int = LONGEST) -> Iterator[None]:
    def stop(number: int = 0, frame: FrameType | None = None) -> None:
        LEFT_OUT.append(item.nodeid)
        pytest.skip(WORDS)

    if (left := IN_ALL - time.process_time()) <= 0.0:
        stop()
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, min(longest, left))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with _limited(item, PREPARED):  # for all tests of the file: else none would run
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with _limited(item):
        return (yield)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for name in LEFT_OUT:
        terminalreporter.write_line(f"{WORDS}{name}")
