"""The band under clamping before any torque: tension, pin forces, radii, grooves.

Without torque and without friction the tension T is one all around. A pin between two
links bent by theta is pressed inwards by 2 T sin(theta / 2) less what its path takes,
and its two ends carry that by the wedge:

    2 F_a tan(delta_0) = 2 T sin(theta / 2) - m v^2 / r

The sum of F_a over the pins of a pulley is its clamping force. A pulley at an end stop
carries what the tension asks for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from catena.drives.chain_cvt.layout.polygon import Grooves, PinPolygon, checked_polygon
from catena.drives.chain_cvt.spec import Spec
from catena.drives.variator.boundary.bearings import drawn_together
from catena.drives.variator.boundary.data import at_start
from catena.drives.variator.sheave_names import PULLEYS
from catena.drives.variator.sheave_pair import pair_discs
from catena.drives.variator.slip_limit import slip_torque
from catena.errors import GeometryError, SpecError
from catena.numerics.arrays import Floats

_STEPS = 12


@dataclass(frozen=True)
class Band:
    """The chain at rest in its frame, running, without torque."""

    polygon: PinPolygon
    ratio: float
    tension: float
    """Of all links [N]."""
    axial: tuple[float, float]
    """Force of the chain on a sheave of each pulley [N]."""
    pin_axial: tuple[float, float]
    """Force of one pin [N]."""
    grooves: tuple[float, float]
    """Axial distance of the sheaves from the mid-plane at the axis [m]."""
    speeds: tuple[float, float]
    """Of the pulleys [rad/s]."""
    chain_speed: float
    shafts: tuple[float, float] = (0.0, 0.0)
    """How far the chain has drawn the shafts along x in elastic bearings [m]."""

    @property
    def radii(self) -> tuple[float, float]:
        """Of the pins on both pulleys [m]."""
        return self.polygon.belt.radius_i, self.polygon.belt.radius_o

    @property
    def revolution(self) -> float:
        """Time of one revolution of the chain [s]."""
        return self.polygon.belt.length / self.chain_speed

    def pins_in_arc(self) -> tuple[float, float]:
        """How many pins lie on each pulley."""
        belt, pitch = self.polygon.belt, self.polygon.belt.length
        pitch /= self.polygon.places.size
        return belt.wrap_i * belt.radius_i / pitch, belt.wrap_o * belt.radius_o / pitch


def start_ratio(spec: Spec) -> float:
    """The ratio to start with: given, or that of two given speeds."""
    if spec.start.ratio is not None:
        return spec.start.ratio
    primary, secondary = start_speed(spec), at_start(spec.boundary.secondary_speed)
    if not (primary > 0.0 and secondary > 0.0):
        raise SpecError.at(
            "start.ratio", None, "is needed where a pulley starts from rest"
        )
    return primary / secondary


def start_speed(spec: Spec) -> float:
    """Speed of the primary pulley at the start [rad/s]."""
    if spec.start.primary_speed is not None:
        return spec.start.primary_speed
    return at_start(spec.boundary.primary_speed)


def groove_limits(spec: Spec) -> Grooves:
    """Between which radii the pins of a specification may run."""
    parts = spec.primary, spec.secondary
    return Grooves(
        (parts[0].inner_radius, parts[1].inner_radius),
        (parts[0].outer_radius, parts[1].outer_radius),
    )


def band_of(spec: Spec) -> Band:
    """The band a specification starts with.

    Raises:
        GeometryError: the chain does not fit, or its pins do not.
    """
    pitches = np.array(spec.chain.pitches())
    speed, ratio = start_speed(spec), start_ratio(spec)
    limits, distance = groove_limits(spec), spec.variator.centre_distance
    tension, drawn = 0.0, (0.0, 0.0)
    for _ in range(_STEPS):
        stretched = pitches + tension / spec.chain.link_stiffness
        now = distance + drawn[1] - drawn[0]
        polygon = checked_polygon(ratio, stretched, now, limits)
        tension = _tension(spec, polygon, float(pitches.mean()), speed)
        drawn = _drawn(spec, polygon, tension, speed)
    return replace(_band(spec, polygon, tension, ratio, speed), shafts=drawn)


def _drawn(
    spec: Spec, polygon: PinPolygon, tension: float, speed: float
) -> tuple[float, float]:
    """How far both shafts give way along x under two strands [m]."""
    belt = polygon.belt
    lean = (belt.radius_o - belt.radius_i) / belt.distance  # sine of a strand's slope
    v = speed * belt.radius_i
    inertia = spec.chain.link_mass / spec.chain.pitch * v * v
    force = 2.0 * (tension - inertia) * math.sqrt(1.0 - lean * lean)
    return drawn_together((spec.primary.bearing, spec.secondary.bearing), force)


def _radial(
    spec: Spec, radius: float, pitch: float, speed: float, tension: float
) -> float:
    """How hard one pin is pressed inwards at a tension [N]."""
    theta = 2.0 * math.asin(min(1.0, 0.5 * pitch / radius))
    mass = spec.chain.link_mass * pitch / spec.chain.pitch
    inertia = mass * speed * speed / radius
    return 2.0 * tension * math.sin(0.5 * theta) - inertia


def _arc_pins(polygon: PinPolygon, pulley: int) -> float:
    belt = polygon.belt
    arcs = belt.wrap_i * belt.radius_i, belt.wrap_o * belt.radius_o
    return arcs[pulley] * polygon.places.size / belt.length


def _tension(spec: Spec, polygon: PinPolygon, pitch: float, speed: float) -> float:
    """Tension that carries the clamping force of the pulley that has one [N]."""
    pulley = 0 if spec.boundary.stop == "secondary" else 1
    given = getattr(spec.boundary, f"{PULLEYS[pulley]}_force")
    force = at_start(given if spec.start.clamping is None else spec.start.clamping)
    radius = (polygon.belt.radius_i, polygon.belt.radius_o)[pulley]
    v = speed * polygon.belt.radius_i
    radial = 2.0 * math.tan(spec.variator.wedge_angle) * force
    radial /= _arc_pins(polygon, pulley)
    loose = _radial(spec, radius, pitch, v, 0.0)
    return (radial - loose) / (_radial(spec, radius, pitch, v, 1.0) - loose)


def _band(
    spec: Spec, polygon: PinPolygon, tension: float, ratio: float, speed: float
) -> Band:
    belt, tangent = polygon.belt, math.tan(spec.variator.wedge_angle)
    radii, v = (belt.radius_i, belt.radius_o), speed * belt.radius_i
    pitch = float(np.mean(spec.chain.pitches()))
    pins = []
    for p, name in enumerate(PULLEYS):
        axial = _radial(spec, radii[p], pitch, v, tension) / (2.0 * tangent)
        given = getattr(spec.boundary, f"{name}_force")
        if given is not None:
            axial = at_start(given) / _arc_pins(polygon, p)
        pins.append(max(axial, 0.0))
    half = 0.5 * spec.pin.length
    grooves = []
    for p, name in enumerate(PULLEYS):
        give = 0.5 * pins[p] / spec.pin.axial_stiffness
        give += _bending(spec, p, radii[p]) * pins[p] * _arc_pins(polygon, p)
        grooves.append(half - give - radii[p] * tangent)
        closed = half - give - (radii[p] - getattr(spec, name).inner_radius) * tangent
        if closed <= 0.0:
            raise GeometryError(
                f"sheaves of the {name} pulley touch at the hub: pins of "
                f"{1e3 * spec.pin.length:.5g} mm on a radius of {1e3 * radii[p]:.5g} "
                f"mm leave {2e3 * closed:.4g} mm there; take longer pins"
            )
        check_width(spec, name, 2.0 * grooves[p])
    force = tuple(pins[p] * _arc_pins(polygon, p) for p in range(2))
    return Band(
        polygon, ratio, tension, (force[0], force[1]), (pins[0], pins[1]),
        (grooves[0], grooves[1]), (speed, v / radii[1]), v,
    )  # fmt: skip


def check_width(spec: Spec, pulley: str, at_axis: float) -> None:
    """Refuse pins that are longer than the sheaves can part.

    Raises:
        GeometryError: says how far the groove would have to open.
    """
    part = getattr(spec, pulley)
    rim = at_axis + 2.0 * part.outer_radius * math.tan(spec.variator.wedge_angle)
    if rim > part.widest:
        reason = "" if part.widest_groove else ", the radius of the rim"
        raise GeometryError(
            f"pins of {1e3 * spec.pin.length:.5g} mm are longer than the groove of the "
            f"{pulley} pulley: it opens to {1e3 * rim:.4g} mm at the rim, expected at "
            f"most {1e3 * part.widest:.4g} mm{reason}; take shorter pins, a ratio with "
            f"a larger radius there, or state {pulley}.widest_groove"
        )


def _bending(spec: Spec, pulley: int, radius: float) -> float:
    """Mean axial compliance of an elastic disc at a radius [m/N]."""
    part = getattr(spec, PULLEYS[pulley])
    if "coupled" not in spec.variator.sheaves or part.influence is None:
        return 0.0
    discs = pair_discs(part.influence, part.fixed_influence)
    return sum(disc.at(radius) * float(disc.series[0]) for disc in discs)


def check_slip(spec: Spec, band: Band) -> None:
    """Refuse a torque beyond the slip limit of a pulley whose clamping is given.

    Raises:
        SpecError: names the pulley, the torque and its limit.
    """
    torques = shaft_torques(spec, band)
    grips = spec.friction.primary, spec.friction.secondary
    for p, name in enumerate(PULLEYS):
        given = getattr(spec.boundary, f"{name}_force")
        if given is None:
            continue
        torque = torques[p]
        limit = slip_torque(
            grips[p].holding, at_start(given), band.radii[p], spec.variator.wedge_angle
        )
        if torque > limit:
            key = "secondary_torque"
            if spec.boundary.secondary_torque is None:
                key = "primary_torque"
            stated, force = getattr(spec.boundary, key), at_start(given)
            table = not isinstance(stated, float)
            raise SpecError.at(
                f"boundary.{key}",
                f"{at_start(stated):.5g} N m at the start" if table else stated,
                f"asks {torque:.5g} N m of the {name} pulley, which slips at "
                f"{limit:.5g} N m with {force:.5g} N on a radius of "
                f"{1e3 * band.radii[p]:.4g} mm",
                f"clamp with {force * torque / limit:.4g} N or more (boundary.{name}"
                "_force), or load less",
            )


def shaft_torques(spec: Spec, band: Band) -> tuple[float, float]:
    """Largest torque asked of each shaft without losses, magnitudes [N m]."""
    load = largest_torque(spec)
    if spec.boundary.secondary_torque is None:
        return load, load * band.ratio
    return load / band.ratio, load


def largest_torque(spec: Spec) -> float:
    """Largest torque asked of the shaft whose torque is given, a magnitude [N m]."""
    for value in (spec.boundary.secondary_torque, spec.boundary.primary_torque):
        if value is not None:
            numbers: Floats = np.atleast_1d(
                value if isinstance(value, float) else np.array(value.value)
            )
            first = numbers if isinstance(value, float) else numbers[:1]
            return float(np.abs(first).max())
    return 0.0
