"""The four ways a run can end, one word each, and the exit code of each."""

from __future__ import annotations

from enum import StrEnum


class Trust(StrEnum):
    """How far the numbers of a run can be believed."""

    TRUSTED = "trusted"
    """Complete, and every check of its own passed."""
    NOT_TRUSTWORTHY = "not trustworthy"
    """Complete, but a check of its own failed, or it made none."""
    FAILED = "failed"
    """The solution failed on the way; what was computed until then is kept."""
    INTERRUPTED = "interrupted"
    """Stopped by the user or a limit, or killed; it can be continued."""

    @property
    def ok(self) -> bool:
        """Whether the numbers may be used without a second look."""
        return self is Trust.TRUSTED

    @property
    def exit_code(self) -> int:
        """The code a command ends with; 2 is kept for input that cannot be used."""
        return EXIT_CODES[self]


EXIT_CODES = {
    Trust.TRUSTED: 0,
    Trust.FAILED: 3,
    Trust.INTERRUPTED: 4,
    Trust.NOT_TRUSTWORTHY: 5,
}
ENDED_EARLY = (Trust.FAILED, Trust.INTERRUPTED)
GRAVEST_FIRST = (Trust.FAILED, Trust.INTERRUPTED, Trust.NOT_TRUSTWORTHY)
"""Of many runs the gravest word is that of the whole."""


def trust_of_ending(status: str) -> Trust | None:
    """The word for a run that ended early; None for a complete one."""
    if status == "complete":
        return None
    return Trust.FAILED if status == "failed" else Trust.INTERRUPTED
