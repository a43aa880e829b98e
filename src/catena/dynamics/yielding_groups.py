"""Coupled contacts whose elastic body does not resist every force with a deformation.

With a semi-definite influence matrix C some forces deform nothing: a row of zeros is
a rigid contact, equal rows share one deflection, a massless rocker is rigid against
equal forces on both ends. The gaps alone then do not tell the forces. The masses do:
with la acting over the step, 0 <= la and

    0 <= C la + g~(q) + dt W (u + dt M^-1 (h + W' la)),

which is the law (5.18) at the end of the step. C = 0 is the rigid contact without
restitution. What neither C nor the masses tell apart (four legs of a rigid table) gets
the forces of least norm: ``SPARE`` times the largest compliance is added to all.

Source: [Cebulla2014] (5.25), implicit in the step.
Deviation: set-valued contacts of the same bodies are felt one step later. The
stiffness of the group is implicit, so that it limits no step and damps what the step
cannot resolve.
"""

from __future__ import annotations

from catena.codes import Status
from catena.contact.kinematics.rows import AFFINE
from catena.dynamics.mass import fill_affine_mass, fill_normal_mass
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.solvers.coupled_laws.maxwell_rows import gather_members, solve_members
from catena.tables.bodies import LinearBodies
from catena.tables.contacts import ListedRows
from catena.tables.maxwell import MaxwellGroups, MaxwellWork

SPARE = 1e-9
"""Compliance given to every contact, as a share of the largest there is."""
IMPOSSIBLE = 1e-3
"""Share of a gap carried by that compliance which shows that nothing else can."""


@lean_kernel
def fill_yielding_forces(
    rows: ListedRows,
    groups: MaxwellGroups,
    work: MaxwellWork,
    masses: tuple[Ints, Floats, LinearBodies],
    motion: tuple[Floats, Floats],
    dt: float,
) -> int:
    """la_N of the groups that are not definite [N].

    ``masses`` are the pairs of all contacts, M^-1 and the linear bodies, ``motion`` the
    velocities and all other forces.
    """
    pair, M_inv, linear = masses
    u, h = motion
    for m in range(groups.definite.shape[0]):
        # their gaps alone tell the forces, see `maxwell_rows`
        if groups.definite[m] == 1:
            continue
        n = gather_members(rows, groups, work, groups.first[m], groups.first[m + 1])
        for a in range(n):
            fill_mass(rows, pair, M_inv, linear, work.member[a])
        add_motion(rows, work, n, u, h, dt)
        spare = add_spare_compliance(work.C, n)
        status = solve_members(rows, work, n)
        if status != Status.OK:
            return status
        if not_carried(work.g_rigid, work.la, n, spare):
            return Status.NO_SOLUTION
    return Status.OK


@lean_kernel
def fill_mass(
    rows: ListedRows, pair: Ints, M_inv: Floats, linear: LinearBodies, i: int
) -> None:
    """M^-1 W_N of row i."""
    # linear bodies: their masses are a matrix, not a diagonal
    if pair[i] == AFFINE:
        W, MiW = (rows.W_N, rows.W_T), (rows.MiW_N, rows.MiW_T)
        fill_affine_mass(M_inv, linear, rows.dof, W[0], W[1], MiW[0], MiW[1], i)
    else:
        fill_normal_mass(M_inv, rows.dof, rows.W_N, rows.MiW_N, i)


@lean_kernel
def add_motion(
    rows: ListedRows, work: MaxwellWork, n: int, u: Floats, h: Floats, dt: float
) -> None:
    """Add dt^2 W M^-1 W' to C and dt W (u + dt M^-1 h) to the gaps."""
    dof = rows.dof
    for a in range(n):
        i = work.member[a]
        speed = rows.w_N[i] + along(dof, rows.W_N, i, u)
        speed += dt * along(dof, rows.MiW_N, i, h)
        work.g_rigid[a] += dt * speed
        for b in range(n):
            j = work.member[b]
            work.C[a, b] += dt * dt * shared_mass(rows, i, j)


@lean_kernel
def along(dof: Ints, W: Floats, i: int, u: Floats) -> float:
    """W u of row i."""
    total = 0.0
    for k in range(dof.shape[1]):
        if dof[i, k] < 0:
            break
        total += W[i, k] * u[dof[i, k]]
    return total


@lean_kernel
def shared_mass(rows: ListedRows, i: int, j: int) -> float:
    """W_i M^-1 W_j' of the velocities both rows touch."""
    dof, total = rows.dof, 0.0
    for k in range(dof.shape[1]):
        for m in range(dof.shape[1]):
            if dof[i, k] >= 0 and dof[i, k] == dof[j, m]:
                total += rows.W_N[i, k] * rows.MiW_N[j, m]
    return total


@lean_kernel
def add_spare_compliance(C: Floats, n: int) -> float:
    """Make C definite by a small compliance of each contact, which is returned.

    As it goes to zero, the forces go to those of least norm (Tikhonov).
    """
    largest = 0.0
    for a in range(n):
        largest = max(largest, C[a, a])
    for a in range(n):
        C[a, a] += SPARE * largest
    return SPARE * largest


@lean_kernel
def not_carried(g: Floats, la: Floats, n: int, spare: float) -> bool:
    """Whether the spare compliance had to carry what nothing else could."""
    gap, force = 0.0, 0.0
    for a in range(n):
        gap = max(gap, abs(g[a]))
        force = max(force, la[a])
    return spare * force > IMPOSSIBLE * gap
