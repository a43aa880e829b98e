"""Tables of a planar chain: links in a ring, and rotors that carry teeth or rails.

A *rotor* turns about a fixed point: a sprocket, or a guide on its pivot (a fixed guide
is a rotor that never turns). Joint k joins the front of link k - 1 and the rear of
link k; a roller, where there is one, sits on joint k and belongs to one of the two.

Columns of one kind share an array, ``state.link[VX, k]``: few arrays compile several
times faster than many.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from catena.numerics.arrays import Floats, Ints


class Turning(IntEnum):
    """What decides the speed of a rotor."""

    FIXED = 0
    SPEED = 1
    """Its speed is a function of time."""
    TORQUE = 2
    """Its inertia answers to all torques."""


class Friction(IntEnum):
    """How friction answers to slip."""

    SET_VALUED = 0
    """Sticks or slips; impulses by projected sweeps at the end of the step."""
    REGULARISED = 1
    """A smooth function of the slip speed."""


class Normal(IntEnum):
    """How a tooth answers to a roller that presses on it."""

    SPRING = 0
    """Spring and damper in parallel."""
    HERTZ = 1
    """A power of the depth, and a damper."""
    JOHNSON = 2
    """Cylinder in a hollow cylinder, and a damper."""
    RIGID = 3
    """No depth at all: impulses with restitution; of rails too."""


class Loss(IntEnum):
    """Where energy is lost."""

    JOINT_DAMPING = 0
    JOINT_FRICTION = 1
    TOOTH_DAMPING = 2
    TOOTH_FRICTION = 3
    RAIL_DAMPING = 4
    RAIL_FRICTION = 5
    BEARING = 6
    TENSIONER = 7
    """Work done on tensioners; their springs give some of it back."""
    SHAFT = 8


# system.link: half length between the joints [m]; inverse mass and inertia; stiffness
# [N/m], damping [N s/m] and radial clearance [m] of the joint behind the link; whether
# the roller of that joint sits at the rear (-1) or the front (+1) of its owner; inertia
# that a moment in the joint meets [kg m^2]
HALF, M_INV, J_INV, STIFF, DAMP, CLEAR, END, PAIR = range(8)
# system.rotor: place of its axis [m], inertia, its inverse (0 unless torques decide),
# bearing damping [N m s/rad], +1 where it turns left when the chain travels forwards;
# centre of the teeth seen from the axis, at angle 0 [m]; pitch radius [m]; inverse mass
# (0 where the axis is held), stiffness [N/m] and damping [N s/m] of an elastic bearing;
# direction in which a tensioner pushes, at angle 0; fall of a driving torque per speed
# [N m s/rad] above a nominal speed, in the sense of travel [rad/s]; centre of gravity
# seen from the axis, at angle 0 [m], and its mass [kg]. A rotor in an elastic bearing
# is described about its centre of gravity (inertia, centre of the teeth, motion), any
# other about its axis.
(
    CX, CY, INERTIA, R_INV, BEARING, SENSE, OFF_X, OFF_Y, R_PITCH, A_INV, A_STIFF,
    A_DAMP, PUSH_X, PUSH_Y, DROOP, NOMINAL, G_X, G_Y, G_MASS,
) = range(19)  # fmt: skip
# system.rotor_code: Turning; first and last sample of its speed or torque; first
# harmonic and the one behind the last
TURNING, CURVE, CURVE_END, WAVE, WAVE_END = range(5)
# system.wave: order of the rotor's turn, amplitude [rad] or [N m], phase [rad]
ORDER, AMPLITUDE, PHASE = range(3)
# system.wheel: squared distance within which a roller may touch [m^2]; tangent of half
# a tooth angle
REACH, SLOPE = range(2)
# system.wheel_code, rail_code: first and last row of the contour; teeth; first gap
ROW, ROW_END, TEETH, GAP = range(4)
# system.tensioner: lever, signed [m]; preload [N]; spring [N/m]; damping in and out
# [N s/m]; way it can be pushed in [m]; piston area [m^2]; supply [Pa]; leak
# [m^3/(s Pa)]; valve [m^3/(s Pa^0.5)]; volume [m^3]; bulk modulus [Pa]; air at 1 bar;
# relief [Pa]; way between the teeth of a ratchet [m], 0: none
(
    LEVER, PRELOAD, SPRING, D_IN, D_OUT, STOP, AREA, SUPPLY, LEAK, VALVE, VOLUME, BULK,
    AIR, RELIEF, RATCHET,
) = range(15)  # fmt: skip
# system.bar: stiffness [N m/rad], damping [N m s/rad] of a shaft; bar_code: the rotors
# at its ends, the wheel first
B_STIFF, B_DAMP = range(2)
B_WHEEL, B_END = range(2)

# state.link: mass centre [m], angle [rad], velocities, friction impulse of the joint
X, Y, ANGLE, VX, VY, W, LA = range(7)
# state.rotor: angle, speed, even turn in the sense of travel [rad], energy put in [J];
# way of the centre of gravity from where the axis rests [m] and its velocity
PHI, OM, THETA, ENERGY, UX, UY, UVX, UVY = range(8)

# work.link: cosine and sine; sums of forces; mean velocities of the step; joint force,
# its damping part; friction and viscous moment of the joint; largest squared joint
# force since the last sample; elastic energy of the joint; arm and place of the roller
# of the joint; impulses of rigid teeth and rails on it since the last sample
(
    C, S, HX, HY, HW, MX, MY, MW, JX, JY, LX, LY, JM, JV, PEAK, ELASTIC, AX, AY, PX, PY,
    TOOTH_SUM, RAIL_SUM,
) = range(22)  # fmt: skip
# work.rotor: torques of contacts; of drives, loads, tensioners; of shafts; speed before
# the step, then its mean; the same of the centre of gravity; force of the chain;
# impulses of rigid contacts since the last sample, their turning impulse, that of
# drives; torque of an elastic bearing about the centre of gravity
HR, HD, HB, MR, MUX, MUY, HUX, HUY, SUM_X, SUM_Y, SUM_R, SUM_D, HA = range(13)
# work.touch: normal from rotor to link; levers of normal and tangent about the link and
# about the rotor [m]; depth [m]; normal force, friction force against the tangent, its
# bound [N]; tangential mass [kg]; elastic part of a curved law [N]; normal mass, rate
# before the impact with its restitution [m/s]
(
    NX, NY, AN, AT, BN, BT, DEPTH, FORCE, SLIDE, BOUND, MASS, PRESS, N_MASS, REBOUND,
) = range(14)  # fmt: skip
# work.pair: link, rotor, place of the warm start
LINK, ROTOR, SLOT = range(3)
# work.counter: contacts; sweeps so far; steps that needed too many
COUNT, SWEEPS, CAPPED = range(3)
# work.extreme: largest contact force since the last sample [N]; depth so far [m]
MOST_FORCE, MOST_DEPTH = range(2)


class Laws(NamedTuple):
    """The numbers all links share."""

    friction: int  # Friction
    soft: float  # slip speed of regularised friction [m/s]
    onset: float  # depth over which contact damping grows [m]
    tolerance: float  # of friction forces in the sweeps [N]
    sweeps: int  # most sweeps
    ramp: float  # time over which torques grow from zero [s]
    gravity_x: float  # [m/s^2]
    gravity_y: float
    r_pin: float  # [m]
    mu_pin: float
    d_turn: float  # viscous moment of a joint [N m s/rad]
    roller: float  # radius [m]
    longest: float  # no link is longer, even under load [m]
    k_tooth: float  # [N/m]
    d_tooth: float  # [N s/m]
    mu_tooth: float
    grip: float  # radius at which rollers turn with their link [m]; 0: they do not
    normal: int  # Normal
    law_a: float  # K [N/m^n] of Hertz, E* [Pa] of Johnson
    law_b: float  # n of Hertz, radial clearance [m] of Johnson
    law_c: float  # length [m] of Johnson
    e_tooth: float  # restitution of rigid teeth
    e_rail: float
    floating: int  # whether an axis moves
    offset: float  # of the sliding surface from the joints [m]
    k_rail: float
    d_rail: float
    mu_rail: float


class System(NamedTuple):
    """All that never changes during a run: n links, r rotors, s sprockets, g guides."""

    laws: Laws
    link: Floats  # (8, n)
    owner: Ints  # (n,)  link that carries the roller of joint k
    rotor: Floats  # (19, r)  sprockets first, then guides, then far ends of shafts
    rotor_code: Ints  # (5, r)
    curve: Floats  # (2, samples)  time [s]; speed or torque in the sense of travel
    wave: Floats  # (3, harmonics)
    wheel: Floats  # (2, s)
    wheel_code: Ints  # (4, s)
    gaps: Floats  # (2, gaps)  cosine and sine of each gap's angle, all sprockets
    rail: Floats  # (g, 4)  x, y low, x, y high within which a joint may touch [m]
    rail_code: Ints  # (2, g)
    code: Ints  # (rows,)  contours of tooth gaps and rails
    shape: Floats  # (rows, 6)
    tensioner: Floats  # (15, g)  without effect where the lever is 0
    bar: Floats  # (2, b)  shafts between sprockets and their drives
    bar_code: Ints  # (2, b)


class State(NamedTuple):
    """All a run is continued from."""

    t: Floats  # (1,)  [s]
    link: Floats  # (7, n)
    rotor: Floats  # (8, r)
    pressure: Floats  # (g,)  [Pa]
    pawl: Floats  # (g,)  tooth a ratchet has reached [m]
    gap: Ints  # (n,)  tooth gap of each roller, counted over all sprockets; -1: none
    la_touch: Floats  # (n (1 + g),)  friction impulses of contacts [N s], warm start
    la_press: Floats  # (n (1 + g),)  normal impulses of rigid contacts [N s]
    loss: Floats  # (len(Loss),)  energy lost so far [J]


class Work(NamedTuple):
    """Scratch of a step."""

    link: Floats  # (22, n)
    rotor: Floats  # (13, r)
    touch: Floats  # (14, contacts)
    pair: Ints  # (3, contacts)
    counter: Ints  # (3,)
    extreme: Floats  # (2,)
    piston: Floats  # (g,)  tensioner force [N]
