"""Energy of a rotation-free spline rod, and its exact gradient.

The middle line is a uniform cubic B-spline of control points P_i, ds apart along the
rod. At the knots it has direction t and two curvatures in the frame n, b: b is the unit
vector across t that is nearest to a fixed direction, turned by the twist phi about t.

    d_{i+1/2} = (-P_{i-1} - 5 P_i + 5 P_{i+1} + P_{i+2}) / 8,   l = |d| / ds
    e_i = (P_{i+1} - P_{i-1}) / (2 ds),   c_i = (P_{i+1} - 2 P_i + P_{i-1}) / ds^2
    k_n = c . n / |e|^2,   k_b = c . b / |e|^2
    tau = angle from b_i, carried from t_i to t_{i+1}, to b_{i+1}, over ds
    V = ds/2 sum(EA (l - l_0)^2 + EI_n (k_n - k_n0)^2 + EI_b (k_b - k_b0)^2
                 + GJ (tau - tau_0)^2)

A term touches four control points at most. The gradient is taken by complex steps,
exact to rounding, for all terms at once: points of one colour share no term.

Source: [Cebulla2014] 6.2.1 with the exact frame instead of Frenet's, which has no
normal in straight parts and changes its sign with the curvature.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from catena.numerics.arrays import Floats, Ints

STEP = 1e-30
"""Imaginary difference."""
Values = NDArray[Any]
"""Real, or complex where a derivative is taken."""


class Terms(NamedTuple):
    """Numbers of each term, or its energies."""

    stretch: Values  # (spans,)
    in_plane: Values  # (knots,)
    lateral: Values  # (knots,)
    twist: Values  # (spans,)


@dataclass(frozen=True, eq=False)
class SplineMesh:
    """Which control points and knots belong to which term."""

    spans: Ints
    """(spans, 4) control points."""
    knots: Ints
    """(knots, 3) control points."""
    pairs: Ints
    """(spans, 2) knots."""
    ds: float
    share: Floats
    """(knots,) of the length at each knot over ds: one half at open ends."""
    direction: Floats
    """Fixed direction of the frame (3,)."""


def mesh_of(knots: int, closed: bool, ds: float, direction: Floats) -> SplineMesh:
    """The mesh of a rod; an open one has a control point more at each end."""
    i = np.arange(knots)
    if closed:
        around = [(i + k) % knots for k in (-1, 0, 1, 2)]
        pairs = np.stack([i, (i + 1) % knots], axis=1)
        spans, at = np.stack(around, axis=1), np.stack(around[:3], axis=1)
        return SplineMesh(spans, at, pairs, ds, np.ones(knots), direction)
    at = np.stack([i, i + 1, i + 2], axis=1)
    first = i[:-1]
    spans = np.stack([first, first + 1, first + 2, first + 3], axis=1)
    share = np.ones(knots)
    share[[0, -1]] = 0.5
    pairs = np.stack([first, first + 1], axis=1)
    return SplineMesh(spans, at, pairs, ds, share, direction)


def dot(a: Values, b: Values) -> Values:
    """Products of rows."""
    return np.asarray((a * b).sum(axis=-1))


def strains(mesh: SplineMesh, P: Values, phi: Values) -> Terms:
    """l, k_n, k_b and tau of every term."""
    a, b, c, d = (P[..., mesh.spans[:, k], :] for k in range(4))
    way = (-a - 5.0 * b + 5.0 * c + d) / 8.0
    stretch = np.sqrt(dot(way, way)) / mesh.ds
    before, here, after = (P[..., mesh.knots[:, k], :] for k in range(3))
    e = (after - before) / (2.0 * mesh.ds)
    bend = (after - 2.0 * here + before) / mesh.ds**2
    square = dot(e, e)
    t = e / np.sqrt(square)[..., None]
    n, b = frame(mesh, t, phi)
    return Terms(stretch, dot(bend, n) / square, dot(bend, b) / square,
                 twists(mesh, t, b))  # fmt: skip


def frame(mesh: SplineMesh, t: Values, phi: Values) -> tuple[Values, Values]:
    """n and b at directions, turned by phi."""
    z = mesh.direction - dot(t, mesh.direction)[..., None] * t
    b_0 = z / np.sqrt(dot(z, z))[..., None]
    n_0 = np.cross(b_0, t)
    c, s = np.cos(phi)[..., None], np.sin(phi)[..., None]
    return c * n_0 + s * b_0, c * b_0 - s * n_0


def twists(mesh: SplineMesh, t: Values, b: Values) -> Values:
    """tau between neighbouring knots [rad/m]."""
    one, two = mesh.pairs.T
    t_1, t_2, b_1, b_2 = (x[..., k, :] for x in (t, b) for k in (one, two))
    carried = b_1 - (dot(t_2, b_1) / (1.0 + dot(t_1, t_2)))[..., None] * (t_1 + t_2)
    sine, cosine = dot(np.cross(carried, b_2), t_2), dot(carried, b_2)
    return np.asarray(np.arctan(sine / cosine) / mesh.ds)


def energies(
    mesh: SplineMesh, stiffness: Terms, rest: Terms, P: Values, phi: Values
) -> Terms:
    """Energy of every term [J]."""
    now, half = strains(mesh, P, phi), 0.5 * mesh.ds
    return Terms(
        half * stiffness.stretch * (now.stretch - rest.stretch) ** 2,
        half * mesh.share * stiffness.in_plane * (now.in_plane - rest.in_plane) ** 2,
        half * mesh.share * stiffness.lateral * (now.lateral - rest.lateral) ** 2,
        half * stiffness.twist * (now.twist - rest.twist) ** 2,
    )


def colours(count: int, apart: int) -> Ints:
    """A colour for each of many in a ring, equal ones at least ``apart`` apart."""
    found = np.arange(count) % apart
    rest = count % apart
    if rest and count > apart:
        found[count - rest :] = apart + np.arange(rest)
    return found


def gradient(
    mesh: SplineMesh, stiffness: Terms, rest: Terms, P: Floats, phi: Floats
) -> tuple[Floats, Floats]:
    """dV by the control points (n, 3) and by the twists (knots,)."""
    of_point, of_knot = colours(len(P), 4), colours(len(phi), 2)
    shades, turns = int(of_point.max()) + 1, int(of_knot.max()) + 1
    moved = np.broadcast_to(P, (3 * shades + turns, *P.shape)).astype(complex)
    turned = np.broadcast_to(phi, (3 * shades + turns, *phi.shape)).astype(complex)
    for k in range(3 * shades):
        moved[k, of_point == k // 3, k % 3] += 1j * STEP
    for k in range(turns):
        turned[3 * shades + k, of_knot == k] += 1j * STEP
    found = energies(mesh, stiffness, rest, moved, turned)
    slopes = Terms(*(part.imag / STEP for part in found))
    by_P, by_phi = np.zeros(P.shape), np.zeros(phi.shape)
    bends = slopes.in_plane + slopes.lateral
    for points, values in (
        (mesh.spans, slopes.stretch + slopes.twist), (mesh.knots, bends)
    ):  # fmt: skip
        for side in range(points.shape[1]):
            own = points[:, side]
            for axis in range(3):
                mine = values[3 * of_point[own] + axis, np.arange(len(own))]
                np.add.at(by_P[:, axis], own, mine)
    knots = np.arange(len(phi))
    by_phi += bends[3 * shades + of_knot, knots]
    for side in range(2):
        own = mesh.pairs[:, side]
        mine = slopes.twist[3 * shades + of_knot[own], np.arange(len(own))]
        np.add.at(by_phi, own, mine)
    return by_P, by_phi
