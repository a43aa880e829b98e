"""Pins at constant pitch on a closed path, and how many links fit.

The links are chords of exactly one pitch. On the pitch circle of a sprocket such
chords span exactly one tooth each, so every pin that lies on the circle rests in a
gap, and one phase angle per sprocket says where the gaps are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from catena.errors import GeometryError
from catena.geometry.paths.chords import fill_places
from catena.geometry.paths.path import Path, Wheel, wrap_path
from catena.numerics.arrays import Floats
from catena.rounding import rounded

LARGEST_COUNT = 20_000
"""Links of the longest chain."""
CLOSED = 1e-9
"""Gap between the ends of the chain that counts as none [m]."""
STRETCH = 1e-4
"""Share of its length by which a chain may be short: it stretches a little, and the
length a polygon of links needs changes that much while it runs."""
SCANNED = 25
"""Values of a free parameter at which a chain is tried."""
MAX_SAG_TURN = 2.0
"""Turn of a sagging span up to which slack is taken up [rad]."""


@dataclass(frozen=True, eq=False)
class Placement:
    """A chain lying on its path."""

    path: Path
    pitch: float
    """Distance of neighbouring pins, the mean where they differ [m]."""
    s: Floats
    """Place of each pin along the path [m], (n,)."""
    pins: Floats
    """Centre of each pin [m], (n, 2), in the order of travel."""
    seat: NDArray[np.intp]
    """Index of the item each pin lies on; -1 in a free span."""
    phases: Mapping[str, float]
    """Angle of a tooth gap of each sprocket [rad], within half a tooth of zero."""
    misfit: float
    """How much longer the last link is than the pitch [m]."""

    @property
    def link_count(self) -> int:
        """Number of links, which is also the number of pins."""
        return len(self.s)

    def link_angles(self) -> Floats:
        """Direction of each link, from its pin to the next one [rad], (n,)."""
        along = np.roll(self.pins, -1, axis=0) - self.pins
        return np.arctan2(along[:, 1], along[:, 0])


@dataclass(frozen=True)
class Fit:
    """How a chain of a given number of links suits a path."""

    link_count: int
    slack: float
    """Length the chain has to spare [m]; negative: it must stretch."""


def walk(path: Path, pitch: ArrayLike, starts: ArrayLike, count: int) -> Floats:
    """Places of pins along the path [m], (count + 1, ...), as chords of one pitch.

    All starts are walked at once; places grow beyond the length of the path. The pitch
    may be given link by link.
    """
    begin = np.asarray(starts, dtype=np.float64)
    pitches = np.broadcast_to(np.asarray(pitch, dtype=np.float64), (count,)).copy()
    curve = path.curve
    shape = curve.x, curve.y, curve.heading, curve.curvature, np.cumsum(curve.length)
    places = np.empty((begin.size, count + 1))
    places[:, 0] = begin.ravel()
    for row in places:
        fill_places(*shape, pitches, row)
    return np.ascontiguousarray(places.T).reshape(count + 1, *begin.shape)


def slack_of(
    path: Path, pitch: ArrayLike, link_count: int, start: float = 0.0
) -> float:
    """Length a chain has to spare on a taut path [m]; negative: too short."""
    return float(walk(path, pitch, start, link_count)[-1] - start - path.length)


def fit(
    path: Path, pitch: float, link_count: int | None = None, *, even: bool = True
) -> Fit:
    """Choose a link count, or check the one wanted.

    Args:
        path: The taut path.
        pitch: Chain pitch [m].
        link_count: Wanted count; ``None`` takes the smallest that goes around.
        even: Whether inner and outer links alternate, so that the count must be even.

    Raises:
        GeometryError: When the wanted chain is too short or must not be odd.
    """
    refuse_too_many(path, path.length / pitch, f"links of {_millimetres(pitch)}")
    least = _smallest_fitting(path, pitch, even)
    if link_count is None:
        return least
    check_even(link_count, even)
    slack = least.slack + (link_count - least.link_count) * pitch
    if abs(link_count - least.link_count) <= 2:
        slack = slack_of(path, pitch, link_count)
    if slack < -STRETCH * path.length:
        raise GeometryError(
            f"{link_count} links are {_millimetres(-slack)} too short for this path; "
            f"{least.link_count} fit"
        )
    return Fit(link_count, slack)


def refuse_too_many(path: Path, count: float, pieces: str) -> None:
    """A length in mm that was taken for m makes a thousand times the pieces."""
    if count > LARGEST_COUNT:
        raise GeometryError(
            f"this path is {path.length:.4g} m long and takes {count:.0f} {pieces}; at "
            f"most {LARGEST_COUNT} are simulated. Plain numbers are metres: write "
            '"278.4 mm" for millimetres'
        )


def check_even(link_count: int, even: bool) -> None:
    """Refuse an odd number of links where inner and outer links alternate."""
    if even and link_count % 2:
        raise GeometryError(
            f"{link_count} links: inner and outer links alternate, so the count must "
            f"be even; {link_count - 1} or {link_count + 1}, or allow an offset link"
        )


def _smallest_fitting(path: Path, pitch: float, even: bool) -> Fit:
    """The shortest chain that closes."""
    most = int(np.ceil(path.length / pitch)) + 2
    spare = walk(path, pitch, 0.0, most) - path.length
    for count in range(2, most + 1):
        if spare[count] >= -STRETCH * path.length and not (even and count % 2):
            return Fit(count, float(spare[count]))
    raise GeometryError(f"no chain of pitch {_millimetres(pitch)} fits this path")


def place(
    path: Path, pitch: ArrayLike, link_count: int, start: float = 0.0
) -> Placement:
    """Pins on a path that has the right length; the misfit is all in the last link.

    Sprockets are turned to the mean pitch where the links differ.
    """
    pitches = np.broadcast_to(np.asarray(pitch, dtype=np.float64), (link_count,))
    mean = float(pitches.mean())
    s = walk(path, pitches[:-1], start, link_count - 1)
    pins = path.points(s)
    closing = float(np.hypot(*(pins[0] - pins[-1])))
    seat = path.owners(s)
    phases = phases_of(path, mean, pins, seat)
    misfit = closing - float(pitches[-1])
    return Placement(path, mean, s, pins, seat, phases, misfit)


def phases_of(
    path: Path, pitch: float, pins: Floats, seat: NDArray[np.intp]
) -> dict[str, float]:
    """Where a tooth gap of each wheel must stand so that its pins lie in gaps [rad].

    The circular mean over all pins on the wheel; a wheel without pins, or without
    teeth for this pitch, is left out.
    """
    phases = {}
    for index, item in enumerate(path.items):
        on_it = pins[seat == index]
        if not isinstance(item, Wheel) or not len(on_it):
            continue
        teeth = np.pi / np.arcsin(min(1.0, 0.5 * pitch / item.radius))
        if abs(teeth - round(teeth)) > 1e-6 * teeth:
            continue
        angle = np.arctan2(on_it[:, 1] - item.centre[1], on_it[:, 0] - item.centre[0])
        mean = np.exp(1j * round(teeth) * angle).mean()
        phases[item.name] = float(np.angle(mean) / round(teeth))
    return phases


def close(
    path_at: Callable[[float], Path],
    pitch: float,
    link_count: int,
    bounds: tuple[float, float],
    *,
    what: str,
    start: float = 0.0,
) -> float:
    """The value of one free parameter for which the chain fits exactly.

    Args:
        path_at: The path for a value of the parameter: angle of a tension guide,
            place of an idler, centre distance.
        pitch: Chain pitch [m].
        link_count: Number of links.
        bounds: Between which values to look.
        what: What the parameter is and between what it lies, for the message.
        start: Place of the first pin [m].
    """
    from scipy.optimize import brentq

    def spare(value: float) -> float:
        return slack_of(path_at(value), pitch, link_count, start)

    low, high = (_length_or_nan(spare, value) for value in bounds)
    if not low * high <= 0.0:
        bounds = _bracket(spare, bounds, pitch, link_count, what)
    return float(brentq(spare, *bounds, xtol=1e-15, rtol=1e-14))


def _bracket(
    spare: Callable[[float], float],
    bounds: tuple[float, float],
    pitch: float,
    link_count: int,
    what: str,
) -> tuple[float, float]:
    """Where between the bounds the spare length changes its sign, nearest to 0.

    Raises:
        GeometryError: When it does so nowhere; tells how many links would fit.
    """
    values = np.linspace(*bounds, SCANNED)
    found = np.array([_length_or_nan(spare, value) for value in values])
    changes = np.flatnonzero(found[:-1] * found[1:] <= 0.0)
    if changes.size:
        i = min(changes, key=lambda i: abs(values[i] + values[i + 1]))
        return float(values[i]), float(values[i + 1])
    if np.isnan(found).all():
        spare(bounds[0])  # says why there is no path
    low, high = np.nanmin(found), np.nanmax(found)
    least = int(np.ceil(link_count - high / pitch))
    fitting = range(least + least % 2, int(link_count - low / pitch) + 1, 2)
    which = " or ".join(map(str, fitting)) or "no even number of links"
    raise GeometryError(
        f"{link_count} links do not fit for any {what}: "
        f"{_too_long_or_short(low)} to {_too_long_or_short(high)}; {which} would fit"
    )


def _length_or_nan(spare: Callable[[float], float], value: float) -> float:
    try:
        return spare(value)
    except GeometryError:
        return np.nan


def sagging(
    path: Path,
    pitch: float,
    link_count: int,
    span: int,
    *,
    turn_sign: float,
) -> Path:
    """The same path with all slack in one span, as a circular arc.

    Args:
        path: The taut path.
        pitch: Chain pitch [m].
        link_count: Number of links; not too few.
        span: Number of the span that sags, counted from the first item.
        turn_sign: +1 bulges to the right of the travel (the arc turns left), -1 left.

    Deviation: a hanging chain is a catenary; for the small sags of a drive both differ
    from the arc by a share of (sag / span)^2.
    """
    if slack_of(path, pitch, link_count) <= CLOSED:
        return path

    def bent(turn: float) -> Path:
        sag = {span: turn_sign * turn}
        return wrap_path(path.items, sag=sag)

    turn = close(
        bent,
        pitch,
        link_count,
        (0.0, _largest_turn(bent)),
        what=f"sag of the span from '{path.spans[span].start}'",
    )
    return bent(turn)


def _largest_turn(bent: Callable[[float], Path]) -> float:
    """The largest turn of a sagging span that leaves the rest of the path whole."""
    turn = MAX_SAG_TURN
    while turn > 1e-3:
        try:
            bent(turn)
        except GeometryError:
            turn *= 0.8
        else:
            return turn
    return turn


def downward_turn(path: Path, span: int, gravity: ArrayLike = (0.0, -1.0)) -> float:
    """The turn sign with which a span hangs towards gravity."""
    heading = path.spans[span].heading
    g_x, g_y = np.asarray(gravity, dtype=np.float64)
    right_of_travel = np.sin(heading) * g_x - np.cos(heading) * g_y
    return 1.0 if right_of_travel >= 0.0 else -1.0


def loosest_span(path: Path) -> int:
    """The longest free span: where slack shows first."""
    return int(np.argmax([span.length for span in path.spans]))


def _too_long_or_short(slack: float) -> str:
    word = "long" if slack > 0.0 else "short"
    return f"{_millimetres(abs(slack))} too {word}"


def _millimetres(length: float) -> str:
    return f"{rounded(1e3 * length)} mm"
