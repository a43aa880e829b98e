"""A planar model as a structure for statics: bodies, springs, rods, elastic contacts.

Forces are those of the model's own step, at rest; the stiffness is their central
difference. Rigid joints are held by multipliers, unknowns behind the coordinates.
Loads and weights grow together with the load factor.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

import numpy as np

from catena.bodies.rigid_planar import poses_of
from catena.codes import NormalLaw, Status
from catena.contact.search import fill_directions
from catena.dynamics.linearisation import SmallMotion
from catena.dynamics.model_state import fill_model_forces
from catena.dynamics.structure import Differenced
from catena.errors import InputError, SolverError
from catena.model import Model
from catena.numerics.arrays import Bools, Floats
from catena.run.model.small_motion import model_motion
from catena.tables.system import State, System


class ModelStructure(Differenced):
    """A model at rest. Places are its coordinates, then forces of rigid joints [N]."""

    def __init__(self, model: Model) -> None:
        refuse_rigid_contacts(model)
        self.model = model
        self.state: State = model.start()
        self.state.u[:] = 0.0
        self.work = model.work()
        rows = self.state.memory.rows
        self.joints = np.flatnonzero(rows.law_N == NormalLaw.BILATERAL)
        self.n = self.state.q.size

    @property
    def multipliers(self) -> int:
        """Unknowns that are forces of joints."""
        return int(self.joints.size)

    @cached_property
    def free(self) -> Bools:
        """Coordinates that may move, and all multipliers."""
        held = self.model.system.inertia.held == 0
        return np.concatenate([held, np.ones(self.joints.size, dtype=bool)])

    @cached_property
    def sizes(self) -> Floats:
        """What counts as one: the size of the system, one radian, the largest load."""
        bodies = 3 * len(self.model.labels.bodies)
        places = self.model.state.q[:bodies].reshape(-1, 3)[:, :2]
        size = max(float(np.ptp(places, axis=0).max()), 1e-3)
        found = np.ones(self.n)
        found[0:bodies:3], found[1:bodies:3] = size, size
        return np.concatenate([found, np.full(self.joints.size, self.force_scale)])

    @property
    def follows(self) -> bool:
        """Whether a load turns with its body."""
        return bool((self.model.system.imposed.loads.frame >= 0).any())

    @cached_property
    def force_scale(self) -> float:
        """Largest load or weight [N]."""
        system = self.model.system
        loads = np.abs(system.imposed.curve[1]).max(initial=0.0)
        return max(float(loads), float(np.abs(system.weights).max()), 1e-9)

    def start(self) -> Floats:
        """The stated place, joints without force."""
        return np.concatenate([self.model.state.q, np.zeros(self.joints.size)])

    def moved(self, place: Floats, step: Floats) -> Floats:
        """The place after a step."""
        return np.asarray(place + step)

    def loaded(self, factor: float) -> System:
        """The tables with all loads and weights times a factor, ramps at their end."""
        system = self.model.system
        curve, loads = system.imposed.curve.copy(), system.imposed.loads.copy()
        curve[1] *= factor
        loads.ramp = 0.0
        imposed = system.imposed._replace(curve=curve, loads=loads)
        return system._replace(weights=factor * system.weights, imposed=imposed)

    def forces_under(self, factor: float) -> Callable[[Floats], Floats]:
        """All forces with those of the joints, and the gaps of the joints.

        Raises:
            SolverError: A contact law beyond its range, once they are asked for.
        """
        return partial(self._residual, self.loaded(factor))

    def _residual(self, system: System, place: Floats) -> Floats:
        state, rows = self.state, self.state.memory.rows
        state.q[:] = place[: self.n]
        if fill_model_forces(system, state, self.work) != Status.OK:
            raise SolverError("statics: forces of this state cannot be evaluated")
        found = np.zeros(place.size)
        found[: self.n] = self.work.h
        if self.joints.size:
            pose = poses_of(state.q, len(self.model.labels.bodies))
            fill_directions(system.contours, rows, pose, state.q)
            for j, i in enumerate(self.joints):
                used = rows.dof[i] >= 0
                force = rows.W_N[i, used] * place[self.n + j]
                np.add.at(found, rows.dof[i, used], force)
                found[self.n + j] = rows.g_N[i]
        return found

    def shape(self, place: Floats) -> Floats:
        """Places of all bodies but the ground (n, 2) [m]."""
        bodies = 3 * len(self.model.labels.bodies)
        return np.asarray(place[3:bodies].reshape(-1, 3)[:, :2])

    def vertex_steps(self, step: Floats) -> Floats:
        """The part of a step that moves the bodies."""
        return self.shape(step)

    def motion(self, place: Floats, factor: float) -> SmallMotion:
        """Small motions about an equilibrium, under its loads."""
        state = self.model.start()
        state.q[:], state.u[:] = place[: self.n], 0.0
        parts = self.loaded(factor), state, self.model.labels, self.model.notes
        return model_motion(Model(*parts), rest=False)


def refuse_rigid_contacts(model: Model) -> None:
    """Refuse contacts whose force does not follow from the place.

    Raises:
        InputError: One of them, by name.
    """
    rows = model.state.memory.rows
    rigid = model.system.contours.candidates.rigid == 1
    wrong = np.flatnonzero(rigid & (rows.law_N != NormalLaw.BILATERAL))
    if wrong.size:
        name = model.labels.contacts[wrong[0]]
        raise InputError(
            f"statics: contact {name!r} is rigid; expected elastic contacts, whose "
            "force follows from the place"
        )
