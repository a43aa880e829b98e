"""Figures and a report as a drive would make them."""

import numpy as np
import pytest

from catena.results.figures import Axis, Figure, Map, Mark, Trace
from catena.results.health import Check, KeyNumber, Outcome
from catena.view.report import ReportContent
from catena.view.signal_table import Column


@pytest.fixture(scope="session")
def time_curve():
    """A transmission error of some micrometres: mesh 420 Hz, modulated at 30 Hz."""
    t = np.linspace(0.0, 2.0, 40_001)
    modulation = 1.0 + 0.35 * np.cos(2 * np.pi * 30.0 * t)
    y = 2.4e-6 * modulation * np.sin(2 * np.pi * 420.0 * t)
    y[12_345] = 9.5e-6
    return Figure(
        "transmission_error",
        "Transmission error",
        Axis("time", "s"),
        Axis("transmission error", "m"),
        (
            Trace(t, y, "dynamic", emphasis="main"),
            Trace(t, 0.1 * y, "kinetostatic", emphasis="reference"),
            Trace(t, 0.2 * y, "context", emphasis="faint"),
        ),
        (Mark(8e-6, "alarm", axis="y"),),
        caption="With one impact.",
        section="Motion",
    )


@pytest.fixture(scope="session")
def spectrum():
    """Stems on a logarithmic axis with mesh and sidebands marked."""
    frequency = np.array([30.0, 390.0, 420.0, 450.0, 840.0])
    amplitude = np.array([3e-6, 4e-7, 2.4e-6, 4e-7, 8e-7])
    marks = [Mark(420.0, "mesh", group="mesh"), Mark(840.0, "2 mesh", group="mesh")]
    marks += [Mark(420.0 + 30.0 * k, f"{k:+d}", group="sidebands") for k in (-1, 1)]
    return Figure(
        "spectrum",
        "Spectrum",
        Axis("frequency", "Hz"),
        Axis("amplitude", "m", log=True),
        (Trace(frequency, amplitude, "amplitude", kind="stem"),),
        tuple(marks),
        section="Spectra",
    )


@pytest.fixture(scope="session")
def chart():
    """A stability chart whose limit runs through its middle, with one gap."""
    x, y = np.linspace(-1.0, 1.0, 41), np.linspace(0.0, 2.0, 21)
    z = np.exp(x[np.newaxis, :] + 0.2 * y[:, np.newaxis])
    z[3, 4] = np.nan
    return Figure(
        "stability_chart",
        "Stability chart",
        Axis("δ"),
        Axis("ε"),
        (Trace([0.0], [1.0], "this run", kind="markers"),),
        map=Map(x, y, z, "largest modulus", "1", levels=(1.0,)),
        section="Stability",
    )


@pytest.fixture(scope="session")
def outcome():
    """One check of two fails, and there is a warning."""
    return Outcome(
        "Stable: every disturbance dies out.",
        (
            KeyNumber("error", "Peak-to-peak error", 1.873e-5, "m"),
            KeyNumber("modulus", "Largest multiplier", 0.9312, "1"),
            KeyNumber("missing", "Contact ratio", float("nan"), "1"),
        ),
        (
            Check("period", "Periodicity residual", 4.4e-13, 1e-9, True),
            Check("energy", "Energy balance", 3.4e-3, 1e-4, False, "step too large"),
        ),
        ("the stiffness table jumps at its ends",),
    )


@pytest.fixture(scope="session")
def content(time_curve, spectrum, chart, outcome):
    """A whole report."""
    t = np.linspace(0.0, 1.0, 11)
    return ReportContent(
        title="Gear pair 14/39",
        drive="gear pair",
        outcome=outcome,
        figures=(time_curve, spectrum, chart),
        spec_text='drive = "periodic"\n',
        user_text='drive = "periodic" # mine\n',
        provenance={"Catena": "0.1.0"},
        command="catena run gear_pair.toml",
        columns=(Column("time", "s", t), Column("error", "m", t**2)),
    )
