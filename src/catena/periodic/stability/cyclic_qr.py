"""Eigenvalues of a product of matrices without forming the product.

Orthogonal iteration runs around the cycle A_p ... A_1: ``A_k Q_k = Q_(k+1) R_k``. The
basis turns towards the invariant subspaces, ordered by modulus, and every eigenvalue
group is read from the small diagonal blocks of the R_k in logarithmic scale.
Multipliers of 1e-300 keep their digits next to multipliers of 1.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Bools, Complexes, Floats
from catena.periodic.stability.cycle_kernels import carry_around

LARGEST_CYCLES = 300
SPLIT_TOLERANCE = 1e-13
"""Turn of a subspace per cycle below which it counts as found."""
HARMLESS_SPREAD = float(np.log(100.0))
"""Of the moduli in a group of eigenvalues, as a logarithm."""
LEAST_LOGARITHM = -1e6
"""Of a modulus; exact zeros count as this."""
LARGEST_PLAIN = 1e300
"""Where eigenvalues end that are larger than numbers can be."""
SMALL = 24
"""Largest size at which plain loops are faster than LAPACK, called map by map."""
PATIENCE = 6
"""Cycles after which a subspace that still turns by 0.9 as much is given up."""


class LogEigenvalues(NamedTuple):
    """Eigenvalues as ``exp(log_modulus + i phase)``, largest first."""

    log_modulus: Floats
    phase: Floats
    resolved: Bools
    """False where a value drowns in the rounding of larger ones in its group."""


def plain_values(log_modulus: Floats, phase: Floats) -> Complexes:
    """exp(log_modulus + i phase), exactly real for the phases 0 and pi.

    The smallest become 0; the largest stop at ``LARGEST_PLAIN``, so that no infinity
    gets into a result.
    """
    with np.errstate(under="ignore"):
        modulus = np.exp(np.minimum(log_modulus, np.log(LARGEST_PLAIN)))
    direction: Complexes = np.exp(1j * phase)
    direction[np.abs(phase) == np.pi] = -1.0
    return modulus * direction


def product_eigenvalues(maps: Floats) -> LogEigenvalues:
    """Eigenvalues of ``maps[p-1] @ ... @ maps[0]``."""
    turn, factors = _iterate(maps)
    groups = _groups(turn)
    parts = [_group_eigenvalues(turn, factors, group) for group in groups]
    log_modulus = np.concatenate([part[0] for part in parts])
    log_modulus = np.maximum(log_modulus, LEAST_LOGARITHM)
    phase = np.concatenate([part[1] for part in parts])
    resolved = np.concatenate([part[2] for part in parts])
    order = np.lexsort((-phase, -np.round(log_modulus, 12)))
    return LogEigenvalues(log_modulus[order], phase[order], resolved[order])


def _iterate(maps: Floats) -> tuple[Floats, Floats]:
    """Run around the cycle until every split that can be found is found."""
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=maps.shape[1:]))[0]
    history: list[Floats] = []
    for cycle in range(LARGEST_CYCLES):
        start = Q
        Q, factors = _around(maps, start)
        turn = start.T @ Q
        history.append(_split_angles(turn))
        if cycle > 0 and _near_enough(turn, factors):
            break
        if cycle >= PATIENCE and not _improving(history):
            break
    return turn, factors


def _around(maps: Floats, start: Floats) -> tuple[Floats, Floats]:
    """The basis after one turn and the triangular factors on the way."""
    factors = np.empty_like(maps)
    if len(start) <= SMALL:
        rows = start.T.copy()
        carry_around(maps, rows, factors)
        return rows.T, factors
    Q = start
    for k, A in enumerate(maps):
        Q, factors[k] = np.linalg.qr(A @ Q)
    return Q, factors


def _near_enough(turn: Floats, factors: Floats) -> bool:
    """No group holds moduli so far apart that its product loses more than 2 digits."""
    diagonals = np.abs(np.diagonal(factors, axis1=1, axis2=2))
    with np.errstate(divide="ignore"):
        moduli = np.maximum(np.log(diagonals).sum(axis=0), LEAST_LOGARITHM)
    spreads = [np.ptp(moduli[group]) for group in _groups(turn)]
    return bool(max(spreads) <= HARMLESS_SPREAD)


def _improving(history: list[Floats]) -> bool:
    """Some subspace still settles: neither found nor standing still."""
    now, before = history[-1], history[-1 - PATIENCE]
    return bool(((now > 0.1 * SPLIT_TOLERANCE) & (now < 0.9 * before)).any())


def _split_angles(turn: Floats) -> Floats:
    """How far each leading subspace moved in one cycle."""
    return np.array(
        [np.linalg.norm(turn[j:, :j]) for j in range(1, len(turn))], dtype=float
    )


def _groups(turn: Floats) -> list[slice]:
    """Diagonal blocks between the splits that were found."""
    found = np.nonzero(_split_angles(turn) <= SPLIT_TOLERANCE)[0] + 1
    edges = [0, *found.tolist(), len(turn)]
    return [slice(a, b) for a, b in pairwise(edges)]


def _group_eigenvalues(
    turn: Floats, factors: Floats, group: slice
) -> tuple[Floats, Floats, Bools]:
    """Eigenvalues of one diagonal block of the cycle, scaled on the way."""
    size = group.stop - group.start
    product, log_scale = np.eye(size), 0.0
    for factor in factors:
        product = factor[group, group] @ product
        scale = float(np.abs(product).max())
        if scale == 0.0:
            return np.full(size, -np.inf), np.zeros(size), np.ones(size, dtype=bool)
        product, log_scale = product / scale, log_scale + np.log(scale)
    values: Complexes = np.linalg.eigvals(turn[group, group] @ product).astype(complex)
    modulus = np.abs(values)
    noise = 1e3 * np.finfo(float).eps * np.linalg.norm(product)
    with np.errstate(divide="ignore"):
        return np.log(modulus) + log_scale, np.angle(values), modulus > noise
