"""How many trials of a promise were kept."""

from __future__ import annotations

from dataclasses import dataclass, field

MOST_FAILURES = 20
"""Failures that are kept in words."""


@dataclass
class Count:
    """Trials of one promise."""

    name: str
    promise: str
    asked: int
    tried: int = 0
    kept: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, kept: bool, words: str = "") -> None:
        """Count one trial."""
        self.tried += 1
        self.kept += kept
        if not kept and len(self.failures) < MOST_FAILURES:
            self.failures.append(words.strip()[-500:])

    @property
    def fine(self) -> bool:
        """Whether every trial was kept; none tried is not fine."""
        return 0 < self.tried == self.kept

    def line(self) -> str:
        """The figure reached."""
        part = "" if self.tried >= self.asked else f" (of {self.asked} asked)"
        return f"{self.kept} of {self.tried}{part}"
