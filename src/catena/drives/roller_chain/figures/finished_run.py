"""What a finished run was: its specification and layout, and settled signals."""

from __future__ import annotations

import tomllib
from functools import lru_cache

import numpy as np

from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.preload import assembled
from catena.drives.roller_chain.verdict import settle_time
from catena.results.run import Run


def drive_of(run: Run) -> tuple[Spec, Layout]:
    """The specification of a run and the layout that follows from it."""
    return _drive_of(run.spec_text)


@lru_cache(maxsize=4)
def _drive_of(spec_text: str) -> tuple[Spec, Layout]:
    """The same; every figure of a report asks for it."""
    spec = Spec.model_validate(tomllib.loads(spec_text))
    return spec, assembled(spec)


def settled(run: Run, spec: Spec) -> slice:
    """The samples after the settling time."""
    time = run.read("time")
    first = int(np.searchsorted(time, settle_time(spec)))
    return slice(min(first, max(0, time.size - 16)), None)


def shown_from(spec: Spec) -> str:
    """In a caption: which part of the run a figure shows."""
    return f"From {settle_time(spec):.3g} s on"
