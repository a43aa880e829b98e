"""Where everything stands: pulleys, arms, the path of the belt, length and tension."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from scipy.optimize import brentq

from catena.drives.belt_drive.spec import Spec
from catena.drives.belt_drive.spec.pulleys import PulleyPart, TensionerPart
from catena.errors import GeometryError, SpecError
from catena.geometry.paths.path import Path, Wheel, wrap_path
from catena.geometry.paths.placement import refuse_too_many

SMALL_TURN = 1e-5
"""Turn of an arm for differences of the path length [rad]."""
FURTHEST_TURN = 0.7
"""Of an arm from where it is drawn [rad]."""
LARGEST_STRAIN = 0.1
LEAST_LEVER = 0.05
"""Gain of path length per turn of an arm, over its length."""
SPANS_PER_HALF_WRAP = 20
LEAST_SPANS = 240
SPANS_PER_ARC = 3
MOST_CHOSEN_SPANS = 400
"""For short arcs; a user may ask for more."""


@dataclass(frozen=True)
class Arm:
    """An arm in its place."""

    turned: float
    """From where it is drawn [rad], counter-clockwise."""
    torque: float
    """Moment of its spring at rest [N m], counter-clockwise."""
    lever: float
    """Gain of path length per turn [m/rad], counter-clockwise."""


@dataclass(frozen=True, eq=False)
class Layout:
    """A drive at rest."""

    wheels: tuple[Wheel, ...]
    """In the order of the specification, about their axes, with the radius of the
    cord."""
    path: Path
    """Around the rims as they stand at the start."""
    length: float
    """Of the unstretched belt [m]."""
    tension: float
    """At rest [N]."""
    arms: tuple[Arm, ...]

    @property
    def spans(self) -> int:
        """Pieces of belt that resolve the smallest pulley and the shortest arc."""
        smallest = min(wheel.radius for wheel in self.wheels)
        fine = SPANS_PER_HALF_WRAP * self.path.length / (np.pi * smallest)
        shortest = min(self.path.wraps[w.name] * w.radius for w in self.wheels)
        finer = min(SPANS_PER_ARC * self.path.length / shortest, MOST_CHOSEN_SPANS)
        return max(LEAST_SPANS, int(np.ceil(max(fine, finer))))


def layout_of(spec: Spec) -> Layout:
    """Place the drive, or say what does not fit and what would.

    Raises:
        GeometryError: pulleys overlap, the belt is too long or too short, an arm does
            not tension it.
    """
    wheels = [_wheel(spec, part) for part in spec.pulley]
    turns = [0.0] * len(spec.tensioner)
    if spec.belt.length is not None and spec.tensioner:
        turns = [_closing_turn(spec, wheels, spec.belt.length)]
    placed = _turned(spec, wheels, turns)
    path = wrap_path(rims_of(spec, placed))
    levers = _levers(spec, wheels, turns)
    tension = _tension(spec, path, levers, turns)
    length = spec.belt.length or path.length / (1.0 + tension / _stiffness(spec))
    _check_tension(spec, path, tension)
    _check_pieces(spec, path, placed)
    arms = tuple(
        Arm(turn, tension * lever, lever)
        for turn, lever in zip(turns, levers, strict=True)
    )
    found = Layout(tuple(placed), path, length, tension, arms)
    refuse_too_many(path, found.spans, "pieces of belt")
    return found


def _wheel(spec: Spec, part: PulleyPart) -> Wheel:
    inside = part.side == "inside"
    left = spec.travel == "counter-clockwise"
    height = spec.belt.cord_height if inside else spec.belt.back_height
    radius = 0.5 * part.diameter
    sense = 1.0 if inside == left else -1.0
    return Wheel(part.name, part.centre, radius + height, sense, radius)


def _stiffness(spec: Spec) -> float:
    return spec.belt.axial_stiffness


def _turned(spec: Spec, wheels: Sequence[Wheel], turns: Sequence[float]) -> list[Wheel]:
    """The pulleys with all arms turned."""
    placed = list(wheels)
    names = [wheel.name for wheel in wheels]
    for arm, turn in zip(spec.tensioner, turns, strict=True):
        j = names.index(arm.pulley)
        placed[j] = replace(wheels[j], centre=_around(arm, wheels[j].centre, turn))
    return placed


def rims_of(spec: Spec, placed: Sequence[Wheel]) -> list[Wheel]:
    """Where the rims stand at the start: off their axes by their eccentricity."""
    found = []
    for part, wheel in zip(spec.pulley, placed, strict=True):
        e, angle = part.eccentricity, part.eccentricity_angle
        x, y = wheel.centre
        at = x + e * float(np.cos(angle)), y + e * float(np.sin(angle))
        found.append(replace(wheel, centre=at))
    return found


def _around(
    arm: TensionerPart, at: tuple[float, float], turn: float
) -> tuple[float, float]:
    x, y = at[0] - arm.pivot[0], at[1] - arm.pivot[1]
    c, s = float(np.cos(turn)), float(np.sin(turn))
    return arm.pivot[0] + c * x - s * y, arm.pivot[1] + s * x + c * y


def _levers(spec: Spec, wheels: Sequence[Wheel], turns: Sequence[float]) -> list[float]:
    """Gain of path length per turn of each arm [m/rad]."""
    found = []
    for i, arm in enumerate(spec.tensioner):
        lengths = []
        for small in (-SMALL_TURN, SMALL_TURN):
            moved = list(turns)
            moved[i] += small
            path = wrap_path(rims_of(spec, _turned(spec, wheels, moved)))
            lengths.append(path.length)
        lever = (lengths[1] - lengths[0]) / (2.0 * SMALL_TURN)
        drawn = next(w.centre for w in wheels if w.name == arm.pulley)
        reach = float(np.hypot(drawn[0] - arm.pivot[0], drawn[1] - arm.pivot[1]))
        if abs(lever) < LEAST_LEVER * reach:
            raise GeometryError(
                f"tensioner of {arm.pulley!r}: turning the arm by 1 deg changes the "
                f"path by only {1e3 * abs(lever) * np.pi / 180.0:.2g} mm; its pivot "
                "must stand so that the pulley moves into the belt"
            )
        found.append(lever)
    return found


def _spring_torque(arm: TensionerPart, lever: float, turn: float) -> float:
    """Moment of the spring into the belt after a turn [N m]."""
    assert arm.torque is not None
    return arm.torque - arm.stiffness * float(np.sign(lever)) * turn


def _tension(
    spec: Spec, path: Path, levers: Sequence[float], turns: Sequence[float]
) -> float:
    """Tension of the belt at rest [N].

    Virtual work of a turn of the arm: spring moment = tension times gain of length.
    """
    if spec.belt.tension is not None:
        return spec.belt.tension
    if spec.tensioner:
        torque = _spring_torque(spec.tensioner[0], levers[0], turns[0])
        return torque / abs(levers[0])
    assert spec.belt.length is not None
    return _stiffness(spec) * (path.length / spec.belt.length - 1.0)


def _closing_turn(spec: Spec, wheels: Sequence[Wheel], length: float) -> float:
    """Turn of the arm at which spring and belt of this length are in balance [rad]."""

    def fitting(turn: float) -> float:
        """Length of the belt that is in balance with the spring here [m]."""
        path = wrap_path(rims_of(spec, _turned(spec, wheels, [turn])))
        lever = _levers(spec, wheels, [turn])
        pull = _tension(spec, path, lever, [turn])
        if not 0.0 < pull < LARGEST_STRAIN * _stiffness(spec):
            raise GeometryError("the spring holds no belt here")
        return path.length / (1.0 + pull / _stiffness(spec))

    def spare(turn: float) -> float:
        return fitting(turn) - length

    reached = []
    for turn in np.linspace(-FURTHEST_TURN, FURTHEST_TURN, 57):
        try:
            reached.append((float(turn), spare(float(turn))))
        except GeometryError:
            continue
    around = sorted(
        (abs(a[0]), a[0], b[0])
        for a, b in pairwise(reached)
        if a[1] * b[1] <= 0.0 and b[0] - a[0] < 0.03
    )
    if not around:
        most = [length + spare for _, spare in reached]
        if not most:
            raise GeometryError(
                f"tensioner of {spec.tensioner[0].pulley!r}: its spring holds no belt "
                f"within {np.degrees(FURTHEST_TURN):.0f} deg of where it is drawn; "
                "check torque, pivot and centre"
            )
        raise GeometryError(
            f"belt.length: a belt of {1e3 * length:.1f} mm does not fit with the arm "
            f"of {spec.tensioner[0].pulley!r} within {np.degrees(FURTHEST_TURN):.0f} "
            "deg of where it is drawn; lengths from "
            f"{1e3 * min(most):.1f} to {1e3 * max(most):.1f} mm do"
        )
    return float(brentq(spare, around[0][1], around[0][2], xtol=1e-10))


def _check_pieces(spec: Spec, path: Path, placed: Sequence[Wheel]) -> None:
    """Refuse pulleys that are not touched, or on less than one piece of the belt."""
    for wheel in placed:
        arc = path.wraps[wheel.name] * wheel.radius
        if arc <= 0.0:
            raise GeometryError(
                f"pulley {wheel.name!r}: the belt does not touch it; move it into the "
                "belt or change its side"
            )
        least = int(np.ceil(path.length / arc))
        if spec.solve.spans is not None and spec.solve.spans < least:
            raise SpecError.at(
                "solve.spans",
                spec.solve.spans,
                f"makes pieces of {1e3 * path.length / spec.solve.spans:.1f} mm, but "
                f"the arc on pulley {wheel.name!r} measures {1e3 * arc:.1f} mm; "
                f"expected at least {least}",
            )


def _check_tension(spec: Spec, path: Path, tension: float) -> None:
    """Refuse belts that hang loose or are torn."""
    given = spec.belt.length
    taut = f"its taut path measures {1e3 * path.length:.2f} mm"
    shortest = 1e3 * path.length / (1.0 + LARGEST_STRAIN)
    fits = f"belts from {shortest:.2f} to {1e3 * path.length:.2f} mm fit"
    if tension <= 0.0:
        what = (
            f"a belt of {1e3 * given:.2f} mm hangs loose: {taut}; {fits}"
            if given is not None
            else "the spring of the tensioner presses the pulley out of the belt"
        )
        raise GeometryError(f"belt: {what}; expected a tension above 0")
    strain = tension / _stiffness(spec)
    if strain > LARGEST_STRAIN:
        raise GeometryError(
            f"belt: at rest it would be stretched by {strain:.1%} with {tension:.0f} N "
            f"({taut}); expected at most {LARGEST_STRAIN:.0%}: {fits}, or a higher "
            "axial_stiffness"
        )
