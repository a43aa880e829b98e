"""What a room hands over to have its steady vibration found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from catena.numerics.arrays import Floats
from catena.periodic.orbits.nonlinear import Orbit
from catena.periodic.steady import Method, SteadyState
from catena.periodic.system import PeriodicSystem
from catena.results.catalogue import Variable
from catena.results.health import KeyNumber
from catena.spec.periodic import Analysis


@dataclass(frozen=True)
class CoordinateLabel:
    """How one generalised coordinate appears in results."""

    name: str
    units: str
    label: str
    symbol: str = ""
    source: str = ""
    small_limit: float | None = None
    """Beyond this amplitude the linearisation behind the model is in doubt."""


@dataclass(frozen=True)
class FrequencyMark:
    """A frequency worth pointing at in a spectrum."""

    label: str
    frequency: float  # [Hz]


@dataclass(frozen=True)
class ExtraSignal:
    """A curve over the period that a room adds to the coordinates."""

    variable: Variable
    values: Callable[[SteadyState], Floats]


@dataclass(frozen=True)
class SteadyProblem:
    """A drive as a periodic system, with the words for its results."""

    system: PeriodicSystem
    coordinates: tuple[CoordinateLabel, ...]
    analysis: Analysis
    at_speed: Callable[[float], PeriodicSystem]
    """The same drive at another speed [rad/s], for sweeps."""
    marks: tuple[FrequencyMark, ...] = ()
    extra_signals: tuple[ExtraSignal, ...] = ()
    key_numbers: tuple[KeyNumber, ...] = ()
    findings: Callable[[SteadyState], tuple[KeyNumber, ...]] | None = None
    """Key numbers that need the solution."""
    nonlinear: Callable[[SteadyState], Orbit] | None = None
    """Solves the full equations, started from the linear solution."""

    @property
    def method(self) -> Method:
        """The numerical method the analysis asks for."""
        wanted = self.analysis
        return Method(
            wanted.method,
            wanted.steps,
            wanted.tolerance,
            wanted.newmark.beta,
            wanted.newmark.gamma,
        )
