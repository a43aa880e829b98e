"""Key numbers of a belt drive over a stretch of time."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.signals import place_names
from catena.drives.belt_drive.spec import Spec
from catena.numerics.arrays import Floats
from catena.results.health import KeyNumber
from catena.run.history import mean_rate
from catena.run.verdict import Flow, drag_numbers, flow_numbers, flow_over
from catena.tables.state import Cause

Signals = Mapping[str, Floats]


def numbers_of(spec: Spec, placed: Layout, late: Signals) -> list[KeyNumber]:
    """Key numbers of a stretch of time."""
    return [
        *_speed_numbers(spec, placed, late),
        *_tension_numbers(late, placed),
        *_bending_numbers(spec, late),
        *_hub_numbers(spec, late),
        *_power_numbers(spec, late),
        *_arm_numbers(spec, late),
    ]


def flow_of(late: Signals) -> Flow:
    """Mean powers of a stretch of time."""
    return flow_over(late, "pulley_work")


def sliding_shares(late: Signals) -> Floats:
    """Share of the contact arc of each pulley that slides, mean over time."""
    contact_arc = late["contact_arc"].mean(axis=0)
    shares: Floats = np.divide(
        late["sliding_arc"].mean(axis=0), contact_arc,
        out=np.zeros_like(contact_arc), where=contact_arc > 0.0,
    )  # fmt: skip
    return shares


def mean_speeds(late: Signals) -> Floats:
    """Mean speed of every pulley in the sense of travel [rad/s]."""
    angle, time = late["pulley_angle"], late["time"]
    speeds: Floats = (angle[-1] - angle[0]) / (time[-1] - time[0])
    return speeds


def speed_losses(spec: Spec, placed: Layout, late: Signals) -> Floats:
    """Share by which each rim is slower than that of the leader; 0 if that stands."""
    rim = mean_speeds(late) * np.array([wheel.radius for wheel in placed.wheels])
    lead = float(rim[spec.leader])
    return np.asarray(1.0 - rim / lead) if lead != 0.0 else np.zeros_like(rim)


def _speed_numbers(spec: Spec, placed: Layout, late: Signals) -> list[KeyNumber]:
    lead = spec.leader
    speed = float(mean_speeds(late)[lead]) * placed.wheels[lead].radius
    found = [
        KeyNumber("belt_speed", "speed of the belt at the leading pulley", speed, "m/s")
    ]
    shares, losses = sliding_shares(late), speed_losses(spec, placed, late)
    for j, part in enumerate(spec.pulley):
        if j != lead and speed != 0.0:
            lost = float(losses[j])
            found.append(KeyNumber(f"speed_loss_{j + 1}",
                                   f"speed loss of {part.name!r} against the leader",
                                   lost, "1"))  # fmt: skip
        found.append(KeyNumber(f"sliding_share_{j + 1}",
                               f"sliding share of the arc on {part.name!r}",
                               float(shares[j]), "1"))  # fmt: skip
    return found


def _tension_numbers(late: Signals, placed: Layout) -> list[KeyNumber]:
    mean = np.nanmean(late["span_tension"], axis=0)
    swing = np.nanmax(late["span_displacement"], axis=0)
    swing = swing - np.nanmin(late["span_displacement"], axis=0)
    found = []
    for i, span in enumerate(placed.path.spans):
        words = f"{span.start} to {span.end}"
        found.append(KeyNumber(f"tension_{i + 1}", f"mean tension, {words}",
                               float(mean[i]), "N"))  # fmt: skip
        found.append(KeyNumber(f"displacement_{i + 1}",
                               f"lateral displacement, peak to peak, {words}",
                               float(swing[i]), "m"))  # fmt: skip
    return found


def _bending_numbers(spec: Spec, late: Signals) -> list[KeyNumber]:
    """How sharply the belt is bent, and by which moment."""
    bend = float(late["belt_curvature"].max())
    found = [KeyNumber("largest_curvature", "largest curvature of the belt", bend,
                       "1/m")]  # fmt: skip
    if spec.belt.bending_stiffness > 0.0:
        moment = spec.belt.bending_stiffness * bend
        found.append(KeyNumber("bending_moment", "largest elastic bending moment of "
                               "the belt", moment, "N m"))  # fmt: skip
    return found


def _hub_numbers(spec: Spec, late: Signals) -> list[KeyNumber]:
    """Largest force of the belt on each hub."""
    hub = np.hypot(late["hub_force_x"], late["hub_force_y"]).max(axis=0)
    return [
        KeyNumber(f"hub_load_{j + 1}", f"largest hub load of {part.name!r}",
                  float(hub[j]), "N")
        for j, part in enumerate(spec.pulley)
    ]  # fmt: skip


def _power_numbers(spec: Spec, late: Signals) -> list[KeyNumber]:
    """Powers and losses by cause, then by place; drag torque of a drive that idles."""
    flow, loss = flow_of(late), mean_rate(late, "loss")
    numbers = flow_numbers(flow, loss.sum(axis=0))
    numbers.append(KeyNumber("loss", "power lost", flow.lost, "W"))
    speed = abs(float(mean_speeds(late)[spec.leader]))
    numbers += drag_numbers(flow, speed, "leading pulley")
    for name, parts in zip(place_names(spec), loss, strict=True):
        for cause in Cause:
            if abs(parts[cause]) > 1e-3 * max(abs(flow.lost), 1e-12):
                words = cause.name.lower().replace("_", " ")
                key = f"loss_{name}_{cause.name.lower()}".replace(" ", "_")
                numbers.append(KeyNumber(key, f"lost at {name}, {words}",
                                         float(parts[cause]), "W"))  # fmt: skip
    return numbers


def _arm_numbers(spec: Spec, late: Signals) -> list[KeyNumber]:
    if not spec.tensioner:
        return []
    angle, found = late["arm_angle"], []
    for i, arm in enumerate(spec.tensioner):
        swing = float(np.ptp(angle[:, i]))
        found.append(KeyNumber(f"arm_swing_{i + 1}",
                               f"motion of the arm of {arm.pulley!r}, peak to peak",
                               swing, "rad"))  # fmt: skip
    return found
