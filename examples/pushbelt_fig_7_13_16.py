"""Pushbelt, Table 7.6 and Fig. 7.13 to 7.16: coupled and rigid sheaves
=====================================================================

Settings OD and LOW of [Cebulla2014] with unilateral saddles; contacts on the same
sheave share its compliance (coupled law), or the sheaves are rigid.
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
    entry_height,
    exit_peak,
    growth,
    parts,
    sagging,
)
from pushbelt_measured import measured
from pushbelt_panels import ONE_ELEMENT, draw, force_panels
from pushbelt_verdicts import shape, sign, trend

LAWS = ("rigid", "coupled")
PRINTED = {"OD": (1.4172, 1.4854), "LOW": (0.77436, 1.1797)}
REMAINING = ("flank_travel", "flank_outward", "push", "ring_normal", "ring_friction")


def forces(setting: str) -> list[Along]:
    """Along the belt with rigid and with coupled sheaves."""
    return [measured(setting, law).along for law in LAWS]


def rows() -> list[Row]:
    """Table 7.6, then the figures."""
    found = []
    for setting, printed in PRINTED.items():
        thrust = [measured(setting, law).thrust[-1] for law in LAWS]
        words = f"Table 7.6, {setting}: thrust ratio, non-coupled / coupled sheaves"
        found.append(trend(words, printed, thrust))
    return [*found, *_normal_overdrive(), *_overdrive(), *_normal_low(), *_low()]


def _both(values: list[float], form: str) -> str:
    return ", ".join(
        f"{value:{form}} {law}" for value, law in zip(values, LAWS, strict=True)
    )


def _normal_overdrive() -> list[Row]:
    """Fig. 7.13: the primary arc is the larger one."""
    larger, smaller = (
        [run.on("flank_normal", arc) for run in forces("OD")]
        for arc in (PRIMARY, SECONDARY)
    )
    rise = [growth(values) for values in larger]
    peak = [values.max() / values.mean() for values in larger]
    first = [entry_height(values) for values in smaller]
    apart = [
        run.apart["flank_normal"][SECONDARY] / run.middle("flank_normal", SECONDARY)
        for run in forces("OD")
    ]
    name = "Fig. 7.13, OD: normal force"
    return [
        shape(
            f"{name} in the larger arc",
            "increases to a peak at the end, much better with coupled sheaves",
            f"last third over the first {_both(rise, '+.0%')}; largest over mean "
            + _both(peak, ".1f"),
            rise[1] > 0.05 and rise[1] > rise[0] and peak[1] > peak[0],
        ),
        shape(
            f"{name} at the end of the smaller arc",
            "peak with both",
            _both([float(exit_peak(values)) for values in smaller], ".0f"),
            all(exit_peak(values) for values in smaller),
        ),
        shape(
            f"{name} at the beginning of the smaller arc",
            "peak only rudimentary with both, measured clearly",
            _both(first, "+.0%") + " over what follows",
            max(first) < 0.2,
            "here as measured" if min(first) > 0.2 else "",
        ),
        shape(
            f"{name} of different elements",
            "may differ",
            f"levels in the smaller arc, from the mean: {_both(apart, '.1%')}",
            max(apart) > 0.05,
            "" if max(apart) > 0.05 else "here every element of a settled run is alike",
        ),
    ]


def _overdrive() -> list[Row]:
    """Fig. 7.14."""
    rigid, coupled = forces("OD")
    radial = [parts(run.on("flank_outward", PRIMARY), 64) for run in (rigid, coupled)]
    changed = np.sqrt(np.mean((radial[1] - radial[0]) ** 2) / np.mean(radial[1] ** 2))
    way = [
        np.concatenate([parts(run.on("push", PRIMARY), 10)[-1:],
                        run.on("push", PUSH_STRAND)])
        for run in (rigid, coupled)
    ]  # fmt: skip
    spread = [float(np.ptp(values) / values.mean()) for values in way]
    last = [run.on("push", PRIMARY)[-5:] for run in (rigid, coupled)]
    fall = float(last[0][-1] / last[0].max() - 1.0)
    rise = float(way[0][-1] / last[0][-1] - 1.0)
    lift = [
        np.array_split(run.on("ring_friction", PRIMARY), 10)[0].max()
        - np.array_split(run.on("ring_friction", PRIMARY), 3)[0].min()
        for run in (rigid, coupled)
    ]
    name = "Fig. 7.14, OD"
    return [
        shape(
            f"{name}: radial friction in the larger arc",
            "changes significantly",
            f"by {changed:.0%} (root mean square)",
            bool(changed > 0.5),
        ),
        shape(
            f"{name}: push force from the end of the primary through the push strand",
            "nearly constant with coupled sheaves",
            f"varies by {_both(spread, '.1%')}",
            spread[1] < 0.1,
        ),
        shape(
            f"{name}: the same with rigid sheaves",
            "falls at the end of the primary, rises again in the push strand",
            f"{fall:+.1%}, then {rise:+.1%}",
            fall < -0.02 and rise > 0.02,
        ),
        shape(
            f"{name}: friction of the ring at the beginning of the primary",
            "elevation, better with coupled sheaves",
            f"{_both([float(value) for value in lift], '.1f')} N above what follows",
            bool(lift[1] > lift[0] > 0.0),
        ),
    ]


def _normal_low() -> list[Row]:
    """Fig. 7.15: the secondary arc is the larger one."""
    larger, smaller = (
        [run.on("flank_normal", arc) for run in forces("LOW")]
        for arc in (SECONDARY, PRIMARY)
    )
    end = [float(parts(values, 8)[-1]) for values in larger]
    sag = [sagging(values) for values in smaller]
    name = "Fig. 7.15, LOW: normal force"
    return [
        shape(
            f"{name} at the end of the larger arc",
            "peak with coupled sheaves only",
            f"last eighth {_both(end, '.0f')} N",
            end[1] > 1.2 * end[0],
        ),
        shape(
            f"{name} in the smaller arc",
            "no sagging with either law, measured it sags",
            _both(sag, ".0%"),
            max(sag) < 0.05,
            "here as measured with coupled sheaves" if sag[1] > 0.05 else "",
        ),
    ]


def _low() -> list[Row]:
    """Fig. 7.16."""
    runs = forces("LOW")
    found = []
    for force, word in (
        ("flank_travel", "friction of the pulley along the travel"),
        ("flank_outward", "radial friction of the pulley"),
        ("ring_friction", "friction of the ring"),
    ):
        shaken = [float(run.oscillation[force][SECONDARY]) for run in runs]
        found.append(
            shape(
                f"Fig. 7.16, LOW: {word} in the larger arc",
                "oscillates with the non-coupled law only",
                f"{_both(shaken, '.2f')} N (root mean square)",
                shaken[0] > 1.5 * shaken[1],
            )
        )
    push = [parts(run.on("push", SECONDARY), 8) for run in runs]
    rise = [float(values[:6].max() / values[0]) for values in push]
    level = [
        run.middle("ring_normal", SECONDARY) / run.middle("ring_normal", PRIMARY)
        for run in runs
    ]
    changed = [runs[1].middle("ring_normal", arc) / runs[0].middle("ring_normal", arc)
               - 1.0 for arc in (PRIMARY, SECONDARY)]  # fmt: skip
    found.append(
        shape(
            "Fig. 7.16, LOW: push force inside the secondary",
            "rises with coupled sheaves only",
            f"largest over entry: {_both(rise, '.2f')}",
            rise[0] < 1.05 < 1.15 < rise[1],
        )
    )
    found.append(
        sign(
            "Fig. 7.16, LOW: level of the ring's normal force",
            "changed by the coupled law",
            f"{changed[0]:+.0%} primary, {changed[1]:+.0%} secondary; secondary over "
            f"primary {_both(level, '.2f')}",
            min(abs(value) for value in changed) > 0.05,
        )
    )
    return found


def pictures() -> Iterator[Path]:
    """Normal forces on one sheet, the others on one for each setting."""
    normal = []
    for setting in PRINTED:
        curves = dict(zip(LAWS, forces(setting), strict=True))
        normal += force_panels(curves, ["flank_normal"], title=setting)
    title = "Fig. 7.13 and 7.15: normal force of the pulleys"
    yield draw("pushbelt_fig_7_13_15", title, normal, ONE_ELEMENT)
    for number, setting in ((14, "OD"), (16, "LOW")):
        curves = dict(zip(LAWS, forces(setting), strict=True))
        title = f"Fig. 7.{number}, {setting}: rigid and coupled sheaves"
        panels = force_panels(curves, REMAINING)
        yield draw(f"pushbelt_fig_7_{number}", title, panels, ONE_ELEMENT)


if __name__ == "__main__":
    show_table(rows())
    print(*pictures())
