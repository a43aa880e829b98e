"""Loads on a rod: forces and moments that keep their direction, or follow the rod."""

from __future__ import annotations

from dataclasses import dataclass

from catena.errors import SpecError


@dataclass(frozen=True)
class PointLoad:
    """A force and a moment at a vertex."""

    vertex: int
    force: tuple[float, ...]
    """[N], in the axes of the world, or of the rod if it follows."""
    moment: tuple[float, ...]
    """[N m]: one number in the plane, three in space."""
    follows: bool


@dataclass(frozen=True)
class PointSpring:
    """Springs from a vertex to its place at rest."""

    vertex: int
    stiffness: tuple[float, ...]
    """Along the axes of the world [N/m]."""


def checked_place(
    where: str, place: str | float, elements: int, length: float, closed: bool
) -> int:
    """The vertex of a place: ``start``, ``end``, or a distance along the rod [m]."""
    if place == "start":
        return 0
    if place == "end" and not closed:
        return elements
    if isinstance(place, str) or not 0.0 <= float(place) <= length:
        words = f"expected 'start', 'end' or a distance from 0 to {length:g} m"
        raise SpecError.at(where, place, words)
    share = float(place) / length * elements
    nearest = round(share)
    if abs(share - nearest) > 1e-6 * max(1.0, share):
        words = f"expected a multiple of {length / elements:g} m, where a vertex is"
        raise SpecError.at(where, place, words, "or take another number of elements")
    return nearest % elements if closed else nearest
