"""Friction between the layers of a ring set, by a formula beside the simulation.

The run computes the rings as one band and the friction of its inner side on the
saddles; layers that slide on each other come out of the following. A layer is a loop
that keeps its length, so that it has one speed all around. On a pulley of radius r its
outer side is faster by v t / r than the inner side of the next one would have to be,
with the thickness t of a layer: two layers cannot match on both pulleys. They stick
where they are pressed harder and slide on the other pulley with

    dv = v t |1/r_1 - 1/r_2|

n layers that share the tension T press the interface j with (T - m v^2) (n - j) / n
per angle. Over the wrap theta of the pulley where that is less, the interfaces of all
sets together take the power

    P = mu (n - 1) / 2 (T - m v^2) theta dv

and a layer between two others gets mu (T - m v^2) theta / n from the difference of
both: by so much its tension differs between the strands, up or down.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.drives.pushbelt_cvt.layout.belt_data import (
    ring_mass_per_length,
    ring_section,
)
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.geometry.variator import contact_angle


class LayerFriction(NamedTuple):
    """What sliding layers do."""

    speed: float
    """Of neighbours on each other [m/s]."""
    power: float
    """Lost by all of them [W]."""
    stress: float
    """Largest difference of a layer's stress between the strands [Pa]."""


def layer_friction(
    spec: Spec, tension: float, speed: float, radii: tuple[float, float]
) -> LayerFriction:
    """Of a belt at a mean tension of all rings [N], its speed [m/s] and radii [m]."""
    ring, friction = spec.ring, spec.friction
    mu = friction.saddle if friction.layer is None else friction.layer
    half = float(contact_angle(*radii, spec.variator.centre_distance))
    wrap = 2.0 * min(half, math.pi - half)
    pull = max(tension - ring_mass_per_length(spec) * speed**2, 0.0)
    sliding = speed * ring.layer_thickness * abs(1.0 / radii[0] - 1.0 / radii[1])
    power = mu * 0.5 * (ring.layer_count - 1) * pull * wrap * sliding
    among = mu * pull * wrap / ring_section(spec) if ring.layer_count > 1 else 0.0
    return LayerFriction(sliding, power, among)
