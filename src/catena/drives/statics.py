"""Statics of rods and systems by one word.

A room that declares the verb ``statics`` (`catena.drives.verbs`) gives a function from
a specification to its structure.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from catena.drives.loading import load
from catena.drives.spatial_system.from_python import SpatialSystem
from catena.drives.verbs import ability
from catena.errors import InputError
from catena.model import Model
from catena.planar import PlanarSystem
from catena.rods import Equilibrium, Rod, SpatialRod, SplineRod
from catena.rods import statics as equilibria
from catena.rods.equilibrium import Structure
from catena.spec.parts import DriveSpec

System = PlanarSystem | SpatialSystem | Model | DriveSpec | str | Path
Elastic = Rod | SpatialRod | SplineRod | System


def statics(
    structure: Elastic,
    factor: float = 1.0,
    *,
    steps: int = 10,
    path: bool = False,
    step: float = 0.05,
    stop: Callable[[Equilibrium], bool] | None = None,
) -> list[Equilibrium]:
    """Equilibria while all loads and weights grow.

    Args:
        structure: A rod with its loads, a ``PlanarSystem`` or ``SpatialSystem``, or a
            file or specification of the kind ``system`` or ``spatial_system``. Dry
            friction carries nothing, rigid contacts are refused.
        factor: Of the loads, at the end.
        steps: Load steps, without ``path``.
        path: Follow the path past limit points instead, until the factor is reached,
            or ``stop`` says so.
        step: First step along the path: change of places over the size of the
            structure, of rotations in rad and of the load factor, together.
        stop: A function of an equilibrium that ends the path when it is true.

    Returns:
        One equilibrium per step, the unloaded state first.

    Raises:
        InputError: Something that has no statics.
        SolverError: There is none beyond a load, or the path cannot be followed.
    """
    elastic = isinstance(structure, Rod | SpatialRod | SplineRod)
    found = structure if elastic else structure_of(structure)  # type: ignore[arg-type]
    made = cast("Structure", found)
    return equilibria(made, factor, steps=steps, path=path, step=step, stop=stop)


def structure_of(system: System) -> Structure:
    """A system as statics take it."""
    from catena.run.model.structure import ModelStructure  # brings the kernels

    if isinstance(system, Model):
        return ModelStructure(system)
    if isinstance(system, PlanarSystem):
        return ModelStructure(system.build())
    if isinstance(system, SpatialSystem):
        system = system.drive()
    if isinstance(system, str | Path):
        system = load(system)
    if not isinstance(system, DriveSpec):
        raise InputError(f"statics: found {system!r}; expected a rod or a system")
    spec = system.checked()
    return cast("Structure", ability(spec.drive, "statics")(spec))
