"""Stiffness and mass of a rod along its length: numbers, or one number per element."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from catena.errors import SpecError
from catena.numerics.arrays import Floats
from catena.numerics.statement import Stated, number, statement

Along = float | Sequence[float] | Floats
"""A value of the whole rod, or one per element."""


@statement
class Section(Stated):
    """A planar section; every value for the whole rod or per element."""

    EA: Along = number(
        "EA, pull per strain; one value, or one for each element.",
        "N", key="axial", along=True, example="200 kN",
    )  # fmt: skip
    EI: Along = number(
        "EI, moment per curvature, 0 for a rope; one value, or one for each element.",
        "N m^2", key="bending", along=True, example="2.9 N m^2",
    )  # fmt: skip
    GA: Along | None = number(
        "GA with its correction, shear force per shear angle; one value, or one for "
        "each element; if not given, EA.",
        "N", default=None, key="shear", along=True, optional=True, positive=True,
        example="60 kN",
    )  # fmt: skip
    mass_per_length: Along = number(
        "How heavy the rod is; one value, or one for each element.",
        "kg/m", default=0.0, along=True, required=True, example="0.1 kg/m",
    )  # fmt: skip
    height: float | None = number(
        "Between the outer fibres, for strains and contacts; if not given, that of a "
        "rectangle with this EI and EA.",
        "m", default=None, optional=True, positive=True, example="4 mm",
    )  # fmt: skip
    rotary_inertia: Along | None = None
    """Per length [kg m]; that of a slender rod of this EI and EA if not given."""

    word: ClassVar[str] = "stiffness"
    chosen: ClassVar[str] = "stiffnesses and mass as they are, as of a rope or laminate"


def per_element(where: str, value: Along, count: int) -> Floats:
    """One value per element, checked.

    Raises:
        SpecError: Wrong number of values, or one that is negative or not finite.
    """
    found = np.asarray(value, dtype=np.float64)
    if found.ndim == 0:
        found = np.full(count, float(found))
    if found.shape != (count,):
        words = f"expected one number, or one for each of {count} elements"
        raise SpecError.at(where, f"{found.shape} numbers", words)
    if not (np.isfinite(found).all() and (found >= 0.0).all()):
        raise SpecError.at(where, float(found.min()), "expected at least 0")
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
