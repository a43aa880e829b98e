"""Where the elements stand when a run starts: pushed where the belt is, free elsewhere.

The ring carries one tension all around; what the net tension of the running belt is
less than that, neighbours push against each other. Each pair stands as close as its
push force presses it, and the endplay that is left is shared out among the pairs that
do not push. On the pulleys neighbours need more than their thickness, since the rocking
edge rolls down its arc: t + (r_R - t/6) t^2 / (2 r^2) to the second order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from catena.drives.pushbelt_cvt.layout.data import BeltData, ElementData, StartState
from catena.drives.pushbelt_cvt.start.bracket import bracketed
from catena.drives.pushbelt_cvt.start.course import fibre_offset
from catena.drives.pushbelt_cvt.start.sheaves import BentCourse, bent_course
from catena.drives.pushbelt_cvt.start.tension import net_tension
from catena.errors import GeometryError
from catena.geometry.course import Course
from catena.numerics.arrays import Floats

ROUNDS = 30
"""Most corrections of all places; six usually leave 1e-16 m."""
SETTLED = 1e-15
"""Largest correction at which places count as found [m]."""
TIGHT_ENOUGH = 1e-7
"""Relative accuracy of a tension that makes the elements fit."""
FREE = 1e-9
"""Push force over ring tension below which a pair counts as free."""


@dataclass(frozen=True)
class Gaps:
    """Distances of neighbours, each element to the one ahead of it [m]."""

    rocking: Floats
    top: Floats
    bottom: Floats


@dataclass(frozen=True)
class Placement:
    """The elements along the line of their rocking edges."""

    bent: BentCourse
    """The ring between the sheaves that give way."""
    course: Course
    """Of the rocking edges, inside the ring."""
    places: Floats
    """Arc length of each element, in the order of travel [m]."""
    push: Floats
    """Force between each element and the one ahead of it [N]."""
    share: float
    """Gap of the pairs that do not push [m]."""
    level: float
    """Tension the ring should have for these push forces: level - L [N]."""


def placed_elements(data: BeltData, start: StartState) -> Placement:
    """Elements on the rocking-edge line, pushing as the running belt does.

    Play is left where the net tension is largest, so there the ring alone carries it.
    If no play is left, all elements push so much more that they fit.
    """
    bent = bent_course(data, start)
    level = min(start.ring_tension, start.tension_tight)
    placement = _placed(data, start, bent, level)
    if placement.share >= 0.0:
        return placement

    def play(more: float) -> float:
        return _placed(data, start, bent, level + more).share

    more = data.contact.rocking_stiffness * -placement.share
    while play(more) < 0.0:
        more *= 2.0
    more = bracketed(play, 0.0, more, TIGHT_ENOUGH)
    return _placed(data, start, bent, level + more)


def fitting_tension(data: BeltData, state_at: Callable[[float], StartState]) -> float:
    """Ring tension at which ring, net tension and push forces agree [N].

    That of the tight strand if play is left; otherwise as much more as elements without
    play need, which stretches the ring and makes them push more.

    Args:
        data: the variator.
        state_at: the start state with a given ring tension.
    """

    def play(tension: float) -> float:
        state = state_at(tension)
        return _placed(data, state, bent_course(data, state), tension).share

    tight = state_at(1.0).tension_tight
    if play(tight) >= 0.0:
        return tight
    upper = 2.0 * tight
    while play(upper) < 0.0:
        upper *= 2.0
    return bracketed(play, tight, upper, TIGHT_ENOUGH)


def _placed(
    data: BeltData, start: StartState, bent: BentCourse, level: float
) -> Placement:
    """Elements whose push forces are what the net tension is less than a level."""
    n, course = data.element.count, bent.fibre.parallel(fibre_offset(data))
    spacing = np.full(n, course.length / n)
    share = 0.0
    for _ in range(ROUNDS):
        places = _places(spacing)
        net = net_tension(data, start, course, places + 0.5 * spacing)
        push = np.maximum(level - net, 0.0)
        free = push <= FREE * level
        closer = _closer(data, gaps(data.element, course, places), push)
        left = course.length - float(np.sum(spacing + closer))
        spread = free if left > 0.0 and np.any(free) else np.full(n, True)
        share = left / int(np.sum(spread))
        change = closer + np.where(spread, share, 0.0)
        spacing = spacing + change
        if float(np.max(np.abs(change))) <= SETTLED:
            break
    places = _places(spacing)
    force = contact_forces(data, course, places)
    return Placement(bent, course, places, force, share, level)


def _places(spacing: Floats) -> Floats:
    return np.concatenate(([0.0], np.cumsum(spacing)[:-1]))


def gaps(element: ElementData, course: Course, places: Floats) -> Gaps:
    """Gaps at rocking edge, top and bottom of every element to the rear plane ahead.

    The rocking edge is an arc about a point r_R behind the front plane; the plane ahead
    is turned inwards by b: g = d - t/2 - (t/2 - r_R) cos b - r_R.
    """
    here, ahead = places, np.append(places[1:], places[0] + course.length)
    (x, y), (x_j, y_j) = course.point(here), course.point(ahead)
    angle = course.angle(ahead)
    b = course.angle(here) - angle
    distance = (x_j - x) * np.cos(angle) + (y_j - y) * np.sin(angle)
    half, r = 0.5 * element.thickness, element.rocking_radius
    rocking = distance - half - (half - r) * np.cos(b) - r

    def point(offset: float, level: float) -> Floats:
        height = level - element.rocking_level
        gap: Floats = distance - half - (half + offset) * np.cos(b) + height * np.sin(b)
        return gap

    return Gaps(
        rocking,
        point(element.top_offset, element.top_level),
        point(element.bottom_offset, element.bottom_level),
    )


def refuse_overlapping_bottoms(data: BeltData, placed: Placement, scale: float) -> None:
    """Bottoms may touch in the wraps, but not press harder than the rings pull.

    Args:
        data: the variator.
        placed: its elements.
        scale: how many real elements a simulated one stands for.

    Raises:
        GeometryError: says how far they overlap and which relief they need.
    """
    gap = gaps(data.element, placed.course, placed.places).bottom
    overlap = -float(np.min(gap))
    if overlap * data.contact.bottom_stiffness <= placed.level:
        return
    bend = -float(placed.course.curvature(placed.places[[int(np.argmin(gap))]])[0])
    relief = -data.element.bottom_offset
    raise GeometryError(
        f"element.bottom_relief of {1e3 * relief / scale:.4g} mm is too small: where "
        f"rocking edges run on a radius of {1e3 / bend:.4g} mm, the bottoms of "
        f"neighbours overlap by {1e3 * overlap / scale:.4g} mm; at least "
        f"{1e3 * (relief + overlap) / scale:.4g} mm clear each other"
    )


def contact_forces(data: BeltData, course: Course, places: Floats) -> Floats:
    """Force between every element and the one ahead of it, top included [N]."""
    found, law = gaps(data.element, course, places), data.contact
    rocking = law.rocking_stiffness * np.maximum(-found.rocking, 0.0)
    top = law.top_stiffness * np.maximum(-found.top, 0.0)
    result: Floats = rocking + top
    return result


def _closer(data: BeltData, found: Gaps, push: Floats) -> Floats:
    """By how much each spacing must change for its pair to push as wanted [m].

    The contact that touches first takes all up to where the second one touches too.
    """
    k_r, k_t = data.contact.rocking_stiffness, data.contact.top_stiffness
    rocking_first = found.rocking <= found.top
    first = np.where(rocking_first, found.rocking, found.top)
    second = np.where(rocking_first, found.top, found.rocking)
    k_1 = np.where(rocking_first, k_r, k_t)
    k_2 = k_r + k_t - k_1
    alone = -push / k_1 - first
    both = -(push + k_1 * first + k_2 * second) / (k_1 + k_2)
    result: Floats = np.where(second + alone >= 0.0, alone, both)
    return result
