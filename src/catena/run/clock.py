"""The wall clock of a run: how many steps to take at a time, when to look and write."""

from __future__ import annotations

import time

CHUNK_SECONDS = 0.03
"""Steps are taken in chunks of about this long, so that a stop is noticed soon."""
LOOK_SECONDS = 0.05
"""Time between two checks of the clock, of stop requests and limits."""
FLUSH_SECONDS = 1.0
"""Results and checkpoint are written at least this often."""
LARGEST_BLOCK = 8_000_000
"""Bytes of records that are written even earlier."""
LARGEST_GROWTH = 8


class Clock:
    """Measures the cost of steps."""

    def __init__(self, done: int, total: int) -> None:
        self.first = done
        self.total = total
        self.begun = time.perf_counter()
        self.last_look = self.begun
        self.flushed = self.begun
        self.chunk = 1

    def elapsed(self) -> float:
        """Seconds since the loop began."""
        return time.perf_counter() - self.begun

    def learn(self, steps: int, seconds: float) -> None:
        """Choose the next chunk from the cost of the last one."""
        fitting = int(CHUNK_SECONDS * steps / max(seconds, 1e-9))
        self.chunk = max(1, min(fitting, LARGEST_GROWTH * max(steps, self.chunk)))

    def time_to_look(self) -> bool:
        """Whether the clock, stop requests and limits are due for a check."""
        now = time.perf_counter()
        if now - self.last_look < LOOK_SECONDS:
            return False
        self.last_look = now
        return True

    def time_to_flush(self, waiting: int) -> bool:
        """Whether the records should go to disk; ``waiting`` is their size [bytes]."""
        now = time.perf_counter()
        if now - self.flushed < FLUSH_SECONDS and waiting < LARGEST_BLOCK:
            return False
        self.flushed = now
        return True

    def note(self, done: int, t: float, dt: float, details: str) -> str:
        """Where the run is and how fast it goes."""
        taken, elapsed = done - self.first, max(self.elapsed(), 1e-9)
        left = elapsed * (self.total - done) / max(taken, 1)
        speed = taken * dt / elapsed
        found = (
            f"t = {t:.4g} s",
            details,
            f"{speed:.2g} x real time",
            f"{spoken(left)} left",
        )
        return ", ".join(word for word in found if word)


def spoken(seconds: float) -> str:
    """A duration as people say it."""
    if seconds < 60.0:
        return f"{seconds:.0f} s"
    if seconds < 3600.0:
        return f"{seconds / 60.0:.0f} min"
    return f"{seconds / 3600.0:.1f} h"
