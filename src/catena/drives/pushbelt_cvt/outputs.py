"""The plots of a pushbelt variator."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catena.results.figures import Figure
    from catena.results.run import Run


def figures(run: Run) -> list[Figure]:
    """Every plot of a run."""
    return []
