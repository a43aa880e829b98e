"""Checks, warnings and the verdict of a run of a chain drive."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from catena.drives.roller_chain.key_numbers import (
    flow_of,
    mean_speed,
    numbers_of,
    speed_ratio_errors,
    teeth_of_lead,
)
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.layout.rail_ends import rail_end_warnings
from catena.drives.roller_chain.layout.tooth_entry import entering_warnings
from catena.drives.roller_chain.layout.tooth_repetition import repeating_warnings
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.rest import Equilibrium
from catena.drives.wheel_boundary.words import DriveSpeed, changes_after
from catena.numerics.arrays import Floats
from catena.results.health import Check, Outcome
from catena.rounding import rounded
from catena.run.history import History
from catena.run.settling import (
    Settling,
    Swing,
    Watched,
    settling,
    swing_drifts,
    windows_of,
)
from catena.run.verdict import (
    Flow,
    capped_check,
    delivery_words,
    energy_check,
    penetration_check,
    step_warnings,
    within,
)

CLIMB_SHARE = 0.5
"""Way of a roller from the pitch circle to the tip circle that is worth a warning."""
TOO_LARGE = ("link_tension", "roller_force", "rail_force")
"""Signals of every link, not needed for the verdict."""
WATCHED = (Watched("tension_"), Watched("driver_speed"))
"""What stands still in a settled chain; a prescribed speed is what it is."""

SWINGS = Swing("span_tension", "tension_")
"""What vibrates evenly in a settled chain."""


def settle_time(spec: Spec) -> float:
    """When the run counts as settled [s]."""
    solve = spec.solve
    return 0.5 * solve.duration if solve.settle is None else solve.settle


def outcome_of(
    spec: Spec,
    placed: Layout,
    history: History,
    capped: float,
    step: float,
    start: Equilibrium | None = None,
) -> Outcome:
    """What the run says about itself.

    ``capped`` is the share of steps whose friction used all its sweeps.
    """
    creeps, turn = spec.solve.motion == "quasi-static", _turn_time(spec, history)
    late = history.window(settle_time(spec), turn)
    pitch = 0.0 if creeps else turn / spec.leading.tooth_count
    numbers = numbers_of(spec, placed, late)
    found = settling(
        numbers,
        [numbers_of(spec, placed, part) for part in windows_of(late, turn, pitch)],
        watched(spec),
        changing=imposed_changes(spec),
        window=window_words(spec),
        swings=swing_drifts(numbers, late, SWINGS),
    )
    checks = _checks(spec, placed, late, None if creeps else flow_of(late))
    if capped > 0.0:
        checks += (capped_check(capped),)
    return Outcome(
        verdict=_verdict(spec, placed, found),
        key_numbers=tuple(found.stated),
        checks=checks,
        settled=found.settled,
        warnings=(
            *step_warnings(checks, step),
            *start_warnings(start),
            *repeating_warnings(spec),
            *entering_warnings(spec, placed.profiles),
            *found.warnings,
            *_rail_warnings(spec, placed, late),
            *_climb_warnings(spec, placed, late),
            *load_warnings(placed, late),
        ),
    )


def watched(spec: Spec) -> tuple[Watched, ...]:
    """What has to stand still in a settled run of this drive."""
    given = isinstance(spec.leading.boundary, DriveSpeed)
    return WATCHED[:1] if given else WATCHED


def imposed_changes(spec: Spec) -> bool:
    """Whether what is imposed changes in the part that counts as settled."""
    start = settle_time(spec)
    late = changes_after((part.boundary for part in spec.sprocket), start)
    return late or spec.load_ramp > start


def _turn_time(spec: Spec, history: History) -> float:
    """Time of one turn of the driver in the settled run [s]; 0 where it stands."""
    speed = spec.nominal_speed
    if not isinstance(spec.leading.boundary, DriveSpeed):
        speed = mean_speed(history.window(settle_time(spec), 0.0), spec.leader)
    return 2.0 * np.pi / speed if speed > 0.0 else 0.0


def window_words(spec: Spec) -> str:
    """What a window holds at the least: a part of one engagement has no mean."""
    return f"one tooth of {spec.leading.name!r}"


def _verdict(spec: Spec, placed: Layout, found: Settling) -> str:
    value = {number.name: number.value for number in found.stated}
    tension = [v for name, v in value.items() if name.startswith("tension_")]
    count, name = placed.placement.link_count, placed.chain.designation
    teeth = "/".join(str(part.tooth_count) for part in spec.sprocket)
    low, high = float(np.nanmin(tension)), float(np.nanmax(tension))
    words = (
        f"{name}, {count} links around {teeth} teeth at "
        f"{rounded(value['driver_speed'] * 30.0 / np.pi, 4)} rpm: spans carry "
        f"{rounded(low)} to {rounded(high)} N"
    )
    return found.told(f"{words}{delivery_words(found.stated)}.")


def _checks(
    spec: Spec, placed: Layout, late: Mapping[str, Floats], flow: Flow | None
) -> tuple[Check, ...]:
    """Values against their limits; equilibria in a row book no energy to judge."""
    ratio = float(np.abs(speed_ratio_errors(spec, late)).max())
    energy = () if flow is None else (energy_check(flow.unexplained, flow.flowing),)
    depth, reach = float(late["penetration"][-1]), 0.5 * placed.chain.roller_diameter
    return (
        *energy,
        within("tooth_jump", "drift of a sprocket against the driver, in teeth",
               teeth_of_lead(spec, late), most_lead(placed),
               f"mean speed ratio to {ratio:.1e}"),
        penetration_check(depth, reach, "roller radius"),
    )  # fmt: skip


def most_lead(placed: Layout) -> float:
    """Teeth a sprocket may lead by: half of one, and slack that changes its side.

    On overrun the other strand is taut; a tooth that is jumped is a whole one.
    """
    return 0.5 + min(max(placed.slack, 0.0) / placed.chain.pitch, 0.4)


def start_warnings(start: Equilibrium | None) -> list[str]:
    """What to say about the start of the run."""
    if start is None or start.reached:
        return []
    return [
        f"the equilibrium before the start was found to {rounded(start.left)} N only, "
        f"where joints carry up to {rounded(start.largest)} N ({start.steps} steps)"
    ]


def _rail_warnings(spec: Spec, placed: Layout, late: Mapping[str, Floats]) -> list[str]:
    """Rails that are too short where the run holds them."""
    if not spec.guide:
        return []
    return rail_end_warnings(spec, placed, late["guide_angle"].mean(axis=0))


def _climb_warnings(
    spec: Spec, placed: Layout, late: Mapping[str, Floats]
) -> list[str]:
    """Where pressed rollers rose over half the way from pitch circle to tooth tip."""
    found = []
    for j, (part, profile) in enumerate(
        zip(spec.sprocket, placed.profiles, strict=True)
    ):
        way = profile.tip_radius - profile.pitch_radius
        climb = float(late["roller_climb"][:, j].max())
        if climb > way:
            found.append(
                f"rollers leave the teeth of {part.name!r}: they rise "
                f"{1e3 * climb:.2f} mm above the pitch circle, the tips end at "
                f"{1e3 * way:.2f} mm"
            )
        elif climb > CLIMB_SHARE * way:
            found.append(
                f"rollers climb the teeth of {part.name!r}: up to {1e3 * climb:.2f} mm "
                f"of the {1e3 * way:.2f} mm between pitch circle and tip"
            )
    return found


def load_warnings(placed: Layout, late: Mapping[str, Floats]) -> list[str]:
    """Forces the chain may not stand, spans that are pushed, and slack."""
    found = []
    strength = placed.chain.strength
    largest = float(late["peak_joint_force"].max())
    if strength is not None and largest > strength:
        found.append(
            f"the chain would break: the largest joint force {largest:.0f} N is above "
            f"the breaking force {strength:.0f} N"
        )
    elif strength is not None and largest > 0.2 * strength:
        found.append(
            f"the largest joint force {largest:.0f} N is more than a fifth of the "
            f"breaking force {strength:.0f} N"
        )
    mean = np.nanmean(late["span_tension"], axis=0)
    if np.any(mean < 0.0):
        found.append("a span is pushed instead of pulled: the chain is too slack")
    if placed.slack > 0.5 * placed.chain.pitch:
        found.append(
            f"the chain has {1e3 * placed.slack:.1f} mm to spare on its taut path"
        )
    return found
