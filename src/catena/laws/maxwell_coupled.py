"""Maxwell's coupled law: contacts that share the compliance of one elastic body.

``g = C la + g~``, ``0 <= g``, ``0 <= la``, ``g' la = 0``: the elastic distances g
are the rigid ones g~ plus what all forces together deform. A loaded contact bends
the body away from its neighbours, which may open although g~ < 0.

Source: [Cebulla2014] (5.12)-(5.25), sheave influence (5.49)-(5.54).
Deviation: C is projected with cos^2(delta_0), not cos(delta_0) as (5.49) or not at
all as (5.54): force and deformation are both projected. The radial factor is
symmetric, sqrt(c(r_i) c(r_j)); the printed c(r_j) violates (5.15).

Limits: quasi-static and linear elastic; C symmetric without negative eigenvalues,
which for the sheave needs A_k >= 0. With a local compliance > 0 per contact C is
definite and the gaps tell the forces: ``solvers.maxwell``. The ones-blocks of (5.55)
are singular; there the masses tell them: ``dynamics.yielding_groups``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from catena.codes import NormalLaw
from catena.laws.words import Normal
from catena.numerics.arrays import Floats


@dataclass(frozen=True)
class Maxwell(Normal):
    """Elastic: shares the compliance of one body with the contacts of its group.

    The group and its influence matrix are stated by ``PlanarSystem.maxwell``, in files
    by a table ``maxwell``.
    """

    word: ClassVar[str] = "maxwell"
    chosen: ClassVar[str] = (
        "elastic, together with the other contacts of a ``maxwell`` group on the same "
        "body"
    )
    code: ClassVar[int] = int(NormalLaw.MAXWELL)


def cantilever_influence(x: Floats, bending_stiffness: float) -> Floats:
    """Influence matrix of a clamped beam at the stations x [m/N].

    Source: ``C_ij = a^2 (3 b - a) / (6 EI)`` with a = min, b = max of the stations;
    the beam of [Cebulla2014] Fig. 5.6.
    """
    a = np.minimum.outer(x, x)
    b = np.maximum.outer(x, x)
    return np.asarray(a**2 * (3.0 * b - a) / (6.0 * bending_stiffness))
