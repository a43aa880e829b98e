"""The tables of a roller chain's file, before they are checked against each other."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from catena.drives.roller_chain.spec.arms import ArmPart
from catena.drives.roller_chain.spec.chain import ChainPart
from catena.drives.roller_chain.spec.contacts import ContactPart
from catena.drives.roller_chain.spec.guides import GuidePart
from catena.drives.roller_chain.spec.solve import SolvePart, StartPart
from catena.drives.roller_chain.spec.spatial import SpatialPart
from catena.drives.roller_chain.spec.wheels import SprocketPart
from catena.spec.parts import DriveSpec


class Tables(DriveSpec):
    """What the file of a roller chain drive states."""

    drive: Literal["roller_chain"]
    """Names this kind of drive, a roller chain link by link, and so decides what all
    other keys mean."""
    fidelity: Literal["planar", "spatial"] = Field(
        default="planar", examples=["spatial"]
    )
    """Whether links move in one plane, or in space with six velocities each, rollers of
    their own and sprockets in planes of their own."""
    travel: Literal["counter-clockwise", "clockwise"] = "counter-clockwise"
    """Which way the chain runs around its loop; sprockets are listed in this order."""
    chain: ChainPart
    """The chain itself: by its designation, by its own data, or both."""
    sprocket: list[SprocketPart] = Field(min_length=2, max_length=50)
    """The toothed wheels, one table each, in the order in which the chain passes
    them."""
    guide: list[GuidePart] = Field(default=[], max_length=50)
    """Rails along which the chain slides, fixed or pressed on by a tensioner."""
    contact: ContactPart = ContactPart()
    """How teeth and rails answer to pressing and sliding."""
    arm: list[ArmPart] = Field(default=[], max_length=10)
    """Arms that carry sprockets and turn under a spring; the first one behind the
    driver takes up the length of the chain."""
    spatial: SpatialPart = SpatialPart()
    """What only a chain in space knows: rollers, sideways stiffness, plates."""
    start: StartPart = StartPart()
    """From where the run starts: at rest under its loads, on its path, or where another
    run ended."""
    solve: SolvePart = SolvePart()
    """How long and how finely the motion is computed, and what of it is kept."""
