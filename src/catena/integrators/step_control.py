"""Half-explicit steps of a size that follows the motion.

One step and two half steps are compared: positions as they are, velocities scaled
with the step size, since a jump of a velocity has no error that a smaller step would
mend. A gap control looks for rigid contacts that close: by default the largest step
is kept; with a penetration tolerance a step that closes one deeper is repeated with
half its size.

Source: [Cebulla2014] sec. 2.7, step size control after its reference [22].
Deviation: of its three gap controls the smallest penetration has no switch of its own;
it is a penetration tolerance near zero.
"""

from __future__ import annotations

import math
import time
from typing import NamedTuple

from catena.bodies.rigid_planar import fill_poses
from catena.codes import Control, Status
from catena.contact.search import fill_gaps
from catena.integrators import half_explicit, rescue
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.vectors import copy_into
from catena.tables.checkpoint import PackedState, overwrite, packed_state
from catena.tables.contacts import PercussionOptions
from catena.tables.system import Memory, State, System, Work

SHRINK, GROW, SAFETY = 0.3, 2.0, 0.9
OK, PAUSED = int(Status.OK), int(Status.PAUSED)
NOT_CONVERGED = int(Status.NOT_CONVERGED)
STEP, DONE = int(Control.STEP), int(Control.DONE)
TAKEN, REFUSED = int(Control.TAKEN), int(Control.REFUSED)

States = tuple[PackedState, PackedState, PackedState]
"""Where a run is, and the states one step and two half steps ahead."""

PAUSE_SECONDS = 0.03
"""After about this long the caller may look up; the steps are the same."""


class StepControl(NamedTuple):
    """How a controlled run chooses its steps."""

    tolerance: float = 1e-6
    """Error allowed per step, in the units of the coordinates."""
    smallest: float = 1e-9
    """Step that is taken whatever its error [s]."""
    largest: float = 1e-2
    """Step never exceeded [s]."""
    penetration: float = math.inf
    """Depth [m] up to which a rigid contact may close in a step."""


def advance(
    system: System,
    state: State,
    work: Work,
    raster: float,
    n: int,
    control: StepControl,
    options: PercussionOptions,
) -> int:
    """Run over up to n intervals of a raster of times with controlled steps.

    Every interval ends exactly on the raster. PAUSED after a while, also in the
    middle of an interval; how often that happens does not change the steps.
    """
    here, coarse, fine = (packed_state(state) for _ in range(3))
    options = rescue.standing_by(options, state)
    last = int(state.memory.control[DONE]) + n
    status, most, begun = OK, 1, time.perf_counter()
    while True:
        tables = system, (here, coarse, fine), work
        status = int(take_tries(*tables, raster, last, control, options, most))
        if status == NOT_CONVERGED:
            status = rescued_try(*tables, raster, control, options)
            status = PAUSED if status == OK else status
        if status != PAUSED or time.perf_counter() - begun > PAUSE_SECONDS:
            break
        most *= 2
    if status not in (OK, PAUSED):
        blame(here.state, coarse.state, fine.state)
    overwrite(state, here.state)
    return status


def blame(here: State, *tried: State) -> None:
    """Tell which contact kept the step from being solved: the tries alone know."""
    for state in tried:
        if state.memory.report.unconverged[0] > here.memory.report.unconverged[0]:
            for own, found in zip(here.memory.report, state.memory.report, strict=True):
                own[:] = found
            return


@lean_kernel
def take_tries(
    system: System,
    states: States,
    work: Work,
    raster: float,
    last: int,
    control: StepControl,
    options: PercussionOptions,
    most: int,
) -> int:
    """Try up to so many steps; OK where the last interval ends, else PAUSED.

    NOT_CONVERGED leaves ``here`` before the step that the sweeps did not solve.
    """
    here, coarse, fine = states
    memory, t = here.state.memory.control, here.state.t
    tried = 0
    while memory[DONE] < last:
        end = (memory[DONE] + 1.0) * raster
        if ends_interval(memory, t, end):
            continue
        if tried == most:
            return PAUSED
        tried += 1
        dt = begin_try(here, coarse, fine, end, control)
        one, two = coarse.state, fine.state
        status = half_explicit.advance(system, one, work, dt, 1, options)
        for _ in range(2):
            if status == OK:
                half = 0.5 * dt
                status = half_explicit.advance(system, two, work, half, 1, options)
        if status == NOT_CONVERGED:
            return status
        status = end_try(system, here, coarse, fine, work, dt, control, status)
        if status != OK:
            return status
    return OK


def rescued_try(
    system: System,
    states: States,
    work: Work,
    raster: float,
    control: StepControl,
    options: PercussionOptions,
) -> int:
    """The same for one step, with direct methods where the sweeps fail."""
    here, coarse, fine = states
    end = (here.state.memory.control[DONE] + 1.0) * raster
    dt = begin_try(here, coarse, fine, end, control)
    status = rescue.advance(system, coarse.state, work, dt, 1, options)
    for _ in range(2):
        if status == OK:
            status = rescue.advance(system, fine.state, work, 0.5 * dt, 1, options)
    status = int(end_try(system, here, coarse, fine, work, dt, control, status))
    # A pause between the last step of an interval and its end would part the record
    # from the forces of that step, which a checkpoint does not keep.
    ends_interval(here.state.memory.control, here.state.t, end)
    return status


@lean_kernel
def ends_interval(memory: Floats, t: Floats, end: float) -> bool:
    """Whether the interval is over; if so, it counts as done."""
    over = t[0] >= end - 1e-12 * max(end, 1.0)
    if over:
        t[0] = end
        memory[DONE] += 1.0
    return bool(over)


@lean_kernel
def begin_try(
    here: PackedState,
    coarse: PackedState,
    fine: PackedState,
    end: float,
    control: StepControl,
) -> float:
    """Copy the state twice; gives the step to try [s]."""
    memory = here.state.memory.control
    if memory[STEP] == 0.0:
        memory[STEP] = control.largest
    copy_state(coarse, here)
    copy_state(fine, here)
    scale_percussions(fine.state.memory, 0.5)
    return float(min(memory[STEP], end - here.state.t[0]))


@lean_kernel
def end_try(
    system: System,
    here: PackedState,
    coarse: PackedState,
    fine: PackedState,
    work: Work,
    dt: float,
    control: StepControl,
    status: int,
) -> int:
    """Take the two half steps or refuse them, and choose the next step."""
    memory, error, too_deep = here.state.memory.control, math.inf, False
    if status == OK:
        error = step_error(coarse.state, fine.state, dt) / control.tolerance
        too_deep = closes_too_deep(system, here, coarse, fine, work, control)
    if dt > control.smallest and (error > 1.0 or too_deep):
        memory[REFUSED] += 1.0
        shrunk = 0.5 if too_deep else max(SHRINK, SAFETY / math.sqrt(error))
        memory[STEP] = max(dt * shrunk, control.smallest)
        return OK
    if status != OK:
        return status
    wanted = memory[STEP]
    scale_percussions(fine.state.memory, 2.0)
    copy_state(here, fine)
    memory[TAKEN] += 1.0
    factor = min(GROW, SAFETY / math.sqrt(max(error, 1e-12)))
    resized = min(max(dt * factor, control.smallest), control.largest)
    if dt == wanted or resized < wanted:
        scale_percussions(here.state.memory, resized / dt)
        memory[STEP] = resized
    return OK


@lean_kernel
def copy_state(target: PackedState, source: PackedState) -> None:
    """Overwrite one state by another."""
    copy_into(target.floats, source.floats)
    copy_into(target.ints, source.ints)


@lean_kernel
def step_error(coarse: State, fine: State, dt: float) -> float:
    """Difference of two solutions: positions, and velocities scaled with the step."""
    return max(
        largest_difference(coarse.q, fine.q),
        dt * largest_difference(coarse.u, fine.u),
    )


@lean_kernel
def largest_difference(a: Floats, b: Floats) -> float:
    """Largest absolute difference of two arrays, 0 for none."""
    largest = 0.0
    for k in range(a.size):
        largest = max(largest, abs(a[k] - b[k]))
    return largest


@lean_kernel
def closes_too_deep(
    system: System,
    here: PackedState,
    coarse: PackedState,
    fine: PackedState,
    work: Work,
    control: StepControl,
) -> bool:
    """Whether a rigid contact closed in the step deeper than the control allows.

    Seen by the step itself, or left behind by its second half for the next one. Uses
    up the coarse state.
    """
    if control.penetration == math.inf:
        return False
    after, gap = fine.state, coarse.state.memory.search.gap
    deepest = after.memory.watch.penetration[0]
    fill_poses(after.q, work.pose)
    fill_gaps(system.contours, gap, work.pose, after.q)
    for j in range(after.memory.rows.n_active[0]):  # the step has dealt with these
        gap[after.memory.rows.active[j]] = 0.0
    rigid = system.contours.candidates.rigid
    for i in range(rigid.size):
        if rigid[i] == 1:
            deepest = max(deepest, -gap[i])
    return bool(
        deepest > max(control.penetration, here.state.memory.watch.penetration[0])
    )


@lean_kernel
def scale_percussions(memory: Memory, ratio: float) -> None:
    """Fit the warm start to another step size; listed rows that rest keep none."""
    rows, slots = memory.rows, memory.slots
    for i in range(slots.P.size):
        slots.P[i] *= ratio
        slots.bound[i] *= ratio
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        rows.P_N[i] *= ratio
        rows.R_T[i] *= ratio
        for t in range(rows.P_T.shape[1]):
            rows.P_T[i, t] *= ratio
