"""Small motions of a system, and its equilibria."""

from __future__ import annotations

from dataclasses import replace

from catena.drives.system.build import model_of
from catena.drives.system.spec import Spec
from catena.dynamics.linearisation import SmallMotion
from catena.numerics.arrays import Floats
from catena.run.model.small_motion import model_motion
from catena.run.model.structure import ModelStructure


def small_motion(spec: Spec) -> SmallMotion:
    """The system at rest near its start."""
    return model_motion(model_of(spec))


def motion_at(spec: Spec, q: Floats) -> SmallMotion:
    """The system about coordinates, as if at rest."""
    model = model_of(spec)
    state = model.start()
    state.q[:] = q
    return model_motion(replace(model, state=state), rest=False)


def structure_of(spec: Spec) -> ModelStructure:
    """The system as a structure for statics."""
    return ModelStructure(model_of(spec))
