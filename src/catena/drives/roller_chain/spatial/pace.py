"""How the time of a chain in space is cut into steps, samples and frames."""

from __future__ import annotations

import math

from catena.drives.roller_chain.spatial.chain_data import SpatialData, expected_load
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import SpecError
from catena.laws.johnson import limit_force
from catena.run.pace import Pace

STEP = 2e-5
"""Default step [s]: means to 1e-4, ripple of tension to 6 % (first order)."""
LARGEST_STEP = 5e-5
"""Above it friction and impacts of a roller chain go wrong [s]."""
EXPLICIT_STEP = 1e-6
"""Default step of the explicit scheme, or less where rollers are stiffer [s]."""
SHARE = 0.45
"""Of the largest stable step that the explicit scheme takes by itself."""
INTERVAL = 5e-4
"""Default time between samples, over which accelerations are averaged [s]."""


def pace_of(spec: Spec, data: SpatialData) -> Pace:
    """The raster of a run."""
    solve = spec.solve
    explicit = spec.spatial.scheme == "explicit"
    step = _explicit_step(spec, data) if explicit else solve.step or STEP
    if not explicit and step > LARGEST_STEP:
        raise SpecError.at(
            "solve.step",
            step,
            f"is too large for a chain in space: at most {LARGEST_STEP:g} s",
            f"leave it out to have {STEP:g} s",
        )
    interval = solve.sample_interval or INTERVAL
    every = max(1, round(interval / step))
    rows = max(2, round(solve.duration / (every * step)))
    frame_every = max(1, -(-rows // solve.frame_count))
    return Pace(step, rows * every, every, frame_every)


def _explicit_step(spec: Spec, data: SpatialData) -> float:
    """The given step, or one well below the limit; above the limit it is refused."""
    limit, step = largest_explicit_step(spec, data), spec.solve.step
    if step is None:
        return min(EXPLICIT_STEP, SHARE * limit)
    if step > limit:
        raise SpecError.at(
            "solve.step",
            step,
            f"at most {limit:.3g} s with spatial.scheme 'explicit': the stiffest "
            "roller or link swings faster than larger steps can follow",
            f"leave it out to have {min(EXPLICIT_STEP, SHARE * limit):.3g} s",
        )
    return step


def largest_explicit_step(spec: Spec, data: SpatialData) -> float:
    """Largest step of the explicit scheme that is stable [s].

    The stiffest motions decide: a roller between its bush and two flanks, a link
    between its joints, a free wheel under the teeth it shares with the chain. Each
    has ``dt^2 k/m + 2 dt c/m = 4`` at its border, see `dynamics.largest_step`.
    """
    borders = [_roller_border(spec, data), _link_border(spec, data)]
    tooth = spec.contact.tooth.stiffness or data.chain.stiffness
    for part in spec.sprocket:
        if part.inertia:
            radius = 0.5 * data.chain.pitch / math.sin(math.pi / part.tooth_count)
            seated = 0.5 * part.tooth_count
            borders.append(border_step(seated * tooth * radius**2 / part.inertia, 0.0))
    return min(borders)


def _roller_border(spec: Spec, data: SpatialData) -> float:
    roller, tooth = spec.spatial.roller, spec.contact.tooth
    length, E = data.chain.inner_width, roller.modulus
    load = min(
        expected_load(spec, data), 0.9 * limit_force(E, roller.clearance, length)
    )
    rest = math.log(4.0 * math.pi * E * roller.clearance * length / load) - 2.0
    bush = math.pi * E * length / rest  # slope of Johnson's law
    k = bush + 2.0 * (tooth.stiffness or data.chain.stiffness)
    c = roller.damping + 2.0 * tooth.damping
    return border_step(k / data.roller_mass, c / data.roller_mass)


def _link_border(spec: Spec, data: SpatialData) -> float:
    k, half = data.chain.stiffness, 0.5 * data.chain.pitch
    borders = []
    for mass, inertia in (
        (data.inner_mass, data.inner_inertia),
        (data.outer_mass, data.outer_inertia),
    ):
        rate = 4.0 * k * (1.0 / mass + half**2 / inertia[2])
        c = 2.0 * spec.spatial.joint.damping_ratio * math.sqrt(k * data.mean_mass)
        c = spec.chain.damping if spec.chain.damping is not None else c
        borders.append(border_step(rate, c * rate / k))
    return min(borders)


def border_step(l_K: float, l_D: float) -> float:
    """The step with ``l_K dt^2 + 2 l_D dt = 4`` [s]."""
    return 4.0 / (l_D + math.sqrt(l_D**2 + 4.0 * l_K))
