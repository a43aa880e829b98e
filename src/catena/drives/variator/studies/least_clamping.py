"""The least clamping for a safety against slip, and what it saves.

The slip limit of a pulley grows with its clamping, 2 mu F r / cos(delta_0): a run with
the torque ratio xi has the safety 1 / xi, and needs xi times the wanted safety of its
clamping. Thrust and radii follow the clamping, a pulley at its stop above all, so that
further tries take the power law through the last two.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, cast

from catena.drives.running import simulate
from catena.drives.verbs import Answer
from catena.errors import InputError
from catena.run.protocols import Progress
from catena.spec.parts import DriveSpec

TRIES = 5
NEAR = 0.01
"""Difference of the safety that is taken as reached."""
LEAST_SAFETY = 1.02
SLOWEST, FASTEST = 0.25, 4.0
"""Powers between which the safety may grow with the clamping."""
FORCES = ("boundary.primary_force", "boundary.secondary_force")


@dataclass(frozen=True)
class Clamped:
    """One run: clamping by key [N], its safety against slip, and what it costs."""

    forces: dict[str, float]
    safety: float
    lost: float
    """Power [W]."""
    tension: float
    """Largest of a strand or ring [N]."""

    def __str__(self) -> str:
        forces = " and ".join(f"{force:.5g} N" for force in self.forces.values())
        words = f"clamping {forces}: safety {self.safety:.3f}, {self.lost:.4g} W lost"
        if math.isnan(self.tension):
            return words
        return f"{words}, tension up to {self.tension:.5g} N"


def least_clamping(spec: DriveSpec, safety: float, progress: Progress) -> Answer:
    """Run as clamped now and as the safety needs it; what is saved.

    Raises:
        InputError: no clamping is given as a number, or there is no load.
    """
    if not safety >= LEAST_SAFETY:
        raise InputError(
            f"variator: found a safety of {safety:g}; expected at least {LEAST_SAFETY}"
        )
    tried = [clamped(spec, given_forces(spec), progress)]
    for _ in range(TRIES):
        if abs(safety / tried[-1].safety - 1.0) <= NEAR:
            break
        factor = (safety / tried[-1].safety) ** (1.0 / growth(tried))
        forces = {key: factor * force for key, force in tried[-1].forces.items()}
        tried.append(clamped(spec.with_values(forces), forces, progress))
    now, least = tried[0], tried[-1]
    saved = now.lost - least.lost
    lines = [f"  now    {now}", f"  least  {least}"]
    verb = "saves" if saved >= 0.0 else "costs"
    lines.append(
        f"  a safety of {least.safety:.3f} {verb} {abs(saved):.4g} W, "
        f"{abs(saved) / now.lost:.1%} of what is lost now"
    )
    if abs(safety / least.safety - 1.0) > NEAR:
        lines.append(f"  a safety of {safety:g} was not reached in {len(tried)} runs")
    facts = {"now": vars(now), "least": vars(least), "saved_power": saved}
    return Answer(lines, {"clamping": facts})


def growth(tried: list[Clamped]) -> float:
    """Power of the clamping with which the safety grows, by the last two runs."""
    if len(tried) < 2:
        return 1.0
    key = next(iter(tried[0].forces))
    before, last = tried[-2:]
    found = math.log(last.safety / before.safety)
    found /= math.log(last.forces[key] / before.forces[key])
    return min(max(found, SLOWEST), FASTEST)


def given_forces(spec: DriveSpec) -> dict[str, float]:
    """Clamping forces of the file by key [N]."""
    boundary = cast("Any", spec).boundary
    found = {key: getattr(boundary, key.partition(".")[2]) for key in FORCES}
    given = {key: value for key, value in found.items() if value is not None}
    if not given or not all(isinstance(value, float) for value in given.values()):
        raise InputError(
            "variator: least clamping needs clamping forces as numbers; expected "
            "boundary.primary_force or boundary.secondary_force"
        )
    return given


def clamped(spec: DriveSpec, forces: dict[str, float], progress: Progress) -> Clamped:
    """Run a variator and read its safety and losses."""
    with simulate(spec, progress=progress, large=True) as run:
        value = {n.name: n.value for n in run.outcome.key_numbers}
    if not value["torque_ratio"] > 0.0:
        raise InputError("variator: least clamping needs a load; found no torque")
    lost = sum(v for name, v in value.items() if name.startswith("loss_"))
    pulls = [v for name, v in value.items() if name.startswith("tension_")]
    tension = max(pulls, default=float("nan"))
    return Clamped(forces, 1.0 / value["torque_ratio"], lost, tension)
