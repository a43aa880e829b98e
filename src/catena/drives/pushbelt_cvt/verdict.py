"""Key numbers, checks and the verdict of a run of a pushbelt variator.

Means are taken over whole revolutions of the belt, the first ones discarded; how well
the last two agree is stated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.drives.pushbelt_cvt.layout.rolling import rolling_of
from catena.drives.pushbelt_cvt.measures.strength import strength_numbers
from catena.drives.pushbelt_cvt.ratios import RevolutionMeans, revolution_means
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.variator.curves import over
from catena.drives.variator.grip.softening import softening_warnings
from catena.drives.variator.kept_revolutions import WATCHED, Kept, kept, kept_turns
from catena.drives.variator.revolutions import Revolutions
from catena.drives.variator.sheave_names import PULLEYS
from catena.drives.variator.slip_limit import slip_torque, slip_warnings
from catena.drives.variator.verdict import (
    LARGEST_CLAMPING,
    clamping_off,
    effort_numbers,
    groove_speed,
    ratio_numbers,
    running_warnings,
    torque_ratio,
    with_efficiency,
)
from catena.integrators.steps.pushbelt_tables import LOSSES
from catena.numerics.arrays import Floats, Ints
from catena.results.health import Check, KeyNumber, Outcome
from catena.run.history import History
from catena.run.settling import Settling, Watched
from catena.run.verdict import (
    capped_check,
    depth_warnings,
    energy_check,
    flow_numbers,
    last_raised,
    losses_by_cause,
    penetration_check,
    step_warnings,
    within,
)
from catena.solvers.patches.belt_friction import Effort
from catena.tables.state import Cause

LARGEST_GAIN = 0.05
"""Change of the stored energy over the energy lost in a steady run."""
CURE = "stiffer contact.flank_stiffness or rocking_stiffness, or less clamping"
"""Of elements that lie too deep in sheaves or in each other."""
SLIP_PARTS = {
    "gaps": "gaps between elements",
    "creep": "squeezed elements",
    "sliding": "sliding flanks",
}


def outcome_of(
    spec: Spec,
    placed: Layout,
    history: History,
    counter: Ints,
    losses: Sequence[tuple[str, int, Cause]] = LOSSES,
) -> Outcome:
    """What the run says about itself; ``losses`` are those of its ledger."""
    signals = history.whole()
    turns, rounds = belt_rounds(spec, placed, signals)
    rolling, data = rolling_of(placed), placed.data
    run = kept(
        turns,
        rounds,
        lambda some: revolution_means(some, signals, rolling),
        lambda means: _numbers(placed, means, losses),
        (*WATCHED, Watched("torque_secondary")),
        (data.primary_boundary, data.secondary_boundary),
    )
    means, found, late = run.means, run.found, run.late
    capped = float(signals["capped_steps"].sum()) / max(1, int(counter[Effort.STEPS]))
    passing = data.element.count * run.passing
    push = float(signals["push_force"][late].max())
    checks = _checks(placed, signals, run, capped)
    return Outcome(
        verdict=_verdict(placed, means, found, rounds.count),
        key_numbers=(
            *found.stated,
            KeyNumber("push_force", "largest force between elements", push, "N"),
            KeyNumber(
                "element_frequency", "frequency of passing elements", passing, "Hz"
            ),
            *_endplay(signals, run.begin),
            *_scaling(spec.ring.inertia_scale),
            *strength_numbers(spec, signals, run.begin),
            *run.shift,
            *effort_numbers(
                counter[Effort.STEPS], counter[Effort.SWEEPS], counter[Effort.COUPLED]
            ),
        ),
        checks=checks,
        settled=found.settled,
        warnings=(
            *step_warnings(checks, spec.solve.time_step),
            *depth_warnings(checks, CURE),
            *running_warnings("belt", signals["pulley_speed"][late, 1]),
            *_gain_warning(means),
            *slip_warnings(
                "belt",
                means.pulley_slip[0],
                means.torque[0],
                slip_limits(placed, means),
            ),
            *softening_warnings(
                placed.data.contact.grips,
                "belt",
                float(signals["belt_speed"][late].mean()),
            ),
            *found.warnings,
        ),
    )


def _scaling(scale: float) -> list[KeyNumber]:
    """That sections of a Cosserat ring are heavier to turn than they are."""
    if scale == 1.0:
        return []
    words = "scaling of the rotary inertia of the rings"
    return [KeyNumber("inertia_scale", words, scale, "1")]


def belt_rounds(
    spec: Spec, placed: Layout, signals: Mapping[str, Floats]
) -> tuple[Floats, Revolutions]:
    """Turns of the belt at all times, and its revolutions that count."""
    length, speed = placed.centre_line.length, signals["belt_speed"]
    return kept_turns(signals, speed, length, spec.solve.discard)


def slip_limits(placed: Layout, means: RevolutionMeans) -> Floats:
    """Torque at which each pulley slips at its present radius and force [N m]."""
    grips, wedge = placed.data.contact.grips, placed.data.element.wedge_angle
    radii = means.radius[0] - flank_depth(placed)
    return np.array(
        [
            slip_torque(grips[p].coefficient, means.axial[0, p], radii[p], wedge)
            for p in range(2)
        ]
    )


def flank_depth(placed: Layout) -> float:
    """From the ring's neutral fibre in to the flank contacts [m]."""
    element = placed.data.element
    return 0.5 * placed.data.ring.thickness + element.saddle_level - element.flank_level


def _endplay(signals: Mapping[str, Floats], begin: float) -> list[KeyNumber]:
    """Sum of all open gaps, mean over the snapshots from a time on (Figure 7.8)."""
    late = signals["snapshot_time"] >= begin
    if not late.any():
        return []
    return [
        KeyNumber(f"endplay_{name}", f"operational endplay at the {words}",
                  float(signals[f"{name}_endplay"][late].mean()), "m")
        for name, words in (("rocking", "rocking edges"), ("top", "tops"))
    ]  # fmt: skip


def _numbers(
    placed: Layout,
    means: RevolutionMeans,
    ledger: Sequence[tuple[str, int, Cause]],
) -> list[KeyNumber]:
    """Means over revolutions taken together."""
    limits, torque = slip_limits(placed, means), np.abs(means.torque[0])
    shares = over(torque, limits)
    pulleys = [
        KeyNumber(f"{name}_{pulley}", f"{words} {pulley} {part}", float(value), unit)
        for name, words, part, values, unit in (
            ("slip_torque", "slip limit at its present radius of the", "pulley",
             limits, "N m"),
            ("torque_ratio", "torque over the slip limit of the", "pulley", shares,
             "1"),
            ("slip", "slip of the", "pulley on the belt", means.pulley_slip[0], "1"),
            ("axial", "axial force on a", "sheave", means.axial[0], "N"),
            ("bearing", "force of the belt on the", "shaft", means.bearing[0], "N"),
            ("radius", "running radius of the ring in the", "pulley",
             means.radius[0], "m"),
        )
        for pulley, value in zip(PULLEYS, values, strict=True)
    ]  # fmt: skip
    losses = [
        KeyNumber(f"loss_{name.replace(' ', '_')}", f"lost to {name}", float(value),
                  "W")
        for (name, _, _), value in zip(ledger, means.loss[0], strict=True)
    ]  # fmt: skip
    causes = losses_by_cause(means.loss[0], [cause for _, _, cause in ledger])
    return [
        *ratio_numbers(means),
        KeyNumber("geometric_ratio", "ratio i_r of the running radii",
                  float(means.geometric_ratio[0]), "1"),
        KeyNumber("relative_slip", "relative slip s_r of speeds against radii",
                  float(means.relative_slip[0]), "1"),
        KeyNumber("slip", "slip against the running radii", float(means.slip[0]), "1"),
        KeyNumber("torque_primary", "input torque", float(means.torque_in[0]), "N m"),
        KeyNumber("torque_secondary", "torque transmitted",
                  float(means.torque_out[0]), "N m"),
        torque_ratio(shares, PULLEYS),
        KeyNumber("no_slip_ratio", "speed ratio without slip, of the running radii",
                  float(means.no_slip_ratio[0]), "1"),
        *(
            KeyNumber(f"slip_{name}", f"part of the slip from {words}",
                      float(means.slip_parts[name][0]), "1")
            for name, words in SLIP_PARTS.items()
        ),
        *pulleys,
        *flow_numbers(means.flows[0], causes),
        *losses,
    ]  # fmt: skip


def _verdict(
    placed: Layout, means: RevolutionMeans, found: Settling, whole: int
) -> str:
    compliance, element = placed.data.primary.compliance, placed.data.element
    count = f"{element.count} elements"
    if element.stands_for != 1.0:
        count += f" for {round(element.count * element.stands_for)} real ones"
    words = (
        f"{count}, ratio {placed.start.ratio:.3g}, "
        f"{compliance} sheaves, {means.torque_out[0]:.4g} N m at "
        f"{means.axial[0, 1]:.5g} N: thrust ratio {means.thrust_ratio[0]:.4f}"
    )
    return with_efficiency(words, found, whole)


def _checks(
    placed: Layout,
    signals: Mapping[str, Floats],
    run: Kept[RevolutionMeans],
    capped: float,
) -> tuple[Check, ...]:
    means, flow = run.means, run.means.flows[0]
    found = [
        energy_check(flow.unexplained, flow.flowing),
        capped_check(capped),
        _penetration(placed, signals),
    ]  # fmt: skip
    boundary = placed.data.secondary_boundary
    if boundary.axial == "force" and boundary.axial_value.value.size == 1:
        force = float(boundary.axial_value.value[0])
        opening = float(groove_speed(signals, run.late)[1])
        drag = placed.data.secondary.axial_damping * opening
        off = clamping_off(float(means.axial[0, 1]), force, drag)
        words = "axial force against the clamping force, secondary"
        found.append(within("clamping", words, off, LARGEST_CLAMPING))
    return tuple(found)


def _penetration(placed: Layout, signals: Mapping[str, Floats]) -> Check:
    """Of flanks into sheaves, or of neighbours into each other, whichever is deeper."""
    element, contact = placed.data.element, placed.data.contact
    flank = float(signals["flank_compression"][-1])
    time, push = signals["time"], signals["push_force"]
    squeezed = float(push.max()) / contact.rocking_stiffness
    raised = last_raised(signals["flank_compression"])
    checks = (
        penetration_check(flank, element.flank_half_width, "half width of an element",
                          f"an element between sheaves near {time[raised]:.4g} s"),
        penetration_check(squeezed, 0.5 * element.thickness,
                          "half the thickness of a simulated element",
                          f"an element into the next near {time[push.argmax()]:.4g} s"),
    )  # fmt: skip
    return max(checks, key=lambda check: check.value)


def _gain_warning(means: RevolutionMeans) -> list[str]:
    """Said where much of the power is stored in motion."""
    gained, lost = float(means.gained[0]), float(means.loss[0].sum())
    if abs(gained) <= LARGEST_GAIN * lost:
        return []
    return [
        f"the energy stored in motion changes by {gained:.4g} W beside losses of "
        f"{lost:.4g} W: the run is not steady, an efficiency counts both"
    ]
