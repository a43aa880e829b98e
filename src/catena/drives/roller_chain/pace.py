"""How time is cut into steps, samples and frames."""

from __future__ import annotations

import numpy as np

from catena.drives.pace import even_pace, stable_step
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.spec.drive import Spec
from catena.integrators.planar_chain.assembly import link_view, rotor_view
from catena.integrators.planar_chain.tables import System
from catena.numerics.arrays import Floats
from catena.rounding import rounded
from catena.run.pace import Pace

STEP_SHARE = 0.37
"""Default time step over the largest stable one."""
MOST_OF_IT = 0.5
"""Share of the kinetic energy from which on a part decides the step."""
SAMPLES_PER_TOOTH = 16
BLOCK_ROWS = 256
"""Samples between two reports of progress; a block starts with fresh directions, so
a continued run must keep them to give the same bits."""


def deciding_part(spec: Spec, system: System, energy: Floats) -> str:
    """Which part sets the largest stable step, in words; empty where none stands out.

    ``energy`` is the share of each velocity in the motion that decides, (n,).
    """
    shares = rotor_view(system, energy)
    named = [("sprocket", part.name) for part in spec.sprocket]
    named += [("guide", part.name) for part in spec.guide]
    named += [("arm", part.name) for part in spec.arm]
    for j, (kind, name) in enumerate(named):
        if shares[:, j].sum() > MOST_OF_IT:
            inverse = rotor_view(system, system.M_inv)[:, j]
            turns = shares[2, j] > MOST_OF_IT * shares[:, j].sum()
            size = 1.0 / (inverse[2] if turns else inverse[:2].max())
            words = ("inertia", "kg m^2") if turns else ("mass", "kg")
            told = f"its {words[0]} is {rounded(size)} {words[1]}"
            return f"{kind} {name!r} decides: {told}"
    links = link_view(system, energy).sum() > MOST_OF_IT
    return "the links decide: their mass and their stiffness" if links else ""


def pace_of(
    spec: Spec, placed: Layout, limit: float, fastest: float, decides: str = ""
) -> Pace:
    """Steps below the stable limit [s], samples per tooth, frames of the last loop.

    ``fastest`` is the largest speed of the driver [rad/s], ``decides`` says which part
    sets the limit.
    """
    solve, words = spec.solve, "these stiffnesses"
    step = stable_step(solve.step, limit, STEP_SHARE, words, decides)
    tooth_period = 2.0 * np.pi / (spec.leading.tooth_count * fastest)
    interval = solve.sample_interval or tooth_period / SAMPLES_PER_TOOTH
    loop = placed.placement.link_count * tooth_period
    return even_pace(solve, step, interval, loop, BLOCK_ROWS)
