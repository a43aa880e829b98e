"""Key numbers, checks and the verdict of a run of a belt drive."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.signals import place_names
from catena.drives.belt_drive.spec import Spec
from catena.numerics.arrays import Floats
from catena.results.health import Check, KeyNumber, Outcome
from catena.run.history import History
from catena.run.pace import Pace
from catena.run.verdict import Flow, energy_check
from catena.tables.state import Cause

LARGEST_DEPTH = 0.02
"""Compression of the belt over the radius of the smallest pulley."""
LARGEST_DRIFT = 0.02
"""Of a mean span tension between the two halves of the settled part."""
LARGEST_CAPPED = 0.05
"""Share of steps whose friction used all its sweeps."""
GROSS_SLIP = 0.98
"""Share of the contact arc that slides when a belt slips as a whole."""

Signals = Mapping[str, Floats]


def outcome_of(spec: Spec, placed: Layout, history: History, pace: Pace) -> Outcome:
    """What the run says about itself."""
    speed = max(spec.nominal_speed, 1e-9)
    late = history.window(spec.solve.settled, 2.0 * np.pi / speed)
    span = float(late["time"][-1] - late["time"][0])
    power = (late["pulley_work"][-1] - late["pulley_work"][0]) / span
    loss = (late["loss"][-1] - late["loss"][0]) / span
    gained = float(late["stored_energy"][-1] - late["stored_energy"][0]) / span
    checks = (
        _energy_check(power, loss, gained),
        _slip_check(spec, late),
        _contact_check(spec, late),
        _depth_check(placed, late),
        _settling_check(late),
        _sweep_check(late, pace),
    )
    numbers = [
        *_speed_numbers(spec, placed, late),
        *_tension_numbers(late, placed),
        *_power_numbers(spec, power, loss),
        *_arm_numbers(spec, late),
    ]
    return Outcome(
        verdict=_words(spec, placed, numbers),
        key_numbers=tuple(numbers),
        checks=checks,
        warnings=tuple(_warnings(spec, late)),
    )


def _energy_check(power: Floats, loss: Floats, gained: float) -> Check:
    flow = Flow.of(power, loss, gained)
    return energy_check(flow.unexplained, flow.flowing)


def sliding_shares(late: Signals) -> Floats:
    """Share of the contact arc of each pulley that slides, mean over time."""
    touching = late["contact_arc"].mean(axis=0)
    shares: Floats = np.divide(
        late["sliding_arc"].mean(axis=0), touching,
        out=np.zeros_like(touching), where=touching > 0.0,
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
    depth = float(late["penetration"][-1]) / smallest
    return Check("penetration", "deepest compression over the smallest radius", depth,
                 LARGEST_DEPTH, depth <= LARGEST_DEPTH)  # fmt: skip


def _settling_check(late: Signals) -> Check:
    pull = late["span_tension"]
    half = len(pull) // 2
    first, second = np.nanmean(pull[:half], axis=0), np.nanmean(pull[half:], axis=0)
    scale = max(float(np.abs(second).max()), 1e-12)
    drift = float(np.abs(second - first).max()) / scale
    note = "" if drift <= LARGEST_DRIFT else "not settled: run longer"
    return Check("settled", "drift of the mean span tensions", drift, LARGEST_DRIFT,
                 drift <= LARGEST_DRIFT, note)  # fmt: skip


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


def _power_numbers(spec: Spec, power: Floats, loss: Floats) -> list[KeyNumber]:
    flowing = float(power[power > 0.0].sum())
    lost = float(loss.sum())
    numbers = [
        KeyNumber("input_power", "input power", flowing, "W"),
        KeyNumber("loss", "power lost", lost, "W"),
    ]
    if flowing > 0.0 and np.any(power < -1e-3 * flowing):
        numbers.append(KeyNumber("efficiency", "efficiency", 1.0 - lost / flowing, "1"))
    for name, parts in zip(place_names(spec), loss, strict=True):
        for cause in Cause:
            if abs(parts[cause]) > 1e-3 * max(abs(lost), 1e-12):
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


def _words(spec: Spec, placed: Layout, numbers: list[KeyNumber]) -> str:
    value = {number.name: number.value for number in numbers}
    pulls = [n.value for n in numbers if n.name.startswith("tension_")]
    words = f"spans carry {min(pulls):.0f} to {max(pulls):.0f} N"
    losses = [n for n in numbers if n.name.startswith("speed_loss_")]
    if losses:
        most = max(losses, key=lambda n: abs(n.value))
        words += f", {most.label.split(' against')[0]} {most.value:.3%}"
    if "efficiency" in value:
        words += f", efficiency {value['efficiency']:.2%}"
    return words


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
