"""The only branch on law codes: what each row of the contact table does.

A new law is one file, one member in ``codes``, one branch here and one entry in the
registries at the end.
"""

from __future__ import annotations

import numpy as np

from catena.codes import FrictionLaw, NormalLaw
from catena.jit import inline_kernel, kernel
from catena.laws import (
    bilateral,
    coulomb,
    hertz,
    hysteresis_damping,
    johnson,
    maxwell_coupled,
    regularised_friction,
    spring_damper,
    stribeck,
    unilateral,
)
from catena.laws.hertz import hertz as hertz_force
from catena.laws.hertz import hertz_energy
from catena.laws.hysteresis_damping import (
    flores_factor,
    hunt_crossley_factor,
    hysteresis_force,
    lankarani_nikravesh_factor,
)
from catena.laws.johnson import johnson as johnson_force
from catena.laws.johnson import johnson_energy
from catena.laws.regularised_friction import regularised_ratio
from catena.laws.spring_damper import spring_damper as spring_damper_force
from catena.laws.spring_damper import spring_energy
from catena.laws.stribeck import stribeck_ratio
from catena.laws.unilateral import moreau_offset, newton_offset
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows


@inline_kernel
def elastic_force(groups: Rows, g: int, depth: float) -> float:
    """Elastic normal force of a row of group g [N]; NaN for a law nobody knows."""
    if groups[g].law == NormalLaw.SPRING_DAMPER:
        return float(groups[g].k * depth)
    if groups[g].law == NormalLaw.HERTZ:
        return float(hertz_force(-depth, groups[g].k, groups[g].p))
    if groups[g].law == NormalLaw.JOHNSON:
        k, p, length = groups[g].k, groups[g].p, groups[g].length
        return float(johnson_force(-depth, 0.0, k, p, length, 0.0))
    return np.nan


@kernel
def elastic_energy(groups: Rows, g: int, depth: float) -> float:
    """Energy stored in a row of group g [J]; none in rigid ones."""
    if groups[g].law == NormalLaw.SPRING_DAMPER:
        return float(0.5 * groups[g].k * depth**2)
    if groups[g].law == NormalLaw.HERTZ:
        return float(hertz_energy(-depth, groups[g].k, groups[g].p))
    if groups[g].law == NormalLaw.JOHNSON:
        k, p, length = groups[g].k, groups[g].p, groups[g].length
        return float(johnson_energy(-depth, k, p, length))
    if groups[g].law == NormalLaw.UNILATERAL_NEWTON:
        return 0.0
    return np.nan


@kernel
def normal_force(
    law: int, g_N: float, g_N_dot: float, v_0: float, par: Floats, i: int
) -> float:
    """Normal force of one single-valued row [N]; NaN for a law nobody knows.

    Parameters are row i of ``par``: handing over a slice would cost more than the law.
    """
    if law == NormalLaw.SPRING_DAMPER:
        return spring_damper_force(g_N, g_N_dot, par[i, 0], par[i, 1])
    if law == NormalLaw.HERTZ:
        return hertz_force(g_N, par[i, 0], par[i, 1])
    if law == NormalLaw.HUNT_CROSSLEY:
        chi = hunt_crossley_factor(par[i, 2])
        return hysteresis_force(g_N, g_N_dot, v_0, par[i, 0], par[i, 1], chi)
    if law == NormalLaw.LANKARANI_NIKRAVESH:
        chi = lankarani_nikravesh_factor(par[i, 2])
        return hysteresis_force(g_N, g_N_dot, v_0, par[i, 0], par[i, 1], chi)
    if law == NormalLaw.FLORES:
        chi = flores_factor(par[i, 2])
        return hysteresis_force(g_N, g_N_dot, v_0, par[i, 0], par[i, 1], chi)
    if law == NormalLaw.JOHNSON:
        return johnson_force(g_N, g_N_dot, par[i, 0], par[i, 1], par[i, 2], par[i, 3])
    return np.nan


@kernel
def normal_energy(law: int, g_N: float, p: Floats) -> float:
    """Elastic energy stored in one row [J]; zero for laws that store none."""
    if law == NormalLaw.SPRING_DAMPER:
        return spring_energy(g_N, p[0])
    if (
        law == NormalLaw.HERTZ
        or law == NormalLaw.HUNT_CROSSLEY
        or law == NormalLaw.LANKARANI_NIKRAVESH
        or law == NormalLaw.FLORES
    ):
        return hertz_energy(g_N, p[0], p[1])
    if law == NormalLaw.JOHNSON:
        return johnson_energy(g_N, p[0], p[1], p[2])
    return 0.0


@kernel
def is_single_valued(law: int) -> bool:
    """True for normal laws that ``normal_force`` evaluates."""
    return law >= NormalLaw.SPRING_DAMPER and law != NormalLaw.MAXWELL


@kernel
def has_limit(law: int) -> bool:
    """True for laws that end at a largest penetration."""
    return law == NormalLaw.JOHNSON


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
def has_set_valued_friction(law: int) -> bool:
    """True when the tangents of a row are unknowns of the solver."""
    return law == FrictionLaw.COULOMB or law == FrictionLaw.COULOMB_DISC


@kernel
def unknown_tangents(law: int) -> int:
    """How many tangents of a row are unknowns: 1 planar, 2 disc, 0 none."""
    if law == FrictionLaw.COULOMB:
        return 1
    if law == FrictionLaw.COULOMB_DISC:
        return 2
    return 0


@kernel
def friction_ratio(law: int, v: float, par: Floats, i: int) -> float:
    """Single-valued friction per normal force and sliding speed [s/m]."""
    if law == FrictionLaw.REGULARISED:
        return regularised_ratio(v, par[i, 0], par[i, 1])
    if law == FrictionLaw.STRIBECK:
        return stribeck_ratio(v, par[i, 0], par[i, 1], par[i, 2], par[i, 3])
    if law == FrictionLaw.NONE or has_set_valued_friction(law):
        return 0.0
    return np.nan


NORMAL_PARAMETERS = {
    NormalLaw.NONE: (),
    NormalLaw.GIVEN: (),
    NormalLaw.UNILATERAL_NEWTON: unilateral.PARAMETERS,
    NormalLaw.UNILATERAL_MOREAU: unilateral.PARAMETERS,
    NormalLaw.BILATERAL: bilateral.PARAMETERS,
    NormalLaw.SPRING_DAMPER: spring_damper.PARAMETERS,
    NormalLaw.HERTZ: hertz.PARAMETERS,
    NormalLaw.HUNT_CROSSLEY: hysteresis_damping.PARAMETERS,
    NormalLaw.LANKARANI_NIKRAVESH: hysteresis_damping.PARAMETERS,
    NormalLaw.FLORES: hysteresis_damping.PARAMETERS,
    NormalLaw.JOHNSON: johnson.PARAMETERS,
    NormalLaw.MAXWELL: maxwell_coupled.PARAMETERS,
}
"""Names of the columns of ``par_N``, per law."""

FRICTION_PARAMETERS = {
    FrictionLaw.NONE: (),
    FrictionLaw.COULOMB: coulomb.PARAMETERS,
    FrictionLaw.COULOMB_DISC: coulomb.PARAMETERS,
    FrictionLaw.REGULARISED: regularised_friction.PARAMETERS,
    FrictionLaw.STRIBECK: stribeck.PARAMETERS,
}
"""Names of the columns of ``par_T``, per law."""
