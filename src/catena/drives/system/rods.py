"""Flexible rods of a file: shapes, sections, nodes and their contacts."""

from __future__ import annotations

from dataclasses import asdict, replace

import numpy as np

from catena.drives.system.spec import Spec
from catena.drives.system.spec.rods import (
    POISSON,
    SHEAR_SHARE,
    Rectangle,
    Rod,
    Stiffness,
)
from catena.errors import SpecError
from catena.laws.words import Friction, Normal
from catena.planar import PlanarSystem, rods
from catena.planar.bodies import Body, Circle, Contour
from catena.rods.planar_rod import Rod as PlanarRod
from catena.rods.section import Section, positive


def add_rods(
    plan: PlanarSystem, spec: Spec, bodies: dict[str, Body]
) -> dict[str, rods.FlexibleRod]:
    """All rods by name; their nodes join the bodies."""
    made = {}
    for stated in spec.rod:
        try:
            made[stated.name] = placed(plan, stated, bodies)
        except SpecError as error:
            raise of_rod(error, f"rod[{stated.name}]") from None
        for k, node in enumerate(made[stated.name].nodes):
            bodies[f"{stated.name}:{k}"] = node.body
        bodies[f"{stated.name}:start"] = made[stated.name].start
        bodies[f"{stated.name}:end"] = made[stated.name].end
    return made


def of_rod(error: SpecError, where: str) -> SpecError:
    """The same problems, with the rod they belong to."""
    return SpecError(
        [
            replace(problem, path=where + problem.path.removeprefix("rod"))
            if problem.path.startswith("rod.")
            else problem
            for problem in error.problems
        ]
    )


def placed(
    plan: PlanarSystem, stated: Rod, bodies: dict[str, Body]
) -> rods.FlexibleRod:
    """A rod of the system."""
    start, end = stated.shape.ends
    return plan.rod(
        stated.name,
        rod_of(stated),
        start_on=None if start == "free" else bodies[stated.start_on],
        end_on=None if end == "free" else bodies[stated.end_on],
        **stated.values(),
    )


def rod_of(stated: Rod) -> PlanarRod:
    """Shape and section of a rod."""
    places = np.array(stated.points, dtype=float)
    if len(places) == 2:
        share = np.linspace(0.0, 1.0, stated.element_count + 1)[:, None]
        places = (1.0 - share) * places[0] + share * places[1]
    section = section_of(stated.section, stated.element_count)
    return PlanarRod(
        places,
        section.EA,
        section.EI,
        section.GA,
        mass_per_length=section.mass_per_length,
        height=section.height,
        **asdict(stated.shape),
    )


def section_of(stated: Rectangle | Stiffness, count: int) -> Section:
    """Stiffnesses, mass per length and height."""
    if not isinstance(stated, Rectangle):
        return stated.read()
    width = positive("rod.section.width", stated.width, count)
    height = positive("rod.section.height", stated.height, count)
    area, E = width * height, stated.modulus
    G = E / (2.0 * (1.0 + POISSON))
    EI = E * area * height**2 / 12.0
    GA, tall = SHEAR_SHARE * G * area, float(height.max())
    return Section(E * area, EI, GA, stated.density * area, tall)


def add_node_contacts(
    plan: PlanarSystem, name: str, rod: rods.FlexibleRod, other: Contour | rods.RodSide,
    laws: tuple[Normal, Friction | None], group: str,
) -> None:  # fmt: skip
    """A contact for every node of a rod, under one account of losses."""
    if isinstance(other, Circle):
        rods.check_mesh(f"contact[{name}].b", other, rod)
    for node, circle in zip(rod.own_nodes, rod.circles(), strict=True):
        number = node.body.name.rsplit(":", 1)[1]
        plan.contact(f"{name}:{number}", circle, other, *laws, group=group or name)
