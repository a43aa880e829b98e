"""Dry bending of a spline ring: the hysteresis of a belt that no speed changes.

Beside the elastic moment acts one that follows the curvature up to a bound and then
stays there, as cords and plies that rub on each other: a spring in series with dry
friction (Jenkins, Prandtl),

    M' = k kappa'  while  |M| < M_y,   else  |M| = M_y,   k = M_y / kappa_y.

A piece that is bent from 0 to 1/R and back loses per length the area of its loop,

    2 M_y (1/R - 2 kappa_y),

on every pulley once per passage, at any speed. In general it is M_y times the total
variation of the curvature, less 2 kappa_y at each reversal.

The curvature is the mean of five knots (weights 1, 4, 6, 4, 1 over 16), and the moment
is spread by the same weights, so that its power is exact. At single knots the curvature
of a span that lands on a pulley overshoots by some 12 % and rings, each swing of which
would cost as much as bending does: without the mean, and without kappa_y, the loss of a
belt whose boundary layer sqrt(EI/T) is shorter than a span is three times too large.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.bodies.ring_spline import RingSpline
from catena.bodies.ring_strip import (
    PAD,
    Strip,
    fill_bending,
    fill_turns,
    gather_bending,
    lay_out,
    ring_strip,
)
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats


class DryBending(NamedTuple):
    """Of a ring."""

    M_y: float  # bound of the moment [N m], 0: none
    k: float  # moment per curvature below it [N m^2]


class DryMemory(NamedTuple):
    """What its knots remember, or what a step finds; none without dry bending."""

    kappa: Floats  # (n,) mean curvature [1/m]
    M: Floats  # (n,) moment [N m]


@inline_kernel
def _mean(x: Floats, b: int) -> float:
    """Mean about a knot."""
    n = x.size
    a, c = b - 1 if b > 0 else n - 1, b + 1 if b + 1 < n else 0
    o, d = a - 1 if a > 0 else n - 1, c + 1 if c + 1 < n else 0
    return float(0.0625 * (x[o] + x[d]) + 0.25 * (x[a] + x[c]) + 0.375 * x[b])


@lean_kernel
def add_dry_bending(
    ring: RingSpline, dry: DryBending, q: Floats, h: Floats, kept: DryMemory,
    found: DryMemory, bend: Floats, strip: Floats,
) -> None:  # fmt: skip
    """Add the forces (2, n), and find curvatures and moments after ``kept``.

    ``bend`` (n,) and ``strip`` are filled.
    """
    if dry.M_y == 0.0:
        return
    n = q.shape[1]
    lay_out(strip, Strip.X, q)
    fill_turns(strip)
    turn, moment = strip[Strip.TURN], strip[Strip.MOMENT]
    for i in range(n):
        bend[i] = turn[PAD + i] / ring.l_0
    for b in range(n):
        found.kappa[b] = _mean(bend, b)
        M = kept.M[b] + dry.k * (found.kappa[b] - kept.kappa[b])
        found.M[b] = min(max(M, -dry.M_y), dry.M_y)
    for b in range(n):
        moment[PAD + b] *= _mean(found.M, b)
    fill_bending(strip)
    gather_bending(strip, h)


@lean_kernel
def keep_dry_bending(
    ring: RingSpline, dry: DryBending, kept: DryMemory, found: DryMemory
) -> float:
    """Remember what a step has found; the energy its friction took [J]."""
    if dry.M_y == 0.0:
        return 0.0
    lost = 0.0
    for b in range(kept.M.size):
        slipped = found.kappa[b] - kept.kappa[b] - (found.M[b] - kept.M[b]) / dry.k
        lost += found.M[b] * slipped
        kept.kappa[b], kept.M[b] = found.kappa[b], found.M[b]
    return lost * ring.l_0


@lean_kernel
def dry_bending_energy(ring: RingSpline, dry: DryBending, kept: DryMemory) -> float:
    """Elastic energy of the moments [J]."""
    if dry.M_y == 0.0:
        return 0.0
    total = 0.0
    for b in range(kept.M.size):
        total += kept.M[b] * kept.M[b]
    return 0.5 * ring.l_0 * total / dry.k


def mean_curvature(ring: RingSpline, q: Floats) -> Floats:
    """Curvatures (n,) as dry bending sees them, of control points (2, n)."""
    n = q.shape[1]
    strip = ring_strip(n)
    lay_out(strip, Strip.X, q)
    fill_turns(strip)
    bend = strip[Strip.TURN, PAD : PAD + n] / ring.l_0
    return np.array([_mean(bend, b) for b in range(n)])
