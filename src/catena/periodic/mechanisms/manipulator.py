"""The transport manipulator of a forging press, [KhangDien2012] section 4.3."""

from __future__ import annotations

from collections.abc import Sequence

from catena.periodic.mechanisms.profile import AngleSeries
from catena.periodic.mechanisms.transmission import TransmissionTrain


def transport_manipulator(
    *,
    speed: float,
    profile_cos: Sequence[float],
    profile_sin: Sequence[float] = (),
    m2: float,
    I1: float,
    k1: float,
    k2: float,
    c1: float,
    c2: float,
    load: float = 0.0,
    load_cos: Sequence[float] = (),
    load_sin: Sequence[float] = (),
) -> TransmissionTrain:
    """Driving shaft, cam and hammer; coordinates q1 [rad], q2 [m].

    Source: [KhangDien2012] (75)-(78). Give the result to ``transmission_system`` for
    the linearised, to ``TransmissionMotion`` for the full equations.
    Deviation: the source does not state F of this example; 0 is the default here.

    Args:
        speed: Omega [rad/s].
        profile_cos: a_k of U'(phi), k = 1, 2, ... [m/rad].
        profile_sin: b_k of U'(phi) [m/rad].
        m2: mass of the hammer [kg].
        I1: inertia of the driven disk [kg m^2].
        k1: torsional stiffness of the driving shaft [N m/rad].
        k2: stiffness between cam and hammer [N/m].
        c1: damping beside k1 [N m s/rad].
        c2: damping beside k2 [N s/m].
        load: constant part of F [N].
        load_cos: cosine coefficients of F over Omega t [N].
        load_sin: sine coefficients of F over Omega t [N].
    """
    return TransmissionTrain(
        inertia=I1,
        masses=(m2,),
        stiffnesses=(k1, k2),
        dampings=(c1, c2),
        profile=AngleSeries(tuple(profile_cos), tuple(profile_sin)),
        speed=speed,
        load=AngleSeries(tuple(load_cos), tuple(load_sin), load),
    )
