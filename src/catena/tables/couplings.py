"""Tables of what the surroundings impose."""

from __future__ import annotations

from typing import NamedTuple

from catena.numerics.arrays import Floats, Ints


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
    follows: Ints  # (n,)    1 = a force along an axis of its body, else of the world


class Boundaries(NamedTuple):
    """What the surroundings impose."""

    gravity: Floats  # (2,)   [m/s^2]
    weights: Floats  # (n_u,) forces of gravity on the planar bodies
    curves: Curves
    speeds: PrescribedSpeeds
    loads: Loads
