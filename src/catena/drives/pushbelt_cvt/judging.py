"""Key numbers, checks and the verdict of a run of a pushbelt variator.

Means are taken over whole revolutions of the belt, the first ones discarded; how well
the last two agree is stated.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from catena.drives.pushbelt_cvt.history import History, belt_turns, revolutions
from catena.drives.pushbelt_cvt.layout import Layout
from catena.drives.pushbelt_cvt.recording import loss_names
from catena.drives.pushbelt_cvt.spec import Spec
from catena.numerics.arrays import Floats, Ints
from catena.pushbelt.tables import COUPLED, STEPS, SWEEPS
from catena.results.health import Check, KeyNumber, Outcome

LARGEST_ENERGY_GAP = 0.05
"""Energy not explained, over the energy lost."""
LARGEST_CHANGE = 0.01
"""Change of the thrust ratio between the last two revolutions."""
LARGEST_CAPPED = 0.05
"""Share of steps that may use all sweeps."""
LARGEST_COMPRESSION = 0.1
"""Compression of a flank, in millimetres."""


@dataclass(frozen=True)
class Means:
    """What a stretch of time was like on average."""

    thrust: float
    axial: Floats
    speed: Floats
    torque: Floats
    """Of the belt on the pulleys [N m]."""
    power: Floats
    """Put in by the shafts [W]."""
    clamping: float
    """Power put in by the clamping [W]."""
    loss: Floats
    """[W]."""
    gained: float
    """Growth of the stored energy [W]."""

    @property
    def efficiency(self) -> float:
        """Power taken over power put in."""
        put_in = float(self.power[self.power > 0.0].sum())
        taken = -float(self.power[self.power < 0.0].sum())
        return taken / put_in if put_in > 0.0 else float("nan")

    @property
    def unexplained(self) -> float:
        """Power no law accounts for [W]."""
        put_in = float(self.power.sum()) + self.clamping
        return put_in - float(self.loss.sum()) - self.gained


def means_of(signals: Mapping[str, Floats], rows: slice) -> Means:
    """Means over some samples."""
    part = {name: values[rows] for name, values in signals.items()}
    span = float(part["time"][-1] - part["time"][0])
    axial = part["axial_force"].mean(axis=0)
    return Means(
        thrust=float(axial[0] / axial[1]),
        axial=axial,
        speed=np.ptp(part["pulley_angle"], axis=0) / span,
        torque=part["belt_torque"].mean(axis=0),
        power=_growth(part["shaft_work"]) / span,
        clamping=float(_growth(part["clamping_work"]).sum()) / span,
        loss=_growth(part["loss"]) / span,
        gained=float(_growth(part["stored_energy"])) / span,
    )


def _growth(values: Floats) -> Floats:
    result: Floats = np.asarray(values[-1] - values[0])
    return result


def judged(spec: Spec, placed: Layout, history: History, counter: Ints) -> Outcome:
    """What the run says about itself."""
    signals = history.whole()
    turns = belt_turns(
        signals["time"], signals["belt_speed"], placed.centre_line.length
    )
    rounds = revolutions(turns)
    kept = [rows for rows in rounds if turns[rows.start] >= spec.solve.discard - 0.1]
    late = slice(kept[0].start, None) if kept else slice(turns.size // 2, None)
    means = means_of(signals, late)
    change = _change(signals, kept)
    capped = float(signals["capped_steps"].sum()) / max(1, int(counter[STEPS]))
    numbers = _numbers(placed, signals, means, late, counter)
    return Outcome(
        verdict=_verdict(placed, means, len(kept)),
        key_numbers=tuple(numbers),
        checks=_checks(placed, signals, means, change, capped),
        warnings=tuple(_warnings(signals, late, kept, capped)),
    )


def _change(signals: Mapping[str, Floats], kept: list[slice]) -> float:
    """Relative change of the thrust ratio between the last two revolutions."""
    if len(kept) < 2:
        return float("nan")
    last, before = (means_of(signals, rows).thrust for rows in (kept[-1], kept[-2]))
    return abs(last / before - 1.0)


def slip_torque(placed: Layout, clamping: float) -> float:
    """Torque at which the secondary pulley slips, 2 mu F rho / cos(delta_0) [N m]."""
    radius = float(flank_radius(placed)[1])
    friction = placed.data.contact.flank_friction
    return (
        2.0 * friction * clamping * radius / math.cos(placed.data.element.wedge_angle)
    )


def flank_radius(placed: Layout) -> Floats:
    """Nominal radii of the flank contacts on both pulleys [m]."""
    element = placed.data.element
    inside = 0.5 * placed.data.ring.thickness
    inside += element.saddle_level - element.flank_level
    start = placed.start
    return np.array([start.radius_primary, start.radius_secondary]) - inside


def _share(part: float, whole: float) -> float:
    """A quotient, NaN where there is none."""
    return float(part / whole) if whole != 0.0 else float("nan")


def _numbers(
    placed: Layout,
    signals: Mapping[str, Floats],
    means: Means,
    late: slice,
    counter: Ints,
) -> list[KeyNumber]:
    steps = max(1, int(counter[STEPS]))
    start, depth = placed.start, placed.depth
    rocking = np.array([start.radius_primary, start.radius_secondary]) - depth
    ratio = _share(means.speed[0], means.speed[1])
    slip = 1.0 - rocking[1] / rocking[0] * _share(means.speed[1], means.speed[0])
    limit = slip_torque(placed, float(means.axial[1]))
    rate = (
        means.speed[0]
        * rocking[0]
        / (placed.pitch_line.length / placed.data.element.count)
    )
    found = [
        KeyNumber("thrust_ratio", "thrust ratio, primary over secondary",
                  means.thrust, "1"),
        KeyNumber("speed_ratio", "speed ratio, primary over secondary", ratio, "1"),
        KeyNumber("slip", "slip against the rocking-edge radii", slip, "1"),
        KeyNumber("axial_primary", "axial force on a primary sheave",
                  float(means.axial[0]), "N"),
        KeyNumber("axial_secondary", "axial force on a secondary sheave",
                  float(means.axial[1]), "N"),
        KeyNumber("torque_primary", "torque put in", -float(means.torque[0]), "N m"),
        KeyNumber("torque_secondary", "torque transmitted", float(means.torque[1]),
                  "N m"),
        KeyNumber("slip_torque", "torque at the slip limit", limit, "N m"),
        KeyNumber("torque_ratio", "torque over the slip limit",
                  float(means.torque[1]) / limit, "1"),
        KeyNumber("efficiency", "efficiency", means.efficiency, "1"),
        KeyNumber("push_force", "largest force between elements",
                  float(signals["push_force"][late].max()), "N"),
        KeyNumber("element_frequency", "element-passing frequency", rate, "Hz"),
    ]  # fmt: skip
    found += [
        KeyNumber(
            f"loss_{name.replace(' ', '_')}", f"lost to {name}", float(value), "W"
        )
        for name, value in zip(loss_names(), means.loss, strict=True)
    ]
    found.append(
        KeyNumber("sweeps", "friction sweeps per step", counter[SWEEPS] / steps, "1")
    )
    if counter[COUPLED]:
        each = counter[COUPLED] / steps / 2.0
        found.append(KeyNumber("coupled", "active sets per sheave and step", each, "1"))
    return found


def _verdict(placed: Layout, means: Means, whole: int) -> str:
    compliance = placed.data.primary.compliance
    words = (
        f"{placed.data.element.count} elements, ratio {placed.start.ratio:.3g}, "
        f"{compliance} sheaves, {means.torque[1]:.4g} N m at "
        f"{means.axial[1]:.5g} N: thrust ratio {means.thrust:.4f}"
    )
    if means.power.min() < 0.0 < means.power.max():
        words += f", efficiency {means.efficiency:.2%}"
    if not whole:
        words += "; not one whole revolution after the start, so not settled"
    return words + "."


def _checks(
    placed: Layout,
    signals: Mapping[str, Floats],
    means: Means,
    change: float,
    capped: float,
) -> tuple[Check, ...]:
    lost = float(means.loss.sum())
    gap = abs(means.unexplained) / lost if lost > 0.0 else 0.0
    squeeze = 1e3 * float(signals["flank_compression"][-1])
    found = [
        Check("energy", "energy not explained, over the energy lost", gap,
              LARGEST_ENERGY_GAP, gap <= LARGEST_ENERGY_GAP,
              f"{means.unexplained:.3g} W of {lost:.4g} W"),
        Check("capped", "share of steps that used all sweeps", capped, LARGEST_CAPPED,
              capped <= LARGEST_CAPPED),
        Check("compression", "largest compression of a flank, mm", squeeze,
              LARGEST_COMPRESSION, squeeze <= LARGEST_COMPRESSION),
    ]  # fmt: skip
    if np.isfinite(change):
        found.append(
            Check("settled", "change of the thrust ratio, last two revolutions",
                  change, LARGEST_CHANGE, change <= LARGEST_CHANGE)
        )  # fmt: skip
    boundary = placed.data.secondary_boundary
    if boundary.axial == "force" and boundary.axial_value.value.size == 1:
        force = float(boundary.axial_value.value[0])
        off = abs(float(means.axial[1]) / force - 1.0)
        found.append(
            Check("clamping", "axial force against the clamping force, secondary", off,
                  0.005, off <= 0.005)
        )  # fmt: skip
    return tuple(found)


def _warnings(
    signals: Mapping[str, Floats], late: slice, kept: list[slice], capped: float
) -> list[str]:
    found = []
    if len(kept) < 2:
        found.append(
            f"{len(kept)} whole revolutions of the belt after the discarded ones; two "
            "are needed to see whether the run has settled"
        )
    if 0.0 < capped <= LARGEST_CAPPED:
        found.append(f"friction used all its sweeps in {capped:.2%} of the steps")
    speed = signals["pulley_speed"][late, 1]
    quarter = max(1, speed.size // 4)
    fall = 1.0 - float(speed[-quarter:].mean() / speed[:quarter].mean())
    if fall > 0.01:
        found.append(
            f"the secondary pulley slows down by {fall:.1%}: the belt slips, or the "
            "ratio is still changing"
        )
    return found
