"""Stiffness and mass of a rod along its length: numbers, or one number per element."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catena.errors import SpecError
from catena.numerics.arrays import Floats

Along = float | Sequence[float] | Floats
"""A value of the whole rod, or one per element."""


@dataclass(frozen=True)
class Section:
    """A planar section; every value for the whole rod or per element."""

    EA: Along
    """Axial stiffness [N]."""
    EI: Along
    """Bending stiffness [N m^2]; 0 makes a chain of links."""
    GA: Along | None = None
    """Shear stiffness with its correction [N]; EA if not given."""
    mass_per_length: Along = 0.0
    """[kg/m]"""
    rotary_inertia: Along | None = None
    """Per length [kg m]; that of a slender rod of this EI and EA if not given."""


def per_element(where: str, value: Along, count: int, least: float = 0.0) -> Floats:
    """One value per element, checked.

    Raises:
        SpecError: Wrong number of values, or one that is not above ``least``.
    """
    found = np.asarray(value, dtype=np.float64)
    if found.ndim == 0:
        found = np.full(count, float(found))
    if found.shape != (count,):
        words = f"expected one number, or one for each of {count} elements"
        raise SpecError.at(where, f"{found.shape} numbers", words)
    if not (np.isfinite(found).all() and (found >= least).all()):
        raise SpecError.at(where, float(found.min()), f"expected at least {least:g}")
    return found


def positive(where: str, value: Along, count: int) -> Floats:
    """One value above zero per element."""
    found = per_element(where, value, count)
    if not (found > 0.0).all():
        raise SpecError.at(where, float(found.min()), "expected a value above 0")
    return found


def at_vertices(values: Floats, closed: bool) -> Floats:
    """Values of elements at the vertices between them, ends with that of their own."""
    if closed:
        return np.asarray(0.5 * (values + np.roll(values, 1)))
    inner = 0.5 * (values[1:] + values[:-1])
    return np.concatenate([values[:1], inner, values[-1:]])
