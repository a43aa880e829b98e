"""Pushbelt, Table 7.5 and Fig. 7.11, 7.12: unilateral and bilateral saddle
========================================================================

Settings OD and LOW of [Cebulla2014] with coupled sheaves; the ring may lift off the
saddles, or not.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from against_print import Row, show_table
from pushbelt_along import (
    LOOSE_STRAND,
    PRIMARY,
    PUSH_STRAND,
    SECONDARY,
    SHOWN_ELEMENT,
    Along,
    elevations,
    parts,
)
from pushbelt_measured import measured
from pushbelt_panels import ONE_ELEMENT, draw, force_panels
from pushbelt_verdicts import shape, sign, trend

from catena.drives.pushbelt_cvt.figures.element import SIX

SADDLES = ("bilateral", "unilateral")
PRINTED = {"OD": (1.2174, 1.4854), "LOW": (1.3009, 1.2929)}


def forces(setting: str) -> list[Along]:
    """Along the belt with both kinds of saddle."""
    return [measured(setting, saddle=saddle).along for saddle in SADDLES]


def rows() -> list[Row]:
    """Table 7.5, then the figures."""
    found = []
    for setting, printed in PRINTED.items():
        thrust = [measured(setting, saddle=saddle).thrust[-1] for saddle in SADDLES]
        words = f"Table 7.5, {setting}: thrust ratio, bilateral / unilateral saddle"
        found.append(trend(words, printed, thrust))
    oscillate = [_strands(figure, s) for figure, s in ((11, "OD"), (12, "LOW"))]
    return [*found, *_overdrive(), oscillate[0], *_low(), oscillate[1]]


def onset(run: Along, share: float) -> float:
    """Part of the primary arc after which a share of the rise is done [per cent]."""
    push = run.on("push", PRIMARY)
    level = push.min() + share * np.ptp(push)
    return 100.0 * run.starts_at("push", PRIMARY, level)


def difference(a: Along, b: Along) -> float:
    """Of all six forces, root mean square over that of the forces themselves."""
    off = [
        np.sqrt(np.mean((a.force[f.name] - b.force[f.name]) ** 2))
        / np.sqrt(np.mean(a.force[f.name] ** 2))
        for f in SIX
    ]
    return float(np.mean(off))


def _overdrive() -> list[Row]:
    bilateral, unilateral = forces("OD")
    entry = [np.array_split(run.on("flank_normal", SECONDARY), 10)[0].max()
             for run in (bilateral, unilateral)]  # fmt: skip
    tenth, half = (
        [onset(run, share) for run in (bilateral, unilateral)] for share in (0.1, 0.5)
    )
    medium = [onset(run, 0.1) for run in forces("MED")]
    push = parts(unilateral.on("push", PUSH_STRAND), 10)
    constant = np.ptp(push[1:-1]) / push.mean()
    late = push[-1] / push[1:-1].mean() - 1.0
    arcs = [
        np.abs(unilateral.middle("ring_normal", arc)
               / bilateral.middle("ring_normal", arc) - 1.0)
        for arc in (PRIMARY, SECONDARY)
    ]  # fmt: skip
    name = "Fig. 7.11, OD"
    return [
        sign(
            f"{name}: normal force at the entry of the smaller arc",
            "larger with bilateral saddles",
            f"{entry[0]:.0f} N bilateral, {entry[1]:.0f} N unilateral",
            bool(entry[0] > 1.05 * entry[1]),
        ),
        sign(
            f"{name}: where in the primary arc the push force begins to rise",
            "earlier with bilateral saddles",
            f"bilateral / unilateral: a tenth of the rise at {tenth[0]:.0f} / "
            f"{tenth[1]:.0f} %, half at {half[0]:.0f} / {half[1]:.0f} %",
            tenth[0] < tenth[1],
            f"with MED a tenth at {medium[0]:.0f} / {medium[1]:.0f} %",
        ),
        shape(
            f"{name}: push force in the push strand, unilateral saddles",
            "constant",
            f"varies by {constant:.1%}",
            bool(constant < 0.05),
        ),
        shape(
            f"{name}: push force at the end of the push strand, unilateral saddles",
            "increases",
            f"{late:+.1%}",
            bool(late > 0.01),
        ),
        shape(
            f"{name}: normal force of the ring on both arcs",
            "does not change significantly",
            f"by {arcs[0]:.1%} and {arcs[1]:.1%}",
            max(arcs) < 0.05,
        ),
    ]


def _low() -> list[Row]:
    changes = {setting: difference(*forces(setting)) for setting in PRINTED}
    without, count = (
        elevations(run.single("push", PUSH_STRAND)).size for run in forces("LOW")
    )
    return [
        sign(
            "Fig. 7.12, LOW: change of the six forces",
            "smaller than with OD",
            f"LOW {changes['LOW']:.1%}, OD {changes['OD']:.1%}",
            changes["LOW"] < changes["OD"],
        ),
        shape(
            "Fig. 7.12, LOW: push force of an element in the push strand, unilateral",
            "two elevations",
            f"{count} that stand out by 5 % (element {SHOWN_ELEMENT}); bilateral: "
            f"{without}",
            count >= 2 > without,
        ),
    ]


def _strands(figure: int, setting: str) -> Row:
    """Oscillation of the ring's forces where they are zero on average."""
    words, falls = [], []
    for name in ("ring_normal", "ring_friction"):
        found = [
            np.hypot(run.oscillation[name][PUSH_STRAND],
                     run.oscillation[name][LOOSE_STRAND])
            for run in forces(setting)
        ]  # fmt: skip
        words.append(f"{name.removeprefix('ring_')} {found[0]:.2f} to {found[1]:.2f} N")
        falls.append(found[1] / found[0])
    return sign(
        f"Fig. 7.{figure}, {setting}: oscillation of the ring's forces in the strands",
        "nearly vanishes with unilateral saddles",
        ", ".join(words),
        max(falls) < 0.5,
        "saddles are rigid in print, elastic and damped here",
    )


def pictures() -> Iterator[Path]:
    """One sheet for each figure."""
    for number, setting in ((11, "OD"), (12, "LOW")):
        curves = dict(zip(SADDLES, forces(setting), strict=True))
        title = f"Fig. 7.{number}, {setting}: bilateral and unilateral saddle"
        yield draw(f"pushbelt_fig_7_{number}", title, force_panels(curves), ONE_ELEMENT)


if __name__ == "__main__":
    show_table(rows())
    print(*pictures())
