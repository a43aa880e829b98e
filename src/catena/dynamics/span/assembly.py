"""From the data of a strand to its tables and its first state."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from catena.errors import GeometryError
from catena.geometry.binder import ansi_pressure_angle
from catena.geometry.polygon import PolygonPair
from catena.numerics.arrays import Floats
from catena.tables.span import (
    Count,
    DriveKind,
    Mark,
    SpanState,
    SpanSystem,
    empty_state,
    system_record,
)


@dataclass(frozen=True)
class Chain:
    """Inertia and friction of the links."""

    pitch: float
    """Pitch [m]."""
    link_mass: float
    """Mass of a link [kg]."""
    link_inertia: float
    """Central moment of inertia of a link [kg m^2]."""
    roller_radius: float
    """Radius of the roller [m]."""
    pin_radius: float
    """Radius of the pin [m]."""
    joint_damping: float = 0.0
    """Viscous friction of a joint [N m s/rad]."""
    joint_friction: float = 0.0
    """Coulomb friction between pin and bush."""
    sign_speed: float = 1.0
    """Slip speed that softens the Coulomb friction [rad/s]."""


@dataclass(frozen=True)
class Sprocket:
    """A toothed wheel at one end of the strand."""

    teeth: int
    inertia: float
    """Moment of inertia with everything that turns rigidly with it [kg m^2]."""
    damping: float = 0.0
    """Viscous friction of the axle [N m s/rad]."""


@dataclass(frozen=True)
class Boundary:
    """What the surroundings impose on a sprocket: a curve over time."""

    kind: DriveKind
    times: tuple[float, ...]
    """Breakpoints [s]."""
    values: tuple[float, ...]
    """Speed [rad/s] for SPEED and BAR, torque [N m] for TORQUE."""
    stiffness: float = 0.0
    """Of the torsion bar [N m/rad]."""
    twist: float = 0.0
    """Of the torsion bar at the start [rad]."""

    @classmethod
    def speed(cls, value: float) -> Boundary:
        """A constant speed [rad/s]."""
        return cls(DriveKind.SPEED, (0.0,), (value,))

    @classmethod
    def torque(cls, value: float) -> Boundary:
        """A constant torque [N m]."""
        return cls(DriveKind.TORQUE, (0.0,), (value,))

    @classmethod
    def bar(cls, speed: float, stiffness: float, twist: float) -> Boundary:
        """A torsion bar to a gear of constant speed [rad/s], [N m/rad], [rad]."""
        return cls(DriveKind.BAR, (0.0,), (speed,), stiffness, twist)


@dataclass(frozen=True)
class Engagement:
    """How rollers meet and leave the teeth."""

    restitution: float = 0.75
    """Of roller against sprocket; 0 is the inelastic model."""
    roller_friction: float = 0.1
    """Of roller against sprocket."""
    completion_limit: float = 0.05
    """A collision slower than this share of the driver speed is the last one."""
    max_collisions: int = 10_000
    """Collisions after which a series counts as endless."""
    joint_moment_in_release: bool = False
    """Adds the friction moment of the last joint to (2.32)."""
    pressure_angle: tuple[float, float] | None = None
    """Of driver and driven teeth [rad]; 35 deg - 120 deg / z if not given."""
    contact_offset: float = 0.0
    """Friction angle psi of the releasing contact [rad]."""


@dataclass(frozen=True)
class Strand:
    """Everything a run of the strand needs to know."""

    chain: Chain
    driver: Sprocket
    driven: Sprocket
    centre_distance: float
    """Distance of the sprocket centres [m]."""
    drive: Boundary
    load: Boundary
    engagement: Engagement = Engagement()
    tolerance: float = 1e-8
    """Local error per step, relative to the speeds and the pitch angle."""
    largest_step: float = 1e-3
    """Largest step [s]."""

    @property
    def pair(self) -> PolygonPair:
        """The kinematic model of the same drive."""
        return PolygonPair(
            self.driver.teeth,
            self.driven.teeth,
            self.chain.pitch,
            self.centre_distance,
        )


def contact_angle(pitch_angle: float, pressure_angle: float) -> float:
    """Angle zeta of the contact point at a roller [rad]."""
    return 0.5 * math.pi - 0.5 * pitch_angle - pressure_angle


def span_system(strand: Strand, state: SpanState) -> SpanSystem:
    """Tables of a strand; the state says where the torsion bars are at rest."""
    pair, chain, engagement = strand.pair, strand.chain, strand.engagement
    impulse_arm, release_arm = _arms(strand)
    n = state.counts[Count.LINKS]
    return system_record(
        pitch=float(chain.pitch),
        link_mass=float(chain.link_mass),
        link_inertia=float(chain.link_inertia),
        driver_inertia=float(strand.driver.inertia),
        driven_inertia=float(strand.driven.inertia),
        driver_radius=pair.driver_radius,
        driven_radius=pair.driven_radius,
        driver_pitch_angle=pair.driver_pitch_angle,
        driven_pitch_angle=pair.driven_pitch_angle,
        centre_distance=float(strand.centre_distance),
        joint_damping=float(chain.joint_damping),
        driver_damping=float(strand.driver.damping),
        driven_damping=float(strand.driven.damping),
        joint_friction=float(chain.joint_friction),
        pin_radius=float(chain.pin_radius),
        sign_speed=float(chain.sign_speed),
        restitution=float(engagement.restitution),
        completion_limit=float(engagement.completion_limit),
        max_collisions=int(engagement.max_collisions),
        joint_moment_in_release=int(engagement.joint_moment_in_release),
        impulse_arm=impulse_arm,
        roller_friction=float(engagement.roller_friction),
        release_arm=release_arm,
        drive_kind=int(strand.drive.kind),
        drive_stiffness=float(strand.drive.stiffness),
        drive_angle=float(state.q[0] + strand.drive.twist),
        load_kind=int(strand.load.kind),
        load_stiffness=float(strand.load.stiffness),
        load_angle=float(state.q[n + 1] - strand.load.twist),
        tolerance=float(strand.tolerance),
        largest_step=float(strand.largest_step),
    )


def kinematic_state(strand: Strand, speed: float, *, share: float = 0.5) -> SpanState:
    """Straight strand, moving as the kinematic model does.

    Args:
        strand: the drive.
        speed: of the driver [rad/s].
        share: of the stretch between a seating and a release; the start.
    """
    pair = strand.pair
    n = pair.seated_link_count
    seat, release = pair.seating_angle(n), pair.release_angle(n)
    if release - seat < 0.01 * pair.driver_pitch_angle:  # take the other stretch
        seat, release, n = release, seat + pair.driver_pitch_angle, n + 1
    bar = pair.at_count(np.array([seat + share * (release - seat)]), n)
    capacity = link_capacity(pair) + 2
    state = empty_state(capacity, _curve(strand.drive), _curve(strand.load))
    state.counts[Count.LINKS] = n
    state.q[0] = bar.driver_angle[0]
    state.q[1 : n + 1] = bar.strand_angle[0]
    state.q[n + 1] = bar.driven_angle[0]
    state.u[0] = speed
    state.u[1 : n + 1] = speed * bar.strand_rate[0]
    state.u[n + 1] = speed * bar.speed_ratio[0]
    state.marks[Mark.STEP] = 1e-6
    return state


def link_capacity(pair: PolygonPair) -> int:
    """Links beyond which a strand counts as running away."""
    return math.ceil(1.5 * pair.tangent_pitches) + 8


def _arms(strand: Strand) -> tuple[float, float]:
    """Levers that turn moments into forces at the driver and the driven teeth [m]."""
    pair, engagement = strand.pair, strand.engagement
    angles = engagement.pressure_angle or (
        ansi_pressure_angle(pair.driver_teeth),
        ansi_pressure_angle(pair.driven_teeth),
    )
    p, roller = strand.chain.pitch, strand.chain.roller_radius
    zeta = contact_angle(pair.driver_pitch_angle, angles[0])
    nu = zeta + 0.5 * math.pi - 0.5 * pair.driver_pitch_angle
    slide = engagement.roller_friction * (roller - p * math.cos(nu))
    zeta = contact_angle(pair.driven_pitch_angle, angles[1])
    psi = engagement.contact_offset
    lever = p * math.cos(0.5 * pair.driven_pitch_angle - zeta - psi)
    arms = p * math.sin(nu) + slide, lever - roller * math.sin(psi)
    if min(arms) <= 0.0:
        raise GeometryError(
            f"engagement: pressure angles {angles[0]:.3f} and {angles[1]:.3f} rad give "
            f"the contact forces the levers {arms[0]:.3g} and {arms[1]:.3g} m; both "
            "must be positive"
        )
    return arms


def _curve(boundary: Boundary) -> Floats:
    """Breakpoints, values and integrals of a curve, as rows."""
    times, values = np.array(boundary.times), np.array(boundary.values)
    pieces = 0.5 * (values[1:] + values[:-1]) * np.diff(times)
    areas = np.concatenate([[0.0], np.cumsum(pieces)])
    return np.stack([times, values, areas]).astype(np.float64)
