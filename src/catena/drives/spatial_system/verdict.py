"""Key numbers, checks and the verdict of bodies in space."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from catena.drives.spatial_system.rods import radius_of
from catena.drives.spatial_system.spec import Spec
from catena.numerics.arrays import Floats
from catena.results.health import Check, KeyNumber, Outcome
from catena.run.driven_means import drift_remark, driven_means
from catena.run.history import History
from catena.run.pace import Pace
from catena.run.verdict import (
    energy_by_cause,
    energy_check,
    penetration_check,
    step_warnings,
    within,
)

MOST_UNSOLVED = 0.01
"""Share of steps whose contacts may end unsolved."""
STORED = ("kinetic_energy", "stored_energy")
MOST_BODIES = 10
"""Bodies whose speeds are listed."""


def outcome_of(spec: Spec, history: History, pace: Pace) -> Outcome:
    """What the run says about itself."""
    whole = history.whole()
    unsolved = float(whole["unsolved"].mean())
    checks = (
        _energy(whole),
        *_penetration(spec, float(whole["penetration"].max())),
        within("contacts", "steps whose contacts were not solved, share", unsolved,
               MOST_UNSOLVED),
    )  # fmt: skip
    found = driven_means(history, STORED)
    return Outcome(
        verdict=found.told(_words(spec, whole, pace)),
        key_numbers=(*_numbers(spec, whole), *found.stated),
        checks=checks,
        warnings=(
            *step_warnings(checks, pace.step),
            *(
                f"{check.label} is {check.value:.2g}: take a smaller solve.step, or a "
                "stiffer contact where it is elastic"
                for check in checks[1:]
                if not check.ok
            ),
            *drift_remark(found),
        ),
        settled=found.settled,
    )


def _balance(whole: Mapping[str, Floats]) -> tuple[float, float]:
    """Energy that the time steps took, and energy exchanged [J]."""
    kinetic, stored, loss = (whole[name] for name in (*STORED, "loss"))
    gained = float(kinetic[-1] + stored[-1] - kinetic[0] - stored[0])
    taken = float(whole["input_work"][-1]) - float(loss[-1].sum()) - gained
    exchanged = max(
        float(np.ptp(kinetic)), float(np.ptp(stored)), float(np.abs(loss[-1]).sum()),
        1e-3 * float(np.abs(kinetic).max()),
    )  # fmt: skip
    return taken, exchanged


def _energy(whole: Mapping[str, Floats]) -> Check:
    """A body that only turns and flies exchanges next to nothing."""
    taken, exchanged = _balance(whole)
    return energy_check(taken, exchanged, "J")


def _penetration(spec: Spec, depth: float) -> list[Check]:
    """Deepest overlap over the smallest sphere or bar that may touch, if any may."""
    names = {name for part in spec.contact for name in part.between}
    radii = [part.radius for part in spec.sphere if part.name in names]
    radii += [part.radius for part in spec.cylinder if part.name in names]
    radii += [radius_of(rod) for rod in spec.rod if rod.name in names]
    if not radii:
        return []
    return [penetration_check(depth, min(radii), "smallest radius that touches")]


def _numbers(spec: Spec, whole: Mapping[str, Floats]) -> list[KeyNumber]:
    numbers = []
    for i, name in enumerate(spec.movers[:MOST_BODIES]):
        speed = float(np.linalg.norm(whole["velocity"][-1, i]))
        spin = float(np.linalg.norm(whole["spin"][-1, i]))
        numbers += [
            KeyNumber(f"speed_{i + 1}", f"speed of {name}, end", speed, "m/s"),
            KeyNumber(f"spin_{i + 1}", f"spin of {name}, end", spin, "rad/s"),
        ]
    return [*numbers, *energy_by_cause(whole["loss"][-1], _balance(whole)[0])]


def _words(spec: Spec, whole: Mapping[str, Floats], pace: Pace) -> str:
    lost = float(whole["loss"][-1].sum())
    energy = float(whole["kinetic_energy"][-1])
    bodies = "body" if len(spec.movers) == 1 else "bodies"
    return (
        f"{len(spec.movers)} {bodies} in space for {pace.duration:.4g} s: kinetic "
        f"energy {energy:.4g} J at the end, {lost:.4g} J lost."
    )
