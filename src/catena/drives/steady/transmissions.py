"""What the rooms with a transmission function share: cam mechanism, manipulator.

Source: [KhangDien2012] (41)-(65), (75)-(78).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

import numpy as np

from catena.drives.steady.problem import (
    CoordinateLabel,
    ExtraSignal,
    FrequencyMark,
    SteadyProblem,
)
from catena.numerics.arrays import Floats
from catena.periodic.mechanisms.profile import AngleSeries
from catena.periodic.mechanisms.transmission import (
    SMALL_ANGLE,
    TransmissionRates,
    TransmissionTrain,
    kinetostatic_moment,
    shaft_moment,
    transmission_system,
)
from catena.periodic.orbits.nonlinear import Orbit, shoot
from catena.periodic.steady import SteadyState
from catena.results.catalogue import Variable
from catena.spec.periodic import TransmissionSpec

MARKED_ORDERS = (1, 3, 5)
SOURCE = "[KhangDien2012] Fig. 20"


class Harmonic(Protocol):
    """A term of a series in the angle."""

    order: int
    cos: float
    sin: float


def angle_series(terms: Sequence[Harmonic], mean: float = 0.0) -> AngleSeries:
    """A series from terms in any order; equal orders add up."""
    count = max((term.order for term in terms), default=0)
    cos, sin = np.zeros(count), np.zeros(count)
    for term in terms:
        cos[term.order - 1] += term.cos
        sin[term.order - 1] += term.sin
    return AngleSeries(tuple(cos), tuple(sin), mean)


def shaft_twist() -> CoordinateLabel:
    """The first coordinate of every train."""
    return CoordinateLabel(
        "shaft_twist",
        "rad",
        "twist of the driving shaft",
        "q1",
        "[KhangDien2012] (56)",
        small_limit=SMALL_ANGLE,
    )


def transmission_problem(
    spec: TransmissionSpec,
    train: TransmissionTrain,
    coordinates: tuple[CoordinateLabel, ...],
) -> SteadyProblem:
    """A train with its driving moment beside the coordinates."""
    frequency = train.speed / (2.0 * np.pi)
    full = partial(_full_orbit, train, spec.nonlinear_effort)
    return SteadyProblem(
        system=transmission_system(train),
        coordinates=coordinates,
        analysis=spec.analysis,
        at_speed=lambda speed: transmission_system(replace(train, speed=speed)),
        marks=tuple(
            FrequencyMark("Ω" if k == 1 else f"{k}Ω", k * frequency)
            for k in MARKED_ORDERS
        ),
        extra_signals=_moments(train),
        nonlinear=full if spec.nonlinear else None,
    )


def _full_orbit(
    train: TransmissionTrain, effort: int | None, state: SteadyState
) -> Orbit:
    """The full equations (52)-(54), started from the linear solution."""
    return shoot(
        TransmissionRates(train),
        train.period,
        np.hstack([state.q, state.v]),
        steps=len(state.times) - 1,
        linear=transmission_system(train),
        effort=effort,
    )


def _moments(train: TransmissionTrain) -> tuple[ExtraSignal, ...]:
    def dynamic(state: SteadyState) -> Floats:
        return shaft_moment(train, state.q, state.v)

    def rigid(state: SteadyState) -> Floats:
        return kinetostatic_moment(train, state.times)

    label = "moment on the driving shaft"
    return (
        ExtraSignal(
            Variable("shaft_moment", ("time",), "N m", label, "M", SOURCE), dynamic
        ),
        ExtraSignal(
            Variable(
                "kinetostatic_moment",
                ("time",),
                "N m",
                f"{label}, rigid mechanism",
                "M_ks",
                SOURCE,
            ),
            rigid,
        ),
    )
