"""Model: System, State and the names of everything in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from catena.couplings.beam import BEAM_LOAD
from catena.couplings.pin_joint import JOINT_LOAD
from catena.couplings.spring_damper import SPRING_LOAD
from catena.dynamics.energy import damped_groups
from catena.errors import InputError
from catena.numerics.records import Rows, table
from catena.rows.planar import PLANAR
from catena.rows.turn import TURN
from catena.solvers.patches.elastic_friction import elastic_friction
from catena.solvers.sweeps.work import percussion_work
from catena.tables.candidates import RowKind
from catena.tables.checkpoint import copied
from catena.tables.events import event_log
from catena.tables.joints import TIED, joint_work
from catena.tables.maxwell import maxwell_work
from catena.tables.system import ImpactWork, State, System, Work

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
    beams: tuple[str, ...]
    """Pieces of rods, such as ``leaf:3``, which begins at the node of this name."""
    drives: tuple[str, ...]
    """Prescribed speeds."""


PIN_RADIUS = 2
"""Where a bearing has its radius among its contour numbers."""


def bearing_turns(system: System) -> Rows:
    """Rows of the friction in bearings, one per contact of that kind."""
    contacts = system.contours.candidates
    slot, M_inv = np.flatnonzero(contacts.kind == RowKind.TURN), system.inertia.M_inv
    a = 3 * contacts.body_a[slot] + AXES["angle"]
    b = 3 * contacts.body_b[slot] + AXES["angle"]
    return table(
        TURN,
        slot.size,
        a=a,
        b=b,
        slot=slot,
        group=contacts.group[slot],
        per=1.0 / contacts.par[slot, PIN_RADIUS],
        mass=1.0 / (M_inv[a] + M_inv[b]),
    )


@dataclass(frozen=True)
class Model:
    """A system ready to run, with its initial state and its names."""

    system: System
    state: State
    labels: Labels
    notes: tuple[str, ...] = ()
    """What a reader should know of the start before believing a run."""

    def work(self) -> Work:
        """Fresh scratch arrays for this model."""
        n_u, n_b = self.state.q.size, len(self.labels.bodies)
        n_c, n_t = self.state.memory.rows.w_T.shape
        n_k, joints = self.state.memory.rows.dof.shape[1], self.system.joints
        tied = int(np.count_nonzero(joints.kind == TIED))
        M_inv, turns = self.system.inertia.M_inv, bearing_turns(self.system)
        contacts = self.system.contours.candidates
        planar = contacts.kind == RowKind.PLANAR
        rubbing = int(np.count_nonzero(planar & (contacts.sticky == 1)))
        return Work(
            h=np.zeros(n_u),
            pulls=table(SPRING_LOAD, self.system.springs.size),
            bearings=table(JOINT_LOAD, self.system.journals.size),
            bars=np.zeros(self.system.torsion.size),
            strains=table(BEAM_LOAD, self.system.beams.size),
            drag=np.zeros(self.system.linear.f.shape),
            given=np.zeros(2 * self.system.imposed.loads.size),
            u_start=np.zeros(n_u),
            u_before=np.zeros(n_u),
            u_free=np.zeros(n_u),
            u_mean=np.zeros(n_u),
            stages=np.zeros((4, n_u)),
            impulse=np.zeros(n_u),
            pose=np.zeros((n_b, 4)),
            pose_ahead=np.zeros((n_b, 4)),
            reaction=np.zeros(len(self.labels.drives)),
            rebound=np.zeros(n_u),
            impacts=ImpactWork(
                island=np.zeros(n_u, dtype=np.int64),
                gain=np.zeros((n_u, 6)),
                P_rebound=np.zeros((n_c, 1 + n_t)),
                bent=np.zeros(1 + n_c, dtype=np.int64),
                turned=np.zeros((n_c, n_k)),
                known=np.zeros(n_c),
            ),
            touching=table(PLANAR, int(np.count_nonzero(planar))),
            general=np.zeros(n_c, dtype=np.int64),
            maxwell=maxwell_work(self.system.maxwell),
            percussion=percussion_work(
                n_c,
                n_t,
                n_k,
                n_u,
                n_r=tied,
                n_j=joints.row.size,
                friction=elastic_friction(rubbing, n_b, M_inv, turns),
            ),
            joints=joint_work(joints, n_k, n_b),
            log=event_log(n_c),
            bad=np.full(2, -1, dtype=np.int64),
        )

    @cached_property
    def damped(self) -> NDArray[np.bool_]:
        """Contact groups whose elastic contacts dissipate."""
        return damped_groups(self.system)

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
