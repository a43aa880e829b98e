"""Key numbers, checks and the verdict of a run of a belt drive."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.signals import place_names
from catena.drives.belt_drive.spec import Spec
from catena.drives.wheel_boundary.words import changes_after
from catena.numerics.arrays import Floats
from catena.results.health import Check, KeyNumber, Outcome
from catena.rounding import rounded
from catena.run.history import History, mean_rate
from catena.run.pace import Pace
from catena.run.settling import SLIP_SIZE, Settling, Watched, settling, windows_of
from catena.run.verdict import (
    Flow,
    energy_check,
    flow_numbers,
    flow_over,
    penetration_check,
    step_warnings,
)
from catena.tables.state import Cause

WATCHED = (Watched("tension_"), Watched("speed_loss_", SLIP_SIZE))
"""What stands still in a settled belt drive."""
LARGEST_CAPPED = 0.05
"""Share of steps whose friction used all its sweeps."""
GROSS_SLIP = 0.98
"""Share of the contact arc that slides when a belt slips as a whole."""

Signals = Mapping[str, Floats]


def outcome_of(spec: Spec, placed: Layout, history: History, pace: Pace) -> Outcome:
    """What the run says about itself."""
    turn = 2.0 * np.pi / max(spec.nominal_speed, 1e-9)
    late = history.window(spec.solve.settled, turn)
    found = settling(
        _numbers(spec, placed, late),
        [_numbers(spec, placed, part) for part in windows_of(late, turn)],
        WATCHED,
        changing=_changes(spec),
    )
    flow = flow_of(late)
    checks = (
        energy_check(flow.unexplained, flow.flowing),
        _slip_check(spec, late),
        _contact_check(spec, late),
        _depth_check(placed, late),
        *found.checks,
        _sweep_check(late, pace),
    )
    return Outcome(
        verdict=_words(found),
        key_numbers=tuple(found.stated),
        checks=checks,
        warnings=(
            *step_warnings(checks, pace.step),
            *found.warnings,
            *_warnings(spec, late),
        ),
    )


def _changes(spec: Spec) -> bool:
    """Whether what is imposed changes in the part that counts as settled."""
    start = spec.solve.settled
    late = changes_after((part.boundary for part in spec.pulley), start)
    return late or spec.solve.load_ramp > start


def _numbers(spec: Spec, placed: Layout, late: Signals) -> list[KeyNumber]:
    """Key numbers of a stretch of time."""
    return [
        *_speed_numbers(spec, placed, late),
        *_tension_numbers(late, placed),
        *_power_numbers(spec, placed, late),
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


def _loaded(late: Signals) -> NDArray[np.bool_]:
    """Pulleys that carry torque worth speaking of."""
    torque = np.abs(late["belt_torque"].mean(axis=0))
    return np.asarray(torque > 0.01 * max(float(torque.max()), 1e-12))


def _slip_check(spec: Spec, late: Signals) -> Check:
    shares = np.where(_loaded(late), sliding_shares(late), 0.0)
    worst = int(shares.argmax())
    name = spec.pulley[worst].name
    note = f"most on {name!r}"
    if shares[worst] > GROSS_SLIP:
        note = f"the belt slips as a whole on {name!r}"
    return Check("gross_slip", "sliding share of the contact arc", float(shares[worst]),
                 GROSS_SLIP, bool(shares[worst] <= GROSS_SLIP), note)  # fmt: skip


def _contact_check(spec: Spec, late: Signals) -> Check:
    lost = (late["contact_arc"] <= 0.0).mean(axis=0)
    worst = int(lost.argmax())
    note = "" if lost[worst] == 0.0 else f"the belt leaves {spec.pulley[worst].name!r}"
    return Check("wrap", "share of time without contact on a pulley",
                 float(lost[worst]), 0.0, bool(lost[worst] == 0.0), note)  # fmt: skip


def _depth_check(placed: Layout, late: Signals) -> Check:
    smallest = min(wheel.radius for wheel in placed.wheels)
    return penetration_check(
        float(late["penetration"][-1]), smallest, "radius of the smallest pulley"
    )


def _sweep_check(late: Signals, pace: Pace) -> Check:
    share = float(late["capped_steps"].sum()) / max(1, len(late["time"]) * pace.every)
    return Check("friction", "steps whose friction used all its sweeps", share,
                 LARGEST_CAPPED, share <= LARGEST_CAPPED)  # fmt: skip


def mean_speeds(late: Signals) -> Floats:
    """Mean speed of every pulley in the sense of travel [rad/s]."""
    angle, time = late["pulley_angle"], late["time"]
    speeds: Floats = (angle[-1] - angle[0]) / (time[-1] - time[0])
    return speeds


def _speed_numbers(spec: Spec, placed: Layout, late: Signals) -> list[KeyNumber]:
    speeds = mean_speeds(late)
    rim = speeds * np.array([wheel.radius for wheel in placed.wheels])
    lead = spec.leader
    found = [
        KeyNumber("belt_speed", "speed of the belt at the leading pulley",
                  float(rim[lead]), "m/s")
    ]  # fmt: skip
    shares = sliding_shares(late)
    for j, part in enumerate(spec.pulley):
        if j != lead and rim[lead] != 0.0:
            lost = float(1.0 - rim[j] / rim[lead])
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


def _power_numbers(spec: Spec, placed: Layout, late: Signals) -> list[KeyNumber]:
    """Powers and losses by cause, then by place; drag torque of a drive that idles."""
    flow, loss = flow_of(late), mean_rate(late, "loss")
    numbers = flow_numbers(flow, loss.sum(axis=0))
    numbers.append(KeyNumber("loss", "power lost", flow.lost, "W"))
    speed = abs(float(mean_speeds(late)[spec.leader]))
    if flow.idles and speed > 0.0 and flow.flowing > 0.0:
        drag = flow.lost / speed
        label = "drag torque at the leading pulley"
        numbers.append(KeyNumber("drag_torque", label, drag, "N m"))
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


def _words(found: Settling) -> str:
    numbers = found.stated
    value = {number.name: number.value for number in numbers}
    pulls = [n.value for n in numbers if n.name.startswith("tension_")]
    words = f"spans carry {min(pulls):.0f} to {max(pulls):.0f} N"
    losses = [n for n in numbers if n.name.startswith("speed_loss_")]
    if losses:
        most = max(losses, key=lambda n: abs(n.value))
        words += f", {most.label.split(' against')[0]} {most.value:.3%}"
    if "efficiency" in value:
        words += f", efficiency {value['efficiency']:.2%}"
    if "drag_torque" in value:
        words += f", drag torque {rounded(value['drag_torque'])} N m"
    return words if found.settled else f"{words}, not settled"


def _warnings(spec: Spec, late: Signals) -> list[str]:
    found = []
    shares, loaded = sliding_shares(late), _loaded(late)
    for j, part in enumerate(spec.pulley):
        if loaded[j] and shares[j] > GROSS_SLIP:
            found.append(
                f"the belt slips as a whole on {part.name!r}: more tension, wrap or "
                "friction is needed"
            )
    pull = np.nanmin(late["span_tension"], axis=0)
    if np.any(pull <= 0.0):
        found.append("a span goes slack: its tension falls to zero")
    return found
