"""Cylinder in cylinder: roller around bushing, pin in hole.

Source: [Omar2016] (16), Johnson's logarithmic law
``delta = P/(pi E*) (ln(4 pi E* dR / P) - 1)`` with P the force per length and dR the
radial clearance, solved for P.

With ``y = delta/(4 dR)`` and ``P = 4 pi E* dR exp(t - 1)`` it reads
``t exp(t) = -e y`` on the branch t < -1 (Lambert's W_-1), found by Fritsch's steps of
fourth order on ``t + ln(-t) = ln(e y)`` from the approximation of Barry et al. (2000),
which is right to 2.3e-4: one step ends at rounding. Then ``P = -pi E* delta / t`` and
``dP/d delta = -pi E* / (t + 1)``.

Limits: P < 4 pi E* dR / e^2, that is delta < 4 dR / e^2; there the printed law's
stiffness turns negative and the force is not a function of the penetration. Beyond,
the kernel answers NaN and the step ends with ``Status.LAW_LIMIT``.
Deviation: a linear damper is added and the sum clipped at zero, as in
``spring_damper``; zero damping gives the printed law.
"""

from __future__ import annotations

import math
from typing import ClassVar

from catena.codes import NormalLaw
from catena.jit import inline_kernel, kernel
from catena.laws.words import Normal
from catena.numerics.logarithm import natural_log
from catena.numerics.records import Rows
from catena.numerics.statement import number, statement

CODE = int(NormalLaw.JOHNSON)
ENOUGH = 1e-5
"""Change of the solution, relative, after which the next is below rounding."""
BARRY = (0.3361, -0.0042, -0.0201)
"""Numbers of the approximation; it holds between FAINT and MIDDLE."""
FAINT, MIDDLE = 1e-30, 0.25
HALF = math.sqrt(0.5)


@statement
class Johnson(Normal):
    """Elastic: cylinder in cylinder, logarithmic, within its validity limit."""

    contact_modulus: float = number(
        "Elastic modulus of both materials together, E*.",
        "Pa", column="k", positive=True, example="115 GPa",
    )  # fmt: skip
    clearance: float = number(
        "How much larger the radius of the hollow is than that of the cylinder; a "
        "tight fit is stiffer.",
        "m", column="p", positive=True, example="40 um",
    )  # fmt: skip
    length: float = number(
        "How long the cylinders touch across the plane of motion.",
        "m", column="length", positive=True, example="10 mm",
    )  # fmt: skip
    damping: float = number(
        "Force per approach speed while in contact.",
        "N s/m", default=0.0, column="d", example="50 N s/m",
    )  # fmt: skip

    word: ClassVar[str] = "johnson"
    chosen: ClassVar[str] = (
        "a cylinder in a slightly larger hollow one, with a logarithmic "
        "answer, within its limit of validity"
    )
    code: ClassVar[int] = CODE


@inline_kernel
def press(groups: Rows, g: int, depth: float) -> float:
    """Elastic part of the normal force [N]; NaN beyond the limit of the law."""
    return float(line_force(depth, groups[g].k, groups[g].p) * groups[g].length)


@inline_kernel
def energy(groups: Rows, g: int, depth: float) -> float:
    """Stored energy [J]."""
    return float(line_energy(depth, groups[g].k, groups[g].p) * groups[g].length)


@kernel
def line_force(delta: float, E_star: float, dR: float) -> float:
    """Force per length P(delta) [N/m]; NaN beyond the limit of the law."""
    return line_answer(delta, E_star, dR)[0]


@kernel
def line_answer(delta: float, E_star: float, dR: float) -> tuple[float, float]:
    """Force per length [N/m] and its slope [Pa]; NaN beyond the limit of the law."""
    z = math.e * delta / (4.0 * dR)  # e y
    if not z < 1.0 / math.e:
        return math.nan, math.nan
    t = _lower_branch(z)
    share = -math.pi * E_star / (t * (t + 1.0))  # one quotient for both
    return share * delta * (t + 1.0), share * t  # (16)


@inline_kernel
def is_usual(delta: float, dR: float) -> bool:
    """Whether `usual_force` holds, as it nearly always does."""
    return FAINT < math.e * delta / (4.0 * dR) <= MIDDLE


@inline_kernel
def usual_force(delta: float, E_star: float, dR: float) -> float:
    """`line_force` without a question, for loops that run in vectors."""
    z = math.e * delta / (4.0 * dR)
    return -math.pi * E_star * delta / _usual_branch(natural_log(z))


@kernel
def _lower_branch(z: float) -> float:
    """The t < -1 with t exp(t) = -z, for 0 < z < 1/e."""
    if FAINT < z <= MIDDLE:
        return _usual_branch(natural_log(z))
    log_z = math.log(z)
    if z > MIDDLE:  # near the branch point: series in sqrt(2 (1 - e z))
        p = math.sqrt(2.0 * (1.0 - math.e * z))
        t = -1.0 - p * (1.0 + p * (1.0 / 3.0 + p * (11.0 / 72.0)))
    else:
        part = math.log(-log_z)
        t = log_z - part + part / log_z + part * (part - 2.0) / (2.0 * log_z * log_z)
    for _ in range(4):
        before, t = t, _closer(t, log_z, math.log(-t))
        if abs(t - before) <= ENOUGH * abs(t):
            break
    return min(t, -1.0)


@inline_kernel
def _usual_branch(log_z: float) -> float:
    """The same from ln z, for FAINT < z <= MIDDLE, to rounding."""
    far = -1.0 - log_z
    root = math.sqrt(far)
    fade = 1.0 + BARRY[2] * root * (1.0 + 0.5 * BARRY[2] * root)
    share = BARRY[0] * HALF * root
    share /= 1.0 + BARRY[1] * far * fade + share
    t = -1.0 - far - 2.0 / BARRY[0] * share
    return _closer(t, log_z, natural_log(-t))


@inline_kernel
def _closer(t: float, log_z: float, log_t: float) -> float:
    """One step of Fritsch from t, whose logarithm without sign is given."""
    rest = log_z - log_t - t
    near = 1.0 + t
    q = 2.0 * near * (near + rest * (2.0 / 3.0))
    lower = near * (q - 2.0 * rest)
    return t if lower == 0.0 else t + t * rest * (q - rest) / lower


@kernel
def line_energy(delta: float, E_star: float, dR: float) -> float:
    """Stored energy per length [J/m]: P delta minus the integral of delta over P."""
    P = line_force(delta, E_star, dR)
    complement = P * P / (2.0 * math.pi * E_star)
    complement *= math.log(4.0 * math.pi * E_star * dR / P) - 0.5
    return P * delta - complement


def limit_force(E_star: float, dR: float, L: float) -> float:
    """Largest force for which the law holds [N]."""
    return float(4.0 * math.pi * E_star * dR * L / math.e**2)


def limit_penetration(dR: float) -> float:
    """Largest penetration for which the law holds [m]."""
    return float(4.0 * dR / math.e**2)
