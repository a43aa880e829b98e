"""The plots of a steady-vibration run."""

from __future__ import annotations

import numpy as np

from catena.results.catalogue import Variable
from catena.results.figures import Axis, Figure, Map, Mark, Trace
from catena.results.run import Run

MOST_COORDINATES = 12
"""Coordinates that get plots of their own in the report."""


def steady_figures(run: Run) -> list[Figure]:
    """Every plot of a run: curves, spectra, stability, sweeps."""
    coordinates = _coordinates(run)
    figures = [_time_curve(run, c) for c in coordinates]
    if "shaft_moment" in run.names:
        figures.append(_shaft_moment(run))
    figures += [_spectrum(run, c, "amplitude") for c in coordinates]
    figures += [_spectrum(run, c, "rate_amplitude") for c in coordinates]
    figures.append(_multipliers(run))
    if "speed" in run.catalogue.sizes:
        figures += [_resonance(run, c) for c in coordinates]
        figures += [_waterfall(run, c) for c in coordinates]
        figures.append(_stability_over_speed(run))
    if "method" in run.catalogue.sizes:
        figures += [_error_over_steps(run), _error_over_time(run)]
    return figures


def _coordinates(run: Run) -> list[Variable]:
    names = {variable.name for variable in run.catalogue.variables}
    found = [v for v in run.catalogue.variables if f"{v.name}_rate_amplitude" in names]
    return found[:MOST_COORDINATES]


def _time_curve(run: Run, c: Variable) -> Figure:
    time = run.read("time")
    traces = [Trace(time, run.read(c.name), c.label, emphasis="main")]
    if f"{c.name}_nonlinear" in run.names:
        full = run.read(f"{c.name}_nonlinear")
        traces.append(Trace(time, full, "full equations", emphasis="reference"))
    return Figure(
        name=c.name,
        title=f"{_title(c)} over one period",
        x=Axis("time", "s"),
        y=Axis(c.label, c.units),
        traces=tuple(traces),
        section="Periodic vibration",
    )


def _shaft_moment(run: Run) -> Figure:
    """Dynamic against kinetostatic moment, [KhangDien2012] Fig. 20."""
    time = run.read("time")
    return Figure(
        name="shaft_moment",
        title="Moment on the driving shaft",
        x=Axis("time", "s"),
        y=Axis("moment on the driving shaft", "N m"),
        traces=(
            Trace(time, run.read("shaft_moment"), "dynamic", emphasis="main"),
            Trace(
                time,
                run.read("kinetostatic_moment"),
                "kinetostatic (rigid mechanism)",
                emphasis="reference",
            ),
        ),
        section="Periodic vibration",
    )


def _spectrum(run: Run, c: Variable, what: str) -> Figure:
    variable = run.catalogue[f"{c.name}_{what}"]
    frequency, values = run.read("frequency"), run.read(variable.name)
    return Figure(
        name=variable.name,
        title=f"Spectrum: {variable.label}",
        x=Axis("frequency", "Hz"),
        y=Axis(variable.label, variable.units),
        traces=(Trace(frequency[1:], values[1:], "", "stem", "main"),),
        marks=_marks(run, frequency[-1]),
        section="Spectra",
    )


def _marks(run: Run, highest: float) -> tuple[Mark, ...]:
    if "mark" not in run.catalogue.sizes:
        return ()
    labels, values = run.read("mark"), run.read("mark_frequency")
    return tuple(
        Mark(float(value), str(label), "x", "mark")
        for label, value in zip(labels, values, strict=True)
        if value <= highest
    )


def _multipliers(run: Run) -> Figure:
    angle = np.linspace(0.0, 2.0 * np.pi, 181)
    real, imag = run.read("multiplier_real"), run.read("multiplier_imag")
    full: tuple[Trace, ...] = ()
    if "nonlinear_multiplier_real" in run.names:
        x, y = (run.read(f"nonlinear_multiplier_{p}") for p in ("real", "imag"))
        full = (Trace(x, y, "full equations", "markers"),)
    return Figure(
        name="multipliers",
        title="Floquet multipliers",
        x=Axis("real part"),
        y=Axis("imaginary part"),
        traces=(
            Trace(np.cos(angle), np.sin(angle), "unit circle", emphasis="reference"),
            Trace(real, imag, "multipliers", "markers", "main"),
            *full,
        ),
        caption="Inside the circle free vibrations decay, outside they grow.",
        section="Stability",
        equal_aspect=True,
    )


def _resonance(run: Run, c: Variable) -> Figure:
    variable = run.catalogue[f"{c.name}_peak"]
    return Figure(
        name=variable.name,
        title=f"Resonance curve: {variable.label}",
        x=_speed_axis(),
        y=Axis(variable.label, variable.units),
        traces=(Trace(_rpm(run), run.read(variable.name), emphasis="main"),),
        section="Speed sweep",
    )


def _waterfall(run: Run, c: Variable) -> Figure:
    variable = run.catalogue[f"{c.name}_waterfall"]
    orders = run.read("harmonic")[1:].astype(float)
    return Figure(
        name=variable.name,
        title=f"Orders over speed: {variable.label}",
        x=_speed_axis(),
        y=Axis("order of the rotation"),
        map=Map(
            _rpm(run),
            orders,
            run.read(variable.name)[:, 1:].T,
            variable.label,
            variable.units,
            log=True,
        ),
        section="Speed sweep",
    )


def _stability_over_speed(run: Run) -> Figure:
    return Figure(
        name="largest_multiplier",
        title="Largest multiplier over speed",
        x=_speed_axis(),
        y=Axis("largest modulus of the multipliers"),
        traces=(Trace(_rpm(run), run.read("largest_multiplier"), emphasis="main"),),
        marks=(Mark(1.0, "limit of stability", "y"),),
        section="Speed sweep",
    )


def _error_over_steps(run: Run) -> Figure:
    counts = run.read("step_count").astype(float)
    return Figure(
        name="method_error",
        title="Error of the methods over the number of steps",
        x=Axis("steps per period", log=True),
        y=Axis("relative error", log=True),
        traces=tuple(
            Trace(counts, error, str(method))
            for method, error in zip(
                run.read("method"), run.read("method_error"), strict=True
            )
        ),
        caption="The slope is the order of the method; gaps are unstable steps.",
        section="Comparison of methods",
    )


def _error_over_time(run: Run) -> Figure:
    rows = zip(
        run.read("method"),
        run.read("method_time"),
        run.read("method_error"),
        strict=True,
    )
    return Figure(
        name="method_cost",
        title="Error of the methods over computing time",
        x=Axis("computing time", "s", log=True),
        y=Axis("relative error", log=True),
        traces=tuple(Trace(time, error, str(name)) for name, time, error in rows),
        caption=(
            "Per step Newmark is cheaper than Runge-Kutta; at equal accuracy, which "
            "is what counts, it is not."
        ),
        section="Comparison of methods",
    )


def _speed_axis() -> Axis:
    return Axis("speed", "rpm")


def _rpm(run: Run) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.asarray(run.read("speed") * (30.0 / np.pi), dtype=np.float64)


def _title(c: Variable) -> str:
    """The label as the beginning of a line; a name or symbol stays as it is."""
    return c.label if c.label == c.name else c.label[:1].upper() + c.label[1:]
