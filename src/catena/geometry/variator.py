"""A belt on two pulleys: radii, wrap angles, strands and its course.

The primary pulley (I) stands at (0, 0), the secondary (O) at (distance, 0); both turn
clockwise, so that the upper strand runs from the primary to the secondary pulley.

Source: [Cebulla2014] (4.34)-(4.39), Figure 3.7.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import GeometryError
from catena.geometry.course import Course, Piece
from catena.numerics.arrays import Floats

PRIMARY, PUSH, SECONDARY, LOOSE = "primary", "push", "secondary", "loose"
SECTIONS = (PRIMARY, PUSH, SECONDARY, LOOSE)
"""The sections in the order in which an element passes them."""

_STEPS = 200


def belt_length(radius_i: ArrayLike, radius_o: ArrayLike, distance: float) -> Floats:
    """Length of a belt on two radii: straights and arcs (4.35)-(4.38) [m]."""
    r_i, r_o = np.asarray(radius_i, float), np.asarray(radius_o, float)
    phi = contact_angle(r_i, r_o, distance)
    straight = distance * np.sin(phi)  # (4.36)
    result: Floats = 2.0 * (straight + r_i * (np.pi - phi) + r_o * phi)  # (4.35)
    return result


def contact_angle(radius_i: ArrayLike, radius_o: ArrayLike, distance: float) -> Floats:
    """The angle phi: half the wrap of the secondary pulley (4.34) [rad]."""
    difference = np.asarray(radius_i, float) - np.asarray(radius_o, float)
    result: Floats = np.arccos(np.clip(difference / distance, -1.0, 1.0))  # (4.34)
    return result


def radii(ratio: ArrayLike, length: float, distance: float) -> tuple[Floats, Floats]:
    """Radii r_I and r_O of a belt of a length at a ratio i_r = r_O / r_I [m].

    dl/dr_I = 2 (pi - phi) + 2 i_r phi is positive and grows with r_I, since the part
    over phi vanishes; Newton's steps from the upper end of the bracket therefore fall
    onto the only root.
    """
    i = np.asarray(ratio, dtype=np.float64)
    largest = _largest_primary(i, length, distance)
    lower, upper = np.zeros_like(largest), largest.copy()
    r = upper.copy()
    for _ in range(_STEPS):
        # phi stands still in the derivative: what it adds cancels (see above)
        phi = contact_angle(r, i * r, distance)
        excess = belt_length(r, i * r, distance) - length
        upper = np.where(excess >= 0.0, r, upper)
        lower = np.where(excess < 0.0, r, lower)
        step = excess / (2.0 * (np.pi - phi + i * phi))
        if np.all(np.abs(step) <= 1e-15 * r):
            break
        following = r - step
        # rounding near the root, or a clipped angle, may lead out of the bracket
        outside = (following < lower) | (following > upper)
        r = np.where(outside, 0.5 * (lower + upper), following)
    return r, i * r


def _largest_primary(ratio: Floats, length: float, distance: float) -> Floats:
    """Upper end of the bracket for r_I; refuses what no tangent can join."""
    if length <= 2.0 * distance:
        raise GeometryError(
            f"a belt of {1e3 * length:.6g} mm is too short for a centre distance of "
            f"{1e3 * distance:.6g} mm; needs more than {2e3 * distance:.6g} mm"
        )
    if np.any(ratio <= 0.0):
        raise GeometryError(f"ratio {float(np.min(ratio)):g}; must be above 0")
    with np.errstate(divide="ignore"):
        # beyond it one circle lies in the other, and no tangent joins them
        tangent = distance / np.abs(1.0 - ratio)
    r = np.minimum(tangent, length / np.minimum(2.0 * np.pi, 2.0 * np.pi * ratio))
    bad = belt_length(r, ratio * r, distance) < length
    if np.any(bad):
        raise GeometryError(
            f"ratio {float(ratio[bad].flat[0]):.4g}: a belt of {1e3 * length:.6g} mm "
            f"would hang loose around one pulley alone at a centre distance of "
            f"{1e3 * distance:.6g} mm"
        )
    result: Floats = r
    return result


def other_radius(radius: float, length: float, distance: float) -> float:
    """Radius of the second pulley when the first one's is known [m]."""
    lower, upper = max(0.0, radius - distance), radius + distance
    low = float(belt_length(radius, lower, distance)) - length
    high = float(belt_length(radius, upper, distance)) - length
    if low > 0.0 or high < 0.0:
        raise GeometryError(
            f"no second pulley takes up a belt of {1e3 * length:.6g} mm beside a "
            f"radius of {1e3 * radius:.6g} mm at {1e3 * distance:.6g} mm"
        )
    for _ in range(_STEPS):
        middle = 0.5 * (lower + upper)
        if middle in (lower, upper):
            break
        if float(belt_length(radius, middle, distance)) < length:
            lower = middle
        else:
            upper = middle
    return 0.5 * (lower + upper)


@dataclass(frozen=True)
class RadiusLimits:
    """Between which radii a belt may run on one pulley [m]."""

    least: float
    most: float


def ratio_range(
    length: float, distance: float, primary: RadiusLimits, secondary: RadiusLimits
) -> tuple[float, float]:
    """Least and largest ratio r_O / r_I the sheaves allow a belt of a length."""
    lowest = _extreme(length, distance, primary.most, secondary.least)
    highest = 1.0 / _extreme(length, distance, secondary.most, primary.least)
    if lowest > highest:
        raise GeometryError(
            f"a belt of {1e3 * length:.6g} mm runs at no ratio between radii of "
            f"{1e3 * primary.least:.4g} to {1e3 * primary.most:.4g} mm and "
            f"{1e3 * secondary.least:.4g} to {1e3 * secondary.most:.4g} mm, "
            f"{1e3 * distance:.6g} mm apart"
        )
    return lowest, highest


def _extreme(length: float, distance: float, most: float, least: float) -> float:
    """Least ratio of a small radius over a large one, whichever limit comes first."""
    if float(belt_length(most, least, distance)) >= length:
        return least / other_radius(least, length, distance)
    return other_radius(most, length, distance) / most


@dataclass(frozen=True)
class BeltGeometry:
    """A belt on two pulleys at one ratio."""

    radius_i: float
    radius_o: float
    distance: float

    @property
    def ratio(self) -> float:
        """r_O / r_I (4.1)."""
        return self.radius_o / self.radius_i  # (4.1)

    @property
    def phi(self) -> float:
        """Half the wrap of the secondary pulley [rad]."""
        return float(contact_angle(self.radius_i, self.radius_o, self.distance))

    @property
    def wrap_i(self) -> float:
        """Wrap of the primary pulley [rad]."""
        return 2.0 * (math.pi - self.phi)

    @property
    def wrap_o(self) -> float:
        """Wrap of the secondary pulley [rad]."""
        return 2.0 * self.phi

    @property
    def strand(self) -> float:
        """Length of one strand t_L (4.36) [m]."""
        return self.distance * math.sin(self.phi)

    @property
    def length(self) -> float:
        """Of the whole belt (4.35) [m]."""
        return float(belt_length(self.radius_i, self.radius_o, self.distance))

    def course(self) -> Course:
        """The course from the entry of the primary pulley, all four sections."""
        phi, cos, sin = self.phi, math.cos(self.phi), math.sin(self.phi)
        r_i, r_o, d = self.radius_i, self.radius_o, self.distance
        entry = -0.5 * math.pi - phi
        return Course(
            (
                Piece(PRIMARY, (r_i * cos, -r_i * sin), entry, -1.0 / r_i,
                      r_i * self.wrap_i),
                Piece(PUSH, (r_i * cos, r_i * sin), entry - self.wrap_i, 0.0,
                      self.strand),
                Piece(SECONDARY, (d + r_o * cos, r_o * sin), entry - self.wrap_i,
                      -1.0 / r_o, r_o * self.wrap_o),
                Piece(LOOSE, (d + r_o * cos, -r_o * sin),
                      entry - 2.0 * math.pi, 0.0, self.strand),
            )
        )  # fmt: skip


def belt_geometry(ratio: float, length: float, distance: float) -> BeltGeometry:
    """A belt of a length at a ratio, on two pulleys a distance apart."""
    r_i, r_o = radii(ratio, length, distance)
    return BeltGeometry(float(r_i), float(r_o), distance)
