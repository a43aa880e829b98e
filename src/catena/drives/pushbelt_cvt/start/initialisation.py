"""From a specification to the running belt a run starts with."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal

from catena.drives.pushbelt_cvt.layout.belt_data import (
    axial_stiffness,
    belt_data,
    mass_per_length,
)
from catena.drives.pushbelt_cvt.layout.belt_lengths import BeltLengths, belt_lengths
from catena.drives.pushbelt_cvt.layout.data import BeltData, StartState
from catena.drives.pushbelt_cvt.layout.taper import ArchedBelt
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.spec.sheaves import SheavePart
from catena.drives.pushbelt_cvt.start.belt_equilibrium import Band, Equilibrium
from catena.drives.pushbelt_cvt.start.belt_settings import (
    Found,
    Variator,
    free_and_speeds,
    free_and_torque,
    free_at_ratio,
    stop_and_speeds,
    stop_and_torque,
)
from catena.drives.pushbelt_cvt.start.course import loaded_belt
from catena.drives.pushbelt_cvt.start.elements import fitting_tension
from catena.drives.pushbelt_cvt.start.slip_limits import given_forces, slip_limit
from catena.drives.variator.boundary.data import at_start
from catena.errors import GeometryError
from catena.geometry.variator import RadiusLimits, ratio_range

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
        found = _free(spec, variator, speed, forces)
    else:
        found = _stopped(spec, variator, speed)
    state = found.state
    _refuse_slip(spec, state, state.torque)
    if boundary.primary_torque is not None:
        brought = at_start(boundary.primary_torque) * state.geometry.ratio
        _refuse_slip(spec, state, brought, "brought by boundary.primary_torque to")
    return found


def _free(
    spec: Spec, variator: Variator, speed: float, forces: tuple[float, float]
) -> Found:
    """No end stop: from the stated ratio, or from the one that forces hold."""
    boundary, start = spec.boundary, spec.start
    if boundary.secondary_speed is None:
        torque = at_start(boundary.secondary_torque)
        if start.ratio is None:
            return free_and_torque(variator, speed, torque, *forces)
        return free_at_ratio(variator, start.ratio, speed, torque, *forces)
    if start.ratio is not None:
        load = start.torque or 0.0
        return free_at_ratio(variator, start.ratio, speed, load, *forces)
    second = at_start(boundary.secondary_speed)
    return free_and_speeds(variator, speed, second, *forces, start.torque)


def primary_speed(spec: Spec) -> float:
    """Speed with which the primary pulley starts [rad/s]."""
    given = spec.start.primary_speed
    return at_start(spec.boundary.primary_speed) if given is None else given


def _stopped(spec: Spec, variator: Variator, speed: float) -> Found:
    boundary = spec.boundary
    ((pulley, force),) = given_forces(spec).items()
    ratio = spec.start.ratio
    if boundary.secondary_speed is not None:
        second, load = at_start(boundary.secondary_speed), spec.start.torque or 0.0
        return stop_and_speeds(variator, speed, second, pulley, force, ratio, load)
    torque = at_start(boundary.secondary_torque)
    if ratio is None:  # the specification has seen to it
        raise GeometryError("start.ratio is required with an end stop and a load")
    idle = stop_and_torque(variator, ratio, speed, 0.0, pulley, force)
    _refuse_slip(spec, idle.state, torque)
    return stop_and_torque(variator, ratio, speed, torque, pulley, force)


def variator_of(spec: Spec) -> Variator:
    """The belt as a band on two pulleys, and the ratios the sheaves allow."""
    lengths, distance = belt_lengths(spec), spec.variator.centre_distance
    band = Band(
        axial_stiffness(spec),
        mass_per_length(spec),
        min(grip.holding for grip in spec.friction.grips),
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


def _refuse_slip(
    spec: Spec, state: Equilibrium, torque: float, how: str = "on"
) -> None:
    """Refuse a load that either pulley cannot carry, and say which.

    Raises:
        GeometryError: names the pulley, its limit, and the force it would need.
    """
    band, geometry = state.band, state.geometry
    sign = math.copysign(1.0, torque)
    limit = slip_limit(spec, band, geometry, state.speed_primary, sign)
    if abs(torque) > limit.torque:
        needed = limit.force * abs(torque) / limit.torque
        raise GeometryError(
            f"slip limit exceeded: {torque:.5g} N m {how} the secondary pulley at "
            f"ratio {geometry.ratio:.4g}; at most {limit.torque:.5g} N m, where the "
            f"{limit.pulley} pulley slips with {limit.force:.5g} N: {limit.reason} "
            f"(friction {band.friction:g}); it needs about {needed:.5g} N"
        )
