"""Reduced bases of rods of a finished run, kept in its folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from catena.drives.loading import loads
from catena.drives.system.build import model_of
from catena.drives.system.spec import Spec
from catena.errors import InputError
from catena.results.run import open_run
from catena.rods.reduction import Basis, basis_of, store_basis

COORDINATES = ("position_x", "position_y", "angle")


def basis_file(folder: Path, rod: str) -> Path:
    """Where the basis of a rod stands in the folder of a run."""
    return folder / f"pod_{rod}.npz"


def run_basis(folder: str | Path, rod: str, modes: int) -> Basis:
    """The largest shapes of a rod in a run, mass-weighted, less their mean.

    They are stored in the folder of the run, ``pod_<rod>.npz``
    (`catena.rods.reduction.stored_basis` reads them). Coordinates are x, y and angle
    of all nodes, node by node.

    Raises:
        InputError: A run of another kind, without motion, or without this rod.
    """
    with open_run(Path(folder)) as run:
        spec = loads(run.spec_text)
        if not isinstance(spec, Spec) or rod not in [part.name for part in spec.rod]:
            raise InputError(f"basis: {folder} has no rod {rod!r}")
        if "position_x" not in run.names:
            raise InputError(f"basis: {folder} has no motion recorded")
        names = [str(name) for name in run.read("body")]
        own = [k for k, name in enumerate(names) if name.rsplit(":", 1)[0] == rod]
        moves = np.stack([run.read(name)[:, own] for name in COORDINATES], axis=-1)
        place = run.folder
    M = model_of(spec).system.inertia.M[3 : 3 * len(names) + 3].reshape(-1, 3)
    made = basis_of(M[own].ravel(), moves.reshape(len(moves), -1), modes)
    store_basis(made, basis_file(place, rod))
    return made
