"""Key numbers, checks and the verdict of a run of a chain variator.

Means are taken over whole revolutions of the chain, the first ones discarded; how well
the last two agree is stated.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from catena.drives.chain_cvt.means import ChainMeans, chain_means
from catena.drives.chain_cvt.signals import LOSS_CAUSES, LOSSES, PULLEYS
from catena.drives.chain_cvt.spec import Spec
from catena.drives.chain_cvt.start.band import Band
from catena.drives.variator.boundary_data import boundaries, curve
from catena.drives.variator.curves import over
from catena.drives.variator.drift import (
    drift_check,
    drift_warnings,
    shift_rate,
    steady,
)
from catena.drives.variator.flows import losses_by_cause
from catena.drives.variator.revolutions import belt_turns, revolutions_of
from catena.drives.variator.slip_limit import slip_torque, slip_warnings
from catena.integrators.steps.pin_chain_tables import COUPLED, STEPS, SWEEPS
from catena.numerics.arrays import Floats, Ints
from catena.results.health import Check, KeyNumber, Outcome
from catena.run.settling import SLIP_SIZE, Settling, Watched, settling
from catena.run.verdict import energy_check, flow_numbers, step_warnings

WATCHED = (
    Watched("thrust_ratio"),
    Watched("speed_ratio"),
    Watched("tension_"),
    Watched("slip_primary", SLIP_SIZE),
    Watched("slip_secondary", SLIP_SIZE),
    Watched("axial_"),
)
"""What stands still in a settled variator."""
LARGEST_CAPPED = 0.05
"""Share of steps that may use all sweeps."""
LARGEST_CLAMPING = 0.005
"""Axial force against a given clamping force."""
RIGID = (
    "rigid sheaves leave the friction forces, and with them the thrust ratio, within a "
    "band: another start or step may settle at another value"
)


def outcome_of(
    spec: Spec, band: Band, signals: Mapping[str, Floats], count: Ints
) -> Outcome:
    """What the run says about itself."""
    length = band.polygon.belt.length
    turns = belt_turns(signals["time"], signals["chain_speed"], length)
    rounds = revolutions_of(signals["time"], turns).after(spec.solve.discard)
    whole = rounds.as_one()
    late = slice(int(np.searchsorted(signals["time"], whole.ends[0])), None)
    means, each = chain_means(whole, signals), chain_means(rounds, signals)
    capped = float(signals["capped_steps"].sum()) / max(1, int(count[STEPS]))
    found = settling(
        _numbers(spec, means),
        [_numbers(spec, chain_means(one, signals)) for one in rounds.each()],
        WATCHED,
        changing=not steady(boundaries(spec.boundary)),
    )
    passing = spec.chain.link_count * float(whole.rates(turns)[0])
    checks = _checks(spec, means, capped)
    settled = found.checks if rounds.count >= 2 else []
    still = drift_check(each.geometric_ratio) if not found.changing else []
    return Outcome(
        verdict=_verdict(spec, means, found, rounds.count),
        key_numbers=(
            *found.stated,
            *_peaks(signals, late),
            KeyNumber("pin_frequency", "frequency of passing pins", passing, "Hz"),
            *shift_rate(rounds.ends, each.geometric_ratio),
            *_effort(count),
        ),
        checks=(*checks, *settled, *still),
        warnings=(
            *step_warnings(checks, spec.solve.step),
            *_warnings(spec, signals, late, rounds.count, means),
            *slip_warnings(
                "chain",
                means.pulley_slip[0],
                means.torque[0],
                np.array(slip_limits(spec, means)),
            ),
            *drift_warnings(each.geometric_ratio),
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


def _numbers(spec: Spec, means: ChainMeans) -> list[KeyNumber]:
    """Means over revolutions taken together."""
    limits = slip_limits(spec, means)
    torque = np.abs(means.torque[0])
    shares = torque / limits
    # links enter the driving pulley taut and leave it slack: (T_1 - T_2) / (k p)
    lower_less_upper = float(means.strands[0, 1] - means.strands[0, 0])
    creep = lower_less_upper / (spec.chain.link_stiffness * spec.chain.pitch)
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
        KeyNumber("thrust_ratio", "thrust ratio, primary over secondary",
                  float(means.thrust_ratio[0]), "1"),
        KeyNumber("speed_ratio", "speed ratio, primary over secondary",
                  float(means.speed_ratio[0]), "1"),
        KeyNumber("geometric_ratio", "ratio of the pins' radii",
                  float(means.geometric_ratio[0]), "1"),
        KeyNumber("relative_slip", "relative slip s_r of speeds against radii",
                  float(over(means.speed_ratio, means.geometric_ratio)[0]) - 1.0, "1"),
        KeyNumber("slip", "slip against the radii", float(means.slip[0]), "1"),
        KeyNumber("slip_creep", "part of the slip from stretching links", creep, "1"),
        KeyNumber("slip_sliding", "part of the slip from sliding pins",
                  float(means.slip[0]) - creep, "1"),
        KeyNumber("torque_ratio", "torque ratio xi: over the slip limit of the "
                  f"{PULLEYS[int(shares.argmax())]} pulley, which is nearer to it",
                  float(shares.max()), "1"),
        KeyNumber("tension_upper", "mean tension of the upper strand",
                  float(means.strands[0, 0]), "N"),
        KeyNumber("tension_lower", "mean tension of the lower strand",
                  float(means.strands[0, 1]), "N"),
        *pulleys,
        *flow_numbers(means.flows[0], causes),
        *losses,
    ]  # fmt: skip


def _effort(count: Ints) -> list[KeyNumber]:
    """What the contacts cost."""
    steps = max(1, int(count[STEPS]))
    found = [
        KeyNumber("sweeps", "friction sweeps per step", count[SWEEPS] / steps, "1")
    ]
    if count[COUPLED]:
        each = count[COUPLED] / steps / 2.0
        found.append(KeyNumber("coupled", "active sets per sheave and step", each, "1"))
    return found


def _verdict(spec: Spec, means: ChainMeans, found: Settling, whole: int) -> str:
    words = (
        f"{spec.chain.link_count} links, ratio {means.geometric_ratio[0]:.4g}, "
        f"{spec.variator.sheaves} sheaves, {means.torque[0, 1]:.4g} N m at "
        f"{means.axial[0, 1]:.5g} N: thrust ratio {means.thrust_ratio[0]:.4f}"
    )
    value = {number.name: number.value for number in found.stated}
    if "efficiency" in value:
        words += f", efficiency {value['efficiency']:.2%}"
    if not whole:
        words += "; not one whole revolution after the start, so not settled"
    elif not found.settled:
        words += ", not settled"
    return words + "."


def _checks(spec: Spec, means: ChainMeans, capped: float) -> tuple[Check, ...]:
    flow = means.flows[0]
    found = [
        energy_check(flow.unexplained, flow.flowing),
        Check("capped", "share of steps that used all sweeps", capped, LARGEST_CAPPED,
              capped <= LARGEST_CAPPED),
    ]  # fmt: skip
    for p, name in enumerate(PULLEYS):
        given = getattr(spec.boundary, f"{name}_force")
        if given is None or curve(given).value.size > 1:
            continue
        off = abs(float(means.axial[0, p]) / float(curve(given).value[0]) - 1.0)
        found.append(
            Check(f"clamping_{name}", f"axial force against the clamping, {name}", off,
                  LARGEST_CLAMPING, off <= LARGEST_CLAMPING)
        )  # fmt: skip
    return tuple(found)


def _warnings(
    spec: Spec,
    signals: Mapping[str, Floats],
    late: slice,
    whole: int,
    means: ChainMeans,
) -> list[str]:
    found = []
    if whole < 2:
        found.append(
            f"{whole} whole revolutions of the chain after the discarded ones; two "
            "are needed to see whether the run has settled"
        )
    if spec.variator.sheaves == "rigid":
        found.append(RIGID)
    speed = signals["pulley_speed"][late, 1]
    quarter = max(1, speed.size // 4)
    fall = 1.0 - float(speed[-quarter:].mean() / speed[:quarter].mean())
    if fall > 0.01:
        found.append(
            f"the secondary pulley slows down by {fall:.1%}: the chain slips, or the "
            "ratio is still changing"
        )
    return found
