"""Number fields with units, for use in annotations: ``pitch: Length``.

Each accepts a plain SI number or a text such as ``"12.7 mm"`` and always holds a
float in SI.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from catena.units import UnitError, checked_magnitude, to_si


@dataclass(frozen=True)
class Unit:
    """Marks a float field as a quantity; reads unit texts, refuses nonsense."""

    si: str
    """The unit the field holds, in pint's words; empty for a pure number."""
    expected: str
    """What to write there, in words."""

    def read(self, value: Any) -> float:
        """A plain SI float out of a number or a text with a unit."""
        reason = "is not a number"
        try:
            if isinstance(value, str):
                return to_si(value, self.si)
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                return checked_magnitude(float(value))
        except UnitError as error:
            reason = str(error)
        except OverflowError:
            reason = "is too large"
        raise PydanticCustomError(
            "quantity",
            "{reason}; expected {expected}",
            {"reason": reason, "expected": self.expected},
        )

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.read, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        bare = handler(schema)
        text = {"type": "string", "description": f"{self.expected}"}
        both = {"anyOf": [bare, text], "description": f"{self.expected}"}
        return both | ({"unit": self.si} if self.si else {})


Number = Annotated[float, Unit("", "a number without unit")]
Length = Annotated[float, Unit("m", "a length such as '12.7 mm'")]
Angle = Annotated[float, Unit("rad", "an angle such as '35 deg'")]
Time = Annotated[float, Unit("s", "a time such as '0.2 s'")]
RotationalSpeed = Annotated[
    float, Unit("rad/s", "a rotational speed such as '300 rpm'")
]
Speed = Annotated[float, Unit("m/s", "a speed such as '2 m/s'")]
Acceleration = Annotated[float, Unit("m/s^2", "an acceleration such as '9.81 m/s^2'")]
Mass = Annotated[float, Unit("kg", "a mass such as '7 g'")]
Inertia = Annotated[float, Unit("kg m^2", "a moment of inertia such as '0.12 kg m^2'")]
Force = Annotated[float, Unit("N", "a force such as '100 N'")]
Torque = Annotated[float, Unit("N m", "a torque such as '40 N m'")]
Stiffness = Annotated[float, Unit("N/m", "a stiffness such as '20 kN/mm'")]
Damping = Annotated[float, Unit("N s/m", "a damping such as '60 N s/m'")]
TorsionalStiffness = Annotated[
    float, Unit("N m/rad", "a torsional stiffness such as '80 kN m/rad'")
]
TorsionalDamping = Annotated[
    float, Unit("N m s/rad", "a torsional damping such as '18.5 N m s/rad'")
]
BendingStiffness = Annotated[
    float, Unit("N m^2", "a bending stiffness such as '2.9 N m^2'")
]
LengthPerAngle = Annotated[
    float, Unit("m/rad", "a lift per angle such as '55.6 mm/rad'")
]
LineMass = Annotated[float, Unit("kg/m", "a mass per length such as '0.1 kg/m'")]
Pressure = Annotated[float, Unit("Pa", "a pressure or modulus such as '210 GPa'")]
Density = Annotated[float, Unit("kg/m^3", "a density such as '7850 kg/m^3'")]
Compliance = Annotated[float, Unit("m/N", "a compliance such as '2e-9 m/N'")]


def quantity(si: str) -> Any:
    """The number field that holds this unit."""
    for found in tuple(globals().values()):
        for mark in getattr(found, "__metadata__", ()):
            if isinstance(mark, Unit) and mark.si == si:
                return found
    raise KeyError(f"no quantity of spec/quantities.py has the unit {si!r}")
