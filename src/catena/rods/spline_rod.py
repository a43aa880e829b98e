"""A rotation-free spline rod in space: open or closed, with or without twist."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from catena.errors import SpecError
from catena.numerics.arrays import Floats
from catena.rods.section import Along, at_vertices, per_element, positive
from catena.rods.shape import RodShape
from catena.rods.spline_energy import (
    Terms,
    colours,
    energies,
    gradient,
    mesh_of,
    strains,
)

GAUSS = (
    (0.1127016653792583, 0.5, 0.8872983346207417),
    (5.0 / 18.0, 4.0 / 9.0, 5.0 / 18.0),
)
NUDGE = 1e-6
"""Difference of a coordinate for the tangent, over its size."""


class SplineRod:
    """A rod without rotations but its twist; loads are added by methods.

    Coordinates: control points, x, y and z of each, then the twist at every knot. In
    place of the first two control points of an open rod stand what is held there: place
    and slope of a clamped end; else the place alone, and the outer point follows, as if
    the third derivative went on. The last two are the same.
    """

    def __init__(
        self,
        points: Sequence[tuple[float, float, float]] | Floats,
        EA: Along,
        bend: tuple[Along, Along],
        GJ: Along | None = None,
        *,
        normal: tuple[float, float, float] = (0.0, 0.0, 1.0),
        mass_per_length: Along = 0.0,
        polar_inertia: Along | None = None,
        start: str = "free",
        end: str = "free",
        closed: bool = False,
        relaxed: bool = True,
    ) -> None:
        """A rod through points at equal distances.

        Args:
            points: Places of the knots at rest (n, 3) [m].
            EA: Axial stiffness [N]; this and the other values of the section are one
                number, or one for each span between knots.
            bend: EI in the plane across the normal and across it [N m^2].
            GJ: Torsional stiffness [N m^2]; without, sections keep facing the normal,
                as where something else holds them.
            normal: Fixed direction b is nearest to; the rod must never run along it.
            mass_per_length: [kg/m]
            polar_inertia: Per length [kg m]; that of slender rods if not given.
            start: ``free``, ``pinned`` or ``clamped``.
            end: Of the other end.
            closed: The last knot is joined to the first.
            relaxed: Whether this shape is free of stress; else the rod is straight at
                rest, not stretched in this shape.
        """
        self.points = np.asarray(points, dtype=np.float64)
        least = 5 if closed else 4
        if (
            self.points.ndim != 2
            or self.points.shape[1] != 3
            or len(self.points) < least
        ):
            words = f"expected at least {least} places x, y, z"
            raise SpecError.at("rod.points", self.points.shape, words)
        RodShape(closed=closed, relaxed=relaxed, start=start, end=end).check("rod")
        self.closed, self.ends, self.relaxed = closed, (start, end), relaxed
        self._set_section((EA, *bend, GJ), mass_per_length, polar_inertia)
        direction = np.array(normal, dtype=float)
        self.mesh = mesh_of(
            len(self.points),
            closed,
            self._spacing(),
            direction / np.linalg.norm(direction),
        )
        self.pushes: list[tuple[int, Floats]] = []
        _ = self.rest  # checks the frame

    def _set_section(
        self, stiff: tuple[Along, Along, Along, Along | None], mass: Along,
        polar: Along | None,
    ) -> None:  # fmt: skip
        """Stiffnesses of spans and knots, masses of spans."""
        n = len(self.points) - (not self.closed)
        self.twisting = stiff[3] is not None
        names = ("rod.EA", "rod.bend[0]", "rod.bend[1]")
        EA, EI_n, EI_b = map(positive, names, stiff[:3], (n, n, n))
        GJ = np.zeros(n) if stiff[3] is None else positive("rod.GJ", stiff[3], n)
        self.line_mass = per_element("rod.mass_per_length", mass, n)
        slender = self.line_mass * (EI_n + EI_b) / EA
        own = slender if polar is None else per_element("rod.polar_inertia", polar, n)
        self.polar = at_vertices(own, self.closed)
        in_plane, lateral = (at_vertices(EI, self.closed) for EI in (EI_n, EI_b))
        self.stiffnesses = Terms(EA, in_plane, lateral, GJ)

    @classmethod
    def ring(
        cls, radius: float, knots: int, *section: object, **more: object
    ) -> SplineRod:
        """A circle about the z axis, counter-clockwise, of knots at equal angles."""
        phi = 2.0 * np.pi * np.arange(knots) / knots
        around = np.stack([np.cos(phi), np.sin(phi), 0.0 * phi], axis=1)
        return cls(radius * around, *section, closed=True, **more)  # type: ignore[arg-type]

    def force(self, knot: int, force: Sequence[float]) -> SplineRod:
        """A force [N] that keeps its direction, at a knot."""
        n = len(self.points)
        if not -n <= knot < n:
            raise SpecError.at("force.knot", knot, f"expected -{n} to {n - 1}")
        self.pushes.append((knot % n, np.array(force, dtype=float)))
        return self

    def _spacing(self) -> float:
        """Mean distance of knots along the spline [m]."""
        steps = np.diff(self.points, axis=0, append=self.points[:1])
        chords = np.linalg.norm(steps if self.closed else steps[:-1], axis=1)
        if not (chords > 0.0).all() or np.ptp(chords) > 0.1 * chords.mean():
            words = "expected knots at equal distances, within 10 %"
            raise SpecError.at("rod.points", float(np.ptp(chords)), words)
        t = steps / np.linalg.norm(steps, axis=1)[:, None]
        turn = np.arccos(np.clip((t[:-2] * t[1:-1]).sum(axis=1), -1.0, 1.0))
        bow = float(np.mean(turn**2)) / 24.0 if turn.size else 0.0
        return float(chords.mean() * (1.0 + bow))  # chord and arc

    @cached_property
    def controls(self) -> Floats:
        """Control points of the shape given (n, 3), (n + 2, 3) of an open rod."""
        n = len(self.points)
        if self.closed:
            own = np.arange(n)
            A = np.zeros((n, n))
            A[own, own], A[own, (own + 1) % n], A[own, own - 1] = 4.0, 1.0, 1.0
            return np.asarray(np.linalg.solve(A / 6.0, self.points))
        A, right = np.zeros((n + 2, n + 2)), np.zeros((n + 2, 3))
        for i in range(n):
            A[i, i : i + 3] = 1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0
        right[:n] = self.points
        A[n, :4] = 1.0, -3.0, 3.0, -1.0  # the third derivative goes on at both ends
        A[n + 1, -4:] = 1.0, -3.0, 3.0, -1.0
        return np.asarray(np.linalg.solve(A, right))

    @cached_property
    def rest(self) -> Terms:
        """Strains without stress."""
        with np.errstate(divide="ignore", invalid="ignore"):  # refused below
            t = strains(self.mesh, self.controls, np.zeros(len(self.points)))
        if not all(np.isfinite(part).all() for part in t):
            words = "expected a direction that the rod never takes"
            raise SpecError.at("rod.normal", tuple(self.mesh.direction), words)
        if self.relaxed:
            return t
        return Terms(t.stretch, 0.0 * t.in_plane, 0.0 * t.lateral, 0.0 * t.twist)

    @cached_property
    def _map(self) -> Floats:
        """Control points, x then y then z of each, by the coordinates of the rod."""
        m = len(self.controls)
        T, ds, eye = np.eye(3 * m), self.mesh.ds, np.eye(3)
        if self.closed:
            return T
        for word, sign, outer in ((self.ends[0], 1, 0), (self.ends[1], -1, m - 1)):
            rows = [
                slice(3 * p, 3 * p + 3) for p in range(outer, outer + 4 * sign, sign)
            ]
            o, i, k, far = rows
            T[o, :], T[i, :] = 0.0, 0.0
            if word == "clamped":  # place of the end stands at o, its slope at i
                T[o, k], T[o, i] = eye, -2.0 * sign * ds * eye
                T[i, o], T[i, k], T[i, i] = 1.5 * eye, -0.5 * eye, 0.5 * sign * ds * eye
            else:  # the third derivative goes on; the place of the end stands at i
                T[o, o], T[o, i] = eye, 18.0 / 7.0 * eye
                T[o, k], T[o, far] = -15.0 / 7.0 * eye, 4.0 / 7.0 * eye
                T[i, i], T[i, k], T[i, far] = (x / 7.0 * eye for x in (6.0, 2.0, -1.0))
        return T

    # what statics and modes ask of a structure

    def start(self) -> Floats:
        """Coordinates at rest."""
        y = np.linalg.solve(self._map, self.controls.ravel())
        return np.concatenate([y, np.zeros(len(self.points))])

    @cached_property
    def free(self) -> np.ndarray:
        """Coordinates that may move."""
        m = 3 * len(self.controls)
        may = np.ones(m + len(self.points), dtype=bool)
        may[m:] = self.twisting
        if self.closed:
            return may
        for word, outer, inner, knot in (
            (self.ends[0], 0, 3, m), (self.ends[1], m - 3, m - 6, -1)
        ):  # fmt: skip
            may[outer : outer + 3] = False
            if word != "free":
                may[inner : inner + 3] = False
            if word == "clamped":
                may[knot] = False
        return may

    @cached_property
    def sizes(self) -> Floats:
        """What counts as one: the length of the rod, one radian."""
        m, length = 3 * len(self.controls), self.mesh.ds * len(self.mesh.spans)
        found = np.full(m + len(self.points), length)
        found[m:] = 1.0
        return found

    def _split(self, q: Floats) -> tuple[Floats, Floats]:
        m = 3 * len(self.controls)
        return (self._map @ q[:m]).reshape(-1, 3), q[m:]

    def energy(self, q: Floats) -> float:
        """Elastic energy [J]."""
        parts = energies(self.mesh, self.stiffnesses, self.rest, *self._split(q))
        return float(sum(part.sum() for part in parts))

    def inner(self, q: Floats) -> Floats:
        """dV by all coordinates."""
        by_P, by_phi = gradient(self.mesh, self.stiffnesses, self.rest, *self._split(q))
        return np.concatenate([self._map.T @ by_P.ravel(), by_phi])

    def load(self, q: Floats) -> Floats:
        """All loads at full size."""
        by_P = np.zeros(self.controls.shape)
        for knot, force in self.pushes:
            for point, weight in zip(self.mesh.knots[knot], (1, 4, 1), strict=True):
                by_P[point] += weight / 6.0 * force
        return np.concatenate([self._map.T @ by_P.ravel(), np.zeros(len(self.points))])

    def forces(self, q: Floats, factor: float) -> Floats:
        """Loads times their factor, less inner forces."""
        return np.asarray(factor * self.load(q) - self.inner(q))

    def stiffness(self, q: Floats, factor: float) -> Floats:
        """Second derivative of the energy: differences of the exact gradient."""
        P, phi = self._split(q)
        n, k = P.size, phi.size
        K = np.zeros((n + k, n + k))
        for points, width, first, size in (
            (len(P), 3, 0, NUDGE * self.mesh.ds), (k, 1, n, NUDGE)
        ):  # fmt: skip
            colour = colours(points, 8) if points > 16 else np.arange(points)
            for shade in range(colour.max() + 1):
                own = np.flatnonzero(colour == shade)
                for axis in range(width):
                    self._add_columns(K, (P, phi), own, (first, width, axis), size)
        T = np.eye(n + k)
        T[:n, :n] = self._map
        K = T.T @ (0.5 * (K + K.T)) @ T
        return np.asarray(K)

    def _add_columns(
        self, K: Floats, at: tuple[Floats, Floats], own: np.ndarray,
        block: tuple[int, int, int], size: float,
    ) -> None:  # fmt: skip
        """Columns of control points, or twists, that share no term."""
        first, width, axis = block
        sides = []
        for sign in (1.0, -1.0):
            P, phi = at[0].copy(), at[1].copy()
            if first == 0:
                P[own, axis] += sign * size
            else:
                phi[own] += sign * size
            by_P, by_phi = gradient(self.mesh, self.stiffnesses, self.rest, P, phi)
            sides.append(np.concatenate([by_P.ravel(), by_phi]))
        slope = (sides[0] - sides[1]) / (2.0 * size)
        points = len(at[0])
        offset = 0 if self.closed else 1  # a knot stands one control point further in
        place = own if first == 0 else own + offset
        row = np.concatenate([np.repeat(np.arange(points), 3),
                              np.arange(len(at[1])) + offset])  # fmt: skip
        apart = np.abs(row[:, None] - place)
        if self.closed:
            apart = np.minimum(apart, points - apart)
        nearest = np.argmin(apart, axis=1)
        close = apart.min(axis=1) <= 4
        columns = first + width * own + axis
        K[np.flatnonzero(close), columns[nearest[close]]] = slope[close]

    def mass_matrix(self, q: Floats, inertia_scale: float = 1.0) -> Floats:
        """Lumped for a closed rod; of an open one the integral over its spline."""
        m, k, ds = len(self.controls), len(self.points), self.mesh.ds
        M = np.zeros((3 * m + k, 3 * m + k))
        polar = np.maximum(self.polar * inertia_scale, 1e-300) * ds * self.mesh.share
        M[np.arange(3 * m, 3 * m + k), np.arange(3 * m, 3 * m + k)] = polar
        if self.closed:
            own = np.arange(3 * m)
            M[own, own] = np.repeat(at_vertices(self.line_mass, True) * ds, 3)
            return M
        one = np.zeros((m, m))
        for points, mass in zip(self.mesh.spans, self.line_mass, strict=True):
            for s, weight in zip(*GAUSS, strict=True):
                B = _basis(s)
                one[np.ix_(points, points)] += mass * ds * weight * np.outer(B, B)
        M[: 3 * m, : 3 * m] = self._map.T @ np.kron(one, np.eye(3)) @ self._map
        return M

    def velocity_matrix(self, q: Floats) -> Floats:
        """C, none: the rod does not turn with a frame."""
        return np.zeros((self.sizes.size, self.sizes.size))

    def largest_step(self) -> float:
        """Largest stable explicit step at rest [s]."""
        own = self.free
        M = self.mass_matrix(self.start())[np.ix_(own, own)]
        K = self.stiffness(self.start(), 0.0)[np.ix_(own, own)]
        L = np.linalg.inv(np.linalg.cholesky(M))
        return 2.0 / math.sqrt(float(np.linalg.eigvalsh(L @ K @ L.T)[-1]))

    def moved(self, q: Floats, step: Floats) -> Floats:
        """Coordinates after a step."""
        return np.asarray(q + step)

    @property
    def follows(self) -> bool:
        """Whether a load turns with the rod: none does."""
        return False

    @property
    def multipliers(self) -> int:
        """Forces of joints among the unknowns: none."""
        return 0

    @property
    def loose(self) -> bool:
        """Whether nothing holds the rod as a whole."""
        return self.ends == ("free", "free")

    @property
    def force_scale(self) -> float:
        """Largest force that acts [N]."""
        return max((float(np.abs(f).max()) for _, f in self.pushes), default=1.0) or 1.0

    def names(self) -> tuple[str, ...]:
        """Of all coordinates."""
        places = [f"control[{i}].{a}" for i in range(len(self.controls)) for a in "xyz"]
        return (*places, *(f"knot[{i}].twist" for i in range(len(self.points))))

    def shape(self, q: Floats) -> Floats:
        """Places of the knots (knots, 3) [m]."""
        P, _ = self._split(q)
        a, b, c = (P[self.mesh.knots[:, k]] for k in range(3))
        return np.asarray((a + 4.0 * b + c) / 6.0)

    def vertex_steps(self, step: Floats) -> Floats:
        """The part of a step that moves the knots."""
        return self.shape(step)


def _basis(s: float) -> Floats:
    """Weights of the four control points of a span at a share of it."""
    r = 1.0 - s
    return np.array([
        r**3, 3.0 * s**3 - 6.0 * s**2 + 4.0, 3.0 * r**3 - 6.0 * r**2 + 4.0, s**3
    ]) / 6.0  # fmt: skip
