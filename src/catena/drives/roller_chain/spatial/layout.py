"""Where everything stands in space: wheels, arms, the path and the pins on it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from catena.drives.roller_chain.layout.links import mean_pitch
from catena.drives.roller_chain.layout.placement import (
    Movable,
    first_tensioner,
    profile_of,
    rail_of_part,
    rail_offset,
    wheel_of_part,
)
from catena.drives.roller_chain.spatial.chain_data import (
    SpatialData,
    check_johnson,
    check_widths,
    clear_length,
    spatial_data,
    spatial_pitches,
)
from catena.drives.roller_chain.spatial.guidance import check_guidance, tip_warnings
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import GeometryError
from catena.geometry.guide import Rail
from catena.geometry.paths.path import Wheel, wrap_path
from catena.geometry.paths.placement import check_even
from catena.geometry.paths.spatial import SpatialPath
from catena.geometry.tooth import ToothProfile
from catena.numerics.arrays import Floats, Ints
from catena.rounding import rounded

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
    """Where the wheels stand while the chain is laid, arms turned."""
    loosened: Floats
    """(wheels, 2) way of each wheel after that, which gives the chain its slack [m]."""
    closing: float
    """Turn of arm or guide [rad] or way of the adjusted sprocket [m] that closes."""
    turns: tuple[float, ...]
    """Turn of every guide, then arm [rad]."""
    rails: tuple[Rail, ...]
    """Rails of the guides as drawn."""
    path: SpatialPath
    places: tuple[float, ...]
    """Arc lengths of the pins."""
    seats: Ints
    """(n,) sprocket on which each pin lies, -1: none."""
    pins: Floats
    """(n, 3) [m]"""
    pitches: Floats
    """(n,) distance of the joints of every link [m]."""
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
        return float(self.pitches[-1]) - way

    def warnings(self, spec: Spec) -> list[str]:
        """What is wrong with how the chain lies, in words."""
        return tip_warnings(spec, self.data, self.profiles, self.path.path, self.wheels)


def layout_of(spec: Spec) -> SpatialLayout:
    """Place the drive, or say what does not fit and what would."""
    data = spatial_data(spec)
    check_widths(spec, data)
    check_johnson(spec, data)
    profiles = tuple(profile_of(data.chain, part) for part in spec.sprocket)
    pitch = mean_pitch(spec.chain, data.chain.pitch)
    drive = _drawn(spec, data, profiles, pitch)
    flats = {
        part.name: clear_length(profile, data.reach)
        for part, profile in zip(spec.sprocket, profiles, strict=True)
    }

    def path_at(x: float) -> SpatialPath:
        items = _moved(drive, x).items(_turns(spec, x))
        height = spec.offsets()
        return SpatialPath(
            wrap_path(items),
            [height[item.name] for item in items],
            [flats.get(item.name, 0.0) for item in items],
        )

    check_guidance(spec, path_at(0.0).path, drive.wheels)
    count = spec.chain.link_count or _fitting(spec, path_at(0.0), pitch)
    check_even(count, not spec.chain.offset_link)
    pitches = spatial_pitches(spec.chain, data.chain.pitch, count)
    _check_closing(spec, data, path_at, pitches)
    closing = _closed(spec, path_at, pitches)
    path = path_at(closing)
    places = path.walk(0.0, pitches.tolist())
    wheels = _wheels_at(drive, closing)
    loose = _wheels_at(drive, _loosened(spec, path_at, pitches, closing))
    pins = path.points(places[:-1])
    seats = _seats(spec, path, places[:-1])
    return SpatialLayout(
        data,
        profiles,
        wheels,
        np.array([w.centre for w in loose]) - [w.centre for w in wheels],
        closing,
        tuple(_turns(spec, closing)),
        tuple(drive.rails),
        path,
        tuple(places[:-1]),
        seats,
        pins,
        pitches,
        _phases(wheels, profiles, seats, pins),
    )


def _drawn(
    spec: Spec, data: SpatialData, profiles: tuple[ToothProfile, ...], pitch: float
) -> Movable:
    """Wheels and guides where the file places them."""
    wheels = [
        wheel_of_part(pitch, part, profile, spec.travel)
        for part, profile in zip(spec.sprocket, profiles, strict=True)
    ]
    rails = [rail_of_part(data.chain, part, spec.travel) for part in spec.guide]
    return Movable(spec, rail_offset(spec, data.chain), wheels, rails)


def _turns(spec: Spec, x: float) -> list[float]:
    """Turns of guides, then arms, of which one closes the chain [rad]."""
    turns = [0.0] * (len(spec.guide) + len(spec.arm))
    moving = first_tensioner(spec)
    if moving is not None:
        turns[moving] = x
    return turns


def _moved(drive: Movable, x: float) -> Movable:
    """The drive with its adjusted sprocket moved [m], where nothing turns."""
    if first_tensioner(drive.spec) is not None:
        return drive
    wheels = list(drive.wheels)
    for j, part in enumerate(drive.spec.sprocket):
        if part.adjust is not None:
            x_0, y_0 = part.centre
            centre = x_0 + x * math.cos(part.adjust), y_0 + x * math.sin(part.adjust)
            wheels[j] = replace(wheels[j], centre=centre)
    return drive._replace(wheels=wheels)


def _wheels_at(drive: Movable, x: float) -> tuple[Wheel, ...]:
    """Where the wheels stand with this turn or shift."""
    arms = _turns(drive.spec, x)[len(drive.spec.guide) :]
    return tuple(_moved(drive, x).wheels_at(arms))


def _seats(spec: Spec, path: SpatialPath, places: list[float]) -> Ints:
    """Sprocket on which each pin lies; -1 in spans and on guides."""
    names = [part.name for part in spec.sprocket]
    of_item = [
        names.index(item.name) if item.name in names else -1 for item in path.path.items
    ]
    return np.array([of_item[k] if k >= 0 else -1 for k in path.owners(places)])


def _check_closing(
    spec: Spec,
    data: SpatialData,
    path_at: Callable[[float], SpatialPath],
    pitches: Floats,
) -> None:
    """Refuse a chain that nothing closes; say by how much it is off."""
    if first_tensioner(spec) is not None:
        return
    if any(part.adjust is not None for part in spec.sprocket):
        return
    over = _missing(path_at(0.0), pitches)
    does = f"has {1e3 * over:.3g} mm to spare"
    if over < 0.0:
        force = data.chain.stiffness * -over / len(pitches)
        does = f"is {-1e3 * over:.3g} mm too short, a preload of {rounded(force)} N"
    raise GeometryError(
        f"chain in space: all sprockets stand fixed, and the chain of {len(pitches)} "
        f"links {does}; expected an arm that takes up its length ([[arm]]), or "
        "adjust of one sprocket with chain.slack"
    )


def _loosened(
    spec: Spec,
    path_at: Callable[[float], SpatialPath],
    pitches: Floats,
    closing: float,
) -> float:
    """Where the closing part stands so that the chain has its slack [rad or m]."""
    if not spec.chain.slack:
        return closing
    from scipy.optimize import brentq

    wanted = spec.chain.slack

    def short(x: float) -> float:
        return _missing(path_at(x), pitches) - wanted

    for way in (-1.0, 1.0):
        far = closing + way * LARGEST_SHIFT * float(pitches.mean())
        try:
            if short(far) > 0.0:
                return float(brentq(short, closing, far, xtol=1e-12))
        except GeometryError:
            continue
    raise GeometryError(
        f"chain: moving the adjusted sprocket by up to {LARGEST_SHIFT:g} pitches does "
        f"not give {1e3 * wanted:.3g} mm of slack"
    )


def _fitting(spec: Spec, path: SpatialPath, pitch: float) -> int:
    """Number of links nearest to the length of the path, even without offset link."""
    links = path.path.developed_length / pitch
    return round(links) if spec.chain.offset_link else 2 * round(0.5 * links)


def _missing(path: SpatialPath, pitches: Floats) -> float:
    """By how much the chain is longer than the path [m]."""
    return path.walk(0.0, pitches.tolist())[-1] - path.length


def _closed(
    spec: Spec, path_at: Callable[[float], SpatialPath], pitches: Floats
) -> float:
    """The turn or shift nearest to zero at which the chain closes."""
    turning = first_tensioner(spec) is not None
    reach = LARGEST_TURN if turning else LARGEST_SHIFT * float(pitches.mean())
    tried: list[tuple[float, float]] = []
    for x in np.linspace(-reach, reach, SCAN):
        try:
            tried.append((float(x), _missing(path_at(float(x)), pitches)))
        except GeometryError:
            continue
    brackets = [(a, b) for a, b in pairwise(tried) if a[1] * b[1] <= 0.0]
    if not brackets:
        raise GeometryError(_does_not_close(spec, tried, pitches))
    low, high = min(brackets, key=lambda pair: min(abs(pair[0][0]), abs(pair[1][0])))
    (a, f_a), (b, f_b) = low, high
    for _ in range(200):
        x = b - f_b * (b - a) / (f_b - f_a) if f_b != f_a else 0.5 * (a + b)
        if not min(a, b) < x < max(a, b):
            x = 0.5 * (a + b)
        f = _missing(path_at(x), pitches)
        if abs(f) < CLOSED or abs(b - a) < CLOSED:
            return float(x)
        if f * f_b < 0.0:
            a, f_a = b, f_b
        else:
            f_a *= 0.5  # Illinois: keeps both ends moving
        b, f_b = x, f
    return float(x)


def _does_not_close(
    spec: Spec, tried: list[tuple[float, float]], pitches: Floats
) -> str:
    count, pitch = len(pitches), float(pitches.mean())
    moving = first_tensioner(spec)
    names = spec.part_names()[len(spec.sprocket) :]
    what = (
        f"turning {names[moving]!r} by up to 52 deg"
        if moving is not None
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
    seats: Ints,
    pins: Floats,
) -> tuple[float, ...]:
    """Angle of each wheel at which the pins on it lie in the middle of gaps."""
    found = []
    for j, (wheel, profile) in enumerate(zip(wheels, profiles, strict=True)):
        seated = pins[seats == j]
        if not len(seated):
            raise GeometryError(
                f"sprocket {wheel.name!r}: the chain wraps less than one pitch of it"
            )
        d = seated[len(seated) // 2, :2] - np.array(wheel.centre)
        found.append(float(np.arctan2(d[1], d[0])) % profile.tooth_angle)
    return tuple(found)
