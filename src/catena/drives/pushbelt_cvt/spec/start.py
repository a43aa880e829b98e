"""From where a run of a pushbelt starts, in the user's words."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from catena.spec.quantities import Force, Number, RotationalSpeed, Torque
from catena.spec.start import FromRun


class StartPart(FromRun):
    """From where the run starts."""

    ratio: Number | None = Field(default=None, gt=0.05, lt=20.0, examples=[1.0])
    """Running radius of the rings on the secondary over that on the primary pulley at
    the start, whatever forces act: without end stop they may shift it from there. If
    not given, it follows from two given speeds, and without end stop from the
    forces."""
    primary_speed: RotationalSpeed | None = Field(
        default=None, ge=0.0, lt=1e5, examples=["2000 rpm"]
    )
    """How fast the primary shaft turns at the start; needed where a torque drives it,
    and not given where its speed is prescribed."""
    grooves: Literal["loaded", "unloaded"] = "loaded"
    """Whether ``ratio`` is that of grooves which have given way to the running belt, or
    of straight ones that just touch it and change it as soon as clamping acts."""
    torque: Torque | None = Field(default=None, examples=["50 N m"])
    """With two given speeds, about which load on the secondary shaft to begin with; if
    not given, none, and without end stop the solution continued from no load."""
    clamping: Force | None = Field(default=None, gt=0.0, lt=1e7, examples=["10 kN"])
    """Axial force on the secondary pulley with which two end stops are set, needed
    with ``boundary.stop = "both"``; if not given, forces of the boundary clamp."""
    ring_tension: Force | None = Field(default=None, gt=0.0, lt=1e7, examples=["8 kN"])
    """Pull in the rings at the start; if not given, that of the tight strand, or as
    much more as the elements need to fit."""
