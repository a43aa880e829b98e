"""The moving picture of a strand shows the computed shapes, link by link."""

import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.results.scene import Scene


@pytest.fixture(scope="module")
def scene() -> Scene:
    spec = ct.loads(DRIVES["roller_span"].template())
    run = ct.simulate(spec.with_values({"run.duration": 0.06}))
    found = DRIVES["roller_span"].scene(run)
    assert found is not None
    return found


def _links(scene: Scene) -> np.ndarray:
    """Poses (frames, links, 3), inner and outer links in turn."""
    inner, outer = (f for f in scene.families if f.name.endswith("links"))
    poses = np.empty((len(scene.time), inner.poses.shape[1] * 2, 3))
    poses[:, 0::2], poses[:, 1::2] = inner.poses, outer.poses
    return poses


def test_links_hang_together(scene: Scene) -> None:
    pitch = 0.0254
    poses = _links(scene)
    heads = poses[..., :2] + pitch * np.stack(
        [np.cos(poses[..., 2]), np.sin(poses[..., 2])], axis=-1
    )
    gap = np.linalg.norm(heads - np.roll(poses[..., :2], -1, axis=1), axis=-1)
    # one opening per frame, between the last link drawn and the first
    assert (np.sort(gap, axis=1)[:, :-1] < 1e-6).all()


def test_seated_rollers_lie_on_the_pitch_circles(scene: Scene) -> None:
    radius = 0.0127 / np.sin(np.pi / 25)
    pins = _links(scene)[..., :2]
    left = np.linalg.norm(pins, axis=-1)
    seated = np.abs(left - radius) < 1e-6
    assert (seated.sum(axis=1) >= 10).all()


def test_sprockets_turn_with_the_chain(scene: Scene) -> None:
    driver = next(f for f in scene.families if f.name == "driver")
    turned = driver.poses[-1, 0, 2] - driver.poses[0, 0, 2]
    speed = turned / (scene.time[-1] - scene.time[0])
    assert speed == pytest.approx(384.0 * np.pi / 30.0, rel=1e-3)
