"""Arrays of the right size and type for a planar chain."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catena.codes import FrictionLaw, NormalLaw
from catena.couplings.pin_joint import JOINT_LOAD
from catena.geometry.tooth import ToothProfile
from catena.integrators.planar_chain.tables import (
    Memory,
    Part,
    State,
    Sums,
    System,
    Work,
)
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, table
from catena.pairs.points import PLACE
from catena.pairs.roller_tooth import WHEEL
from catena.rows.impact import IMPACT
from catena.rows.planar import PLANAR, Counter
from catena.solvers.patches.waking import NOBODY, Patches, ring_patches
from catena.tables.contour import Contour
from catena.tables.state import empty_ledger

ROLLER_REACH = 0.05
"""Room around the tip circle within which rollers are watched, over its radius."""


def rows_of(contours: Sequence[Contour]) -> tuple[Ints, Ints, Floats]:
    """Contours as one table: first and last row of each, codes, shapes."""
    counts = np.cumsum([0] + [len(c.code) for c in contours])
    span = np.stack([counts[:-1], counts[1:]], axis=-1).astype(np.int64)
    if not contours:
        return span.reshape(0, 2), np.zeros(0, np.int64), np.zeros((0, 6))
    code = np.concatenate([c.code for c in contours])
    return span, code, np.concatenate([c.shape for c in contours])


def wheel_table(profiles: Sequence[ToothProfile]) -> tuple[Rows, Floats]:
    """Wheels without bodies and contours yet, and the angles of all their gaps."""
    counts = np.array([p.tooth_count for p in profiles], dtype=np.int64)
    angles = np.concatenate([2.0 * np.pi * np.arange(z) / z for z in counts])
    roller = profiles[0].roller_radius
    reach = [p.tip_radius + (1.0 + ROLLER_REACH) * roller for p in profiles]
    wheels = table(
        WHEEL, len(profiles), teeth=counts, gap=np.cumsum(counts) - counts,
        reach=np.square(reach), slope=np.tan(np.pi / counts),
    )  # fmt: skip
    return wheels, np.stack([np.cos(angles), np.sin(angles)])


def still_state(system: System, middles: Floats, angle: Floats, phi: Floats) -> State:
    """A chain at rest: mass centres (n, 2) [m], angles of links and rotors [rad]."""
    n, r, guides = angle.size, phi.size, system.rails.rails.size
    q = np.zeros((3, n + r))
    q[0, :n], q[1, :n], q[2, :n] = *middles.T, angle
    q[0, n:], q[1, n:], q[2, n:] = system.rotors.x, system.rotors.y, phi
    memory = Memory(
        turn=np.zeros(system.joints.size),
        tangent=np.zeros(n * (1 + guides)),
        normal=np.zeros(n * (1 + guides)),
        gap=np.full(n, -1, dtype=np.int64),
        pressure=np.zeros(guides),
        pawl=np.zeros(guides),
        theta=np.zeros(system.imposed.speeds.size),
    )
    ledger = empty_ledger(len(Part), r)
    return State(np.zeros(1), q.reshape(-1), np.zeros(q.size), memory, ledger)


def work_for(system: System) -> Work:
    """Scratch arrays for a chain."""
    n, r, guides = system.half.size, system.rotors.size, system.rails.rails.size
    n_u, contacts = 3 * (n + r), n * (1 + guides)
    return Work(
        pose=np.zeros((2, n + r)),
        h=np.zeros(n_u),
        old=np.zeros(n_u),
        mean=np.zeros(n_u),
        joints=table(JOINT_LOAD, system.joints.size),
        turns=system.turns.copy(),
        places=table(PLACE, system.points.size),
        rows=table(PLANAR, contacts),
        impacts=table(IMPACT, contacts),
        patches=_patches(system, contacts),
        counter=np.zeros(len(Counter), dtype=np.int64),
        extreme=np.zeros(2),
        imposed=np.zeros(r),
        piston=np.zeros(guides),
        bars=np.zeros(system.shafts.size),
        sums=Sums(np.zeros((2, n)), np.zeros((4, r))),
    )


def _patches(system: System, contacts: int) -> Patches:
    """Patches of links in a ring; with free rollers one for every body.

    Patch k also holds the friction of joint k: behind link k, or of a roller.
    """
    n = system.half.size
    ring = ring_patches(n, contacts)
    if system.joints.size == n:
        return ring
    bodies = n + system.rotors.size
    around = np.full((4, bodies), NOBODY, dtype=np.int64)
    around[:2, :n] = ring.neighbour
    for k in range(n, system.joints.size):
        link, roller = int(system.joints[k].a), int(system.joints[k].b)
        around[:2, k] = link, roller
        around[2:, roller] = link, k
        side = 2 if around[2, link] == NOBODY else 3
        around[side, link] = k
    empty = np.full(bodies, NOBODY, dtype=np.int64)
    return Patches(empty, ring.follow, np.zeros(bodies, dtype=np.int64), around)


def frictionless(system: System) -> System:
    """The same drive; rigid teeth press like springs of their stiffness."""
    groups, joints = system.groups.copy(), system.joints.copy()
    groups.friction, groups.mu = int(FrictionLaw.NONE), 0.0
    groups.law[groups.law == NormalLaw.UNILATERAL_NEWTON] = NormalLaw.SPRING_DAMPER
    joints.reach, joints.soft = 0.0, 0.0
    return system._replace(groups=groups, joints=joints)


def rotor_view(system: System, values: Floats) -> Floats:
    """q, u, M_inv or forces of the rotors, (3, r): x, y, angle."""
    return values.reshape(3, -1)[:, system.half.size :]


def link_view(system: System, values: Floats) -> Floats:
    """q, u, M_inv or forces of the links, (3, n): x, y, angle."""
    return values.reshape(3, -1)[:, : system.half.size]


def far_ends(system: System) -> Ints:
    """The rotor at which each rotor is driven or braked: itself, or its shaft's end."""
    far = np.arange(system.rotors.size)
    first = 2 * (system.half.size + system.rotors.size) + system.half.size
    far[system.shafts.a - first] = system.shafts.b - first
    return far


def copy_to_ends(system: System, values: Floats) -> None:
    """Give the far end of every shaft the value of its wheel; values (r,)."""
    first = 2 * (system.half.size + system.rotors.size) + system.half.size
    values[system.shafts.b - first] = values[system.shafts.a - first]


def turn_dof(system: System, rotor: int) -> int:
    """Number of the turning speed of a rotor in the flat velocities."""
    links = system.half.size
    return int(2 * (links + system.rotors.size) + links + rotor)
