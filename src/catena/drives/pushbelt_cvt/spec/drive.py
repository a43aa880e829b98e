"""What a pushbelt variator is made of, in the user's words."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from catena.drives.pushbelt_cvt.spec.element import BeltPart, ElementPart
from catena.drives.pushbelt_cvt.spec.references import reference_names, with_reference
from catena.drives.pushbelt_cvt.spec.ring import ContactPart, FrictionPart, RingPart
from catena.drives.pushbelt_cvt.spec.sheaves import (
    EnhancementPart,
    SheavePart,
    VariatorPart,
)
from catena.drives.pushbelt_cvt.spec.solve import SolvePart
from catena.drives.pushbelt_cvt.spec.spatial import SpatialPart
from catena.drives.pushbelt_cvt.spec.start import StartPart
from catena.drives.variator.boundary.bearings import check_bearings
from catena.drives.variator.boundary.words import BoundaryPart, check_start
from catena.spec.parts import DriveSpec


def _variator_by_name(schema: dict[str, Any]) -> None:
    """Let editors accept the name of a reference variator, which fills the rest."""
    schema["required"] = ["drive", "variator", "boundary"]
    variator = schema["properties"]["variator"]
    named = {"type": "string", "enum": reference_names()}
    variator["anyOf"] = [named, {"$ref": variator.pop("$ref")}]


class Spec(DriveSpec):
    """A pushbelt variator: elements on ring sets between two pulleys."""

    model_config = ConfigDict(json_schema_extra=_variator_by_name)

    drive: Literal["pushbelt_cvt"]
    """Names this kind of drive, a pushbelt variator element by element, and so decides
    what all other keys mean."""
    fidelity: Literal["planar", "spatial"] = Field(
        default="planar", examples=["spatial"]
    )
    """Which mechanical model computes the belt: the hybrid planar one of Section 6.1,
    in which all elements stay in one plane, or that in space, with six velocities per
    element, two ring sets and four sheaves."""
    variator: VariatorPart
    """Axes and grooves; or the name of a reference variator, which fills everything but
    the boundary."""
    element: ElementPart
    """Shape and mass of one real element, of which hundreds make the belt."""
    ring: RingPart
    """The two steel ring sets that hold the elements together and carry the tension."""
    belt: BeltPart = BeltPart()
    """How many elements the belt has, and how many stand for them in the
    computation."""
    contact: ContactPart
    """How hard the touching surfaces of one real element are, and how strongly they
    damp."""
    friction: FrictionPart = FrictionPart()
    """How slippery elements are on the sheaves and on the rings: what transmits the
    torque."""
    primary: SheavePart
    """The two sheaves of the pulley on the driving side."""
    secondary: SheavePart
    """The two sheaves of the pulley on the driven side."""
    enhancements: EnhancementPart = EnhancementPart()
    """Which refinements of the mechanical model take part, to see what each of them
    changes."""
    spatial: SpatialPart = SpatialPart()
    """What the belt in space has beyond the planar one; used where ``fidelity`` is
    "spatial"."""
    boundary: BoundaryPart
    """What the surroundings impose: speeds, torques and clamping of both pulleys."""
    start: StartPart = StartPart()
    """Ratio, speed and forces from which the run sets out."""
    solve: SolvePart = SolvePart()
    """How long and how finely the motion is computed, and what of it is kept."""

    @model_validator(mode="before")
    @classmethod
    def _filled(cls, data: Any) -> Any:
        return with_reference(data) if isinstance(data, dict) else data

    @model_validator(mode="after")
    def _belt_closes(self) -> Self:
        lengths = {
            "element.thickness": self.element.thickness,
            "ring.endplay": self.ring.endplay,
            "ring.length": self.ring.length,
        }
        given = [name for name, value in lengths.items() if value is not None]
        if len(given) != 2:
            raise ValueError(
                f"found {', '.join(given) or 'none'} of {', '.join(lengths)}; expected "
                "two of the three, the other follows"
            )
        return self

    @model_validator(mode="after")
    def _parts_fit(self) -> Self:
        between = 0.5 * (self.element.saddle_width - self.element.pillar_width)
        if self.ring.width > between:
            raise ValueError(
                f"a ring of {1e3 * self.ring.width:g} mm does not fit between pillar "
                f"and flank of the element, which leave {1e3 * between:g} mm"
            )
        rims = self.primary.outer_radius + self.secondary.outer_radius
        if rims >= self.variator.centre_distance:
            raise ValueError(
                f"rims of {1e3 * self.primary.outer_radius:g} mm and "
                f"{1e3 * self.secondary.outer_radius:g} mm collide at a centre "
                f"distance of {1e3 * self.variator.centre_distance:g} mm"
            )
        return self

    @model_validator(mode="after")
    def _sections_turn(self) -> Self:
        if self.ring.model == "spline" and self.ring.inertia_scale != 1.0:
            raise ValueError(
                f"ring.inertia_scale of {self.ring.inertia_scale:g} belongs to a "
                'Cosserat ring; expected ring.model = "cosserat", or no such key'
            )
        return self

    @model_validator(mode="after")
    def _flanks_share(self) -> Self:
        switch, share = self.enhancements, self.contact.flank_coupling
        if share > 0.0 and (
            "coupled" not in switch.sheaves or switch.flank != "extended"
        ):
            raise ValueError(
                f"contact.flank_coupling of {share:g} belongs to elastic sheaves and "
                'flanks with two places; expected enhancements.sheaves = "coupled" and '
                'enhancements.flank = "extended", or no such key'
            )
        return self

    @model_validator(mode="after")
    def _in_space(self) -> Self:
        if self.fidelity == "planar":
            if self.spatial != SpatialPart():
                raise ValueError(
                    'spatial is given, but fidelity is "planar"; expected fidelity = '
                    '"spatial", or no such table'
                )
            return self
        for name in ("primary", "secondary"):
            if getattr(self, name).fixed_tilt_stiffness is not None:
                raise ValueError(
                    f"{name}.fixed_tilt_stiffness is given; expected none in space, "
                    "where spatial.sheaves says which sheaves give way"
                )
            if getattr(self, name).bearing is not None:
                raise ValueError(
                    f"{name}.bearing is given; expected none in space, where shafts "
                    'are rigid, or fidelity = "planar"'
                )
        if self.ring.model != "spline":
            raise ValueError(
                f"ring.model: found {self.ring.model!r}; expected 'spline' in space, "
                'or fidelity = "planar"'
            )
        if self.ring.set_count != 2:
            raise ValueError(
                f"ring.set_count: found {self.ring.set_count}; expected 2 in space, "
                "one set on either side of the neck"
            )
        return self

    @model_validator(mode="after")
    def _shafts_are_heavy(self) -> Self:
        belt = self.belt.element_count_real * self.element.mass
        check_bearings((self.primary.bearing, self.secondary.bearing), belt, "elements")
        return self

    @model_validator(mode="after")
    def _start_is_known(self) -> Self:
        stopped = self.boundary.stop != "none"
        two_speeds = self.boundary.secondary_speed is not None
        if stopped and not two_speeds and self.start.ratio is None:
            raise ValueError("start.ratio is required with an end stop and a load")
        if self.start.torque is not None and not two_speeds:
            raise ValueError("start.torque is only for two given speeds")
        start = self.start
        check_start(self.boundary, start.primary_speed, start.clamping)
        return self
