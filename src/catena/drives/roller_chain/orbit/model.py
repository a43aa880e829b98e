"""What a search of even running asks of a chain, in the plane or in space."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from catena.drives.roller_chain.spec.drive import Spec
from catena.periodic.shooting.period import Steps
from catena.periodic.shooting.symmetry import PeriodMap, Symmetry


class Model(NamedTuple):
    """Functions of a job and of its states."""

    build: Callable[[Spec], Any]
    """The job of a drive."""
    links: Callable[[Any], int]
    """How many there are."""
    common_period: Callable[[Any], int]
    """Pitches after which links and excitations all stand as before."""
    first_state: Callable[[Any], Any]
    """With which its run starts."""
    like_state: Callable[[Any, Any], Any]
    """A state of a like drive, at the speed of this one."""
    reset: Callable[[Any], Any]
    """A state at time 0 with an empty ledger."""
    steps_of: Callable[[Any], Steps]
    """Steps of the drive by its own engine."""
    symmetry: Callable[[Any, int], Symmetry]
    """Of a drive that looks the same after some pitches."""
    period_map: type[PeriodMap]
