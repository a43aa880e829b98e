"""Model: System, State and the names of everything in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.errors import InputError
from catena.tables.checkpoint import copied
from catena.tables.contacts import percussion_work
from catena.tables.maxwell import maxwell_work
from catena.tables.system import LOSS_CHANNELS, State, System, Work

AXES = {"x": 0, "y": 1, "angle": 2}
"""The coordinates of a planar body, in the order they stand in q."""


@dataclass(frozen=True)
class Labels:
    """Names in the order of the tables."""

    bodies: tuple[str, ...]
    linear: tuple[str, ...]
    velocities: tuple[str, ...]
    """Such as ``ball.y``, one per entry of q and u."""
    contacts: tuple[str, ...]
    groups: tuple[str, ...]
    """Contact groups, whose losses are summed."""
    springs: tuple[str, ...]
    journals: tuple[str, ...]
    torsion: tuple[str, ...]
    drives: tuple[str, ...]
    """Prescribed speeds."""


@dataclass(frozen=True)
class Signal:
    """One recorded quantity: how it is called, in which unit, over what."""

    name: str
    dims: tuple[str, ...]
    units: str
    label: str


@dataclass(frozen=True)
class Model:
    """A system ready to run, with its initial state and its names."""

    system: System
    state: State
    labels: Labels

    def work(self) -> Work:
        """Fresh scratch arrays for this model."""
        n_u, n_b = self.state.q.size, len(self.labels.bodies)
        n_c, n_t = self.state.rows.w_T.shape
        return Work(
            h=np.zeros(n_u),
            h_parts=np.zeros((LOSS_CHANNELS, n_u)),
            u_start=np.zeros(n_u),
            u_free=np.zeros(n_u),
            u_mean=np.zeros(n_u),
            stages=np.zeros((4, n_u)),
            impulse=np.zeros(n_u),
            pose=np.zeros((n_b, 4)),
            pose_ahead=np.zeros((n_b, 4)),
            journal_force=np.zeros(len(self.labels.journals)),
            reaction=np.zeros(len(self.labels.drives)),
            plastic=np.zeros(n_u),
            island=np.zeros(n_u, dtype=np.int64),
            gain=np.zeros((n_u, 6)),
            P_plastic=np.zeros((n_c, 1 + n_t)),
            general=np.zeros(n_c, dtype=np.int64),
            maxwell=maxwell_work(self.system.maxwell),
            percussion=percussion_work(n_c, n_t, self.state.rows.dof.shape[1]),
            bad=np.full(2, -1, dtype=np.int64),
        )

    def start(self) -> State:
        """A copy of the initial state, to run from."""
        state: State = copied(self.state)
        return state

    def velocity_index(self, body: str, axis: str) -> int:
        """Where a coordinate of a body stands in q and u."""
        name = f"{body}.{axis}"
        if name not in self.labels.velocities:
            known = ", ".join(self.labels.velocities)
            raise InputError(f"no coordinate {name!r}; there are: {known}")
        return self.labels.velocities.index(name)

    def contact_index(self, name: str) -> int:
        """Where a contact stands in the rows."""
        if name not in self.labels.contacts:
            known = ", ".join(self.labels.contacts)
            raise InputError(f"no contact {name!r}; there are: {known}")
        return self.labels.contacts.index(name)


def signals(model: Model) -> tuple[Signal, ...]:
    """Every quantity a run of this model records."""
    over_u = ("time", "coordinate")
    over_c = ("time", "contact")
    over_g = ("time", "contact_group")
    listed = [
        Signal("time", ("time",), "s", "time"),
        Signal("position", over_u, "m or rad", "coordinate"),
        Signal("velocity", over_u, "m/s or rad/s", "velocity"),
        Signal("gap", over_c, "m", "gap"),
        Signal("normal_force", over_c, "N", "mean normal force of the last step"),
        Signal("friction_force", over_c, "N", "mean friction force of the last step"),
        Signal("kinetic_energy", ("time",), "J", "kinetic energy"),
        Signal("potential_energy", ("time",), "J", "potential energy"),
        Signal("work_in", ("time",), "J", "work of loads and drives"),
        Signal("coupling_loss", ("time", "coupling"), "J", "loss in couplings"),
        Signal("impact_loss", over_g, "J", "loss in impacts"),
        Signal("contact_loss", over_g, "J", "loss in elastic contacts"),
        Signal("friction_loss", over_g, "J", "loss by friction"),
        Signal("energy_residual", ("time",), "J", "energy not accounted for"),
        Signal("momentum", ("time", "axis"), "kg m/s, kg m^2/s", "momentum"),
        Signal("penetration", ("time",), "m", "deepest penetration so far"),
        Signal("contact_residual", ("time",), "-", "worst contact residual so far"),
        Signal("sweeps", ("time",), "-", "contact iterations of the last step"),
        Signal("unconverged", ("time",), "-", "unconverged steps so far"),
    ]
    if model.labels.drives:
        words = "force or torque of a drive"
        listed.append(Signal("reaction", ("time", "drive"), "N or N m", words))
    if model.labels.journals:
        words = "force in a bearing"
        listed.append(Signal("journal_force", ("time", "journal"), "N", words))
    return tuple(listed)
