"""How the time of bodies in space is cut, and the largest step springs bear."""

from __future__ import annotations

import math

import numpy as np

from catena.drives.spatial_system.rods import rod_border
from catena.drives.spatial_system.spec import Spec
from catena.errors import SpecError
from catena.numerics.arrays import Floats
from catena.numerics.hermite import hermite
from catena.numerics.records import Rows
from catena.run.pace import Pace
from catena.tables.spatial_bodies import BodySystem, SurfaceKind

STEP = 1e-3
"""Default step [s]."""
SHARE = 0.1
"""Of the largest stable step taken by default where springs are stiff."""
SAMPLES = 1000


def largest_step(system: BodySystem) -> float:
    """Largest step that springs and dampers bear for certain [s].

    The direction j of a coupling has at most ``k j M^-1 j`` of each of its bodies,
    twice that if both move; summed over the couplings of a body this bounds
    ``omega^2``, and ``dt^2 omega^2 + 2 dt d = 4`` is the border, see
    `dynamics.largest_step`.
    """
    stiff, damp = np.zeros(len(system.body)), np.zeros(len(system.body))
    for row in system.bushing:
        for mine, at in (
            (row.a, (row.a_x, row.a_y, row.a_z)),
            (row.b, (row.b_x, row.b_y, row.b_z)),
        ):
            give, turn = _give(system, mine, at)
            twice = _twice(system, row)
            stiff[mine] += twice * (3.0 * max(row.k_r, row.k_z) * give)
            stiff[mine] += twice * 2.0 * row.k_t * turn
            damp[mine] += twice * (3.0 * max(row.c_r, row.c_z) * give)
            damp[mine] += twice * (2.0 * row.c_t + row.c_a) * turn
    for row in system.spring:
        for mine, at in (
            (row.a, (row.a_x, row.a_y, row.a_z)),
            (row.b, (row.b_x, row.b_y, row.b_z)),
        ):
            give, _ = _give(system, mine, at)
            stiff[mine] += _twice(system, row) * row.k * give
            damp[mine] += _twice(system, row) * row.c * give
    for row in system.touch:
        one, two = system.surface[row.a], system.surface[row.b]
        twice = 2.0 if system.body[two.body].free else 1.0
        if two.kind == SurfaceKind.ROD:
            mine, give = slice(1, None), rod_give(system, two)
            stiff[mine] += 2.0 * row.k * give
            damp[mine] += 2.0 * row.c * give
            twice = 2.0
        for mine in (one.body, two.body):
            M_inv = system.M_inv[mine]
            stiff[mine] += twice * row.k * M_inv[0]
            damp[mine] += twice * row.c * M_inv[0]
    rods = rod_border(system.beam, system.M_inv)
    borders = [
        4.0 / (d + math.sqrt(d * d + 4.0 * k))
        for k, d in zip(stiff + rods[0], damp + rods[1], strict=True)
        if k + d > 0.0
    ]
    return min(borders, default=math.inf)


def rod_give(system: BodySystem, rod: Rows) -> float:
    """Most that the skin of a rod gives way per impulse across it [1/kg]."""
    most = 0.0
    for row in system.beam[rod.first : rod.last]:
        for s in np.linspace(0.0, 1.0, 11):
            H, l = hermite(s), row.length  # noqa: E741
            ends = (row.a, row.turn_a, H[0], H[1]), (row.b, row.turn_b, H[2], H[3])
            give = sum(
                h * h * system.M_inv[at, 0]
                + (l * t) ** 2 * system.M_inv[turn, 3:].max()
                for at, turn, h, t in ends
            )
            most = max(most, float(give))
    return most


def _twice(system: BodySystem, row: Rows) -> float:
    return 2.0 if system.body[row.a].free and system.body[row.b].free else 1.0


def _give(
    system: BodySystem, body: int, at: tuple[float, float, float]
) -> tuple[float, float]:
    """Most a point gives way per impulse, and the body per moment."""
    M_inv: Floats = system.M_inv[body]
    turn = float(M_inv[3:].max())
    return float(M_inv[0]) + turn * float(np.dot(at, at)), turn


def pace_of(spec: Spec, system: BodySystem) -> Pace:
    """The raster of a run."""
    solve, limit = spec.solve, largest_step(system)
    step = solve.step if solve.step is not None else min(STEP, SHARE * limit)
    if step > limit:
        raise SpecError.at(
            "solve.step",
            step,
            f"at most {limit:.3g} s: the stiffest coupling swings faster than larger "
            "steps can follow",
            f"leave it out to have {min(STEP, SHARE * limit):.3g} s",
        )
    if step > solve.duration:
        step = solve.duration
    interval = solve.sample_interval or max(step, solve.duration / SAMPLES)
    every = max(1, round(interval / step))
    rows = max(1, round(solve.duration / (every * step)))
    if solve.step is None:  # the run ends where it should
        step = solve.duration / (rows * every)
    return Pace(step, rows * every, every, max(1, -(-rows // solve.frame_count)))
