"""Modes as figures: natural frequencies and mode shapes."""

from __future__ import annotations

import numpy as np

from catena.dynamics.modes import Line, Modes
from catena.errors import InputError
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace

UNDAMPED = 1e-12
"""Damping ratio up to which a mode counts as undamped: round-off."""
AMPLITUDE = 0.08
"""Largest displacement in a picture over the size of the drive."""


def frequency_figure(modes: Modes) -> Figure:
    """Damping ratios over natural frequencies.

    Modes without damping have no place on a logarithmic axis: they stand at its foot
    and are called so, or on a plain axis where no mode is damped.
    """
    ratios = np.abs(modes.damping_ratios)
    damped = ratios > UNDAMPED
    title, foot = "Natural frequencies and damping", 0.0
    if not damped.any():
        title = "Natural frequencies; no mode is damped"
    elif not damped.all():
        foot = 10.0 ** (np.floor(np.log10(ratios[damped].min())) - 1.0)
    traces = []
    if damped.any():
        at = modes.frequencies[damped], ratios[damped]
        traces.append(Trace(*at, "damped modes", "markers", "main"))
    if not damped.all():
        at = modes.frequencies[~damped], np.full(int((~damped).sum()), foot)
        label = "without damping, drawn at the foot"
        traces.append(Trace(*at, label, "markers", "normal"))
    limits = None if damped.any() else (-0.05, 1.0)
    return Figure(
        "modes",
        title,
        Axis("Natural frequency", "Hz"),
        Axis("Damping ratio", "1", log=bool(damped.any()), limits=limits),
        tuple(traces),
        caption="; ".join(modes.remarks),
        section="Modes",
    )


def shape_figure(modes: Modes, mode: int) -> Figure:
    """One mode: the drive at rest and at both ends of its swing."""
    if not 0 <= mode < len(modes):
        raise InputError(f"mode: found {mode}; expected 0 to {len(modes) - 1}")
    if not modes.lines:
        raise InputError("mode: nothing of this drive can be drawn")
    traces = []
    scale = _scale(modes.lines, mode)
    for line in modes.lines:
        swing = scale * line.shape[:, :, mode].real
        traces.append(_trace(line, line.at, f"{line.name} at rest", "reference"))
        traces.append(_trace(line, line.at + swing, line.name, "main"))
        traces.append(_trace(line, line.at - swing, "half a period later", "faint"))
    ratio = modes.damping_ratios[mode]
    return Figure(
        f"mode_{mode + 1}",
        f"Mode {mode + 1}: {modes.frequencies[mode]:.4g} Hz, damping {ratio:.2g}",
        Axis("x", "m"),
        Axis("y", "m"),
        tuple(traces),
        caption=f"Displacements times {scale:.3g}. " + "; ".join(modes.remarks),
        section="Modes",
        equal_aspect=True,
    )


def _scale(lines: tuple[Line, ...], mode: int) -> float:
    """Of the displacements, so that the largest is a share of the drive's size."""
    at = np.concatenate([line.at for line in lines], axis=1)
    size = max(float(np.ptp(at, axis=1).max()), 1e-9)
    most = max(float(np.abs(line.shape[:, :, mode].real).max()) for line in lines)
    return AMPLITUDE * size / most if most > 0.0 else 0.0


def _trace(line: Line, at: Floats, label: str, emphasis: str) -> Trace:
    if line.closed:
        at = np.concatenate([at, at[:, :1]], axis=1)
    kind = "line" if at.shape[1] > 1 else "markers"
    return Trace(at[0], at[1], label, kind, emphasis)  # type: ignore[arg-type]
