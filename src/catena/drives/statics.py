"""Statics of rods and systems by one word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from catena.drives.loading import load
from catena.drives.system.spec import Spec
from catena.errors import InputError
from catena.model import Model
from catena.planar import PlanarSystem
from catena.rods import Equilibrium, Rod, SpatialRod, SplineRod
from catena.rods import statics as equilibria
from catena.rods.equilibrium import Structure
from catena.spec.parts import DriveSpec

Elastic = Rod | SpatialRod | SplineRod | PlanarSystem | Model | DriveSpec | str | Path


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
        structure: A rod with its loads, a ``PlanarSystem``, or a file or
            specification of the kind ``system``. Dry friction carries nothing, rigid
            contacts are refused.
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
    if isinstance(structure, Rod | SpatialRod | SplineRod):
        found: Structure = structure
    else:
        from catena.run.model.structure import ModelStructure  # brings the kernels

        found = ModelStructure(model_of(structure))
    return equilibria(found, factor, steps=steps, path=path, step=step, stop=stop)


def model_of(structure: PlanarSystem | Model | DriveSpec | str | Path) -> Model:
    """The model of a system."""
    from catena.drives.system.build import model_of

    if isinstance(structure, Model):
        return structure
    if isinstance(structure, PlanarSystem):
        return structure.build()
    if isinstance(structure, str | Path):
        structure = load(structure)
    if not isinstance(structure, Spec):
        kind = getattr(structure, "drive", structure)
        raise InputError(f"statics: found {kind!r}; expected a rod or a system")
    return model_of(structure.checked())
