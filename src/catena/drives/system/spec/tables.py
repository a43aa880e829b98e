"""A planar system: bodies, what couples them, where they touch, and how to solve it."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from catena.drives.system.spec.bodies import Body, LinearBody, Wheel
from catena.drives.system.spec.boundaries import Load, Motor
from catena.drives.system.spec.contours import Contour
from catena.drives.system.spec.couplings import (
    Contact,
    Coupling,
    Gap,
    Journal,
    Maxwell,
    Pin,
    Press,
    Spring,
    Tie,
    TorsionBar,
)
from catena.drives.system.spec.rods import Rod
from catena.spec.parts import DriveSpec, Part
from catena.spec.quantities import Acceleration, Force, Length, Number, Time
from catena.spec.start import FromRun

MOST_PARTS = 100_000


class StepControl(Part):
    """Steps whose size follows the motion, for the engine ``moreau``."""

    tolerance: Number = Field(default=1e-6, gt=0.0, le=1.0)
    """Error that one step may make, in metres and radians; the step shrinks where
    motion or impacts demand it."""
    smallest: Time = Field(default=1e-9, gt=0.0, examples=["1 ns"])
    """Below this the step shrinks no further, whatever its error, so that a run cannot
    stall."""
    penetration: Length | None = Field(default=None, gt=0.0, examples=["1 um"])
    """How deep bodies may be found inside each other when a rigid contact closes within
    a step; if not given, any depth."""


class Solve(Part):
    """How the system goes through time."""

    engine: Literal[
        "moreau", "runge_kutta", "semi_implicit", "linearly_implicit", "event_driven"
    ] = "moreau"
    """How time advances: ``moreau`` for any system, ``event_driven`` for few rigid
    contacts followed exactly, ``linearly_implicit`` for stiff couplings and rods
    without rigid joints and rebound, the others for systems without set-valued
    laws."""
    step: Time = Field(gt=0.0, examples=["10 us"])
    """How far each step goes, the largest one with ``control``; more than stiff springs
    bear is refused. From event to event it only says when to record."""
    control: StepControl | None = None
    """Lets the size of steps follow the motion; if not given, all are of one size."""
    duration: Time = Field(gt=0.0, examples=["2 s"])
    """How much time of the system is simulated, from the stated positions and speeds
    on."""
    record_every: int = Field(default=1, ge=1, le=1_000_000_000, examples=[10])
    """After how many steps the next record is written; more saves memory and loses
    detail."""
    tolerance: Number = Field(default=1e-9, ge=1e-14, le=1e-3)
    """By how much contact laws may be violated when iteration ends, relative to the
    largest percussion."""
    force_tolerance: Force = Field(default=0.0, ge=0.0, examples=["0.01 N"])
    """By how much contact laws may be violated on top of ``tolerance``, as a force
    acting over the step; it spares work where all forces are small."""
    iteration_cap: int = Field(default=2000, ge=1, le=10_000_000)
    """How many contact iterations the last attempt at a step may take, at least 2000,
    before the run stops; it changes no motion."""
    relaxation: Number = Field(default=1.0, gt=0.0, lt=2.0)
    """How far each contact iteration goes beyond its own correction; above 1 may
    converge faster, below 1 more safely."""

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


class StartPart(FromRun):
    """From where the run starts."""


Group = Literal["motion", "contacts", "reactions", "momentum"]


class Output(Part):
    """What is recorded; energies and the health of the solution always are."""

    record: list[Group] = Field(
        default=["motion", "contacts", "reactions", "momentum"],
        max_length=4,
        examples=[["motion", "contacts"]],
    )
    """Which groups of signals are kept; energies and the health of the solution always
    are."""


class Tables(DriveSpec):
    """What the file of a planar system states."""

    drive: Literal["system"]
    """Names this kind of drive, any planar system of bodies and contacts, and so
    decides what all other keys mean."""
    gravity: tuple[Acceleration, Acceleration] = Field(
        default=(0.0, 0.0), examples=[["0 m/s^2", "-9.81 m/s^2"]]
    )
    """Acceleration by which all free bodies fall, along x and y."""
    body: list[Body] = Field(default=[], max_length=MOST_PARTS)
    """Rigid bodies that move in the plane."""
    wheel: list[Wheel] = Field(default=[], max_length=MOST_PARTS)
    """Bodies that only turn about a fixed centre."""
    linear_body: list[LinearBody] = Field(default=[], max_length=MOST_PARTS)
    """Elastic or modal bodies given by constant matrices."""
    rod: list[Rod] = Field(default=[], max_length=MOST_PARTS)
    """Flexible rods, straight or curved, whose nodes are bodies like any other."""
    contour: list[Contour] = Field(default=[], max_length=MOST_PARTS)
    """Points, circles, lines and profiles on bodies: what of them can touch."""
    spring: list[Spring] = Field(default=[], max_length=MOST_PARTS)
    """Springs with dampers along the line between two points."""
    coupling: list[Coupling] = Field(default=[], max_length=MOST_PARTS)
    """Ropes and other couplings along the line between two points; recorded and drawn
    with the springs."""
    journal: list[Journal] = Field(default=[], max_length=MOST_PARTS)
    """Elastic bearings, a pin in a bush with or without play."""
    pin: list[Pin] = Field(default=[], max_length=MOST_PARTS)
    """Rigid joints about which two bodies turn."""
    torsion_bar: list[TorsionBar] = Field(default=[], max_length=MOST_PARTS)
    """Springs between the angles of two bodies, such as shafts and gears with
    backlash."""
    tie: list[Tie] = Field(default=[], max_length=MOST_PARTS)
    """Springs from coordinates of linear bodies to bodies and nodes of rods."""
    motor: list[Motor] = Field(default=[], max_length=MOST_PARTS)
    """Prescribed speeds of bodies, whatever force they take."""
    load: list[Load] = Field(default=[], max_length=MOST_PARTS)
    """Forces and torques that act on bodies from outside."""
    contact: list[Contact] = Field(default=[], max_length=MOST_PARTS)
    """Which contours may touch each other, and by which laws."""
    press: list[Press] = Field(default=[], max_length=MOST_PARTS)
    """Points pressed across the plane onto the face of a body, for friction alone."""
    gap: list[Gap] = Field(default=[], max_length=MOST_PARTS)
    """Contacts of linear bodies, whose gap is linear in their coordinates."""
    maxwell: list[Maxwell] = Field(default=[], max_length=MOST_PARTS)
    """Groups of contacts that sit on one elastic body and so feel each other."""
    start: StartPart = StartPart()
    """From where the run starts, if not from the positions and speeds of the bodies."""
    solve: Solve
    """How the motion is computed, by which engine and how finely."""
    output: Output = Output()
    """Which groups of signals are written into the results, to keep files of large
    systems small."""
