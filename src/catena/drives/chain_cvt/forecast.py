"""What is known of a chain variator before it runs."""

from __future__ import annotations

import math

import numpy as np

from catena.drives.chain_cvt.layout.polygon import fitting_counts
from catena.drives.chain_cvt.layout.tone import tone_words
from catena.drives.chain_cvt.spec import Spec
from catena.drives.chain_cvt.start.band import Band, groove_limits, shaft_torques
from catena.drives.variator.boundary.data import curve, start_speeds
from catena.drives.variator.sheave_names import PULLEYS
from catena.drives.variator.slip_limit import (
    later_load_words,
    safety_words,
    slip_torque,
)


def forecast(spec: Spec, band: Band, limit: float) -> dict[str, str]:
    """Facts of the start in words, by name."""
    pitch = sum(spec.chain.pitches()) / spec.chain.link_count
    fits = fitting_counts(
        band.ratio, pitch, spec.variator.centre_distance, groove_limits(spec)
    )
    pins, grips = band.pins_in_arc(), (spec.friction.primary, spec.friction.secondary)
    limits = [
        slip_torque(
            grips[p].coefficient,
            band.axial[p],
            band.radii[p],
            spec.variator.wedge_angle,
        )
        for p in range(2)
    ]
    slips = ", ".join(
        f"{name} {limits[p]:.4g} N m"
        + (_trend(spec, name) if spec.boundary.stop in (name, "both") else "")
        for p, name in enumerate(PULLEYS)
    )
    facts = {
        "ratio": f"{band.ratio:.4f}, pins on {1e3 * band.radii[0]:.3f} and "
        f"{1e3 * band.radii[1]:.3f} mm",
        "links": f"{spec.chain.link_count}; at this ratio {fits.start} to "
        f"{fits.stop - 1} fit",
        "pins": f"{pins[0]:.1f} and {pins[1]:.1f} of {spec.chain.link_count} between "
        "the sheaves",
        "speeds": start_speeds(*band.speeds, f"chain {band.chain_speed:.3f} m/s"),
        "clamping": f"{band.axial[0]:.0f} and {band.axial[1]:.0f} N before the torque, "
        f"tension {band.tension:.0f} N",
        "slip limits": slips,
        "safety": _safety(spec, band, limits),
        "step": f"largest stable {1e6 * limit:.3g} us, taken "
        f"{1e6 * spec.solve.time_step:.3g} us",
    }
    if band.chain_speed > 0.0:
        passing = spec.chain.link_count / band.revolution
        tone = tone_words(np.array(spec.chain.pitches()))
        facts["passing pins"] = f"{passing:.1f} Hz; {tone}"
    if spec.variator.sheaves == "rigid":
        facts["sheaves"] = (
            f"rigid at {math.degrees(spec.variator.wedge_angle):g} deg: the thrust "
            "ratio will be one of a band"
        )
    return facts


def _drives(spec: Spec, pulley: str) -> bool:
    """Whether a pulley drives the chain under the last load of the file."""
    load = spec.boundary.secondary_torque
    if load is None:
        load = spec.boundary.primary_torque
    forwards = load is None or curve(load).value[-1] >= 0.0
    return forwards == (pulley == "primary")


def _trend(spec: Spec, pulley: str) -> str:
    """What the load does to the force, and so the slip limit, of a held groove."""
    return f" ({'grows' if _drives(spec, pulley) else 'falls'} with the torque)"


def _later(spec: Spec, limits: list[float], clamped: list[int]) -> str:
    """What a table asks later of the shaft whose torque is given."""
    boundary = spec.boundary
    for p, load in ((1, boundary.secondary_torque), (0, boundary.primary_torque)):
        if load is not None:
            return later_load_words(curve(load), limits[p]) if p in clamped else ""
    return ""


def _safety(spec: Spec, band: Band, limits: list[float]) -> str:
    """How far from slip the load is, of the clamped pulley that is nearer to it."""
    loads = shaft_torques(spec, band)
    clamped = [
        p for p, name in enumerate(PULLEYS) if spec.boundary.stop not in (name, "both")
    ]
    if not clamped:
        return "known after the run, clamping follows from it"
    p = max(clamped, key=lambda p: (loads[p] / limits[p], p))
    words = safety_words(loads[p], limits[p], band.axial[p], PULLEYS[p])
    words += _later(spec, limits, clamped)
    if not any(loads):
        return words
    held = spec.boundary.stop
    if held in PULLEYS and not _drives(spec, held):
        words += f"; the {held} pulley loses force under this load and may slip first"
    return words
