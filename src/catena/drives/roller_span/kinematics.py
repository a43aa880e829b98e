"""The kinematic model as a tool of its own: numbers and plots of any two sprockets.

Needs no run: polygonal action, resonance speeds of the moving string and tooth loads
follow from the geometry, the load and the mass of the chain.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from catena.drives import DRIVES
from catena.drives.loading import spec_from
from catena.drives.roller_chain.layout.tooth_entry import grazing
from catena.drives.roller_span.layout import chain_of, pair_of
from catena.drives.roller_span.signals import polygon_numbers
from catena.drives.roller_span.spec import ConstantTorque, Spec, TorsionBar
from catena.drives.verbs import Answer
from catena.errors import GeometryError
from catena.geometry.binder import ansi_pressure_angle, link_tensions, tooth_loads
from catena.geometry.polygon import PolygonPair
from catena.geometry.string import MovingString
from catena.geometry.tooth_forms import iso_606
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace
from catena.results.health import KeyNumber
from catena.spec.loading import parse_toml

SECTION = "Kinematic model"
STRING_ORDERS = 3


@dataclass(frozen=True)
class Kinematics:
    """Two sprockets, their strand, and what it carries."""

    pair: PolygonPair
    mass_per_length: float
    """Of the chain [kg/m]."""
    load_torque: float
    """On the driven sprocket [N m]; 0 if unknown."""
    pressure_angles: tuple[float, float]
    """Of driver and driven teeth [rad]."""

    @property
    def tension(self) -> float:
        """Tension that carries the load [N]."""
        return self.load_torque / self.pair.driven_radius

    def key_numbers(self) -> tuple[KeyNumber, ...]:
        """Every number of the kinematic model."""
        return (*self._polygon_numbers(), *self._string_numbers())

    def figures(self) -> list[Figure]:
        """Speed ratio, transmission error, strand speed, tooth loads."""
        return [
            self._ratio_figure(),
            self._error_figure(),
            self._speed_figure(),
            self._tooth_figure(),
        ]

    def _polygon_numbers(self) -> list[KeyNumber]:
        pair = self.pair
        return [
            KeyNumber("centre_distance", "centre distance", pair.centre_distance, "m"),
            KeyNumber(
                "tangent_pitches", "common tangent", pair.tangent_pitches, "pitches"
            ),
            KeyNumber("mean_ratio", "mean speed ratio", pair.mean_ratio, "1"),
            *polygon_numbers(pair),
            KeyNumber("phase", "phase of release and seating", pair.phase, "1"),
        ]

    def _string_numbers(self) -> list[KeyNumber]:
        if self.load_torque <= 0.0:
            return []
        pair = self.pair
        string = MovingString(pair.tangent_length, self.tension, self.mass_per_length)
        numbers = [KeyNumber("tension", "tension of the strand", self.tension, "N")]
        for order in range(1, STRING_ORDERS + 1):
            speed = string.resonance_speed(pair.pitch, pair.driver_teeth, order)
            label = f"resonance speed {order} of the driver, moving string"
            numbers.append(KeyNumber(f"resonance_{order}", label, speed, "rad/s"))
        return numbers

    def _travel(self) -> tuple[Floats, Floats]:
        start, end = self.pair.period
        angle = np.linspace(start, end, 401)
        return angle - start, angle

    def _ratio_figure(self) -> Figure:
        travel, angle = self._travel()
        title = "Driven over driver speed during one tooth"
        ratio = self.pair.at(angle).speed_ratio
        return _over_tooth("speed_ratio", title, Axis("speed ratio"), travel, ratio)

    def _error_figure(self) -> Figure:
        travel, lead = self.pair.transmission_error()
        title = "Lead of the driven sprocket during one tooth"
        y = Axis("transmission error", "rad")
        return _over_tooth("transmission_error", title, y, travel, lead)

    def _speed_figure(self) -> Figure:
        travel, angle = self._travel()
        speed = self.pair.at(angle).strand_speed / self.pair.driver_radius
        title = "Strand speed over the speed of the driver's pitch circle"
        y = Axis("relative strand speed")
        return _over_tooth("strand_speed", title, y, travel, speed)

    def _tooth_figure(self) -> Figure:
        teeth, angle = self.pair.driver_teeth, self.pressure_angles[0]
        count = max(1, teeth // 2)
        place = np.arange(1.0, count + 1.0)
        return Figure(
            name="tooth_loads",
            title="Loads of the seated teeth of the driver over the strand tension",
            x=Axis("seated tooth, counted from the strand"),
            y=Axis("load over strand tension"),
            traces=(
                Trace(place, tooth_loads(teeth, angle, count), "tooth", kind="stem"),
                Trace(
                    place,
                    link_tensions(teeth, angle, count)[1:],
                    "link behind it",
                    kind="markers",
                ),
            ),
            caption="Binder's law, no friction, rigid seats.",
            section=SECTION,
        )


def _over_tooth(
    name: str, title: str, y: Axis, travel: Floats, values: Floats
) -> Figure:
    """A curve over one tooth of the driver."""
    x = Axis("travel of the driver", "rad")
    curve = Trace(travel, values, emphasis="main")
    return Figure(name, title, x, y, (curve,), section=SECTION)


def kinematics(spec: Spec) -> Answer:
    """The kinematic model: numbers, plots, and where rollers would not find in."""
    found = kinematics_of(spec)
    numbers, warnings = found.key_numbers(), few_teeth(spec)
    lines = [
        f"  {number.label:44} {number.value:.9g} "
        + ("" if number.units == "1" else number.units)
        for number in numbers
    ]
    lines += [f"  warning: {warning}" for warning in warnings]
    facts = {n.name: {"value": n.value, "units": n.units} for n in numbers}
    return Answer(lines, {"numbers": facts, "warnings": warnings}, found.figures())


def stated(
    chain: str, teeth: tuple[int, int], span: dict[str, Any], torque: str
) -> Spec:
    """The template with another chain, other sprockets and another distance."""
    data: dict[str, Any] = parse_toml(DRIVES["roller_span"].template())
    data["chain"] = {"designation": chain}
    for name, count in zip(("driver", "driven"), teeth, strict=True):
        data[name]["tooth_count"] = count
    data["span"] = {key: value for key, value in span.items() if value is not None}
    data["load"] = {"kind": "constant_torque", "torque": torque}
    return cast(Spec, spec_from(data, "kinematics"))


def few_teeth(spec: Spec) -> list[str]:
    """Where rollers would not find into the smallest gap, which has to be chosen wider.

    The kinematic model knows no gaps: it has every roller seated.
    """
    chain = chain_of(spec.chain)
    warnings = []
    for name, wheel in (("driver", spec.driver), ("driven", spec.driven)):
        with suppress(GeometryError):  # no such gap for rollers of this size
            gap = iso_606(chain.pitch, wheel.tooth_count, 2.0 * chain.roller_radius)
            warnings += grazing(name, gap)
    return warnings


def kinematics_of(spec: Spec) -> Kinematics:
    """The kinematic model of a specified drive.

    Raises:
        SpecError: the sprockets and the strand do not fit together.
    """
    chain = chain_of(spec.chain)
    load = spec.load
    torque = load.torque if isinstance(load, ConstantTorque | TorsionBar) else 0.0
    angles = [
        ansi_pressure_angle(wheel.tooth_count)
        if wheel.pressure_angle is None
        else wheel.pressure_angle
        for wheel in (spec.driver, spec.driven)
    ]
    return Kinematics(
        pair=pair_of(spec, chain.pitch),
        mass_per_length=chain.link_mass / chain.pitch,
        load_torque=math.fabs(torque),
        pressure_angles=(angles[0], angles[1]),
    )
