"""Where everything stands in space: wheels, arms, the path and the pins on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from catena.drives.roller_chain.layout.placement import _profile as profile_of_part
from catena.drives.roller_chain.layout.placement import _wheel as wheel_of_part
from catena.drives.roller_chain.spatial.chain_data import (
    SpatialData,
    check_johnson,
    check_widths,
    spatial_data,
)
from catena.drives.roller_chain.spatial.guidance import check_guidance
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import GeometryError
from catena.geometry.paths.path import Wheel, wrap_path
from catena.geometry.paths.spatial import SpatialPath
from catena.geometry.tooth import ToothProfile
from catena.numerics.arrays import Floats

SCAN = 61
"""Places of the closing part that are tried to find those between which it closes."""
LARGEST_TURN = 0.9
"""Turn of an arm that is tried [rad]."""
LARGEST_SHIFT = 2.0
"""Way of an adjusted sprocket that is tried, over the pitch."""
CLOSED = 1e-13
"""Change of the closing part below which the chain counts as closed [rad or m]."""


@dataclass(frozen=True, eq=False)
class SpatialLayout:
    """A drive in space at rest, in its place."""

    data: SpatialData
    profiles: tuple[ToothProfile, ...]
    wheels: tuple[Wheel, ...]
    """Where the wheels stand, arms turned."""
    closing: float
    """Turn of the first arm [rad] or way of the adjusted sprocket [m] that closes."""
    path: SpatialPath
    places: tuple[float, ...]
    """Arc lengths of the pins."""
    pins: Floats
    """(n, 3) [m]"""
    phases: tuple[float, ...]
    """Angle of each wheel that puts the pins on it into gaps [rad]."""

    @property
    def link_count(self) -> int:
        """Number of links."""
        return len(self.pins)

    @property
    def misfit(self) -> float:
        """By how much the last link is longer than the way to the first pin [m]."""
        way = float(np.linalg.norm(self.pins[0] - self.pins[-1]))
        return self.data.chain.pitch - way


def layout_of(spec: Spec) -> SpatialLayout:
    """Place the drive, or say what does not fit and what would."""
    data = spatial_data(spec)
    check_widths(spec, data)
    check_johnson(spec, data)
    profiles = tuple(profile_of_part(data.chain, part) for part in spec.sprocket)
    pitch = data.chain.pitch
    drawn = [
        wheel_of_part(pitch, part, profile, spec.travel)
        for part, profile in zip(spec.sprocket, profiles, strict=True)
    ]
    heights = [part.offset for part in spec.sprocket]
    flats = [_flat(profile, data.reach) for profile in profiles]
    move = _mover(spec, drawn)

    def path_at(x: float) -> SpatialPath:
        return SpatialPath(wrap_path(move(x)), heights, flats)

    check_guidance(spec, wrap_path(move(0.0)), drawn)
    count = spec.chain.link_count or _fitting(path_at(0.0), pitch)
    closing = _closed(spec, path_at, pitch, count)
    path = path_at(closing)
    places = path.walk(0.0, pitch, count)
    wheels = tuple(move(closing))
    pins = path.points(places[:-1])
    phases = _phases(wheels, profiles, path, places[:-1], pins)
    return SpatialLayout(
        data, profiles, wheels, closing, path, tuple(places[:-1]), pins, phases
    )


def _flat(profile: ToothProfile, reach: float) -> float:
    """Length of a span from its wheel to where plates are clear of the teeth [m]."""
    clear = profile.tip_radius + reach
    return float(np.sqrt(max(clear**2 - profile.pitch_radius**2, 0.0)))


def _mover(spec: Spec, drawn: list[Wheel]) -> Callable[[float], list[Wheel]]:
    """Wheels as a function of the turn of the first arm, or of a shift."""
    arms = spec.spatial.arm

    def at(x: float) -> list[Wheel]:
        moved = list(drawn)
        for j, part in enumerate(spec.sprocket):
            x_0, y_0 = part.centre
            if arms and part.name in arms[0].sprockets:
                p_x, p_y = arms[0].pivot
                c, s = float(np.cos(x)), float(np.sin(x))
                d_x, d_y = x_0 - p_x, y_0 - p_y
                centre = p_x + c * d_x - s * d_y, p_y + s * d_x + c * d_y
            elif not arms and part.adjust is not None:
                shift = float(np.cos(part.adjust)), float(np.sin(part.adjust))
                centre = x_0 + x * shift[0], y_0 + x * shift[1]
            else:
                continue
            w = drawn[j]
            moved[j] = Wheel(
                w.name, centre, w.radius, w.sense, w.body_radius, w.length_per_radian
            )
        return moved

    return at


def _fitting(path: SpatialPath, pitch: float) -> int:
    """Even number of links nearest to the length of the path."""
    return 2 * round(0.5 * path.path.developed_length / pitch)


def _missing(path: SpatialPath, pitch: float, count: int) -> float:
    """By how much the chain is longer than the path [m]."""
    return path.walk(0.0, pitch, count)[-1] - path.length


def _closed(
    spec: Spec, path_at: Callable[[float], SpatialPath], pitch: float, count: int
) -> float:
    """The turn or shift nearest to zero at which the chain closes."""
    arm = bool(spec.spatial.arm)
    reach = LARGEST_TURN if arm else LARGEST_SHIFT * pitch
    tried: list[tuple[float, float]] = []
    for x in np.linspace(-reach, reach, SCAN):
        try:
            tried.append((float(x), _missing(path_at(float(x)), pitch, count)))
        except GeometryError:
            continue
    brackets = [(a, b) for a, b in pairwise(tried) if a[1] * b[1] <= 0.0]
    if not brackets:
        raise GeometryError(_does_not_close(spec, tried, pitch, count))
    low, high = min(brackets, key=lambda pair: min(abs(pair[0][0]), abs(pair[1][0])))
    (a, f_a), (b, f_b) = low, high
    for _ in range(200):
        x = b - f_b * (b - a) / (f_b - f_a) if f_b != f_a else 0.5 * (a + b)
        if not min(a, b) < x < max(a, b):
            x = 0.5 * (a + b)
        f = _missing(path_at(x), pitch, count)
        if abs(f) < CLOSED or abs(b - a) < CLOSED:
            return float(x)
        if f * f_b < 0.0:
            a, f_a = b, f_b
        else:
            f_a *= 0.5  # Illinois: keeps both ends moving
        b, f_b = x, f
    return float(x)


def _does_not_close(
    spec: Spec, tried: list[tuple[float, float]], pitch: float, count: int
) -> str:
    what = (
        f"turning arm {spec.spatial.arm[0].name!r} by up to 52 deg"
        if spec.spatial.arm
        else f"moving the adjusted sprocket by up to {LARGEST_SHIFT:g} pitches"
    )
    if not tried:
        return f"chain: {what} leaves no path around the sprockets"
    low, high = min(f for _, f in tried), max(f for _, f in tried)
    short = high < 0.0
    best = -high if short else low
    pairs = 2 * int(np.ceil(0.5 * best / pitch))
    fits = count + pairs if short else count - pairs
    return (
        f"chain: {count} links are {1e3 * best:.1f} mm too "
        f"{'short' if short else 'long'} for this path in space, whatever {what} "
        f"gives; try {fits} links"
    )


def _phases(
    wheels: tuple[Wheel, ...],
    profiles: tuple[ToothProfile, ...],
    path: SpatialPath,
    places: list[float],
    pins: Floats,
) -> tuple[float, ...]:
    """Angle of each wheel at which the pins on it lie in the middle of gaps."""
    owners = np.array(path.owners(places))
    found = []
    for j, (wheel, profile) in enumerate(zip(wheels, profiles, strict=True)):
        seated = pins[owners == j]
        if not len(seated):
            raise GeometryError(
                f"sprocket {wheel.name!r}: the chain wraps less than one pitch of it"
            )
        d = seated[len(seated) // 2, :2] - np.array(wheel.centre)
        found.append(float(np.arctan2(d[1], d[0])) % profile.tooth_angle)
    return tuple(found)
