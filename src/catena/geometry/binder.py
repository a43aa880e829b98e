"""How a sprocket takes the chain load off the strand, tooth by tooth.

Source: Binder's law; pressure angle of ANSI/ASME B29.1.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


def ansi_pressure_angle(teeth: int) -> float:
    """Pressure angle of an ANSI tooth with a new chain [rad]: 35 deg - 120 deg / z."""
    return math.radians(35.0 - 120.0 / teeth)


def tension_ratio(teeth: int, pressure_angle: float) -> float:
    """Tension behind a seated roller over the tension before it, without friction."""
    wrap = 2.0 * math.pi / teeth
    return math.sin(pressure_angle) / math.sin(pressure_angle + wrap)


def link_tensions(teeth: int, pressure_angle: float, count: int) -> NDArray[np.float64]:
    """Tension of the seated links over the strand tension, strand first."""
    return np.asarray(tension_ratio(teeth, pressure_angle) ** np.arange(count + 1.0))


def tooth_loads(teeth: int, pressure_angle: float, count: int) -> NDArray[np.float64]:
    """Force on each seated tooth over the strand tension, first seated tooth first.

    The roller is held by two link tensions a pitch angle apart and by the tooth,
    which acts at the pressure angle to the tangent of the tighter link.
    """
    wrap = 2.0 * math.pi / teeth
    factor = math.sin(wrap) / math.sin(pressure_angle + wrap)
    return factor * link_tensions(teeth, pressure_angle, count - 1)
