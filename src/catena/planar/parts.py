"""Parts of a planar system as the user states them, before they become tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catena.contact.kinematics.surface import Surface
from catena.couplings.lines.characteristic import Characteristic
from catena.laws.words import Friction, Normal
from catena.numerics.arrays import Floats
from catena.numerics.ranges import check_names
from catena.numerics.statement import Stated, matrix, names, number, signed, statement
from catena.planar.bodies import Body, Circle, Contour, Profile
from catena.planar.checks import influence_matrix
from catena.planar.linear_parts import Gap, LinearBody, Matrix
from catena.planar.rods import RodSide
from catena.tables.pairs import PairKind


@statement
class Bearing(Stated):
    """An elastic bearing: a pin in a bush."""

    stiffness: float = number(
        "How hard the bush holds the pin, force per radial displacement beyond the "
        "play.",
        "N/m", column="k", positive=True, example="10 kN/mm",
    )  # fmt: skip
    damping: float = number(
        "Force per radial speed of the pin in its bush.",
        "N s/m", default=0.0, column="d", example="100 N s/m",
    )  # fmt: skip
    clearance: float = number(
        "Gap all round in which the pin moves without force; it strikes when it "
        "crosses it.",
        "m", default=0.0, column="clear", example="20 um",
    )  # fmt: skip
    turn_damping: float = number(
        "Torque per relative spin of both bodies, as of oil in the bearing.",
        "N m s/rad", default=0.0, column="d_turn", example="1e-3 N m s/rad",
    )  # fmt: skip
    pin_radius: float | None = number(
        "Lever at which friction acts against turning; if not given, the bearing has "
        "no friction.",
        "m", default=None, positive=True, optional=True, example="5 mm",
    )  # fmt: skip


@statement
class TorsionBar(Stated):
    """A spring with a damper between the angles of two bodies; also a pair of gears."""

    stiffness: float = number(
        "Torque on b per angle of twist.",
        "N m/rad", column="k", example="80 kN m/rad",
    )  # fmt: skip
    damping: float = number(
        "Torque on b per speed of twist.",
        "N m s/rad", default=0.0, column="d", example="18.5 N m s/rad",
    )  # fmt: skip
    rest: float | None = signed(
        "Angle of b minus ratio times angle of a at which there is no torque, in the "
        "middle of the play; if not given, as bodies stand at the start.",
        "rad", default=None, column="rest", key="rest_angle", optional=True,
        example="0 deg",
    )  # fmt: skip
    ratio: float = signed(
        "Turns of b per turn of a: 1 is a shaft, -0.5 a pair of gears that halves the "
        "speed.",
        default=1.0, column="ratio", example=-0.5,
    )  # fmt: skip
    play: float = number(
        "Free angle of b from flank to flank, the backlash of gears or couplings, "
        "through which no torque acts.",
        "rad", default=0.0, column="play", example="0.2 deg",
    )  # fmt: skip

    def conflict(self) -> tuple[str, str] | None:
        """Gears must turn each other."""
        return None if self.ratio else ("ratio", "expected turns of b per turn of a")


@statement
class Press(Stated):
    """A point pressed axially on the face of a body: friction in the plane."""

    force: float = number(
        "How hard the point is pressed onto the face, across the plane of motion.",
        "N", example="50 N",
    )  # fmt: skip


@dataclass(frozen=True)
class Coupling:
    """What acts between points of two bodies, along their line or as a bearing."""

    name: str
    a: Circle
    b: Circle
    words: Characteristic | Bearing


@dataclass(frozen=True)
class Shaft:
    """What acts between the angles of two bodies."""

    name: str
    a: Body
    b: Body
    words: TorsionBar


@statement
class MaxwellGroup(Stated):
    """Contacts that share the compliance of one elastic body; SI."""

    name: str
    contacts: Sequence[str] = names(
        "Names of contacts and gaps that sit on the one elastic body; their normal law "
        "is ``maxwell``.",
        ["left", "right"], required=True,
    )  # fmt: skip
    influence: Matrix | None = matrix(
        "Displacement at each contact per force on each, in m/N: symmetric, without "
        "negative eigenvalues, zeros for rigid ones. If not given, ``stiffness`` "
        "states it.",
        [[1e-8, 2e-9], [2e-9, 1e-8]], default=None,
    )  # fmt: skip
    stiffness: Matrix | None = matrix(
        "Force at each contact per displacement of each, in N/m, the inverse of "
        "``influence``. If not given, that states it.",
        [[1e8, -2e7], [-2e7, 1e8]], default=None,
    )  # fmt: skip

    def compliance(self) -> Floats:
        """Displacement of each contact per force on each [m/N], checked."""
        where = f"maxwell[{self.name}]"
        check_names(f"{where}.contacts", self.contacts)
        size = len(self.contacts)
        return influence_matrix(where, size, self.influence, self.stiffness)


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
    a: Circle | None = None
    """What touches, as stated; None where no contour does."""
    b: Contour | RodSide | None = None
    """What it touches; None: a face, or nothing that has a contour."""
    press: Press | None = None
    """What presses it on a face, as stated."""
    profile: Profile | None = None
    linear: LinearBody | None = None
    gap: Gap | None = None
    """Of the linear body."""
    surface: Surface | None = None
    journal: int = -1
    rod: int = -1
