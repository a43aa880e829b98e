"""Stills and films without a screen."""

import importlib.util
from dataclasses import replace

import numpy as np
import pytest
from tests.unit.view.running_chain import running_chain

from catena.errors import InputError, MissingExtraError
from catena.results.scene import placed
from catena.view.pictures.animate import SceneDrawing, write_film, write_still

SMALL = (320, 240)


@pytest.fixture(scope="module")
def scene():
    return running_chain(frames=12)


def test_still_has_the_asked_size_and_is_not_blank(scene, tmp_path):
    from PIL import Image

    path = write_still(scene, tmp_path / "new" / "still.png", frame=-1, size=SMALL)
    with Image.open(path) as image:
        pixels = np.asarray(image.convert("RGB"))
    assert pixels.shape == (240, 320, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 100


def test_frames_and_channels_and_themes_differ(scene):
    drawing = SceneDrawing(scene, size=SMALL)
    first, again, later = (drawing.pixels(i) for i in (0, 0, 6))
    assert np.array_equal(first, again)
    assert (first != later).any(axis=-1).mean() > 0.01
    other = SceneDrawing(scene, "contact", size=SMALL).pixels(0)
    assert (first != other).any(axis=-1).mean() > 0.01


def test_numbers_and_long_titles_of_a_still_are_readable(scene):
    def heavy(family):
        channels = [replace(c, values=5.05 * c.values) for c in family.channels]
        return replace(family, channels=tuple(channels))

    title = "A chain whose title is so long that one line ends in the colour scale"
    many = replace(scene, families=tuple(map(heavy, scene.families)), title=title)
    low, high = many.channel_range("tension")
    drawing = SceneDrawing(many)
    texts = [text.get_text() for text in drawing.figure.texts]
    assert f"{high:.0f} N" in texts and f"{low:.0f}" in texts
    assert 1000.0 < high < 10000.0
    assert not any("e+" in text for text in texts)
    (head,) = [
        text for text in drawing.figure.texts if "colour scale" in text.get_text()
    ]
    assert head.get_text().split() == title.split()
    drawing.pixels(0)
    assert head.get_window_extent().x1 < 0.7 * 1280


def test_gif_moves(scene, tmp_path):
    from PIL import Image

    told = []
    path = write_film(
        scene,
        tmp_path / "film.gif",
        seconds=0.4,
        size=SMALL,
        dark=True,
        progress=lambda share, words: told.append(share),
    )
    with Image.open(path) as film:
        assert film.n_frames == 10
        film.seek(5)
        assert film.size == SMALL
    assert told[-1] == 1.0 and told == sorted(told)
    assert [p.name for p in tmp_path.iterdir()] == ["film.gif"]


def test_mp4(scene, tmp_path):
    if importlib.util.find_spec("imageio_ffmpeg") is None:
        with pytest.raises(MissingExtraError, match=r"imageio-ffmpeg.*catena\[view\]"):
            write_film(scene, tmp_path / "film.mp4", seconds=0.4, size=SMALL)
        assert list(tmp_path.iterdir()) == []
    else:
        path = write_film(scene, tmp_path / "film.mp4", seconds=0.4, size=SMALL)
        assert path.read_bytes()[4:8] == b"ftyp"


def test_copies_stand_where_the_bodies_are(scene):
    """A body drawn by the renderer covers the place its pose gives it."""
    drawing = SceneDrawing(scene, size=SMALL)
    empty = SceneDrawing(scene, size=SMALL)
    empty.layers = []
    changed = (drawing.pixels(6) != empty.pixels(6)).any(axis=-1)
    to_pixel = drawing.axes.transData.transform
    for family in scene.families:
        corner = family.shapes[0].outline
        for pose in family.pose_at(6):
            x, y = to_pixel(placed(corner, pose)).mean(axis=0)
            assert changed[SMALL[1] - 1 - int(y), int(x)]


def test_channels_answer_to_their_label(scene):
    by_label = SceneDrawing(scene, "contact force", size=SMALL)
    assert by_label.channel == "contact"


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda s, p: write_film(s, p / "a.avi"), "ends in .mp4 or .gif"),
        (lambda s, p: write_still(s, p / "a.avi"), "a still in .png"),
        (lambda s, p: write_still(s, p / "a.png", frame=99), "12 frames"),
        (lambda s, p: write_still(s, p / "a.png", channel="heat"), "knows link tens"),
    ],
)
def test_refusals(scene, tmp_path, act, words):
    with pytest.raises(InputError, match=words):
        act(scene, tmp_path)


def never(*_):
    raise AssertionError("drawn in vain")


@pytest.mark.parametrize("name", ["film.gif", "film.mp4", "still.png"])
def test_places_that_cannot_be_written_are_named_before_anything_is_drawn(
    scene, tmp_path, monkeypatch, name
):
    monkeypatch.setattr(SceneDrawing, "__init__", never)
    write = write_still if name.endswith("png") else write_film
    (tmp_path / "file").write_text("in the way")
    (tmp_path / name).mkdir()
    for target, reason in (
        (tmp_path / "file" / name, f"{tmp_path / 'file'} is a file"),
        (tmp_path / "file" / "sub" / name, "Not a directory"),
        (tmp_path / name, "it is a folder"),
    ):
        with pytest.raises(InputError) as caught:
            write(scene, target)
        assert str(caught.value) == f"{target}: cannot be written ({reason})"
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(["file", name])
