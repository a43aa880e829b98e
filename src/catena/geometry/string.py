"""The strand as a moving string or as hinged links: transverse frequencies.

Source: Mahalingam 1957, as used in [KimJohnson1993] sec. 4.4.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from catena.errors import GeometryError


@dataclass(frozen=True)
class MovingString:
    """A uniform string pulled between two supports a fixed distance apart."""

    length: float
    """Length between the supports, the common tangent [m]."""
    tension: float
    """Tension that transmits the load, without the centrifugal part [N]."""
    mass_per_length: float
    """Mass per length of the chain [kg/m]."""

    def __post_init__(self) -> None:
        for name in ("length", "tension", "mass_per_length"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value > 0.0):
                raise GeometryError(f"{name}: found {value}; must be above 0")

    @property
    def wave_speed(self) -> float:
        """Speed of transverse waves on the resting string [m/s]."""
        return math.sqrt(self.tension / self.mass_per_length)

    def frequency(self, order: int = 1, speed: float = 0.0) -> float:
        """Natural frequency of the string running at a speed [Hz].

        With the centrifugal part the tension is T + m v^2, so the waves run with
        c^2 = c0^2 + v^2 and f = n (c^2 - v^2) / (2 L c) = n c0^2 / (2 L c).
        """
        square = self.wave_speed**2
        return order * square / (2.0 * self.length * math.sqrt(square + speed**2))

    def tooth_resonance(self, pitch: float, order: int = 1, harmonic: int = 1) -> float:
        """Tooth frequency whose multiple meets a natural frequency [Hz].

        The chain runs at v = pitch * tooth frequency, hence
        (h f)^2 (c0^2 + p^2 f^2) = (n c0^2 / 2 L)^2, a quadratic in f^2.
        """
        square = self.wave_speed**2
        still = order * square / (2.0 * self.length * harmonic)
        half = 0.5 * square / pitch**2
        # the positive root for f^2; the other one is negative
        return math.sqrt(math.sqrt(half**2 + (still / pitch) ** 2) - half)

    def resonance_speed(
        self, pitch: float, teeth: int, order: int = 1, harmonic: int = 1
    ) -> float:
        """Speed of a sprocket at which its teeth excite a natural frequency [rad/s]."""
        return 2.0 * math.pi * self.tooth_resonance(pitch, order, harmonic) / teeth


@dataclass(frozen=True)
class LinkStrand:
    """Rigid links in a row, hinged to each other and to both supports.

    Deflections of the pins y_i = sin(k pi i / N) are its exact modes: each link moves
    with the mean of its pins and turns by their difference over the pitch, so that
    with s = sin(k pi / 2N), c = cos(k pi / 2N)

        omega_k^2 = (4 T / p) s^2 / (m c^2 + 4 (J / p^2) s^2),

    which tends to the string for many links.
    """

    link_count: int
    """Links between the supports (N)."""
    pitch: float
    """[m]."""
    link_mass: float
    """[kg]."""
    link_inertia: float
    """Central moment of inertia of a link [kg m^2]."""
    tension: float
    """Tension that transmits the load, without the centrifugal part [N]."""

    def __post_init__(self) -> None:
        if self.link_inertia < 0.0:
            raise GeometryError(f"link_inertia: found {self.link_inertia}; at least 0")
        if self.link_count < 2:
            raise GeometryError(f"link_count: found {self.link_count}; at least 2")

    @property
    def string(self) -> MovingString:
        """The uniform string of the same length, tension and mass."""
        length = self.link_count * self.pitch
        return MovingString(length, self.tension, self.link_mass / self.pitch)

    def frequency(self, order: int = 1, speed: float = 0.0) -> float:
        """Natural frequency of the strand running at a speed [Hz].

        Deviation: travel lowers it as it lowers that of the string, which is exact for
        many links only.
        """
        if not 1 <= order < self.link_count:
            raise GeometryError(
                f"order: found {order}; {self.link_count} links have 1 to "
                f"{self.link_count - 1}"
            )
        half = 0.5 * math.pi * order / self.link_count
        s, c = math.sin(half), math.cos(half)
        mass = self.link_mass * c**2 + 4.0 * self.link_inertia * (s / self.pitch) ** 2
        still = math.sqrt(4.0 * self.tension / self.pitch * s**2 / mass)
        string = self.string
        return still / (2.0 * math.pi) * string.frequency(1, speed) / string.frequency()
