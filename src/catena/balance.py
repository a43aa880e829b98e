"""What a run says about itself: energy balance, momentum, and how hard it was."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from catena.dynamics.energy import kinetic_energy, potential_energy, stored_energy
from catena.model import Model
from catena.numerics.arrays import Floats
from catena.tables.state import Cause
from catena.tables.system import OWN_LOSSES, OwnLoss, State

COUPLINGS = ("spring", "journal", "torsion_bar", "rod", "linear_body")
"""Names of the coupling losses, in the order of the ledger."""
RUNAWAY = 10.0
"""Energy from nowhere that stops a run, in units of the energy accounted for."""
LARGEST_SHARE = 0.1
"""Energy from nowhere that never stops a run, as a share of all there is."""
ROUND_OFF = 1e-9
"""Energy [J] that is never judged."""


@dataclass(frozen=True)
class Balance:
    """Energies of a state and everything booked since the start [J]."""

    kinetic: float
    potential: float
    """Weights, couplings and elastic contacts."""
    work_in: float
    """Work of loads and prescribed speeds."""
    coupling_loss: Floats
    """Per kind of coupling, see ``COUPLINGS``."""
    impact_loss: Floats
    """Of rigid contacts, per contact group."""
    contact_loss: Floats
    """Of elastic contacts, per contact group; none where no contact is damped."""
    friction_loss: Floats
    """Per contact group."""
    start: float
    """Energy at the start."""
    numerical_loss: Floats = field(default_factory=lambda: np.zeros(0))
    """Of rigid contacts that stay closed, per contact group: they do no work, so this
    is an error of the time steps."""
    joint_error: float = 0.0
    """Work of rigid joints, which do none: energy the time steps lost or made there."""
    by_cause: Floats = field(default_factory=lambda: np.zeros(len(Cause)))
    """All losses once more, by physical `Cause`; that of time steps stays 0."""

    @cached_property
    def loss(self) -> float:
        """All losses together."""
        parts = self.coupling_loss, self.impact_loss, self.contact_loss
        rest = self.friction_loss, self.numerical_loss
        return float(sum(np.sum(x) for x in (*parts, *rest)))

    @cached_property
    def gain(self) -> float:
        """Energy from losses below zero: dampers, contacts and friction only take.

        Percussions of one impact may pass energy from one rigid contact, or from its
        normal to its tangent, to another: they and friction are judged together. Linear
        bodies are left out: their matrices may feed a motion.
        """
        couplings = self.coupling_loss[: COUPLINGS.index("linear_body")]
        percussions = float(
            self.impact_loss.sum()
            + self.numerical_loss.sum()
            + self.friction_loss.sum()
        )
        return float(
            -np.minimum(couplings, 0.0).sum()
            - np.minimum(self.contact_loss, 0.0).sum()
            - min(percussions, 0.0)
        )

    @property
    def residual(self) -> float:
        """Energy residual: energy without a source; zero but for the discretisation."""
        held = self.kinetic + self.potential - self.start
        return held - self.work_in + self.loss

    @property
    def unaccounted(self) -> float:
        """Energy residual, and energy gained by negative losses.

        What joints did is known, and judged by a limit of its own.
        """
        return abs(self.residual - self.joint_error) + self.gain

    @property
    def throughput(self) -> float:
        """Size the residual is judged against: what was there, came or went."""
        return max(
            abs(self.work_in),
            abs(self.loss),
            self.kinetic,
            abs(self.kinetic + self.work_in - self.loss),
        )


def runs_away(now: Balance) -> bool:
    """Whether energy appears that no load, motor or spring supplied.

    Losses count as supplied but for what energy from nowhere may have fed: a step that
    is too large for its dampers feeds them all they take.
    """
    nowhere = now.residual + now.gain
    taken = max(now.loss + now.gain - nowhere, 0.0)
    supplied = abs(now.start) + abs(now.work_in) + taken
    held = now.kinetic + abs(now.potential)
    return nowhere > RUNAWAY * supplied + LARGEST_SHARE * held + ROUND_OFF


def balance(model: Model, state: State) -> Balance:
    """The energy balance of a state of a model."""
    system, loss, watch = model.system, state.ledger.loss, state.memory.watch
    contacts, own = loss[:-OWN_LOSSES], loss[-OWN_LOSSES:]
    stored = stored_energy(system, state.q, state.memory.rows)
    damping = np.where(model.damped, contacts[:, Cause.CONTACT_DAMPING] - stored, 0.0)
    return Balance(
        kinetic=kinetic_energy(system, state.u),
        potential=potential_energy(system, state.q) + float(stored.sum()),
        work_in=float(state.ledger.input_work.sum()),
        coupling_loss=own[: OwnLoss.JOINTS].sum(axis=1),
        impact_loss=contacts[:, Cause.IMPACT].copy(),
        contact_loss=damping,
        friction_loss=contacts[:, Cause.COULOMB].copy(),
        start=float(watch.start[0]),
        numerical_loss=contacts[:, Cause.NUMERICAL].copy(),
        joint_error=-float(own[OwnLoss.JOINTS, Cause.NUMERICAL]),
        by_cause=_by_cause(loss, float(damping.sum())),
    )


def _by_cause(loss: Floats, damping: float) -> Floats:
    """Losses of a ledger (groups, causes) by cause; elastic contacts as they are."""
    found: Floats = loss.sum(axis=0)
    found[Cause.CONTACT_DAMPING] = damping
    found[Cause.NUMERICAL] = 0.0
    return found


def momentum(model: Model, state: State) -> Floats:
    """Linear momentum x, y [kg m/s] and angular momentum about the origin."""
    n_bodies = len(model.labels.bodies)
    M = model.system.inertia.M[: 3 * n_bodies].reshape(-1, 3)
    q = state.q[: 3 * n_bodies].reshape(-1, 3)
    u = state.u[: 3 * n_bodies].reshape(-1, 3)
    p = M * u
    turning = p[:, 2] + q[:, 0] * p[:, 1] - q[:, 1] * p[:, 0]
    return np.array([p[:, 0].sum(), p[:, 1].sum(), turning.sum()])
