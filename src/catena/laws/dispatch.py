"""The only branch on law codes: what the rows of a contact group do.

A new law is a file with its words and kernels, and its name in one of the lists below.
Elastic laws state ``press`` and ``energy`` over the depth, smooth friction its
``ratio``; `numerics.branches` makes the branches from the lists. Damping is the same
for all elastic laws: a factor of hysteresis and a linear damper.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from catena.codes import FrictionLaw, NormalLaw
from catena.jit import inline_kernel, kernel
from catena.laws import (
    bilateral,
    coulomb,
    hertz,
    johnson,
    maxwell_coupled,
    regularised_friction,
    spring_damper,
    stribeck,
    unilateral,
)
from catena.laws.hysteresis_damping import hysteresis_factor
from catena.laws.unilateral import moreau_offset, newton_offset
from catena.laws.words import Friction, Normal
from catena.numerics.branches import branches, words_in
from catena.numerics.records import Rows

NORMAL_LAWS: tuple[ModuleType, ...] = (
    unilateral,
    bilateral,
    spring_damper,
    hertz,
    johnson,
    maxwell_coupled,
)
"""Laws along the normal, in the order in which they are asked for and listed."""
FRICTION_LAWS: tuple[ModuleType, ...] = (coulomb, regularised_friction, stribeck)
"""Laws along the tangent."""
ELASTIC_LAWS = tuple(law for law in NORMAL_LAWS if hasattr(law, "press"))
SMOOTH_LAWS = tuple(law for law in FRICTION_LAWS if hasattr(law, "ratio"))
ELASTIC_CODES: tuple[int, ...] = tuple(law.CODE for law in ELASTIC_LAWS)
"""Codes that `normal_force` evaluates."""


NORMAL_WORDS = words_in(NORMAL_LAWS, Normal)
FRICTION_WORDS = words_in(FRICTION_LAWS, Friction)


@kernel
def has_set_valued_friction(law: int) -> bool:
    """True when the tangents of a row are unknowns of the solver."""
    return law == FrictionLaw.COULOMB or law == FrictionLaw.COULOMB_DISC


@inline_kernel
def _no_law(law: int, groups: Rows, g: int, x: float) -> float:
    """What comes of a code that nobody knows."""
    return np.nan


@inline_kernel
def _no_smooth_law(law: int, groups: Rows, g: int, x: float) -> float:
    """Zero for none or set-valued friction; NaN for an unknown code."""
    known = law == FrictionLaw.NONE or has_set_valued_friction(law)
    return 0.0 if known else np.nan


_press = branches(ELASTIC_LAWS, "press", _no_law)
_energy = branches(ELASTIC_LAWS, "energy", _no_law)
_ratio = branches(SMOOTH_LAWS, "ratio", _no_smooth_law)


@inline_kernel
def elastic_force(groups: Rows, g: int, depth: float) -> float:
    """Elastic normal force of a pressed row of group g [N]; depth > 0."""
    return float(_press(groups[g].law, groups, g, depth))


@inline_kernel
def friction_ratio(groups: Rows, g: int, v: float) -> float:
    """Smooth friction of group g per normal force and sliding speed v [s/m]."""
    return float(_ratio(groups[g].friction, groups, g, v))


@inline_kernel
def damped_force(
    groups: Rows, g: int, press: float, depth: float, rate: float, v_0: float
) -> float:
    """Normal force out of its elastic part, never pulling [N].

    ``rate`` is the speed of parting, ``v_0`` the approach speed when the contact
    closed.
    """
    force, chi, onset = press, groups[g].chi, groups[g].onset
    if chi > 0.0:
        force *= hysteresis_factor(chi, rate, v_0)
    # a damper that set in at full strength would make the force jump at closing
    grown = depth / onset if depth < onset else 1.0
    force -= groups[g].d * grown * rate
    # in this order: max(force, 0.0) would turn NaN into a force of zero
    return 0.0 if force < 0.0 else force  # lets NaN through


@kernel
def normal_force(groups: Rows, g: int, g_N: float, g_N_dot: float, v_0: float) -> float:
    """Normal force of one elastic row of group g [N]; NaN for a law nobody knows."""
    if g_N >= 0.0:
        return 0.0
    press = elastic_force(groups, g, -g_N)
    return float(damped_force(groups, g, press, -g_N, g_N_dot, v_0))


@kernel
def elastic_energy(groups: Rows, g: int, depth: float) -> float:
    """Energy stored in a row of group g [J]; none in open and rigid ones."""
    if depth <= 0.0 or unknown_kind(groups[g].law) != 0:
        return 0.0
    return float(_energy(groups[g].law, groups, g, depth))


@kernel
def is_known(law: int) -> bool:
    """True for elastic laws that stand in the lists."""
    for code in ELASTIC_CODES:
        if law == code:
            return True
    return False


@kernel
def is_single_valued(law: int) -> bool:
    """True for normal laws that ``normal_force`` evaluates."""
    return law >= NormalLaw.SPRING_DAMPER and law != NormalLaw.MAXWELL


@kernel
def acts_along_normal(law: int) -> bool:
    """True when la_N of a row is a force of the row itself."""
    return is_single_valued(law) or law == NormalLaw.MAXWELL


@kernel
def has_known_normal(law: int) -> bool:
    """True when la_N, no unknown percussion, presses the surfaces together."""
    return acts_along_normal(law) or law == NormalLaw.GIVEN


@kernel
def unknown_kind(law: int) -> int:
    """What the solver looks for: 1 a push, -1 a push or pull, 0 no percussion."""
    if law == NormalLaw.UNILATERAL_NEWTON or law == NormalLaw.UNILATERAL_MOREAU:
        return 1
    if law == NormalLaw.BILATERAL:
        return -1
    return 0


@kernel
def restitution_offset(law: int, g_N_dot: float, e_N: float) -> float:
    """What restitution adds to the gap rate seen by the normal law [m/s]."""
    if law == NormalLaw.UNILATERAL_NEWTON:
        return newton_offset(e_N, g_N_dot)
    if law == NormalLaw.UNILATERAL_MOREAU:
        return moreau_offset(e_N, g_N_dot)
    return 0.0


@kernel
def unknown_tangents(law: int) -> int:
    """How many tangents of a row are unknowns: 1 planar, 2 disc, 0 none."""
    if law == FrictionLaw.COULOMB:
        return 1
    if law == FrictionLaw.COULOMB_DISC:
        return 2
    return 0
