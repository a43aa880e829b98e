"""Checks, warnings and the verdict of a run of a belt drive."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from catena.drives.belt_drive.expectations import overstretched
from catena.drives.belt_drive.key_numbers import (
    Signals,
    flow_of,
    mean_speeds,
    numbers_of,
    sliding_shares,
    speed_losses,
)
from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.spec import Spec
from catena.drives.wheel_boundary.words import DriveSpeed, changes_after
from catena.results.health import Check, Outcome
from catena.run.history import History
from catena.run.pace import Pace
from catena.run.settling import (
    SLIP_SIZE,
    Settling,
    Swing,
    Watched,
    holds_two,
    settling,
    swing_drifts,
    windows_of,
)
from catena.run.verdict import (
    capped_check,
    delivery_words,
    depth_warnings,
    energy_check,
    last_raised,
    penetration_check,
    step_warnings,
    within,
)

WATCHED = (
    Watched("tension_"),
    Watched("belt_speed"),
    Watched("speed_loss_", SLIP_SIZE),
)
"""What stands still in a settled belt drive."""
SWINGS = Swing("span_tension", "tension_")
"""What vibrates evenly there."""
GROSS_SLIP = 0.98
"""Share of the contact arc that slides when a belt slips as a whole."""
CURE = "a larger contact.stiffness, or less tension"
"""Of a belt that sinks too deep into its pulleys."""
LARGEST_LOSS = 0.05
"""Speed loss of a loaded pulley: belts tear before creep explains more."""


def outcome_of(
    spec: Spec, placed: Layout, history: History, pace: Pace, finer: float = 1.0
) -> Outcome:
    """What the run says about itself, with ``finer`` steps in each of its pace."""
    turn = _turn_time(spec, history)
    late = history.window(spec.solve.settled, turn)
    numbers = numbers_of(spec, placed, late)
    found = settling(
        numbers,
        [numbers_of(spec, placed, part) for part in windows_of(late, turn)],
        WATCHED,
        changing=_changes(spec),
        window=f"one turn of {spec.pulley[spec.leader].name!r}",
        short=not holds_two(late, turn),
        swings=swing_drifts(numbers, late, SWINGS),
    )
    flow = flow_of(late)
    checks = (
        energy_check(flow.unexplained, flow.flowing),
        _slip_check(spec, late),
        _speed_check(spec, placed, late),
        _contact_check(spec, late),
        depth_check(spec, placed, late),
        capped_check(_capped(late, pace) / finer),
    )
    return Outcome(
        verdict=_words(found),
        key_numbers=tuple(found.stated),
        checks=checks,
        settled=found.settled,
        warnings=(
            *step_warnings(checks, pace.step),
            *depth_warnings(checks, CURE),
            *found.warnings,
            *overstretched(spec, placed),
            *_warnings(spec, late),
        ),
    )


def _turn_time(spec: Spec, history: History) -> float:
    """Time of one turn of the leader in the settled run [s].

    Under a torque the stated speed is that of the start.
    """
    speed = spec.nominal_speed
    if not isinstance(spec.pulley[spec.leader].boundary, DriveSpeed):
        speed = float(mean_speeds(history.window(spec.solve.settled, 0.0))[spec.leader])
    return 2.0 * np.pi / max(speed, 1e-9)


def _changes(spec: Spec) -> bool:
    """Whether what is imposed changes in the part that counts as settled."""
    start = spec.solve.settled
    late = changes_after((part.boundary for part in spec.pulley), start)
    return late or spec.solve.load_ramp > start


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
    label, most = "sliding share of the contact arc", float(shares[worst])
    return within("gross_slip", label, most, GROSS_SLIP, note)


def _speed_check(spec: Spec, placed: Layout, late: Signals) -> Check:
    lost = np.where(_loaded(late), np.abs(speed_losses(spec, placed, late)), 0.0)
    worst, label = int(lost.argmax()), "largest speed loss of a loaded pulley"
    note = f"most on {spec.pulley[worst].name!r}"
    if lost[worst] > LARGEST_LOSS:
        note = f"the belt slips before {spec.pulley[worst].name!r}"
    return within("speed_loss", label, float(lost[worst]), LARGEST_LOSS, note)


def _contact_check(spec: Spec, late: Signals) -> Check:
    lost = (late["contact_arc"] <= 0.0).mean(axis=0)
    worst = int(lost.argmax())
    note = "" if lost[worst] == 0.0 else f"the belt leaves {spec.pulley[worst].name!r}"
    return Check("wrap", "share of time without contact on a pulley",
                 float(lost[worst]), 0.0, bool(lost[worst] == 0.0), note)  # fmt: skip


def depth_check(spec: Spec, placed: Layout, late: Signals) -> Check:
    """Of the belt into the pulley that it pressed most when that last rose.

    A belt under a tension T presses with T/R per length and loads the hub with
    2 T sin(arc/2).
    """
    radii = np.array([wheel.radius for wheel in placed.wheels])
    depth = late["penetration"]
    row = last_raised(depth)
    force = np.hypot(late["hub_force_x"][row], late["hub_force_y"][row])
    chord = 2.0 * np.sin(0.5 * late["contact_arc"][row]) * radii
    pressed = np.where(chord > 0.0, force / np.where(chord > 0.0, chord, 1.0), 0.0)
    name = spec.pulley[int(pressed.argmax())].name
    return penetration_check(
        float(depth[-1]), float(radii.min()), "radius of the smallest pulley",
        f"belt into {name!r} near {late['time'][row]:.4g} s",
    )  # fmt: skip


def _capped(late: Signals, pace: Pace) -> float:
    """Share of steps whose friction used all its sweeps."""
    return float(late["capped_steps"].sum()) / max(1, len(late["time"]) * pace.every)


def _words(found: Settling) -> str:
    numbers = found.stated
    pulls = [n.value for n in numbers if n.name.startswith("tension_")]
    words = f"spans carry {min(pulls):.0f} to {max(pulls):.0f} N"
    losses = [n for n in numbers if n.name.startswith("speed_loss_")]
    if losses:
        most = max(losses, key=lambda n: abs(n.value))
        what = most.label.removesuffix(" against the leader")
        back = f"{what.removeprefix('speed loss of ')} turns backwards"
        words += f", {what} {most.value:.3%}" if most.value <= 1.0 else f", {back}"
    return found.told(words + delivery_words(numbers))


def lost_wraps(spec: Spec, late: Signals) -> list[str]:
    """Pulleys that the belt leaves for a while, in words."""
    found = []
    for j, part in enumerate(spec.pulley):
        free = late["contact_arc"][:, j] <= 0.0
        if free.any():
            first = float(late["time"][int(free.argmax())])
            found.append(
                f"the belt leaves {part.name!r} at {first:.4g} s, for "
                f"{free.mean():.2g} of the time: more tension or wrap is needed, or "
                "a tensioner that follows faster"
            )
    return found


def _warnings(spec: Spec, late: Signals) -> list[str]:
    found = lost_wraps(spec, late)
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
