"""Half-explicit steps of a size that follows the motion.

One step and two half steps are compared: positions as they are, velocities scaled
with the step size, since a jump of a velocity has no error that a smaller step would
mend. A gap control looks for rigid contacts that close: by default the largest step
is kept; with a penetration tolerance a step that closes one deeper is repeated with
half its size.

Source: [Cebulla2014] sec. 2.7, step size control after its reference [22].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catena.bodies.rigid_planar import poses_of
from catena.codes import Status
from catena.contact.search import fill_gaps
from catena.integrators import rescue
from catena.tables.checkpoint import arrays_of, copied
from catena.tables.contacts import PercussionOptions
from catena.tables.system import State, System, Work

SHRINK, GROW, SAFETY = 0.3, 2.0, 0.9


@dataclass(frozen=True)
class StepControl:
    """How a controlled run chooses its steps."""

    tolerance: float = 1e-6
    """Error allowed per step, in the units of the coordinates."""
    smallest: float = 1e-9
    """Step that is taken whatever its error [s]."""
    largest: float = 1e-2
    """Step never exceeded [s]."""
    penetration: float | None = None
    """Depth [m] up to which a rigid contact may close in a step; None = any."""


STEP, TAKEN, REFUSED = 0, 1, 2
"""Entries of ``State.control``."""


def advance(
    system: System,
    state: State,
    work: Work,
    raster: float,
    n: int,
    control: StepControl,
    options: PercussionOptions,
) -> int:
    """Run over n intervals of a raster of times with controlled steps.

    Every interval ends exactly on the raster, however many are taken at once.
    """
    for _ in range(n):
        end = (round(float(state.t[0]) / raster) + 1) * raster
        status = advance_to(system, state, work, end, control, options)
        if status != Status.OK:
            return status
        state.t[0] = end
    return int(Status.OK)


def advance_to(
    system: System,
    state: State,
    work: Work,
    end: float,
    control: StepControl,
    options: PercussionOptions,
) -> int:
    """Run to a time with controlled steps; the state is left there.

    The present step and the counts of steps are kept in ``state.control``.
    """
    if state.control[STEP] == 0.0:
        state.control[STEP] = control.largest
    while state.t[0] < end - 1e-12 * max(end, 1.0):
        wanted = float(state.control[STEP])
        dt = min(wanted, end - float(state.t[0]))
        coarse, fine = copied(state), copied(state)
        statuses = [int(rescue.advance(system, coarse, work, dt, 1, options))]
        scale_percussions(fine, 0.5)
        statuses.append(int(rescue.advance(system, fine, work, 0.5 * dt, 2, options)))
        bad = [status for status in statuses if status != Status.OK]
        error = np.inf if bad else step_error(coarse, fine, dt) / control.tolerance
        too_deep = closes_too_deep(system, state, fine, control)
        if dt > control.smallest and (error > 1.0 or too_deep):
            state.control[REFUSED] += 1
            shrunk = 0.5 if too_deep else max(SHRINK, SAFETY / np.sqrt(error))
            state.control[STEP] = max(dt * shrunk, control.smallest)
            continue
        if bad:
            return bad[0]
        scale_percussions(fine, 2.0)
        overwrite(state, fine)
        state.control[TAKEN] += 1
        factor = min(GROW, SAFETY / np.sqrt(max(error, 1e-12)))
        resized = float(np.clip(dt * factor, control.smallest, control.largest))
        if dt == wanted or resized < wanted:
            scale_percussions(state, resized / dt)
            state.control[STEP] = resized
    return int(Status.OK)


def step_error(coarse: State, fine: State, dt: float) -> float:
    """Difference of two solutions: positions, and velocities scaled with the step."""
    place = np.abs(coarse.q - fine.q).max(initial=0.0)
    speed = np.abs(coarse.u - fine.u).max(initial=0.0)
    return float(max(place, dt * speed))


def closes_too_deep(
    system: System, before: State, after: State, control: StepControl
) -> bool:
    """Whether a rigid contact closed in the step deeper than the control allows.

    Seen by the step itself, or left behind by its second half for the next one.
    """
    if control.penetration is None:
        return False
    seen = after.ledger.penetration[0]
    rows = after.rows._replace(g_N=after.rows.g_N.copy())
    pose = poses_of(after.q, system.bodies.extent.size)
    fill_gaps(system.contours, rows, pose, after.q)
    flying = system.contours.candidates.rigid == 1
    flying[rows.active[: rows.n_active[0]]] = False
    left = -rows.g_N[flying].min(initial=0.0)
    allowed = max(control.penetration, before.ledger.penetration[0])
    return bool(max(seen, left) > allowed)


def scale_percussions(state: State, ratio: float) -> None:
    """Fit the warm start to another step size; rows that rest keep none."""
    rows = state.rows
    active = rows.active[: rows.n_active[0]]
    for percussion in (rows.P_N, rows.P_T, rows.R_T):
        percussion[active] *= ratio


def overwrite(target: Any, source: Any) -> None:
    """Copy every array of one table over those of another."""
    values = arrays_of(source)
    for name, array in arrays_of(target).items():
        array[...] = values[name]
