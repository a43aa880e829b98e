"""Parts of a scene stand where bodies are."""

import numpy as np
import pytest

from catena.numerics.quaternions import axes_of
from catena.results.scene_parts import ChainLook, arm_bar

LOOK = ChainLook.usual(12.7e-3)
PIVOT = np.array([0.12, -0.095])


@pytest.mark.parametrize("heights", [None, 0.03])
def test_an_arm_ends_at_its_wheel_in_every_frame(heights):
    """In the plane, and in space where its wheel is 30 mm out of line."""
    turn = np.linspace(0.4, 1.9, 5)
    wheel = PIVOT + 0.06 * np.column_stack([np.cos(turn), np.sin(turn)])
    if heights is not None:
        wheel = np.column_stack([wheel, np.full(5, heights)])
    bar = arm_bar("cage", PIVOT, wheel, LOOK)
    reach = max(shape.outline[:, 0].mean() for shape in bar.shapes)
    poses = bar.poses[:, 0]
    if heights is None:
        along = np.column_stack([np.cos(poses[:, 2]), np.sin(poses[:, 2])])
        assert poses[:, :2] + reach * along == pytest.approx(wheel)
    else:
        along = axes_of(poses[:, 3:])[..., 0]
        assert poses[:, :3] + reach * along == pytest.approx(wheel)
    assert max(shape.depth[0] for shape in bar.shapes) < -0.5 * LOOK.inner_width
