"""What kinds of drives can do besides running: the verbs their rooms declare.

A room that can do more has a ``verbs.py`` with one line for each verb::

    VERBS = {"steady": "catena.drives.roller_chain.orbit:orbit_of"}

The command of that name looks here, not at the kind. A verb that the room does not
declare is refused with the kinds that can. Only words are read for that: the room's
function is imported when it is called. ``WITHOUT`` beside ``VERBS`` may say why a verb
is missing. What each verb hands over and expects back
stands in ``SIGNATURES``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from catena.drives import DRIVES
from catena.errors import InputError
from catena.results.figures import Figure
from catena.results.trust import Trust
from catena.units import UnitError, to_si

PULSE_WORDS = (
    "second start: expected a pulse as a factor of the load other than 1 and a time, "
    "such as '3 x 60 ms'"
)

SIGNATURES = {
    "steady": "(spec, State or None) -> Orbit",
    "kinematics": "(spec) -> Answer",
    "compare-engines": "(spec, EngineOptions, progress) -> Answer",
    "map": "(spec) -> Maps",
    "modes": "(spec) -> SmallMotion",
    "modes-at": "(spec, coordinates) -> SmallMotion",
    "statics": "(spec) -> Structure",
    "second-start": "(spec, run, Pulse, progress) -> Answer",
    "variator": "(spec, Questions, progress) -> Answer",
    "cvt-elements": "(run, numbers) -> Answer",
}
"""Every verb a room may declare, with the function it declares for it."""


@dataclass(frozen=True)
class Answer:
    """What a verb found: in words, as plain data, drawn, and whether to trust it."""

    lines: Sequence[str]
    """For the terminal."""
    facts: Mapping[str, Any]
    """For ``--json`` and for Python."""
    figures: Sequence[Figure] = ()
    tables: Mapping[str, str] = field(default_factory=dict)
    """Texts of files, such as CSV, by their names."""
    trust: Trust = Trust.TRUSTED


@dataclass(frozen=True)
class Pulse:
    """What a second start pushes with, for a while."""

    factor: float = 2.0
    """Torque during the pulse, over the load."""
    length: float = 0.04
    """How long it acts [s]."""

    @classmethod
    def stated(cls, words: str) -> Pulse:
        """A pulse as it is written: ``3 x 60 ms``.

        Raises:
            InputError: it is written otherwise, is no other torque, or has no length.
        """
        factor, _, length = words.partition("x")
        try:
            made = cls(to_si(factor.strip(), ""), to_si(length.strip(), "s"))
        except UnitError as error:
            raise InputError(f"{PULSE_WORDS}; found {words!r} ({error})") from error
        if not (made.length > 0.0 and made.factor != 1.0):
            raise InputError(f"{PULSE_WORDS}; found {words!r}")
        return made

    def __str__(self) -> str:
        times = "twice" if self.factor == 2.0 else f"{self.factor:g} times"
        return f"{times} the torque for {1e3 * self.length:g} ms"


@dataclass(frozen=True)
class EngineOptions:
    """Which engines are compared, and how."""

    names: Sequence[str] = ()
    """None: all that can."""
    halvings: int = 2
    """How often the step is halved."""
    tolerance: float = 0.01
    """Difference that still counts as agreement, relative."""
    large: bool = False
    """Also runs that take hours or fill a disk."""


def verbs_of(kind: str) -> dict[str, str]:
    """The verbs a kind of drive declares, each with its function as words."""
    name = f"catena.drives.{kind}.verbs"
    if kind not in DRIVES or not _exists(name):
        return {}
    return dict(import_module(name).VERBS)


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # its room is a single file
        return False


def why_not(kind: str, verb: str) -> str:
    """The reason a room states for a verb it lacks, to go on a sentence with."""
    name = f"catena.drives.{kind}.verbs"
    if kind not in DRIVES or not _exists(name):
        return ""
    reason = getattr(import_module(name), "WITHOUT", {}).get(verb)
    return f", {reason}" if reason else ""


def kinds_that(verb: str) -> list[str]:
    """Kinds of drives that declare a verb."""
    return [kind for kind in DRIVES if verb in verbs_of(kind)]


def ability(kind: str, verb: str) -> Any:
    """The function of a room for a verb.

    Raises:
        InputError: this kind does not declare it; names the kinds that do.
    """
    declared = verbs_of(kind)
    if verb not in declared:
        able = ", ".join(kinds_that(verb)) or "none so far"
        why = why_not(kind, verb)
        raise InputError(
            f"{verb}: a {kind or 'drive'} cannot{why}; kinds that can: {able}"
        )
    module, _, function = declared[verb].partition(":")
    return getattr(import_module(module), function)
