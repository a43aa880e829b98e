"""Records of a running model, with what they remember from one to the next."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from catena.balance import Balance, momentum
from catena.bodies.rigid_planar import poses_of
from catena.contact.search import fastest_point
from catena.couplings.spring_damper import point_distance, spring_pulls
from catena.couplings.torsion_bar import torsion_moments
from catena.model import Model
from catena.motion import Motion
from catena.numerics.arrays import Floats
from catena.run.plan import TimePlan
from catena.run.signals import layout_of
from catena.tables.system import State, Work
from catena.validity import gaps_of

Sample = dict[str, Any]


class Peaks(NamedTuple):
    """What a run remembers besides its state; part of every checkpoint."""

    normal_force: Floats  # (n_c,)  largest normal force of each contact [N]
    spring_force: Floats  # (n_s,)    largest recorded force of each spring [N]
    journal_force: Floats  # (n_j,)   of each bearing [N]
    torsion_torque: Floats  # (n_t,)  largest recorded torque of each bar [N m]
    speed: Floats  # (1,)           fastest recorded contour point [m/s]
    kinetic: Floats  # (1,)         largest recorded kinetic energy [J]
    counted: Floats  # (2,)         steps and iterations up to the last record


def no_peaks(model: Model) -> Peaks:
    """Nothing remembered yet."""
    labels = model.labels
    return Peaks(
        normal_force=np.zeros(len(labels.contacts)),
        spring_force=np.zeros(len(labels.springs)),
        journal_force=np.zeros(len(labels.journals)),
        torsion_torque=np.zeros(len(labels.torsion)),
        speed=np.zeros(1),
        kinetic=np.zeros(1),
        counted=np.zeros(2),
    )


class Recorder:
    """Takes records of a motion."""

    def __init__(self, plan: TimePlan, motion: Motion, peaks: Peaks) -> None:
        self.motion = motion
        self.peaks = peaks
        self.names = [variable.name for variable in layout_of(plan).variables]

    def take(self) -> tuple[Sample, Balance]:
        """The present state by the names of the file, and its energy balance."""
        model, state, work = self.motion.model, self.motion.state, self.motion.work
        balance = self.motion.balance()
        sample = {
            "time": float(state.t[0]),
            **motion_sample(model, state),
            **contact_sample(model, state),
            **reaction_sample(model, work),
            **coupling_sample(model, state),
            **momentum_sample(model, state),
            **energy_sample(balance),
            **self._health_sample(state),
        }
        self._remember(sample, state)
        clear_tally(state)
        return {name: sample[name] for name in self.names}, balance

    def _health_sample(self, state: State) -> Sample:
        now = state.ledger.steps[0], state.report.total_sweeps[0]
        steps, sweeps = np.array(now, dtype=float) - self.peaks.counted
        self.peaks.counted[:] = now
        return {
            "penetration": state.ledger.penetration[0],
            "contact_residual": state.report.worst_residual[0],
            "iterations": sweeps / max(steps, 1.0),
            "active_contacts": state.rows.n_active[0],
            "unconverged": state.report.unconverged[0],
        }

    def _remember(self, sample: Sample, state: State) -> None:
        raise_to(self.peaks.normal_force, sample["peak_normal_force"])
        for name in ("spring_force", "journal_force", "torsion_torque"):
            raise_to(getattr(self.peaks, name), np.abs(sample[name]))
        speed = finite_speed(self.motion.model, state)
        self.peaks.speed[0] = max(self.peaks.speed[0], speed)
        raise_to(self.peaks.kinetic, sample["kinetic_energy"])


def raise_to(peak: Floats, now: Floats) -> None:
    """Remember what is larger than ever before."""
    np.maximum(peak, now, out=peak)


def motion_sample(model: Model, state: State) -> Sample:
    """Positions and velocities, without the ground."""
    n = 3 * len(model.labels.bodies)
    q, u = state.q[3:n].reshape(-1, 3), state.u[3:n].reshape(-1, 3)
    return {
        "position_x": q[:, 0].copy(),
        "position_y": q[:, 1].copy(),
        "angle": q[:, 2].copy(),
        "velocity_x": u[:, 0].copy(),
        "velocity_y": u[:, 1].copy(),
        "spin": u[:, 2].copy(),
        "linear_position": state.q[n:].copy(),
        "linear_velocity": state.u[n:].copy(),
    }


def contact_sample(model: Model, state: State) -> Sample:
    """Gaps now, mean and largest forces since the last record.

    Mean force times interval is the whole impulse, impacts included.
    """
    tally = state.tally
    interval = float(state.t[0] - tally.since[0])
    per_time = 1.0 / interval if interval > 0.0 else 0.0
    along = tally.friction * per_time
    friction = along[:, 0] if along.shape[1] == 1 else np.hypot(*along.T)
    return {
        "gap": gaps_of(model, state),
        "normal_force": tally.normal * per_time,
        "peak_normal_force": tally.peak.copy(),
        "friction_force": friction,
    }


def clear_tally(state: State) -> None:
    """Begin the next interval."""
    tally = state.tally
    for sums in (tally.normal, tally.friction, tally.peak):
        sums[...] = 0.0
    tally.since[0] = state.t[0]


def reaction_sample(model: Model, work: Work) -> Sample:
    """Forces of drives and bearings in the last step."""
    turns = np.array([d.endswith(".angle") for d in model.labels.drives], dtype=bool)
    return {
        "drive_torque": work.reaction[turns],
        "drive_force": work.reaction[~turns],
        "journal_force": work.journal_force.copy(),
    }


def coupling_sample(model: Model, state: State) -> Sample:
    """What springs and torsion bars carry now."""
    system, q, u = model.system, state.q, state.u
    pose = poses_of(q, len(model.labels.bodies))
    return {
        "spring_force": spring_pulls(system.springs, pose, u),
        "spring_length": point_distance(system.springs, pose),
        "torsion_torque": torsion_moments(system.torsion, q, u),
    }


def momentum_sample(model: Model, state: State) -> Sample:
    """Momentum of all planar bodies."""
    names = "momentum_x", "momentum_y", "angular_momentum"
    return dict(zip(names, momentum(model, state), strict=True))


def energy_sample(balance: Balance) -> Sample:
    """The ledger."""
    return {
        "kinetic_energy": balance.kinetic,
        "potential_energy": balance.potential,
        "work_in": balance.work_in,
        "coupling_loss": balance.coupling_loss,
        "impact_loss": balance.impact_loss,
        "contact_loss": balance.contact_loss,
        "friction_loss": balance.friction_loss,
        "energy_residual": balance.residual,
    }


def finite_speed(model: Model, state: State) -> float:
    """Speed of the fastest point [m/s]; endless faces count at their centre."""
    extent = model.system.bodies.extent
    bounded = np.where(np.isfinite(extent), extent, 0.0)
    linear = np.abs(state.u[3 * extent.size :])
    return max(float(fastest_point(bounded, state.u)), float(linear.max(initial=0.0)))
