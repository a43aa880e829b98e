"""Whether the parts of a path leave room for each other, in the user's words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from catena.errors import GeometryError
from catena.geometry.contour import contour_distance
from catena.geometry.paths.items import Guide, Item, Path, Span, Wheel, circles_of
from catena.geometry.paths.tangent import tangent
from catena.numerics.arrays import Floats

PASSED_BY = np.radians(315.0)
"""A wheel wrapped more than this is in truth not touched at all [rad]."""
DOUBLED_BACK = np.radians(120.0)
"""A guide that bends the path more than this blocks it [rad]."""
BEHIND = 1e-5
"""How far a span may lie behind the sliding surface it touches [m]."""
LOOKS = 4000
"""Points of a path at which its distance from a guide is tested."""
OUTLINE = 1e-4
"""Deviation of the polygon that stands for a rail in the checks [m]."""


def check_items(items: Sequence[Item]) -> None:
    """Names, radii and room: what can be seen before there is a path."""
    wheels = [item for item in items if isinstance(item, Wheel)]
    if len(wheels) < 2:
        raise GeometryError(f"a path needs at least 2 wheels, found {len(wheels)}")
    names = [item.name for item in items]
    for name in names:
        if names.count(name) > 1:
            raise GeometryError(f"two parts of the path are called '{name}'")
    for wheel in wheels:
        if not wheel.radius > 0.0:
            raise GeometryError(
                f"wheel '{wheel.name}': radius {1e3 * wheel.radius:.3f} mm, expected "
                "more than 0"
            )
    for a, b in combinations(wheels, 2):
        _check_overlap(a, b)
    for guide in items:
        if isinstance(guide, Guide):
            for wheel in wheels:
                _check_rail_and_wheel(guide, wheel)


def _check_overlap(a: Wheel, b: Wheel) -> None:
    distance = float(np.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]))
    if distance < a.reach + b.reach:
        raise GeometryError(
            f"wheels '{a.name}' and '{b.name}' overlap: their centres are "
            f"{1e3 * distance:.3f} mm apart, their radii {1e3 * a.reach:.3f} and "
            f"{1e3 * b.reach:.3f} mm need more than {1e3 * (a.reach + b.reach):.3f} mm"
        )


def check_path(path: Path, crossed: bool) -> None:
    """Everything is touched, nothing is cut through, nothing blocks."""
    _check_wraps(path)
    for span in path.spans:
        _check_span(path, span)
    _check_guides(path)
    if not crossed:
        _check_crossings(path)


def _missed(path: Path, wheel: Wheel) -> str:
    """How far the span between the neighbours of a wheel stays from it, in words."""
    items = list(path.items)
    k = items.index(wheel)
    before = circles_of(0, items[k - 1])[-1]
    behind = circles_of(0, items[(k + 1) % len(items)])[0]
    span = tangent(before, behind)
    if span is None:
        return ""
    across = np.array([-np.sin(span.heading), np.cos(span.heading)])
    apart = across @ np.subtract(wheel.centre, (before.x, before.y))
    gap = wheel.sense * (apart - wheel.signed_radius + before.rho)
    return f": a straight span passes {1e3 * gap:.2f} mm beside it"


def _check_wraps(path: Path) -> None:
    for item in path.items:
        wrap = path.wraps[item.name]
        if isinstance(item, Wheel) and wrap > PASSED_BY:
            raise GeometryError(
                f"the path passes by wheel '{item.name}' without touching it"
                f"{_missed(path, item)}; change the side on which it passes, or the "
                "order of the parts"
            )
        if isinstance(item, Guide) and wrap > DOUBLED_BACK:
            raise GeometryError(
                f"guide '{item.name}' blocks the path: it would bend it by "
                f"{np.degrees(wrap):.1f} deg, expected less than "
                f"{np.degrees(DOUBLED_BACK):.0f} deg"
            )


def _check_span(path: Path, span: Span) -> None:
    """A span keeps clear of every wheel it does not touch."""
    ends = _span_points(path, span, 2)
    for item in path.items:
        if not isinstance(item, Wheel) or item.name in (span.start, span.end):
            continue
        gap = (
            _distance_to_segment(np.array(item.centre), ends[0], ends[1]) - item.radius
        )
        if gap < 0.0:
            raise GeometryError(
                f"the span from '{span.start}' to '{span.end}' cuts "
                f"{-1e3 * gap:.3f} mm into wheel '{item.name}'; change the "
                "order of the parts or the side on which the path passes it"
            )


def _check_guides(path: Path) -> None:
    """No rail lies across a span it does not carry."""
    for guide in path.items:
        if not isinstance(guide, Guide):
            continue
        rail = guide.rail.curve.outline(OUTLINE)
        for span in path.spans:
            if guide.name in (span.start, span.end):
                _check_chain_side(path, guide, span)
            elif _meet(rail, _span_points(path, span, 9)):
                raise GeometryError(
                    f"guide '{guide.name}' blocks the path: it lies across the span "
                    f"from '{span.start}' to '{span.end}'"
                )


def _check_chain_side(path: Path, guide: Guide, span: Span) -> None:
    """A span that leaves or meets a rail stays on the sliding side of it."""
    rows = guide.rail.contour()
    depth = -min(
        contour_distance(rows.code, rows.shape, 0, len(rows.code), x, y)[0]
        for x, y in _span_points(path, span, 60).tolist()
    )
    if depth > BEHIND:
        raise GeometryError(
            f"guide '{guide.name}' blocks the path: the span from '{span.start}' to "
            f"'{span.end}' runs behind it, up to {1e3 * depth:.3f} mm; move or turn "
            "the guide, or let the path pass on its other side"
        )


def distance_to_guide(path: Path, name: str) -> float:
    """Room between the chain on its path and the sliding surface of a guide [m]."""
    guide = next(item for item in path.items if item.name == name)
    assert isinstance(guide, Guide)
    rows = guide.rail.contour()
    found = (
        contour_distance(rows.code, rows.shape, 0, len(rows.code), x, y)[0]
        for x, y in path.points(np.linspace(0.0, path.length, LOOKS)).tolist()
    )
    in_front = min((d for d in found if d > 0.0), default=np.inf)
    return in_front - float(guide.offset)


def _check_rail_and_wheel(guide: Guide, wheel: Wheel) -> None:
    rail = guide.rail.curve.outline(OUTLINE)
    depth = wheel.radius - float(np.hypot(*(rail - np.array(wheel.centre)).T).min())
    if depth > 0.0:
        raise GeometryError(
            f"guide '{guide.name}' blocks the path: it reaches {1e3 * depth:.3f} mm "
            f"into wheel '{wheel.name}'"
        )


def _check_crossings(path: Path) -> None:
    for a, b in combinations(path.spans, 2):
        if _meet(_span_points(path, a, 9), _span_points(path, b, 9)):
            raise GeometryError(
                f"the path crosses itself: the span from '{a.start}' to '{a.end}' "
                f"meets the span from '{b.start}' to '{b.end}'; list the wheels in the "
                "order in which they are reached in the sense of travel, change the "
                "side on which one is passed, or ask for a crossed path"
            )


def _span_points(path: Path, span: Span, count: int) -> Floats:
    start = path.starts()[span.piece]
    inner = np.linspace(1e-9, 1.0 - 1e-9, count) * span.length
    return path.points(start + inner)


def _distance_to_segment(point: Floats, a: Floats, b: Floats) -> float:
    along = b - a
    share = np.clip((point - a) @ along / (along @ along), 0.0, 1.0)
    return float(np.hypot(*(point - a - share * along)))


def _meet(a: Floats, b: Floats) -> bool:
    """Whether two polylines (n, 2) and (m, 2) cross."""
    p, r = a[:-1, None], np.diff(a, axis=0)[:, None]
    q, s = b[None, :-1], np.diff(b, axis=0)[None]
    cross = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        t = ((q - p)[..., 0] * s[..., 1] - (q - p)[..., 1] * s[..., 0]) / cross
        u = ((q - p)[..., 0] * r[..., 1] - (q - p)[..., 1] * r[..., 0]) / cross
    hit = (t >= 0.0) & (t <= 1.0) & (u >= 0.0) & (u <= 1.0) & (cross != 0.0)
    return bool(hit.any())
