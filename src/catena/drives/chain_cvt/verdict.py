"""Key numbers, checks and the verdict of a run of a chain variator.

Means are taken over whole revolutions of the chain, the first ones discarded; how well
the last two agree is stated.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from catena.drives.chain_cvt.means import ChainMeans, chain_means
from catena.drives.chain_cvt.signals import LOSS_CAUSES, LOSSES
from catena.drives.chain_cvt.spec import Spec
from catena.drives.chain_cvt.start.band import Band
from catena.drives.variator.boundary.data import boundaries, curve
from catena.drives.variator.curves import over
from catena.drives.variator.grip.softening import softening_warnings
from catena.drives.variator.kept_revolutions import WATCHED, Kept, kept, kept_turns
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
from catena.integrators.steps.pin_chain_tables import Counter
from catena.laws.hertz import contact_modulus, sphere_pressure
from catena.numerics.arrays import Floats, Ints
from catena.results.health import Check, KeyNumber, Outcome
from catena.run.settling import Settling, Watched
from catena.run.verdict import (
    capped_check,
    depth_warnings,
    energy_check,
    flow_numbers,
    losses_by_cause,
    penetration_check,
    step_warnings,
    within,
)

POISSON = 0.3
"""Ratio of the steel of pins and sheaves."""
RIGID = (
    "rigid sheaves leave the friction forces, and with them the thrust ratio, within a "
    "band: another start or step may settle at another value"
)


def outcome_of(
    spec: Spec, band: Band, signals: Mapping[str, Floats], count: Ints
) -> Outcome:
    """What the run says about itself."""
    length, pitches = band.polygon.belt.length, spec.chain.pitches()
    speed = signals["chain_speed"]
    turns, rounds = kept_turns(signals, speed, length, spec.solve.discard)
    run = kept(
        turns,
        rounds,
        lambda some: chain_means(some, signals, pitches),
        lambda means: _numbers(spec, means),
        (*WATCHED, Watched("tension_")),
        boundaries(spec.boundary),
    )
    means, found, late = run.means, run.found, run.late
    capped = float(signals["capped_steps"].sum()) / max(1, int(count[Counter.STEPS]))
    passing = spec.chain.link_count * run.passing
    checks = _checks(spec, signals, run, capped)
    return Outcome(
        verdict=_verdict(spec, means, found, rounds.count),
        key_numbers=(
            *found.stated,
            *_peaks(signals, late),
            *_pin_ends(spec, float(signals["largest_pin_force"][late].max())),
            KeyNumber("pin_frequency", "frequency of passing pins", passing, "Hz"),
            *run.shift,
            *effort_numbers(
                count[Counter.STEPS], count[Counter.SWEEPS], count[Counter.COUPLED]
            ),
        ),
        checks=checks,
        settled=found.settled,
        warnings=(
            *step_warnings(checks, spec.solve.time_step),
            *depth_warnings(checks, "a larger pin.axial_stiffness, or less clamping"),
            *running_warnings("chain", signals["pulley_speed"][late, 1]),
            *([RIGID] if spec.variator.sheaves == "rigid" else []),
            *slip_warnings(
                "chain",
                means.pulley_slip[0],
                means.torque[0],
                np.array(slip_limits(spec, means)),
            ),
            *softening_warnings(
                (spec.friction.primary, spec.friction.secondary),
                "chain",
                float(means.chain_speed[0]),
            ),
            *found.warnings,
        ),
    )


def slip_limits(spec: Spec, means: ChainMeans) -> list[float]:
    """Torque at which each pulley slips at its present radius and force [N m]."""
    grips = spec.friction.primary, spec.friction.secondary
    return [
        slip_torque(
            grips[p].coefficient,
            float(means.axial[0, p]),
            float(means.radius[0, p]),
            spec.variator.wedge_angle,
        )
        for p in range(2)
    ]


def _peaks(signals: Mapping[str, Floats], late: slice) -> list[KeyNumber]:
    """Largest tension and ranges of the strands over all kept revolutions."""
    swing = [
        float(np.ptp(signals[f"{side}_level"][late])) for side in ("upper", "lower")
    ]
    tension = float(signals["largest_tension"][late].max())
    return [
        KeyNumber("largest_tension", "largest tension of a link", tension, "N"),
        KeyNumber("vibration_upper", "lateral displacement of the upper strand, range",
                  swing[0], "m"),
        KeyNumber("vibration_lower", "lateral displacement of the lower strand, range",
                  swing[1], "m"),
    ]  # fmt: skip


def _pin_ends(spec: Spec, force: float) -> list[KeyNumber]:
    """Largest normal force of a pin end, and its pressure where ends are crowned."""
    found = [KeyNumber("pin_force", "largest normal force of a pin end", force, "N")]
    if spec.pin.end_radius is not None:
        stiff = contact_modulus(spec.pin.young, POISSON, spec.pin.young, POISSON)
        pressure = sphere_pressure(force, stiff, spec.pin.end_radius)
        words = "largest pressure of a pin end, Hertz"
        found.append(KeyNumber("pin_pressure", words, pressure, "Pa"))
    return found


def _numbers(spec: Spec, means: ChainMeans) -> list[KeyNumber]:
    """Means over revolutions taken together."""
    limits = slip_limits(spec, means)
    torque = np.abs(means.torque[0])
    shares = over(torque, np.array(limits))
    # links enter the driving pulley taut and leave it slack: (T_1 - T_2) / (k p)
    lower_less_upper = float(means.strands[0, 1] - means.strands[0, 0])
    creep = lower_less_upper / (spec.chain.link_stiffness * spec.chain.pitch)
    relative = float(over(means.speed_ratio, means.ratio_without_slip)[0]) - 1.0
    pulleys = [
        KeyNumber(f"{name}_{pulley}", f"{words} {pulley} pulley", float(value), unit)
        for name, words, values, unit in (
            ("axial", "axial force on a sheave of the", means.axial[0], "N"),
            ("torque", "torque on the", torque, "N m"),
            ("slip_torque", "slip limit at its present radius of the", limits, "N m"),
            ("torque_ratio", "torque over the slip limit of the", shares, "1"),
            ("slip", "slip of the chain on the", means.pulley_slip[0], "1"),
            ("radius", "mean radius of the pins on the", means.radius[0], "m"),
            ("pins", "pins between the sheaves of the", means.pins[0], "1"),
            ("bearing", "force of the chain on the shaft of the", means.bearing[0],
             "N"),
        )
        for pulley, value in zip(PULLEYS, values, strict=True)
    ]  # fmt: skip
    losses = [
        KeyNumber(f"loss_{group.name.lower()}", f"lost to {words}", float(value), "W")
        for (group, words), value in zip(LOSSES.items(), means.loss[0], strict=True)
    ]
    causes = losses_by_cause(means.loss[0], [LOSS_CAUSES[group] for group in LOSSES])
    return [
        *ratio_numbers(means),
        KeyNumber("geometric_ratio", "ratio of the pins' radii",
                  float(means.geometric_ratio[0]), "1"),
        KeyNumber("relative_slip", "relative slip s_r of speeds against radii",
                  relative, "1"),
        KeyNumber("slip", "slip against the radii", float(means.slip[0]), "1"),
        torque_ratio(shares, PULLEYS),
        KeyNumber("tension_upper", "mean tension of the upper strand",
                  float(means.strands[0, 0]), "N"),
        KeyNumber("tension_lower", "mean tension of the lower strand",
                  float(means.strands[0, 1]), "N"),
        KeyNumber("slip_creep", "part of the slip from stretching links", creep, "1"),
        KeyNumber("slip_sliding", "part of the slip from sliding pins",
                  float(means.slip[0]) - creep, "1"),
        *pulleys,
        *flow_numbers(means.flows[0], causes),
        *losses,
    ]  # fmt: skip


def _verdict(spec: Spec, means: ChainMeans, found: Settling, whole: int) -> str:
    words = (
        f"{spec.chain.link_count} links, ratio {means.geometric_ratio[0]:.4g}, "
        f"{spec.variator.sheaves} sheaves, {means.torque[0, 1]:.4g} N m at "
        f"{means.axial[0, 1]:.5g} N: thrust ratio {means.thrust_ratio[0]:.4f}"
    )
    return with_efficiency(words, found, whole)


def _checks(
    spec: Spec, signals: Mapping[str, Floats], run: Kept[ChainMeans], capped: float
) -> tuple[Check, ...]:
    means, pin = run.means, spec.pin
    flow, opening = means.flows[0], groove_speed(signals, run.late)
    axial = signals["pin_axial"]
    row, k = np.unravel_index(int(axial.argmax()), axial.shape)
    shortened = float(axial[row, k]) / pin.axial_stiffness
    place = f"pin {k + 1} between sheaves near {signals['snapshot_time'][row]:.4g} s"
    found = [
        energy_check(flow.unexplained, flow.flowing),
        capped_check(capped),
        penetration_check(
            0.5 * shortened, 0.5 * pin.length, "half length of a pin", place
        ),
    ]  # fmt: skip
    for p, name in enumerate(PULLEYS):
        given = getattr(spec.boundary, f"{name}_force")
        if given is None or curve(given).value.size > 1:
            continue
        # the groove is half as wide as the way of its loose sheave
        drag = 2.0 * getattr(spec, name).axial_damping * float(opening[p])
        force = float(curve(given).value[0])
        off = clamping_off(float(means.axial[0, p]), force, drag)
        words = f"axial force against the clamping, {name}"
        found.append(within(f"clamping_{name}", words, off, LARGEST_CLAMPING))
    return tuple(found)
