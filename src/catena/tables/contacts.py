"""Listed rows: contacts given by the velocities they touch, and solvers of these.

The kind of row for percussions along the normal, rods, linear bodies, faces, coupled
laws and jointed bodies. Elastic contacts of two planar bodies are rows of the kind
`PLANAR` and never among the active ones here; outside of steps, analyses may fill the
listed row of any contact with gap and directions (``stability.probed_rows``).

A row is one possible contact point. It touches up to ``n_k`` velocities, listed in
``dof``; along these it has a normal direction ``W_N`` and ``n_t`` tangents ``W_T``
(1 in the plane, 2 in space). Whether the velocities belong to a planar body, a
spatial body or a flexible ring is not known here.

How a time step uses the rows (all kernels, none allocates):

1. the pair kinematics fill ``g_N, dof, W_N, W_T, w_N, w_T``, the identity ``key``
   of each row, and the list ``active[: n_active[0]]`` of rows that take part;
2. in ``rows.listed``: ``remember_row`` forgets the memory of a row that was not active
   in the step before or whose ``key`` changed (always once per step);
   ``fill_row_velocities`` notes the relative velocities before the step;
   ``fill_row_forces`` evaluates the single-valued laws into ``la_N, la_T`` and
   returns a ``Status`` (``la_N`` of GIVEN and MAXWELL rows must be there before);
   ``add_row_forces`` adds them to the smooth forces, except the normal force of GIVEN
   rows, which acts through the part that gave it. These three take the rows of a
   list; ``contact.contour_rows`` does step 1 and what is begun in step 2 in one pass;
3. the engine fills ``MiW_N = M^-1 W_N`` and ``MiW_T = M^-1 W_T`` on the same ``dof``
   and turns ``u`` into the free velocity ``u + M^-1 h dt``;
4. ``fill_friction_bounds(rows, dt)`` turns single-valued normal forces into the
   friction bounds ``R_T`` of set-valued friction;
5. ``solvers.percussions.solve_percussions(rows, u, work, options, report)`` finds
   ``P_N, P_T`` of all set-valued laws, adds ``M^-1 W P`` to ``u`` and returns a
   ``Status``. The percussions stay in the rows as warm start of the next step
   (multiply them by the ratio when the step size changes).

The memory of a run, besides q, u and t: ``P_N, P_T, v_impact, warm_key, last_step,
step``; a checkpoint holds them.

Rules for whoever fills a row:

- unused entries of ``dof`` are -1, stand at the end, and have zero ``W`` and ``MiW``;
- ``dof`` lists every velocity coupled to a touched one by ``M^-1`` (all three of a
  planar body, all six of a spatial body), so that ``MiW`` is exact on ``dof``;
- a prescribed motion is no velocity of the system: it goes into ``w_N`` and ``w_T``,
  ``g_N_dot = W_N u + w_N``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, record
from catena.tables.friction import ElasticFriction

PACKED = record(
    row=int, used=int, joint=int, kind=int, slides=int, mu=float, R_T=float,
    b_N=float, b_1=float, b_2=float,
    G_NN=float, G_N1=float, G_N2=float, G_11=float, G_12=float, G_22=float,
    P_N=float, P_1=float, P_2=float,
)  # fmt: skip
"""What a sweep asks of one row besides its directions.

Row ``row`` of the list touches ``used`` velocities; of a tied one ``joint`` tells whose
friction it is, -1 for none.
``kind`` is 0 without a normal unknown, 1 where it pushes only, -1 where it pushes and
pulls; ``slides`` counts the tangents that are unknowns. ``mu`` is the coefficient that
acts on |P_N|, ``R_T`` the friction bound not due to P_N [N s]. The laws see W u + b;
G is W' M^-1 W of the row with itself, P its percussions [N s].
"""


class ListedRows(NamedTuple):
    """A row per contact, n_c of them, each touching up to n_k velocities."""

    law_N: Ints  # (n_c,)            NormalLaw
    law_T: Ints  # (n_c,)            FrictionLaw
    par_N: Floats  # (n_c, 1)        restitution of set-valued laws
    par_T: Floats  # (n_c, 3)        of set-valued friction: mu, break-away force [N],
    #                                restitution along the tangent
    key: Ints  # (n_c,)              identity of the touching pair of points

    active: Ints  # (n_c,)           rows taking part, the first n_active[0] entries
    n_active: Ints  # (1,)
    g_N: Floats  # (n_c,)            gap [m]
    room: Floats  # (n_c,)           approach that a gap within tolerance allows [m/s]
    dof: Ints  # (n_c, n_k)          touched velocities, -1 = unused
    W_N: Floats  # (n_c, n_k)        their normal directions
    W_T: Floats  # (n_c, n_t, n_k)   their tangents
    w_N: Floats  # (n_c,)            gap rate at rest, from prescribed motion [m/s]
    w_T: Floats  # (n_c, n_t)        sliding at rest, from prescribed motion [m/s]
    MiW_N: Floats  # (n_c, n_k)      M^-1 W_N
    MiW_T: Floats  # (n_c, n_t, n_k) M^-1 W_T

    g_N_dot: Floats  # (n_c,)        gap rate before the step [m/s]
    g_T_dot: Floats  # (n_c, n_t)    sliding velocity before the step [m/s]
    la_N: Floats  # (n_c,)           force of single-valued or given normal laws [N]
    la_T: Floats  # (n_c, n_t)       force of single-valued friction laws [N]
    R_T: Floats  # (n_c,)            friction bound not due to P_N [N s]
    P_N: Floats  # (n_c,)            percussion [N s], warm start of the next step
    P_T: Floats  # (n_c, n_t)        percussion [N s], warm start of the next step

    warm_key: Ints  # (n_c,)         key P_N, P_T and v_impact belong to
    last_step: Ints  # (n_c,)        step in which the row was active last
    step: Ints  # (1,)               steps begun
    v_impact: Floats  # (n_c,)       approach speed when the contact closed [m/s]


class PercussionWork(NamedTuple):
    """Scratch arrays of the step solver.

    Rows with a normal unknown or two tangents are packed one after another;
    ``sweeps.packed_rows`` knows how. Elastic contacts and bearings have rows of
    their own, ``patches.elastic_friction``. Rows on jointed bodies move all that the
    joints hold together; ``sweeps.tied_rows`` sweeps those.
    """

    packed: Rows  # PACKED              rows of free bodies, the first listed[0]
    ways: Floats  # (2, n_c, 1 + n_t, n_k)   their W and M^-1 W, the normal first
    dof: Ints  # (n_c, n_k)             touched velocities of each packed row
    bounded: Ints  # (n_c,)             rows of ``friction``, for direct methods
    listed: Ints  # (3,)                how many packed, bounded and tied rows
    last: Floats  # (n_c, 1 + n_t)      percussions after the sweep before [N s]
    ahead: Floats  # (n_c, 1 + n_t)     percussions the sweep began with [N s]
    group: Ints  # (n_c,)               group of each listed row
    root: Ints  # (n_v,)                what stands for the group of each velocity
    size: Floats  # (n_v,)              largest percussion of each group [N s]
    away: Floats  # (n_c,)              natural map of each listed row [N s]
    head: Rows  # PACKED                rows on jointed bodies, the first listed[2]
    reply: Floats  # (n_r, 1 + n_t, n_u)   velocities per percussion, joints held
    pull: Floats  # (n_r, 1 + n_t, n_j)    percussions of the joints per percussion
    P_known: Floats  # (n_j,)           percussions of joints before the contacts [N s]
    P_joint: Floats  # (n_j,)           what the contacts add to them [N s]
    friction: ElasticFriction


class PercussionOptions(NamedTuple):
    """How hard the step solver tries. The defaults suit verification runs."""

    relative_tolerance: float = 1e-9
    """Natural map allowed, relative to the largest percussion."""
    absolute_tolerance: float = 1e-14
    """Natural map allowed on top [N s]; production runs take (0.1 N) dt."""
    max_sweeps: int = 2000
    """Cap; reaching it returns ``Status.NOT_CONVERGED``."""
    relaxation: float = 1.0
    """Over-relaxation of the sweeps, 0 < relaxation < 2."""
    direct_rows: int = 0
    """Rows of one tangent up to which the caller has direct methods: the sweeps then
    give up early, where these cost less."""


class SolverReport(NamedTuple):
    """What the last solve did; always filled, also when it failed."""

    sweeps: Ints  # (1,)             iterations of the last solve
    total_sweeps: Ints  # (1,)       sum over all solves since the start
    unconverged: Ints  # (1,)        solves that did not return OK since the start
    rescued: Ints  # (1,)            solves that a direct method had to finish
    worst_row: Ints  # (1,)          row with the largest natural map, -1 = none
    residual: Floats  # (1,)         natural map of the last solve [N s]
    worst_residual: Floats  # (1,)   largest relative natural map of an accepted solve
    scale: Floats  # (1,)            largest percussion of the last solve [N s]


def empty_rows(n_c: int, n_k: int, n_t: int) -> ListedRows:
    """``n_c`` inactive rows without laws, ready to be filled."""

    def floats(*shape: int) -> Floats:
        return np.zeros(shape)

    def ints(value: int, *shape: int) -> Ints:
        return np.full(shape, value, dtype=np.int64)

    return ListedRows(
        law_N=ints(0, n_c),
        law_T=ints(0, n_c),
        par_N=floats(n_c, 1),
        par_T=floats(n_c, 3),
        key=ints(0, n_c),
        active=ints(0, n_c),
        n_active=ints(0, 1),
        g_N=floats(n_c),
        room=floats(n_c),
        dof=ints(-1, n_c, n_k),
        W_N=floats(n_c, n_k),
        W_T=floats(n_c, n_t, n_k),
        w_N=floats(n_c),
        w_T=floats(n_c, n_t),
        MiW_N=floats(n_c, n_k),
        MiW_T=floats(n_c, n_t, n_k),
        g_N_dot=floats(n_c),
        g_T_dot=floats(n_c, n_t),
        la_N=floats(n_c),
        la_T=floats(n_c, n_t),
        R_T=floats(n_c),
        P_N=floats(n_c),
        P_T=floats(n_c, n_t),
        warm_key=ints(-1, n_c),
        last_step=ints(-1, n_c),
        step=ints(0, 1),
        v_impact=floats(n_c),
    )


def solver_report() -> SolverReport:
    """A report of zero solves."""

    def count() -> Ints:
        return np.zeros(1, dtype=np.int64)

    return SolverReport(
        sweeps=count(),
        total_sweeps=count(),
        unconverged=count(),
        rescued=count(),
        worst_row=np.full(1, -1, dtype=np.int64),
        residual=np.zeros(1),
        worst_residual=np.zeros(1),
        scale=np.zeros(1),
    )
