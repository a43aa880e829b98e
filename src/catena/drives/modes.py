"""Modes of any drive or system: natural frequencies, damping ratios, shapes."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from catena.drives import DRIVES
from catena.drives.loading import load
from catena.dynamics.linearisation import Linearisation, SmallMotion, linearised
from catena.dynamics.modes import Modes, modes_of, motion_modes
from catena.errors import InputError
from catena.model import Model
from catena.planar import PlanarSystem
from catena.rods import Equilibrium, Rod, SpatialRod, rod_linearisation, statics
from catena.spec.parts import DriveSpec

Drive = DriveSpec | PlanarSystem | Model | SmallMotion | str | Path
HOMES = ("small_motion", "start.small_motion")
"""Where a room keeps ``small_motion(spec)``."""


Elastic = Rod | SpatialRod | Equilibrium


def modes(drive: Drive | Elastic | Linearisation, count: int = 20) -> Modes:
    """The lowest modes about the state of rest that a drive finds.

    Args:
        drive: A specification or the name of its file, a ``PlanarSystem``, a rod under
            its full loads or one of its equilibria, or a linearisation of your own.
        count: How many modes, besides motions that nothing resists.

    Raises:
        InputError: A kind of drive without modes.
        SolverError: The drive finds no rest.
    """
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise InputError(f"count: found {count!r}; expected a whole number above 0")
    if isinstance(drive, Linearisation):
        return modes_of(drive, count)
    if isinstance(drive, Elastic):
        return modes_of(linearise(drive), count)
    return motion_modes(small_motion(drive), count)


def linearise(drive: Drive | Elastic) -> Linearisation:
    """Mass, damping and stiffness matrices about the state of rest of a drive."""
    if isinstance(drive, Rod | SpatialRod):
        drive = statics(drive)[-1]
    if isinstance(drive, Equilibrium):
        return rod_linearisation(drive)
    return linearised(small_motion(drive))


def small_motion(drive: Drive) -> SmallMotion:
    """A drive about its state of rest."""
    from catena.run.model.small_motion import model_motion

    if isinstance(drive, SmallMotion):
        return drive
    if isinstance(drive, PlanarSystem):
        return model_motion(drive.build())
    if isinstance(drive, Model):
        return model_motion(drive)
    spec = load(drive) if isinstance(drive, str | Path) else drive.checked()
    for home in HOMES:
        name = f"catena.drives.{spec.drive}.{home}"
        if _exists(name):
            return cast("SmallMotion", import_module(name).small_motion(spec))
    known = ", ".join(name for name in DRIVES if _has_modes(name))
    raise InputError(f"drive: found {spec.drive!r}; modes are there for: {known}")


def _has_modes(drive: str) -> bool:
    return any(_exists(f"catena.drives.{drive}.{home}") for home in HOMES)


def _exists(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # a room without the folder
        return False
