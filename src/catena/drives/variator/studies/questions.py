"""Questions of an engineer that a few runs of a variator answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from catena.drives.variator.studies.friction_bias import friction_bias
from catena.drives.variator.studies.least_clamping import least_clamping
from catena.drives.variator.studies.shift_law import shift_law
from catena.drives.verbs import Answer
from catena.errors import InputError
from catena.results.figures import Figure
from catena.run.protocols import Progress
from catena.spec.parts import DriveSpec


@dataclass(frozen=True)
class Questions:
    """What is asked."""

    clamping: bool = False
    """The least clamping, and what it saves."""
    safety: float = 1.3
    """Slip limit over load, for the least clamping."""
    shift: bool = False
    """The rate of the ratio over the force off its balance."""
    friction: bool = False
    """The bias of softened friction."""


def answers(spec: DriveSpec, asked: Questions, progress: Progress) -> Answer:
    """Answer all that is asked, one after the other.

    Raises:
        InputError: nothing is asked, or this variator has no answer.
    """
    found: list[Answer] = []
    if asked.clamping:
        found.append(least_clamping(spec, asked.safety, progress))
    if asked.shift:
        found.append(shift_law(spec, progress))
    if asked.friction:
        found.append(friction_bias(spec, progress))
    if not found:
        raise InputError("variator: ask for --clamping, --shift or --friction")
    lines: list[str] = []
    facts: dict[str, Any] = {}
    figures: list[Figure] = []
    for one in found:
        lines += one.lines
        facts |= one.facts
        figures += one.figures
    return Answer(lines, facts, tuple(figures))
