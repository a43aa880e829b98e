"""Where everything stands: wheels, rails, the path of the chain and its pins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from catena.drives.roller_chain.layout.adjustment import adjusted
from catena.drives.roller_chain.layout.chain_data import Chain, chain_of
from catena.drives.roller_chain.layout.links import link_pitches, mean_pitch
from catena.drives.roller_chain.layout.tooth_entry import check_entering
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.spec.guides import ArcRail, GuidePart
from catena.drives.roller_chain.spec.wheels import SprocketPart
from catena.errors import GeometryError
from catena.geometry.curve import Curve, arc
from catena.geometry.guide import Rail, polyline, spline
from catena.geometry.paths.path import Guide, Item, Path, Wheel, wrap_path
from catena.geometry.paths.placement import (
    Fit,
    Placement,
    close,
    downward_turn,
    fit,
    loosest_span,
    phases_of,
    place,
    sagging,
    slack_of,
)
from catena.geometry.tooth import ToothProfile, pitch_radius
from catena.geometry.tooth_forms import ansi_b29_1, five_segments, ideal_seat, iso_606
from catena.geometry.tooth_points import drawn_by_user, spline_by_user
from catena.numerics.arrays import Floats

RUN_OUT_ANGLE = np.radians(12.0)
"""How far rails bend away beyond their ends, so that nothing catches."""
RUN_OUT_RADIUS = 5.0
"""Radius of that bend over the chain's plate height."""
SMALLEST_SLACK = 1e-7
"""Length to spare below which a chain counts as taut [m]."""
CLOSING_SCALES = (0.998, 1.002)
"""Between which a chain is stretched or squeezed so that its pins close the loop."""
SMALLEST_TURN, LARGEST_TURN = 1e-4, 0.6
"""Turns of a tension guide that are tried [rad]."""


@dataclass(frozen=True, eq=False)
class Layout:
    """A drive at rest, in its place."""

    chain: Chain
    profiles: tuple[ToothProfile, ...]
    items: tuple[Item, ...]
    """Wheels and guides in the order of travel."""
    rails: tuple[Rail, ...]
    """Rails of the guides as assembled, in the order of the specification."""
    turned: tuple[float, ...]
    """Angle by which each guide was turned to close the chain [rad]."""
    arms_turned: tuple[float, ...]
    """Angle by which each arm was turned to close the chain [rad]."""
    placement: Placement
    pitches: Floats
    """Distance of the joints of every unstrained link [m], (n,)."""
    slack: float
    """Length the chain has to spare on its taut path [m]; negative: stretched."""
    moved: float | None
    """How far a sprocket was moved to adjust the chain [m]; None: none was."""

    @property
    def path(self) -> Path:
        """The path the pins were placed on."""
        return self.placement.path

    def wheel_index(self, name: str) -> int:
        """Place of a wheel or guide among the items."""
        return [item.name for item in self.items].index(name)


def layout_of(spec: Spec, shortening: float = 0.0) -> Layout:
    """Place the drive, or say what does not fit and what would.

    A chain with a preload is laid too short for its path by ``shortening`` [m].
    """
    chain = chain_of(spec.chain)
    pitch = mean_pitch(spec.chain, chain.pitch)
    profiles = tuple(profile_of(chain, part) for part in spec.sprocket)
    for part, profile in zip(spec.sprocket, profiles, strict=True):
        check_entering(part.name, profile)
    wheels = [
        wheel_of_part(pitch, part, profile, spec.travel)
        for part, profile in zip(spec.sprocket, profiles, strict=True)
    ]
    offset = rail_offset(spec, chain)
    rails = [rail_of_part(chain, part, spec.travel) for part in spec.guide]
    wheels, moved, wanted = adjusted(
        spec,
        pitch,
        shortening,
        wheels,
        lambda some: wrap_path(in_order(spec, offset, some, rails)),
    )
    drive = Movable(spec, offset, wheels, rails)
    turns = _closing_turns(drive, pitch)
    turned, arms_turned = turns[: len(rails)], turns[len(rails) :]
    wheels, placed = drive.wheels_at(arms_turned), drive.rails_at(turned)
    items = in_order(spec, offset, wheels, placed)
    taut = wrap_path(items)
    found = _fit(spec, pitch, taut, wanted)
    path = _with_slack(spec, pitch, taut, found)
    pitches = link_pitches(spec.chain, chain.pitch, found.link_count)
    placement = _placed(path, pitches, found)
    return Layout(
        chain,
        profiles,
        tuple(items),
        tuple(placed),
        turned,
        arms_turned,
        placement,
        pitches,
        found.slack,
        moved,
    )


def rail_offset(spec: Spec, chain: Chain) -> float:
    """Distance of the joints from the rails: half a plate, or a roller's radius [m]."""
    on_plates = spec.contact.rail.on == "plates"
    return 0.5 * (chain.plate_height if on_plates else chain.roller_diameter)


def profile_of(chain: Chain, part: SprocketPart) -> ToothProfile:
    """The tooth gap of a sprocket."""
    sizes = chain.pitch, part.tooth_count, chain.roller_diameter
    form = part.tooth_form
    if form.kind == "ISO 606":
        return iso_606(*sizes, form=form.width, seating=form.seating)
    if form.kind == "ANSI B29.1":
        return ansi_b29_1(*sizes, seating=form.seating)
    if form.kind == "ideal":
        return ideal_seat(*sizes)
    if form.kind == "drawn":
        return drawn_by_user(form.points, *sizes)
    if form.kind == "spline":
        return spline_by_user(form.points, *sizes)
    return five_segments(*sizes, seating=form.seating)


def _sense(side: str, travel: str) -> float:
    """+1 where the chain bends left around a part."""
    left = travel == "counter-clockwise"
    return 1.0 if (side == "inside") == left else -1.0


def wheel_of_part(
    pitch: float, part: SprocketPart, profile: ToothProfile, travel: str
) -> Wheel:
    """The circle on which the chain lies; a worn one has climbed the teeth."""
    radius = pitch_radius(pitch, part.tooth_count)
    return Wheel(
        part.name,
        part.centre,
        radius,
        _sense(part.side, travel),
        max(profile.tip_radius, radius),
        part.tooth_count * pitch / (2.0 * np.pi),
    )


def rail_of_part(chain: Chain, part: GuidePart, travel: str) -> Rail:
    """The rail as drawn, with both ends bent away."""
    sense = _sense(part.side, travel)
    drawn = part.rail
    if isinstance(drawn, ArcRail):
        start = drawn.towards - 0.5 * sense * drawn.opening
        curve = Curve.of(
            [arc(drawn.centre, drawn.radius, start, sense * drawn.opening)]
        )
    elif drawn.kind == "polyline":
        curve = polyline(drawn.points, drawn.corner_radius)
    else:
        curve = spline(drawn.points)
    rail = Rail(part.name, curve, "left" if sense > 0.0 else "right")
    return rail.with_run_out(RUN_OUT_RADIUS * chain.plate_height, RUN_OUT_ANGLE)


def in_order(
    spec: Spec, offset: float, wheels: list[Wheel], rails: list[Rail]
) -> list[Item]:
    """Wheels and guides in the order of travel."""
    items: list[Item] = [*wheels, *(Guide(rail, offset) for rail in rails)]
    placed = {item.name: item for item in items}
    return [placed[name] for name in spec.in_order()]


class Movable(NamedTuple):
    """A drive whose guides and arms turn about their pivots."""

    spec: Spec
    offset: float
    wheels: list[Wheel]
    rails: list[Rail]

    def rails_at(self, turns: Sequence[float]) -> list[Rail]:
        """The rails turned about their pivots."""
        return [
            rail if part.pivot is None else rail.turned_about(part.pivot, turn)
            for part, rail, turn in zip(self.spec.guide, self.rails, turns, strict=True)
        ]

    def wheels_at(self, turns: Sequence[float]) -> list[Wheel]:
        """The wheels, those on arms turned about the pivots of these."""
        found = {wheel.name: wheel for wheel in self.wheels}
        for arm, turn in zip(self.spec.arm, turns, strict=True):
            for name in arm.sprockets:
                centre = turned_point(found[name].centre, arm.pivot, turn)
                found[name] = replace(found[name], centre=centre)
        return list(found.values())

    def items(self, turns: Sequence[float]) -> list[Item]:
        """Wheels and guides in the order of travel, with turns of guides, then arms."""
        count = len(self.rails)
        rails, wheels = self.rails_at(turns[:count]), self.wheels_at(turns[count:])
        return in_order(self.spec, self.offset, wheels, rails)


def turned_point(
    point: tuple[float, float], pivot: tuple[float, float], angle: float
) -> tuple[float, float]:
    """A point turned about a pivot [m]."""
    c, s = float(np.cos(angle)), float(np.sin(angle))
    d_x, d_y = point[0] - pivot[0], point[1] - pivot[1]
    return pivot[0] + c * d_x - s * d_y, pivot[1] + s * d_x + c * d_y


def _closing_turns(drive: Movable, pitch: float) -> tuple[float, ...]:
    """Turns of guides, then arms; the first tensioner behind the driver closes."""
    spec = drive.spec
    turns = [0.0] * (len(spec.guide) + len(spec.arm))
    moving = first_tensioner(spec)
    if moving is None:
        return tuple(turns)
    count = spec.chain.link_count

    def path_at(angle: float) -> Path:
        turns[moving] = angle
        return wrap_path(drive.items(turns))

    if count is None:  # the pair less where no turn takes up so many
        smallest = fit(path_at(0.0), pitch, None).link_count
        counts = [smallest, smallest - 2]
    else:
        counts = [count]
    bounds, hindrances = _allowed_turns(path_at)
    low, high = np.degrees(bounds)
    names = [f"guide '{g.name}'" for g in spec.guide]
    names += [f"arm '{arm.name}'" for arm in spec.arm]
    what = f"turn of {names[moving]} between {low:.3g} and {high:.3g} deg"
    refusals = []
    for links in counts:
        try:
            turns[moving] = close(path_at, pitch, links, bounds, what=what)
        except GeometryError as error:
            refusals.append(str(error))
        else:
            return tuple(turns)
    raise GeometryError("; ".join([refusals[0], *hindrances]))


def first_tensioner(spec: Spec) -> int | None:
    """Number of the first guide with a tensioner, or arm, behind the driver."""
    tensioned = [(g.name, i) for i, g in enumerate(spec.guide) if g.tensioner]
    guides = len(spec.guide)
    tensioned += [(name, guides + a) for a, arm in enumerate(spec.arm)
                  for name in arm.sprockets]  # fmt: skip
    number = dict(tensioned)
    passed = spec.in_order()
    start = passed.index(spec.leading.name)
    found = (number[name] for name in [*passed[start:], *passed[:start]]
             if name in number)  # fmt: skip
    return next(found, None)


def _allowed_turns(
    path_at: Callable[[float], Path],
) -> tuple[tuple[float, float], list[str]]:
    """How far a guide may turn either way, and what hinders it to turn further."""
    ends, hindrances = [], []
    for sign in (-1.0, 1.0):
        turn, hindrance = LARGEST_TURN, ""
        while turn > SMALLEST_TURN:
            try:
                path_at(sign * turn)
            except GeometryError as error:
                turn, hindrance = 0.7 * turn, str(error)
            else:
                break
        ends.append(sign * turn)
        if hindrance:
            hindrances.append(f"beyond {np.degrees(ends[-1]):.3g} deg: {hindrance}")
    if max(map(abs, ends)) <= SMALLEST_TURN:
        path_at(0.0)  # says what is in the way
    return (ends[0], ends[1]), hindrances


def _fit(spec: Spec, pitch: float, path: Path, wanted: int | None) -> Fit:
    """The link count, with slack or stretch."""
    even = not spec.chain.offset_link
    if spec.chain.preload is not None and wanted is not None:
        return Fit(wanted, slack_of(path, pitch, wanted))
    found = fit(path, pitch, wanted, even=even)
    if wanted is None and found.slack < 0.0:
        return replace(found, slack=slack_of(path, pitch, found.link_count))
    return found


def _with_slack(spec: Spec, pitch: float, path: Path, found: Fit) -> Path:
    """The path with its slack hanging in the span behind the driving sprocket."""
    if found.slack <= SMALLEST_SLACK:
        return path
    leader = spec.leading.name
    behind = [i for i, span in enumerate(path.spans) if span.start == leader]
    for span in [*behind, loosest_span(path)]:
        sign = 1.0 if spec.travel == "counter-clockwise" else -1.0
        if any(spec.solve.gravity):
            sign = downward_turn(path, span, spec.solve.gravity)
        try:
            return sagging(path, pitch, found.link_count, span, turn_sign=sign)
        except GeometryError:
            continue
    raise GeometryError(
        f"{found.link_count} links leave {1e3 * found.slack:.3g} mm to spare on this "
        "path, more than a span can take up; use fewer links or move a sprocket out"
    )


def _placed(path: Path, pitches: Floats, found: Fit) -> Placement:
    """The pins at distances that close the loop, and gaps under all of them."""
    closed = pitches * _closing_scale(path, pitches, found)
    placement = place(path, closed, found.link_count)
    phases = phases_of(path, pitches.mean(), placement.pins, placement.seat)
    for item in path.items:
        if isinstance(item, Wheel) and item.name not in phases:
            away = placement.pins - np.array(item.centre)
            near = away[np.argmin(np.hypot(away[:, 0], away[:, 1]))]
            phases[item.name] = float(np.arctan2(near[1], near[0]))
    return replace(placement, phases=phases)


def _closing_scale(path: Path, pitches: Floats, found: Fit) -> float:
    """By how much the chain is stretched (or squeezed) to close exactly."""
    from scipy.optimize import brentq

    def spare(scale: float) -> float:
        return slack_of(path, scale * pitches, found.link_count)

    if abs(spare(1.0)) < 1e-13:
        return 1.0
    return float(brentq(spare, *CLOSING_SCALES, xtol=1e-14))
