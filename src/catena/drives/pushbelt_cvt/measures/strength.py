"""Stress of the ring's layers and pressures on flanks and saddles.

Layers share the tension evenly and bend by themselves, free of stress on the circle
they were made on (circumference L). On their outer side

    sigma_max = T_max / A + E t/2 (1/r_min - 2 pi/L)   on the smaller pulley
    sigma_min = T_min / A - E t/2  2 pi/L              in a straight strand

and the index of fatigue is that of Smith, Watson and Topper, sqrt(sigma_max sigma_a)
with sigma_a = (sigma_max - sigma_min) / 2, a stress to hold against the endurance limit
under alternating load. Friction between layers (``ring_layers``) adds half of what it
makes the tension of a layer differ by, above and below. Pressures are the largest force
on a real element over its nominal area.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from catena.drives.pushbelt_cvt.layout.belt_data import ring_section
from catena.drives.pushbelt_cvt.layout.belt_lengths import belt_lengths
from catena.drives.pushbelt_cvt.measures.ring_layers import layer_friction
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.numerics.arrays import Floats
from catena.results.health import KeyNumber


def strength_numbers(
    spec: Spec, signals: Mapping[str, Floats], begin: float
) -> list[KeyNumber]:
    """Stresses and pressures of the snapshots from a time on."""
    late = signals["snapshot_time"] >= begin
    if not late.any():
        return []
    largest, least = (
        float(take(signals[name][late]))
        for name, take in (("largest_tension", np.max), ("least_tension", np.min))
    )
    radii = signals["running_radius"][late]
    high, low = ring_stresses(spec, largest, least, float(radii.min()))
    middle = radii.mean(axis=0)
    layers = layer_friction(
        spec,
        0.5 * (largest + least),
        float(signals["belt_speed"].mean()),
        (float(middle[0]), float(middle[1])),
    )
    high, low = high + 0.5 * layers.stress, low - 0.5 * layers.stress
    amplitude = 0.5 * (high - low)
    flank = float(signals["largest_flank_force"][late].max()) / flank_area(spec)
    saddle = float(signals["largest_saddle_force"][late].max()) / saddle_area(spec)
    return [
        KeyNumber("ring_stress", "largest stress of a ring layer", high, "Pa"),
        KeyNumber("ring_stress_amplitude", "amplitude of a ring layer's stress",
                  amplitude, "Pa"),
        KeyNumber("ring_fatigue", "fatigue index of a ring layer, Smith-Watson-Topper",
                  math.sqrt(max(high, 0.0) * amplitude), "Pa"),
        KeyNumber("layer_slip", "sliding of ring layers on each other", layers.speed,
                  "m/s"),
        KeyNumber("layer_power", "power of friction between ring layers, beside the "
                  "losses of the motion", layers.power, "W"),
        KeyNumber("layer_stress", "stress of a layer by friction of others, range",
                  layers.stress, "Pa"),
        KeyNumber("flank_pressure", "largest mean pressure on a flank", flank, "Pa"),
        KeyNumber("saddle_pressure", "largest mean pressure on a saddle", saddle,
                  "Pa"),
    ]  # fmt: skip


def ring_stresses(
    spec: Spec, largest: float, least: float, radius: float
) -> tuple[float, float]:
    """Largest and least stress of a layer's outer side [Pa].

    Args:
        spec: The variator.
        largest: Tension of all rings [N].
        least: Tension of all rings [N].
        radius: On the smaller pulley [m].
    """
    area, half = ring_section(spec), 0.5 * spec.ring.young * spec.ring.layer_thickness
    made = 2.0 * math.pi / belt_lengths(spec).ring
    return largest / area + half * (1.0 / radius - made), least / area - half * made


def real_thickness(spec: Spec) -> float:
    """Of a real element [m]."""
    return belt_lengths(spec).pitch_line / spec.belt.element_count_real


def flank_area(spec: Spec) -> float:
    """Nominal contact of one flank of a real element with its sheave [m^2]."""
    element = spec.element
    height = element.flank_high_height - element.flank_low_height
    return height / math.cos(spec.variator.wedge_angle) * real_thickness(spec)


def saddle_area(spec: Spec) -> float:
    """Nominal contact of all ring sets with the saddles of a real element [m^2]."""
    return spec.ring.set_count * spec.ring.width * real_thickness(spec)
