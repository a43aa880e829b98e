"""Key numbers, checks and warnings that a belt in space adds to those of the plane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from catena.drives.pushbelt_cvt.spatial.layout import SpatialLayout
from catena.drives.pushbelt_cvt.spatial.signals import SIDES
from catena.drives.pushbelt_cvt.spatial.troubles import WORDS_OF_SECTION
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.verdict import belt_rounds, outcome_of
from catena.drives.variator.sheave_names import PULLEYS
from catena.integrators.steps.spatial_pushbelt_tables import SPATIAL_LOSSES
from catena.numerics.arrays import Floats, Ints
from catena.results.health import Check, KeyNumber, Outcome
from catena.run.history import History
from catena.run.verdict import within

LARGEST_IMBALANCE = 0.005
"""Sum of the axial forces of the belt on all sheaves over the clamping force."""


def spatial_outcome_of(
    spec: Spec, placed: SpatialLayout, history: History, counter: Ints
) -> Outcome:
    """What the run says about itself."""
    plane = outcome_of(spec, placed.plane, history, counter, SPATIAL_LOSSES)
    signals = history.whole()
    forces = sheave_means(spec, placed, signals)
    late = signals["time"] >= 0.5 * signals["time"][-1]
    return replace(
        plane,
        key_numbers=(*plane.key_numbers, *_numbers(placed, signals, forces, late)),
        checks=(*_checks(placed, plane.checks, forces), _balance(forces)),
        warnings=(*plane.warnings, *_warnings(placed, signals)),
    )


def sheave_means(
    spec: Spec, placed: SpatialLayout, signals: Mapping[str, Floats]
) -> Floats:
    """Axial forces on all sheaves (pulley, side), over the kept revolutions [N]."""
    _, rounds = belt_rounds(spec, placed.plane, signals)
    means: Floats = rounds.as_one().means(signals["sheave_force"])[0].reshape(2, 2)
    return means


def _numbers(
    placed: SpatialLayout, signals: Mapping[str, Floats], forces: Floats, late: Floats
) -> list[KeyNumber]:
    planes = placed.space.planes
    tension = np.stack([signals[f"set_tension_{side}"] for side in SIDES])
    thrust = [
        KeyNumber(f"thrust_ratio_{side}", f"thrust ratio of the {side} sheaves",
                  float(forces[0, s] / forces[1, s]), "1")
        for s, side in enumerate(SIDES)
    ]  # fmt: skip
    exchange = [
        KeyNumber(f"axial_exchange_{pulley}",
                  f"axial force on the {pulley} pulley, right minus left",
                  float(forces[p, 1] - forces[p, 0]), "N")
        for p, pulley in enumerate(PULLEYS)
    ]  # fmt: skip
    return [
        *thrust,
        *exchange,
        KeyNumber("misalignment", "primary groove to the right of the secondary",
                  planes[0] - planes[1], "m"),
        KeyNumber("ring_offset", "largest offset of a ring set, second half",
                  float(signals["ring_offset"][late].max()), "m"),
        KeyNumber("lateral_play", "play of a ring set to each side",
                  placed.space.lateral_play, "m"),
        KeyNumber("ring_share_right", "share of the right ring set in the tension",
                  float((tension[1] / tension.sum(axis=0))[late].mean()), "1"),
        KeyNumber("largest_roll", "largest roll of an element, second half",
                  float(signals["largest_roll"][late].max()), "rad"),
        KeyNumber("ring_twist", "largest twist of a ring set, second half",
                  float(signals["ring_twist"][late].max()), "rad"),
        *_rings(signals),
    ]  # fmt: skip


def _rings(signals: Mapping[str, Floats]) -> list[KeyNumber]:
    """What misalignment costs the rings, over the second half of the run."""
    late = signals["snapshot_time"] >= 0.5 * signals["time"][-1]
    if not late.any():
        return []
    return [
        KeyNumber(name, f"{words}, second half", float(signals[name][late].max()), unit)
        for name, words, unit in (
            ("lateral_stress", "largest stress of a ring layer by bending across",
             "Pa"),
            ("pillar_force", "largest force of a pillar on a ring set", "N"),
            ("edge_force", "largest force of a sheave on a ring's edge", "N"),
        )
    ]  # fmt: skip


def _checks(
    placed: SpatialLayout, checks: tuple[Check, ...], forces: Floats
) -> tuple[Check, ...]:
    """Those of the plane; clamping presses the loose sheave alone."""
    boundary, loose = placed.data.secondary_boundary, placed.space.loose
    if loose is None or boundary.axial != "force":
        return checks
    force = float(boundary.axial_value.value[0])
    off = abs(float(forces[1, loose[1]]) / force - 1.0)
    return tuple(
        within("clamping", "axial force against the clamping force, secondary loose",
               off, LARGEST_IMBALANCE) if check.name == "clamping" else check
        for check in checks
    )  # fmt: skip


def _balance(forces: Floats) -> Check:
    """What one pulley gives the belt along the axis the other takes."""
    rest = abs(float(np.sum(forces[:, 1] - forces[:, 0])))
    return within(
        "axial_balance",
        "axial forces of the belt on all sheaves, over the clamping",
        rest / float(forces[1].mean()),
        LARGEST_IMBALANCE,
    )


def _warnings(placed: SpatialLayout, signals: Mapping[str, Floats]) -> list[str]:
    """Rings that have met pillar or sheave, with time and place."""
    offset, play = signals["ring_offset"], placed.space.lateral_play
    touched = np.flatnonzero(offset >= play)
    if not touched.size:
        return []
    first = float(signals["time"][touched[0]])
    met = [
        words
        for name, what in (("pillar", "a pillar"), ("edge", "a sheave"))
        if (words := _hardest(placed, signals, name, what))
    ]
    return [
        f"a ring set uses all its lateral play of {1e3 * play:.3g} mm, first at "
        f"{first:.4g} s, and {1e3 * float(offset.max()):.3g} mm at most: it runs "
        + (" and ".join(met) or "against pillar or sheave between two snapshots")
    ]


def _hardest(
    placed: SpatialLayout, signals: Mapping[str, Floats], name: str, what: str
) -> str:
    """Where and when a ring set is pressed most, in words; empty where never."""
    force = signals[f"{name}_force"]
    if not force.max() > 0.0:
        return ""
    k = int(force.argmax())
    line = placed.plane.centre_line
    section = line.sections[int(line.section(signals[f"{name}_arc"][k : k + 1])[0])]
    return (
        f"against {what}, hardest {WORDS_OF_SECTION.get(section, section)} at "
        f"{float(signals['snapshot_time'][k]):.4g} s with {float(force[k]):.3g} N per "
        "real element"
    )
