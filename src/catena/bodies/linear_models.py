"""All models of linear bodies that users can state in words."""

from __future__ import annotations

from types import ModuleType

from catena.bodies import cantilever
from catena.bodies.body_model import BodyModel
from catena.numerics.branches import words_in

LINEAR_MODELS: tuple[ModuleType, ...] = (cantilever,)
MODEL_WORDS = words_in(LINEAR_MODELS, BodyModel)
"""The classes by which users state them."""
