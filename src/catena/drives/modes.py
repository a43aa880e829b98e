"""Modes of any drive or system: natural frequencies, damping ratios, shapes.

A room that declares the verb ``modes`` (`catena.drives.verbs`) gives a function from a
specification to its small motion about a state of rest.
"""

from __future__ import annotations

from pathlib import Path
from typing import cast

from catena.drives.loading import load, loads
from catena.drives.spatial_system.from_python import SpatialSystem
from catena.drives.verbs import ability, verbs_of
from catena.dynamics.linearisation import Linearisation, SmallMotion, linearised
from catena.dynamics.modes import Modes, modes_of, motion_modes
from catena.errors import InputError
from catena.model import Model
from catena.planar import PlanarSystem
from catena.results.run import open_run
from catena.rods import (
    Equilibrium,
    Rod,
    SpatialRod,
    SplineRod,
    rod_linearisation,
    statics,
)
from catena.spec.parts import DriveSpec

Drive = DriveSpec | PlanarSystem | SpatialSystem | Model | SmallMotion | str | Path


Elastic = Rod | SpatialRod | SplineRod | Equilibrium


def modes(drive: Drive | Elastic | Linearisation, count: int = 20) -> Modes:
    """The lowest modes about the state of rest that a drive finds.

    Args:
        drive: A specification or the name of its file, a ``PlanarSystem`` or
            ``SpatialSystem``, a rod under its full loads, an equilibrium of statics,
            the folder of a finished run of a system (about where it ended, as if at
            rest), or a linearisation of your own.
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
    if isinstance(drive, Rod | SpatialRod | SplineRod):
        drive = statics(drive)[-1]
    if isinstance(drive, Equilibrium):
        if isinstance(drive.rod, Rod | SpatialRod | SplineRod):
            return rod_linearisation(drive)
        return linearised(drive.rod.motion(drive.place, drive.factor))
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
    if isinstance(drive, SpatialSystem):
        drive = drive.drive()
    if not isinstance(drive, DriveSpec | str | Path):
        expected = (
            "expected a file, a specification, a system, a rod or a linearisation"
        )
        raise InputError(f"modes: found {drive!r}; {expected}")
    if isinstance(drive, str | Path) and Path(drive).is_dir():
        return stored_motion(Path(drive))
    spec = load(drive) if isinstance(drive, str | Path) else drive.checked()
    return cast("SmallMotion", ability(spec.drive, "modes")(spec))


def stored_motion(folder: Path) -> SmallMotion:
    """The small motion of a finished run of a system, about where it ended.

    Raises:
        InputError: A run of another kind, or one that is not finished.
    """
    from catena.run.start import start_from

    with open_run(folder) as run:
        spec = loads(run.spec_text)
    if "modes-at" not in verbs_of(spec.drive):
        words = "expected a run of a system; of other drives take their file"
        raise InputError(f"modes: {folder} is a {spec.drive}; {words}")
    q = start_from(str(folder), spec.drive).arrays["state.q"]
    return cast("SmallMotion", ability(spec.drive, "modes-at")(spec, q))
