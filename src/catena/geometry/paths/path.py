"""The closed path of a chain or belt around wheels and over guide rails.

Every wheel is a circle with a signed radius: positive where the path bends left
(counter-clockwise) around it. Between circles run tangents, or circular arcs where a
span sags. Rails take part as the arcs and corners they consist of; those the taut
path does not touch drop out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from catena.errors import GeometryError
from catena.geometry.curve import Curve, Piece, wrapped
from catena.geometry.paths.checks import check_items, check_path
from catena.geometry.paths.items import (
    Circle,
    Guide,
    Item,
    Path,
    Span,
    Wheel,
    circles_of,
)
from catena.geometry.paths.tangent import Tangent, tangent

__all__ = ["Guide", "Item", "Path", "Span", "Wheel", "wrap_path"]

LIFTED = 1e-7
"""Backward bend over a rail's corner that still counts as contact [rad]."""


def wrap_path(
    items: Sequence[Item],
    *,
    sag: Mapping[int, float] | None = None,
    crossed: bool = False,
) -> Path:
    """The taut path around the items, in the order of travel.

    Args:
        items: Wheels and guides; at least two wheels.
        sag: Turn of the sagging arc [rad] by number of the span, positive to the left;
            spans are numbered from the one behind the first item.
        crossed: Whether the path may cross itself.

    Raises:
        GeometryError: When parts overlap, block the path or are passed by it.
    """
    check_items(items)
    circles = [c for i, item in enumerate(items) for c in circles_of(i, item)]
    while True:
        turns = _turns_of(circles, sag or {})
        links = _joined(circles, turns, items)
        # one at a time: without it the next may lie on the path after all
        lifted = _most_lifted(circles, links, items)
        if lifted is None:
            break
        del circles[lifted]
    path = _assembled(circles, links, tuple(items))
    check_path(path, crossed)
    return path


def _turns_of(circles: list[Circle], sag: Mapping[int, float]) -> list[float]:
    """Half turn of the span behind each circle [rad]."""
    behind = [circles[(i + 1) % len(circles)].owner for i in range(len(circles))]
    between_items = [c.owner != n for c, n in zip(circles, behind, strict=True)]
    numbers = np.cumsum(between_items) - 1
    return [
        0.5 * sag.get(int(number), 0.0) if between else 0.0
        for number, between in zip(numbers, between_items, strict=True)
    ]


def _joined(
    circles: list[Circle], turns: list[float], items: Sequence[Item]
) -> list[Tangent]:
    """The span behind each circle."""
    links = []
    for i, circle in enumerate(circles):
        following = circles[(i + 1) % len(circles)]
        link = tangent(circle, following, turns[i])
        if link is None:
            a, b = items[circle.owner].name, items[following.owner].name
            raise GeometryError(
                f"no straight span fits between '{a}' and '{b}': their centres are "
                f"{1e3 * np.hypot(following.x - circle.x, following.y - circle.y):.3f} "
                f"mm apart and their radii {1e3 * abs(circle.rho):.3f} and "
                f"{1e3 * abs(following.rho):.3f} mm; move them apart or change the "
                "side on which the path passes"
            )
        links.append(link)
    return links


def _bend(circle: Circle, before: Tangent, after: Tangent, item: Item) -> float:
    """Angle by which the path bends around a circle [rad]; negative: it lifts off.

    A wheel can be wrapped by more than half a turn, a part of a rail cannot.
    """
    if isinstance(item, Wheel):
        # modulo a whole turn, so that no wrap of a wheel counts as lifted
        return (item.sense * (after.leaves - before.arrives)) % (2.0 * np.pi)
    return wrapped(item.rail.sense * (after.leaves - before.arrives))


def _most_lifted(
    circles: list[Circle], links: list[Tangent], items: Sequence[Item]
) -> int | None:
    """The arc or corner of a rail from which the taut path lifts off most."""
    bends = [
        _bend(circle, links[i - 1], links[i], items[circle.owner])
        for i, circle in enumerate(circles)
    ]
    worst = int(np.argmin(bends))
    return worst if bends[worst] < -LIFTED else None


def _assembled(
    circles: list[Circle], links: list[Tangent], items: tuple[Item, ...]
) -> Path:
    """Arcs and spans as one curve, beginning where the path meets the first item."""
    pieces: list[Piece] = []
    owner: list[int] = []
    spans: list[Span] = []
    wraps = {item.name: 0.0 for item in items}
    for i, circle in enumerate(circles):
        before, after, item = links[i - 1], links[i], items[circle.owner]
        bend = max(_bend(circle, before, after, item), 0.0)
        wraps[item.name] += bend
        following = circles[(i + 1) % len(circles)].owner
        pieces += [_arc_piece(circle, before, bend), _span_piece(circle, after)]
        owner += [circle.owner, -1 if following != circle.owner else following]
        if following != circle.owner:
            names = item.name, items[following].name
            length = pieces[-1].length
            spans.append(Span(*names, length, after.heading, len(pieces) - 1))
    return _without_empty(pieces, owner, spans, items, wraps)


def _arc_piece(circle: Circle, before: Tangent, bend: float) -> Piece:
    h = before.arrives
    x = float(circle.x + circle.rho * np.sin(h))
    y = float(circle.y - circle.rho * np.cos(h))
    if circle.rho == 0.0:
        return Piece(x, y, h, 0.0, 0.0)
    return Piece(x, y, h, 1.0 / circle.rho, bend * abs(circle.rho))


def _span_piece(circle: Circle, link: Tangent) -> Piece:
    h = link.leaves
    x = float(circle.x + circle.rho * np.sin(h))
    y = float(circle.y - circle.rho * np.cos(h))
    # a sagging span is an arc over its chord; sinc(0) = 1 is the line
    length = link.chord / float(np.sinc(link.half_turn / np.pi))
    bend = 2.0 * link.half_turn / length if length > 0.0 else 0.0
    return Piece(x, y, h, bend, length)


def _without_empty(
    pieces: list[Piece],
    owner: list[int],
    spans: list[Span],
    items: tuple[Item, ...],
    wraps: dict[str, float],
) -> Path:
    """The path without pieces of no length; spans keep pointing at their piece."""
    kept = [i for i, piece in enumerate(pieces) if piece.length > 0.0]
    number = {old: new for new, old in enumerate(kept)}
    renumbered = tuple(
        replace(span, piece=number[span.piece])
        for span in spans
        if span.piece in number
    )
    curve = Curve.of(pieces[i] for i in kept)
    return Path(items, curve, tuple(owner[i] for i in kept), renumbered, wraps)
