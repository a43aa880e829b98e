"""The running belt as an elastic band: what starts a run (Sattler, Eytelwein).

A band with the stiffness EA and the mass m* per length runs around two pulleys. On
each pulley it sticks from the entry on and slides over the active angle Phi before the
exit. With the net tension L and K = m* v0^2 EA / (EA - m* v0^2), X = L - K follows

    X' = +-mu* X on the active angle,  mu* = mu / sin(delta_0)         (4.2), (4.3)
    2 tan(delta_0) F = (1 - m* v0^2 / EA) integral of X over the wrap  (4.6), (4.26)
    v0 (1 + L/EA) = r omega where the belt sticks                      (4.12), (4.23)

so that a pulley needs F = c (X_entry (wrap - Phi) + |dX| / mu*) / (2 tan delta_0).

Source: [Cebulla2014] Section 4.1.
Deviation: X instead of v0 is the unknown. v0 = 11.46 m/s carries the tension in its
fourth digit, X carries it in the first: nothing cancels, standstill is no special case,
and F grows with X up to the slip limit, so that a bracket holds exactly one root.
Forces are magnitudes, while F_CI is negative in (4.26)-(4.33).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from catena.drives.pushbelt_cvt.start.bracket import TIGHTEST, bracketed
from catena.errors import GeometryError
from catena.geometry.variator import BeltGeometry


@dataclass(frozen=True)
class Band:
    """The belt as an elastic band in a groove."""

    axial_stiffness: float
    """EA [N]."""
    mass_per_length: float
    """m*, elements and rings, per relaxed length [kg/m]."""
    friction: float
    """mu of the flanks."""
    wedge_angle: float
    """delta_0 [rad]."""

    @property
    def exponent(self) -> float:
        """mu* = mu / sin(delta_0) (4.3)."""
        return self.friction / math.sin(self.wedge_angle)


@dataclass(frozen=True)
class Equilibrium:
    """A running belt in equilibrium."""

    band: Band
    geometry: BeltGeometry
    speed_primary: float
    """[rad/s]."""
    belt_speed: float
    """v0 of the unstretched belt [m/s]."""
    torque: float
    """On the secondary pulley, positive if it brakes [N m]."""
    excess_push: float
    excess_loose: float
    """X = L - K in the upper and the lower strand [N]."""

    @property
    def centrifugal(self) -> float:
        """K: the net tension that carries the belt's own inertia (4.3) [N]."""
        return centrifugal_tension(self.band, self.belt_speed)

    @property
    def tension_push(self) -> float:
        """Net tension of the upper strand, from primary to secondary [N]."""
        return self.excess_push + self.centrifugal

    @property
    def tension_loose(self) -> float:
        """Net tension of the lower strand [N]."""
        return self.excess_loose + self.centrifugal

    @property
    def active_angle(self) -> float:
        """Phi, on which the belt slides, the same on both pulleys [rad]."""
        return active_angle(self.band, self.excess_push, self.excess_loose)

    @property
    def force_primary(self) -> float:
        """Clamping force of the primary pulley, a magnitude (4.26) [N]."""
        return _clamping(self.band, self.belt_speed, self.excess_loose,
                         self.excess_push, self.geometry.wrap_i)  # fmt: skip

    @property
    def force_secondary(self) -> float:
        """Clamping force of the secondary pulley (4.6) [N]."""
        return _clamping(self.band, self.belt_speed, self.excess_push,
                         self.excess_loose, self.geometry.wrap_o)  # fmt: skip

    @property
    def thrust_ratio(self) -> float:
        """F_CI / F_CO (7.3)."""
        return self.force_primary / self.force_secondary

    @property
    def speed_secondary(self) -> float:
        """From sticking at the entry of the secondary pulley (4.12) [rad/s]."""
        stretch = 1.0 + self.tension_push / self.band.axial_stiffness
        return self.belt_speed * stretch / self.geometry.radius_o

    @property
    def torque_primary(self) -> float:
        """That drives the primary pulley, positive (4.9), (4.10) [N m]."""
        return self.torque * self.geometry.radius_i / self.geometry.radius_o

    def tension(self, pulley: str, angle: float) -> float:
        """Net tension on a pulley an angle after its entry [N]."""
        into, out, wrap = self._passage(pulley)
        rest = angle - (wrap - self.active_angle)
        if rest <= 0.0 or into == out:
            return into + self.centrifugal
        sign = math.copysign(1.0, out - into)
        return into * math.exp(sign * self.band.exponent * rest) + self.centrifugal

    def _passage(self, pulley: str) -> tuple[float, float, float]:
        if pulley == "primary":
            return self.excess_loose, self.excess_push, self.geometry.wrap_i
        return self.excess_push, self.excess_loose, self.geometry.wrap_o


def centrifugal_tension(band: Band, v0: float) -> float:
    """K of (4.3) [N]."""
    inertia = band.mass_per_length * v0**2
    return inertia / (1.0 - inertia / band.axial_stiffness)


def active_angle(band: Band, excess_a: float, excess_b: float) -> float:
    """Phi between two strands (4.7), (4.29) [rad]."""
    return abs(math.log(excess_b / excess_a)) / band.exponent


def belt_speed(band: Band, rim_speed: float, excess: float) -> float:
    """v0 of a belt that sticks to a rim where it carries X (4.5) [m/s].

    v0 (X/EA + EA/(EA - m* v0^2)) = rim speed; the left side is convex and rises, so
    Newton's steps from the rim speed fall onto the root.
    """
    stiffness, mass = band.axial_stiffness, band.mass_per_length
    if mass * rim_speed**2 >= 0.5 * stiffness:
        raise GeometryError(
            f"a belt speed of {rim_speed:.4g} m/s is near the speed of waves along "
            f"the belt, {math.sqrt(stiffness / mass):.4g} m/s"
        )
    v = rim_speed
    for _ in range(60):
        room = 1.0 - mass * v**2 / stiffness
        value = v * (excess / stiffness + 1.0 / room) - rim_speed
        slope = excess / stiffness + (2.0 / room - 1.0) / room
        following = v - value / slope
        if abs(following - v) <= TIGHTEST * v:
            return following
        v = following
    return v


def _clamping(
    band: Band, v0: float, excess_in: float, excess_out: float, wrap: float
) -> float:
    """Force that presses one pulley together (4.6), (4.26) [N]."""
    phi = active_angle(band, excess_in, excess_out)
    integral = excess_in * (wrap - phi) + abs(excess_out - excess_in) / band.exponent
    room = 1.0 - band.mass_per_length * v0**2 / band.axial_stiffness
    return room * integral / (2.0 * math.tan(band.wedge_angle))


def state_of(
    band: Band, geometry: BeltGeometry, speed: float, torque: float, slack: float
) -> Equilibrium:
    """The belt with X = ``slack`` in the strand that carries less [N]."""
    pull = torque / geometry.radius_o  # (4.8)
    push, loose = (slack, slack + pull) if pull >= 0.0 else (slack - pull, slack)
    v0 = belt_speed(band, geometry.radius_i * speed, loose)
    return Equilibrium(band, geometry, speed, v0, torque, push, loose)


def most_active_angle(geometry: BeltGeometry) -> float:
    """The smaller wrap: beyond, the belt slides on a whole pulley [rad]."""
    return min(geometry.wrap_i, geometry.wrap_o)


def at_slip_limit(
    band: Band, geometry: BeltGeometry, speed: float, torque: float
) -> Equilibrium:
    """The belt that just carries a torque: Phi takes the whole smaller wrap."""
    growth = math.expm1(band.exponent * most_active_angle(geometry))
    slack = abs(torque) / geometry.radius_o / growth
    return state_of(band, geometry, speed, torque, slack)


def force_on(pulley: str, state: Equilibrium) -> float:
    """Clamping force of a pulley by its name [N]."""
    return state.force_primary if pulley == "primary" else state.force_secondary


def slip_torque(
    band: Band, geometry: BeltGeometry, speed: float, pulley: str, force: float,
    sign: float = 1.0,
) -> float:  # fmt: skip
    """Largest torque on the secondary pulley at a clamping force [N m]."""
    sample = at_slip_limit(band, geometry, speed, sign)
    guess = force / force_on(pulley, sample)  # F is nearly proportional to the torque

    def missing(torque: float) -> float:
        return (
            force_on(pulley, at_slip_limit(band, geometry, speed, sign * torque))
            - force
        )

    return bracketed(missing, 0.5 * guess, 2.0 * guess)


def with_force(
    band: Band, geometry: BeltGeometry, speed: float, torque: float, pulley: str,
    force: float,
) -> Equilibrium:  # fmt: skip
    """The belt that carries a torque while one pulley is clamped by a given force.

    Source: [Cebulla2014] (4.19) and (4.20), (4.31) and (4.20).

    Raises:
        GeometryError: the belt slips; says which torque and which force are possible.
    """
    if torque == 0.0:
        lowest = 0.0
    else:
        limit = at_slip_limit(band, geometry, speed, torque)
        lowest = min(limit.excess_push, limit.excess_loose)
        least = force_on(pulley, limit)
        if force < least:
            raise slip_error(band, geometry, speed, torque, pulley, force, least)
    wrap = geometry.wrap_i if pulley == "primary" else geometry.wrap_o
    room = 1.0 - band.mass_per_length * (geometry.radius_i * speed) ** 2 / (
        band.axial_stiffness
    )
    highest = 2.0 * math.tan(band.wedge_angle) * force / (room * wrap)
    if torque == 0.0:
        lowest = 1e-3 * room * highest

    def missing(slack: float) -> float:
        return force_on(pulley, state_of(band, geometry, speed, torque, slack)) - force

    highest = max(highest, lowest) * (1.0 + 1e-9)
    slack = bracketed(missing, lowest, highest)
    return state_of(band, geometry, speed, torque, slack)


def slip_error(
    band: Band, geometry: BeltGeometry, speed: float, torque: float, pulley: str,
    force: float, least: float,
) -> GeometryError:  # fmt: skip
    """Why a torque cannot be carried, and what can be."""
    most = slip_torque(band, geometry, speed, pulley, force, math.copysign(1.0, torque))
    wrap = math.degrees(most_active_angle(geometry))
    return GeometryError(
        f"slip limit exceeded: a torque of {torque:.5g} N m at ratio "
        f"{geometry.ratio:.4g} needs a {pulley} clamping force of at least "
        f"{least:.5g} N, found {force:.5g} N; this force carries at most "
        f"{math.copysign(most, torque):.5g} N m, where the belt slides on the whole "
        f"wrap of {wrap:.1f} deg (friction {band.friction:g})"
    )
