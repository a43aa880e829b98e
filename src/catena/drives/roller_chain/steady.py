"""Even running of a chain drive as a fixed point, and how disturbances of it decay.

Source: Anderson 1965, acceleration of fixed-point iterations with the last residuals.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from catena.chain.assembly import work_for
from catena.chain.samples import empty_samples
from catena.chain.tables import State
from catena.drives.roller_chain.build import ChainJob
from catena.drives.roller_chain.engine import engine_of
from catena.drives.roller_chain.equilibrium import start_state
from catena.drives.roller_chain.pitch_map import PitchMap, check_like_pitches
from catena.numerics.arrays import Floats

START_TIME = 0.1
"""Of ordinary simulation before the search [s]."""


@dataclass(frozen=True, eq=False)
class Steady:
    """A chain that runs evenly, as far as it was found."""

    state: State
    numbers: Floats
    residual: float
    """Root mean square of what one more pitch changes, scaled."""
    residuals: Floats
    """The same after every map."""
    found: bool

    @property
    def maps(self) -> int:
        """How often the drive was advanced by one period."""
        return self.residuals.size


def begin(job: ChainJob, duration: float = START_TIME) -> PitchMap:
    """The map of a drive, after some time of ordinary simulation [s].

    Raises:
        InputError: When one pitch differs from the next.
    """
    check_like_pitches(job.spec)
    state, _ = start_state(job.spec, job.placed, job.system)
    steps = round(duration / job.pace.step)
    engine = engine_of(job.spec, job.placed, job.system)
    advance = PitchMap(job, state)
    if steps > 0:
        dt = job.pace.step
        engine(job.system, state, work_for(state), dt, steps, empty_samples(1, state))
        state.t[0] = 0.0
    return advance


def steady_state(
    advance: PitchMap, *, tolerance: float = 1e-5, most: int = 200, memory: int = 10
) -> Steady:
    """Even running by Anderson acceleration; ``memory = 0`` only iterates.

    Args:
        advance: The map, at the state the search begins with.
        tolerance: Residual that counts as none.
        most: Maps after which to give up.
        memory: Residuals that are combined.
    """
    x = advance.numbers()
    residuals: list[float] = []
    older: deque[tuple[Floats, Floats]] = deque(maxlen=memory + 1)
    while len(residuals) < most:
        image = advance(x)
        f = image - x
        residuals.append(float(np.sqrt(np.mean(f * f))))
        if residuals[-1] <= tolerance:
            break
        older.append((image, f))
        x = _mixed(list(older)) if memory else image
    found = residuals[-1] <= tolerance
    return Steady(advance.state, x, residuals[-1], np.array(residuals), found)


def _mixed(older: list[tuple[Floats, Floats]]) -> Floats:
    """The combination of the last images whose residuals cancel best."""
    images = np.array([image for image, _ in older])
    f = np.array([one for _, one in older])
    if len(older) == 1:
        return np.asarray(images[0])
    share = np.linalg.lstsq(np.diff(f, axis=0).T, f[-1], rcond=1e-10)[0]
    return np.asarray(images[-1] - share @ np.diff(images, axis=0))


def multipliers(
    advance: Callable[[Floats], Floats], numbers: Floats, *, step: float = 1e-3
) -> NDArray[np.complex128]:
    """Factors by which small disturbances change from period to period.

    All columns of the derivative by forward differences: one map per number.
    """
    image = advance(numbers)
    derivative = np.empty((numbers.size, numbers.size))
    for i in range(numbers.size):
        moved = numbers.copy()
        moved[i] += step
        derivative[:, i] = (advance(moved) - image) / step
    found = np.linalg.eigvals(derivative)
    return np.asarray(found[np.argsort(-np.abs(found))])


def slowest_decay(advance: PitchMap, numbers: Floats) -> tuple[float, float]:
    """Largest multiplier, its size and its frequency [Hz]."""
    largest = multipliers(advance, numbers)[0]
    return float(abs(largest)), float(
        abs(np.angle(largest)) / advance.period / np.pi / 2
    )
