"""The groove between two sheaves, in the user's words."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import AfterValidator

from catena.spec.quantities import Angle


def _possible(angle: float) -> float:
    if not math.radians(3.0) <= angle <= math.radians(30.0):
        raise ValueError(
            f"found {math.degrees(angle):g} deg; expected half the groove's angle, "
            "between 3 and 30 deg"
        )
    return angle


WedgeAngle = Annotated[Angle, AfterValidator(_possible)]
"""Half the angle between the sheaves of a groove, of a cone that can be built."""
