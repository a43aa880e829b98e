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
from catena.drives.pushbelt_cvt.signals import PULLEYS
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.variator.drift import (
    drift_check,
    drift_warnings,
    shift_rate,
    steady,
)
from catena.drives.variator.flows import losses_by_cause
from catena.drives.variator.revolutions import belt_turns, revolutions_of
from catena.drives.variator.slip_limit import slip_torque, slip_warnings
from catena.integrators.steps.pushbelt_tables import LOSSES
from catena.numerics.arrays import Floats, Ints
from catena.results.health import Check, KeyNumber, Outcome
from catena.run.history import History
from catena.run.settling import SLIP_SIZE, Settling, Watched, settling
from catena.run.verdict import energy_check, flow_numbers, step_warnings, within
from catena.solvers.patches.belt_friction import Effort
from catena.tables.state import Cause

WATCHED = (
    Watched("thrust_ratio"),
    Watched("speed_ratio"),
    Watched("torque_secondary"),
    Watched("slip_primary", SLIP_SIZE),
    Watched("slip_secondary", SLIP_SIZE),
    Watched("axial_"),
)
"""What stands still in a settled variator."""
LARGEST_CAPPED = 0.05
"""Share of steps that may use all sweeps."""
LARGEST_GAIN = 0.05
"""Change of the stored energy over the energy lost in a steady run."""
SLIP_PARTS = {
    "gaps": "gaps between elements",
    "creep": "squeezed elements",
    "sliding": "sliding flanks",
}
LARGEST_COMPRESSION = 0.1
"""Compression of a flank, in millimetres."""


def outcome_of(
    spec: Spec,
    placed: Layout,
    history: History,
    counter: Ints,
    losses: Sequence[tuple[str, int, Cause]] = LOSSES,
) -> Outcome:
    """What the run says about itself; ``losses`` are those of its ledger."""
    signals = history.whole()
    length = placed.centre_line.length
    turns = belt_turns(signals["time"], signals["belt_speed"], length)
    rounds = revolutions_of(signals["time"], turns).after(spec.solve.discard)
    whole = rounds.as_one()
    late = slice(int(np.searchsorted(signals["time"], whole.ends[0])), None)
    rolling = rolling_of(placed)
    means = revolution_means(whole, signals, rolling)
    each = revolution_means(rounds, signals, rolling)
    capped = float(signals["capped_steps"].sum()) / max(1, int(counter[Effort.STEPS]))
    found = settling(
        _numbers(placed, means, losses),
        [
            _numbers(placed, revolution_means(one, signals, rolling), losses)
            for one in rounds.each()
        ],
        WATCHED,
        changing=not steady((
            placed.data.primary_boundary, placed.data.secondary_boundary,
        )),
    )  # fmt: skip
    passing = placed.data.element.count * float(whole.rates(turns)[0])
    push = float(signals["push_force"][late].max())
    checks = _checks(placed, signals, means, capped)
    settled = found.checks if rounds.count >= 2 else []
    still = drift_check(each.geometric_ratio) if not found.changing else []
    return Outcome(
        verdict=_verdict(placed, means, found, rounds.count),
        key_numbers=(
            *found.stated,
            KeyNumber("push_force", "largest force between elements", push, "N"),
            KeyNumber(
                "element_frequency", "frequency of passing elements", passing, "Hz"
            ),
            *_endplay(signals, float(whole.ends[0])),
            *strength_numbers(spec, signals, float(whole.ends[0])),
            *shift_rate(rounds.ends, each.geometric_ratio),
            *_effort(counter),
        ),
        checks=(*checks, *settled, *still),
        warnings=(
            *step_warnings(checks, spec.solve.step),
            *_warnings(signals, late, rounds.count, means),
            *slip_warnings(
                "belt",
                means.pulley_slip[0],
                means.torque[0],
                slip_limits(placed, means),
            ),
            *drift_warnings(each.geometric_ratio),
            *found.warnings,
        ),
    )


def slip_limits(placed: Layout, means: RevolutionMeans) -> Floats:
    """Torque at which each pulley slips at its present radius and force [N m]."""
    friction, wedge = (
        placed.data.contact.flank_friction,
        placed.data.element.wedge_angle,
    )
    radii = means.radius[0] - flank_depth(placed)
    return np.array(
        [slip_torque(friction, means.axial[0, p], radii[p], wedge) for p in range(2)]
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
    shares = torque / limits
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
        KeyNumber("thrust_ratio", "thrust ratio, primary over secondary",
                  float(means.thrust_ratio[0]), "1"),
        KeyNumber("speed_ratio", "speed ratio, primary over secondary",
                  float(means.speed_ratio[0]), "1"),
        KeyNumber("no_slip_ratio", "speed ratio without slip, of the running radii",
                  float(means.no_slip_ratio[0]), "1"),
        KeyNumber("geometric_ratio", "ratio i_r of the running radii",
                  float(means.geometric_ratio[0]), "1"),
        KeyNumber("relative_slip", "relative slip s_r of speeds against radii",
                  float(means.relative_slip[0]), "1"),
        KeyNumber("slip", "slip against the running radii", float(means.slip[0]), "1"),
        *(
            KeyNumber(f"slip_{name}", f"part of the slip from {words}",
                      float(means.slip_parts[name][0]), "1")
            for name, words in SLIP_PARTS.items()
        ),
        KeyNumber("torque_primary", "input torque", float(means.torque_in[0]), "N m"),
        KeyNumber("torque_secondary", "torque transmitted",
                  float(means.torque_out[0]), "N m"),
        KeyNumber("torque_ratio", "torque ratio xi: over the slip limit of the "
                  f"{PULLEYS[int(shares.argmax())]} pulley, which is nearer to it",
                  float(shares.max()), "1"),
        *pulleys,
        *flow_numbers(means.flows[0], causes),
        *losses,
    ]  # fmt: skip


def _effort(counter: Ints) -> list[KeyNumber]:
    """What the contacts cost."""
    steps = max(1, int(counter[Effort.STEPS]))
    sweeps = counter[Effort.SWEEPS] / steps
    found = [KeyNumber("sweeps", "friction sweeps per step", sweeps, "1")]
    if counter[Effort.COUPLED]:
        each = counter[Effort.COUPLED] / steps / 2.0
        found.append(KeyNumber("coupled", "active sets per sheave and step", each, "1"))
    return found


def _verdict(
    placed: Layout, means: RevolutionMeans, found: Settling, whole: int
) -> str:
    compliance = placed.data.primary.compliance
    words = (
        f"{placed.data.element.count} elements, ratio {placed.start.ratio:.3g}, "
        f"{compliance} sheaves, {means.torque_out[0]:.4g} N m at "
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


def _checks(
    placed: Layout,
    signals: Mapping[str, Floats],
    means: RevolutionMeans,
    capped: float,
) -> tuple[Check, ...]:
    flow = means.flows[0]
    squeeze = 1e3 * float(signals["flank_compression"][-1])
    found = [
        energy_check(flow.unexplained, flow.flowing),
        within("capped", "share of steps that used all sweeps", capped,
               LARGEST_CAPPED),
        within("compression", "largest compression of a flank, mm", squeeze,
               LARGEST_COMPRESSION),
    ]  # fmt: skip
    boundary = placed.data.secondary_boundary
    if boundary.axial == "force" and boundary.axial_value.value.size == 1:
        force = float(boundary.axial_value.value[0])
        off = abs(float(means.axial[0, 1]) / force - 1.0)
        found.append(
            within("clamping", "axial force against the clamping force, secondary",
                   off, 0.005)
        )  # fmt: skip
    return tuple(found)


def _warnings(
    signals: Mapping[str, Floats],
    late: slice,
    whole: int,
    means: RevolutionMeans,
) -> list[str]:
    found = []
    if whole < 2:
        found.append(
            f"{whole} whole revolutions of the belt after the discarded ones; two "
            "are needed to see whether the run has settled"
        )
    gained, lost = float(means.gained[0]), float(means.loss[0].sum())
    if abs(gained) > LARGEST_GAIN * lost:
        found.append(
            f"the energy stored in motion changes by {gained:.4g} W beside losses of "
            f"{lost:.4g} W: the run is not steady, and its efficiency counts both"
        )
    speed = signals["pulley_speed"][late, 1]
    quarter = max(1, speed.size // 4)
    fall = 1.0 - float(speed[-quarter:].mean() / speed[:quarter].mean())
    if fall > 0.01:
        found.append(
            f"the secondary pulley slows down by {fall:.1%}: the belt slips, or the "
            "ratio is still changing"
        )
    return found
