"""From a specification to the running belt a run starts with."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from catena.drives.pushbelt_cvt.layout.belt_data import (
    axial_stiffness,
    belt_data,
    mass_per_length,
)
from catena.drives.pushbelt_cvt.layout.belt_lengths import BeltLengths, belt_lengths
from catena.drives.pushbelt_cvt.layout.data import BeltData, StartState
from catena.drives.pushbelt_cvt.layout.tapered import ArchedBelt
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.spec.sheaves import SheavePart
from catena.drives.pushbelt_cvt.start.belt_equilibrium import (
    Band,
    Equilibrium,
    most_active_angle,
    slip_torque,
)
from catena.drives.pushbelt_cvt.start.belt_settings import (
    Found,
    Variator,
    free_and_speeds,
    free_and_torque,
    stop_and_speeds,
    stop_and_torque,
)
from catena.drives.pushbelt_cvt.start.course import loaded_belt
from catena.drives.pushbelt_cvt.start.elements import fitting_tension
from catena.drives.variator.boundary_data import at_start
from catena.errors import GeometryError
from catena.geometry.variator import BeltGeometry, RadiusLimits, ratio_range

LARGEST_STRAIN = 0.05
"""Of rings; no steel bears as much."""


def start_state(spec: Spec) -> StartState:
    """The running state of a specification at time zero.

    The equilibrium is that of the relaxed length (Section 4.1); the radii handed on are
    those of the ring stretched by its tension, at the same ratio, with strands arched
    if the elements are tapered.
    """
    state, data = equilibrium(spec).state, belt_data(spec)
    tension = spec.start.ring_tension or max(state.tension_push, state.tension_loose)
    _refuse_torn_ring(tension, data.ring.axial_stiffness)

    def with_tension(tension: float) -> StartState:
        found = _start_state(data, state, tension, spec.start.grooves)
        given = spec.boundary.secondary_speed
        return (
            found if given is None else replace(found, speed_secondary=at_start(given))
        )

    if spec.start.ring_tension is not None or spec.start.grooves == "unloaded":
        return with_tension(tension)
    return with_tension(fitting_tension(data, with_tension))


def _refuse_torn_ring(tension: float, stiffness: float) -> None:
    if tension > LARGEST_STRAIN * stiffness:
        raise GeometryError(
            f"a tension of {tension:.5g} N would stretch rings of EA = {stiffness:.5g} "
            f"N by {tension / stiffness:.1%}, at most {LARGEST_STRAIN:.0%} can be; "
            "check speed, clamping forces and start.ring_tension"
        )


def _start_state(
    data: BeltData,
    state: Equilibrium,
    ring_tension: float,
    grooves: Literal["loaded", "unloaded"],
) -> StartState:
    loaded = loaded_belt(data, state.geometry.ratio, ring_tension)
    pulleys = loaded.pulleys if isinstance(loaded, ArchedBelt) else loaded
    return StartState(
        ratio=state.geometry.ratio,
        radius_primary=pulleys.radius_i,
        radius_secondary=pulleys.radius_o,
        belt_speed=state.belt_speed,
        speed_primary=state.speed_primary,
        speed_secondary=state.speed_secondary,
        torque_secondary=state.torque,
        force_primary=state.force_primary,
        force_secondary=state.force_secondary,
        tension_loose=min(state.tension_push, state.tension_loose),
        tension_tight=max(state.tension_push, state.tension_loose),
        ring_tension=ring_tension,
        grooves=grooves,
    )


def equilibrium(spec: Spec) -> Found:
    """The kinetic equilibrium of a specification, with remarks on how it was chosen.

    Raises:
        GeometryError: there is none; the message holds what would be possible.
    """
    boundary = spec.boundary
    variator = variator_of(spec)
    speed = primary_speed(spec)
    if boundary.stop == "none":
        forces = at_start(boundary.primary_force), at_start(boundary.secondary_force)
        if boundary.secondary_speed is None:
            torque = at_start(boundary.secondary_torque)
            found = free_and_torque(variator, speed, torque, *forces, spec.start.ratio)
        else:
            second = at_start(boundary.secondary_speed)
            found = free_and_speeds(variator, speed, second, *forces, spec.start.torque)
    else:
        found = _stopped(spec, variator, speed)
    state = found.state
    _refuse_slip(spec, state.geometry, speed, state.torque, state.force_secondary)
    if boundary.primary_torque is not None:
        brought = at_start(boundary.primary_torque) * state.geometry.ratio
        _refuse_slip(spec, state.geometry, speed, brought, state.force_secondary,
                     "brought by boundary.primary_torque to")  # fmt: skip
    return found


def primary_speed(spec: Spec) -> float:
    """Speed with which the primary pulley starts [rad/s]."""
    given = spec.start.primary_speed
    return at_start(spec.boundary.primary_speed) if given is None else given


def _stopped(spec: Spec, variator: Variator, speed: float) -> Found:
    boundary = spec.boundary
    pulley = "secondary" if boundary.stop == "primary" else "primary"
    pressed = boundary.primary_force or boundary.secondary_force
    force = at_start(pressed)
    if boundary.secondary_speed is not None:
        second = at_start(boundary.secondary_speed)
        return stop_and_speeds(variator, speed, second, pulley, force, spec.start.ratio)
    torque = at_start(boundary.secondary_torque)
    if spec.start.ratio is None:  # the specification has seen to it
        raise GeometryError("start.ratio is required with an end stop and a load")
    if pulley == "secondary":
        geometry = variator.geometry(spec.start.ratio)
        _refuse_slip(spec, geometry, speed, torque, force)
    return stop_and_torque(variator, spec.start.ratio, speed, torque, pulley, force)


def variator_of(spec: Spec) -> Variator:
    """The belt as a band on two pulleys, and the ratios the sheaves allow."""
    lengths, distance = belt_lengths(spec), spec.variator.centre_distance
    band = Band(
        axial_stiffness(spec),
        mass_per_length(spec),
        spec.friction.flank,
        spec.variator.wedge_angle,
    )
    ratios = ratio_range(
        lengths.ring,
        distance,
        radius_limits(spec.primary, lengths),
        radius_limits(spec.secondary, lengths),
    )
    return Variator(band, lengths.ring, distance, ratios)


def radius_limits(sheave: SheavePart, lengths: BeltLengths) -> RadiusLimits:
    """Radii of the neutral fibre at which the whole flank lies between hub and rim."""
    return RadiusLimits(
        sheave.inner_radius + lengths.flank_low,
        sheave.outer_radius + lengths.flank_high,
    )


@dataclass(frozen=True)
class SlipLimit:
    """What the secondary pulley carries at most."""

    torque: float
    """[N m]."""
    reason: str
    """Why not more."""


def slip_limit(
    spec: Spec, geometry: BeltGeometry, speed: float, force: float, sign: float = 1.0
) -> SlipLimit:
    """Largest torque on the secondary pulley at a clamping force.

    The smaller of two: the band slides on the whole smaller wrap, or friction on the
    secondary flanks is used up. These touch further in than the ring that the band
    turns on: M = 2 mu F rho / cos(delta_0).
    """
    band = variator_of(spec).band
    sliding = slip_torque(band, geometry, speed, "secondary", force, sign)
    rho = geometry.radius_o - belt_lengths(spec).fibre_level
    flanks = 2.0 * band.friction * force * rho / math.cos(band.wedge_angle)
    if sliding < flanks:
        wrap = math.degrees(most_active_angle(geometry))
        return SlipLimit(
            sliding, f"the belt slides on its whole wrap of {wrap:.1f} deg"
        )
    return SlipLimit(
        flanks, f"friction is used up at the flanks' radius of {1e3 * rho:.4g} mm"
    )


def _refuse_slip(
    spec: Spec, geometry: BeltGeometry, speed: float, torque: float, force: float,
    how: str = "on",
) -> None:  # fmt: skip
    limit = slip_limit(spec, geometry, speed, force, math.copysign(1.0, torque))
    if abs(torque) > limit.torque:
        needed = force * abs(torque) / limit.torque
        raise GeometryError(
            f"slip limit exceeded: {torque:.5g} N m {how} the secondary pulley at "
            f"ratio {geometry.ratio:.4g}; its clamping force of {force:.5g} N carries "
            f"at most {limit.torque:.5g} N m, there {limit.reason} (friction "
            f"{spec.friction.flank:g}); needs {needed:.5g} N"
        )
