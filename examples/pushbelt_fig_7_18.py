"""Pushbelt, Fig. 7.18: both speeds prescribed
===========================================

Setting OD of [Cebulla2014] with an end stop at the primary pulley and the speed ratio
0.5 instead of a load: the torque is what comes out. Rocking edges run on smaller radii
than the ring, so that 0.5 is a slipping belt.
"""

from collections.abc import Iterator
from pathlib import Path

from against_print import Row, show_table
from pushbelt_along import PRIMARY, SECONDARY, entry_peak, exit_peak, parts, sagging
from pushbelt_measured import Measured, measured
from pushbelt_panels import ONE_ELEMENT, draw, force_panels
from pushbelt_verdicts import shape, sign

TORQUE, LOAD = 31.85, 0.75
"""Printed: torque that appears [N m] and torque ratio."""


def run() -> Measured:
    """The run with both speeds."""
    return measured("OD", speed_ratio=0.5)


def rows() -> list[Row]:
    """What the thesis says about the figure."""
    found = run()
    forces = found.along
    normal = {arc: forces.on("flank_normal", arc) for arc in (PRIMARY, SECONDARY)}
    seen = [
        peak(values) for values in normal.values() for peak in (entry_peak, exit_peak)
    ]
    travel = parts(forces.on("flank_travel", SECONDARY), 10)
    size = abs(travel)
    name = "Fig. 7.18, OD"
    return [
        sign(
            f"{name}: torque that appears",
            f"{TORQUE:g} N m, {LOAD:g} of the largest",
            f"{found.torque:.2f} N m, {found.torque / found.slip_torque:.2f} of the "
            f"slip limit; no slip would need the ratio {found.no_slip_ratio:.4f}",
            found.torque > 0.0,
            f"size {found.torque / TORQUE - 1.0:+.0%}",
        ),
        shape(
            f"{name}: peaks of the normal force at entry/exit of the arcs",
            "all present",
            "/".join("yes" if s else "no" for s in seen) + " (primary, secondary)",
            all(seen),
        ),
        shape(
            f"{name}: normal force in the smaller arc",
            "sags",
            f"{sagging(normal[SECONDARY]):.0%} below the peaks",
            sagging(normal[SECONDARY]) > 0.05,
        ),
        shape(
            f"{name}: friction along the travel in the smaller arc",
            "rises from a positive value",
            f"{travel[1]:+.0f} to {travel[-2]:+.0f} N, of one sign",
            bool(size[-2] > size[1] and (travel[1:-1] * travel[1] > 0.0).all()),
            "negative here, where positive drives the element on",
        ),
    ]


def pictures() -> Iterator[Path]:
    """The six forces."""
    panels = force_panels({"coupled sheaves": run().along})
    title = "Fig. 7.18, OD: contact forces with both speeds prescribed"
    yield draw("pushbelt_fig_7_18", title, panels, ONE_ELEMENT)


if __name__ == "__main__":
    show_table(rows())
    print(*pictures())
