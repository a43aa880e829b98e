"""How many trials of a promise were kept."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import ClassVar

MOST_FAILURES = 20
"""Failures that are kept in words."""


class EnoughError(BaseException):
    """The time of a count is over; what was counted comes along.

    No ordinary exception, which counts would take for a broken promise.
    """

    def __init__(self, count: Count) -> None:
        super().__init__("enough")
        self.count = count


@dataclass
class Count:
    """Trials of one promise; ends by `EnoughError` when its time is over."""

    until: ClassVar[float] = math.inf
    """When every count ends, by the clock of `time.monotonic` [s]."""

    name: str
    promise: str
    asked: int
    tried: int = 0
    kept: int = 0
    note: str = ""
    """What was reached instead of how many were asked for."""
    remark: str = ""
    """Figures beside the count."""
    failures: list[str] = field(default_factory=list)

    def add(self, kept: bool, words: str = "") -> None:
        """Count one trial."""
        self.tried += 1
        self.kept += kept
        if not kept and len(self.failures) < MOST_FAILURES:
            self.failures.append(words.strip()[-500:])
        self.look()

    def look(self) -> None:
        """End the count if its time is over."""
        if time.monotonic() > self.until and self.tried < self.asked:
            raise EnoughError(self)

    @property
    def fine(self) -> bool:
        """Whether every trial was kept; none tried is not fine."""
        return 0 < self.tried == self.kept

    def line(self) -> str:
        """The figure reached."""
        told = self.note or f"of {self.asked} asked"
        part = "" if self.tried >= self.asked else f" ({told})"
        remark = f" ({self.remark})" if self.remark else ""
        return f"{self.kept} of {self.tried}{part}{remark}"
