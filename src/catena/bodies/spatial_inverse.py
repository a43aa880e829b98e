"""What an impulse gives to a link with its rollers, to a roller, a wheel and an arm.

Along its own axes the mass of a link falls apart: the plane (m, m, J_z), and
``(side, w_x, w_y)``, where rollers go with it, as one block of 3 x 3. Velocities and
impulses stand along these axes here.
"""

from __future__ import annotations

from catena.bodies.spatial import (
    fill_axes,
    fill_inverse,
    start_motion,
    sum_rollers,
)
from catena.jit import lean_kernel, strip_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.space import Vector, symmetric_product
from catena.numerics.strips import Six, Three, Two, six_strips, three_strips, two_strips
from catena.tables.spatial import SpatialChain, SpatialState, SpatialWork


@lean_kernel
def prepare_links(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Axes, sums of rollers and inverse masses, which steps hand to each other."""
    sum_rollers(system, state, work)
    fill_axes(state, work)
    fill_inverse(work)


@lean_kernel
def start_velocities(state: SpatialState, work: SpatialWork) -> None:
    """Old velocities along the axes of `prepare_links`; no impulses yet."""
    start_motion(state, work)
    for a in range(6):
        for i in range(work.rhs_link.shape[0]):
            work.rhs_link[i, a] = 0.0
    for a in range(3):
        for r in range(work.rhs_roller.shape[0]):
            work.rhs_roller[r, a] = 0.0
    for k in range(work.rhs_border.size):
        work.rhs_border[k] = 0.0


@lean_kernel
def side_answer(inverse: Floats, i: int, f: Vector) -> Vector:
    """(side, w_x, w_y) of a link per impulse sideways and moments across."""
    M = inverse[i, 2], inverse[i, 3], inverse[i, 4], inverse[i, 5], inverse[i, 6]
    return symmetric_product((M[0], M[1], M[2], M[3], M[4], inverse[i, 7]), f)


@lean_kernel
def advance_free_velocities(
    state: SpatialState, work: SpatialWork, ease: Floats
) -> None:
    """Impulses of links and rollers become velocities at the end of the step."""
    _free_links(
        two_strips(work.inverse, 0), six_strips(work.inverse, 2),
        six_strips(work.old_link, 0), six_strips(work.rhs_link, 0),
    )  # fmt: skip
    _free_rollers(
        two_strips(ease, 0), work.whose.T[1], three_strips(state.roller_u, 0),
        three_strips(work.rhs_roller, 0),
    )  # fmt: skip


@strip_kernel
def _free_links(plane: Two, M: Six, old: Six, rhs: Six) -> None:
    for i in range(old[0].size):
        block = M[0][i], M[1][i], M[2][i], M[3][i], M[4][i], M[5][i]
        x, y, z = symmetric_product(block, (rhs[2][i], rhs[3][i], rhs[4][i]))
        rhs[0][i] = old[0][i] + plane[0][i] * rhs[0][i]
        rhs[1][i] = old[1][i] + plane[0][i] * rhs[1][i]
        rhs[2][i] = old[2][i] + x
        rhs[3][i] = old[3][i] + y
        rhs[4][i] = old[4][i] + z
        rhs[5][i] = old[5][i] + plane[1][i] * rhs[5][i]


@strip_kernel
def _free_rollers(ease: Two, concentric: Ints, old: Three, rhs: Three) -> None:
    for r in range(old[0].size):
        x, y = old[0][r] + rhs[0][r] * ease[0][r], old[1][r] + rhs[1][r] * ease[0][r]
        held = concentric[r] > 0
        rhs[0][r] = rhs[0][r] if held else x
        rhs[1][r] = rhs[1][r] if held else y
        rhs[2][r] = old[2][r] + rhs[2][r] * ease[1][r]
