"""Shafts in elastic bearings, as bodies and rows of a plan.

Source: [Pfeiffer1997] (15), Figure 5.
"""

from __future__ import annotations

from collections.abc import Sequence

from catena.couplings.mount import MOUNT
from catena.drives.plan import Plan
from catena.drives.wheel_boundary.bearing import PlaneBearingPart

Bearings = Sequence[PlaneBearingPart | None]
"""Of the primary and the secondary pulley; None: rigid."""


def check_bearings(bearings: Bearings, mass: float, carried: str) -> None:
    """Refuse shafts lighter than what runs on them.

    Shafts take the friction of a step at its end, which needs heavy ones.

    Raises:
        ValueError: names the pulley and both masses.
    """
    for name, bearing in zip(("primary", "secondary"), bearings, strict=True):
        if bearing is not None and bearing.mass < mass:
            raise ValueError(
                f"{name}.bearing.mass: found {bearing.mass:g} kg; expected at least "
                f"that of the {carried}, {mass:.4g} kg"
            )


def add_shafts(plan: Plan, bearings: Bearings, group: int) -> None:
    """Both shafts as planar bodies whose turning is held; none if both are rigid.

    Places are counted from where shafts rest without load; a rigid one has no mass
    and stays there.
    """
    if not any(bearings):
        return
    shafts = plan.bodies(3)
    for p, part in enumerate(bearings):
        own = part.mass if part is not None else 0.0
        shafts.add([own, own, 0.0])
        if part is not None:
            plan.rows(MOUNT, body=p, arm=-1, group=group,
                      k=part.stiffness, d=part.damping)  # fmt: skip


def drawn_together(bearings: Bearings, force: float) -> tuple[float, float]:
    """How far two shafts give way along x to a force that draws them together [m]."""
    ways = [force / part.stiffness if part is not None else 0.0 for part in bearings]
    return ways[0], -ways[1]
