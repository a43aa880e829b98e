"""Pushbelt, Fig. 7.5: thrust ratio over torque
============================================

Settings OD-KpKs and MED of [Cebulla2014] Table 7.2 at all printed torques. The study
variator carries them with a friction of 0.12 at the flanks; with 0.09 the last ones lie
beyond its slip limit. Near slip the thrust ratio of single revolutions scatters by 2 %,
more than it falls there: means are taken over the last five of eight revolutions.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from against_print import Row, show_table
from pushbelt_measured import measured
from pushbelt_panels import Panel, draw
from pushbelt_verdicts import shape

from catena.numerics.arrays import Floats

FRICTION = 0.12
TORQUES = {
    "OD-KpKs": (2.0, 15.44, 30.88, 46.32, 61.76, 72.5, 77.0),
    "MED": (2.0, 24.86, 49.72, 74.58, 99.43, 116.0),
}
WRAPS = {"OD-KpKs": 1.3155, "MED": 1.0}
"""Thrust ratio without load: ratio of the wraps."""
REVOLUTIONS = 8
AVERAGED = 5
"""Last revolutions a thrust ratio is the mean of."""


class Sweep(NamedTuple):
    """Thrust ratio over load."""

    load: Floats
    """Torque over the slip limit."""
    thrust: Floats


def sweep(setting: str) -> Sweep:
    """All torques of a setting."""
    runs = [
        measured(
            setting, torque=torque, friction=FRICTION, revolutions=float(REVOLUTIONS)
        )
        for torque in TORQUES[setting]
    ]
    return Sweep(
        np.array([run.torque / run.slip_torque for run in runs]),
        np.array([run.thrust[-AVERAGED:].mean() for run in runs]),
    )


def rows() -> list[Row]:
    """Rise, maximum, fall."""
    found = []
    for setting in TORQUES:
        load, thrust = sweep(setting)
        top = int(np.argmax(thrust))
        one = np.all(np.diff(thrust[: top + 1]) > 0.0)
        one &= np.all(np.diff(thrust[top:]) < 0.0)
        found.append(
            shape(
                f"Fig. 7.5, {setting}: thrust ratio over torque",
                "noted, not printed: rises, has one maximum, falls towards slip",
                " / ".join(f"{value:.3f}" for value in thrust)
                + f"; largest at {load[top]:.2f} of the slip limit",
                bool(one) and 0 < top < thrust.size - 1,
                f"without load {thrust[0] / WRAPS[setting] - 1.0:+.0%} from the ratio "
                "of the wraps",
            )
        )
    return found


def pictures() -> Iterator[Path]:
    """Both settings on one sheet."""
    panels = [
        Panel(
            f"{setting}: friction {FRICTION:g}, coupled sheaves",
            "torque over the slip limit",
            "thrust ratio",
            {"thrust ratio, primary over secondary": sweep(setting)},
            markers=True,
        )
        for setting in TORQUES
    ]
    yield draw("pushbelt_fig_7_05", "Fig. 7.5: thrust ratio over torque", panels)


if __name__ == "__main__":
    show_table(rows())
    print(*pictures())
