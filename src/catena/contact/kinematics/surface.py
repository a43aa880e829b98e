"""A circle on a surface that is stated by its distance function: the words of surfaces.

A surface is a file with a class of words, a free number as ``CODE`` and one kernel in
the frame of its contour, ``distance(par, i, (x, y))``: signed distance of a point from
the surface, positive outside the material, and the unit normal n_x, n_y there. Numbers
of a surface stand in the columns ``FIRST`` and ``SECOND`` of the contour numbers. Its
name stands in the list of `contact.kinematics.circle_surface`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from catena.numerics.statement import Stated

FIRST, SECOND = 6, 7
"""Where a surface has its numbers among those of a contact."""
COLUMNS = {"first": FIRST, "second": SECOND}
"""The same by the names that words use."""


class Surface(Stated, ABC):
    """A contour that circles and points can touch."""

    @abstractmethod
    def outline(self, size: float) -> list[tuple[float, float]]:
        """Corners along it for pictures of a size [m], material to the right."""
