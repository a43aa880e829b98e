"""Exact polygonal action of two sprockets joined by a straight strand.

The tight strand is a rigid bar of whole links, the sprockets are regular polygons:
between two events the drive is a four-bar linkage. The driver has its centre at the
origin, the driven sprocket at (centre distance, 0); both turn counter-clockwise and
the tight strand runs above them, towards the driver.

Source: Chen and Freudenstein 1988; the kinematic model of [KimJohnson1993] sec. 4.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from catena.errors import GeometryError
from catena.numerics.arrays import Floats

_EVENT_SLACK = 1e-9
"""Share of a pitch angle by which two coinciding events may appear swapped."""


@dataclass(frozen=True)
class BarState:
    """The four-bar linkage at given driver angles; arrays of one shape."""

    driver_angle: Floats
    """Angle of the last seated roller of the driver [rad]."""
    link_count: NDArray[np.int64]
    """Links in the straight strand."""
    strand_angle: Floats
    """Direction from the driver towards the driven sprocket [rad]."""
    driven_angle: Floats
    """Direction from the first seated roller to the driven centre [rad]."""
    speed_ratio: Floats
    """Driven over driver speed."""
    strand_rate: Floats
    """Turning speed of the strand over driver speed."""
    strand_speed: Floats
    """Speed along the strand over driver speed [m]."""


@dataclass(frozen=True)
class PolygonPair:
    """Two sprockets and the straight tight strand between them."""

    driver_teeth: int
    driven_teeth: int
    pitch: float
    """Chain pitch [m]."""
    centre_distance: float
    """Distance of the sprocket centres [m]."""

    def __post_init__(self) -> None:
        for name in ("driver_teeth", "driven_teeth"):
            if getattr(self, name) < 5:
                raise GeometryError(
                    f"{name}: found {getattr(self, name)}; a sprocket has 5 or more"
                )
        if not (np.isfinite(self.pitch) and self.pitch > 0.0):
            raise GeometryError(f"pitch: found {self.pitch}; must be above 0 m")
        least = self.driver_radius + self.driven_radius
        if not (np.isfinite(self.centre_distance) and self.centre_distance > least):
            raise GeometryError(
                f"centre_distance: found {self.centre_distance:.6g} m; the pitch "
                f"circles need more than {least:.6g} m"
            )
        if self.tangent_length < 3.0 * self.pitch:
            raise GeometryError(
                f"centre_distance: the strand holds {self.tangent_pitches:.3f} "
                "pitches; 3 or more are needed"
            )

    @classmethod
    def from_tangent(
        cls, driver_teeth: int, driven_teeth: int, pitch: float, tangent_pitches: float
    ) -> PolygonPair:
        """The pair whose common tangent has a given length in pitches."""
        rise = pitch_radius(pitch, driven_teeth) - pitch_radius(pitch, driver_teeth)
        distance = float(np.hypot(tangent_pitches * pitch, rise))
        return cls(driver_teeth, driven_teeth, pitch, distance)

    @property
    def driver_radius(self) -> float:
        """Pitch circle radius of the driver [m]."""
        return pitch_radius(self.pitch, self.driver_teeth)

    @property
    def driven_radius(self) -> float:
        """Pitch circle radius of the driven sprocket [m]."""
        return pitch_radius(self.pitch, self.driven_teeth)

    @property
    def driver_pitch_angle(self) -> float:
        """Angle of one tooth of the driver [rad]."""
        return 2.0 * np.pi / self.driver_teeth

    @property
    def driven_pitch_angle(self) -> float:
        """Angle of one tooth of the driven sprocket [rad]."""
        return 2.0 * np.pi / self.driven_teeth

    @property
    def tangent_length(self) -> float:
        """Length of the common tangent of the pitch circles [m]."""
        rise = self.driven_radius - self.driver_radius
        return float(np.sqrt(self.centre_distance**2 - rise**2))

    @property
    def tangent_pitches(self) -> float:
        """Length of the common tangent in pitches."""
        return self.tangent_length / self.pitch

    @property
    def mean_ratio(self) -> float:
        """Mean driven over driver speed."""
        return self.driver_teeth / self.driven_teeth

    def seating_angle(self, link_count: int) -> float:
        """Driver angle at which a roller has just seated, leaving so many links.

        The strand is then collinear with the chord that has just been seated.
        """
        # seating: the strand goes on along the chord that has just been seated
        tilt = 0.5 * self.driver_pitch_angle - 0.5 * np.pi
        reach = self.driver_radius + link_count * self.pitch * np.exp(1j * tilt)
        spread = _angle_between(abs(reach), self.centre_distance, self.driven_radius)
        return float(spread - np.angle(reach))

    def release_angle(self, link_count: int) -> float:
        """Driver angle at which the driven sprocket releases the next link."""
        # as at a seating, seen from the driven sprocket
        tilt = 0.5 * np.pi - 0.5 * self.driven_pitch_angle
        reach = self.driven_radius + link_count * self.pitch * np.exp(1j * tilt)
        spread = _angle_between(abs(reach), self.centre_distance, self.driver_radius)
        vertex = self.centre_distance - abs(reach) * np.exp(-1j * spread)
        return float(np.angle(vertex))

    @cached_property
    def seated_link_count(self) -> int:
        """Links in the strand from a seating to the following release."""
        guess = int(self.tangent_pitches)
        for count in (guess, guess - 1, guess + 1, guess - 2, guess + 2):
            # the right number of links releases within one tooth of its seating
            share = self._release_share(count)
            if -_EVENT_SLACK <= share < 1.0 - _EVENT_SLACK:
                return count
        raise GeometryError(
            f"centre_distance: no straight strand fits {self.tangent_pitches:.4f} "
            "pitches between these sprockets"
        )

    @property
    def phase(self) -> float:
        """Share of a tooth period from a release to the next seating."""
        share = self._release_share(self.seated_link_count)
        return float(1.0 - share) if share > _EVENT_SLACK else 0.0

    @property
    def period(self) -> tuple[float, float]:
        """Driver angles of one seating and of the next [rad]."""
        start = self.seating_angle(self.seated_link_count)
        return start, start + self.driver_pitch_angle

    def at(self, driver_angle: Floats) -> BarState:
        """The linkage at any driver angles [rad]."""
        asked = np.asarray(driver_angle, dtype=np.float64)
        start, end = self.period
        turned = np.floor((asked - start) / (end - start))
        angle = asked - turned * (end - start)
        release = self.release_angle(self.seated_link_count)
        count = self.seated_link_count + (angle >= release).astype(np.int64)
        return self._four_bar(angle, count)

    def at_count(self, driver_angle: Floats, link_count: int) -> BarState:
        """The linkage of a given number of links, inside its range or not."""
        angle = np.asarray(driver_angle, dtype=np.float64)
        return self._four_bar(angle, np.full(angle.shape, link_count))

    def segments(self, points: int = 200) -> list[BarState]:
        """The two smooth stretches of one tooth period, ends included."""
        start, end = self.period
        release = self.release_angle(self.seated_link_count)
        edges = (start, min(max(release, start), end), end)
        stretches = []
        for first, last, extra in ((edges[0], edges[1], 0), (edges[1], edges[2], 1)):
            if last - first > _EVENT_SLACK * self.driver_pitch_angle:
                grid = np.linspace(first, last, points)
                stretches.append(self.at_count(grid, self.seated_link_count + extra))
        return stretches

    def ratio_extremes(self) -> tuple[float, float]:
        """Least and largest driven over driver speed."""
        low, high = np.inf, -np.inf
        for stretch in self.segments():
            for sign in (1.0, -1.0):
                value = sign * self._refined_minimum(stretch, sign)
                low, high = min(low, value), max(high, value)
        return low, high

    def transmission_error(self, points: int = 200) -> tuple[Floats, Floats]:
        """Driver travel and lead of the driven sprocket over one tooth period [rad].

        The lead counts from the seating; it is zero again one tooth later.
        """
        start, _ = self.period
        travel, lead, origin = [], [], None
        for stretch in self.segments(points):
            renumbered = stretch.link_count - self.seated_link_count
            # beyond the release the driven angle is that of the next tooth
            turned = stretch.driven_angle + renumbered * self.driven_pitch_angle
            origin = turned[0] if origin is None else origin
            driver = stretch.driver_angle - start
            travel.append(driver)
            lead.append(turned - origin - driver * self.mean_ratio)
        return np.concatenate(travel), np.concatenate(lead)

    def _release_share(self, link_count: int) -> float:
        span = self.release_angle(link_count) - self.seating_angle(link_count)
        return span / self.driver_pitch_angle

    def _four_bar(self, angle: Floats, count: NDArray[np.int64]) -> BarState:
        bar: Floats = np.asarray(count * self.pitch, dtype=np.float64)
        open_side = self.centre_distance - self.driver_radius * np.exp(1j * angle)
        # of the two closures of the linkage the one with the strand on top
        lean = _angle_between(abs(open_side), bar, self.driven_radius)
        strand = np.angle(open_side) + lean
        driven = np.angle(open_side - bar * np.exp(1j * strand))
        along = -self.driver_radius * np.sin(strand - angle)
        # both ends of the strand are equally fast along it; across it they turn it
        ratio = along / (self.driven_radius * np.sin(strand - driven))
        rate = self.driver_radius * np.sin(driven - angle)
        rate = rate / (bar * np.sin(strand - driven))
        return BarState(angle, count, strand, driven, ratio, rate, along)

    def _refined_minimum(self, stretch: BarState, sign: float) -> float:
        """Least value of sign times the ratio, on ever finer grids."""
        index = int(np.argmin(sign * stretch.speed_ratio))
        count = int(stretch.link_count[0])
        grid = stretch.driver_angle
        low, high = grid[max(index - 1, 0)], grid[min(index + 1, grid.size - 1)]
        inner = np.linspace(low, high, 101)
        for _ in range(8):
            values = sign * self.at_count(inner, count).speed_ratio
            best = int(np.argmin(values))
            low, high = inner[max(best - 1, 0)], inner[min(best + 1, 100)]
            inner = np.linspace(low, high, 101)
        return float(values[best])


def pitch_radius(pitch: float, teeth: int) -> float:
    """Pitch circle radius of a sprocket [m]."""
    return float(0.5 * pitch / np.sin(np.pi / teeth))


def strand_speed_ripple(teeth: int) -> float:
    """Fluctuation (v_max - v_min) / v_max of the strand speed."""
    return float(1.0 - np.cos(np.pi / teeth))


def _angle_between(a: Floats | float, b: Floats | float, opposite: float) -> Floats:
    """Angle of a triangle between two sides, from its three sides [rad]."""
    cosine = (a * a + b * b - opposite * opposite) / (2.0 * a * b)
    return np.asarray(np.arccos(np.clip(cosine, -1.0, 1.0)))
