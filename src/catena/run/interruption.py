"""Ctrl-C and SIGTERM as a wish: the loop ends where its state is complete."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from catena.errors import Interrupted

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class StopWish:
    """Whether a stop of the run was requested."""

    def __init__(self) -> None:
        self.asked = False

    def note(self, number: int, frame: FrameType | None) -> None:
        """The signal handler; the second signal does not wait."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True

    def check(self) -> None:
        """End the run here if a stop was requested."""
        if self.asked:
            raise Interrupted("stopped by the user")


@contextmanager
def stop_wishes() -> Iterator[StopWish]:
    """Signals become wishes while the body runs (in the main thread)."""
    wish = StopWish()
    if threading.current_thread() is not threading.main_thread():
        yield wish  # Python delivers signals to the main thread only
        return
    found = {number: signal.getsignal(number) for number in _SIGNALS}
    # None: set outside Python; SIG_IGN: whoever started us wants no such signals.
    before = {n: h for n, h in found.items() if h not in (None, signal.SIG_IGN)}
    try:
        for number in before:
            signal.signal(number, wish.note)
        yield wish
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
