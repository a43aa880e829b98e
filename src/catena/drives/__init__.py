"""The drives catena knows: one room each, all with the same files.

A room holds ``spec`` (class ``Spec``), ``build.py`` (``build(spec) -> Job``),
``outputs.py`` (``figures(run)``) and ``template.toml`` (a commented example); a room
with kernels that its template does not use has ``warm_up.py`` (``warm_up()``).
Rooms are imported when they are entered, so that listing them costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from catena.results.figures import Figure
    from catena.results.run import Run
    from catena.results.scene import Scene
    from catena.run.protocols import Job
    from catena.spec.parts import DriveSpec


@dataclass(frozen=True)
class Room:
    """One kind of drive."""

    name: str
    """The word after ``drive =`` in a file."""
    summary: str
    """What it simulates, in one line."""

    def spec_model(self) -> type[DriveSpec]:
        """The model a file of this kind is checked against."""
        module = import_module(f"catena.drives.{self.name}.spec")
        return cast("type[DriveSpec]", module.Spec)

    def build(self, spec: DriveSpec) -> Job:
        """Numbers ready to run out of a checked specification."""
        module = import_module(f"catena.drives.{self.name}.build")
        return cast("Job", module.build(spec))

    def figures(self, run: Run) -> list[Figure]:
        """The plots that belong to a finished run."""
        module = import_module(f"catena.drives.{self.name}.outputs")
        return cast("list[Figure]", module.figures(run))

    def scene(self, run: Run) -> Scene | None:
        """The moving picture of a finished run, where the room has one."""
        module = import_module(f"catena.drives.{self.name}.outputs")
        draw = getattr(module, "scene", None)
        return None if draw is None else cast("Scene | None", draw(run))

    def template(self) -> str:
        """A commented example file."""
        place = files(f"catena.drives.{self.name}") / "template.toml"
        return place.read_text(encoding="utf-8")

    def warm_up(self) -> None:
        """Use the kernels that the template does not, where there are such."""
        name = f"catena.drives.{self.name}.warm_up"
        if find_spec(name) is not None:
            import_module(name).warm_up()


DRIVES = {
    room.name: room
    for room in (
        Room("periodic", "any linear system with periodic M, C, K and d"),
        Room("cam_mechanism", "elastic cam mechanism with follower"),
        Room("gear_pair", "gear pair with mesh stiffness and faulted teeth"),
        Room("transport_manipulator", "transport manipulator of a forging press"),
        Room("roller_chain", "roller chain, link by link, around any sprockets"),
        Room("roller_span", "engaging strand of a roller chain, series of collisions"),
        Room(
            "pushbelt_cvt",
            "pushbelt CVT: elements, rings and sheaves, planar or spatial",
        ),
        Room("belt_drive", "belt around pulleys: flat, V-ribbed or V, with tensioners"),
        Room("chain_cvt", "rocker-pin chain CVT: pins between cone sheaves, planar"),
        Room("system", "any planar system of bodies, couplings and contacts"),
        Room("spatial_system", "any bodies in space: contacts, bushings, springs"),
    )
}
