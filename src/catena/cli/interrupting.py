"""Ctrl-C at any time ends the command with exit code 4.

Nothing but the standard library is imported here, so that the guard stands before
anything slow begins.
"""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

EXIT_INTERRUPTED = 4


class Stopped(KeyboardInterrupt):
    """Ctrl-C, under a name of our own.

    ``python -m`` ends a process by the signal itself, whatever exit code was asked for,
    when a plain ``KeyboardInterrupt`` once passed through executed text, as inside
    every dataclass or named tuple being made; it looks for exactly that type.
    """


class CtrlC:
    """Whether Ctrl-C was pressed since the command started."""

    def __init__(self) -> None:
        self.pressed = False

    def note(self, number: int, frame: FrameType | None) -> None:
        """The signal handler."""
        self.pressed = True
        raise Stopped

    def check(self) -> None:
        """Stop here if a Ctrl-C was lost.

        An exception cannot leave a finaliser or a callback from C, where a signal may
        happen to be handled.
        """
        if self.pressed:
            raise Stopped


CTRL_C = CtrlC()


def guarded(work: Callable[[], None]) -> None:
    """Do the work of a command; once Ctrl-C was pressed it can only end with 4."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        work()  # whoever started us deals with Ctrl-C
        return
    try:
        signal.signal(signal.SIGINT, CTRL_C.note)
        try:
            work()
        finally:  # the end of the interpreter itself is not to be interrupted
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    except BaseException as end:
        if not CTRL_C.pressed:
            raise
        if getattr(end, "code", None) != EXIT_INTERRUPTED:  # nobody has said it yet
            print("catena: interrupted", file=sys.stderr)
    if CTRL_C.pressed:
        sys.exit(EXIT_INTERRUPTED)
