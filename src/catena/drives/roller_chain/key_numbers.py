"""Key numbers of a chain drive over a stretch of time."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.mechanisms import MECHANISMS
from catena.drives.roller_chain.spec.drive import Spec
from catena.numerics.arrays import Floats
from catena.results.health import KeyNumber
from catena.run.history import mean_rate
from catena.run.verdict import (
    Flow,
    drag_numbers,
    flow_numbers,
    flow_over,
    losses_by_cause,
)
from catena.tables.state import Cause

Signals = Mapping[str, Floats]


def numbers_of(spec: Spec, placed: Layout, late: Signals) -> list[KeyNumber]:
    """Speeds, tensions, powers and losses, transmission error.

    Equilibria in a row book neither work nor losses.
    """
    driver, creeps = spec.leader, spec.solve.motion == "quasi-static"
    speed, powers = mean_speed(late, driver), []
    if not creeps:
        flow, led = flow_of(late), float(mean_rate(late, "sprocket_work")[driver])
        powers = power_numbers(flow, mean_rate(late, "loss"))
        powers += drag_numbers(flow, led, speed, "the driver")
    return [
        KeyNumber("driver_speed", "mean speed of the driver", speed, "rad/s"),
        *_tension_numbers(placed, late),
        *powers,
        KeyNumber("transmission_error", "transmission error, peak to peak",
                  _largest_swing(spec, late, driver), "rad"),
    ]  # fmt: skip


def flow_of(late: Signals) -> Flow:
    """Mean powers of a stretch of time."""
    return flow_over(late, "sprocket_work")


def mean_speed(late: Signals, j: int) -> float:
    """Of one sprocket [rad/s]."""
    angle, time = late["sprocket_angle"][:, j], late["time"]
    return float((angle[-1] - angle[0]) / (time[-1] - time[0]))


def relative_angles(spec: Spec, angle: Floats, driver: int) -> Floats:
    """Angle of each sprocket minus the one its teeth ask for [rad], (samples, s)."""
    teeth = np.array([part.tooth_count for part in spec.sprocket], dtype=np.float64)
    return np.asarray(angle - angle[:, [driver]] * teeth[driver] / teeth)


def speed_ratio_errors(spec: Spec, late: Signals) -> Floats:
    """Mean speed of each sprocket over that of its teeth, minus 1, by regression."""
    angle, time = late["sprocket_angle"], late["time"] - late["time"][0]
    error = relative_angles(spec, angle, spec.leader)
    drift = np.polyfit(time, error, 1)[0]
    return np.asarray(drift / np.polyfit(time, angle, 1)[0])


def teeth_of_lead(spec: Spec, late: Signals) -> float:
    """How far a sprocket ran ahead or behind over the window, in teeth."""
    lead = relative_angles(spec, late["sprocket_angle"], spec.leader)
    teeth = np.array([part.tooth_count for part in spec.sprocket], dtype=np.float64)
    return float((np.abs(lead[-1] - lead[0]) * teeth).max() / (2.0 * np.pi))


def _largest_swing(spec: Spec, late: Signals, driver: int) -> float:
    """Of what turns under torque; an idler that rattles transmits nothing."""
    swing = np.ptp(relative_angles(spec, late["sprocket_angle"], driver), 0)
    idle = [part.boundary.kind == "free" for part in spec.sprocket]
    loaded = np.where(idle, 0.0, swing)
    return float((loaded if loaded.any() else swing).max())


def _tension_numbers(placed: Layout, late: Signals) -> list[KeyNumber]:
    names = [f"{s.start} to {s.end}" for s in placed.path.spans]
    tension = np.nanmean(late["span_tension"], axis=0)
    found = [
        KeyNumber(f"tension_{i + 1}", f"mean tension, {name}", float(value), "N")
        for i, (name, value) in enumerate(zip(names, tension, strict=True))
    ]
    largest = float(late["peak_joint_force"].max())
    found.append(KeyNumber("joint_force", "largest joint force", largest, "N"))
    contact = float(late["peak_tooth_force"].max())
    found.append(KeyNumber("contact_force", "largest contact force", contact, "N"))
    if placed.chain.strength is not None:
        safety = placed.chain.strength / largest if largest > 0.0 else np.inf
        found.append(
            KeyNumber("safety", "breaking force over largest force", safety, "1")
        )
    return found


def power_numbers(flow: Flow, loss: Floats) -> list[KeyNumber]:
    """Powers and losses by cause [W], from the losses of all mechanisms."""
    by_cause = losses_by_cause(loss, (cause for _, cause in MECHANISMS.values()))
    found = flow_numbers(flow, by_cause)
    rest = flow.lost - float(by_cause[Cause.COULOMB])
    found.append(KeyNumber("damping_loss", "lost to all but dry friction", rest, "W"))
    return found
