"""How the time of a chain in space is cut into steps, samples and frames."""

from __future__ import annotations

import math

from catena.drives.roller_chain.spatial.chain_data import SpatialData, bush_stiffness
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.spec.wheels import SprocketPart
from catena.drives.wheel_boundary.words import DriveSpeed
from catena.errors import SpecError
from catena.run.pace import Pace

STEP = 2e-5
"""Default step [s]: means to 1e-4, ripple of tension to 6 % (first order)."""
LARGEST_STEP = 5e-5
"""Above it friction and impacts of a roller chain go wrong [s]."""
EXPLICIT_STEP = 1e-6
"""Default step of the explicit scheme, or less where rollers are stiffer [s]."""
SHARE = 0.45
"""Of the largest stable step that the explicit scheme takes by itself."""
CROSSED = 0.25
"""Of its clearance that a roller may cross in a step of its own choice."""
INTERVAL = 5e-4
"""Default time between samples, over which accelerations are averaged [s]."""


def pace_of(spec: Spec, data: SpatialData) -> Pace:
    """The raster of a run."""
    solve = spec.solve
    explicit = spec.spatial.scheme == "explicit"
    step = _explicit_step(spec, data) if explicit else _implicit_step(spec, data)
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


def _implicit_step(spec: Spec, data: SpatialData) -> float:
    """The given step, or one in which no roller crosses much of its clearance.

    A roller meets a tooth with the speed of the chain times the angle of a tooth.
    """
    roller = spec.spatial.roller
    if spec.solve.step is not None:
        return spec.solve.step
    if roller.concentric:
        return STEP
    fewest = min(part.tooth_count for part in spec.sprocket)
    boundary = spec.leading.boundary
    turning = spec.nominal_speed
    if isinstance(boundary, DriveSpeed):
        turning = boundary.highest
    speed = turning * spec.leading.tooth_count * data.chain.pitch
    crossed = CROSSED * roller.clearance * fewest / max(speed, 1e-12)
    return min(STEP, max(crossed, EXPLICIT_STEP))


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
    borders = [_link_border(spec, data)]
    if not spec.spatial.roller.concentric:
        borders.append(_roller_border(spec, data))
    tooth = spec.contact.tooth.stiffness or data.chain.stiffness
    for part in spec.sprocket:
        if part.inertia:
            radius = 0.5 * data.chain.pitch / math.sin(math.pi / part.tooth_count)
            seated = 0.5 * part.tooth_count
            borders.append(border_step(seated * tooth * radius**2 / part.inertia, 0.0))
        if part.bearing is not None:
            borders.append(_support_border(spec, data, part))
    return min(borders)


def _support_border(spec: Spec, data: SpatialData, part: SprocketPart) -> float:
    """Of an axis between its bearings and the teeth and plates of half its wheel."""
    bearing, seated = part.bearing, 0.5 * part.tooth_count
    assert bearing is not None
    tooth = spec.contact.tooth.stiffness or data.chain.stiffness
    plates = 2.0 * seated * spec.spatial.side.stiffness
    m, k = bearing.mass, bearing.stiffness + seated * tooth
    borders = [border_step(k / m, bearing.damping / m)]
    if bearing.axial_stiffness is not None:
        k = bearing.axial_stiffness + plates
        borders.append(border_step(k / m, bearing.axial_damping / m))
    if bearing.tilt_stiffness is not None:
        J = bearing.tilt_inertia or 0.5 * part.inertia
        radius = part.tooth_count * data.chain.pitch / (2.0 * math.pi)
        k = bearing.tilt_stiffness + 0.5 * plates * radius**2
        borders.append(border_step(k / J, bearing.tilt_damping / J))
    return min(borders)


def _roller_border(spec: Spec, data: SpatialData) -> float:
    roller, tooth = spec.spatial.roller, spec.contact.tooth
    k = bush_stiffness(spec, data) + 2.0 * (tooth.stiffness or data.chain.stiffness)
    c = roller.damping + 2.0 * tooth.damping
    return border_step(k / data.roller_mass, c / data.roller_mass)


def _link_border(spec: Spec, data: SpatialData) -> float:
    k, half = data.chain.stiffness, 0.5 * data.chain.pitch
    borders = []
    for mass, inertia in (
        (data.inner_mass, data.inner_inertia),
        (data.outer_mass, data.outer_inertia),
    ):
        swung = 1.0 / mass + half**2 / inertia[2]
        rate = 4.0 * k * swung
        if spec.spatial.roller.concentric:  # teeth press on the link itself
            rate += 4.0 * (spec.contact.tooth.stiffness or k) * swung
        c = 2.0 * spec.spatial.joint.damping_ratio * math.sqrt(k * data.mean_mass)
        c = spec.chain.damping if spec.chain.damping is not None else c
        borders.append(border_step(rate, c * rate / k))
    return min(borders)


def border_step(l_K: float, l_D: float) -> float:
    """The step with ``l_K dt^2 + 2 l_D dt = 4`` [s]."""
    return 4.0 / (l_D + math.sqrt(l_D**2 + 4.0 * l_K))
