"""A strand that begins where another run ended: its clock and its counts begin anew.

The imposed curves are those of this run. What depends on the clock of the other one is
moved: the beginning of a series of collisions, the gears behind torsion bars.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from catena.errors import InputError
from catena.numerics.arrays import Floats
from catena.run.simulation import Records
from catena.tables.span import Count, DriveKind, Mark, SpanState, SpanSystem

KEPT = [Count.LINKS, Count.SERIES, Count.FRESH]
"""Counts that belong to the motion; all others count since the start."""
SAME_SPEED = 1e-6
"""Part by which the prescribed speed may differ from that at the end of the other."""
LARGEST_GAP = 1e-6
"""Gap of the loop here, over the pitch, that the first step mends."""


def bar_angles(system: SpanSystem) -> Floats:
    """Angles of the gears behind the bars of driver and load at the start [rad]."""
    drive = system.drive_angle if system.drive_kind == DriveKind.BAR else np.nan
    load = system.load_angle if system.load_kind == DriveKind.BAR else np.nan
    return np.array([drive, load])


def state_from(arrays: Mapping[str, Any], own: SpanState) -> Records:
    """The end state of another run with the clock, counts and curves of this one."""
    ended = float(arrays["state.t"][0])
    counts, marks = np.zeros_like(own.counts), arrays["state.marks"].copy()
    counts[KEPT] = arrays["state.counts"][KEPT]
    marks[Mark.SERIES_START] -= ended
    return {
        **arrays,
        "state.counts": counts,
        "state.marks": marks,
        "state.energy": own.energy.copy(),
        "state.drive": own.drive.copy(),
        "state.load": own.load.copy(),
    }


def bars_from(arrays: Mapping[str, Any], system: SpanSystem, own: SpanState) -> Floats:
    """Where the gears stand behind the bars, seen from the counts of this run [rad].

    A bar that the other run had keeps its twist; a new one is twisted as stated.
    """
    from catena.dynamics.span.boundary import curve_integral

    counts, q, ended = (arrays[f"state.{key}"] for key in ("counts", "q", "t"))
    teeth = (
        counts[Count.COMPLETED] * system.driver_pitch_angle,
        counts[Count.RELEASED] * system.driven_pitch_angle,
    )
    stored = arrays.get("bars", np.full(2, np.nan))
    found = np.full(2, np.nan)
    for side, curve in enumerate(("state.drive", "state.load")):
        way = curve_integral(np.ascontiguousarray(arrays[curve]), float(ended[0]))
        found[side] = stored[side] + way - teeth[side]
    twist = bar_angles(system) - wheel_angles(own.q, own.counts)
    return np.where(np.isnan(found), wheel_angles(q, counts) + twist, found)


def wheel_angles(q: Floats, counts: Any) -> Floats:
    """Angles of driver and driven sprocket [rad]."""
    return np.array([q[0], q[counts[Count.LINKS] + 1]])


def check_fits(arrays: Mapping[str, Any], system: SpanSystem, own: SpanState) -> None:
    """Refuse a strand that does not close between these sprockets, or another speed.

    Raises:
        InputError: with both numbers.
    """
    from catena.dynamics.span.closure import misfit

    q, u = arrays["state.q"], arrays["state.u"]
    gap = float(np.hypot(*misfit(system, q, int(arrays["state.counts"][Count.LINKS]))))
    if gap > LARGEST_GAP * system.pitch:
        raise InputError(
            f"start.from: the strand there misses the driven sprocket here by {gap:.3g}"
            " m; expected the same pitch, teeth and span"
        )
    here, there = float(own.u[0]), float(u[0])
    prescribed = system.drive_kind == DriveKind.SPEED
    if prescribed and abs(there - here) > SAME_SPEED * abs(here):
        raise InputError(
            f"start.from: the driver ends there with {there:.6g} rad/s and begins here "
            f"with {here:.6g}; expected the same: let a speed_ramp or speed_table lead "
            "from the one to the other"
        )
