"""Why a run of a pushbelt in space cannot go on, in words, with place and time."""

from __future__ import annotations

import numpy as np

from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.drives.pushbelt_cvt.signals import arc_of
from catena.drives.pushbelt_cvt.troubles import trouble_text
from catena.integrators.steps.pushbelt_tables import Trouble
from catena.integrators.steps.spatial_pushbelt_tables import (
    SpatialSystem,
    SpatialWork,
)
from catena.tables.state import State

WORDS_OF_SECTION = {
    "primary": "in the primary pulley",
    "push": "in the push strand",
    "secondary": "in the secondary pulley",
    "loose": "in the loose strand",
}


def spatial_trouble_text(
    trouble: Trouble,
    placed: Layout,
    system: SpatialSystem,
    state: State,
    work: SpatialWork,
    step: float,
) -> str:
    """What happened, when, where, and what may help."""
    at = float(state.t[0])
    if trouble == Trouble.ROLLED_OVER:
        roll = np.abs(work.R[:, 7])
        k = int(np.argmax(roll))
        angle = np.degrees(np.arcsin(min(float(roll[k]), 1.0)))
        return (
            f"pushbelt: at {at:.6g} s element {k + 1} has rolled by {angle:.3g} deg "
            f"{_where(placed, state, k)}: the belt rolls over; its flanks are too "
            "short or too soft for the clamping force"
        )
    if trouble == Trouble.RING_OFF:
        offset = work.saddles.offset
        i = int(np.argmax(np.abs(offset)))
        side = "right" if i % 2 else "left"
        return (
            f"pushbelt: at {at:.6g} s the {side} ring set has left the saddle of "
            f"element {i // 2 + 1} {_where(placed, state, i // 2)}, off by "
            f"{1e3 * float(offset[i]):.3g} mm with a play of "
            f"{0.5e3 * system.offset_limit:.3g} mm; check misalignment, tracking and "
            "solve.step"
        )
    return trouble_text(trouble, at, step)


def _where(placed: Layout, state: State, k: int) -> str:
    line = placed.centre_line
    arc = arc_of(line, state.q[7 * k : 7 * k + 1], state.q[7 * k + 1 : 7 * k + 2])
    name = line.sections[int(line.section(arc)[0])]
    return WORDS_OF_SECTION.get(name, f"in {name}")
