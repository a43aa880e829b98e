"""What a variator can carry at most before one of its pulleys slips.

Flanks touch further in than the ring on which the band turns: a pulley slips at
M = 2 mu F rho / cos(delta_0), with its own force F and flank radius rho. The force of a
pulley at an end stop is that of the band under the load.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from catena.drives.pushbelt_cvt.layout.belt_lengths import belt_lengths
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.belt_equilibrium import (
    Band,
    Equilibrium,
    most_active_angle,
    slip_torque,
    with_force,
)
from catena.drives.variator import slip_limit as flanks
from catena.drives.variator.boundary.data import at_start
from catena.drives.variator.sheave_names import PULLEYS
from catena.geometry.variator import BeltGeometry

HALVINGS = 50


@dataclass(frozen=True)
class SlipLimit:
    """What the variator carries at most."""

    torque: float
    """On the secondary pulley, a magnitude [N m]."""
    pulley: str
    """Which slips first."""
    force: float
    """Axial force on it there [N]."""
    reason: str
    """Why not more."""


@dataclass(frozen=True)
class Carried:
    """Torque on one pulley beside what it can hold [N m]."""

    pulley: str
    torque: float
    limit: float
    force: float
    radius: float

    @property
    def share(self) -> float:
        """Of the slip limit that is used."""
        return self.torque / self.limit


def given_forces(spec: Spec) -> dict[str, float]:
    """Axial forces known before the run, by pulley [N]."""
    boundary = spec.boundary
    if boundary.stop == "both":
        return {"secondary": spec.start.clamping or 0.0}
    given = {name: getattr(boundary, f"{name}_force") for name in PULLEYS}
    return {name: at_start(force) for name, force in given.items() if force is not None}


def carried(spec: Spec, state: Equilibrium) -> tuple[Carried, Carried]:
    """What both pulleys hold of a running belt, and could."""
    known, geometry = given_forces(spec), state.geometry
    depth = belt_lengths(spec).fibre_level
    parts = (
        ("primary", state.torque_primary, state.force_primary, geometry.radius_i),
        ("secondary", state.torque, state.force_secondary, geometry.radius_o),
    )
    found = []
    for grip, (pulley, torque, own, radius) in zip(
        spec.friction.grips, parts, strict=True
    ):
        force = known.get(pulley, own)
        limit = flanks.slip_torque(
            grip.holding, force, radius - depth, spec.variator.wedge_angle
        )
        found.append(Carried(pulley, abs(torque), limit, force, radius - depth))
    return found[0], found[1]


def slip_limit(
    spec: Spec, band: Band, geometry: BeltGeometry, speed: float, sign: float = 1.0
) -> SlipLimit:
    """Largest torque on the secondary pulley at the forces of a specification.

    The smaller of two: the band slides on the whole smaller wrap, or friction on the
    flanks of a pulley is used up.
    """
    known = given_forces(spec)
    pulley = "secondary" if "secondary" in known else "primary"
    most = slip_torque(band, geometry, speed, pulley, known[pulley], sign)

    def fullest(torque: float) -> Carried:
        state = with_force(band, geometry, speed, sign * torque, pulley, known[pulley])
        return max(carried(spec, state), key=lambda one: one.share)

    low, high = 0.0, most * (1.0 - 1e-9)
    at_most = fullest(high)
    if at_most.share <= 1.0:
        wrap = math.degrees(most_active_angle(geometry))
        name = PULLEYS[0] if geometry.wrap_i <= geometry.wrap_o else PULLEYS[1]
        force = carried(
            spec, with_force(band, geometry, speed, sign * high, pulley, known[pulley])
        )[PULLEYS.index(name)].force
        words = f"the belt slides on its whole wrap of {wrap:.1f} deg"
        return SlipLimit(most, name, force, words)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if fullest(middle).share <= 1.0 else (low, middle)
    last = fullest(high)
    words = f"friction is used up at the flanks' radius of {1e3 * last.radius:.4g} mm"
    return SlipLimit(low, last.pulley, last.force, words)
