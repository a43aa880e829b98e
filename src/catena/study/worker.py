"""What a local worker does on arrival: leave Ctrl-C to the process that started it.

A terminal sends Ctrl-C to every process of a command. The parent ends its workers in
order; on their own they would die with a trace each.
"""

from __future__ import annotations

import signal


def dask_setup(_: object) -> None:
    """Called by dask in the main thread of a new worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
