"""A planar rod: straight or curved at rest, open or closed, uniform or varying."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from catena.errors import SpecError
from catena.numerics.arrays import Floats
from catena.numerics.ranges import check_positive
from catena.rods.loads import PointLoad, PointSpring, checked_place
from catena.rods.obstacles import (
    Disc,
    Obstacle,
    add_pressure,
    add_pressure_stiffness,
    check_radius,
    pressure_energy,
)
from catena.rods.planar_forces import (
    Bend,
    Grid,
    damping_forces,
    energy,
    gradient,
    hessian,
)
from catena.rods.section import Along, Section, at_vertices, per_element, positive
from catena.rods.shape import RodShape
from catena.rods.vertex_row import VertexRow

LINK = 1e-7
"""Rotary inertia of links without EI over mass_per_length length^2, above rounding."""


class Rod(VertexRow):
    """A rod in the plane, a staggered Cosserat grid; loads are added by methods.

    Coordinates: x of all vertices, y of all vertices, angles of all elements.
    """

    def __init__(
        self,
        points: Sequence[tuple[float, float]] | Floats,
        EA: Along,
        EI: Along,
        GA: Along | None = None,
        *,
        mass_per_length: Along = 0.0,
        rotary_inertia: Along | None = None,
        height: float | None = None,
        **shape: Any,
    ) -> None:
        """A rod through points.

        Args:
            points: Places of the vertices at rest (n + 1, 2), n of a closed rod [m].
            EA: Axial stiffness [N].
            EI: Bending stiffness [N m^2]; 0 makes a chain of links.
            GA: Shear stiffness with its correction [N]; EA if not given.
            mass_per_length: [kg/m]; needed by gravity and modes.
            rotary_inertia: Per length [kg m]; mass_per_length EI / EA if not given, of
                links without EI 1e-7 mass_per_length length^2.
            height: Between the outer fibres [m]; of a rectangle with this EI and EA if
                not given.
            shape: ``start``, ``end``, ``closed`` and ``relaxed`` of
                `catena.rods.shape.RodShape`.
        """
        section = EA, EI, GA, mass_per_length, height, rotary_inertia
        self.section = Section(*section)
        if height is not None:
            check_positive("rod.height", height)
        self.stated_shape = stated = RodShape(**shape)
        stated.check("rod")
        self.points = _checked_points(points, stated.closed)
        self.closed, self.relaxed, self.ends = (
            stated.closed, stated.relaxed, stated.ends
        )  # fmt: skip
        self.loads: list[PointLoad] = []
        self.springs: list[PointSpring] = []
        self.obstacles: list[Obstacle] = []
        self.weight = np.zeros(2)
        self.spin = self.damping_time = 0.0
        _ = self.grid  # checks the section

    @classmethod
    def straight(
        cls, length: float, elements: int, *section: Along,
        at: tuple[float, float] = (0.0, 0.0), angle: float = 0.0, **more: object,
    ) -> Rod:  # fmt: skip
        """A straight rod from a place, at an angle [rad] to the x axis."""
        _check_size(length, elements)
        s = np.linspace(0.0, length, elements + 1)
        along = np.array([math.cos(angle), math.sin(angle)])
        return cls(np.array(at) + s[:, None] * along, *section, **more)  # type: ignore[arg-type]

    @classmethod
    def ring(cls, radius: float, elements: int, *section: Along, **more: object) -> Rod:
        """A closed circle about the origin, counter-clockwise and free of stress.

        Its elements are arcs: they have the length of their arc, not of the chord.
        """
        _check_size(radius, elements)
        phi = 2.0 * np.pi * np.arange(elements) / elements
        chord = (np.pi / elements) / math.sin(np.pi / elements)
        places = chord * radius * np.stack([np.cos(phi), np.sin(phi)], axis=1)
        return cls(places, *section, closed=True, **more)  # type: ignore[arg-type]

    def force(
        self, place: str | float, force: tuple[float, float], *, follows: bool = False
    ) -> Rod:
        """A force [N] at ``start``, ``end`` or a distance; in the rod's axes if so."""
        return self._load(place, force, 0.0, follows)

    def moment(self, place: str | float, moment: float) -> Rod:
        """A moment [N m], counter-clockwise."""
        return self._load(place, (0.0, 0.0), moment, False)

    def spring(self, place: str | float, stiffness: tuple[float, float]) -> Rod:
        """Springs [N/m] along x and y from a vertex to its place at rest."""
        at = checked_place(
            "spring.place", place, self.elements, self.length, self.closed
        )
        if min(stiffness) < 0.0:
            raise SpecError.at("spring.stiffness", stiffness, "expected 0 or more")
        self.springs.append(PointSpring(at, tuple(map(float, stiffness))))
        return self

    def touch(self, obstacle: Obstacle) -> Rod:
        """A floor or disc that presses on the vertices; see `Floor` and `Disc`."""
        if not obstacle.stiffness > 0.0:
            words = "expected a value above 0"
            raise SpecError.at("obstacle.stiffness", obstacle.stiffness, words)
        if isinstance(obstacle, Disc):
            check_radius("obstacle.radius", obstacle.radius, self.lengths)
        self.obstacles.append(obstacle)
        return self

    @cached_property
    def shares(self) -> Floats:
        """Length of rod that belongs to each vertex [m]."""
        found = np.zeros(self.vertices)
        np.add.at(found, self.grid.a, 0.5 * self.lengths)
        np.add.at(found, self.grid.b, 0.5 * self.lengths)
        return found

    def gravity(self, acceleration: tuple[float, float]) -> Rod:
        """Weight [m/s^2]; it grows with the load factor."""
        if not (self.mass > 0.0).all():
            raise SpecError.at("rod.mass_per_length", 0.0, "expected a value above 0")
        self.weight = np.array(acceleration, dtype=float)
        return self

    def rotate(self, spin: float) -> Rod:
        """Turn with a frame about the origin [rad/s]: centrifugal forces at once.

        Rotary inertia takes no part in them: in the plane it has none.
        """
        if not math.isfinite(spin):
            raise SpecError.at("rod.spin", spin, "expected a finite number")
        _ = self.masses()
        self.spin = float(spin)
        return self

    def damp(self, time: float) -> Rod:
        """Damp stretch and shear; a strain e is stressed as e + time e' [s]."""
        if not 0.0 <= time < math.inf:
            raise SpecError.at("rod.damping_time", time, "expected 0 or more")
        self.damping_time = float(time)
        return self

    def _load(
        self, place: str | float, force: tuple[float, float], moment: float, foll: bool
    ) -> Rod:
        at = checked_place("load.place", place, self.elements, self.length, self.closed)
        if not all(map(math.isfinite, (*force, moment))):
            raise SpecError.at("load", (*force, moment), "expected finite numbers")
        self.loads.append(PointLoad(at, tuple(map(float, force)), (moment,), foll))
        return self

    @cached_property
    def lengths(self) -> Floats:
        """Of all elements at rest [m]."""
        return np.asarray(np.hypot(*self.steps.T))

    @cached_property
    def angles(self) -> Floats:
        """Of all elements at rest, without jumps [rad]."""
        return np.unwrap(np.arctan2(self.steps[:, 1], self.steps[:, 0]))

    @cached_property
    def mass(self) -> Floats:
        """Per length, of all elements [kg/m]."""
        given = self.section.mass_per_length
        return per_element("rod.mass_per_length", given, self.elements)

    @cached_property
    def grid(self) -> Grid:
        """Tables of the inner forces."""
        n, section = self.elements, self.section
        EA = positive("rod.EA", section.EA, n)
        GA = EA if section.GA is None else positive("rod.GA", section.GA, n)
        first = np.arange(n)
        b = (first + 1) % self.vertices
        return Grid(first, b, self.vertices, self.lengths, EA, GA, self._bends())

    def _bends(self) -> Bend:
        """Turning springs between elements and at clamps."""
        n, angles, h = self.elements, self.angles, self.lengths
        EI = per_element("rod.EI", self.section.EI, n)
        at = at_vertices(EI, self.closed)
        before, after = list(range(n - 1)), list(range(1, n))
        k = list(at[1:n] / (0.5 * (h[1:] + h[:-1])))
        straight = 0.0 if self.relaxed else 1.0
        rest = list((1.0 - straight) * np.diff(angles))
        if self.closed:  # once around the angle winds up
            before.append(n - 1)
            after.append(0)
            k.append(at[0] / (0.5 * (h[0] + h[-1])))
            jump = angles[0] - angles[-1]
            winding = 2.0 * np.pi * round((np.diff(angles).sum()
                       + _half_turn(jump)) / (2.0 * np.pi))  # fmt: skip
            turn = jump + winding
            rest.append((1.0 - straight) * turn - winding)
        if self.ends[0] == "clamped":
            before.append(-1)
            after.append(0)
            k.append(EI[0] / (0.5 * h[0]))
            rest.append(angles[0])
        if self.ends[1] == "clamped":
            before.append(n - 1)
            after.append(-1)
            k.append(EI[-1] / (0.5 * h[-1]))
            rest.append(-angles[-1])
        return Bend(
            np.array(before, int), np.array(after, int), np.array(k), np.array(rest)
        )

    # what statics and modes ask of a structure

    def start(self) -> Floats:
        """Coordinates at rest."""
        return np.concatenate([*self.points.T, self.angles])

    @cached_property
    def free(self) -> np.ndarray:
        """Coordinates that may move."""
        may = np.ones(2 * self.vertices + self.elements, dtype=bool)
        for end, vertex in zip(self.ends, (0, self.vertices - 1), strict=True):
            if end != "free":
                may[[vertex, self.vertices + vertex]] = False
        return may

    @cached_property
    def sizes(self) -> Floats:
        """What counts as one: the length of the rod, and one radian."""
        places = np.full(2 * self.vertices, self.length)
        return np.concatenate([places, np.ones(self.elements)])

    def masses(self, inertia_scale: float = 1.0) -> Floats:
        """Flat diagonal [kg, kg m^2]; rotary inertia may be scaled."""
        rho = positive(
            "rod.mass_per_length", self.section.mass_per_length, self.elements
        )
        part = rho * self.lengths
        at = np.zeros(self.vertices)
        np.add.at(at, self.grid.a, 0.5 * part)
        np.add.at(at, self.grid.b, 0.5 * part)
        own = self.section.rotary_inertia
        EI = per_element("rod.EI", self.section.EI, self.elements)
        inertia = rho * np.where(EI > 0.0, EI / self.grid.EA, LINK * self.length**2)
        if own is not None:
            inertia = positive("rod.rotary_inertia", own, self.elements)
        return np.concatenate([at, at, inertia_scale * inertia * self.lengths])

    def mass_matrix(self, q: Floats, inertia_scale: float = 1.0) -> Floats:
        """Of all coordinates."""
        return np.diag(self.masses(inertia_scale))

    def velocity_matrix(self, q: Floats) -> Floats:
        """C of the turning frame, and of damped strains."""
        n = self.vertices
        C = np.zeros((self.sizes.size, self.sizes.size))
        x, y = np.arange(n), n + np.arange(n)
        C[x, y] = -2.0 * self.spin * self.masses()[:n]
        C[y, x] = -C[x, y]
        if self.damping_time > 0.0:
            C -= np.stack([self.damping(q, one) for one in np.eye(q.size)], axis=1)
        return C

    def damping(self, q: Floats, u: Floats) -> Floats:
        """Forces of damped strains against a motion [N, N m]."""
        return damping_forces(self.grid, q, u, self.damping_time)

    def moved(self, q: Floats, step: Floats) -> Floats:
        """Coordinates after a step."""
        return np.asarray(q + step)

    def energy(self, q: Floats) -> float:
        """Elastic energy [J]."""
        return energy(self.grid, q) + pressure_energy(self.obstacles, q, self.shares)

    def forces(self, q: Floats, factor: float) -> Floats:
        """Loads times their factor, less inner forces and springs."""
        return np.asarray(factor * self.load(q) - self.inner(q))

    def inner(self, q: Floats) -> Floats:
        """Inner forces and springs, less centrifugal forces [N, N m]."""
        found, n = gradient(self.grid, q), self.vertices
        for spring in self.springs:
            for axis, k in enumerate(spring.stiffness):
                i = axis * n + spring.vertex
                found[i] += k * (q[i] - self.points[spring.vertex, axis])
        add_pressure(self.obstacles, q, self.shares, found)
        if self.spin:
            found[: 2 * n] -= self.spin**2 * self.masses()[: 2 * n] * q[: 2 * n]
        return found

    def load(self, q: Floats) -> Floats:
        """All loads at full size."""
        n, found = self.vertices, np.zeros(q.size)
        if self.weight.any():
            mass = self.masses()[: 2 * n]
            found[: 2 * n] = mass * np.repeat(self.weight, n)
        for load in self.loads:
            f_x, f_y = load.force
            beside = self.beside(load.vertex)
            if load.follows:
                phi = float(np.mean(q[2 * n + beside]))
                c, s = math.cos(phi), math.sin(phi)
                f_x, f_y = c * f_x - s * f_y, s * f_x + c * f_y
            found[load.vertex] += f_x
            found[n + load.vertex] += f_y
            found[2 * n + beside] += load.moment[0] / beside.size
        return found

    def stiffness(self, q: Floats, factor: float) -> Floats:
        """-d forces / d q; not symmetric where loads follow."""
        K, n = hessian(self.grid, q), self.vertices
        for spring in self.springs:
            for axis, k in enumerate(spring.stiffness):
                K[axis * n + spring.vertex, axis * n + spring.vertex] += k
        add_pressure_stiffness(self.obstacles, q, self.shares, K)
        if self.spin:
            own = np.arange(2 * n)
            K[own, own] -= self.spin**2 * self.masses()[: 2 * n]
        for load in self.loads:
            if not load.follows:
                continue
            beside = self.beside(load.vertex)
            phi = float(np.mean(q[2 * n + beside]))
            c, s = math.cos(phi), math.sin(phi)
            f_1, f_2 = load.force
            turn = factor / beside.size
            K[load.vertex, 2 * n + beside] -= turn * (-s * f_1 - c * f_2)
            K[n + load.vertex, 2 * n + beside] -= turn * (c * f_1 - s * f_2)
        return K

    @property
    def loose(self) -> bool:
        """Whether nothing holds the rod as a whole."""
        return bool(self.free.all()) and not (self.springs or self.obstacles)

    def names(self) -> tuple[str, ...]:
        """Of all coordinates."""
        places = [f"vertex[{i}].{a}" for a in "xy" for i in range(self.vertices)]
        return (*places, *(f"element[{i}].angle" for i in range(self.elements)))

    def shape(self, q: Floats) -> Floats:
        """Places of the vertices, (vertices, 2) [m]."""
        return np.asarray(q[: 2 * self.vertices].reshape(2, -1).T)

    def vertex_steps(self, step: Floats) -> Floats:
        """The part of a step that moves the vertices."""
        return self.shape(step)


def _half_turn(jump: float) -> float:
    """The turn between -pi and pi that a jump of an angle stands for."""
    return float((jump + math.pi) % (2.0 * math.pi) - math.pi)


def _checked_points(points: object, closed: bool) -> Floats:
    found = np.asarray(points, dtype=np.float64)
    least = 3 if closed else 2
    if found.ndim != 2 or found.shape[1] != 2 or found.shape[0] < least:
        words = f"expected at least {least} pairs x, y"
        raise SpecError.at("rod.points", found.shape, words)
    ahead = np.roll(found, -1, axis=0) if closed else found[1:]
    steps = np.hypot(*(ahead - found[: len(ahead)]).T)
    if not (np.isfinite(found).all() and (steps > 0.0).all()):
        raise SpecError.at("rod.points", "", "expected places, no two alike in a row")
    return found


def _check_size(length: float, elements: int) -> None:
    if not length > 0.0:
        raise SpecError.at("rod.length", length, "expected a length above 0")
    if elements < 1:
        raise SpecError.at("rod.elements", elements, "expected at least 1")
