"""Where everything is at the start: the strand out of its specification."""

from __future__ import annotations

from catena.drives.roller_span.spec import (
    ChainPart,
    ConstantSpeed,
    ConstantTorque,
    Load,
    Motor,
    Spec,
    SpeedRamp,
    SpeedTable,
    TorqueTable,
    TorsionBar,
)
from catena.dynamics.span.assembly import Boundary, Chain, Engagement, Sprocket, Strand
from catena.errors import GeometryError, SpecError
from catena.geometry.binder import ansi_pressure_angle
from catena.geometry.polygon import PolygonPair
from catena.standards import RollerChain, roller_chain
from catena.tables.span import DriveKind


def strand_of(spec: Spec) -> Strand:
    """The strand as numbers.

    Raises:
        SpecError: the sprockets and the strand do not fit together.
    """
    chain = chain_of(spec.chain)
    pair = pair_of(spec, chain.pitch)
    speed = initial_speed(spec)
    return Strand(
        chain=chain,
        driver=Sprocket(
            spec.driver.tooth_count, spec.driver.inertia, spec.driver.damping
        ),
        driven=Sprocket(
            spec.driven.tooth_count, spec.driven.inertia, spec.driven.damping
        ),
        centre_distance=pair.centre_distance,
        drive=boundary_of(spec.motor, speed),
        load=boundary_of(spec.load, speed * pair.mean_ratio),
        engagement=_engagement(spec),
        tolerance=spec.run.tolerance,
    )


def chain_of(part: ChainPart) -> Chain:
    """Stated values first, the designation for all others."""
    known = None if part.designation is None else roller_chain(part.designation)
    return Chain(
        pitch=_stated(part.pitch, known, "pitch"),
        link_mass=_stated(part.link_mass, known, "link_mass"),
        link_inertia=_stated(part.link_inertia, known, "link_inertia"),
        roller_radius=0.5 * _stated(part.roller_diameter, known, "roller_diameter"),
        pin_radius=0.5 * _stated(part.pin_diameter, known, "pin_diameter"),
        joint_damping=part.joint_damping,
        joint_friction=part.joint_friction,
        sign_speed=part.friction_softening,
    )


def pair_of(spec: Spec, pitch: float) -> PolygonPair:
    """The kinematic model of the drive."""
    teeth = spec.driver.tooth_count, spec.driven.tooth_count
    tangent = spec.span.tangent_pitches
    try:
        if tangent is not None:
            pair = PolygonPair.from_tangent(*teeth, pitch, tangent)
        else:
            pair = PolygonPair(*teeth, pitch, float(spec.span.centre_distance or 0.0))
        if pair.seated_link_count < 3:
            raise GeometryError("fewer than 3 links are left after a seating")
    except GeometryError as error:
        key = "centre_distance" if tangent is None else "tangent_pitches"
        value = getattr(spec.span, key)
        text = str(error).removeprefix("centre_distance: ")
        raise SpecError.at(f"span.{key}", value, text) from None
    return pair


def initial_speed(spec: Spec) -> float:
    """Speed of the driver at the start [rad/s]."""
    motor = spec.motor
    if isinstance(motor, ConstantSpeed):
        return motor.speed
    if isinstance(motor, SpeedRamp):
        return motor.start
    if isinstance(motor, SpeedTable):
        return motor.speeds[0]
    return float(spec.run.initial_speed or 0.0)


def boundary_of(part: Motor | Load, speed: float) -> Boundary:
    """A stated drive or load as a curve over time."""
    if isinstance(part, ConstantSpeed):
        return Boundary.speed(part.speed)
    if isinstance(part, SpeedRamp):
        return _ramp(part)
    if isinstance(part, SpeedTable):
        return Boundary(DriveKind.SPEED, tuple(part.times), tuple(part.speeds))
    if isinstance(part, ConstantTorque):
        return Boundary.torque(part.torque)
    if isinstance(part, TorqueTable):
        return Boundary(DriveKind.TORQUE, tuple(part.times), tuple(part.torques))
    if isinstance(part, TorsionBar):
        return Boundary.bar(speed, part.stiffness, part.torque / part.stiffness)
    raise TypeError(f"unknown boundary {part!r}")


def _ramp(part: SpeedRamp) -> Boundary:
    times, speeds = [part.start_time, part.stop_time], [part.start, part.stop]
    if part.start_time > 0.0:
        times, speeds = [0.0, *times], [part.start, *speeds]
    return Boundary(DriveKind.SPEED, tuple(times), tuple(speeds))


def _engagement(spec: Spec) -> Engagement:
    part = spec.engagement
    angles = tuple(
        ansi_pressure_angle(wheel.tooth_count)
        if wheel.pressure_angle is None
        else wheel.pressure_angle
        for wheel in (spec.driver, spec.driven)
    )
    return Engagement(
        restitution=part.restitution,
        roller_friction=part.roller_friction,
        completion_limit=part.completion_limit,
        max_collisions=part.max_collisions,
        joint_moment_in_release=part.joint_moment_in_release,
        pressure_angle=(angles[0], angles[1]),
    )


def _stated(value: float | None, known: RollerChain | None, name: str) -> float:
    if value is not None or known is None:
        return float(value or 0.0)
    return float(getattr(known, name))
