"""Mean values of a driven model, for the verdict."""

from __future__ import annotations

import numpy as np

from catena.model import Labels
from catena.motion import Motion
from catena.numerics.arrays import Floats
from catena.results.health import KeyNumber
from catena.run.driven_means import driven_means
from catena.run.history import History
from catena.run.model.plan import TimePlan
from catena.run.model.signals import CONTACTS, REACTIONS, channels_of, dimensions
from catena.run.settling import Settling, Signals, Watched

STORED = ("kinetic_energy", "potential_energy")
JUDGED = ("time", *STORED, "input_work", "loss")
MOST_FORCES = 4
"""Of every kind that are stated, the largest first."""
FORCES = {
    channel.name: channel
    for channel in (*REACTIONS, *CONTACTS)
    if channel.unit in ("N", "N m") and channel.take != "peak"
}
"""Signals whose means are stated, where they are recorded."""


def verdict_names(plan: TimePlan) -> list[str]:
    """Signals the verdict reads."""
    recorded = {channel.name for channel in channels_of(plan)}
    return [name for name in (*JUDGED, *FORCES) if name in recorded]


def model_means(motion: Motion, history: History) -> Settling:
    """Means over the second half, over whole turns of what is driven."""
    recorded = [name for name in history.names if name in FORCES]
    labels, whole = motion.model.labels, history.signals
    chosen = {name: _largest(whole[name]) for name in recorded}

    def forces(late: Signals) -> list[KeyNumber]:
        return [
            _mean(labels, name, int(i), late[name])
            for name, columns in chosen.items()
            for i in columns
        ]

    watched = [Watched(f"mean_{name}", _rms(whole[name])) for name in recorded]
    period = turn_time(motion)
    return driven_means(history, STORED, period, forces, watched)


def turn_time(motion: Motion) -> float:
    """Time of one turn of the slowest drive that turns [s]; 0 where none does."""
    speeds = motion.model.system.imposed.speeds
    names = motion.model.labels.drives
    turning = [
        abs(float(motion.state.u[dof]))
        for dof, name in zip(speeds.dof, names, strict=True)
        if name.endswith(".angle")
    ]
    slowest = min((speed for speed in turning if speed > 0.0), default=0.0)
    return 2.0 * np.pi / slowest if slowest > 0.0 else 0.0


def _largest(values: Floats) -> Floats:
    """Columns with the largest mean size."""
    order = np.argsort(-np.abs(values).mean(axis=0), kind="stable")
    return np.sort(order[:MOST_FORCES])


def _rms(values: Floats) -> float:
    """Size of the largest column."""
    return float(np.sqrt((values**2).mean(axis=0).max(initial=0.0)))


def _mean(labels: Labels, name: str, i: int, values: Floats) -> KeyNumber:
    """Mean of one force, under the name of its part."""
    channel = FORCES[name]
    part = dimensions(labels)[channel.dims[1]][i]
    label = channel.meaning.removesuffix(", mean").removesuffix(", at b")
    value = float(values[:, i].mean())
    return KeyNumber(
        f"mean_{name}_{part}", f"mean {label}, {part}", value, channel.unit
    )
