"""What a run records: one value of every signal, and the names along its dimensions."""

from __future__ import annotations

import numpy as np

from catena.balance import COUPLINGS, balance, momentum
from catena.model import Model
from catena.numerics.arrays import Floats
from catena.tables.system import State, Work


def sample(model: Model, state: State, work: Work, dt: float) -> dict[str, Floats]:
    """The value of every signal of ``signals(model)`` after a step of size dt.

    Contact forces are mean values over that step; percussions of impacts show as
    their share of it.
    """
    rows, now = state.rows, balance(model, state)
    closed = np.zeros(rows.g_N.size)
    closed[rows.active[: rows.n_active[0]]] = 1.0
    elastic = np.where(model.system.contours.candidates.rigid == 1, 0.0, rows.la_N)
    values = {
        "time": state.t[0],
        "position": state.q.copy(),
        "velocity": state.u.copy(),
        "gap": rows.g_N.copy(),
        "normal_force": closed * (elastic + rows.P_N / dt),
        "friction_force": closed * np.hypot.reduce(rows.la_T + rows.P_T / dt, axis=1),
        "kinetic_energy": now.kinetic,
        "potential_energy": now.potential,
        "work_in": now.work_in,
        "coupling_loss": now.coupling_loss,
        "impact_loss": now.impact_loss,
        "contact_loss": now.contact_loss,
        "friction_loss": now.friction_loss,
        "energy_residual": now.residual,
        "momentum": momentum(model, state),
        "penetration": state.ledger.penetration[0],
        "contact_residual": state.report.worst_residual[0],
        "sweeps": state.report.sweeps[0],
        "unconverged": state.report.unconverged[0],
    }
    if model.labels.drives:
        values["reaction"] = work.reaction.copy()
    if model.labels.journals:
        values["journal_force"] = work.journal_force.copy()
    return {name: np.asarray(value, dtype=float) for name, value in values.items()}


def dimensions(model: Model) -> dict[str, tuple[str, ...]]:
    """Names along every dimension of the signals but time."""
    labels = model.labels
    return {
        "coordinate": labels.velocities,
        "contact": labels.contacts,
        "contact_group": labels.groups,
        "coupling": COUPLINGS,
        "axis": ("x", "y", "turn"),
        "drive": labels.drives,
        "journal": labels.journals,
    }
