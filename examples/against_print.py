"""What the examples share: a table against print, and a place for pictures."""

import os
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from catena.periodic import PeriodicSystem, solve_newmark, solve_rk4
from catena.results.figures import Figure
from catena.view.plots import save_figure

HERE = Path(__file__).parent
"""Where the drive files of the examples are."""


class Row(NamedTuple):
    """One line of a table: what print says, what comes out, and what to think of it."""

    quantity: str
    printed: str
    computed: str
    verdict: str


def printed(quantity: str, value: float, found: float, unit: str, within: float) -> Row:
    """A number that stands in the paper, reached within a relative tolerance."""
    verdict = _verdict(value, found, within, "print")
    return Row(quantity, f"{value:.4g} {unit}", f"{found:.5g} {unit}", verdict)


def reference(
    quantity: str, value: float, found: float, unit: str, within: float
) -> Row:
    """A number known from theory or an independent computation, not from the paper."""
    verdict = _verdict(value, found, within, f"the reference {value:.6g}")
    return Row(quantity, "–", f"{found:.6g} {unit}", verdict)


def exact(quantity: str, found: float, limit: float) -> Row:
    """A miss that would vanish in exact arithmetic."""
    word = "holds" if abs(found) <= limit else "FAILS"
    return Row(quantity, "–", f"{abs(found):.1e}", f"{word} (asked: {limit:.0e})")


def statement(quantity: str, said: str, found: str, holds: bool, note: str = "") -> Row:
    """A sentence of the paper, or a refusal that must happen."""
    verdict = "agrees" if holds else "DISAGREES"
    return Row(quantity, said, found, f"{verdict}; {note}" if note else verdict)


def saved_time(system: PeriodicSystem, steps: int, repeats: int = 7) -> float:
    """Part of the processor time Newmark saves at equal steps; medians, in turns."""
    seconds: dict[str, list[float]] = {"rk4": [], "newmark": []}
    for _ in range(repeats):
        for name, solve in (("rk4", solve_rk4), ("newmark", solve_newmark)):
            begin = process_time()
            solve(system, steps)
            seconds[name].append(process_time() - begin)
    return 1.0 - median(seconds["newmark"]) / median(seconds["rk4"])


def saving_row(quantity: str, saving: float) -> Row:
    """The paper's 60 to 65 % beside what is saved here."""
    verdict = "DISAGREES: Newmark is hardly cheaper"
    if saving >= 0.55:
        verdict = "agrees roughly"
    elif saving >= 0.2:
        verdict = "cheaper per step, by less than printed"
    return Row(quantity, "60-65 %", f"{100 * saving:.0f} % (this machine)", verdict)


def _verdict(value: float, found: float, within: float, of: str) -> str:
    miss = found / value - 1.0
    word = "agrees" if abs(miss) <= within else "DISAGREES"
    size = "below 0.001 %" if abs(miss) < 1e-5 else f"{100.0 * miss:+.2g} %"
    return f"{word} with {of} ({size})"


def show_table(rows: list[Row]) -> None:
    """Print the rows in aligned columns."""
    table = [Row("quantity", "printed", "computed", "verdict"), *rows]
    widths = [max(len(row[i]) for row in table) for i in range(4)]
    for row in table:
        cells = (text.ljust(width) for text, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


def show(*figures: Figure) -> None:
    """Write figures as PNG into ``figures``, or where CATENA_FIGURES points."""
    folder = Path(os.environ.get("CATENA_FIGURES", "figures"))
    for figure in figures:
        save_figure(figure, folder / f"{figure.name}.png", dpi=150)
