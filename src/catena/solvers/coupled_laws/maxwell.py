"""Solves Maxwell's coupled contact law for any influence matrix.

That of a sheave has a structure of its own, see `coupled_sheaves`. The active set of
the step before is the start; in a running drive one to three iterations are the rule.
"""

from __future__ import annotations

from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.solvers.complementarity.active_set import ActiveSetWork, solve_active_set


@kernel
def solve_maxwell_dense(
    C: Floats,
    g_rigid: Floats,
    la: Floats,
    g: Floats,
    closed: Ints,
    work: ActiveSetWork,
    max_iterations: int,
) -> tuple[int, int]:
    """Forces la [N] and elastic distances g [m] for a symmetric influence matrix.

    ``closed`` (1 = touching) is the start value and is updated. Returns (Status,
    iterations); SINGULAR when C is not positive definite on the closed contacts.

    Source: [Cebulla2014] (5.25).
    """
    status, count = solve_active_set(C, g_rigid, la, closed, work, True, max_iterations)
    for i in range(g.shape[0]):
        g[i] = work.w[i]
    return status, count
