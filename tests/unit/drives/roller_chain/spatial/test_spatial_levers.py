"""Levers of controlled steps: one for every coordinate and velocity."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import catena as ct
from catena.drives.roller_chain.spatial.build import system_of
from catena.drives.roller_chain.spatial.layout import layout_of
from catena.drives.roller_chain.spatial.simulation import SpatialSimulation
from catena.run.checkpoint import flattened
from catena.run.step_control import phase_point
from catena.tables.spatial import state_for

EXAMPLES = Path(__file__).parents[5] / "examples"


def test_levers_fit_the_state() -> None:
    spec: Any = ct.load(EXAMPLES / "roller_chain_bicycle_in_space.toml")
    placed = layout_of(spec)
    state = state_for(system_of(spec, placed))
    chain: Any = SimpleNamespace(state=state, placed=placed)
    for levers, moved in zip(
        SpatialSimulation.levers(chain), phase_point(flattened({"state": state})),
        strict=True,
    ):  # fmt: skip
        assert levers.shape == moved.shape
        assert levers.min() > 0.0
