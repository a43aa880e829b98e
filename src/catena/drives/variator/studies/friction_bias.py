"""What softened friction changes against friction that sticks.

Below its softening speed friction grows in proportion to sliding, so that contacts
that would stick creep. The bias is measured: the same run once more without softening.
"""

from __future__ import annotations

from typing import Any, cast

from catena.drives.running import simulate
from catena.drives.step_check import changes_of
from catena.drives.variator.sheave_names import PULLEYS
from catena.drives.verbs import Answer
from catena.errors import InputError
from catena.rounding import rounded
from catena.run.protocols import Progress
from catena.spec.parts import DriveSpec

TOLD = ("thrust_ratio", "slip", "efficiency", "friction_loss", "torque_ratio")


def friction_bias(spec: DriveSpec, progress: Progress) -> Answer:
    """Run with softened friction and with friction that sticks, and compare.

    Raises:
        InputError: friction is not softened.
    """
    sticks = sticking(spec)
    with simulate(spec, progress=progress, large=True) as soft:
        with simulate(sticks, progress=progress, large=True) as hard:
            changes = changes_of(soft.outcome, hard.outcome)
    lines, facts = [], {}
    for change in changes:
        name, value = change.number.name, change.number.value
        facts[name] = {"softened": value, "sticking": change.half}
        if name in TOLD:
            unit = "" if change.number.units == "1" else f" {change.number.units}"
            off = f", {value / change.half - 1.0:+.2%}" if change.half else ""
            lines.append(
                f"  {change.number.label}: {rounded(value, 5)}{unit} softened, "
                f"{rounded(change.half, 5)}{unit} sticking{off}"
            )
    return Answer(lines, {"friction_bias": facts})


def sticking(spec: DriveSpec) -> DriveSpec:
    """The same variator with friction that sticks."""
    friction = cast("Any", spec).friction
    keys = [
        f"friction.{name}.softening_speed"
        for name in PULLEYS
        if (grip := getattr(friction, name)) is not None and grip.softening_speed > 0.0
    ]
    if not keys:
        raise InputError(
            "variator: friction is not softened, so that it has no bias; expected "
            "friction.primary.softening_speed or that of the secondary pulley"
        )
    return spec.with_values(dict.fromkeys(keys, 0.0))
