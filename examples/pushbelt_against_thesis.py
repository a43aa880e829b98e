"""Pushbelt: tables and figures of the thesis made again
=====================================================

Chapter 7 of [Cebulla2014] with the study variator, table by table and figure by figure.
The thesis prints no stiffness, friction, geometry or inertia, so its absolute numbers
cannot be met; what can be compared is sign, shape and size of an effect, and that is
what the verdicts say.
"""

from types import ModuleType

import numpy as np
import pushbelt_fig_7_02_04
import pushbelt_fig_7_05
import pushbelt_fig_7_06_07
import pushbelt_fig_7_08_10
import pushbelt_fig_7_11_12
import pushbelt_fig_7_13_16
import pushbelt_fig_7_18
from against_print import Row, show_table
from pushbelt_measured import measured


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
    for (setting, sheaves), numbers in known.items():
        run = measured(setting, sheaves, grooves="unloaded", ring_tension=2600.0)
        found = run.thrust[-1], run.speed, run.efficiency
        miss = [found[i] / numbers[i] - 1.0 for i in (0, 1)]
        loaded = np.isfinite(numbers[2])
        rows.append(
            Row(
                f"{setting}, {sheaves}: thrust ratio, secondary speed, efficiency",
                *(
                    f"{thrust:.3f}, {speed:.2f} 1/s"
                    + (f", {efficiency:.3f}" if loaded else "")
                    for thrust, speed, efficiency in (numbers, found)
                ),
                f"thrust {miss[0]:+.1%}, speed {miss[1]:+.1%}",
            )
        )
    return rows


FIGURES: dict[str, ModuleType] = {
    "Contact forces, Fig. 7.2 to 7.4": pushbelt_fig_7_02_04,
    "Thrust ratio over torque, Fig. 7.5": pushbelt_fig_7_05,
    "Spiral running, Fig. 7.6, 7.7, 7.17": pushbelt_fig_7_06_07,
    "Tapered elements and endplay, Table 7.4, Fig. 7.8 to 7.10": pushbelt_fig_7_08_10,
    "Saddles, Table 7.5, Fig. 7.11, 7.12": pushbelt_fig_7_11_12,
    "Coupled sheaves, Table 7.6, Fig. 7.13 to 7.16": pushbelt_fig_7_13_16,
    "Two speeds, Fig. 7.18": pushbelt_fig_7_18,
}
"""Scripts with the rows and pictures of a section of the thesis."""

if __name__ == "__main__":
    show_table(other_program())
    for title, figure in FIGURES.items():
        print(title)
        show_table(figure.rows())
        print(*figure.pictures())
