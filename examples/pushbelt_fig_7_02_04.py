"""Pushbelt, Fig. 7.2 to 7.4: the six contact forces of an element
================================================================

Settings OD, MED and LOW of [Cebulla2014] Table 7.1 with coupled sheaves and bilateral
saddles; LOW at the geometric ratio 1.9, as in the thesis. The rows check what the text
says about the simulated curves.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from against_print import Row, show_table
from pushbelt_along import (
    PRIMARY,
    PUSH_STRAND,
    SECONDARY,
    Along,
    across,
    entry_peak,
    exit_peak,
    growth,
    negative_share,
    parts,
    peaks,
    sagging,
    sign_changes,
)
from pushbelt_measured import measured
from pushbelt_panels import ONE_ELEMENT, draw, force_panels
from pushbelt_verdicts import shape

RATIOS = {"OD": 0.5, "MED": 1.0, "LOW": 1.9}


def forces(setting: str) -> Along:
    """Along the belt of a setting."""
    return measured(setting, saddle="bilateral", ratio=RATIOS[setting]).along


def rows() -> list[Row]:
    """What the thesis says about Fig. 7.2, 7.3 and 7.4."""
    return [*overdrive(), *medium(), *low()]


def _peaks_row(figure: str, run: Along) -> Row:
    found, words = True, []
    for arc, word in ((PRIMARY, "primary"), (SECONDARY, "secondary")):
        values = run.on("flank_normal", arc)
        seen = entry_peak(values), exit_peak(values)
        words.append(f"{word} {'/'.join('yes' if s else 'no' for s in seen)}")
        found &= all(seen)
    return shape(
        f"{figure}: peaks of the normal force at entry/exit of the arcs",
        "present", ", ".join(words), found,
    )  # fmt: skip


def _sagging_row(figure: str, run: Along, arc: int, word: str) -> Row:
    values = run.on("flank_normal", arc)
    return shape(
        f"{figure}: normal force in the {word} arc",
        "increases and sags between its peaks",
        f"last third {growth(values):+.0%} over the first, {sagging(values):.0%} below "
        "the peaks between them",
        growth(values) > 0.05 and sagging(values) > 0.05,
    )


def overdrive() -> list[Row]:
    """Fig. 7.2; the primary arc is the larger one."""
    run = forces("OD")
    normal, travel = (run.on(n, SECONDARY) for n in ("flank_normal", "flank_travel"))
    push, top = run.on("push", PUSH_STRAND), run.force["top"]
    middle, ends = np.array_split(push, 3)[1].mean(), max(push[0], push[-1])
    at_push = top[run.section == PUSH_STRAND].sum() / top.sum()
    ring = run.on("ring_friction", SECONDARY)
    strand = run.middle("ring_normal", PUSH_STRAND) / run.middle("ring_normal", PRIMARY)
    name = "Fig. 7.2, OD"
    return [
        _peaks_row(name, run),
        _sagging_row(name, run, PRIMARY, "larger"),
        shape(
            f"{name}: normal force in the smaller arc",
            "sags while it decreases",
            f"{sagging(normal):.0%} below the peaks, {across(normal):+.0%} across the "
            "middle third",
            sagging(normal) > 0.05 and across(normal) < 0.0,
        ),
        shape(
            f"{name}: friction along the travel in the smaller arc",
            "mainly negative, unlike measured",
            f"negative in {negative_share(travel):.0%} of the arc",
            negative_share(travel) > 0.5,
            "here as measured" if negative_share(travel) < 0.5 else "",
        ),
        shape(
            f"{name}: force at the top of the elements",
            "acts mainly in the push strand",
            f"{at_push:.0%} of it",
            at_push > 0.5,
        ),
        shape(
            f"{name}: push force (rocking edge and top) in the push strand",
            "rises in the middle, by the force at the top",
            f"{middle / ends - 1.0:+.1%} against its ends; top carries up to "
            f"{top.max():.0f} of {push.mean():.0f} N",
            bool(middle > ends),
            "a free strand in equilibrium carries the same sum everywhere",
        ),
        shape(
            f"{name}: normal force of the ring",
            "on the arcs, none in the strands",
            f"push strand {strand:.1%} of the primary arc",
            abs(strand) < 0.05,
        ),
        shape(
            f"{name}: friction of the ring in the smaller arc",
            "decreases (measured: increases)",
            f"magnitude {growth(np.abs(ring)):+.0%} from the first to the last third",
            growth(np.abs(ring)) < 0.0,
            "magnitudes compared: no sign convention is printed",
        ),
    ]


def medium() -> list[Row]:
    """Fig. 7.3."""
    run, name = forces("MED"), "Fig. 7.3, MED"
    sag = [sagging(run.on("flank_normal", arc)) for arc in (PRIMARY, SECONDARY)]
    return [
        _peaks_row(name, run),
        shape(
            f"{name}: normal force between its peaks",
            "sags",
            f"primary {sag[0]:.0%}, secondary {sag[1]:.0%} below the peaks",
            min(sag) > 0.05,
        ),
    ]


def low() -> list[Row]:
    """Fig. 7.4; the secondary arc is the larger one."""
    run, name = forces("LOW"), "Fig. 7.4, LOW"
    travel, ring = (run.on(n, SECONDARY) for n in ("flank_travel", "ring_friction"))
    course = parts(travel, 10)
    count = peaks(run.on("flank_normal", PRIMARY)).size
    shaken = [
        run.oscillation[force][PRIMARY] / run.oscillation[force][SECONDARY]
        for force in ("flank_travel", "flank_outward")
    ]
    return [
        _sagging_row(name, run, SECONDARY, "larger"),
        shape(
            f"{name}: peaks of the normal force in the smaller arc",
            "not the three that are measured",
            f"{count}",
            count < 3,
        ),
        shape(
            f"{name}: frictions of the pulley in the smaller arc",
            "oscillate",
            f"{shaken[0]:.0f} (travel) and {shaken[1]:.0f} times (radial) as much as "
            "in the larger arc",
            min(shaken) > 1.5,
        ),
        shape(
            f"{name}: friction along the travel in the larger arc",
            "changes its sign, negative to positive",
            f"{sign_changes(travel)} change, {course[1]:+.0f} to {course[-1]:+.0f} N",
            sign_changes(travel) == 1,
            "the other way where positive drives the element on; the thesis prints no "
            "sign convention",
        ),
        shape(
            f"{name}: friction of the ring in the larger arc",
            "changes its sign",
            f"{sign_changes(ring)} change",
            sign_changes(ring) == 1,
        ),
    ]


def pictures() -> Iterator[Path]:
    """One sheet for each figure."""
    for number, setting in zip((2, 3, 4), RATIOS, strict=True):
        title = f"Fig. 7.{number}, {setting}: contact forces of an element"
        panels = force_panels({"coupled sheaves, bilateral saddle": forces(setting)})
        yield draw(f"pushbelt_fig_7_{number:02}", title, panels, ONE_ELEMENT)


if __name__ == "__main__":
    show_table(rows())
    print(*pictures())
