"""Pushbelt, Table 7.4 and Fig. 7.8 to 7.10: tapered elements and endplay
=======================================================================

Settings OD and LOW of [Cebulla2014] with elements that are 0, 5 or 8 um thicker at the
top. Fig. 7.10 changes the number of real elements; on a given ring that is the endplay,
and the endplay is what is changed here, because one element more or less is more than
all of it.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from against_print import Row, show_table
from pushbelt_along import PRIMARY, PUSH_STRAND, SECONDARY
from pushbelt_measured import Measured, measured
from pushbelt_panels import Panel, draw, force_panels
from pushbelt_verdicts import sign, trend

TAPERS = {"not tapered": 0.0, "5 um": 5e-6, "8 um": 8e-6}
ENDPLAYS = (1.2e-3, 0.6e-3, 0.4e-3, 0.15e-3)
PRINTED = {"OD": (1.4854, 1.4828, 1.4722), "LOW": (1.1797, 1.2014, 1.2122)}
ONSETS = (0.05, 0.5)
"""Of the push force in the push strand: where it begins, where it has half risen."""


def tapered(setting: str) -> dict[str, Measured]:
    """The three belts of a setting."""
    return {word: measured(setting, taper=taper) for word, taper in TAPERS.items()}


def onset(run: Measured, share: float) -> float:
    """Part of the primary arc after which a share of the push force is reached [%]."""
    level = share * run.along.middle("push", PUSH_STRAND)
    return 100.0 * run.along.starts_at("push", PRIMARY, level)


def rows() -> list[Row]:
    """Table 7.4, then the figures."""
    found = []
    for setting, printed in PRINTED.items():
        thrust = [run.thrust[-1] for run in tapered(setting).values()]
        words = f"Table 7.4, {setting}: thrust ratio with taper 0 / 5 / 8 um"
        found.append(trend(words, printed, thrust))
    return found + [row for setting in PRINTED for row in _taper(setting)] + _endplay()


def _taper(setting: str) -> list[Row]:
    runs = list(tapered(setting).values())
    play = [1e3 * run.top_endplay for run in runs]
    level = [run.along.middle("push", PUSH_STRAND) for run in runs]
    begin, half = ([onset(run, share) for run in runs] for share in ONSETS)
    swing = [run.along.oscillation["push"][PUSH_STRAND] for run in runs]
    everywhere = "elements push in the whole arc, with and without taper"
    smeared = "the push strand swings without taper, which blurs where pushing begins"
    return [
        sign(
            f"Fig. 7.8, {setting}: operational endplay at the top, 0 / 5 / 8 um",
            "decreases with taper",
            _list(play, ".2f", "mm, both strands"),
            _falling(play),
        ),
        sign(
            f"Fig. 7.9, {setting}: level of the push force, push strand",
            "increases with taper",
            _list(level, ".0f", "N"),
            _falling(level[::-1]),
        ),
        sign(
            f"Fig. 7.9, {setting}: part of the primary arc with half the push force",
            "begins earlier with taper",
            _list(half, ".0f", "% of the arc"),
            _falling(half),
        ),
        sign(
            f"Fig. 7.9, {setting}: part of the primary arc without push force",
            "shrinks with taper",
            _list(begin, ".0f", f"% below {ONSETS[0]:.0%} of the push force"),
            _falling(begin),
            smeared if any(begin) else everywhere,
        ),
        sign(
            f"Section 7.2.2, {setting}: oscillation of the push force, push strand",
            "larger with taper, from a worse start",
            _list(swing, ".0f", "N"),
            _falling(swing[::-1]),
            "tapered belts start relaxed here",
        ),
    ]


def _falling(values: list[float]) -> bool:
    return bool(np.all(np.diff(values) < 0.0))


def _endplay() -> list[Row]:
    runs = [measured("OD", endplay=play) for play in ENDPLAYS]
    play = [1e3 * run.endplay for run in runs]
    push = [run.along.force["push"].mean() for run in runs]
    given = _list([1e3 * value for value in ENDPLAYS], ".2f", "mm of the belt")
    return [
        sign(
            f"Fig. 7.10, OD: operational endplay with {given}",
            "decreases with more elements",
            _list(play, ".2f", "mm, all gaps at the rocking edges"),
            bool(play[0] > play[-1] and np.all(np.diff(play) <= 0.0)),
        ),
        sign(
            f"Fig. 7.10, OD: mean push force with {given}",
            "is lifted by more elements",
            _list(push, ".0f", "N"),
            _falling(push[::-1]),
        ),
    ]


def _list(values: list[float], form: str, unit: str) -> str:
    return " / ".join(f"{value:{form}}" for value in values) + f" {unit}"


def pictures() -> Iterator[Path]:
    """Endplay and push force."""
    panels, pushes = [], []
    for setting in PRINTED:
        runs = tapered(setting)
        panels.append(_gaps(f"{setting}: gap ahead at the top", runs, "top_gap"))
        curves = {word: run.along for word, run in runs.items()}
        pushes += force_panels(curves, ["push"], one=False, title=setting)
    title = "Fig. 7.8 and 7.9: tapered elements"
    yield draw("pushbelt_fig_7_08_09", title, [*panels, *pushes])
    runs = {f"endplay {1e3 * p:g} mm": measured("OD", endplay=p) for p in ENDPLAYS}
    curves = {word: run.along for word, run in runs.items()}
    yield draw(
        "pushbelt_fig_7_10",
        "Fig. 7.10, OD: endplay of the belt",
        [
            _gaps("OD: gap ahead at the rocking edge", runs, "rocking_gap"),
            *force_panels(curves, ["push"], one=False, title="OD"),
        ],
    )


def _gaps(title: str, runs: dict[str, Measured], gap: str) -> Panel:
    """Gaps to the element ahead along the belt.

    At the top only those in the strands: in the pulleys the belt is bent.
    """
    first = next(iter(runs.values())).along
    hidden = (PRIMARY, SECONDARY) if gap == "top_gap" else ()
    curves = {}
    for word, run in runs.items():
        found = run.along
        gaps = np.where(np.isin(found.section, hidden), np.nan, found.force[gap])
        curves[word] = 1e3 * found.way, 1e6 * gaps
    return Panel(
        title, "way along the belt [mm]", "gap [um]", curves, 1e3 * first.starts
    )


if __name__ == "__main__":
    show_table(rows())
    print(*pictures())
