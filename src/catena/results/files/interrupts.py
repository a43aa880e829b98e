"""Ctrl-C waits until HDF5 is done.

An exception inside the file object HDF5 is writing to leaves the library in a state
that crashes the process later. Signals are therefore noted and delivered afterwards,
a few milliseconds late.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Run the body, or a decorated function, before any Python signal handler."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Python delivers signals to the main thread only
        return
    pending: list[tuple[int, FrameType | None]] = []
    handlers = {number: signal.getsignal(number) for number in _SIGNALS}
    shielded = {n: handler for n, handler in handlers.items() if callable(handler)}
    try:
        for number in shielded:
            signal.signal(number, lambda *call: pending.append(call))
        yield
    finally:
        for number, handler in shielded.items():
            signal.signal(number, handler)
    for name, frame in pending:
        shielded[signal.Signals(name)](name, frame)
