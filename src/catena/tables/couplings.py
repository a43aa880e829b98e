"""Tables of smooth couplings and of what the surroundings impose."""

from __future__ import annotations

from typing import NamedTuple

from catena.numerics.arrays import Floats, Ints


class SpringDampers(NamedTuple):
    """Springs with dampers along the line between two points."""

    body_a: Ints  # (n,)
    body_b: Ints  # (n,)
    point_a: Floats  # (n, 2)   in the frame of body a [m]
    point_b: Floats  # (n, 2)   in the frame of body b [m]
    stiffness: Floats  # (n,)   [N/m]
    damping: Floats  # (n,)     [N s/m]
    rest: Floats  # (n,)        length without force [m]


class Journals(NamedTuple):
    """Bearings: a pin in a bush with clearance, isotropic stiffness and damping."""

    body_a: Ints  # (n,)
    body_b: Ints  # (n,)
    point_a: Floats  # (n, 2)
    point_b: Floats  # (n, 2)
    stiffness: Floats  # (n,)      [N/m]
    damping: Floats  # (n,)        [N s/m]
    clearance: Floats  # (n,)      radial play [m]
    turn_damping: Floats  # (n,)   [N m s/rad]


class TorsionBars(NamedTuple):
    """Springs and dampers between the angles of two bodies, geared or with play."""

    body_a: Ints  # (n,)
    body_b: Ints  # (n,)
    stiffness: Floats  # (n,)   [N m/rad]
    damping: Floats  # (n,)     [N m s/rad]
    rest: Floats  # (n,)        angle b - ratio a without moment, mid-play [rad]
    ratio: Floats  # (n,)       turns of b per turn of a; 1 = a shaft, -1/2 = gears
    play: Floats  # (n,)        free angle of b from flank to flank [rad]


class Curves(NamedTuple):
    """Sampled functions, one after the other; linear between the samples."""

    first: Ints  # (n,)      first sample
    last: Ints  # (n,)       last sample
    period: Floats  # (n,)   0 = constant beyond the ends
    x: Floats  # (n_s,)
    y: Floats  # (n_s,)


class PrescribedSpeeds(NamedTuple):
    """Velocities that follow a curve over time, whatever it takes."""

    dof: Ints  # (n,)
    curve: Ints  # (n,)


class Loads(NamedTuple):
    """Forces or torques on one velocity, tabulated over time, place or speed."""

    dof: Ints  # (n,)
    curve: Ints  # (n,)
    argument: Ints  # (n,)   CurveArgument
    ramp: Floats  # (n,)     time over which the load grows from zero [s]


class Boundaries(NamedTuple):
    """What the surroundings impose."""

    gravity: Floats  # (2,)   [m/s^2]
    curves: Curves
    speeds: PrescribedSpeeds
    loads: Loads
