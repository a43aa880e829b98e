"""Friction between two turning speeds: pin joints, bearings.

The impulse P [N m s] turns the first velocity forwards and the second backwards; it
works against their difference and stays within ``bound``. Velocities are numbered in
the flat u, so that any kind of body may turn.
"""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.tables.state import Cause

TURN = record(
    a=int,  # the first velocity
    b=int,  # the second
    slot=int,  # place of the impulse in the memory
    group=int,  # of the ledger
    mass=float,  # inertia that a moment between the two meets [kg m^2]
    per=float,  # one over the arm at which a moment counts as a force [1/m]
    bound=float,  # largest impulse of this step [N m s]
    P=float,  # impulse of this step [N m s]
    pivot=float,  # while strands that stick are solved, see `catena.solvers.strands`
    rest=float,
    meeting=float,
)
"""Rows of this kind exist for the whole run; only their bounds change."""


@lean_kernel
def start_turns(rows: Rows, memory: Floats, u: Floats, M_inv: Floats) -> None:
    """Apply the impulses of the last step, as far as the load still allows."""
    for i in range(rows.size):
        a, b, bound = rows[i].a, rows[i].b, rows[i].bound
        if a < 0 or b < 0:  # tells the compiler that no index counts from the end
            continue
        P = min(max(memory[rows[i].slot], -bound), bound)
        rows[i].P = P
        u[a] += M_inv[a] * P
        u[b] -= M_inv[b] * P


@inline_kernel
def turn_slip(rows: Rows, i: int, u: Floats) -> float:
    """How much faster the second turns than the first [rad/s]."""
    # sign of the impulse: P > 0 where b is ahead, which turns a forwards
    return float(u[rows[i].b] - u[rows[i].a])


@inline_kernel
def push_turn(rows: Rows, i: int, u: Floats, M_inv: Floats, P: float) -> None:
    """Apply an impulse [N m s]."""
    u[rows[i].a] += M_inv[rows[i].a] * P
    u[rows[i].b] -= M_inv[rows[i].b] * P


@inline_kernel
def relax_turn(rows: Rows, i: int, u: Floats, M_inv: Floats) -> float:
    """Bring one row in line with Coulomb's law; the change at its arm [N s]."""
    return relax_turn_on(rows, i, u, M_inv, -1, 0.0)[0]


@inline_kernel
def relax_turn_on(
    rows: Rows, i: int, u: Floats, M_inv: Floats, last: int, kept: float
) -> tuple[float, int, float]:
    """The same where ``kept`` is known to be the value of the velocity ``last``.

    Returns the change, then the second velocity of the row and its value for the next
    row. From joint to joint a sweep waits for that one number: on its way through
    memory it is a fifth slower. A ``last`` below 0 is none.
    """
    a, b, bound, old = rows[i].a, rows[i].b, rows[i].bound, rows[i].P
    step = 0.0
    if a >= 0 and b >= 0:  # as above
        # a branch, no choice of a value: the processor foresees it and goes on
        if last == a:
            w_a = kept
        else:
            w_a = u[a]
        w_b = u[b]
        P = min(max(old + (w_b - w_a) * rows[i].mass, -bound), bound)
        step = P - old
        rows[i].P = P
        u[a] = w_a + M_inv[a] * step
        w_b -= M_inv[b] * step
        u[b] = w_b
        last, kept = b, w_b
    # as a force at the pin: so that one tolerance in newtons serves all rows
    return float(abs(step) * rows[i].per), last, kept


@lean_kernel
def book_turns(
    rows: Rows, memory: Floats, mean: Floats, h: Floats, loss: Floats, dt: float
) -> None:
    """Losses and reactions of the impulses; they are kept for the next step.

    Sums are kept aside while the group stays the same.
    """
    rubbed, rate = 0.0, 1.0 / dt
    for i in range(rows.size):
        a, b, P, g = rows[i].a, rows[i].b, rows[i].P, rows[i].group
        if a < 0 or b < 0:  # as above
            continue
        memory[rows[i].slot] = P
        rubbed += P * (mean[b] - mean[a])
        # imposed speeds look into h for what they must still provide
        h[a] += P * rate
        h[b] -= P * rate
        if i + 1 == rows.size or rows[i + 1].group != g:
            loss[g, Cause.COULOMB] += rubbed
            rubbed = 0.0
