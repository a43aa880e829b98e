"""Arms that carry sprockets: derailleur cage, swingarm, tensioner with a wheel."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from catena.drives.roller_chain.spec.wheels import SprocketPart
from catena.spec.parts import Part
from catena.spec.quantities import (
    Inertia,
    Length,
    Torque,
    TorsionalDamping,
    TorsionalStiffness,
)


class ArmPart(Part):
    """An arm with sprockets that turns about a pivot: derailleur cage, swingarm."""

    name: str = Field(min_length=1, max_length=40, examples=["cage"])
    """What it is called in messages and plots; no two parts share a name."""
    pivot: tuple[Length, Length] = Field(examples=[["-413.2 mm", "-3 mm"]])
    """Where its axis stands, x and y."""
    sprockets: list[str] = Field(min_length=1, max_length=10, examples=[["lower"]])
    """Names of the sprockets that move with it; their centres in the file say where
    they are when the spring has its preload. In a planar drive their ``bearing`` holds
    them on the arm; if not given, one of 20 kN/mm and the mass of a steel disc."""
    inertia: Inertia = Field(gt=0.0, lt=1e6, examples=["2e-4 kg m^2"])
    """Moment of inertia about the pivot, with the mass of the sprockets on it."""
    preload: Torque = Field(examples=["-0.9 N m"])
    """Moment of its spring where the file places it, positive to the left."""
    stiffness: TorsionalStiffness = Field(
        default=0.0, ge=0.0, lt=1e9, examples=["0.5 N m/rad"]
    )
    """How much the moment of the spring falls per angle the arm turns to the left."""
    damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e6, examples=["0.02 N m s/rad"]
    )
    """Moment that opposes the turning of the arm, per speed."""


def with_arms(data: Any) -> Any:
    """The table ``spatial.arm`` of earlier files as ``arm``."""
    spatial = data.get("spatial") if isinstance(data, dict) else None
    if not isinstance(spatial, dict) or "arm" not in spatial:
        return data
    if data.get("arm"):
        raise ValueError("found arm and spatial.arm; expected arm alone")
    rest = {key: value for key, value in spatial.items() if key != "arm"}
    return {**data, "spatial": rest, "arm": spatial["arm"]}


def check_arms(arms: list[ArmPart], wheels: list[SprocketPart]) -> None:
    """Refuse arms whose sprockets are not there, are carried twice, or drive."""
    sprockets = {part.name: part for part in wheels}
    carried: list[str] = []
    for arm in arms:
        for name in arm.sprockets:
            if name not in sprockets:
                raise ValueError(
                    f"arm {arm.name!r} carries {name!r}, which is not there; known: "
                    f"{', '.join(sprockets)}"
                )
            if name in carried:
                raise ValueError(f"sprocket {name!r} is carried by two arms")
            carried.append(name)
    movable = [part.name for part in wheels if part.adjust is not None]
    if movable and arms:
        raise ValueError(
            f"the arm {arms[0].name!r} takes up the length of the chain: leave out "
            f"adjust of sprocket {movable[0]!r}"
        )
