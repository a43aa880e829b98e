"""One link on its way round, and what the teeth of a wrap carry."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.figures.finished_run import (
    drive_of,
    settled,
    shown_from,
)
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.spec.drive import Spec
from catena.geometry.binder import ansi_pressure_angle, link_tensions
from catena.geometry.paths.path import Wheel
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Mark, Trace
from catena.results.run import Run

MOST_POINTS = 6000


def link_figures(run: Run) -> list[Figure]:
    """The standard figure of a chain, and the tensions along the wraps."""
    spec, placed = drive_of(run)
    late = settled(run, spec)
    place = travelled(run, spec, placed)
    return [
        _one_loop(run, placed, place),
        _all_links(run, spec, placed, place),
        *_wraps(run, spec, placed, place, late),
    ]


def travelled(run: Run, spec: Spec, placed: Layout) -> Floats:
    """Place of the first link along the loop, in pitches, growing (samples,)."""
    driver = spec.leader
    angle = run.read("sprocket_angle")[:, driver]
    teeth = spec.sprocket[driver].tooth_count
    start = placed.placement.s[0] / placed.placement.pitch
    return np.asarray(start + (angle - angle[0]) * teeth / (2.0 * np.pi))


def _one_loop(run: Run, placed: Layout, place: Floats) -> Figure:
    """Tension and contact forces of one link through its last full loop."""
    n = placed.placement.link_count
    begin = max(0, int(np.searchsorted(place, place[-1] - n)))
    step = max(1, (place.size - begin) // MOST_POINTS)
    rows = slice(begin, None, step)
    link = _link_at_start(placed, place[begin])
    x = place[rows] - place[begin]
    traces = [
        Trace(x, run.read("link_tension")[rows, link], "tension", emphasis="main"),
        Trace(x, run.read("roller_force")[rows, link], "force of the teeth"),
    ]
    if len(placed.rails):
        rail = run.read("rail_force")[rows, link]
        traces.append(Trace(x, rail, "force of the guides"))
    return Figure(
        "one_link",
        f"Link {link + 1} through one loop",
        Axis("way of the link", "pitches"),
        Axis("force", "N"),
        tuple(traces),
        _owner_marks(placed),
        caption="Tension of the link and forces on the roller behind it, [Pfeiffer1997]"
        " Fig. 12; marks show where each sprocket or guide is met.",
        section="Links",
    )


def _link_at_start(placed: Layout, place: float) -> int:
    """The link that passes the start of the path at a place of the chain."""
    n = placed.placement.link_count
    start = placed.placement.s[0] / placed.placement.pitch
    return int(-round(place - start)) % n


def _owner_marks(placed: Layout) -> tuple[Mark, ...]:
    """Where along the loop each wheel or guide begins, in pitches."""
    path, pitch = placed.path, placed.placement.pitch
    starts = path.starts() / pitch
    marks, last = [], -1
    for owner, start in zip(path.owner, starts, strict=True):
        if owner >= 0 and owner != last:
            marks.append(Mark(float(start), placed.items[owner].name, group="meets"))
        last = owner
    return tuple(marks)


def _all_links(run: Run, spec: Spec, placed: Layout, place: Floats) -> Figure:
    """Mean, least and largest tension over the place along the loop."""
    late, n = settled(run, spec), placed.placement.link_count
    tension = run.read("link_tension")[late]
    where = link_places(placed, place[late]) % n
    bins = np.minimum((where * 4.0).astype(int), 4 * n - 1).ravel()
    flat = tension.ravel().astype(np.float64)
    count = np.maximum(np.bincount(bins, minlength=4 * n), 1)
    mean = np.bincount(bins, flat, 4 * n) / count
    low, high = np.full(4 * n, np.inf), np.full(4 * n, -np.inf)
    np.minimum.at(low, bins, flat)
    np.maximum.at(high, bins, flat)
    seen = np.bincount(bins, minlength=4 * n) > 0
    x = np.asarray((np.arange(4 * n) + 0.5) / 4.0, dtype=np.float64)
    gaps = np.where(seen, 1.0, np.nan)
    return Figure(
        "tension_along_loop",
        "Tension along the loop",
        Axis("place along the loop", "pitches"),
        Axis("link tension", "N"),
        (
            Trace(x, mean * gaps, "mean", emphasis="main"),
            Trace(x, np.where(seen, high, np.nan), "largest", emphasis="faint"),
            Trace(x, np.where(seen, low, np.nan), "least", emphasis="faint"),
        ),
        _owner_marks(placed),
        caption=f"All links. {shown_from(spec)}.",
        section="Links",
    )


def link_places(placed: Layout, place: Floats) -> Floats:
    """Place of the middle of every link, in pitches (samples, links)."""
    n = placed.placement.link_count
    own = placed.placement.s / placed.placement.pitch
    return np.asarray(place[:, None] + (own - own[0] + 0.5)[None, :n])


def _wraps(
    run: Run, spec: Spec, placed: Layout, place: Floats, late: slice
) -> list[Figure]:
    """Tension link by link along each loaded wrap, against Binder's law."""
    traces = []
    n = placed.placement.link_count
    where = link_places(placed, place[late]) % n
    tension = run.read("link_tension")[late]
    for item in placed.items:
        if not isinstance(item, Wheel):
            continue
        part = next(p for p in spec.sprocket if p.name == item.name)
        if part.boundary.kind == "free":
            continue
        found = wrap_means(placed, item, where, tension, n)
        if found.size < 3 or not found.max() > 0.0:
            continue
        if found[0] < found[-1]:
            found = found[::-1]
        links = np.arange(found.size, dtype=np.float64)
        above = found - min(found.min(), 0.0)
        traces.append(Trace(links, above / above[0], item.name, "line", "main"))
        binder = link_tensions(
            part.tooth_count, ansi_pressure_angle(part.tooth_count), found.size - 1
        )
        slack = found[-1] / found[0]
        law = slack + (1.0 - slack) * binder
        traces.append(Trace(links, law, f"Binder, {item.name}", "line", "reference"))
    if not traces:
        return []
    return [
        Figure(
            "wrap_tension",
            "Tension along the wraps",
            Axis("link from the tight side"),
            Axis("tension over that of the tight span"),
            tuple(traces),
            caption="Mean tension of the links on each sprocket. Binder's law knows no "
            "friction and no seat clearance; dashed, shifted to the slack tension.",
            section="Links",
        )
    ]


def wrap_means(
    placed: Layout,
    wheel: Wheel,
    where: Floats,
    values: Floats,
    n: int,
    per_pitch: int = 1,
) -> Floats:
    """Mean of a quantity of the links over a wheel, from one pitch before its entry.

    Args:
        placed: The drive.
        wheel: The wheel.
        where: Places of the links along the loop, in pitches (samples, links).
        values: Quantity of the links (samples, links).
        n: Number of links.
        per_pitch: Values per pitch.
    """
    path, pitch = placed.path, placed.placement.pitch
    index = placed.items.index(wheel)
    pieces = [i for i, owner in enumerate(path.owner) if owner == index]
    if not pieces:
        return np.zeros(0)
    start = path.starts()[pieces[0]] / pitch
    wrap = path.wraps[wheel.name] * (wheel.length_per_radian or 0.0) / pitch
    count = per_pitch * (int(wrap) + 2)
    since = (where - start + 1.0) % n * per_pitch
    bins = np.where(since < count, since.astype(int), count).ravel()
    total = np.bincount(bins, values.ravel().astype(np.float64), count + 1)
    seen = np.maximum(np.bincount(bins, minlength=count + 1), 1)
    return np.asarray((total / seen)[:count])
