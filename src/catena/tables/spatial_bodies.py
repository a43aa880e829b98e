"""Tables of free bodies in space: masses, surfaces, couplings, and a step's scratch.

Body 0 is the ground. A body has its centre of mass and quaternion in the world, its
velocity in the world and its turning speed along its principal axes: the mass is one
flat diagonal, and gyroscopic moments belong to the free motion (`bodies.free_spatial`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, record, table
from catena.tables.events import EventMemory, event_log, event_memory
from catena.tables.state import Ledger, State, empty_ledger

BODY = record(
    mass=float, J_x=float, J_y=float, J_z=float, free=int, pin=int, x=float, y=float,
    z=float,
)  # fmt: skip
"""Mass, principal inertias, whether it moves; the body whose point (x, y, z) its place
follows, a pinned end of a rod, else -1."""
LOAD = record(
    body=int, follows=int, f_x=float, f_y=float, f_z=float, m_x=float, m_y=float,
    m_z=float,
)  # fmt: skip
"""Constant force on a centre of mass and moment, along the axes of the world, or those
of the body, which they then follow."""
SURFACE = record(
    kind=int, body=int, x=float, y=float, z=float, e_x=float, e_y=float, e_z=float,
    radius=float, half=float, inside=int, first=int, last=int, closed=int,
)  # fmt: skip
"""A sphere, a plane or a cylinder fixed to a body, in its axes: centre or point, normal
or axis, radius, half length, and whether a cylinder is touched from inside. Or a rod:
its radius, first beam and that behind its last, and whether they close."""
TOUCH = record(
    a=int, b=int, rigid=int, restitution=float, friction=float, k=float, c=float,
)  # fmt: skip
"""Two surfaces that may touch, the first a sphere: rigid with restitution, or a spring
with damper; Coulomb friction."""
BUSHING = record(
    a=int, b=int, a_x=float, a_y=float, a_z=float, b_x=float, b_y=float, b_z=float,
    k_r=float, k_z=float, k_t=float, c_r=float, c_z=float, c_t=float, c_a=float,
)  # fmt: skip
"""Point on two bodies in their axes; stiffness and damping across and along the axis,
of its tilt, and damping of turning about it. Axes stand in `BodySystem.frame`."""
SPRING = record(
    a=int, b=int, a_x=float, a_y=float, a_z=float, b_x=float, b_y=float, b_z=float,
    k=float, c=float, length=float,
)  # fmt: skip
"""Two ends in the axes of their bodies, stiffness, damping, unstretched length."""
BEAM = record(
    a=int, b=int, turn_a=int, turn_b=int, a_x=float, a_y=float, a_z=float, b_x=float,
    b_y=float, b_z=float, k_1=float, k_s=float, k_gy=float, k_ty=float, k_gz=float,
    k_tz=float, chord=float, twist=float, g_y=float, t_y=float, g_z=float, t_z=float,
    lag=float, length=float,
)  # fmt: skip
"""Piece of a rod: ends in the axes of the bodies a and b that hold their places, bodies
that they turn with (others only where an end is pinned), stiffnesses of stretch, twist,
skew and turn in both planes, their values without stress, lag and length. Axes stand in
`BodySystem.beam_frame`; `couplings.spatial_beam`."""
ROW = record(
    parts=int, touch=int, gap=float, old=float, press=float, g_n=float, g_1=float,
    g_2=float, g_12=float, P=float, P_1=float, P_2=float,
)  # fmt: skip
"""A closed contact: count of bodies, gap, opening speed before the step, impulse of its
spring, speed per impulse along normal and tangents, impulses."""

FREE = 6
"""Velocities of a body."""
PARTS = 5
"""Most bodies of a contact: the one that touches, and those that hold and turn both
ends of a piece of a rod."""


class SurfaceKind(IntEnum):
    """Kinds of surfaces."""

    SPHERE = 0
    PLANE = 1
    CYLINDER = 2
    ROD = 3


class BodySystem(NamedTuple):
    """Everything that does not change."""

    body: Rows
    surface: Rows
    touch: Rows
    bushing: Rows
    frame: Floats  # (bushings, 2, 9) axes of a bushing in those of its bodies
    spring: Rows
    load: Rows
    beam: Rows
    beam_frame: Floats  # (beams, 2, 9) axes of a rod at both ends, as frame
    M_inv: Floats  # (n, 6)
    gravity: Floats  # (3,)


class BodyMemory(NamedTuple):
    """What a step hands to the next."""

    P: Floats  # (touches, 3) impulses of the last step [N s]
    force: Floats  # (n, 3) contact force on each body, mean since the last sample [N s]
    tally: Floats  # steps, sweeps, steps not solved, deepest gap since the last sample
    modes: Ints  # (touches,) open, sticking, sliding
    events: EventMemory


class BodyWork(NamedTuple):
    """Scratch of a step."""

    R: Floats  # (n, 9)
    h: Floats  # (n, 6) forces that have a potential
    drag: Floats  # (n, 6) forces of dampers
    load: Floats  # (n, 6) constant forces
    old: Floats  # (n, 6)
    row: Rows
    who: Ints  # (touches, PARTS) bodies of a row
    J: Floats  # (touches, 3, 6 PARTS)
    found: Floats  # (1,)
    log: Rows  # EVENT, the first memory.events.logged


def body_state(q: Floats, u: Floats, touches: int) -> State:
    """A state with books at zero; q (n, 7), u (n, 6)."""
    n = len(q)
    memory = BodyMemory(
        np.zeros((touches, 3)), np.zeros((n, 3)), np.zeros(4),
        np.zeros(touches, dtype=np.int64), event_memory(touches),
    )  # fmt: skip
    ledger: Ledger = empty_ledger(1, 1)
    return State(np.zeros(1), q.copy(), u.copy(), memory, ledger)


def body_work(system: BodySystem) -> BodyWork:
    """Scratch for a system."""
    n, most = len(system.body), max(1, len(system.touch))
    h, drag, load, old = (np.zeros((n, FREE)) for _ in range(4))
    who, J = np.zeros((most, PARTS), dtype=np.int64), np.zeros((most, 3, PARTS * FREE))
    return BodyWork(
        np.zeros((n, 9)), h, drag, load, old, table(ROW, most), who, J, np.zeros(1),
        event_log(most),
    )  # fmt: skip
