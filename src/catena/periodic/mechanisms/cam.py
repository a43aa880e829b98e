"""The elastic cam mechanism of [KhangDien2012] section 4.1: a shaft, two masses."""

from __future__ import annotations

from collections.abc import Sequence

from catena.periodic.mechanisms.profile import AngleSeries
from catena.periodic.mechanisms.transmission import TransmissionTrain


def cam_mechanism(
    *,
    speed: float,
    profile_cos: Sequence[float],
    profile_sin: Sequence[float] = (),
    m2: float,
    m3: float,
    I1: float,
    k1: float,
    k2: float,
    k3: float,
    c1: float,
    c2: float,
    c3: float,
    load: float = 0.0,
    load_cos: Sequence[float] = (),
    load_sin: Sequence[float] = (),
) -> TransmissionTrain:
    """Cam shaft, follower and output link; coordinates q1 [rad], q2, q3 [m].

    Source: [KhangDien2012] (41)-(65). Give the result to ``transmission_system`` for
    the linearised, to ``TransmissionMotion`` for the full equations.

    Args:
        speed: Omega [rad/s].
        profile_cos: a_k of U'(phi), k = 1, 2, ... [m/rad].
        profile_sin: b_k of U'(phi) [m/rad].
        m2: follower mass [kg].
        m3: output mass [kg].
        I1: inertia of the cam [kg m^2].
        k1: torsional stiffness of the cam shaft [N m/rad].
        k2: stiffness of the follower [N/m].
        k3: stiffness of the output link [N/m].
        c1: damping beside k1 [N m s/rad].
        c2: damping beside k2 [N s/m].
        c3: damping beside k3 [N s/m].
        load: constant part of F [N].
        load_cos: cosine coefficients of F over Omega t [N].
        load_sin: sine coefficients of F over Omega t [N].
    """
    return TransmissionTrain(
        inertia=I1,
        masses=(m2, m3),
        stiffnesses=(k1, k2, k3),
        dampings=(c1, c2, c3),
        profile=AngleSeries(tuple(profile_cos), tuple(profile_sin)),
        speed=speed,
        load=AngleSeries(tuple(load_cos), tuple(load_sin), load),
    )
