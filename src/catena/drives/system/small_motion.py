"""Small motions of a system."""

from __future__ import annotations

from catena.drives.system.build import model_of
from catena.drives.system.spec import Spec
from catena.dynamics.linearisation import SmallMotion
from catena.run.model.small_motion import model_motion


def small_motion(spec: Spec) -> SmallMotion:
    """The system at rest near its start."""
    return model_motion(model_of(spec))
