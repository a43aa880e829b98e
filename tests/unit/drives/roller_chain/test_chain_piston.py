"""The piston of a tensioner: by lever, or by point and direction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from catena.drives.loading import load
from catena.drives.roller_chain.build import ChainJob, build
from catena.errors import GeometryError, SpecError

TIMING = Path(__file__).parents[4] / "examples" / "roller_chain_timing.toml"
PIVOT = np.array([-0.105, 0.285])


def job(**tensioner: Any) -> ChainJob:
    values = {f"guide[0].tensioner.{key}": value for key, value in tensioner.items()}
    made = build(load(TIMING).with_values(values))
    assert isinstance(made, ChainJob)
    return made


def test_point_and_direction_give_lever_and_push() -> None:
    """A piston that pushes to the right, 0.2 m below the pivot of the drawn guide."""
    point = (PIVOT[0] - 0.03, PIVOT[1] - 0.2)
    found = job(lever=None, point=list(point), direction="10 deg")
    turned, angle = found.placed.turned[0], np.radians(10.0)
    arm = np.array([-0.03, -0.2])
    c, s = np.cos(turned), np.sin(turned)
    arm = np.array([c * arm[0] - s * arm[1], s * arm[0] + c * arm[1]])
    lever = arm[0] * np.sin(angle) - arm[1] * np.cos(angle)
    assert found.system.tensioners[0].lever == pytest.approx(lever)
    rotor = found.system.rotors[3]
    push = np.array([rotor.push_x, rotor.push_y])
    assert push == pytest.approx([np.cos(angle), np.sin(angle)])


def test_the_lever_alone_is_kept() -> None:
    assert job().system.tensioners[0].lever == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("direction", "words"),
    [("180 deg", "away from the chain"), ("-90 deg", "through the pivot")],
)
def test_a_piston_must_press_the_guide_on_the_chain(direction: str, words: str) -> None:
    point = [PIVOT[0] + 0.2 * np.sin(0.017), PIVOT[1] - 0.2 * np.cos(0.017)]
    if words == "through the pivot":
        turned = job().placed.turned[0]
        point = [PIVOT[0] - 0.2 * np.sin(turned), PIVOT[1] - 0.2 * np.cos(turned)]
    with pytest.raises(GeometryError, match=words):
        job(lever=None, point=point, direction=direction)


def test_lever_or_point_but_not_both() -> None:
    with pytest.raises(SpecError, match="or its point and direction"):
        job(point=[0.0, 0.0], direction="0 deg")
    with pytest.raises(SpecError, match="belong together"):
        job(lever=None, point=[0.0, 0.0])
