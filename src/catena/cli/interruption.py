"""Ctrl-C and SIGTERM at any time end the command with exit code 4.

Nothing but the standard library is imported here, so that the guard stands before
anything slow begins.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType, TracebackType

    from catena.run.protocols import Progress

EXIT_INTERRUPTED = 4
PATIENCE = 1.5
"""Seconds after which a Ctrl-C that no handler has seen ends the process."""
LONGEST_WAIT = threading.TIMEOUT_MAX / 2.0
"""Wall time that no timer can wait for, nor anybody else [s]."""
WATCHED = (signal.SIGINT, signal.SIGTERM)
"""Signals whose handlers may be kept waiting by one long call."""
AGAIN = 0.05
"""Seconds after which a Ctrl-C that was lost is raised once more."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C, under a name of our own.

    ``python -m`` ends a process by the signal itself, whatever exit code was asked for,
    when a plain ``KeyboardInterrupt`` once passed through executed text, as inside
    every dataclass or named tuple being made; it looks for exactly that type.
    """


def leave() -> NoReturn:
    """End the process with 4, at once.

    By now our files are closed. What libraries do at the end of an interpreter can
    take seconds, or wait for ever for something that was interrupted half made.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(EXIT_INTERRUPTED)


class CtrlC:
    """Whether Ctrl-C was pressed since the command started."""

    def __init__(self) -> None:
        self.pressed = False
        self.watch = Watch()

    def note(self, number: int, frame: FrameType | None) -> None:
        """The signal handler."""
        self.watch.handled.set()
        self.pressed = True
        self.check()

    def check(self) -> None:
        """Stop here if Ctrl-C was pressed."""
        if self.pressed:
            alarm(0.0)
            raise Stopped

    def lost(self, unraisable: sys.UnraisableHookArgs) -> None:
        """The hook for exceptions that cannot leave a finaliser or a callback from C.

        A signal may happen to be handled there. It is raised once more a little later,
        and nothing is printed; nor when what was left half made cannot be taken apart.
        """
        if isinstance(unraisable.exc_value, Stopped):
            alarm(AGAIN)
        elif not self.pressed:
            sys.__unraisablehook__(unraisable)

    def printed(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        """The hook for exceptions that are printed, not raised.

        Extension modules do so when the import of another one is interrupted.
        """
        if not self.pressed:
            sys.__excepthook__(kind, error, trace)

    def listen(self) -> None:
        """From now on."""
        for number in WATCHED:
            signal.signal(number, self.note)
        if hasattr(signal, "SIGALRM"):
            signal.signal(signal.SIGALRM, self.note)
        sys.unraisablehook, sys.excepthook = self.lost, self.printed
        self.watch = Watch()
        self.watch.begin()

    def stop_listening(self) -> None:
        """The end of the interpreter itself is not to be interrupted."""
        for number in WATCHED:
            signal.signal(number, signal.SIG_IGN)
        alarm(0.0)
        if not self.pressed:
            sys.unraisablehook = sys.__unraisablehook__
            sys.excepthook = sys.__excepthook__
        self.watch.end()


class Watch:
    """Leaves even while one call, as of the compiler, keeps the handler from running.

    Python runs handlers between two of its own instructions only; the byte that wakes
    another thread is written at once. Result files stand such an end.
    """

    def __init__(self) -> None:
        self.handled = threading.Event()
        self.pipe = (-1, -1)

    def begin(self) -> None:
        """Start watching."""
        self.pipe = os.pipe()
        os.set_blocking(self.pipe[1], False)
        signal.set_wakeup_fd(self.pipe[1], warn_on_full_buffer=False)
        threading.Thread(target=self._wait, daemon=True).start()

    def end(self) -> None:
        """Stop watching."""
        self.handled.set()
        signal.set_wakeup_fd(-1)
        os.close(self.pipe[1])

    def _wait(self) -> None:
        told = os.read(self.pipe[0], 1)
        while told and told[0] not in WATCHED:
            told = os.read(self.pipe[0], 1)
        if not told:  # the end
            os.close(self.pipe[0])
        elif not self.handled.wait(PATIENCE):
            print("catena: interrupted", file=sys.stderr)
            leave()


class Punctual:
    """Ends the process when a run does not stop in time, as in one very long step.

    A run looks at the clock between its steps. What it has written stands such an end.
    """

    def __init__(self, progress: Progress, max_wall: float, words: str) -> None:
        self.progress, self.max_wall, self.words = progress, max_wall, words
        self.timer: threading.Timer | None = None

    def __call__(self, fraction: float, note: str = "") -> None:
        """Passes progress on; the clock begins when the run does, as in ``limited``."""
        from catena.run.protocols import STARTING

        if self.timer is None and note != STARTING and self.max_wall < LONGEST_WAIT:
            self.timer = threading.Timer(self.max_wall + PATIENCE, self.late)
            self.timer.daemon = True
            self.timer.start()
        self.progress(fraction, note)

    def late(self) -> None:
        """Say why, and leave."""
        print(f"catena: {self.words}", file=sys.stderr)
        leave()

    def __enter__(self) -> Punctual:
        return self

    def __exit__(self, *_: object) -> None:
        if self.timer is not None:
            self.timer.cancel()


def alarm(seconds: float) -> None:
    """Raise after so many seconds what was lost; 0 forgets it.

    Where there is no such timer the next progress stops.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


CTRL_C = CtrlC()


def guarded(work: Callable[[], None]) -> None:
    """Do the work of a command; once Ctrl-C was pressed it can only end with 4."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        work()  # whoever started us deals with Ctrl-C
        return
    try:
        CTRL_C.listen()
        try:
            work()
        finally:
            CTRL_C.stop_listening()
    except BaseException as end:
        if not CTRL_C.pressed:
            raise
        if getattr(end, "code", None) != EXIT_INTERRUPTED:  # nobody has said it yet
            print("catena: interrupted", file=sys.stderr)
    if CTRL_C.pressed:
        sys.exit(EXIT_INTERRUPTED)
