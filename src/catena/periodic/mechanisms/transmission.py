"""A driven elastic shaft, a transmission function U, and masses in a row behind it.

The cam mechanism has two masses, the transport manipulator one; both are this train.
``phi1 = Omega t + q1``, ``y1 = U(phi1)``, ``y_j = y_(j-1) + q_j``. With the mass
carried by stage j and all behind it, ``mu_j = m_j + m_(j+1) + ...``, the formulas of
the source read the same for any number of masses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np

from catena.errors import InputError, SolverError
from catena.numerics.arrays import Floats
from catena.periodic.mechanisms.profile import AngleSeries, not_negative, positive
from catena.periodic.mechanisms.train_kernels import (
    TrainTable,
    fill_linear,
    fill_tangents,
    march_train,
)
from catena.periodic.orbits.orbit import TABLEAU, TO_NEXT
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

    def table(self) -> TrainTable:
        """The same numbers as the kernels take them."""
        return TrainTable(
            float(self.inertia),
            np.ascontiguousarray(self.carried),
            np.array(self.stiffnesses, dtype=float),
            np.array(self.dampings, dtype=float),
            float(self.speed),
            self.profile.table(),
            self.load.table(),
        )


def transmission_system(train: TransmissionTrain) -> PeriodicSystem:
    """The linearised vibration equations.

    Source: [KhangDien2012] (61)-(65), (77)-(78).
    Deviation: print displaces the exponent 2; M11 = I1 + mu U'^2 and K11 holds
    mu Omega^2 (U' U''' + U''^2), as expanding (52) gives (tested by differences).
    """
    sampler = partial(_linear_coefficients, train.table())
    system = PeriodicSystem(train.period, train.n, sampler)
    check_system(system)
    return system


def _linear_coefficients(table: TrainTable, t: Floats) -> Coefficients:
    m, n = len(t), len(table.stiffnesses)
    M, C, K = np.empty((m, n, n)), np.empty((m, n, n)), np.empty((m, n, n))
    at = Coefficients(M, C, K, np.empty((m, n)))
    fill_linear(table, t, *at)
    return at


def _joint_masses(mu: Floats) -> Floats:
    """Mass shared by stages i and j: what the later of the two carries."""
    later = np.maximum.outer(np.arange(len(mu)), np.arange(len(mu)))
    return mu[later]


class TransmissionRates:
    """The full non-linear equations as ``x' = F(t, x)`` with ``phi0 = Omega t``.

    Source: [KhangDien2012] (52)-(54) with (55)-(56).
    """

    def __init__(self, train: TransmissionTrain) -> None:
        self.train = train
        self._joint = _joint_masses(train.carried)
        self._table = train.table()

    def __call__(self, t: float, x: Floats) -> Floats:
        """X' for a state (2n,) or for states as columns (2n, k)."""
        states = x.reshape(2 * self.train.n, -1)
        n = self.train.n
        M, force = self._inertia_and_force(t, states[:n], states[n:])
        acceleration = np.linalg.solve(M, force[..., None])[..., 0].T
        return np.concatenate([states[n:], acceleration]).reshape(x.shape)

    def tangents(self, times: Floats, states: Floats) -> tuple[Floats, Floats]:
        """F (m, 2n) and dF/dx (m, 2n, 2n) at m times, each with its state."""
        m, size = states.shape
        F, J = np.empty((m, size)), np.empty((m, size, size))
        if fill_tangents(self._table, times, states, F, J) != 0:
            raise SolverError("transmission: the mass matrix is singular on the orbit")
        return F, J

    def march(
        self, start: Floats, scale: Floats, period: float, steps: int
    ) -> tuple[Floats, Floats, int]:
        """States (m + 1, 2n) and slopes (m, 3, 2n) over one period from a state.

        Also the number of linearised steps this took, 0 when it broke off.
        """
        size = len(start)
        x, k = np.empty((steps + 1, size)), np.empty((steps, 3, size))
        x[0] = start
        k[0] = self.tangents(np.zeros(1), x[:1])[0]
        h = period / steps
        used = march_train(self._table, h, TABLEAU, TO_NEXT, scale, x, k)
        return x, k, int(used)

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
