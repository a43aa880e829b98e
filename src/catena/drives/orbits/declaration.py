"""What a drive declares so that its even running can be found and recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from catena.drives import DRIVES
from catena.drives.verbs import ability, kinds_that, verbs_of
from catena.errors import InputError
from catena.periodic.shooting.symmetry import PeriodMap
from catena.run.cost import refuse_large
from catena.run.protocols import Job
from catena.spec.parts import DriveSpec
from catena.tables.checkpoint import copied

NO_ORBIT = {
    "pushbelt_cvt": (
        "elements beat against each other and the motion of a pushbelt is chaotic: no "
        "element repeats what the one ahead did"
    ),
    "belt_drive": "a belt has no pitch: a run settles to a state that does not change",
    "roller_span": "a strand changes its number of links; its run says what repeats",
    "system": "a system declares no parts that take each other's places",
    "spatial_system": "a system declares no parts that take each other's places",
}
"""Why some kinds of drives have none."""


@dataclass(frozen=True, eq=False)
class Orbit:
    """A drive, ready for the search of its even running."""

    spec: DriveSpec
    """The drive with boundaries as they are in the end."""
    advance: PeriodMap
    """One period, at the state the search begins with."""
    pitches: int
    """After how many pitches the drive looks the same."""
    periods: int
    """Periods of the excitation which that is; 1 unless a longer motion is asked for.
    """
    scales: str
    """What counts as one in a residual, in words."""
    start: str
    """What the search begins with, in words."""
    recorded: Callable[[float], DriveSpec]
    """The run that records whole periods of a length [s]."""
    job: Callable[[DriveSpec, Any], Job]
    """Such a run from a State."""
    advice: str = ""
    """What the user may state otherwise where none is found, with present values."""
    balance: str = ""
    """What motors and loads do to the speed, where none is prescribed."""
    speed: str = ""
    """At which speed it runs in the end, in words, where one is prescribed."""

    @property
    def where(self) -> str:
        """What the search begins with, and at which speed, in words."""
        return f"{self.start}, at {self.speed}" if self.speed else self.start


class OrbitMaker(Protocol):
    """``orbit_of`` of a room."""

    def __call__(self, spec: Any, begin: Any = None, *, periods: int = 1) -> Orbit:
        """The orbit of a drive, from its own start or from a State of a like one."""


def orbit_of(spec: DriveSpec, begin: Any = None, *, periods: int = 1) -> Orbit:
    """The orbit of any drive, from its own start or from a State of a like drive.

    Args:
        spec: The drive.
        begin: The State, or its arrays.
        periods: After how many periods of its excitation the motion repeats.

    Raises:
        InputError: this kind of drive declares none, or what makes periods differ.
    """
    check_symmetry(spec)
    made: OrbitMaker = ability(spec.drive, "steady")
    return made(spec, begin, periods=periods)


def check_symmetry(spec: DriveSpec) -> None:
    """Refuse a kind of drive that declares none.

    Raises:
        InputError: with the kinds that do.
    """
    if "steady" not in verbs_of(spec.drive):
        why = NO_ORBIT.get(spec.drive, "its verbs are simulate, chart and study")
        raise InputError(
            f"{spec.drive}: has no even running by symmetry ({why}); drives with one: "
            f"{', '.join(kinds_that('steady'))}"
        )


def check_search(spec: DriveSpec, large: bool) -> None:
    """Refuse, before anything is computed, what cannot be searched or costs too much.

    A search takes about as long as the run it spares.

    Raises:
        InputError: this kind of drive has no even running, or a run is large.
    """
    check_symmetry(spec)
    if not large:
        refuse_large(DRIVES[spec.drive].build(spec.checked()))


def reset(state: Any) -> Any:
    """A copy of a State at time 0 with an empty ledger."""
    fresh = copied(state)
    for values in (fresh.t, *fresh.ledger):
        values[:] = 0.0
    return fresh
