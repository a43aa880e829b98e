"""After how many pitches a chain drive looks the same again.

One pitch moves every sprocket by one tooth and every link into the place of the next.
Links that differ, and excitations by orders of a wheel's turn, make it more.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

import numpy as np

from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.spec.wheels import SprocketPart
from catena.errors import InputError
from catena.integrators.planar_chain.assembly import link_view
from catena.integrators.planar_chain.tables import System
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows

MOST_PITCHES = 2000
"""Beyond these a period is no longer worth a search."""
LARGEST_DENOMINATOR = 100
"""Of an order as a fraction."""
LIKE = 1e-12
"""Relative difference of links that are alike."""


def common_period(spec: Spec, system: System) -> int:
    """Pitches after which links and excitations all stand as before."""
    return period_of_orders(spec, repeated_after(link_columns(system)))


def period_of_orders(spec: Spec, links: int) -> int:
    """Pitches after which excitations stand as before, and links that repeat so.

    Raises:
        InputError: there are too many; with what asks for them.
    """
    asked = {"links": links}
    for part in spec.sprocket:
        for what, order in orders_of(part):
            asked[f"{what} of {part.name}"] = pitches_of(order, part.tooth_count)
    pitches = lcm(*asked.values())
    if pitches > MOST_PITCHES:
        told = ", ".join(f"{what} {n}" for what, n in asked.items() if n > 1)
        raise InputError(
            f"the drive looks the same only after {pitches} pitches ({told}); expected "
            f"at most {MOST_PITCHES}: make a run instead"
        )
    return pitches


def orders_of(part: SprocketPart) -> list[tuple[str, float]]:
    """What excites at which order of the turn of a sprocket."""
    boundary = part.boundary
    waves = [
        (f"order {wave.order:g}", wave.order)
        for wave in (
            *getattr(boundary, "irregularity", ()),
            *getattr(boundary, "orders", ()),
        )
    ]
    if getattr(boundary, "angles", ()):
        waves.append(("torque over angle", 1.0))
    if part.eccentricity > 0.0:
        waves.append(("eccentricity", 1.0))
    if part.wobble:
        waves.append(("wobble", 1.0))
    return waves


def pitches_of(order: float, teeth: int) -> int:
    """Teeth after which an order has swung a whole number of times."""
    whole = Fraction(order).limit_denominator(LARGEST_DENOMINATOR)
    if abs(float(whole) - order) > 1e-9 * order:
        raise InputError(
            f"order {order!r} is no fraction of small whole numbers: it never repeats"
        )
    return teeth * whole.denominator // gcd(teeth * whole.denominator, whole.numerator)


def repeated_after(columns: Floats) -> int:
    """Links after which all columns of links repeat, around the whole chain."""
    n = int(columns.shape[1])
    size = LIKE * np.abs(columns).max(axis=1, keepdims=True)
    for shift in range(1, n):
        moved = np.roll(columns, shift, axis=1)
        if n % shift == 0 and np.all(np.abs(moved - columns) <= size):
            return shift
    return n


def link_columns(system: System) -> Floats:
    """Everything in which links could differ, (columns, n)."""
    n, numbers = system.half.size, np.arange(system.half.size)
    found: list[Floats] = [system.half]
    found += [*link_view(system, system.M)]
    found += [*link_view(system, system.gravity)]
    found += float_columns(system.joints)
    for first in range(0, system.points.size, n):
        points = system.points[first : first + n]
        ahead = (points.body - numbers) % n
        found += [ahead.astype(float), *float_columns(points)]
    return np.array(found)


def float_columns(rows: Rows) -> list[Floats]:
    """All columns of a table that hold numbers and not places."""
    names = rows.dtype.names or ()
    return [np.array(rows[name]) for name in names if rows.dtype[name].kind == "f"]
