"""Arrays of the right size and type for a chain, and its largest stable step."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from catena.chain.tables import (
    A_DAMP,
    A_INV,
    A_STIFF,
    ANGLE,
    BEARING,
    DAMP,
    DROOP,
    HALF,
    J_INV,
    M_INV,
    PHI,
    R_INV,
    R_PITCH,
    STIFF,
    TEETH,
    Laws,
    Loss,
    Normal,
    State,
    System,
    Work,
    X,
    Y,
)  # fmt: skip
from catena.geometry.contour import Contour
from catena.geometry.tooth import ToothProfile
from catena.laws.johnson import limit_force
from catena.numerics.arrays import Floats, Ints

DESIGN_FORCE = 2000.0
"""Contact force for which the step of curved laws is chosen [N]."""
ROLLER_REACH = 0.05
"""Room around the tip circle within which rollers are watched, over its radius."""


def rows_of(contours: Sequence[Contour]) -> tuple[Ints, Ints, Floats]:
    """Contours as one table: first and last row of each, codes, shapes."""
    counts = np.cumsum([0] + [len(c.code) for c in contours])
    span = np.stack([counts[:-1], counts[1:]], axis=-1).astype(np.int64)
    if not contours:
        return span.reshape(0, 2), np.zeros(0, np.int64), np.zeros((0, 6))
    code = np.concatenate([c.code for c in contours])
    return span, code, np.concatenate([c.shape for c in contours])


def gap_tables(profiles: Sequence[ToothProfile]) -> tuple[Floats, Ints, Floats]:
    """Columns of the sprockets: numbers, codes without rows, and the gaps' angles."""
    counts = np.array([p.tooth_count for p in profiles], dtype=np.int64)
    angles = np.concatenate([2.0 * np.pi * np.arange(z) / z for z in counts])
    roller = profiles[0].roller_radius
    reach = [p.tip_radius + (1.0 + ROLLER_REACH) * roller for p in profiles]
    wheel = np.stack([np.square(reach), np.tan(np.pi / counts)])
    code = np.stack([counts, np.cumsum(counts) - counts])
    return wheel, code, np.stack([np.cos(angles), np.sin(angles)])


def still_state(middles: Floats, angle: Floats, phi: Floats, guides: int) -> State:
    """A chain at rest: mass centres (n, 2) [m], angles of links and rotors [rad]."""
    n, r = angle.size, phi.size
    link, rotor = np.zeros((7, n)), np.zeros((8, r))
    link[X], link[Y], link[ANGLE] = *middles.T, angle
    rotor[PHI] = phi
    return State(
        t=np.zeros(1),
        link=link,
        rotor=rotor,
        pressure=np.zeros(guides),
        pawl=np.zeros(guides),
        gap=np.full(n, -1, dtype=np.int64),
        la_touch=np.zeros(n * (1 + guides)),
        la_press=np.zeros(n * (1 + guides)),
        loss=np.zeros(len(Loss)),
    )


def work_for(state: State) -> Work:
    """Scratch arrays for a chain."""
    n, r, guides = state.link.shape[1], state.rotor.shape[1], state.pressure.size
    contacts = n * (1 + guides)
    return Work(
        link=np.zeros((22, n)),
        rotor=np.zeros((13, r)),
        touch=np.zeros((14, contacts)),
        pair=np.zeros((3, contacts), dtype=np.int64),
        counter=np.zeros(3, dtype=np.int64),
        extreme=np.zeros(2),
        piston=np.zeros(guides),
    )


def tooth_stiffness(laws: Laws) -> float:
    """Tangent stiffness of the law of the teeth [N/m]; 0 of rigid ones.

    Curved laws stiffen slowly with their force, so one large force serves them all.
    """
    if laws.normal == Normal.RIGID:
        return 0.0
    if laws.normal == Normal.HERTZ:
        depth = (DESIGN_FORCE / laws.law_a) ** (1.0 / laws.law_b)
        return float(laws.law_b * DESIGN_FORCE / depth)
    if laws.normal == Normal.JOHNSON:
        limit = limit_force(laws.law_a, laws.law_b, laws.law_c)
        per_length = min(DESIGN_FORCE, 0.3 * limit) / laws.law_c
        reach = math.log(4.0 * math.pi * laws.law_a * laws.law_b / per_length)
        return math.pi * laws.law_a * laws.law_c / (reach - 2.0)
    return laws.k_tooth


def largest_step(system: System) -> float:
    """Largest stable time step [s], with all rollers seated.

    The stiffest motion of a ring of links: neighbours against each other, along or
    across the chain, each also held by a tooth; or of a light wheel against its teeth,
    bearing or shaft. Stable while l_K dt^2 + 2 l_D dt < 4.
    """
    link, laws = system.link, system.laws
    k_tooth, d_tooth = tooth_stiffness(laws), laws.d_tooth
    if laws.normal == Normal.RIGID:
        d_tooth = 0.0
    swing = np.maximum(link[M_INV], link[HALF] ** 2 * link[J_INV])
    held = link[M_INV].max()
    l_K = float((4.0 * link[STIFF] * swing).max() + 2.0 * k_tooth * held)
    l_D = float((4.0 * link[DAMP] * swing).max() + 2.0 * d_tooth * held)
    l_D = max(l_D, 4.0 * laws.d_turn * float(link[J_INV].max()))
    for k_rotor, d_rotor in _rotor_rates(system, k_tooth, d_tooth):
        l_K, l_D = max(l_K, k_rotor), max(l_D, d_rotor)
    return (math.sqrt(l_D * l_D + 4.0 * l_K) - l_D) / l_K


def _rotor_rates(
    system: System, k_tooth: float, d_tooth: float
) -> list[tuple[float, float]]:
    """Stiffness and damping over inertia of all wheels, half their teeth loaded."""
    rotor, found = system.rotor, []
    for j in range(system.wheel.shape[1]):
        teeth = float(system.wheel_code[TEETH, j])  # half of them, two sides each
        lightness = rotor[R_INV, j] * rotor[R_PITCH, j] ** 2
        found.append((teeth * k_tooth * lightness, teeth * d_tooth * lightness))
        k, d = rotor[A_STIFF, j], rotor[A_DAMP, j]
        k, d = k + teeth * k_tooth, d + teeth * d_tooth
        found.append((k * rotor[A_INV, j], d * rotor[A_INV, j]))
    slowing = (rotor[BEARING] + rotor[DROOP]) * rotor[R_INV]
    found.append((0.0, float(slowing.max())))
    for i in range(system.bar.shape[1]):
        lightness = rotor[R_INV, system.bar_code[:, i]].sum()
        k, d = system.bar[:, i]
        found.append((float(k * lightness), float(d * lightness)))
    return found
