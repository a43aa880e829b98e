"""A driven elastic shaft, a transmission function U, and masses in a row behind it.

The cam mechanism has two masses, the transport manipulator one; both are this train.
``phi1 = Omega t + q1``, ``y1 = U(phi1)``, ``y_j = y_(j-1) + q_j``. With the mass
carried by stage j and all behind it, ``mu_j = m_j + m_(j+1) + ...``, the formulas of
the source read the same for any number of masses.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from catena.errors import InputError
from catena.periodic.arrays import Floats
from catena.periodic.mechanisms.profile import AngleSeries, not_negative, positive
from catena.periodic.system import Coefficients, PeriodicSystem, check_system

SMALL_ANGLE = 0.1
"""Vibration angle [rad] beyond which the linearised equations are doubtful."""


@dataclass(frozen=True)
class TransmissionTrain:
    """Parameters of a shaft with a transmission function and masses behind it."""

    inertia: float
    """I1 of the driven disk [kg m^2]."""
    masses: tuple[float, ...]
    """m2, m3, ... [kg]."""
    stiffnesses: tuple[float, ...]
    """k1 [N m/rad], k2, k3, ... [N/m]."""
    dampings: tuple[float, ...]
    """c1 [N m s/rad], c2, c3, ... [N s/m]."""
    profile: AngleSeries
    """First derivative U'(phi) of the transmission function [m/rad]."""
    speed: float
    """Angular speed Omega of the driver [rad/s]."""
    load: AngleSeries = field(default_factory=AngleSeries)
    """Force F against the motion of the last mass over Omega t [N]."""

    def __post_init__(self) -> None:
        positive("inertia", self.inertia)
        positive("speed", self.speed)
        stages = len(self.masses) + 1
        if len(self.stiffnesses) != stages or len(self.dampings) != stages:
            raise InputError(
                f"transmission: {len(self.masses)} masses need {stages} stiffnesses "
                f"and dampings; found {len(self.stiffnesses)} and {len(self.dampings)}"
            )
        for i, value in enumerate(self.masses, 2):
            positive(f"m{i}", value)
        for i, value in enumerate(self.stiffnesses, 1):
            positive(f"k{i}", value)
        for i, value in enumerate(self.dampings, 1):
            not_negative(f"c{i}", value)

    @property
    def n(self) -> int:
        """Number of coordinates q1, q2, ..."""
        return len(self.masses) + 1

    @property
    def period(self) -> float:
        """One revolution of the driver [s]."""
        return 2.0 * np.pi / self.speed

    @property
    def carried(self) -> Floats:
        """(n - 1,) masses mu_j carried by each stage [kg]."""
        return np.cumsum(self.masses[::-1])[::-1].astype(float)


def transmission_system(train: TransmissionTrain) -> PeriodicSystem:
    """The linearised vibration equations.

    Source: [KhangDien2012] (61)-(65), (77)-(78).
    Deviation: print displaces the exponent 2; M11 = I1 + mu U'^2 and K11 holds
    mu Omega^2 (U' U''' + U''^2), as expanding (52) gives (tested by differences).
    """

    def sampler(t: Floats) -> Coefficients:
        return _linear_coefficients(train, t)

    system = PeriodicSystem(train.period, train.n, sampler)
    check_system(system)
    return system


def _linear_coefficients(train: TransmissionTrain, t: Floats) -> Coefficients:
    n, w, mu = train.n, train.speed, train.carried
    phi = w * t
    U1, U2, U3 = train.profile.derivatives(phi, 3)
    F = train.load.at(phi)
    M = np.empty((len(t), n, n))
    C, K = np.zeros_like(M), np.zeros_like(M)
    d = np.empty((len(t), n))
    M[:, 0, 0] = train.inertia + mu[0] * U1**2
    M[:, 1:, 0] = M[:, 0, 1:] = U1[:, None] * mu
    M[:, 1:, 1:] = _joint_masses(mu)
    C[:, 0, 0] = train.dampings[0] + 2.0 * mu[0] * w * U1 * U2
    C[:, 1:, 0] = 2.0 * w * U2[:, None] * mu
    K[:, 0, 0] = train.stiffnesses[0] + F * U2 + mu[0] * w**2 * (U1 * U3 + U2**2)
    K[:, 1:, 0] = w**2 * U3[:, None] * mu
    for j in range(1, n):
        C[:, j, j] = train.dampings[j]
        K[:, j, j] = train.stiffnesses[j]
    d[:, 0] = -F * U1 - mu[0] * w**2 * U1 * U2
    d[:, 1:] = -F[:, None] - w**2 * U2[:, None] * mu
    return Coefficients(M, C, K, d)


def _joint_masses(mu: Floats) -> Floats:
    """Mass shared by stages i and j: what the later of the two carries."""
    later = np.maximum.outer(np.arange(len(mu)), np.arange(len(mu)))
    return mu[later]


class TransmissionMotion:
    """The full non-linear equations as ``x' = F(t, x)`` with ``phi0 = Omega t``.

    Source: [KhangDien2012] (52)-(54) with (55)-(56).
    """

    def __init__(self, train: TransmissionTrain) -> None:
        self.train = train
        self._joint = _joint_masses(train.carried)

    def __call__(self, t: float, x: Floats) -> Floats:
        """X' for a state (2n,) or for states as columns (2n, k)."""
        states = x.reshape(2 * self.train.n, -1)
        n = self.train.n
        M, force = self._inertia_and_force(t, states[:n], states[n:])
        acceleration = np.linalg.solve(M, force[..., None])[..., 0].T
        return np.concatenate([states[n:], acceleration]).reshape(x.shape)

    def _inertia_and_force(
        self, t: float, q: Floats, v: Floats
    ) -> tuple[Floats, Floats]:
        train, mu, n = self.train, self.train.carried, self.train.n
        phase = np.array([train.speed * t])
        U1, U2 = train.profile.derivatives(phase + q[0], 2)
        F = float(train.load.at(phase)[0])
        rate = train.speed + v[0]
        M = np.empty((q.shape[1], n, n))
        M[:, 0, 0] = train.inertia + mu[0] * U1**2
        M[:, 1:, 0] = M[:, 0, 1:] = U1[:, None] * mu
        M[:, 1:, 1:] = self._joint
        force = -(np.asarray(train.dampings)[:, None] * v).T
        force -= (np.asarray(train.stiffnesses)[:, None] * q).T
        force[:, 0] -= F * U1 + mu[0] * U1 * U2 * rate**2  # (52)
        force[:, 1:] -= F + (U2 * rate**2)[:, None] * mu  # (53)-(54)
        return M, force


def kinetostatic_moment(train: TransmissionTrain, times: Floats) -> Floats:
    """Moment on the driving shaft if nothing were elastic [N m].

    Same sign as ``k1 (phi1 - phi0)``: the shaft of the rigid mechanism carries
    ``-F U' - mu Omega^2 U' U''``, the right-hand side of (61).
    """
    phi = train.speed * times
    U1, U2 = train.profile.derivatives(phi, 2)
    load = train.load.at(phi)
    inertia: Floats = train.carried[0] * train.speed**2 * U1 * U2
    return -load * U1 - inertia


def shaft_moment(train: TransmissionTrain, q: Floats, v: Floats) -> Floats:
    """Dynamic moment ``k1 q1 + c1 q1'`` on the driving shaft [N m] (Fig. 20)."""
    return train.stiffnesses[0] * q[:, 0] + train.dampings[0] * v[:, 0]


def small_vibration_note(q: Floats) -> tuple[str, ...]:
    """A warning when the vibration angle q1 leaves the range of the linear model."""
    angle = float(np.abs(q[:, 0]).max())
    if angle <= SMALL_ANGLE:
        return ()
    return (
        f"the vibration angle q1 reaches {angle:.3g} rad, beyond {SMALL_ANGLE:g} rad: "
        "the linearised equations are not valid there; solve the full equations by "
        "shooting or read the figures as a numerical benchmark only",
    )
