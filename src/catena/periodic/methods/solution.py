"""Periodic solutions and how the affine map of one period is closed.

``x(T) = Phi x(0) + c`` and ``x(T) = x(0)`` give ``(I - Phi) x(0) = c``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.errors import InputError, SolverError, shown
from catena.numerics.arrays import Complexes, Floats
from catena.periodic.methods.grid import SampledPeriod, make_grid, stored_steps
from catena.periodic.methods.steppers import Stepper
from catena.periodic.system import PeriodicSystem

LARGEST_CONDITION = 1e12
"""I - Phi with a worse condition number is refused: a multiplier is 1."""
DOUBTFUL_CONDITION = 1e8
LARGEST_GROWTH = 1e10
"""Of free motions in a period; beyond, rounding hides whether a multiplier is 1."""
NEAR_ONE = 1e-6
"""A multiplier farther from 1 is not the reason why a period cannot be closed."""
LARGEST_DEFECT = 1e-6
"""A re-integrated period that misses its beginning by more is refused."""


@dataclass(frozen=True)
class PeriodicSolution:
    """One period of a steady vibration; the last time is T, its state the first."""

    method: str
    period: float  # [s]
    steps: int
    times: Floats  # (s,) [s]
    q: Floats  # (s, n)
    v: Floats  # (s, n)
    monodromy: Floats
    """The homogeneous map of one period; empty for collocation."""
    multipliers: Complexes
    """Its eigenvalues, largest first; tiny ones are noise (use ``floquet``)."""
    condition: float
    """Condition number of the closing equation."""
    defect: float
    """|x(T) - x(0)| / |x| after re-integration."""
    error: float = np.nan
    """Estimated relative error, where the method estimates one."""
    notes: tuple[str, ...] = ()
    """What a reader should know before trusting the numbers."""

    @property
    def state(self) -> Floats:
        """(s, 2n): q beside q'."""
        return np.hstack([self.q, self.v])


def solve_periodic(
    system: PeriodicSystem,
    stepper: Stepper,
    steps: int,
    *,
    store_every: int = 1,
    refine: int = 1,
    notes: tuple[str, ...] = (),
) -> PeriodicSolution:
    """The periodic solution by one affine map, its closing, and re-integration.

    Source: [KhangDien2012] (20)-(21), (39)-(40).
    """
    if store_every != int(store_every) or store_every < 1:
        raise InputError(
            f"store_every: found {shown(store_every)}; expected a whole number from 1"
        )
    grid = make_grid(system, steps, refine=refine)
    sampled = SampledPeriod(system, grid, stepper.offsets)
    monodromy, c = affine_map(sampled, stepper)
    start, condition = close_period(system, stepper, monodromy, c)
    end, states = integrate(sampled, stepper, start, int(store_every))
    rates = system.frequency ** np.arange(stepper.parts, dtype=np.float64)
    defect = periodicity_defect(start, end, states, rates)
    _check_defect(defect)
    n = system.n
    return PeriodicSolution(
        method=stepper.name,
        period=system.period,
        steps=grid.steps,
        times=grid.times(int(store_every)),
        q=states[:, :n],
        v=states[:, n : 2 * n],
        monodromy=monodromy,
        multipliers=sorted_eigenvalues(monodromy),
        condition=condition,
        defect=defect,
        notes=(*notes, *_condition_note(condition)),
    )


def affine_map(sampled: SampledPeriod, stepper: Stepper) -> tuple[Floats, Floats]:
    """Phi and c of ``x(T) = Phi x(0) + c``."""
    size = stepper.parts * sampled.system.n
    X = np.eye(size + 1, size)
    _cross_period(sampled, stepper, X, 0, np.empty((0, size)))
    return X[:size].T.copy(), X[size].copy()


def integrate(
    sampled: SampledPeriod, stepper: Stepper, start: Floats, every: int
) -> tuple[Floats, Floats]:
    """The state after one period and the stored states on the way."""
    kept = stored_steps(sampled.grid.steps, every)
    out = np.empty((sampled.grid.steps // every + 1, len(start)))
    out[0] = start
    X = start[None, :].copy()
    _cross_period(sampled, stepper, X, every, out)
    states = out if len(kept) == len(out) else np.vstack([out, X])
    return X[0], states


def _cross_period(
    sampled: SampledPeriod, stepper: Stepper, X: Floats, every: int, out: Floats
) -> None:
    for block, coefficients in sampled:
        status = stepper.cross(block, coefficients, X, every, out)
        if status != 0:
            raise SolverError(
                f"{stepper.name}: singular step matrix between t = {block.start:g} and "
                f"{block.start + block.count * block.h:g} s; M(t) or the step is at "
                "fault: check M there or change the number of steps"
            )
        if not np.isfinite(X).all():
            raise SolverError(
                f"{stepper.name}: the map overflows before t = "
                f"{block.start + block.count * block.h:g} s of the period with "
                f"{sampled.grid.steps} steps; use more steps or, for motions that grow "
                "so strongly, method 'harmonic_balance'"
            )


def close_period(
    system: PeriodicSystem, stepper: Stepper, monodromy: Floats, c: Floats
) -> tuple[Floats, float]:
    """x(0) from ``(I - Phi) x(0) = c`` and the condition number of that equation.

    Source: [KhangDien2012] (21), (40).
    """
    scale = state_scale(system, stepper.parts)
    matrix = np.eye(len(c)) - monodromy * scale[None, :] / scale[:, None]
    condition = closing_condition(matrix)
    if not condition <= LARGEST_CONDITION:
        growth = float(np.abs(matrix).max())
        if growth > LARGEST_GROWTH:
            raise SolverError(
                f"{stepper.name}: free motions grow by {growth:.3g} over one period, "
                "too strongly for its map to be closed; use method 'harmonic_balance', "
                "or more steps where so few of an explicit method make them grow"
            )
        near = multiplier_nearest_one(monodromy)
        if abs(near - 1.0) > NEAR_ONE:
            raise SolverError(
                f"{stepper.name}: the map of the period cannot be closed (condition "
                f"number {condition:.3g}), and the multiplier nearest 1 ({near:.9g}) "
                "is not the reason: the coefficients are too far apart in size; check "
                "units and magnitudes, or use method 'harmonic_balance'"
            )
        raise SolverError(
            f"{stepper.name}: I - Phi is singular (condition number {condition:.3g}; "
            f"nearest multiplier {near:.12g}): a free vibration has this period, so "
            "the periodic solution is not unique or does not exist; add damping or "
            "change speed or stiffness"
        )
    return scale * np.linalg.solve(matrix, c / scale), condition


def closing_condition(matrix: Floats) -> float:
    """How much an error of Phi grows in x(0): max(1, |I - Phi|) |(I - Phi)^-1|.

    The usual condition number would miss a Phi that is all identity.
    """
    singular = np.linalg.svd(matrix, compute_uv=False)
    with np.errstate(divide="ignore"):
        return float(max(1.0, singular[0]) / singular[-1])


def state_scale(system: PeriodicSystem, parts: int) -> Floats:
    """Typical sizes of (q, q', ...): 1, w, w^2, ... with a typical frequency w."""
    P, _ = system.first_order(np.arange(8) * (system.period / 8.0))
    n = system.n
    stiffness = np.abs(np.linalg.eigvals(P)).max()
    w = max(stiffness, system.frequency)
    return np.repeat(float(w) ** np.arange(parts), n)


def multiplier_nearest_one(monodromy: Floats) -> complex:
    """The eigenvalue closest to 1, which decides how well a period closes."""
    values = np.linalg.eigvals(monodromy)
    return complex(values[np.argmin(np.abs(values - 1.0))])


def sorted_eigenvalues(matrix: Floats) -> Complexes:
    """Eigenvalues, largest modulus first; a pair has its positive phase first."""
    values = np.linalg.eigvals(matrix).astype(complex)
    return values[np.lexsort((-values.imag, -np.abs(values)))]


def periodicity_defect(
    start: Floats, end: Floats, states: Floats, rates: Floats
) -> float:
    """Largest relative miss over the blocks q, q', ... of the state.

    A block counts as at least as large as q times its power of the fundamental
    frequency, so that a q' of pure rounding does no harm.
    """
    parts = len(rates)
    sizes = np.abs(states).reshape(len(states), parts, -1).max(axis=(0, 2))
    floor = np.maximum(sizes, sizes[0] * rates)
    miss = np.abs(end - start).reshape(parts, -1).max(axis=1)
    return float((miss[floor > 0.0] / floor[floor > 0.0]).max(initial=0.0))


def _check_defect(defect: float) -> None:
    if not defect <= LARGEST_DEFECT:
        raise SolverError(
            f"the re-integrated period misses its beginning by {defect:.3g} of its "
            "size: the map of the period grows too strongly to be closed this way; "
            "use method 'harmonic_balance', or more steps"
        )


def _condition_note(condition: float) -> tuple[str, ...]:
    if condition < DOUBTFUL_CONDITION:
        return ()
    return (
        f"close to resonance: the closing equation has condition number {condition:.3g}"
        f", about {np.log10(condition):.0f} digits are lost",
    )
