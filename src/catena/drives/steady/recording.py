"""Which variables a steady-vibration run stores, and how they are filled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from catena.drives.steady.comparison import comparison_coordinates, comparison_variables
from catena.drives.steady.problem import CoordinateLabel, SteadyProblem
from catena.numerics.arrays import Floats
from catena.periodic.orbits.nonlinear import Orbit
from catena.periodic.stability.floquet import Floquet
from catena.periodic.steady import SteadyState
from catena.results.catalogue import Catalogue, Coordinate, Variable

if TYPE_CHECKING:
    from catena.drives.steady.sweep import SpeedSweep
    from catena.run.protocols import Sink


def catalogue_of(problem: SteadyProblem) -> Catalogue:
    """Dimensions, coordinates and variables of a run."""
    analysis, period = problem.analysis, problem.system.period
    samples, harmonics = analysis.samples, analysis.harmonics
    orders = np.arange(harmonics + 1)
    times = np.linspace(0.0, period, samples + 1)
    coordinates = {
        "time": Coordinate(times, "s", "time within one period"),
        "harmonic": Coordinate(orders, "1", "order of the harmonic"),
        "multiplier": Coordinate(
            np.arange(1, 2 * problem.system.n + 1), "1", "Floquet multiplier"
        ),
    }
    if problem.marks:
        labels = [mark.label for mark in problem.marks]
        coordinates["mark"] = Coordinate(labels, "", "frequency worth a look")
    if analysis.sweep is not None:
        sweep = analysis.sweep
        speeds = np.linspace(sweep.start, sweep.stop, sweep.count)
        coordinates["speed"] = Coordinate(speeds, "rad/s", "speed")
    if analysis.compare_methods:
        coordinates |= comparison_coordinates(problem.system)
    variables = [variable for c in problem.coordinates for variable in _curves(c)]
    variables += [signal.variable for signal in problem.extra_signals]
    variables += _stability_variables()
    variables.append(Variable("frequency", ("harmonic",), "Hz", "frequency"))
    if problem.marks:
        variables.append(
            Variable("mark_frequency", ("mark",), "Hz", "frequency worth a look")
        )
    if problem.nonlinear is not None:
        variables += [_nonlinear(c) for c in problem.coordinates]
        variables += _nonlinear_stability()
    if analysis.sweep is not None:
        variables += _sweep_variables(problem)
    if analysis.compare_methods:
        variables += comparison_variables()
    sizes = {name: len(c.values) for name, c in coordinates.items()}
    return Catalogue(sizes, coordinates, tuple(variables))


def put_stability(sink: Sink, stability: Floquet) -> None:
    """Multipliers and exponents of the free vibrations."""
    count = len(stability.log_modulus)
    rho, exponents = stability.multipliers, stability.exponents
    sink.put("multiplier_real", rho.real[:count])
    sink.put("multiplier_imag", rho.imag[:count])
    sink.put("multiplier_log_modulus", stability.log_modulus)
    sink.put("multiplier_error", stability.error)
    sink.put("exponent_real", exponents.real)
    sink.put("exponent_imag", exponents.imag)


def put_state(sink: Sink, problem: SteadyProblem, state: SteadyState) -> None:
    """The periodic vibration as curves and as harmonics."""
    harmonics = problem.analysis.harmonics
    orders = np.arange(harmonics + 1)
    sink.put("frequency", orders / problem.system.period)
    for i, label in enumerate(problem.coordinates):
        sink.put(label.name, state.q[:, i])
        sink.put(f"{label.name}_rate", state.v[:, i])
        sink.put(f"{label.name}_acceleration", state.a[:, i])
        sink.put(f"{label.name}_amplitude", amplitudes(state.q[:, i], harmonics))
        sink.put(f"{label.name}_rate_amplitude", amplitudes(state.v[:, i], harmonics))
    for signal in problem.extra_signals:
        sink.put(signal.variable.name, signal.values(state))
    if problem.marks:
        sink.put("mark_frequency", [mark.frequency for mark in problem.marks])


def put_orbit(sink: Sink, problem: SteadyProblem, orbit: Orbit) -> None:
    """The periodic orbit of the full equations and its multipliers."""
    for i, label in enumerate(problem.coordinates):
        sink.put(f"{label.name}_nonlinear", orbit.states[:, i])
    sink.put("nonlinear_multiplier_real", orbit.multipliers.real)
    sink.put("nonlinear_multiplier_imag", orbit.multipliers.imag)
    sink.put("nonlinear_multiplier_error", orbit.multiplier_error)


def put_sweep(sink: Sink, problem: SteadyProblem, sweep: SpeedSweep) -> None:
    """Resonance curves and waterfalls."""
    sink.put("largest_multiplier", sweep.radius)
    for i, label in enumerate(problem.coordinates):
        sink.put(f"{label.name}_peak", sweep.peak[:, i])
        sink.put(f"{label.name}_waterfall", sweep.amplitudes[:, :, i])


def amplitudes(curve: Floats, harmonics: int) -> Floats:
    """|mean| and amplitude of each harmonic of one closed period."""
    count = len(curve) - 1
    spectrum = np.abs(np.fft.rfft(curve[:count])) * (2.0 / count)
    spectrum[0] *= 0.5
    return np.asarray(spectrum[: harmonics + 1])


def _curves(c: CoordinateLabel) -> list[Variable]:
    rate, acceleration = f"{c.units}/s", f"{c.units}/s^2"
    rows = (
        ("rate", "time", rate, f"rate of {c.label}"),
        ("acceleration", "time", acceleration, f"acceleration of {c.label}"),
        ("amplitude", "harmonic", c.units, f"amplitude of {c.label}"),
        ("rate_amplitude", "harmonic", rate, f"amplitude of the rate of {c.label}"),
    )
    own = Variable(c.name, ("time",), c.units, c.label, c.symbol, c.source)
    return [own, *(Variable(f"{c.name}_{n}", (dim,), u, w) for n, dim, u, w in rows)]


def _nonlinear(c: CoordinateLabel) -> Variable:
    label = f"{c.label}, full equations"
    return Variable(f"{c.name}_nonlinear", ("time",), c.units, label)


def _nonlinear_stability() -> list[Variable]:
    dims, words = ("multiplier",), "multiplier of the full equations"
    return [
        Variable("nonlinear_multiplier_real", dims, "1", f"real part of {words}"),
        Variable("nonlinear_multiplier_imag", dims, "1", f"imaginary part of {words}"),
        Variable("nonlinear_multiplier_error", dims, "1", f"relative error of {words}"),
    ]


def _stability_variables() -> list[Variable]:
    dims, source = ("multiplier",), "[KhangDien2012] (9)-(11)"
    return [
        Variable("multiplier_real", dims, "1", "real part of multiplier", "", source),
        Variable(
            "multiplier_imag", dims, "1", "imaginary part of multiplier", "", source
        ),
        Variable("multiplier_log_modulus", dims, "1", "ln of the multiplier's modulus"),
        Variable("multiplier_error", dims, "1", "relative error of multiplier"),
        Variable("exponent_real", dims, "1/s", "growth rate", "", source),
        Variable("exponent_imag", dims, "rad/s", "frequency of exponent", "", source),
    ]


def _sweep_variables(problem: SteadyProblem) -> list[Variable]:
    speed, words = ("speed",), "largest modulus of the multipliers"
    variables = [Variable("largest_multiplier", speed, "1", words, gaps=True)]
    for c in problem.coordinates:
        peak = f"{c.label}, largest deviation from its mean"
        size, dims = f"amplitude of {c.label}", ("speed", "harmonic")
        variables += [
            Variable(f"{c.name}_peak", speed, c.units, peak, gaps=True),
            Variable(f"{c.name}_waterfall", dims, c.units, size, gaps=True),
        ]
    return variables
