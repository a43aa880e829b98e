"""The registry of units, in which an angle is a dimension, and what may stand for it.

In SI a radian is the number 1, so that 600 1/min, 600 rad/min and 600 Hz all are speeds
of rotation, a factor of 2 pi or 60 apart. Here a radian is none of the other
dimensions; the few texts that leave out the angle by custom are rules of their own.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

DEFINITIONS = """
pico- = 1e-12 = p-
nano- = 1e-9 = n-
micro- = 1e-6 = µ- = μ- = u-
milli- = 1e-3 = m-
centi- = 1e-2 = c-
deci- = 1e-1 = d-
hecto- = 1e2 = h-
kilo- = 1e3 = k-
mega- = 1e6 = M-
giga- = 1e9 = G-
tera- = 1e12 = T-
meter = [length] = m = metre
second = [time] = s = sec
gram = [mass] = g
kelvin = [temperature] = K
radian = [angle] = rad
percent = 0.01 = pct
permille = 0.001 = promille
ppm = 1e-6
degree = 3.141592653589793 / 180 * radian = deg = ° = arcdegree
arcminute = degree / 60 = arcmin
arcsecond = arcminute / 60 = arcsec
gradian = 3.141592653589793 / 200 * radian = gon
revolution = 6.283185307179586 * radian = rev = r = turn = cycle = Umdrehung = U
minute = 60 * second = min
hour = 60 * minute = h = hr
day = 24 * hour = d
revolutions_per_minute = revolution / minute = rpm = RPM
revolutions_per_second = revolution / second = rps
hertz = 1 / second = Hz
newton = kilogram * meter / second ** 2 = N
pascal = newton / meter ** 2 = Pa
joule = newton * meter = J
watt = joule / second = W
newton_meter = newton * meter = Nm
newton_centimeter = newton * centimeter = Ncm
newton_millimeter = newton * millimeter = Nmm
newton_second = newton * second = Ns
newton_meter_second = newton * meter * second = Nms
bar = 1e5 * pascal
atmosphere = 101325 * pascal = atm
poise = 0.1 * pascal * second = P
stokes = 1e-4 * meter ** 2 / second = St
liter = 1e-3 * meter ** 3 = l = L = litre
tonne = 1000 * kilogram = t = metric_ton
kilogram_force = 9.80665 * newton = kgf = kp = kilopond
dyne = 1e-5 * newton = dyn
horsepower = 745.6998715822702 * watt = hp
metric_horsepower = 735.49875 * watt = PS
standard_gravity = 9.80665 * meter / second ** 2 = g_0 = g_n
kilometer_per_hour = 1000 * meter / hour = kph = kmh
mile_per_hour = 1609.344 * meter / hour = mph
knot = 1852 * meter / hour = kn
micron = 1e-6 * meter
inch = 0.0254 * meter = in = inches
thou = 0.001 * inch = mil
foot = 12 * inch = ft = feet
yard = 3 * foot = yd
mile = 5280 * foot = mi
pound = 0.45359237 * kilogram = lb = lbm
ounce = pound / 16 = oz
pound_force = pound * standard_gravity = lbf
ounce_force = ounce * standard_gravity = ozf
slug = pound_force * second ** 2 / foot
psi = pound_force / inch ** 2
ksi = 1000 * psi
degree_Celsius = kelvin; offset: 273.15 = degC = celsius = °C
degree_Fahrenheit = 5 / 9 * kelvin; offset: 459.67 = degF = °F
"""
"""Every unit a file may use: SI, what workshops write, and the inch world."""

PER_MINUTE = "1/min, of a rotational speed, counts turns"
OF_ANGLE = "[angle]"


class DimensionError(ValueError):
    """Two units measure different things; the message says which."""


KNOWN = {
    "newton": "a force",
    "newton*meter": "a torque or an energy",
    "meter": "a length",
    "kilogram": "a mass",
    "second": "a time",
    "radian": "an angle",
    "newton/meter": "a stiffness",
    "newton*second/meter": "a damping",
    "kilogram*meter**2": "an inertia",
    "kilogram/meter": "a mass per length",
    "meter/second": "a speed along a line",
    "radian/second": "a speed of rotation",
    "1/second": "a frequency",
    "watt": "a power",
    "pascal": "a pressure",
    "newton*meter**2": "a bending stiffness",
}
"""What values with these units are."""


def rules_digest() -> str:
    """Changes with every definition and rule."""
    return hashlib.sha256((DEFINITIONS + PER_MINUTE).encode()).hexdigest()[:16]


@cache
def registry() -> Any:
    """The units above; nothing is read from or kept in any file."""
    import pint

    made: Any = pint.UnitRegistry(None, autoconvert_offset_to_baseunit=True)
    made.load_definitions([line for line in DEFINITIONS.splitlines() if line])
    return made


def conversion(found: str, wanted: str) -> tuple[float, float]:
    """Factor and offset from one unit to another.

    Raises:
        DimensionError: they measure different things.
    """
    units = registry()
    here = units.parse_units(found)
    there = units.parse_units(wanted or "dimensionless")
    here = here * units.parse_units(left_out(here, there))
    zero = float(units.Quantity(0.0, here).to(there).magnitude)
    one = float(units.Quantity(1.0, here).to(there).magnitude)
    return one - zero, zero


def left_out(here: Any, there: Any) -> str:
    """The power of an angle that a text leaves out by custom, as a unit.

    A stiffness in N m, a damping in N m s or a lift in mm is one per radian. A speed in
    1/min counts turns. One in 1/s or Hz may mean turns or radians, and is refused.
    """
    have, want = dict(here.dimensionality), dict(there.dimensionality)
    angles = want.pop(OF_ANGLE, 0) - have.pop(OF_ANGLE, 0)
    if have != want:
        raise DimensionError(in_words(here.dimensionality))
    stated = here.dimensionality.get(OF_ANGLE, 0) != 0
    if angles == 0:
        return "dimensionless"
    if angles == -1 and not stated:
        return "1 / radian"
    if angles == 1 and not stated and want == {"[time]": -1}:
        if here == registry().parse_units("1/minute"):
            return "revolution"
        raise DimensionError(
            "counts cycles or radians, which is not said; write it in rpm, rev/s or "
            "rad/s"
        )
    if angles == -1 and want == {"[time]": -1}:
        raise DimensionError("is an angular speed; write a frequency in Hz")
    raise DimensionError(in_words(here.dimensionality))


def in_words(dimensionality: Any) -> str:
    """What a value of a dimension is, as a message says it."""
    text = str(dimensionality)
    named = {
        str(registry().parse_units(unit).dimensionality): name
        for unit, name in KNOWN.items()
    }
    if text in named:
        return f"is {named[text]}"
    return f"has {'no dimension' if text == 'dimensionless' else f'dimension {text}'}"
