"""What a run of bodies in space writes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from catena.drives.spatial_system.spec import Spec
from catena.integrators.steps.spatial_system import system_energy
from catena.numerics.arrays import Floats
from catena.numerics.rotations import fill_matrix
from catena.results.catalogue import Catalogue, Coordinate
from catena.run.channels import Channel, catalogue_of
from catena.tables.spatial_bodies import BodySystem, BodyWork
from catena.tables.state import Cause, State

OF_BODIES = ("time", "body", "axis")
AXES = ("x", "y", "z")
POSE = ("x", "y", "z", "q_w", "q_x", "q_y", "q_z")
MECHANISMS = ("friction", "dampers", "contact damping", "impacts")
CAUSES = (Cause.COULOMB, Cause.VISCOUS, Cause.CONTACT_DAMPING, Cause.IMPACT)

CHANNELS = (
    Channel("time", "s", "time"),
    Channel("position", "m", "centre of mass", OF_BODIES),
    Channel("velocity", "m/s", "velocity of the centre of mass", OF_BODIES),
    Channel("spin", "rad/s", "turning speed along the axes of the world", OF_BODIES),
    Channel("attitude", "1", "quaternion w, x, y, z", ("time", "body", "quaternion")),
    Channel("contact_force", "N", "force of all contacts on a body, mean", OF_BODIES,
            take="mean"),
    Channel("kinetic_energy", "J", "kinetic energy"),
    Channel("stored_energy", "J", "energy in gravity, springs and elastic contacts"),
    Channel("loss", "J", "energy lost so far", ("time", "mechanism"), take="sum"),
    Channel("input_work", "J", "work of forces and moments so far", take="sum"),
    Channel("penetration", "m", "deepest overlap since the last sample", take="peak"),
    Channel("unsolved", "1", "share of steps whose contacts were not solved",
            take="mean"),
    Channel("frame_time", "s", "time of the frame", ("frame",)),
    Channel("frame_pose", "1", "place [m] and quaternion", ("frame", "body", "pose")),
)  # fmt: skip


@dataclass(frozen=True)
class Recording:
    """The channels of one system, and how they are read from its state."""

    spec: Spec
    system: BodySystem

    def catalogue(self) -> Catalogue:
        """Everything a run will contain."""
        names = self.spec.movers
        return catalogue_of(
            CHANNELS,
            {
                "time": None,
                "frame": None,
                "body": Coordinate(names, "", "body"),
                "axis": Coordinate(AXES, "", "axis of the world"),
                "quaternion": Coordinate(POSE[3:], "", "number of a quaternion"),
                "pose": Coordinate(POSE, "", "number of a pose"),
                "mechanism": Coordinate(MECHANISMS, "", "mechanism of loss"),
            },
            ["{} on {}".format(*part.between) for part in self.spec.contact],
        )

    def records(
        self, state: State, work: BodyWork, apart: float, shown: bool
    ) -> dict[str, NDArray[np.float64]]:
        """One sample by the names of the file, and a frame where one is due."""
        memory = state.memory
        kinetic, stored = system_energy(self.system, state, work)
        steps = max(memory.tally[0], 1.0)
        found: dict[str, object] = {
            "time": state.t[0],
            "position": state.q[1:, :3],
            "velocity": state.u[1:, :3],
            "spin": self._spins(state, work),
            "attitude": state.q[1:, 3:],
            "contact_force": memory.force[1:] / max(apart, 1e-300),
            "kinetic_energy": kinetic,
            "stored_energy": stored,
            "loss": state.ledger.loss[0, list(CAUSES)],
            "input_work": state.ledger.input_work[0],
            "penetration": memory.tally[3],
            "unsolved": memory.tally[2] / steps,
        }
        if shown:
            found |= {"frame_time": state.t[0], "frame_pose": state.q[1:]}
        made = {name: np.array(value)[None] for name, value in found.items()}
        memory.force[:], memory.tally[:] = 0.0, 0.0
        return made

    def _spins(self, state: State, work: BodyWork) -> Floats:
        for i in range(len(state.q)):
            fill_matrix(state.q, i, work.R)
        axes = work.R[1:].reshape(-1, 3, 3)
        return np.asarray(np.einsum("nij,nj->ni", axes, state.u[1:, 3:]))
