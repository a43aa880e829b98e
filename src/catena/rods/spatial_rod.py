"""A rod in space: straight or curved at rest, open or closed, with its loads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from catena.errors import SpecError
from catena.numerics.arrays import Floats
from catena.rods.loads import PointLoad, checked_place
from catena.rods.section import Along, per_element, positive
from catena.rods.shape import RodShape
from catena.rods.spatial_forces import inverse_tangent, rotation, rotation_vector
from catena.rods.vertex_row import VertexRow

NUDGE = 1e-6
"""Difference for the tangent, over the length of an element and in rad."""


class Place(NamedTuple):
    """Coordinates of a spatial rod."""

    r: Floats  # (vertices, 3) [m]
    A: Floats  # (elements, 3, 3)  axes of the elements as columns


class SpatialRod(VertexRow):
    """A rod in space, a staggered Cosserat grid.

    Velocities stand in blocks of six per vertex: that of the vertex, then the spin of
    the element behind it in the axes of the world.
    """

    def __init__(
        self,
        points: Sequence[tuple[float, float, float]] | Floats,
        stretch: tuple[Along, Along, Along],
        bend: tuple[Along, Along, Along],
        *,
        normal: tuple[float, float, float] = (0.0, 0.0, 1.0),
        mass_per_length: Along = 0.0,
        rotary_inertia: tuple[float, float, float] | None = None,
        start: str = "free",
        end: str = "free",
        closed: bool = False,
        relaxed: bool = True,
    ) -> None:
        """A rod through points.

        Args:
            points: Places of the vertices at rest (n + 1, 3), n of a closed rod [m].
            stretch: EA, GA along the second and the third axis [N]; these, ``bend`` and
                the mass each one number, or one for each element.
            bend: GJ, EI about the second and the third axis [N m^2].
            normal: The third axis is as near to it as the tangent allows.
            mass_per_length: [kg/m]
            rotary_inertia: About the three axes per length [kg m]; that of slender
                rods of these stiffnesses if not given.
            start: ``free``, ``pinned`` or ``clamped``.
            end: Of the other end.
            closed: The last vertex is joined to the first.
            relaxed: Whether the rod is free of stress in this shape; else it is
                straight at rest.
        """
        self.points = np.asarray(points, dtype=np.float64)
        shape = self.points.shape
        if self.points.ndim != 2 or shape[1] != 3 or shape[0] < 2 + closed:
            raise SpecError.at("rod.points", shape, "expected places x, y, z")
        RodShape(closed=closed, relaxed=relaxed, start=start, end=end).check("rod")
        self.closed, self.ends, self.relaxed = closed, (start, end), relaxed
        self.stretch = self._stiffnesses("stretch", stretch)
        self.bend = self._stiffnesses("bend", bend)
        self.normal = np.array(normal, dtype=float)
        where = "rod.mass_per_length"
        self.mass_per_length = per_element(where, mass_per_length, self.elements)
        self.rotary_inertia = rotary_inertia
        self.loads: list[PointLoad] = []
        self.spin = 0.0

    def _stiffnesses(self, name: str, values: tuple[Along, Along, Along]) -> Floats:
        """Three of every element (elements, 3)."""
        if len(values) != 3:
            words = "expected three stiffnesses above 0"
            raise SpecError.at(f"rod.{name}", values, words)
        found = [positive(f"rod.{name}", one, self.elements) for one in values]
        return np.stack(found, axis=1)

    @cached_property
    def lengths(self) -> Floats:
        """Of all elements at rest [m]."""
        found = np.linalg.norm(self.steps, axis=1)
        if not (found > 0.0).all():
            raise SpecError.at("rod.points", "", "expected no two alike in a row")
        return np.asarray(found)

    @cached_property
    def frames(self) -> Floats:
        """Axes of the elements at rest, as columns, (elements, 3, 3)."""
        t = self.steps / self.lengths[:, None]
        b = self.normal - (t @ self.normal)[:, None] * t
        size = np.linalg.norm(b, axis=1)
        if not (size > 1e-6).all():
            words = "expected a direction that the rod never takes"
            raise SpecError.at("rod.normal", tuple(self.normal.tolist()), words)
        b = b / size[:, None]
        return np.stack([t, np.cross(b, t), b], axis=2)

    @cached_property
    def _pairs(self) -> tuple[Floats, Floats]:
        """Distances and turns at rest between neighbouring elements."""
        A, h = self.frames, self.lengths
        ahead = np.roll(A, -1, axis=0), np.roll(h, -1)
        last = self.elements if self.closed else self.elements - 1
        turn = rotation_vector(np.swapaxes(A, 1, 2) @ ahead[0])[:last]
        return 0.5 * (h + ahead[1])[:last], turn if self.relaxed else 0.0 * turn

    def force(
        self, place: str | float, force: Sequence[float], *, follows: bool = False
    ) -> SpatialRod:
        """A force [N] at ``start``, ``end`` or a distance along the rod."""
        return self._load(place, force, (0.0, 0.0, 0.0), follows)

    def moment(self, place: str | float, moment: Sequence[float]) -> SpatialRod:
        """A moment [N m] in the axes of the world."""
        return self._load(place, (0.0, 0.0, 0.0), moment, False)

    def rotate(self, spin: float) -> SpatialRod:
        """Turn with a frame about the z axis [rad/s]: centrifugal forces at once.

        Rotary inertia takes no part in them: rods are slender.
        """
        _ = self.masses()
        self.spin = float(spin)
        return self

    def _load(
        self, place: str | float, force: Sequence[float], moment: Sequence[float],
        follows: bool,
    ) -> SpatialRod:  # fmt: skip
        at = checked_place("load.place", place, self.elements, self.length, self.closed)
        if len(force) != 3 or len(moment) != 3:
            raise SpecError.at("load", tuple(force), "expected three components")
        parts = (tuple(map(float, force)), tuple(map(float, moment)))
        self.loads.append(PointLoad(at, *parts, follows))
        return self

    # what statics and modes ask of a structure

    def start(self) -> Place:
        """Places and axes at rest."""
        return Place(self.points.copy(), self.frames.copy())

    @cached_property
    def free(self) -> np.ndarray:
        """Velocities that may differ from zero."""
        may = np.ones((self.vertices, 6), dtype=bool)
        if not self.closed:
            may[-1, 3:] = False  # no element behind the last vertex
        for end, vertex in zip(self.ends, (0, -1), strict=True):
            if end != "free":
                may[vertex, :3] = False
        return may.ravel()

    @cached_property
    def sizes(self) -> Floats:
        """The length of the rod for places, one radian for spins."""
        return np.tile([self.length] * 3 + [1.0] * 3, self.vertices)

    def moved(self, place: Place, step: Floats) -> Place:
        """The place after a step of vertices and spins; many of each if so shaped."""
        steps = step.reshape(*step.shape[:-1], -1, 6)
        turn = rotation(steps[..., : self.elements, 3:])
        return Place(place.r + steps[..., :3], turn @ place.A)

    def inner(self, place: Place) -> Floats:
        """dV: forces on vertices [N], moments on elements in the world [N m]."""
        r, A = place
        n = self.elements
        d, h = (
            np.roll(r, -1, axis=-2)[..., :n, :] - r[..., :n, :],
            self.lengths[:, None],
        )
        eps = np.einsum("...ji,...j->...i", A, d) / h
        eps[..., 0] -= 1.0
        N = np.einsum("...ij,...j->...i", A, self.stretch * eps)
        found = np.zeros((*r.shape[:-1], 6))
        found[..., :n, :3] -= N
        if self.closed:
            found[..., :3] += np.roll(N, 1, axis=-2)
        else:
            found[..., 1:, :3] += N
        found[..., :n, 3:] -= np.cross(d, N)
        self._add_bending(A, found[..., :n, 3:])
        if self.spin:
            mass = self.masses().reshape(-1, 6)[:, :2]
            found[..., :2] -= self.spin**2 * mass * r[..., :2]
        return found.reshape(*found.shape[:-2], -1)

    def _add_bending(self, A: Floats, moments: Floats) -> None:
        """Moments between elements and at clamps."""
        (gap, rest), ahead = self._pairs, np.roll(self.bend, -1, axis=0)
        soft = gap[:, None] / (0.5 * (self.bend + ahead)[: len(gap)])
        if self.closed:
            moment = self._moment(A, np.roll(A, -1, axis=-3), soft, rest)
            moments += np.roll(moment, 1, axis=-2) - moment
        else:
            first, second = A[..., :-1, :, :], A[..., 1:, :, :]
            moment = self._moment(first, second, soft, rest)
            moments[..., :-1, :] -= moment
            moments[..., 1:, :] += moment
        zero, own = np.zeros((1, 3)), self.frames
        if self.ends[0] == "clamped":
            half, first = 0.5 * self.lengths[0] / self.bend[:1], A[..., :1, :, :]
            fixed = np.broadcast_to(own[:1], first.shape)
            moments[..., :1, :] += self._moment(fixed, first, half, zero)
        if self.ends[1] == "clamped":
            half, last = 0.5 * self.lengths[-1] / self.bend[-1:], A[..., -1:, :, :]
            fixed = np.broadcast_to(own[-1:], last.shape)
            moments[..., -1:, :] -= self._moment(last, fixed, half, zero)

    def _moment(self, A: Floats, B: Floats, soft: Floats, rest: Floats) -> Floats:
        """Between elements with the axes A and B, in the world."""
        turn = rotation_vector(np.swapaxes(A, -1, -2) @ B)
        moment = (turn - rest) / soft
        own = np.einsum("...ji,...j->...i", inverse_tangent(turn), moment)
        return np.asarray(np.einsum("...ij,...j->...i", A, own))

    def load(self, place: Place) -> Floats:
        """All loads at full size."""
        found = np.zeros((*place.r.shape[:-1], 6))
        for load in self.loads:
            beside = self.beside(load.vertex)
            force = np.array(load.force)
            if load.follows:
                force = np.mean([place.A[..., e, :, :] @ force for e in beside], axis=0)
            found[..., load.vertex, :3] += force
            for e in beside:
                found[..., e, 3:] += np.array(load.moment) / len(beside)
        return found.reshape(*found.shape[:-2], -1)

    @property
    def loose(self) -> bool:
        """Whether nothing holds the rod as a whole."""
        return self.ends == ("free", "free")

    def forces(self, place: Place, factor: float) -> Floats:
        """Loads times their factor, less inner forces."""
        return np.asarray(factor * self.load(place) - self.inner(place))

    def stiffness(self, place: Place, factor: float) -> Floats:
        """-d forces / d place by central differences.

        A vertex feels its neighbours only, so that every third one is moved at once;
        a ring of another number of vertices moves a few alone.
        """
        n, K = self.vertices, np.zeros((6 * self.vertices, 6 * self.vertices))
        size = np.array([NUDGE * float(self.lengths.min())] * 3 + [NUDGE] * 3)
        whole = n - n % 3 if self.closed else n
        groups = [np.arange(c, whole, 3) for c in range(min(3, n))]
        groups += [np.array([v]) for v in range(whole, n)]
        moves = np.zeros((len(groups), 6, n, 6))
        for c, group in enumerate(groups):
            for axis in range(6):
                moves[c, axis, group, axis] = size[axis]
        steps = moves.reshape(len(groups), 6, -1)
        back = self.forces(self.moved(place, -steps), factor)
        on = self.forces(self.moved(place, steps), factor)
        slope = ((back - on) / (2.0 * size[:, None])).reshape(len(groups), 6, n, 6)
        near = np.arange(-1, 2)
        for c, group in enumerate(groups):
            for v in group:
                around = (v + near) % n if self.closed else v + near
                around = np.unique(around[(around >= 0) & (around < n)])
                rows = (6 * around[:, None] + np.arange(6)).ravel()
                block = slope[c][:, around].reshape(6, -1).T
                K[rows[:, None], 6 * v + np.arange(6)] = block
        return K

    def masses(self, inertia_scale: float = 1.0) -> Floats:
        """Flat diagonal [kg, kg m^2], of axes along those of the elements at rest."""
        _ = positive("rod.mass_per_length", self.mass_per_length, self.elements)
        part = self.mass_per_length * self.lengths
        found = np.zeros((self.vertices, 6))
        found[: self.elements, :3] += 0.5 * part[:, None]
        second = (np.arange(self.elements) + 1) % self.vertices
        np.add.at(found[:, :3], second, 0.5 * part[:, None])
        own = np.array(self.rotary_inertia or 0.0)
        if self.rotary_inertia is None:
            slender = self.mass_per_length[:, None] * self.bend / self.stretch[:, :1]
            own = np.stack(
                [slender[:, 1] + slender[:, 2], slender[:, 1], slender[:, 2]], axis=1
            )
        found[: self.elements, 3:] = inertia_scale * own * self.lengths[:, None]
        found[self.elements :, 3:] = 1.0  # held
        return found.ravel()

    def mass_matrix(self, place: Place, inertia_scale: float = 1.0) -> Floats:
        """Of all velocities; rotary inertia turned into the world."""
        flat = self.masses(inertia_scale)
        M = np.diag(flat)
        for e in range(self.elements):
            own = slice(6 * e + 3, 6 * e + 6)
            M[own, own] = place.A[e] @ np.diag(flat[own]) @ place.A[e].T
        return M

    def velocity_matrix(self, place: Place) -> Floats:
        """C of the turning frame."""
        C, mass = np.zeros((self.free.size,) * 2), self.masses()
        x = 6 * np.arange(self.vertices)
        C[x, x + 1] = -2.0 * self.spin * mass[x]
        C[x + 1, x] = -C[x, x + 1]
        return C

    def names(self) -> tuple[str, ...]:
        """Of all velocities."""
        found = []
        for v in range(self.vertices):
            found += [f"vertex[{v}].{a}" for a in "xyz"]
            found += [f"element[{v}].turn_{a}" for a in "xyz"]
        return tuple(found)

    def shape(self, place: Place) -> Floats:
        """Places of the vertices, (vertices, 3) [m]."""
        return place.r

    def vertex_steps(self, step: Floats) -> Floats:
        """The part of a step that moves the vertices."""
        return np.asarray(step.reshape(-1, 6)[:, :3])
