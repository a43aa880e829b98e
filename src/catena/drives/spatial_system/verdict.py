"""Key numbers, checks and the verdict of bodies in space."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from catena.drives.spatial_system.signals import MECHANISMS
from catena.drives.spatial_system.spec import Spec
from catena.numerics.arrays import Floats
from catena.results.health import KeyNumber, Outcome
from catena.run.history import History
from catena.run.pace import Pace
from catena.run.verdict import within

LARGEST_ENERGY = 1e-3
"""Energy not explained over what is exchanged."""
LARGEST_DEPTH = 0.02
"""Overlap over the smallest radius of a sphere that touches."""
MOST_UNSOLVED = 0.01


def outcome_of(spec: Spec, history: History, pace: Pace) -> Outcome:
    """What the run says about itself."""
    whole = history.whole()
    kinetic, stored = whole["kinetic_energy"], whole["stored_energy"]
    loss = whole["loss"][-1]
    gained = float(kinetic[-1] + stored[-1] - kinetic[0] - stored[0])
    unexplained = float(whole["input_work"][-1]) - float(loss.sum()) - gained
    moved = max(
        float(np.ptp(kinetic)), float(np.ptp(stored)), float(np.abs(loss).sum()),
        1e-3 * float(np.abs(kinetic).max()), 1e-300,
    )  # fmt: skip
    radius = min(
        (
            s.radius
            for s in spec.sphere
            if any(s.name in c.between for c in spec.contact)
        ),
        default=np.inf,
    )
    depth = float(whole["penetration"].max()) / radius
    unsolved = float(whole["unsolved"].mean())
    checks = (
        within("energy", "energy not explained, over what is exchanged",
               abs(unexplained) / moved, LARGEST_ENERGY),
        within("penetration", "overlap over the smallest radius", depth, LARGEST_DEPTH),
        within("contacts", "steps whose contacts were not solved, share", unsolved,
               MOST_UNSOLVED),
    )  # fmt: skip
    numbers = _numbers(spec, whole)
    return Outcome(
        verdict=_words(spec, whole, pace),
        key_numbers=tuple(numbers),
        checks=checks,
        warnings=tuple(
            f"{check.label} is {check.value:.2g}: a smaller solve.step is better"
            for check in checks
            if not check.ok
        ),
    )


def _numbers(spec: Spec, whole: Mapping[str, Floats]) -> list[KeyNumber]:
    numbers = []
    for i, part in enumerate(spec.body):
        speed = float(np.linalg.norm(whole["velocity"][-1, i]))
        spin = float(np.linalg.norm(whole["spin"][-1, i]))
        numbers += [
            KeyNumber(
                f"speed_{i + 1}", f"speed of {part.name} at the end", speed, "m/s"
            ),
            KeyNumber(
                f"spin_{i + 1}", f"spin of {part.name} at the end", spin, "rad/s"
            ),
        ]
    for name, value in zip(MECHANISMS, whole["loss"][-1], strict=True):
        if value:
            key = "lost_to_" + name.replace(" ", "_")
            numbers.append(KeyNumber(key, f"lost to {name}", float(value), "J"))
    return numbers[:40]


def _words(spec: Spec, whole: Mapping[str, Floats], pace: Pace) -> str:
    lost = float(whole["loss"][-1].sum())
    energy = float(whole["kinetic_energy"][-1])
    bodies = "body" if len(spec.body) == 1 else "bodies"
    return (
        f"{len(spec.body)} {bodies} in space for {pace.duration:.4g} s: kinetic energy "
        f"{energy:.4g} J at the end, {lost:.4g} J lost."
    )
