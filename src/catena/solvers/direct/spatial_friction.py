"""Spatial friction problems by a semismooth Newton method on the disc projection.

The second opinion on the sweeps for contacts with two tangents: all contacts at once,
``r_N = max(r_N - rho u_N, 0)`` and ``r_T = prox(r_T - rho u_T)`` on the disc of radius
``mu max(r_N - rho u_N, 0)``, linearised where the arguments of the projections stand
and damped by a line search. For few contacts, dense.

Source: [Cebulla2014] (2.36b), (2.38b); the linearisation is that of Alart and Curnier
1991.
"""

from __future__ import annotations

import numpy as np

from catena.codes import Status
from catena.numerics.arrays import Floats

TOLERANCE = 1e-12
"""Natural map relative to the largest percussion."""
STARTS = 40
"""Starts tried: zero, then random ones, always the same."""
GUESSES = 60
"""Newton guesses from one start."""
HALVINGS = 12
PROXIMAL = 1e-12
"""Share of the diagonal added, so that dependent contacts stay solvable."""


def solve_spatial_friction(
    W: Floats, q: Floats, mu: Floats, max_iterations: int
) -> tuple[Status, Floats, int]:
    """(Status, percussions, guesses) of ``u = W r + q`` with three entries each.

    Guesses of an indefinite matrix may run away: such a start is given up.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        return _from_several_starts(W, q, mu, max_iterations)


def _from_several_starts(
    W: Floats, q: Floats, mu: Floats, max_iterations: int
) -> tuple[Status, Floats, int]:
    """The same from zero, then from random starts."""
    rho = np.repeat(1.0 / _block_sizes(W), 3)
    # the same draws in every call: same input, same bits
    draws = np.random.default_rng(7)
    size = float(np.max(np.abs(q), initial=0.0)) * float(rho.max(initial=1.0))
    count = 0
    r = np.zeros(q.size)
    for start in range(STARTS):
        r = np.zeros(q.size) if start == 0 else size * draws.normal(size=q.size)
        for _ in range(GUESSES):
            F, J = residual_and_slope(W, q, mu, rho, r)
            scale = max(float(np.max(np.abs(r), initial=0.0)), 1e-300)
            if float(np.max(np.abs(F), initial=0.0)) <= TOLERANCE * scale:
                return Status.OK, r, count
            if count == max_iterations:
                return Status.NOT_CONVERGED, r, count
            count += 1
            J[np.diag_indices_from(J)] += PROXIMAL
            if not (np.isfinite(F).all() and np.isfinite(J).all()):
                break
            step: Floats = np.asarray(np.linalg.lstsq(J, -F, rcond=None)[0])
            r = _damped(W, q, mu, rho, r, step, float(F @ F))
        if not np.any(q < 0.0) and start == 0:
            break
    return Status.NOT_CONVERGED, r, count


def _block_sizes(W: Floats) -> Floats:
    """Largest diagonal entry of each contact, whatever its sign; 1 where all are 0."""
    sizes: Floats = np.abs(np.diag(W)).reshape(-1, 3).max(axis=1)
    return np.where(sizes > 0.0, sizes, 1.0)


def _damped(
    W: Floats,
    q: Floats,
    mu: Floats,
    rho: Floats,
    r: Floats,
    step: Floats,
    before: float,
) -> Floats:
    """The longest of the halved steps that makes the natural map smaller."""
    share = 1.0
    for _ in range(HALVINGS):
        trial: Floats = r + share * step
        F, _ = residual_and_slope(W, q, mu, rho, trial)
        if float(F @ F) < before:
            return trial
        share *= 0.5
    full: Floats = r + step
    return full


def residual_and_slope(
    W: Floats, q: Floats, mu: Floats, rho: Floats, r: Floats
) -> tuple[Floats, Floats]:
    """Natural map F(r) and one element of its generalised derivative."""
    z = r - rho * (W @ r + q)
    dz = np.eye(q.size) - rho[:, None] * W
    F, J = r.copy(), np.eye(q.size)
    for c in range(mu.size):
        n, t = 3 * c, slice(3 * c + 1, 3 * c + 3)
        push = max(z[n], 0.0)
        pushed = dz[n] if z[n] > 0.0 else np.zeros(q.size)
        F[n] -= push
        J[n] -= pushed
        R, length = mu[c] * push, float(np.hypot(*z[t]))
        if length <= R:
            F[t] -= z[t]
            J[t] -= dz[t]
        elif length > 0.0:
            e = z[t] / length
            F[t] -= R * e
            turning = (np.eye(2) - np.outer(e, e)) * (R / length)
            J[t] -= np.outer(e, mu[c] * pushed) + turning @ dz[t]
    return F, J
