"""A chain in space as the search of even running sees it: steps, states, symmetry.

As `plane.py`: each link and roller in the place of the next of its kind, each wheel
turned by its teeth. Positions, quaternions and speeds of links and rollers, wheels,
arms and elastic supports are the numbers of the map; how far a roller has turned does
not count, since it is round.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.codes import STATUS_TEXT, Status
from catena.drives.orbits.state_file import put_state
from catena.drives.roller_chain.orbit.common_period import (
    float_columns,
    period_of_orders,
    repeated_after,
)
from catena.drives.roller_chain.orbit.model import Model
from catena.drives.roller_chain.spatial.build import SpatialJob, build_spatial
from catena.drives.roller_chain.spatial.simulation import Scheme
from catena.drives.roller_chain.spatial.start import start_state
from catena.drives.roller_chain.spatial.tables import sense_of
from catena.errors import SolverError
from catena.numerics.arrays import Floats, Ints
from catena.periodic.shooting.period import Steps
from catena.periodic.shooting.symmetry import PeriodMap, Symmetry
from catena.tables.checkpoint import copied
from catena.tables.spatial import MOTIONS, SpatialChain, SpatialState, work_for

LENGTH, ANGLE, SPEED, TURNING = 1e-6, 1e-4, 1e-2, 1.0
"""What counts as one: 1 um, 1e-4 rad; 1 cm/s, 1 rad/s."""
PLACES, RATES = ("link_q", "roller_q", "border_q"), ("link_u", "roller_u", "border_u")
"""Arrays of a state that the numbers come from, in this order."""
BOOKS = ("t", "loss", "work", "side", "wear")
"""Those that begin at zero with a period."""


class SpatialMap(PeriodMap):
    """One period of a chain in space.

    A link that has come round has turned once: its quaternion is then the negative of
    the one before, and means the same.
    """

    def numbers_of(self, state: SpatialState) -> Floats:
        """A state, scaled."""
        s = self.symmetry
        q, u = (flat(state, names) for names in (PLACES, RATES))
        return np.concatenate(
            [(q / s.scale[0])[s.free[0]], (u / s.scale[1])[s.free[1]]]
        )

    def _put(self, state: SpatialState, numbers: Floats) -> None:
        s, first = self.symmetry, 0
        for names, free, scale in zip((PLACES, RATES), s.free, s.scale, strict=True):
            values, last = flat(state, names), first + int(free.sum())
            values[free] = scale[free] * numbers[first:last]
            spread(state, names, values)
            first = last
        turn = state.link_q[:, 3:]
        turn /= np.linalg.norm(turn, axis=1)[:, None]

    def __call__(self, numbers: Floats) -> Floats:
        """The numbers one period later, renumbered.

        Raises:
            SolverError: the motion broke down within the period.
        """
        if self.watch is not None:
            self.watch()
        state, s = self.state_of(numbers), self.symmetry
        before = state.link_q[:, 3:].copy()
        self.period = self.one_period(state)
        spread(state, PLACES, (flat(state, PLACES) - s.shift)[s.order])
        spread(state, RATES, flat(state, RATES)[s.slots["rates"]])
        turn = state.link_q[:, 3:]
        turn[np.sum(turn * before, axis=1) < 0.0] *= -1.0
        return self.numbers_of(state)


def flat(state: SpatialState, names: tuple[str, ...]) -> Floats:
    """Some arrays of a state in one row."""
    return np.concatenate([getattr(state, name).reshape(-1) for name in names])


def spread(state: SpatialState, names: tuple[str, ...], values: Floats) -> None:
    """Write such a row back."""
    first = 0
    for name in names:
        target = getattr(state, name)
        target[...] = values[first : first + target.size].reshape(target.shape)
        first += target.size


def spatial_symmetry(job: SpatialJob, pitches: int) -> Symmetry:
    """Links and rollers in each other's places, wheels turned by their teeth."""
    system, wheels = job.system, len(job.system.wheel)
    n, r, supports = len(system.link), len(system.roller), len(system.support)
    turning, links = wheels + len(system.arm), np.roll(np.arange(n), pitches)
    border = turning + MOTIONS * supports
    rollers = roller_order(system, links)
    shift = np.zeros(7 * n + 3 * r + border)
    turned = pitches * 2.0 * np.pi * sense_of(job.placed) / system.wheel.teeth
    shift[7 * n + 3 * r : 7 * n + 3 * r + wheels] = turned
    moving = np.ones(border, dtype=bool)
    moving[:wheels] = system.wheel.held == 0
    own = np.repeat(system.roller.concentric[:, None] == 0, 3, axis=1)
    placed, spun = own.copy(), own.copy()
    placed[:, 2], spun[:, 2] = False, True  # a roller is round
    free = [
        np.concatenate([np.ones(each * n, dtype=bool), part.reshape(-1), moving])
        for each, part in ((7, placed), (6, spun))
    ]

    def scales(link: list[float], length: float, angle: float) -> Floats:
        roller = np.tile([length, length, angle], r)
        support = np.tile(3 * [length] + 2 * [angle], supports)
        return np.concatenate(
            [np.tile(link, n), roller, np.full(turning, angle), support]
        )

    return Symmetry(
        order=order_of(links, rollers, 7, border),
        slots={"rates": order_of(links, rollers, 6, border)},
        shift=shift,
        scale=(
            scales(3 * [LENGTH] + 4 * [0.5 * ANGLE], LENGTH, ANGLE),
            scales(3 * [SPEED] + 3 * [TURNING], SPEED, TURNING),
        ),
        free=(free[0], free[1]),
        angles=np.zeros(shift.size, dtype=bool),
    )


def order_of(links: Ints, rollers: Ints, each: int, border: int) -> Ints:
    """Order of a row of links of so many numbers, rollers of three, and the border."""
    after = each * links.size + 3 * rollers.size
    moved = blocks(rollers, 3, each * links.size)
    return np.concatenate([blocks(links, each, 0), moved, after + np.arange(border)])


def blocks(order: Ints, size: int, first: int) -> Ints:
    """Places of blocks of so many numbers, in an order, from a first place on."""
    found: Ints = first + (size * order[:, None] + np.arange(size)).reshape(-1)
    return found


def roller_order(system: SpatialChain, links: Ints) -> Ints:
    """The roller at the same place of the link that each link is taken from."""
    at = {(int(row.link), float(row.x)): k for k, row in enumerate(system.roller)}
    order = [at[int(links[row.link]), float(row.x)] for row in system.roller]
    return np.array(order, dtype=np.int64)


def steps_of(job: SpatialJob) -> Steps:
    """Steps of the drive by its own scheme."""
    scheme, work = Scheme(job.spec, job.system), work_for(job.system)

    def run(state: SpatialState, dt: float, steps: int) -> None:
        status = scheme.advance(state, work, dt, steps)
        if status != Status.OK:
            raise SolverError(f"chain: {STATUS_TEXT[Status(status)]} within one period")

    return run


def first_state(job: SpatialJob) -> SpatialState:
    """The state with which a run of the drive starts."""
    return start_state(job.spec, job.placed, job.system, work_for(job.system))


def reset(state: SpatialState) -> SpatialState:
    """A copy of a state at time 0 with empty books."""
    fresh: SpatialState = copied(state)
    for name in BOOKS:
        getattr(fresh, name)[:] = 0.0
    return fresh


def common_period(job: SpatialJob) -> int:
    """Pitches after which links, their joints and excitations all stand as before."""
    columns = [*float_columns(job.system.link), *float_columns(job.system.joint)]
    return period_of_orders(job.spec, repeated_after(np.array(columns)))


def like_state(job: SpatialJob, begin: Any) -> SpatialState:
    """A state of a like drive, its velocities brought to the prescribed speed."""
    state: SpatialState = put_state(first_state(job), begin)
    speed = abs(float(state.border_u[job.spec.leader]))
    if speed > 0.0:
        for name in RATES:
            getattr(state, name)[...] *= job.spec.nominal_speed / speed
    return state


SPACE = Model(
    build=build_spatial,
    links=lambda job: len(job.system.link),
    common_period=common_period,
    first_state=first_state,
    like_state=like_state,
    reset=reset,
    steps_of=steps_of,
    symmetry=spatial_symmetry,
    period_map=SpatialMap,
)
"""A chain in space."""
