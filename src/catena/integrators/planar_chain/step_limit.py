"""Largest stable step of a planar chain."""

from __future__ import annotations

import math

import numpy as np

from catena.codes import NormalLaw
from catena.integrators.planar_chain.assembly import link_view, rotor_view, turn_dof
from catena.integrators.planar_chain.tables import Part, System
from catena.laws.johnson import limit_force

DESIGN_FORCE = 2000.0
"""Contact force for which the step of curved laws is chosen [N]."""


def tooth_stiffness(system: System) -> float:
    """Tangent stiffness of the law of the teeth [N/m]; 0 of rigid ones.

    Curved laws stiffen slowly with their force, so one large force serves them all.
    """
    group = system.groups[Part.TOOTH]
    if group.law == NormalLaw.UNILATERAL_NEWTON:
        return 0.0
    if group.law == NormalLaw.HERTZ:
        depth = (DESIGN_FORCE / group.k) ** (1.0 / group.p)
        return float(group.p * DESIGN_FORCE / depth)
    if group.law == NormalLaw.JOHNSON:
        limit = limit_force(group.k, group.p, group.length)
        per_length = min(DESIGN_FORCE, 0.3 * limit) / group.length
        reach = math.log(4.0 * math.pi * group.k * group.p / per_length)
        return float(math.pi * group.k * group.length / (reach - 2.0))
    return float(group.k)


def largest_step(system: System) -> float:
    """Largest stable time step [s], with all rollers seated.

    The stiffest motion of a ring of links: neighbours against each other, along or
    across the chain, each also held by a tooth; or of a light wheel against its teeth,
    bearing or shaft. Stable while l_K dt^2 + 2 l_D dt < 4.
    """
    m_inv, _, J_inv = link_view(system, system.M_inv)
    joints, k_tooth = system.joints[: system.half.size], tooth_stiffness(system)
    d_tooth = system.groups[Part.TOOTH].d if k_tooth > 0.0 else 0.0
    swing = np.maximum(m_inv, system.half**2 * J_inv)
    l_K = float((4.0 * joints.k * swing).max() + 2.0 * k_tooth * m_inv.max())
    l_D = float((4.0 * joints.d * swing).max() + 2.0 * d_tooth * m_inv.max())
    l_D = max(l_D, 4.0 * float(joints.d_turn.max() * J_inv.max()))
    for k_rotor, d_rotor in _rotor_rates(system, k_tooth, d_tooth):
        l_K, l_D = max(l_K, k_rotor), max(l_D, d_rotor)
    return (math.sqrt(l_D * l_D + 4.0 * l_K) - l_D) / l_K


def _rotor_rates(
    system: System, k_tooth: float, d_tooth: float
) -> list[tuple[float, float]]:
    """Stiffness and damping over inertia of all wheels, half their teeth loaded."""
    rotors, found = system.rotors, []
    M_inv = rotor_view(system, system.M_inv)
    for j, wheel in enumerate(system.teeth.wheels):
        teeth = float(wheel.teeth)  # half of them, two sides each
        lightness = M_inv[2, j] * rotors[j].r_pitch ** 2
        found.append((teeth * k_tooth * lightness, teeth * d_tooth * lightness))
        if rotors[j].mount >= 0:
            mount = system.mounts[rotors[j].mount]
            k, d = mount.k + teeth * k_tooth, mount.d + teeth * d_tooth
            found.append((k * M_inv[0, j], d * M_inv[0, j]))
    found += _roller_rates(system, k_tooth, d_tooth)
    slowing = rotors.drag * M_inv[2]
    for load in system.imposed.loads:
        slowing[load.account] += load.droop * M_inv[2, load.account]
    found.append((0.0, float(slowing.max())))
    first = turn_dof(system, 0)
    for shaft in system.shafts:
        lightness = M_inv[2, [shaft.a - first, shaft.b - first]].sum()
        found.append((float(shaft.k * lightness), float(shaft.d * lightness)))
    return found


def _roller_rates(
    system: System, k_tooth: float, d_tooth: float
) -> list[tuple[float, float]]:
    """Of free rollers between their bush and two flanks."""
    n = system.half.size
    if system.joints.size == n:
        return []
    bushes = system.joints[n:]
    m_inv, _, J_inv = system.M_inv.reshape(3, -1)
    light = m_inv[bushes.b]
    link = m_inv[bushes.a] + bushes.a_x**2 * J_inv[bushes.a]
    k = bushes.k * (light + link) + 2.0 * k_tooth * light
    d = bushes.d * (light + link) + 2.0 * d_tooth * light
    return [(float(k.max()), float(d.max()))]
