"""Tables of a planar chain: links in a ring, and rotors that carry teeth or rails.

All bodies are planar and stand in one block: n links first, then r rotors (sprockets,
guides, far ends of shafts). A *rotor* turns about an axis that is held or elastic; a
fixed guide is a rotor that never turns. Joint k joins the front of link k - 1 and the
rear of link k; a roller, where there is one, sits on joint k and belongs to one link.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from catena.jit import inline_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, record
from catena.pairs.joint_rail import JointRail
from catena.pairs.roller_tooth import RollerTooth
from catena.solvers.patches.waking import Patches
from catena.tables.blocks import Block, block
from catena.tables.boundaries import Imposed
from catena.tables.state import Ledger


class Part(IntEnum):
    """Groups of contacts and of the ledger."""

    TOOTH = 0
    RAIL = 1
    JOINT = 2
    BEARING = 3
    TENSIONER = 4
    SHAFT = 5
    ROLLER = 6


ROTOR = record(
    body=int,
    inertia=float,  # [kg m^2]
    sense=float,  # +1 where it turns left when the chain travels forwards
    r_pitch=float,  # radius at which torques count as forces [m]
    x=float,  # place of the axis at rest [m]
    y=float,
    g_x=float,  # centre of gravity seen from the axis, in the frame of the body [m]
    g_y=float,
    g_mass=float,  # its mass [kg]; 0: no unbalance
    drag=float,  # of its bearing [N m s/rad]
    push_x=float,  # direction in which a tensioner pushes, at angle 0
    push_y=float,
    speed=int,  # row of its prescribed speed, -1: none
    load=int,  # row of its load, -1: none
    shaft=int,  # shaft that ends at it, -1: none
    mount=int,  # row of its elastic bearing, -1: none
)
"""What is known of a rotor besides the rows of its couplings."""


class Options(NamedTuple):
    """Numbers of the step."""

    set_valued: int  # whether friction sticks
    rigid: int  # whether teeth and rails are rigid
    tolerance: float  # of friction forces in the sweeps [N]
    sweeps: int  # most sweeps


class System(NamedTuple):
    """All that never changes during a run: n links, r rotors."""

    options: Options
    M: Floats  # (3 (n + r),)
    M_inv: Floats  # 0 where a motion is held or prescribed
    gravity: Floats  # constant forces [N]
    half: Floats  # (n,)  half length between the joints of a link [m]
    rotors: Rows  # ROTOR  sprockets, guides, arms, far ends of shafts, free rollers
    groups: Rows  # GROUP  by Part: teeth, rails
    joints: Rows  # PIN_JOINT  of neighbouring links, then of links and free rollers
    turns: Rows  # TURN  friction of the joints; none without friction
    points: Rows  # POINT  rollers; where rails touch others, these behind them
    teeth: RollerTooth
    rails: JointRail
    bearings: Rows  # BEARING
    mounts: Rows  # MOUNT
    shafts: Rows  # TORSION_BAR
    tensioners: Rows  # TENSIONER
    imposed: Imposed


class Memory(NamedTuple):
    """What a chain remembers from step to step; g guides."""

    turn: Floats  # (joints,)  friction impulses of the joints [N m s]
    tangent: Floats  # (n (1 + g),)  friction impulses of contacts by slot [N s]
    normal: Floats  # (n (1 + g),)  normal impulses of rigid contacts [N s]
    gap: Ints  # (n,)  tooth gap of each roller, counted over all wheels; -1: none
    pressure: Floats  # (g,)  of tensioners [Pa]
    pawl: Floats  # (g,)  tooth a ratchet has reached [m]
    theta: Floats  # (speeds,)  even turn in the sense of travel [rad]


class State(NamedTuple):
    """As `catena.tables.state.State`, with the memory of a chain."""

    t: Floats
    q: Floats
    u: Floats
    memory: Memory
    ledger: Ledger


class Sums(NamedTuple):
    """Impulses of rigid contacts since the last sample."""

    link: Floats  # (2, n)  of teeth and rails on the joint behind a link [N s]
    rotor: Floats  # (4, r)  on a rotor: x, y, turning; turning of its boundary


class Work(NamedTuple):
    """Scratch of a step."""

    pose: Floats  # (2, n + r)  cosine and sine of all bodies
    h: Floats  # (n_u,)  sums of forces
    old: Floats  # (n_u,)  velocities before the step
    mean: Floats  # (n_u,)  mean velocities of the step
    joints: Rows  # JOINT_LOAD
    turns: Rows  # TURN
    places: Rows  # PLACE
    rows: Rows  # PLANAR
    impacts: Rows  # IMPACT
    patches: Patches
    counter: Ints  # (3,)  columns of Counter
    extreme: Floats  # (2,)  columns of Extreme
    imposed: Floats  # (r,)  torque of drive or load on each rotor [N m]
    piston: Floats  # (g,)  tensioner force [N]
    bars: Floats  # (shafts,)  damping part of their moments [N m]
    sums: Sums


@inline_kernel
def body_block(system: System, state: State, work: Work) -> Block:
    """Views (3, n + r) of the flat arrays: x, y and angle of all bodies."""
    return block(system, state, work, 0, 3, work.pose.shape[1])
