"""Records of a running model, with what they remember from one to the next."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from catena.balance import Balance, momentum
from catena.bodies.rigid_planar import poses_of
from catena.contact.search import fastest_point
from catena.couplings.beam import beam_forces
from catena.couplings.spring_damper import point_distance, spring_pulls
from catena.couplings.torsion_bar import torsion_moments
from catena.model import Model
from catena.motion import Motion
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import columns
from catena.run.channels import gathered
from catena.run.model.plan import TimePlan
from catena.run.model.signals import PHYSICAL, channels_of
from catena.tables.system import State, contact_count
from catena.validity import gaps_of


class Peaks(NamedTuple):
    """What a run remembers besides its state; part of every checkpoint."""

    normal_force: Floats  # (n_c,)  largest normal force of each contact [N]
    depth: Floats  # (n_c,)         largest recorded depth of each contact [m]
    spring_force: Floats  # (n_s,)    largest recorded force of each spring [N]
    journal_force: Floats  # (n_j,)   of each bearing [N]
    torsion_torque: Floats  # (n_t,)  largest recorded torque of each bar [N m]
    rod_tension: Floats  # (n_b,)     largest recorded pull of each piece of a rod [N]
    rod_strain: Floats  # (n_b,)      largest recorded bending strain
    speed: Floats  # (1,)           fastest recorded contour point [m/s]
    kinetic: Floats  # (1,)         largest recorded kinetic energy [J]
    counted: Floats  # (2,)         steps and iterations up to the last record


class Readings(NamedTuple):
    """One record as tables: (1, columns, things), the columns as in ``signals``."""

    total: Floats  # (1, 11)
    counts: Ints  # (1, 2)
    body: Floats  # (1, 6, bodies)
    linear: Floats  # (1, 2, linear coordinates)
    contact: Floats  # (1, 4, contacts)
    drive: Floats  # (1, 1, drives)
    journal: Floats  # (1, 1, journals)
    spring: Floats  # (1, 2, springs)
    torsion: Floats  # (1, 1, torsion bars)
    beam: Floats  # (1, 4, pieces of rods)
    coupling: Floats  # (1, kinds of couplings)
    group: Floats  # (1, 4, groups of contacts)
    cause: Floats  # (1, causes of losses)
    boundary: Floats  # (1, prescribed speeds and all loads)


def no_peaks(model: Model) -> Peaks:
    """Nothing remembered yet."""
    labels = model.labels
    return Peaks(
        normal_force=np.zeros(len(labels.contacts)),
        depth=np.zeros(len(labels.contacts)),
        spring_force=np.zeros(len(labels.springs)),
        journal_force=np.zeros(len(labels.journals)),
        torsion_torque=np.zeros(len(labels.torsion)),
        rod_tension=np.zeros(len(labels.beams)),
        rod_strain=np.zeros(len(labels.beams)),
        speed=np.zeros(1),
        kinetic=np.zeros(1),
        counted=np.zeros(2),
    )


class Recorder:
    """Takes records of a motion."""

    def __init__(self, plan: TimePlan, motion: Motion, peaks: Peaks) -> None:
        self.motion, self.peaks = motion, peaks
        self.channels = channels_of(plan)
        names = motion.model.labels.drives
        turns = np.array([name.endswith(".angle") for name in names], dtype=bool)
        self.picks = {"turning": turns, "shifting": ~turns}

    def take(self) -> tuple[dict[str, NDArray[Any]], Balance]:
        """The present state by the names of the file, and its energy balance."""
        balance = self.motion.balance()
        readings = self._read(balance)
        self._remember(readings)
        self.peaks.kinetic[0] = max(self.peaks.kinetic[0], balance.kinetic)
        clear_tally(self.motion.state)
        return gathered(self.channels, readings, self.picks), balance

    def _read(self, balance: Balance) -> Readings:
        model, state, work = self.motion.model, self.motion.state, self.motion.work
        pose = poses_of(state.q, len(model.labels.bodies))
        springs = model.system.springs
        torsion = model.system.torsion[: len(model.labels.torsion)]  # ties follow
        pulls = spring_pulls(springs, pose, state.u)
        report, count = state.memory.report, contact_count(state)
        loads = columns(work.bearings)
        return Readings(
            total=np.array([self._totals(balance)]),
            counts=np.array([[count, report.unconverged[0]]]),
            body=body_table(model, state),
            linear=linear_table(model, state),
            contact=contact_table(model, state),
            drive=work.reaction[None, None].copy(),
            journal=np.hypot(loads["f_x"], loads["f_y"])[None, None],
            spring=np.array([[pulls, point_distance(springs, pose)]]),
            torsion=np.array([[torsion_moments(torsion, state.q, state.u)]]),
            beam=beam_forces(model.system.beams, state.q)[None],
            coupling=balance.coupling_loss[None].copy(),
            group=np.array([
                [
                    balance.impact_loss,
                    balance.contact_loss,
                    balance.friction_loss,
                    balance.numerical_loss,
                ]
            ]),
            cause=balance.by_cause[None, :PHYSICAL].copy(),
            boundary=state.ledger.input_work[None].copy(),
        )  # fmt: skip

    def _totals(self, balance: Balance) -> list[float]:
        """Time, momentum, energies, and how hard the last steps were."""
        state = self.motion.state
        now = state.memory.watch.steps[0], state.memory.report.total_sweeps[0]
        steps, sweeps = np.array(now, dtype=float) - self.peaks.counted
        self.peaks.counted[:] = now
        return [
            float(state.t[0]),
            *(float(part) for part in momentum(self.motion.model, state)),
            balance.kinetic,
            balance.potential,
            balance.work_in,
            balance.residual,
            float(state.memory.watch.penetration[0]),
            float(state.memory.report.worst_residual[0]),
            float(sweeps / max(steps, 1.0)),
        ]

    def _remember(self, now: Readings) -> None:
        peaks, largest = self.peaks, np.maximum
        largest(peaks.normal_force, now.contact[0, 2], out=peaks.normal_force)
        largest(peaks.depth, -now.contact[0, 0], out=peaks.depth)
        largest(peaks.spring_force, np.abs(now.spring[0, 0]), out=peaks.spring_force)
        largest(peaks.journal_force, np.abs(now.journal[0, 0]), out=peaks.journal_force)
        largest(
            peaks.torsion_torque, np.abs(now.torsion[0, 0]), out=peaks.torsion_torque
        )
        largest(peaks.rod_tension, np.abs(now.beam[0, 0]), out=peaks.rod_tension)
        largest(peaks.rod_strain, np.abs(now.beam[0, 3]), out=peaks.rod_strain)
        speed = finite_speed(self.motion.model, self.motion.state)
        peaks.speed[0] = max(peaks.speed[0], speed)


def body_table(model: Model, state: State) -> Floats:
    """Positions and velocities, without the ground (1, 6, bodies)."""
    n = 3 * len(model.labels.bodies)
    q, u = state.q[3:n].reshape(-1, 3), state.u[3:n].reshape(-1, 3)
    return np.concatenate([q.T, u.T])[None]


def linear_table(model: Model, state: State) -> Floats:
    """Coordinates and velocities of linear bodies (1, 2, coordinates)."""
    n = 3 * len(model.labels.bodies)
    return np.array([[state.q[n:], state.u[n:]]])


def contact_table(model: Model, state: State) -> Floats:
    """Gaps now, mean and largest forces since the last record (1, 4, contacts).

    Mean force times interval is the whole impulse, impacts included.
    """
    tally = state.memory.tally
    interval = float(state.t[0] - tally.since[0])
    per_time = 1.0 / interval if interval > 0.0 else 0.0
    along = tally.friction * per_time
    friction = along[:, 0] if along.shape[1] == 1 else np.hypot(*along.T)
    gaps = gaps_of(model, state)
    return np.array([[gaps, tally.normal * per_time, tally.peak, friction]])


def clear_tally(state: State) -> None:
    """Begin the next interval."""
    tally = state.memory.tally
    for sums in (tally.normal, tally.friction, tally.peak):
        sums[...] = 0.0
    tally.since[0] = state.t[0]


def finite_speed(model: Model, state: State) -> float:
    """Speed of the fastest point [m/s]; endless faces count at their centre."""
    extent = model.system.bodies.extent
    bounded = np.where(np.isfinite(extent), extent, 0.0)
    linear = np.abs(state.u[3 * extent.size :])
    return max(float(fastest_point(bounded, state.u)), float(linear.max(initial=0.0)))
