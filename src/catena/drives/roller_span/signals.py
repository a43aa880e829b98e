"""What can be read from the record of a strand: arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from catena.geometry.polygon import PolygonPair, strand_speed_ripple
from catena.numerics.arrays import Bools, Floats
from catena.results.health import KeyNumber

LOCKED_WITHIN = 1e-9
"""A release this close to the first collision happened because of it [s]."""

LOSSES = ("axle_loss", "joint_loss", "collision_loss")


@dataclass(frozen=True)
class PhaseHistory:
    """Phase between release and engagement, one value per engagement."""

    time: Floats
    """Time of the first collision [s]."""
    phase: Floats
    """Share of a tooth period from the last release to the first collision, 0..1."""
    unwrapped: Floats
    """The same without jumps by one."""
    locked: Bools
    """The first collision itself released the link: release and engagement coincide."""


def phase_history(first_collision: Floats, release: Floats) -> PhaseHistory:
    """Phase of every engagement that has a neighbour and a release before it.

    Source: [KimJohnson1993] sec. 4.3; its figure 4.5(a), the definition, is lost. The
    tooth period is the time between neighbouring first collisions.
    """
    if first_collision.size < 2 or release.size == 0:
        empty = np.empty(0)
        return PhaseHistory(empty, empty, empty, np.empty(0, dtype=np.bool_))
    period = np.gradient(first_collision)
    last = np.searchsorted(release, first_collision, side="right") - 1
    known = last >= 0
    since = first_collision[known] - release[last[known]]
    phase = np.mod(since / period[known], 1.0)
    locked = since <= LOCKED_WITHIN
    return PhaseHistory(
        first_collision[known], phase, np.unwrap(phase, period=1.0), locked
    )


def overtakings(engagements: Mapping[str, Floats]) -> Bools:
    """Engagements that began the instant the one before was completed.

    Their roller had passed its seat unseen: only the engaging roller is watched.
    """
    first, end = engagements["first_time"], engagements["end_time"]
    return np.concatenate([[False], first[1:] <= end[:-1]])[: first.size]


def burst_mask(
    time: Floats, first_collision: Floats, completion: Floats, *, settle: float = 0.0
) -> Bools:
    """True for samples inside a series of collisions or shortly after it.

    Args:
        time: of the samples [s].
        first_collision: start of each series [s].
        completion: end of each series [s].
        settle: time after the end that still counts [s].
    """
    started = np.searchsorted(first_collision, time, side="right")
    ended = np.searchsorted(completion + settle, time, side="left")
    return np.asarray(started > ended)


def harmonics(
    time: Floats, signal: Floats, frequency: float, keep: Bools, count: int = 8
) -> Floats:
    """Amplitudes of the first harmonics of a frequency, fitted to the kept samples."""
    angle = 2.0 * np.pi * frequency * time[keep]
    columns = [np.ones(angle.size)]
    for order in range(1, count + 1):
        columns += [np.cos(order * angle), np.sin(order * angle)]
    fitted = np.linalg.lstsq(np.stack(columns, axis=1), signal[keep], rcond=None)[0]
    return np.asarray(np.hypot(fitted[1::2], fitted[2::2]))


def span_extent(
    time: Floats, lowest: Floats, highest: Floats, window: float
) -> tuple[Floats, Floats]:
    """Distance of the extreme heights within each window: centre times and extents."""
    number = np.floor((time - time[0]) / window).astype(np.int64)
    starts = np.flatnonzero(np.diff(number, prepend=-1))
    extent = np.maximum.reduceat(highest, starts) - np.minimum.reduceat(lowest, starts)
    return time[0] + (number[starts] + 0.5) * window, extent


def roller_path(
    shapes: Floats, first_roller: Floats, link_count: Floats, roller: int
) -> Floats:
    """Centre of one roller in every frame it is in the strand (frames, 2) [m].

    Args:
        shapes: roller centres of the frames; row 0 is the last seated roller.
        first_roller: number of completed engagements at each frame.
        link_count: links in the strand at each frame.
        roller: its number; a roller has the number of completed engagements at
            which it is the last seated one.
    """
    place = roller - first_roller.astype(np.int64)
    inside = (place >= 0) & (place <= link_count.astype(np.int64))
    return np.asarray(shapes[np.flatnonzero(inside), place[inside]])


def energy_residual(samples: Mapping[str, Floats]) -> Floats:
    """Energy that the books do not explain, at every sample [J]."""
    gained = samples["kinetic_energy"] - samples["kinetic_energy"][0]
    booked = samples["drive_work"] + samples["load_work"] + samples["link_flux"]
    spent = sum(samples[name] for name in LOSSES)
    books = booked - spent
    return np.asarray(gained - (books - books[0]))


def dissipated(samples: Mapping[str, Floats]) -> Floats:
    """Energy turned into heat since the first sample [J]."""
    spent = np.asarray(sum(samples[name] for name in LOSSES))
    return np.asarray(spent - spent[0])


def polygon_numbers(pair: PolygonPair, model: str = "") -> list[KeyNumber]:
    """What the polygons of both sprockets do to ratio and speed of the strand.

    Args:
        pair: The sprockets.
        model: Behind the labels, where numbers of another model stand beside.
    """
    low, high = pair.ratio_extremes()
    _, lead = pair.transmission_error()
    ripple = strand_speed_ripple(pair.driver_teeth)
    span = f"transmission error{model}, peak to peak"
    return [
        KeyNumber("ratio_min", f"least speed ratio{model}", low, "1"),
        KeyNumber("ratio_max", f"largest speed ratio{model}", high, "1"),
        KeyNumber("transmission_error", span, float(np.ptp(lead)), "rad"),
        KeyNumber("speed_ripple", "ripple of the strand speed", ripple, "1"),
    ]
