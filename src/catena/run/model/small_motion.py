"""Small motions of a planar model about its start, or about rest near it.

Rigid joints and rigid contacts that are closed and pressed do not open; contacts that
are pressed and have set-valued friction stick. Elastic contacts that are closed are
springs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from catena.codes import FrictionLaw, NormalLaw, Status
from catena.dynamics.linearisation import PointRow, SmallMotion, pressed_gaps
from catena.dynamics.model_state import (
    fill_model_forces,
    fill_model_gaps,
    fill_tangents,
)
from catena.dynamics.rest import at_rest
from catena.errors import SolverError
from catena.model import Model
from catena.numerics.arrays import Floats, Ints
from catena.tables.candidates import RowKind
from catena.tables.pairs import PairKind
from catena.tables.system import State, System, Work

CLOSED = 1e-9
"""Gap up to which a rigid contact counts as closed [m]."""
SET_VALUED = (int(FrictionLaw.COULOMB), int(FrictionLaw.COULOMB_DISC))
RIGID = (int(NormalLaw.UNILATERAL_NEWTON), int(NormalLaw.UNILATERAL_MOREAU))
"""Contacts that open but do not give way."""
WITHOUT_CONTOURS = (
    PairKind.POINT_FACE,
    PairKind.JOURNAL_TURN,
    PairKind.AFFINE,
    PairKind.CIRCLE_ROD,
)
REACH = 0.02
"""Longest way of a step to rest [m, rad]."""
REMARKS = (
    "closed elastic contacts are linear springs; rigid joints and pressed rigid "
    "contacts stay closed",
    "pressed contacts with set-valued friction stick; torques and forces of loads act "
    "as at the start",
)


def model_motion(model: Model, *, rest: bool = True) -> SmallMotion:
    """The small motion of a model about rest near its start, or about the start.

    Raises:
        SolverError: Forces that cannot be evaluated.
    """
    system, work, state = model.system, model.work(), model.start()

    def forces(q: Floats, u: Floats) -> Floats:
        state.q[:], state.u[:] = q, u
        status = fill_model_forces(system, state, work)
        if status != Status.OK:
            raise SolverError("modes: the forces of this state cannot be evaluated")
        return work.h.copy()

    q, u = model.state.q.copy(), np.zeros_like(model.state.u)
    made = SmallMotion(
        forces, q, u, _mass(system), system.inertia.held == 0, model.labels.velocities,
        lines=_lines(model), remarks=REMARKS,
    )  # fmt: skip
    made = _with_contacts(model, made, state, work)
    if not rest:
        return made
    scale = max(float(np.abs(forces(q, u)).max()), _weights(system), 1e-9)
    found = at_rest(made, scale, REACH)
    if not found.reached:
        words = "no state of rest was found: about the start, which does not rest"
        return replace(made, remarks=(*REMARKS, words))
    said = f"force left {found.left:.2g} of {scale:.3g} N or N m"
    again = _with_contacts(model, replace(found.motion, gaps=None), state, work)
    return replace(again, remarks=(*REMARKS, said))


def _with_contacts(
    model: Model, made: SmallMotion, state: State, work: Work
) -> SmallMotion:
    """Joints and contacts that hold at this state."""
    system, rows = model.system, state.memory.rows
    made.forces(made.q, made.u)
    active = rows.active[: rows.n_active[0]]
    touching = work.touching[: state.memory.slots.n_touching[0]]
    pressed = (active[rows.la_N[active] > 0.0], touching.slot[touching.force > 0.0])
    elastic = np.union1d(np.concatenate(pressed), _pressed_bearings(system, work))
    gap = state.memory.search.gap

    def gaps_of(which: Ints) -> Callable[[Floats], Floats]:
        def gaps(q: Floats) -> Floats:
            state.q[:] = q
            fill_model_gaps(system, state, work)
            return np.asarray(gap[which])

        return gaps

    fill_model_gaps(system, state, work)
    law = rows.law_N
    rigid = np.flatnonzero(
        (law == NormalLaw.BILATERAL) | (np.isin(law, RIGID) & (gap <= CLOSED))
    )
    rigid = pressed_gaps(made, gaps_of, rigid, law[rigid] != NormalLaw.BILATERAL)
    sticking = np.union1d(elastic, rigid[np.isin(law[rigid], RIGID)])
    sticking = sticking[np.isin(rows.law_T[sticking], SET_VALUED)].astype(np.int64)
    pair = system.contours.candidates.pair[sticking]
    plain = ~np.isin(pair, WITHOUT_CONTOURS)
    made.forces(made.q, made.u)
    fill_tangents(system, state, work, sticking[plain])
    W = _directions(rows.dof, rows.W_T, sticking, made.q.size)
    return replace(made, gaps=gaps_of(rigid) if rigid.size else None, held=W)


def _pressed_bearings(system: System, work: Work) -> Ints:
    """Rows of friction in bearings that carry a load."""
    candidates = system.contours.candidates
    rows = np.flatnonzero(candidates.kind == RowKind.TURN)
    loads = work.bearings[candidates.link[rows]]
    pressed: Ints = rows[np.hypot(loads.f_x, loads.f_y) > 0.0]
    return pressed


def _directions(dof: Ints, W_T: Floats, which: Ints, size: int) -> Floats:
    """Tangents of rows as directions of all coordinates."""
    found = []
    for i in which:
        used = dof[i] >= 0
        for t in range(W_T.shape[1]):
            if not W_T[i, t, used].any():
                continue
            row = np.zeros(size)
            row[dof[i, used]] = W_T[i, t, used]
            found.append(row)
    return np.array(found).reshape(-1, size)


def _mass(system: System) -> Floats:
    """Of all coordinates, (n, n)."""
    M = np.diag(system.inertia.M).copy()
    for j, first in enumerate(system.linear.first):
        n = system.linear.size[j]
        M[first : first + n, first : first + n] = system.linear.M[j, :n, :n]
    return M


def _weights(system: System) -> float:
    """Largest weight of a body [N]."""
    g = float(np.hypot(*system.gravity))
    bodies = 3 * system.bodies.resting.size
    return g * float(system.inertia.M[3:bodies].max(initial=0.0))


def _lines(model: Model) -> tuple[PointRow, ...]:
    """The centres of all bodies."""
    bodies = np.arange(1, len(model.labels.bodies))
    return (PointRow("bodies", 3 * bodies, 3 * bodies + 1),)
