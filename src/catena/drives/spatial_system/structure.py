"""Bodies in space as a structure for statics: rods, springs, bushings, soft contacts.

Forces are those of the time step, at rest. A place is the pose of all bodies (n, 7); a
step moves their centres along the axes of the world and turns them about their own.
Loads and weights grow together with the load factor.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

import numpy as np

from catena.drives.spatial_system.plan import Plan, plan_of
from catena.drives.spatial_system.small_motion import body_motion, turned
from catena.drives.spatial_system.spec import Spec
from catena.dynamics.linearisation import SmallMotion
from catena.dynamics.structure import Differenced
from catena.errors import InputError
from catena.integrators.steps.spatial_system import fill_smooth_forces
from catena.numerics.arrays import Bools, Floats
from catena.tables.spatial_bodies import FREE, BodySystem, body_work


class BodyStructure(Differenced):
    """Bodies in space at rest."""

    multipliers = 0
    """No unknown is the force of a joint."""

    def __init__(self, plan: Plan, names: list[str]) -> None:
        self.plan, self.names = plan, names
        self.work = body_work(plan.system)
        self.still = np.zeros_like(plan.start.u)

    @cached_property
    def free(self) -> Bools:
        """Velocities that may differ from zero."""
        return np.asarray(self.plan.system.M_inv.ravel() > 0.0)

    @cached_property
    def sizes(self) -> Floats:
        """What counts as one: the size of the system, one radian."""
        places = self.plan.start.q[:, :3]
        found = np.ones((len(places), FREE))
        found[:, :3] = max(float(np.ptp(places, axis=0).max()), 1e-3)
        return found.ravel()

    @property
    def follows(self) -> bool:
        """Whether a load turns with its body."""
        return bool(self.plan.system.load.follows.any())

    @cached_property
    def force_scale(self) -> float:
        """Largest load or weight [N]."""
        return max(float(np.abs(self.load(self.start())).max()), 1e-9)

    def start(self) -> Floats:
        """The stated place."""
        return self.plan.start.q.copy()

    def moved(self, place: Floats, step: Floats) -> Floats:
        """The place after a step."""
        return turned(self.plan.system, place, step.reshape(-1, FREE))

    def loaded(self, factor: float) -> BodySystem:
        """The tables with all loads and weights times a factor."""
        system = self.plan.system
        load = system.load.copy()
        for name in ("f_x", "f_y", "f_z", "m_x", "m_y", "m_z"):
            load[name] *= factor
        return system._replace(load=load, gravity=factor * system.gravity)

    def forces_under(self, factor: float) -> Callable[[Floats], Floats]:
        """All forces, moments along the axes of the bodies."""
        return partial(self._forces, self.loaded(factor))

    def _forces(self, system: BodySystem, place: Floats) -> Floats:
        state = self.plan.start._replace(q=place.copy(), u=self.still)
        fill_smooth_forces(system, state, self.work)
        return self.work.h.ravel().copy()

    @cached_property
    def own(self) -> Bools:
        """Bodies whose places are their own: not the ground, no pinned nodes."""
        return np.asarray(self.plan.system.M_inv[:, 0] > 0.0)

    def shape(self, place: Floats) -> Floats:
        """Places of all bodies that move by themselves (n, 3) [m]."""
        return np.asarray(place[self.own, :3])

    def vertex_steps(self, step: Floats) -> Floats:
        """The part of a step that moves them."""
        return np.asarray(step.reshape(-1, FREE)[self.own, :3])

    def motion(self, place: Floats, factor: float) -> SmallMotion:
        """Small motions about an equilibrium, under its loads."""
        start = self.plan.start._replace(q=place.copy())
        system = self.loaded(factor)
        return body_motion(Plan(system, start, self.plan.axes), self.names, rest=False)


def structure_of(spec: Spec) -> BodyStructure:
    """The structure of a specification.

    Raises:
        InputError: A rigid contact, whose force does not follow from the place.
    """
    for part in spec.contact:
        if part.stiffness is None:
            raise InputError(
                f"statics: contact {' on '.join(part.between)!r} is rigid; expected "
                "elastic contacts, whose force follows from the place"
            )
    return BodyStructure(plan_of(spec), spec.bodies)
