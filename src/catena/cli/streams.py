"""Standard output and error that are closed, full or ASCII end no command.

What could not be said is said at the end, where it can be; a reader that has gone, as
``head`` does, wanted no more.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Literal

Stream = Literal["stdout", "stderr"]


class Unheard:
    """Why a stream could not be written; empty while all is well."""

    def __init__(self) -> None:
        self.reason = ""


UNHEARD = Unheard()


def prepare() -> None:
    """Give closed streams a place to go, and spell what a stream cannot show."""
    UNHEARD.reason = ""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def say(text: str, stream: Stream = "stdout") -> None:
    """One line, at once; a stream that cannot take it takes nothing any more."""
    try:
        print(text, file=getattr(sys, stream), flush=True)
    except (OSError, ValueError) as error:
        if not isinstance(error, BrokenPipeError):
            reason = getattr(error, "strerror", None) or str(error)
            words = "standard output" if stream == "stdout" else "standard error"
            UNHEARD.reason = f"{words}: cannot be written ({reason})"
        _silence(stream)


def _silence(stream: Stream) -> None:
    """Lead a stream into nothing, also for what the interpreter still holds of it."""
    nothing = open(os.devnull, "w", encoding="utf-8")
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(nothing.fileno(), getattr(sys, stream).fileno())
    setattr(sys, stream, nothing)


def refused(error: OSError) -> str:
    """What the operating system refused, in one line."""
    reason = error.strerror or str(error) or type(error).__name__
    name = error.filename2 or error.filename
    if name is None:
        return f"the operating system refuses: {reason}"
    return f"{os.fsdecode(name)}: cannot be used ({reason})"


def mistake(error: Exception) -> str:
    """A mistake of ours, with the place a bug report needs."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if "catena" in file:
            place = f" in {os.path.basename(file)} line {trace.tb_lineno}"
        trace = trace.tb_next
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return f"a mistake of this program, please report it: {words}{place}"
