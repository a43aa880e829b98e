"""All smooth forces h(q, u, t) of a system."""

from __future__ import annotations

from catena.bodies.linear import add_linear_forces
from catena.couplings.boundary import add_gravity, add_loads
from catena.couplings.journal import add_journals
from catena.couplings.spring_damper import add_spring_dampers
from catena.couplings.torsion_bar import add_torsion_bars
from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.tables.bodies import Inertia, LinearBodies
from catena.tables.couplings import Boundaries, Journals, SpringDampers, TorsionBars
from catena.tables.system import JOURNALS, LINEAR, LOADS, SPRINGS, TORSION


@kernel
def fill_coupling_forces(
    springs: SpringDampers,
    journals: Journals,
    torsion: TorsionBars,
    q: Floats,
    u: Floats,
    pose: Floats,
    h: Floats,
    parts: Floats,
    journal_force: Floats,
) -> None:
    """Start h with the forces of the couplings; the booked parts come cleared."""
    h[:] = 0.0
    add_spring_dampers(springs, pose, u, h, parts[SPRINGS])
    add_journals(journals, pose, u, h, parts[JOURNALS], journal_force)
    add_torsion_bars(torsion, q, u, h, parts[TORSION])


@kernel
def add_body_forces(
    inertia: Inertia,
    linear: LinearBodies,
    boundaries: Boundaries,
    n_bodies: int,
    q: Floats,
    u: Floats,
    t: float,
    h: Floats,
    parts: Floats,
) -> None:
    """Add weights, loads and the forces within linear bodies."""
    add_gravity(boundaries.gravity, inertia.M, n_bodies, h)
    add_linear_forces(linear, q, u, h, parts[LINEAR])
    add_loads(boundaries, t, q, u, h, parts[LOADS])
