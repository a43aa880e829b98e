"""The packed scene and its page, without a browser."""

import base64
import gzip
import re
from dataclasses import replace

import numpy as np
import pytest
from tests.unit.view.pictures.scene_pages import scene_page
from tests.unit.view.running_chain import LINKS, PITCH, running_chain

from catena.errors import AssemblyError
from catena.results.scene import Arrows, Channel, Curves, Family, Scene, Shape
from catena.results.scene_parts import link_plate
from catena.view.page import asset
from catena.view.pictures.packing import GAP, Packer, packed_scene, to_steps, to_turns
from catena.view.pictures.still import ramp, still_svg
from catena.view.pictures.viewer import scene_html

SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=float)


@pytest.fixture(scope="module")
def scene():
    return running_chain()


def _unpacked(text, place):
    """What the viewer does, in Python."""
    raw = np.frombuffer(gzip.decompress(base64.b64decode(text)), dtype=np.uint8)
    size, at = int(np.prod(place["shape"])), place["at"]
    low = raw[at : at + size].astype(np.uint16)
    high = raw[at + size : at + 2 * size].astype(np.uint16)
    changes = (low | high << np.uint16(8)).reshape(place["shape"])
    return np.cumsum(changes, axis=0, dtype=np.uint16)


def test_packing_returns_the_same_steps():
    rng = np.random.default_rng(3)
    first = rng.integers(0, 65536, (7, 5)).astype(np.uint16)
    second = rng.integers(0, 65536, (4, 1)).astype(np.uint16)
    packer = Packer()
    places = [packer.add(first), packer.add(second)]
    assert np.array_equal(_unpacked(packer.text(), places[0]), first)
    assert np.array_equal(_unpacked(packer.text(), places[1]), second)


def test_poses_survive_far_below_a_pixel(scene):
    packed = packed_scene(scene)
    box, links = packed["box"], packed["families"][0]
    x = (
        _unpacked(packed["data"], links["poses"][0]) / (GAP - 1) * box["size"]
        + box["x"]
    )
    angle = _unpacked(packed["data"], links["poses"][2]) / 65536 * 2 * np.pi
    exact = scene.families[0].poses
    assert np.abs(x - exact[..., 0]).max() < box["size"] / 65534
    turn = np.angle(np.exp(1j * (angle - exact[..., 2])))
    assert np.abs(turn).max() < 1e-4


def test_arrows_survive_far_below_a_pixel(scene):
    draws = np.random.default_rng(1)
    at, force = draws.normal(size=(2, len(scene.time), 5, 3)) * [[[[0.01]]], [[[300]]]]
    shown = replace(scene, arrows=(Arrows("tooth", "teeth", "N", at, force),))
    packed = packed_scene(shown)
    (arrows,) = packed["arrows"]
    assert arrows["longest"] == pytest.approx(np.linalg.norm(force, axis=-1).max())
    for k in range(3):
        steps = _unpacked(packed["data"], arrows["vectors"][k]) / (GAP - 1)
        found = (2.0 * steps - 1.0) * arrows["longest"]
        assert found == pytest.approx(force[..., k], abs=4e-5 * arrows["longest"])
    z = (_unpacked(packed["data"], arrows["at"][2]) / (GAP - 1) - 0.5) * packed["box"][
        "size"
    ]
    assert z == pytest.approx(at[..., 2], abs=1e-4 * packed["box"]["size"])
    lean = shown.thinned(7)
    assert lean.arrows[0].vectors[-1] == pytest.approx(force[-1])
    assert len(lean.arrows[0].at) == 7


def test_gaps_and_turns():
    steps = to_steps(np.array([0.0, np.nan, 2.0, 9.0]), 0.0, 2.0)
    assert steps.tolist() == [0, GAP, GAP - 1, GAP - 1]
    turns = to_turns(np.array([-np.pi / 2, 3 * np.pi / 2, 2 * np.pi]))
    assert turns.tolist() == [49152, 49152, 0]


def test_120_links_and_400_frames_stay_small():
    frames, links = 400, 120
    t, k = np.meshgrid(np.arange(frames), np.arange(links), indexing="ij")
    phase = 2 * np.pi * (k / links + t / 800)
    poses = np.stack([0.2 * np.cos(phase), 0.3 * np.sin(phase), phase], axis=-1)
    rng = np.random.default_rng(0)
    force = Channel("f", "force", "N", 500 + rng.normal(0, 30, (frames, links)))
    shape = Shape(link_plate(0.01, 0.008), (0.0, 0.001))
    names = tuple(f"link {i}" for i in range(links))
    family = Family("links", names, (shape,), poses, (force,))
    packed = packed_scene(Scene("s", "s", np.arange(frames) * 1e-3, (family,)))
    assert len(packed["data"]) < 350_000  # noise of 16 bits alone is 128 kB


def test_page_is_complete_and_points_nowhere(scene):
    text = scene_page(scene)
    assert text.count("<figure") == 1
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", text)
    assert "default-src &#x27;none&#x27;" in text
    assert len(text) < 900_000


def test_bundle_can_stand_in_a_page_and_carries_its_licence():
    code = asset("viewer.js")
    assert "</script" not in code.lower() and "<!--" not in code
    assert "sourceMappingURL" not in code
    assert "MIT" in asset("viewer.LICENSE")


def test_still_shows_every_body(scene):
    text = still_svg(scene, 3, "tension")
    bodies = sum(len(f.labels) * len(f.shapes) for f in scene.families)
    assert text.count("<use ") == bodies
    assert bodies > 8 * LINKS // 2


def test_text_of_the_user_is_inert():
    bad = "</script><img src=x onerror=alert(1)>"
    html = scene_html(running_chain(frames=3, title=bad))
    assert "<img" not in html


def test_scale_grows_in_lightness():
    light = [
        0.2126 * r + 0.7152 * g + 0.0722 * b
        for r, g, b in map(ramp, np.linspace(0, 1, 30))
    ]
    assert np.all(np.diff(light) > -1.0)
    assert light[-1] > light[0] + 100
    assert ramp(float("nan")) == (139, 149, 161)


def test_colours_are_those_of_the_bundle():
    code = asset("viewer.js")
    for share in np.linspace(0.0, 1.0, 7):
        assert "#{:02x}{:02x}{:02x}".format(*ramp(share)) in code


def test_thinning_keeps_the_ends(scene):
    thin = scene.thinned(7)
    assert len(thin.time) == 7
    assert thin.time[[0, -1]].tolist() == scene.time[[0, -1]].tolist()
    assert thin.families[0].channels[0].values.shape[0] == 7
    assert scene.thinned(1000) is scene


def test_links_of_the_scene_have_their_pitch(scene):
    inner, outer = scene.families[:2]
    gap = outer.poses[:, :, :2] - inner.poses[:, :, :2]
    assert np.abs(np.hypot(gap[..., 0], gap[..., 1]) - PITCH).max() < 1e-12
    assert inner.labels[:2] == ("link 1", "link 3")


ONE = np.zeros((1, 1, 3))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Shape(SQUARE[:2], (0, 1)), "three finite corners"),
        (lambda: Shape(SQUARE, (1, 0)), "depth"),
        (lambda: Shape(SQUARE, (0, 1), finish="gold"), "finish 'gold'"),
        (
            lambda: Family("a", ("x", "y"), (Shape(SQUARE, (0, 1)),), ONE),
            "poses of shape",
        ),
        (lambda: Scene("a b", "t", [0.0], ()), "letters, digits"),
        (lambda: Scene("a", "t", [0.0], ()), "no bodies"),
        (
            lambda: Scene(
                "a",
                "t",
                [1.0, 0.0],
                (Family("a", ("x",), (Shape(SQUARE, (0, 1)),), ONE),),
            ),
            "grow",
        ),
        (
            lambda: Family(
                "a",
                ("x",),
                (Shape(SQUARE, (0, 1)),),
                ONE,
                curves=(Curves("f", np.arange(3), np.zeros((2, 3))),),
            ),
            "curves of f",
        ),
        (
            lambda: Arrows("f", "f", "N", np.zeros((2, 1, 3)), np.zeros((2, 1, 2))),
            "arrows f begin at",
        ),
        (
            lambda: Arrows("f", "f", "N", ONE, np.full((1, 1, 3), np.nan)),
            "not finite",
        ),
        (
            lambda: replace(running_chain(), arrows=(Arrows("f", "f", "N", ONE, ONE),)),
            "have 1 frames, expected 40",
        ),
    ],
)
def test_scenes_that_do_not_hang_together_are_refused(make, words):
    with pytest.raises(AssemblyError, match=words):
        make()
