"""Pushbelt: tables and figures of the thesis made again
=====================================================

Chapter 7 of [Cebulla2014] with the study variator. The thesis prints no stiffness,
friction, geometry or inertia, so its absolute numbers cannot be met; what can be
compared is sign, shape and size of an effect, and that is what the verdicts say.
"""

import numpy as np
from against_print import Row
from pushbelt_measured import CASES, Measured, measured

TAPERS = {"non-tapered": 0.0, "tapered 05": 5e-6, "tapered 08": 8e-6}


def thrust(found: Measured) -> float:
    """Of the last revolution."""
    return float(found.thrust[-1])


def trend(quantity: str, printed: list[float], found: list[float]) -> Row:
    """A change in print beside the same change here."""
    said, got = printed[-1] / printed[0] - 1.0, found[-1] / found[0] - 1.0
    if abs(got) < 0.005:
        verdict = "no effect here" if abs(said) > 0.02 else "small in both"
    else:
        verdict = "same sign" if said * got > 0.0 else "OPPOSITE sign"
    verdict += f"; print {said:+.1%}, here {got:+.1%}"
    words = (" / ".join(f"{value:.4g}" for value in v) for v in (printed, found))
    return Row(quantity, *words, verdict)


def statement(quantity: str, said: str, found: str, holds: bool) -> Row:
    """A sentence of the thesis."""
    return Row(quantity, said, found, "agrees" if holds else "DISAGREES")


def tables() -> list[Row]:
    """Tables 7.4 to 7.6: thrust ratios."""
    printed = {"OD": [1.4854, 1.4828, 1.4722], "LOW": [1.1797, 1.2014, 1.2122]}
    rows = [
        trend(f"Table 7.4, {case}: thrust ratio with taper 0 / 5 / 8 um", values,
              [thrust(measured(case, "coupled", taper=t)) for t in TAPERS.values()])
        for case, values in printed.items()
    ]  # fmt: skip
    for case, values in {"OD": [1.2174, 1.4854], "LOW": [1.3009, 1.2929]}.items():
        found = [
            thrust(measured(case, "coupled", saddle=saddle))
            for saddle in ("bilateral", "unilateral")
        ]
        rows.append(
            trend(f"Table 7.5, {case}: bilateral / unilateral saddle", values, found)
        )
    for case, values in {"OD": [1.4172, 1.4854], "LOW": [0.77436, 1.1797]}.items():
        found = [thrust(measured(case, kind)) for kind in ("rigid", "coupled")]
        rows.append(
            trend(f"Table 7.6, {case}: non-coupled / coupled sheaves", values, found)
        )
    return rows


def forces() -> list[Row]:
    """Figures 7.2 to 7.4, 7.9, 7.13 to 7.16: forces along the belt."""
    rigid, coupled = measured("LOW", "rigid"), measured("LOW", "coupled")
    rise = [found.push[:6].max() / found.push[0] for found in (rigid, coupled)]
    peak = [found.exit_flank for found in (rigid, coupled)]
    plain, tapered = measured("LOW", "coupled"), measured("LOW", "coupled", taper=8e-6)
    constant = np.ptp(coupled.push_strand) / coupled.push_strand.mean()
    return [
        statement(
            "Fig. 7.16, LOW: push force inside the secondary",
            "rises with coupled sheaves only",
            f"largest over entry: {rise[0]:.2f} rigid, {rise[1]:.2f} coupled",
            rise[0] < 1.05 < 1.15 < rise[1],
        ),
        statement(
            "Fig. 7.15, LOW: flank force at the exit of the large arc",
            "peak much better with coupled sheaves",
            f"{peak[0]:.0f} N rigid, {peak[1]:.0f} N coupled",
            peak[1] > 1.2 * peak[0],
        ),
        statement(
            "Fig. 7.14: push force from the end of the primary through the push strand",
            "nearly constant with coupled sheaves",
            f"varies by {constant:.1%} (LOW)",
            constant < 0.1,
        ),
        statement(
            "Fig. 7.9, LOW: push force in the primary with taper",
            "starts earlier",
            f"first half: {plain.primary_push[:4].mean():.0f} N without, "
            f"{tapered.primary_push[:4].mean():.0f} N with 8 um",
            bool(tapered.primary_push[:4].mean() > plain.primary_push[:4].mean()),
        ),
    ]


def shapes() -> list[Row]:
    """Figures 7.5 to 7.8, 7.17: thrust over torque, spiral running, endplay."""
    torques = (2.0, 24.86, 49.72, 74.58, 90.0)
    curve = [thrust(measured("MED", "coupled", torque=m)) for m in torques]
    top = int(np.argmax(curve))
    spiral = {kind: measured("LOW", kind).spiral for kind in ("rigid", "coupled")}
    play = {
        case: [
            1e3 * measured(case, "coupled", taper=t).top_endplay
            for t in TAPERS.values()
        ]
        for case in ("OD", "LOW")
    }
    falls = all(np.all(np.diff(values) < 0.0) for values in play.values())
    words = "; ".join(
        f"{case} " + " / ".join(f"{v:.2f}" for v in values) + " mm"
        for case, values in play.items()
    )
    return [
        statement(
            "Fig. 7.5, MED: thrust ratio over torque",
            "rises, then falls towards slip",
            " / ".join(f"{value:.3f}" for value in curve)
            + " at " + " / ".join(f"{m:g}" for m in torques) + " N m",
            0 < top < len(torques) - 1,
        ),
        statement(
            "Fig. 7.7, 7.17: spiral running",
            "with coupled sheaves, hardly any without",
            "; ".join(
                f"{kind}: {1e3 * p:.2f} mm primary, {1e3 * s:.2f} mm secondary (LOW)"
                for kind, (p, s) in spiral.items()
            ),
            spiral["coupled"][1] > 5.0 * spiral["rigid"][1],
        ),
        statement(
            "Fig. 7.8: operational endplay at the top, 0 / 5 / 8 um",
            "decreases with taper", words, falls,
        ),
    ]  # fmt: skip


def other_program() -> list[Row]:
    """Another program of the same equations with the same variator."""
    known = {
        ("MED", "tilting"): (1.293, 206.42, 0.983),
        ("MED", "coupled"): (1.268, 205.58, 0.985),
        ("MED", "rigid"): (1.342, 208.44, 0.993),
        ("LOW", "rigid"): (0.893, 86.68, 0.965),
        ("LOW", "coupled"): (0.953, 84.79, 0.927),
        ("OD", "rigid"): (1.568, 217.33, np.nan),
        ("OD", "coupled"): (1.121, 214.78, np.nan),
    }
    rows = []
    for (case, sheaves), (value, speed, efficiency) in known.items():
        found = measured(case, sheaves, grooves="unloaded", ring_tension=2600.0)
        loaded = CASES[case][2] > 10.0
        rows.append(
            Row(
                f"{case}, {sheaves}: thrust ratio, secondary speed, efficiency",
                f"{value:.3f}, {speed:.2f} 1/s"
                + (f", {efficiency:.3f}" if loaded else ""),
                f"{thrust(found):.3f}, {found.speed:.2f} 1/s"
                + (f", {found.efficiency:.3f}" if loaded else ""),
                f"thrust {thrust(found) / value - 1.0:+.1%}, speed "
                f"{found.speed / speed - 1.0:+.1%}",
            )
        )
    return rows


PARTS = {
    "Another program, same variator": other_program,
    "Thrust ratios, Tables 7.4 to 7.6": tables,
    "Forces along the belt": forces,
    "Curves": shapes,
}

if __name__ == "__main__":
    for title, part in PARTS.items():
        print(title)
        for row in part():
            print("  " + " | ".join(row), flush=True)
