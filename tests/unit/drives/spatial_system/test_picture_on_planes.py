"""The moving picture of bodies on planes: upright, cut to the bodies, in view."""

from __future__ import annotations

import numpy as np
import pytest

import catena as ct
from catena.drives.spatial_system.outputs import scene
from catena.results.scene import Scene
from catena.results.scene_sight import HERE, corners, reach

RADIUS = 0.0286


def rolling(**plane) -> ct.SpatialSystem:
    """A ball that rolls half a metre along a floor, and one that rests."""
    plan = ct.SpatialSystem(gravity=(0.0, 0.0, -9.81))
    plan.body("cue", mass=0.17, position=(-0.5, 0.0, RADIUS), velocity=(3.0, 0.0, 0.0))
    plan.body("one", mass=0.17, position=(0.3, 0.1, RADIUS))
    for name in ("cue", "one"):
        plan.sphere(name, body=name, radius=RADIUS)
    plan.plane("cloth", **plane)
    for name in ("cue", "one"):
        plan.contact(name, "cloth", friction=0.2)
    return plan


@pytest.fixture(scope="module")
def seen() -> Scene:
    plan = rolling()
    plan.plane("near", point=(0.0, -0.5, 0.0), normal=(0.0, 1.0, 0.0))
    plan.plane("far", point=(0.0, 0.5, 0.0), normal=(0.0, -1.0, 0.0))
    return scene(ct.simulate(plan.drive(duration=0.17, step=1e-4)))


def family(scene: Scene, name: str):
    return next(one for one in scene.families if one.labels == (name,))


def test_gravity_points_down_and_bodies_stand_on_their_floor(seen: Scene) -> None:
    cue, floor = family(seen, "sphere cue"), corners(family(seen, "plane cloth"))
    assert cue.poses[:, 0, 1].min() - RADIUS == pytest.approx(
        floor[:, 1].max(), abs=1e-6
    )
    assert np.ptp(floor[:, 1]) < 0.05 * np.ptp(floor[:, 0])
    way = np.ptp(cue.poses[:, 0, :3], axis=0)
    assert way[0] == pytest.approx(0.49, abs=0.03) and way[1:].max() < 1e-6


def test_a_plane_is_drawn_as_far_as_bodies_come(seen: Scene) -> None:
    floor = corners(family(seen, "plane cloth"))
    balls = [one for one in seen.families if one.labels[0].startswith("sphere")]
    low, high = reach(HERE, balls)
    for k in (0, 2):
        assert floor[:, k].min() < low[k] and high[k] < floor[:, k].max()
        assert np.ptp(floor[:, k]) < high[k] - low[k] + 0.11 * (high - low).max()


def test_everything_is_in_view_and_balls_can_be_seen(seen: Scene) -> None:
    low_x, low_y, high_x, high_y = seen.bounds()
    size = max(high_x - low_x, high_y - low_y)
    for one in seen.families:
        x, y, z = corners(one).T
        assert low_x <= x.min() and x.max() <= high_x
        assert low_y <= y.min() and y.max() <= high_y
        assert np.abs(z).max() <= 0.5 * size
    way = max(np.ptp(corners(one)[:, 0]) for one in seen.families)
    assert size < 2.0 * way


def test_a_plane_that_would_hide_the_bodies_is_a_rim(seen: Scene) -> None:
    assert len(family(seen, "plane cloth").shapes) == 1
    assert len(family(seen, "plane far").shapes) == 1
    assert len(family(seen, "plane near").shapes) == 4
    assert "rim" in seen.caption


def test_a_moving_plane_is_drawn_with_its_body() -> None:
    plan = rolling()
    plan.body("tray", mass=1.0, inertia=(1e-2,) * 3, position=(0.0, 0.0, -0.5))
    plan.plane("tray", body="tray", point=(0.0, 0.0, 0.1))
    made = scene(ct.simulate(plan.drive(duration=0.02, step=1e-4)))
    tray = family(made, "plane tray").poses[:, 0, :3]
    body = family(made, "tray").poses[:, 0, :3]
    np.testing.assert_allclose(tray - body, [[0.0, 0.1, 0.0]] * len(body), atol=1e-12)
    assert body[-1, 1] < body[0, 1]  # it falls, downwards on the screen


def test_without_planes_bodies_are_drawn_where_they_are() -> None:
    plan = ct.SpatialSystem(gravity=(0.0, 0.0, -9.81))
    plan.body("one", mass=0.17, position=(0.3, 0.1, 0.2))
    plan.sphere("one", body="one", radius=RADIUS)
    run = ct.simulate(plan.drive(duration=0.02, step=1e-4))
    made = scene(run)
    np.testing.assert_array_equal(made.families[0].poses, run.read("frame_pose"))
    assert made.box is None
