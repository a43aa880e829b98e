"""Elastic sheaves of a belt in space: each disc bends under its own contacts.

The rows of a belt in space stand element by element, left and right in turn. Those of
each coupled sheave are listed, the coupled law of the plane finds the shape of its
disc, and every row gets what the disc gives way there, ``bend``, and its slopes: the
law of the flank goes on with a gap that is larger by ``bend``.

Source: [Cebulla2014] 5.3, (5.52), (5.57).
Deviation: discs are bent as if every flank carried along its whole height; one with a
lifted end presses less. Damping counts the slopes of the bent disc. Two places of a
flank share less than all of their compression: (5.55), with ones off the diagonal, is
singular.
"""

from __future__ import annotations

from typing import NamedTuple

from catena.bodies.sheave import Compliance
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, record, table
from catena.solvers.coupled_laws.coupled_sheaves import NO_SOLUTION, solve_disc
from catena.solvers.coupled_laws.disc_tables import Discs, DiscWork, disc_work

COUPLED = int(Compliance.COUPLED)

DISC_ROW = record(
    row=int,  # of the belt
    a=int,  # its element
    slot=int,
    d_x=float,  # from the axis to the contact [m]
    d_y=float,
    rho=float,
    gap=float,  # of the undeformed disc [m]
    press=float,  # [N]
    bend_t=float,  # slopes of the deformed disc along the travel and outwards
    bend_r=float,
)
"""One contact on one disc."""


class SpatialDiscWork(NamedTuple):
    """Scratch of the coupled law."""

    rows: Rows  # (n,)  contacts of one disc
    disc: DiscWork


def spatial_disc_work(discs: Discs, rows: int) -> SpatialDiscWork:
    """Room for the contacts of one disc, at most so many."""
    return SpatialDiscWork(table(DISC_ROW, rows), disc_work(discs, rows))


@lean_kernel
def bend_discs(
    discs: Discs,
    sheaves: Rows,
    stiffness: float,
    rows: Rows,
    count: int,
    closed: Ints,
    work: SpatialDiscWork,
) -> int:
    """By how much the discs of coupled sheaves give way at all rows of a belt.

    Returns the iterations, or NO_SOLUTION.
    """
    iterations = 0
    for b in range(sheaves.size):
        if not sheaves[b].compliance & COUPLED:
            continue
        n = list_contacts(rows, count, b, work.rows)
        if n == 0:
            continue
        taken = solve_disc(
            discs.root[b], discs.radial[b], discs.share, sheaves[b].cos, stiffness,
            work.rows[:n], closed, work.disc,
        )  # fmt: skip
        if taken == NO_SOLUTION:
            return NO_SOLUTION
        iterations += taken
        for i in range(n):
            keep_bend(rows, work.rows, i, work.disc.g, stiffness)
    return iterations


@lean_kernel
def list_contacts(rows: Rows, count: int, b: int, contacts: Rows) -> int:
    """The rows on the sheave b; returns how many there are."""
    n = 0
    for i in range(b % 2, count, 2):  # left and right in turn
        if rows[i].b == b:
            contacts[n].row, contacts[n].slot = i, rows[i].slot
            contacts[n].a = rows[i].a
            contacts[n].d_x, contacts[n].d_y = rows[i].d_x, rows[i].d_y
            contacts[n].rho, contacts[n].gap = rows[i].rho, rows[i].gap
            n += 1
    return n


@lean_kernel
def keep_bend(rows: Rows, contacts: Rows, i: int, open_gap: Floats, k: float) -> None:
    """What a row of the belt needs to know of the deformed disc below it."""
    row = contacts[i].row
    if row < 0:  # tells the compiler that no index counts from the end
        return
    c, s = contacts[i].d_x / contacts[i].rho, contacts[i].d_y / contacts[i].rho
    t, r = contacts[i].bend_t, contacts[i].bend_r
    rows[row].bend = open_gap[i] - contacts[i].press / k - contacts[i].gap
    rows[row].bend_x, rows[row].bend_y = r * c - t * s, r * s + t * c
