"""Parts of a planar system as the user states them, before they become tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catena.contact.kinematics.surface import Surface
from catena.couplings.lines.characteristic import Characteristic
from catena.errors import SpecError
from catena.laws.words import Friction, Normal
from catena.numerics.arrays import Floats
from catena.numerics.ranges import LARGEST, check_not_negative
from catena.planar.bodies import Body, Circle, Profile
from catena.tables.pairs import CurveArgument, PairKind

Matrix = Sequence[Sequence[float]] | Floats
"""Rows of numbers."""


@dataclass(frozen=True)
class LinearBody:
    """A body given by constant matrices: M u' = f - D u - K q."""

    name: str
    coordinates: tuple[str, ...]
    mass: Floats
    stiffness: Floats
    damping: Floats
    force: Floats
    at: Floats
    velocity: Floats


@dataclass(frozen=True)
class Curve:
    """A sampled function; beyond its ends it is constant, or it repeats.

    A period longer than the samples holds the last one until the next begins.
    """

    x: Sequence[float]
    y: Sequence[float]
    period: float = 0.0

    def checked(self, where: str) -> Curve:
        """The same curve, refused if it cannot be looked up."""
        x, y = np.asarray(self.x), np.asarray(self.y)
        if not all(part.dtype.kind in "iuf" for part in (x, y) if part.size):
            raise SpecError.at(where, (self.x, self.y), "expected numbers")
        x, y = x.astype(float), y.astype(float)
        if x.ndim != 1 or x.shape != y.shape or x.size == 0:
            raise SpecError.at(where, (x.size, y.size), "expected as many x as y")
        if not all((np.abs(part) <= LARGEST).all() for part in (x, y)):
            words = f"expected finite samples of at most {LARGEST:g} in size"
            raise SpecError.at(where, None, words)
        if (np.diff(x) <= 0.0).any():
            raise SpecError.at(f"{where}.x", None, "expected growing values")
        check_not_negative(f"{where}.period", self.period)
        length = float(x[-1] - x[0])
        if 0.0 < self.period < length * (1.0 - 1e-12):
            expected = f"expected at least the length of the samples, {length:g}"
            raise SpecError.at(f"{where}.period", self.period, expected)
        return self


def constant(value: float) -> Curve:
    """A curve that is the same everywhere."""
    return Curve((0.0,), (value,))


@dataclass(frozen=True)
class Spring:
    """A coupling along the line between two points."""

    name: str
    a: Circle
    b: Circle
    pull: Characteristic


@dataclass(frozen=True)
class Journal:
    """A bearing between two points."""

    name: str
    a: Circle
    b: Circle
    stiffness: float
    damping: float
    clearance: float
    turn_damping: float


@dataclass(frozen=True)
class TorsionBar:
    """A spring with a damper between the angles of two bodies, geared or with play."""

    name: str
    a: Body
    b: Body
    stiffness: float
    damping: float
    rest: float
    ratio: float = 1.0
    """Turns of b per turn of a."""
    play: float = 0.0
    """Free angle of b from flank to flank [rad]."""


@dataclass(frozen=True)
class Drive:
    """A prescribed speed of one coordinate."""

    name: str
    dof: int
    speed: Curve


@dataclass(frozen=True)
class Load:
    """A force or torque on one coordinate."""

    name: str
    dof: int
    curve: Curve
    over: CurveArgument
    ramp: float
    follows: bool = False
    """Whether a force turns with its body."""


@dataclass(frozen=True)
class Tie:
    """A spring with a damper from a coordinate of a linear body to one of a body."""

    name: str
    body: LinearBody
    coordinate: str
    other: Body
    axis: str
    stiffness: float
    damping: float
    ratio: float
    """Motion of the body per unit of the coordinate that does not stretch it."""


@dataclass(frozen=True)
class Partner:
    """A rigid body that a gap of a linear body opens and closes with.

    For small turns: its motion since the start counts along fixed directions.
    """

    body: Body
    normal: Sequence[float]
    """How much the gap opens per x, y [m] and angle [rad] of the body."""
    tangent: Sequence[float] = (0.0, 0.0, 0.0)
    """How fast it slides per unit of these speeds."""


@dataclass(frozen=True)
class Gap:
    """A gap linear in the coordinates of one linear body, and of a rigid one if any."""

    body: LinearBody
    g_0: float
    normal: Sequence[float]
    tangent: Sequence[float]
    partner: Partner | None = None


@dataclass(frozen=True)
class MaxwellGroup:
    """Contacts that share the compliance of one elastic body."""

    name: str
    contacts: tuple[str, ...]
    influence: Floats
    """Displacement of each contact per force on each [m/N]."""


@dataclass(frozen=True)
class Contact:
    """Two contours that may touch, and how."""

    name: str
    group: str
    pair: PairKind
    body_a: int
    body_b: int
    numbers: tuple[float, ...]
    normal: Normal | None
    """None: the normal force comes from elsewhere."""
    friction: Friction
    profile: Profile | None = None
    gap: Gap | None = None
    surface: Surface | None = None
    journal: int = -1
    rod: int = -1
