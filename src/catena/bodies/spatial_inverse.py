"""What an impulse gives to a link with its rollers, to a roller, a wheel and an arm.

Along its own axes the mass of a link falls apart: the plane (m, m, J_z), and
``(side, w_x, w_y)``, where rollers go with it, as one block of 3 x 3. Velocities and
impulses stand along these axes here.
"""

from __future__ import annotations

from catena.bodies.spatial import fill_inverse, start_link, sum_rollers
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.rotations import fill_matrix
from catena.tables.spatial import SpatialChain, SpatialState, SpatialWork

Three = tuple[float, float, float]
Six = tuple[float, float, float, float, float, float]


@lean_kernel
def prepare_links(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Axes, sums of rollers and inverse masses, which steps hand to each other."""
    sum_rollers(system, state, work)
    for i in range(system.link.size):
        fill_matrix(state.link_q, i, work.R)
    fill_inverse(system, work)


@lean_kernel
def start_velocities(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> None:
    """Old velocities along the axes of `prepare_links`; no impulses yet."""
    for i in range(system.link.size):
        start_link(state, work, i)
        for a in range(6):
            work.rhs_link[i, a] = 0.0
    for r in range(system.roller.size):
        for a in range(3):
            work.rhs_roller[r, a] = 0.0
    for k in range(work.rhs_border.size):
        work.rhs_border[k] = 0.0


@lean_kernel
def link_answer(inverse: Floats, i: int, f: Six) -> Six:
    """Velocities of a link per impulse and its moment."""
    v = side_answer(inverse, i, (f[2], f[3], f[4]))
    return (
        inverse[i, 0] * f[0], inverse[i, 0] * f[1], v[0], v[1], v[2],
        inverse[i, 1] * f[5],
    )  # fmt: skip


@lean_kernel
def side_answer(inverse: Floats, i: int, f: Three) -> Three:
    """(side, w_x, w_y) of a link per impulse sideways and moments across."""
    return (
        inverse[i, 2] * f[0] + inverse[i, 3] * f[1] + inverse[i, 4] * f[2],
        inverse[i, 3] * f[0] + inverse[i, 5] * f[1] + inverse[i, 6] * f[2],
        inverse[i, 4] * f[0] + inverse[i, 6] * f[1] + inverse[i, 7] * f[2],
    )


@lean_kernel
def advance_free_velocities(
    system: SpatialChain, state: SpatialState, work: SpatialWork, ease: Floats
) -> None:
    """Impulses of links and rollers become velocities at the end of the step."""
    rhs, old = work.rhs_link, work.old_link
    for i in range(system.link.size):
        f = rhs[i, 0], rhs[i, 1], rhs[i, 2], rhs[i, 3], rhs[i, 4], rhs[i, 5]
        u = link_answer(work.inverse, i, f)
        for a in range(6):
            rhs[i, a] = old[i, a] + u[a]
    for r in range(system.roller.size):
        m, J = ease[r, 0], ease[r, 1]
        work.rhs_roller[r, 2] = state.roller_u[r, 2] + work.rhs_roller[r, 2] * J
        if system.roller[r].concentric > 0:
            continue
        work.rhs_roller[r, 0] = state.roller_u[r, 0] + work.rhs_roller[r, 0] * m
        work.rhs_roller[r, 1] = state.roller_u[r, 1] + work.rhs_roller[r, 1] * m
