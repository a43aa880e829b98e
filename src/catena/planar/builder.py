"""PlanarSystem: bodies, couplings and contacts in words, a dozen lines for a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from catena.bodies.body_model import BodyModel
from catena.couplings.lines.characteristic import Characteristic
from catena.couplings.lines.linear_spring import LinearSpring
from catena.errors import SpecError
from catena.laws.bilateral import Bilateral
from catena.laws.coulomb import Coulomb, Frictionless
from catena.laws.spring_damper import SpringDamper
from catena.laws.words import Friction, Normal
from catena.model import AXES, Model
from catena.numerics.ranges import check_kind
from catena.planar.assembly import assembled
from catena.planar.bodies import (
    Body,
    Circle,
    Contour,
    Profile,
    Shaped,
    check_contours,
    check_points,
    coordinate_place,
    meeting,
)
from catena.planar.boundaries import Curve, Drive, Load, constant
from catena.planar.checks import check_laws, check_model
from catena.planar.contents import Contents
from catena.planar.linear_parts import (
    Gap,
    LinearBody,
    Matrix,
    Tie,
    TieSpring,
    check_linear,
)
from catena.planar.names import Names
from catena.planar.parts import (
    Bearing,
    Contact,
    Coupling,
    MaxwellGroup,
    Press,
    Shaft,
    TorsionBar,
)
from catena.planar.pieces import Vector
from catena.planar.rods import (
    FlexibleRod,
    RodPlacement,
    RodSide,
    check_neighbours,
    place_rod,
    rod_meeting,
)
from catena.rods.planar_rod import Rod
from catena.tables.pairs import CurveArgument, PairKind

PRESS_STIFFNESS = 1e9
"""Stiffness [N/m] behind a pressed point: its gap never changes, only its force."""


class PlanarSystem(Contents):
    """A planar system under construction.

    Lengths in m, masses in kg, angles in rad, SI throughout. ``ground`` is a body
    that never moves. ``build`` gives the finished model.
    """

    def __post_init__(self) -> None:
        """No name is taken but that of the ground."""
        super().__post_init__()
        self._names = Names(self.ground.name)

    def body(
        self,
        name: str,
        mass: float = 1.0,
        inertia: float = 1.0,
        at: Vector = (0.0, 0.0),
        *,
        angle: float = 0.0,
        velocity: Vector = (0.0, 0.0),
        spin: float = 0.0,
        free: Sequence[str] = ("x", "y", "angle"),
    ) -> Body:
        """A rigid body at its centre of mass; directions that are not free are held."""
        numbers = mass, inertia, at, angle, velocity, spin
        made = Body(len(self.bodies), name, *numbers, free)
        made.check(f"body[{name}]")
        self._names.take_body(name)
        self.bodies.append(replace(made, free=frozenset(free)))
        return self.bodies[-1]

    def wheel(
        self,
        name: str,
        inertia: float,
        at: Vector = (0.0, 0.0),
        *,
        angle: float = 0.0,
        spin: float = 0.0,
    ) -> Body:
        """A body that only turns about a fixed centre."""
        return self.body(name, 1.0, inertia, at, angle=angle, spin=spin, free=["angle"])

    def rod(self, name: str, rod: Rod, **how: Any) -> FlexibleRod:
        """A flexible rod; keywords are those of `catena.planar.rods.RodPlacement`."""
        self._names.take("rod", name)
        self.rods.append(place_rod(self, name, rod, RodPlacement(**how)))
        return self.rods[-1]

    def linear_body(
        self,
        name: str,
        coordinates: Sequence[str],
        mass: Matrix,
        stiffness: Matrix | None = None,
        damping: Matrix | None = None,
        **start: Any,
    ) -> LinearBody:
        """A body with constant matrices, M u' = f - D u - K q.

        ``start`` may hold ``force``, ``at`` and ``velocity`` of all coordinates, as
        `catena.planar.linear_parts.LinearBody` explains them.
        """
        matrices = {"mass": mass, "stiffness": stiffness, "damping": damping}
        made = LinearBody.stated(name, coordinates, **matrices, **start)
        self._names.take_body(name)
        self.linear_bodies.append(made)
        return made

    def modelled_body(
        self,
        name: str,
        model: BodyModel,
        **start: Any,
    ) -> LinearBody:
        """A linear body whose matrices follow from a model, such as a cantilever."""
        check_model(f"linear_body[{name}].model", model)
        return self.linear_body(name, *model.matrices(), **start)

    def spring(
        self,
        name: str,
        a: Circle,
        b: Circle,
        stiffness: float,
        damping: float = 0.0,
        rest: float = 0.0,
    ) -> None:
        """A spring with a damper along the line between two points."""
        pull = LinearSpring(stiffness, damping, rest)
        self._add_line(f"spring[{name}]", name, a, b, pull)

    def couple(self, name: str, a: Circle, b: Circle, pull: Characteristic) -> None:
        """A coupling along the line between two points, such as ``Rope(5e4, 0.5)``."""
        words = "a coupling along a line such as Rope(5e4, 0.5)"
        check_kind(f"coupling[{name}].pull", pull, (Characteristic,), words)
        self._add_line(f"coupling[{name}].pull", name, a, b, pull)

    def _add_line(
        self, where: str, name: str, a: Circle, b: Circle, pull: Characteristic
    ) -> None:
        check_points(where, a, b)
        self._check_pair(where, a.body, b.body)
        pull.numbers(where)
        self._names.take("spring", name)
        self.springs.append(Coupling(name, a, b, pull))

    def journal(
        self,
        name: str,
        a: Circle,
        b: Circle,
        stiffness: float,
        damping: float = 0.0,
        clearance: float = 0.0,
        turn_damping: float = 0.0,
        *,
        pin_radius: float | None = None,
        friction: Friction | None = None,
        group: str = "",
    ) -> None:
        """An elastic bearing between two points, with friction at its pin if given."""
        where = f"journal[{name}]"
        check_points(where, a, b)
        self._check_pair(where, a.body, b.body)
        bearing = Bearing(stiffness, damping, clearance, turn_damping, pin_radius)
        bearing.numbers(where)
        self._names.take("journal", name)
        self.journals.append(Coupling(name, a, b, bearing))
        if friction is not None:
            if pin_radius is None:
                words = "is required and missing: friction acts at the pin radius"
                raise SpecError.at(f"{where}.pin_radius", None, words)
            pin = (0.0, 0.0, pin_radius, -1.0)
            who = PairKind.JOURNAL_TURN, a.body.index, b.body.index, pin
            at = len(self.journals) - 1
            turn = Contact(f"{name}.turn", group, *who, None, friction, journal=at)
            self._add_contact(turn)

    def torsion_bar(
        self,
        name: str,
        a: Body,
        b: Body,
        stiffness: float,
        damping: float = 0.0,
        rest: float | None = None,
        *,
        ratio: float = 1.0,
        play: float = 0.0,
    ) -> None:
        """A spring with a damper between two angles, relaxed at the start if unsaid.

        With a ratio (turns of b per turn of a) and play a pair of gears, seen from b.
        """
        where = f"torsion_bar[{name}]"
        self._check_pair(where, a, b)
        bar = TorsionBar(stiffness, damping, rest, ratio, play)
        bar.numbers(where)
        if rest is None:
            bar = replace(bar, rest=b.angle - ratio * a.angle)
        self._names.take("torsion_bar", name)
        self.torsion_bars.append(Shaft(name, a, b, bar))

    def pin(self, name: str, a: Circle, b: Circle) -> None:
        """A rigid revolute joint between two points."""
        check_kind("pin", name, (str,), "a text as name")
        check_points(f"pin[{name}]", a, b)
        self._check_pair(f"pin[{name}]", a.body, b.body)
        numbers = (*a.centre, 0.0, 0.0, *b.centre, 0.0, 0.0)
        for pair in (PairKind.PIN_X, PairKind.PIN_Y):
            axis = pair.name[-1].lower()
            who = pair, a.body.index, b.body.index, numbers
            laws = Bilateral(), Frictionless()
            self._add_contact(Contact(f"{name}.{axis}", name, *who, *laws, a, b))

    def contact(
        self,
        name: str,
        a: Circle,
        b: Contour | RodSide,
        normal: Normal,
        friction: Friction | None = None,
        group: str = "",
    ) -> None:
        """A contact between a circle or point of one body and a contour of another."""
        where = f"contact[{name}]"
        check_contours(where, a, b, RodSide)
        if normal is None:
            raise SpecError.at(f"{where}.normal", None, "expected a normal law")
        self._check_pair(where, a.body, b.body)
        if isinstance(b, Circle):
            check_neighbours(where, a, b, self.rods, self.contacts)
        pair, numbers = rod_meeting(where, a, b, normal, self.rods) if isinstance(
            b, RodSide
        ) else meeting(where, a, b)  # fmt: skip
        met = Contact(
            name,
            group,
            pair,
            a.body.index,
            b.body.index,
            numbers,
            normal,
            Frictionless() if friction is None else friction,
            a,
            b,
            profile=b if isinstance(b, Profile) else None,
            surface=b.shape if isinstance(b, Shaped) else None,
            rod=b.rod.index if isinstance(b, RodSide) else -1,
        )
        self._add_contact(met)

    def press(
        self, name: str, point: Circle, face: Body, force: float, friction: Coulomb
    ) -> None:
        """A point pressed axially on the face of a body: friction in the plane."""
        check_points(f"press[{name}]", point)
        self._check_pair(f"press[{name}]", point.body, face)
        made = Press(force)
        made.check(f"press[{name}]")
        numbers = (*point.centre, 0.0, -force / PRESS_STIFFNESS)
        who = PairKind.POINT_FACE, point.body.index, face.index, numbers
        normal = SpringDamper(PRESS_STIFFNESS)
        laws = normal, friction
        self._add_contact(Contact(name, "", *who, *laws, point, press=made))

    def gap(
        self,
        name: str,
        body: LinearBody,
        gap: Gap,
        normal: Normal,
        friction: Friction | None = None,
    ) -> None:
        """A contact of a linear body, such as ``Gap(1e-4, [1.0, 0.0])``."""
        where = f"gap[{name}]"
        check_linear(where, body, self.linear_bodies)
        check_kind(where, gap, (Gap,), "a Gap, such as Gap(1e-4, [1.0, 0.0])")
        shape = gap.checked(where, body, normal)
        if shape.partner is not None:
            self._check_own(f"{where}.other", shape.partner.body)
        who, rubs = (PairKind.AFFINE, 0, 0, (0.0,) * 8), friction or Frictionless()
        made = Contact(name, "", *who, normal, rubs, linear=body, gap=shape)
        self._add_contact(made)

    def tie(
        self,
        name: str,
        body: LinearBody,
        coordinate: str,
        other: Body,
        axis: str,
        spring: TieSpring,
    ) -> None:
        """A spring from a coordinate of a linear body to one of a rigid body."""
        where = f"tie[{name}]"
        check_linear(where, body, self.linear_bodies)
        self._dof(f"{where}.axis", other, axis)
        made = Tie(name, body, coordinate, other, axis, spring)
        made.check(where)
        self._names.take("torsion_bar", name)
        self.ties.append(made)

    def maxwell(
        self,
        name: str,
        contacts: Sequence[str],
        influence: Matrix | None = None,
        stiffness: Matrix | None = None,
    ) -> None:
        """Contacts with the law ``Maxwell`` that share one elastic body.

        Either the influence matrix [m/N] is given, displacement of each contact per
        force on each, or its inverse, the stiffness matrix [N/m].
        """
        group = MaxwellGroup(name, contacts, influence, stiffness)
        group.compliance()
        self._names.take("maxwell", name)
        self.maxwell_groups.append(group)

    def prescribe(self, body: Body, axis: str, speed: float | Curve) -> None:
        """Let a coordinate follow a speed, whatever force it takes."""
        where = coordinate_place("prescribe", body, axis)
        curve = speed if isinstance(speed, Curve) else constant(speed)
        dof = self._dof(where, body, axis)
        if any(drive.dof == dof for drive in self.drives):
            raise SpecError.at(where, axis, "expected a coordinate without a motor")
        self.drives.append(Drive(f"{body.name}.{axis}", dof, curve.checked(where)))

    def load(
        self,
        body: Body,
        axis: str,
        value: float | Curve,
        over: CurveArgument = CurveArgument.TIME,
        ramp: float = 0.0,
        *,
        follows: bool = False,
    ) -> None:
        """A force or torque over time, place or speed; a force may follow its body."""
        where = coordinate_place("load", body, axis)
        curve = value if isinstance(value, Curve) else constant(value)
        check_kind(f"{where}.over", over, (CurveArgument,), "a CurveArgument")
        given = self._dof(where, body, axis), curve.checked(where), over, ramp, follows
        made = Load(f"{body.name}.{axis}", *given)
        made.check(where)
        self.loads.append(made)

    def build(self) -> Model:
        """The finished model: tables, initial state and names."""
        return assembled(self)

    def _dof(self, where: str, body: Body, axis: str) -> int:
        self._check_own(where, body)
        if axis not in AXES or body.index == 0:
            raise SpecError.at(where, axis, "expected x, y or angle of a moving body")
        return 3 * body.index + AXES[axis]

    def _check_own(self, where: str, body: Body) -> None:
        check_kind(where, body, (Body,), "a body")
        if not any(body is own for own in self.bodies[body.index : body.index + 1]):
            raise SpecError.at(where, body.name, "expected a body of this system")

    def _check_pair(self, where: str, a: Body, b: Body) -> None:
        self._check_own(where, a)
        self._check_own(where, b)
        if a is b:
            raise SpecError.at(where, a.name, "expected two bodies, not twice the same")

    def _add_contact(self, contact: Contact) -> None:
        """Take a contact up; alone it is a group of its own."""
        where = f"contact[{contact.name}]"
        check_laws(where, contact.normal, contact.friction)
        check_kind(f"{where}.group", contact.group, (str,), "a text as group")
        self._names.take("contact", contact.name)
        group = contact.group or contact.name
        self.contacts.append(replace(contact, group=group))
