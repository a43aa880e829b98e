"""The plots and the moving picture of a chain variator."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catena.results.figures import Figure
    from catena.results.run import Run
    from catena.results.scene import Scene


def figures(run: Run) -> list[Figure]:
    """Every plot of a run."""
    return []


def scene(run: Run) -> Scene | None:
    """The moving picture of a run."""
    return None
