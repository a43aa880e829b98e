"""The picture of a system: profiles as solids, springs as telescopes."""

import math

import numpy as np
import pytest

import catena as ct
from catena.drives.system.figures.outlines import area, paths_of, solid_of
from catena.drives.system.spec.contours import ArcPiece, Profile, SegmentPiece
from catena.planar import Unilateral
from catena.reporting import scene_of

SQUARE = ((0, 0), (0, 1), (1, 1), (1, 0))  # clockwise: the material lies inside
SPRING = """
drive = "system"
[[body]]
name = "mass"
position = ["1 m", 0]
free = ["x"]
[[contour]]
name = "rim"
body = "mass"
shape = "circle"
radius = "0.2 m"
[[spring]]
name = "tie"
a = "ground"
b = "mass"
stiffness = "100 N/m"
rest_length = "0.8 m"
[solve]
step = "1 ms"
duration = "1 s"
"""


def profile(pieces, sectors=0):
    return Profile(
        name="p", body="b", shape="profile", pieces=list(pieces), sectors=sectors
    )


def segments(corners):
    ends = zip(corners, [*corners[1:], corners[0]], strict=True)
    return [SegmentPiece(piece="segment", start=a, end=b) for a, b in ends]


def test_a_clockwise_outline_is_a_solid_in_any_order_of_its_pieces():
    a, b, c, d = segments(SQUARE)
    (path,) = paths_of(profile([c, a, d, b]))
    assert area(path) == pytest.approx(-1.0)
    assert len(solid_of(path, 0.01)) == 4


def test_a_floor_is_a_bar_below_itself():
    (path,) = paths_of(profile(segments(((0, 0), (1, 0)))[:1]))
    bar = solid_of(path, 0.1)
    assert bar[:, 1].min() == pytest.approx(-0.1) and bar[:, 1].max() == 0.0


def test_arcs_and_sectors_join_to_one_wheel():
    tooth = ArcPiece(
        piece="arc", centre=(0.0, 0.0), radius=1.0, start=0.0, span=math.pi / 2
    )
    (path,) = paths_of(profile([tooth], sectors=4))
    assert area(path) == pytest.approx(-math.pi, rel=2e-3)
    hole = tooth.model_copy(update={"hollow": True, "span": 2.0 * math.pi})
    (path,) = paths_of(profile([hole]))
    outside = np.hypot(*solid_of(path, 0.1).T)
    assert outside.max() == pytest.approx(1.1, rel=2e-3)


def test_springs_reach_from_end_to_end(tmp_path):
    scene = scene_of(ct.simulate(ct.loads(SPRING), out=tmp_path / "run"))
    assert scene is not None
    families = {family.name: family for family in scene.families}
    tube, rod = families["spring tie"], families["spring tie rod"]
    x = families["mass"].poses[:, 0, 0]
    assert np.ptp(x) == pytest.approx(0.4, rel=1e-2)
    np.testing.assert_allclose(tube.poses[:, 0], 0.0)
    np.testing.assert_allclose(rod.poses[:, 0, 0], x)
    long = [family.shapes[0].outline[:, 0].max() for family in (tube, rod)]
    assert sum(long) >= x.max() and max(long) <= x.min() + 1e-9
    assert tube.channels[0].values[0, 0] == pytest.approx(20.0)


def test_discs_that_only_turn_show_it(tmp_path):
    plan = ct.PlanarSystem()
    wheel = plan.wheel("wheel", 1.0, spin=3.0)
    pebble = plan.body("pebble", at=(0.0, 2.0))
    plan.contact("c", pebble.circle(0.1, (1.0, 0.0)), wheel.circle(0.5), Unilateral())
    spec = ct.as_drive(plan, step=1e-3, duration=0.1)
    scene = scene_of(ct.simulate(spec, out=tmp_path / "run"))
    assert scene is not None
    wheel_seen = next(f for f in scene.families if f.name == "wheel")
    assert [channel.name for channel in wheel_seen.channels] == ["spin"]
    mark = wheel_seen.shapes[1].outline
    assert mark[:, 0].min() > 0.0 and np.hypot(*mark.T).max() < 0.5
    arm = next(f for f in scene.families if f.name == "pebble").shapes[-1].outline
    assert arm[:, 0].min() < 0.0 and arm[:, 0].max() > 1.0  # centre to pebble
