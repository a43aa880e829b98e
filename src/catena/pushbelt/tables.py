"""Tables of a planar pushbelt: elements in a row, one ring, two pulleys.

Pulley 0 is the primary, 1 the secondary; both turn clockwise, so that an element's
frame (direction of travel, outwards) is right-handed. Angles and speeds of pulleys
count in the sense of travel. Element k + 1 runs ahead of element k.

Both sheaves of a pulley move as mirror images: one axial coordinate and two slopes
stand for the pair, with the masses of both. Contact forces are those on one sheave,
and act twice on elements, shafts and the pair.

Columns of one kind share an array, ``state.element[VX, k]``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from catena.bodies.ring_spline import RingSpline
from catena.numerics.arrays import Floats, Ints


class Turning(IntEnum):
    """What decides the speed of a shaft."""

    SPEED = 0
    TORQUE = 1


class Axial(IntEnum):
    """What decides the opening of a groove."""

    STOP = 0
    """The stop moves at a given velocity."""
    FORCE = 1
    """The clamping force is given."""


class Sheaves(IntEnum):
    """How sheaves give way."""

    RIGID = 0
    TILTING = 1
    """Rigid discs on elastic hubs: two slopes."""
    COUPLED = 2
    """Elastic discs: Maxwell's coupled law."""


class Loss(IntEnum):
    """Where energy is lost."""

    FLANK_CIRCUMFERENTIAL = 0
    FLANK_RADIAL = 1
    RING_FRICTION = 2
    ELEMENT_DAMPING = 3
    SADDLE_DAMPING = 4
    FLANK_DAMPING = 5
    RING_DAMPING = 6
    SHEAVE_DAMPING = 7


class Trouble(IntEnum):
    """Why a run cannot go on."""

    NONE = 0
    NOT_FINITE = 1
    ELEMENT_ORDER = 2
    """An element has overtaken its neighbour."""
    LEFT_PULLEY = 3
    """A flank is outside the sheaves."""
    COUPLED_LAW = 4
    """Maxwell's law found no solution."""


# state.element: mass centre [m]; cosine and sine of the direction of travel;
# velocities [m/s], [rad/s]; place on the ring [spans]
X, Y, C, S, VX, VY, W, XI = range(8)
# state.ring: control points and their velocities
RX, RY, RVX, RVY = range(4)
# state.pulley: turn [rad], speed [rad/s]; groove: axial distance between sheave and
# mid-plane at the axis [m], its rate; slopes of the sheave along x and y [rad], rates;
# energy put in by shaft and by clamping so far [J]
PHI, OM, Z, VZ, TX, TY, VTX, VTY, WORK, WORK_Z = range(10)

# system.pulley: centre; inverse inertia of the shaft, of the axial motion of both
# sheaves, of their slopes; stiffness and damping of the slopes, damping of the axial
# motion, gyroscopic inertia, all of both sheaves; inner and outer radius
(
    CX, CY, I_INV, Z_INV, T_INV, T_STIFF, T_DAMP, Z_DAMP, GYRO, R_INNER, R_OUTER,
    INERTIA,
) = range(12)  # fmt: skip
# system.pulley_code: Turning, Axial, Sheaves; first and last sample of the two curves
TURNING, AXIAL, SHEAVES, TURN_CURVE, TURN_END, AXIAL_CURVE, AXIAL_END = range(7)

# work.element: forces and moment; the share of damping between neighbours; force at
# rocking edge, top, bottom and pin in front; saddle force; gaps at saddle, rocking
# edge, top and bottom, pin out of its middle; velocities before the step
(
    HX, HY, HM, DX, DY, DM, ROCK, TOP, BOTTOM, PIN, SADDLE, G_SADDLE, G_ROCK, G_TOP,
    G_BOTTOM, G_PIN, OX, OY, OW,
) = range(19)  # fmt: skip

# work.flank, a row per flank point that may touch: direction of travel on the sheave
# and its lever about the element; outward direction along the flank, scaled by its
# in-plane share, and its lever; distance from the axis; axial share of the outward
# direction for the groove and the two slopes; bound of the friction impulse; step of
# the projection; slip before the step along both
(
    F_TX, F_TY, F_LT, F_GX, F_GY, F_LG, F_RHO, F_Z, F_SX, F_SY, F_BOUND, F_STEP,
    F_VT, F_VG, F_N, F_DX, F_DY,
) = range(17)  # fmt: skip
# work.flank_code: element, pulley, place of its impulse in state.la_flank
ELEMENT, PULLEY, SLOT = range(3)
# work.saddle, a row per element: tangent, lever, four weights of the ring, bound of
# the friction impulse, step of the projection, slip before the step
L_TX, L_TY, L_L, L_W0, L_W1, L_W2, L_W3, L_BOUND, L_STEP, L_V = range(10)
# work.counter: flank rows; sweeps so far; steps at the cap; iterations of the coupled
# law; steps; elements visited by the sweeps
COUNT, SWEEPS, CAPPED, COUPLED, STEPS, VISITS = range(6)
# work.sum, per pulley, over the steps since the last sample: torque of the belt on the
# shaft, axial force on one sheave, force on the shaft
SUM_TORQUE, SUM_AXIAL, SUM_X, SUM_Y = range(4)
# work.extreme: penetration so far; friction force change at the caps [N]
MOST_DEPTH, MOST_CHANGE = range(2)


class Laws(NamedTuple):
    """The numbers all elements share."""

    front: float  # from the centre of gravity forward to the rocking edge [m]
    rear: float  # and back to the rear plane [m]
    m_inv: float
    j_inv: float
    a_saddle: float  # from the centre of gravity forward to the saddle's middle [m]
    b_saddle: float  # levels above the centre of gravity [m]
    b_rock: float
    b_top: float
    b_bottom: float
    b_pin: float
    b_flank: float
    r_rock: float
    a_top: float  # front of the top and the bottom, from the centre of gravity [m]
    a_bottom: float
    pin_play: float
    ear_play: float
    half_ring: float  # half the thickness of the ring [m]
    w_flank: float  # half the width at the flank level [m]
    sin_wedge: float
    cos_wedge: float
    tan_wedge: float
    k_rock: float
    d_rock: float
    k_top: float
    d_top: float
    k_bottom: float
    d_bottom: float
    k_pin: float
    d_pin: float
    k_saddle: float
    d_saddle: float
    k_flank: float
    d_flank: float
    mu_flank: float
    mu_saddle: float
    bilateral: int  # 1: the ring never leaves the saddle
    margin: float  # gap up to which flanks take part [m]
    tolerance: float  # of friction forces in the sweeps [N]
    sweeps: int  # most sweeps


class System(NamedTuple):
    """All that never changes during a run: n elements, m spans, p flank points."""

    laws: Laws
    spline: RingSpline
    ring_inv: float  # inverse mass of a control point [1/kg]
    flank_a: Floats  # (p,)  places of the flank points along the belt [m]
    pulley: Floats  # (12, 2)
    pulley_code: Ints  # (7, 2)
    curve: Floats  # (2, samples)  time, boundary value
    influence: Floats  # (2, n_k + 1)  square roots of A_k [m/N]^(1/2)
    radial: Floats  # (2, n_r)  coefficients of c_rad


class State(NamedTuple):
    """All a run is continued from."""

    t: Floats  # (1,)
    element: Floats  # (8, n)
    ring: Floats  # (4, m)
    pulley: Floats  # (10, 2)
    la_flank: Floats  # (n p, 2)  friction impulses along travel, outwards [N s]
    la_saddle: Floats  # (n,)  along the ring
    closed: Ints  # (n p,)  active set of the coupled law
    loss: Floats  # (len(Loss),)  [J]


class Work(NamedTuple):
    """Scratch of a step."""

    element: Floats  # (19, n)
    ring: Floats  # (2, m)  forces on the control points
    tension: Floats  # (m,)
    flank: Floats  # (n p, 17)
    flank_code: Ints  # (n p, 3)
    saddle: Floats  # (n, 10)
    span: Ints  # (n,)  first of the four control points
    pulley: Floats  # (4, 2)  forces on OM, VZ, TX, TY
    sum: Floats  # (4, 2)
    first_row: Ints  # (n,)  of the flanks of an element
    awake: Ints  # (n,)  1: to be visited by the next sweep
    counter: Ints  # (6,)
    extreme: Floats  # (2,)
    scale: Floats  # (n p,)  coupled law: cos(delta_0) sqrt(c_rad)
    wave_c: Floats  # (2 n_k + 1, n p)  cosines of the multiples of a place
    wave_s: Floats  # (2 n_k + 1, n p)
    weight: Floats  # (n p,)
    pull: Floats  # (n p,)
    shape: Floats  # (n p,)  of the deformed disc
    moment: Floats  # (4, 2 n_k + 1)  sums over the closed contacts
    g_rigid: Floats  # (n p,)
    la: Floats  # (n p,)
    g: Floats  # (n p,)
    closed: Ints  # (n p,)
    S: Floats  # (rank, rank)
    y: Floats  # (rank,)
    best: Ints  # (3,)
