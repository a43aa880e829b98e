"""Key numbers, checks and the verdict of a run of a chain in space."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from catena.drives.roller_chain.engines.climbing import Climb, ClimbWatch
from catena.drives.roller_chain.engines.deepest import TOOTH_CURE
from catena.drives.roller_chain.spatial.detection import LARGEST_EXCESS, MOST_TIPS
from catena.drives.roller_chain.spatial.layout import SpatialLayout
from catena.drives.roller_chain.spatial.recording import MECHANISMS, NUMERICAL
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.verdict import (
    CLIMB_SHARE,
    SWINGS,
    imposed_changes,
    settle_time,
    watched,
    window_words,
)
from catena.numerics.arrays import Floats
from catena.results.health import Check, KeyNumber, Outcome
from catena.rounding import rounded
from catena.run.history import History, mean_rate
from catena.run.settling import Settling, settling, swing_drifts, windows_of
from catena.run.verdict import (
    Flow,
    delivery_words,
    depth_warnings,
    energy_check,
    flow_numbers,
    losses_by_cause,
    penetration_check,
    within,
)
from catena.tables.state import Cause

LARGEST_NUMERICAL = 5e-3
"""Energy the scheme takes out over what flows."""
LARGEST_NUMERICAL_EXPLICIT = 1e-3
"""The same of the explicit scheme, which has no damping of its own."""
MOST_UNSOLVED = 0.01
"""Share of steps whose friction may end unsolved."""
LARGEST_RATIO_ERROR = 0.01
CLIMBING = ("climbing", "climbing_rollers", "guided", "tooth_jump")
"""Checks that say that the chain climbs, with place and time in their notes."""
TOOTH_JUMP = 0.5
"""Teeth by which a sprocket may run ahead or behind, in whatever short run."""


def outcome_of(
    spec: Spec, placed: SpatialLayout, history: History, climbs: ClimbWatch
) -> Outcome:
    """What the run says about itself."""
    turn = 2.0 * np.pi / spec.nominal_speed if spec.nominal_speed > 0.0 else 0.0
    late = history.window(settle_time(spec), turn)
    pitch = turn / spec.leading.tooth_count
    numbers = _numbers(spec, placed, late)
    found = settling(
        numbers,
        [_numbers(spec, placed, part) for part in windows_of(late, turn, pitch)],
        watched(spec),
        changing=imposed_changes(spec),
        window=window_words(spec),
        swings=swing_drifts(numbers, late, SWINGS),
    )
    checks = _checks(spec, placed, late, climbs)
    return Outcome(
        verdict=_verdict(spec, placed, found, checks),
        key_numbers=tuple(found.stated),
        checks=tuple(checks),
        settled=found.settled,
        warnings=(*_warnings(checks, climbs), *found.warnings),
    )


def flow_of(late: Mapping[str, Floats]) -> Flow:
    """Mean powers of a stretch of time; the last loss is the scheme's own."""
    loss, gained = mean_rate(late, "loss"), float(mean_rate(late, "stored_energy"))
    work = mean_rate(late, "sprocket_work")
    return Flow.of(work, loss[:-1], gained, float(loss[-1]))


def _cause(mechanism: str) -> Cause:
    """Why energy is lost there.

    Bearings drag with the speed, and joints by their oil; what else their dampers take,
    along and across, is in the same line of the ledger.
    """
    if mechanism == NUMERICAL:
        return Cause.NUMERICAL
    if mechanism.startswith(("bearing", "joint")):
        return Cause.VISCOUS
    friction = mechanism.endswith("friction")
    return Cause.COULOMB if friction else Cause.CONTACT_DAMPING


def _numbers(
    spec: Spec, placed: SpatialLayout, late: Mapping[str, Floats]
) -> list[KeyNumber]:
    loss = mean_rate(late, "loss")
    names = [f"{s.start} to {s.end}" for s in placed.path.path.spans]
    tension, ripple = (
        late["span_tension"].mean(axis=0),
        late["span_tension"].std(axis=0),
    )
    numbers = [
        KeyNumber(f"tension_{i + 1}", f"mean tension, {name}", float(tension[i]), "N")
        for i, name in enumerate(names)
    ]
    tight = int(np.nanargmax(tension))
    numbers.append(
        KeyNumber("ripple", f"scatter of the tension, {names[tight]}",
                  float(ripple[tight]), "N")
    )  # fmt: skip
    driver = late["sprocket_speed"][:, spec.leader]
    numbers.append(
        KeyNumber(
            "driver_speed", "mean speed of the driver", float(driver.mean()), "rad/s"
        )
    )
    numbers += flow_numbers(
        flow_of(late), losses_by_cause(loss, map(_cause, MECHANISMS))
    )
    numbers += [
        KeyNumber(name.replace(" ", "_"), f"lost to {name}", float(value), "W")
        for name, value in zip(MECHANISMS[:-1], loss, strict=False)
        if value != 0.0
    ]
    rubbed = float(loss[MECHANISMS.index("side friction")])
    rubbed += float(loss[MECHANISMS.index("side damping")])
    numbers.append(
        KeyNumber("misalignment_loss", "lost between plates and teeth", rubbed, "W")
    )
    side = float(late["side_force_sum"].mean())
    numbers.append(KeyNumber("side_force", "sum of plate forces on teeth", side, "N"))
    return numbers


def _drift(spec: Spec, late: Mapping[str, Floats]) -> tuple[float, float, str]:
    """How far a sprocket ran ahead or behind, in teeth; teeth passed; its name."""
    teeth = np.array([part.tooth_count for part in spec.sprocket], dtype=np.float64)
    turned = late["sprocket_angle"][-1] - late["sprocket_angle"][0]
    passed = turned * teeth / (2.0 * np.pi)
    drift = np.abs(passed - passed[spec.leader])
    worst = int(np.argmax(drift))
    return float(drift[worst]), float(passed[spec.leader]), spec.sprocket[worst].name


def _checks(
    spec: Spec,
    placed: SpatialLayout,
    late: Mapping[str, Floats],
    climbs: ClimbWatch,
) -> list[Check]:
    """Values against their limits; what climbed first counts from the start."""
    flow = flow_of(late)
    numerical = abs(flow.booked) / flow.flowing if flow.flowing > 0.0 else 0.0
    tips = float(late["plates_on_tips"].mean())
    inner = placed.data.chain.inner_width
    excess = float(late["lateral_excess"].max()) / (0.5 * inner)
    drift, passed, name = _drift(spec, late)
    most = max(TOOTH_JUMP, LARGEST_RATIO_ERROR * abs(passed))
    highest = float((late["roller_climb"] / climbs.ways).max())
    explicit = spec.spatial.scheme == "explicit"
    taken = LARGEST_NUMERICAL_EXPLICIT if explicit else LARGEST_NUMERICAL
    unsolved = float(late["unsolved"].mean())
    return [
        energy_check(flow.unexplained, flow.flowing),
        within("numerical_loss", "energy taken out by the scheme, over what flows",
               numerical, taken),
        *([within("friction", "steps whose friction was not solved, share", unsolved,
                  MOST_UNSOLVED)] if explicit else []),
        _penetration(spec, placed, late),
        within("climbing", "plates on tooth tips, mean number", tips, MOST_TIPS,
               climbs.began(Climb.PLATES)),
        within("climbing_rollers", "highest roller, over its way to the tooth tip",
               highest, CLIMB_SHARE,
               climbs.began(Climb.ROLLERS) or climbs.where_highest()),
        within("guided", "way of links on teeth beyond their play, over half a width",
               excess, LARGEST_EXCESS, climbs.where_aside()),
        within("tooth_jump", "drift of a sprocket against the driver, in teeth", drift,
               most, f"sprocket {name}, {passed:.1f} teeth passed"),
    ]  # fmt: skip


def _penetration(
    spec: Spec, placed: SpatialLayout, late: Mapping[str, Floats]
) -> Check:
    """Of rollers into teeth, from the forces of the teeth."""
    chain = placed.data.chain
    stiffness = spec.contact.tooth.stiffness or chain.stiffness
    force = late["tooth_force"]
    row, link = np.unravel_index(int(force.argmax()), force.shape)
    depth = float(force[row, link]) / stiffness
    return penetration_check(
        depth, 0.5 * chain.roller_diameter, "roller radius",
        f"rollers of link {link + 1} into teeth near {late['time'][row]:.4g} s",
    )  # fmt: skip


def _verdict(
    spec: Spec, placed: SpatialLayout, found: Settling, checks: list[Check]
) -> str:
    value = {number.name: number.value for number in found.stated}
    teeth = "/".join(str(part.tooth_count) for part in spec.sprocket)
    offsets = [part.offset for part in spec.sprocket]
    tensions = [v for k, v in value.items() if k.startswith("tension_")]
    words = (
        f"{placed.data.chain.designation}, {placed.link_count} links in space around "
        f"{teeth} teeth, planes {1e3 * (max(offsets) - min(offsets)):.4g} mm apart, at "
        f"{rounded(value['driver_speed'] * 30.0 / np.pi, 4)} rpm: spans carry "
        f"{rounded(min(tensions))} to {rounded(max(tensions))} N"
    )
    words += delivery_words(found.stated)
    notes = [c.note for c in checks if c.name in CLIMBING and not c.ok]
    if notes:
        words += f"; the chain climbs its teeth ({'; '.join(filter(None, notes))})"
    return found.told(f"{words}.")


def _warnings(checks: list[Check], climbs: ClimbWatch) -> list[str]:
    """What climbed is said even where it is within the limits."""
    found = []
    failed = {check.name for check in checks if not check.ok}
    if {"climbing", "guided"} & failed:
        found.append(
            "the chain climbs: plates ride on tooth tips or lie beside their teeth; "
            "reduce the offset, or look at spatial.joint.bending_stiffness and "
            "tooth_relief"
        )
    elif plates := climbs.began(Climb.PLATES):
        found.append(f"plates touched tooth tips and slid off again: {plates}")
    if "climbing_rollers" in failed:
        found.append(
            "rollers climb the teeth: the load is too large for the slack strand, the "
            f"chain is worn, or the drive lies askew; {climbs.began(Climb.ROLLERS)}"
        )
    elif rollers := climbs.began(Climb.ROLLERS):
        found.append(f"rollers climbed before the settled part of the run: {rollers}")
    found += depth_warnings(checks, TOOTH_CURE)
    if "numerical_loss" in failed:
        found.append("the scheme takes out much energy: a smaller solve.step is better")
    return found
