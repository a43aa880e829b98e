"""A planar system: bodies, what couples them, where they touch, and how to solve it."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from catena.drives.system.bodies import Body, LinearBody, Wheel
from catena.drives.system.boundaries import Load, Motor
from catena.drives.system.contours import Contour
from catena.drives.system.couplings import (
    Contact,
    Gap,
    Journal,
    Maxwell,
    Pin,
    Press,
    Spring,
    TorsionBar,
)
from catena.drives.system.names import refuse_wrong_names
from catena.spec.parts import DriveSpec, Part
from catena.spec.quantities import Acceleration, Force, Length, Number, Time

MOST_PARTS = 100_000


class StepControl(Part):
    """Steps whose size follows the motion, for the engine ``moreau``."""

    tolerance: Number = Field(default=1e-6, gt=0.0, le=1.0)
    """Error allowed per step, in the units of the coordinates (m, rad)."""
    smallest: Time = Field(default=1e-9, gt=0.0)
    """Step that is taken whatever its error."""
    penetration: Length | None = Field(default=None, gt=0.0)
    """Depth up to which a rigid contact may close in a step; any when omitted."""


class Solve(Part):
    """How the system goes through time."""

    engine: Literal[
        "moreau", "runge_kutta", "semi_implicit", "linearly_implicit", "event_driven"
    ] = "moreau"
    """``moreau`` for any system, ``event_driven`` for few rigid contacts, the others
    for systems without set-valued laws."""
    step: Time = Field(gt=0.0)
    """Time step, the largest one with ``control``; one that cannot be stable is
    refused. From event to event it only says when to record."""
    control: StepControl | None = None
    """Steps that follow the motion; all of one size when omitted."""
    duration: Time = Field(gt=0.0)
    """Simulated time."""
    record_every: int = Field(default=1, ge=1, le=1_000_000_000)
    """Steps from one record to the next."""
    tolerance: Number = Field(default=1e-9, ge=1e-14, le=1e-3)
    """Contact residual allowed, relative to the largest percussion."""
    force_tolerance: Force = Field(default=0.0, ge=0.0)
    """Contact residual allowed on top, as a force over the step."""
    iteration_cap: int = Field(default=2000, ge=1, le=10_000_000)
    """Contact iterations per step; a step that needs more is solved directly if it
    has up to 300 planar contacts, else it stops the run."""
    relaxation: Number = Field(default=1.0, gt=0.0, lt=2.0)
    """Over-relaxation of the contact iterations."""

    @model_validator(mode="after")
    def _control_fits(self) -> Self:
        if self.control is None:
            return self
        if self.engine != "moreau":
            raise ValueError(f"control is for engine 'moreau', not {self.engine!r}")
        if self.control.smallest > self.step:
            raise ValueError(
                f"control.smallest ({self.control.smallest:g} s) must be at most the "
                f"step ({self.step:g} s)"
            )
        return self

    @model_validator(mode="after")
    def _at_least_one_step(self) -> Self:
        if self.duration < self.step:
            raise ValueError(
                f"duration ({self.duration:g} s) must be at least one step "
                f"({self.step:g} s)"
            )
        return self


Group = Literal["motion", "contacts", "reactions", "momentum"]


class Output(Part):
    """What is recorded; energies and the health of the solution always are."""

    record: list[Group] = Field(
        default=["motion", "contacts", "reactions", "momentum"], max_length=4
    )
    """Groups of signals."""


class Spec(DriveSpec):
    """A planar system of bodies, couplings and contacts."""

    drive: Literal["system"]
    gravity: tuple[Acceleration, Acceleration] = (0.0, 0.0)
    """Gravity along x and y."""
    body: list[Body] = Field(default=[], max_length=MOST_PARTS)
    """Rigid bodies."""
    wheel: list[Wheel] = Field(default=[], max_length=MOST_PARTS)
    """Bodies that only turn."""
    linear_body: list[LinearBody] = Field(default=[], max_length=MOST_PARTS)
    """Bodies with constant matrices."""
    contour: list[Contour] = Field(default=[], max_length=MOST_PARTS)
    """What of the bodies can touch."""
    spring: list[Spring] = Field(default=[], max_length=MOST_PARTS)
    """Springs with dampers."""
    journal: list[Journal] = Field(default=[], max_length=MOST_PARTS)
    """Elastic bearings."""
    pin: list[Pin] = Field(default=[], max_length=MOST_PARTS)
    """Rigid joints."""
    torsion_bar: list[TorsionBar] = Field(default=[], max_length=MOST_PARTS)
    """Springs between angles."""
    motor: list[Motor] = Field(default=[], max_length=MOST_PARTS)
    """Prescribed speeds."""
    load: list[Load] = Field(default=[], max_length=MOST_PARTS)
    """Forces and torques."""
    contact: list[Contact] = Field(default=[], max_length=MOST_PARTS)
    """Who may touch whom, and how."""
    press: list[Press] = Field(default=[], max_length=MOST_PARTS)
    """Points pressed on faces."""
    gap: list[Gap] = Field(default=[], max_length=MOST_PARTS)
    """Contacts of linear bodies."""
    maxwell: list[Maxwell] = Field(default=[], max_length=MOST_PARTS)
    """Groups of contacts on one elastic body."""
    solve: Solve
    """How it goes through time."""
    output: Output = Output()
    """What is recorded."""

    @model_validator(mode="after")
    def _names_fit(self) -> Self:
        refuse_wrong_names(self)
        return self
