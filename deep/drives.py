"""Short runs of every kind of drive, and how to compare two of them bit by bit."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

import catena as ct
from catena.drives import DRIVES
from catena.results.run import Run
from catena.spec.parts import DriveSpec

SHORTER: dict[str, dict[str, object]] = {
    "roller_chain": {"solve.duration": 0.05, "solve.settle": 0.02},
    "pushbelt_cvt": {"solve.duration": 0.004, "solve.revolutions": None},
    "roller_span": {"run.duration": 0.1},
    "system": {"solve.duration": 0.4, "solve.record_every": 7},
    "spatial_system": {"solve.duration": 0.2},
    "belt_drive": {"solve.duration": 0.02, "solve.settle": 0.01},
    "chain_cvt": {"solve.revolutions": 0.1, "solve.discard": 0},
}
"""What makes a template short, by kind of drive."""


def short(drive: str) -> DriveSpec:
    """The template of a kind of drive, made short."""
    spec = ct.loads(DRIVES[drive].template())
    return spec.with_values(SHORTER.get(drive, {}))


def digest(run: Run | Path) -> str:
    """One number for all that a run computed, its clock left out."""
    opened = ct.open_run(run) if isinstance(run, Path) else run
    total = hashlib.sha256()
    for name in sorted(opened.names):
        values = np.asarray(opened.read(name))
        plain = repr(list(values)) if values.dtype == object else ""
        total.update(name.encode() + (plain.encode() or values.tobytes()))
    return total.hexdigest()
