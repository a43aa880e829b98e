"""Stills and films of a scene without a screen: PNG, GIF and MP4.

Drawn flat with matplotlib from the back to the front, so that it works on any machine;
films need a writer: pillow for GIF, imageio-ffmpeg for MP4.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catena.errors import InputError, MissingExtraError
from catena.results.files.fresh_file import whole_or_nothing
from catena.results.scene import Family, Scene, Shape
from catena.view.palette import DARK, LIGHT, Theme
from catena.view.pictures.still import fills_of, ramp, shape_order
from catena.view.scaling import display_unit_for, format_number, wrapped

Progress = Callable[[float, str], None]
Pixels = NDArray[np.uint8]
STILLS = (".png", ".svg", ".pdf")
TITLE = 56
"""Characters in a line of the title, left of the colour scale."""
FILM_RATE = 25
"""Pictures per second of a film."""


class SceneDrawing:
    """A scene on a matplotlib figure, ready to be moved to any frame."""

    def __init__(
        self,
        scene: Scene,
        channel: str | None = None,
        theme: Theme = LIGHT,
        size: tuple[int, int] = (1280, 800),
    ) -> None:
        self.scene = scene
        self.channel = _known_channel(scene, channel)
        self.theme = theme
        self.figure, self.axes = _empty_figure(scene, theme, size)
        self.layers = [self._layer(*pair) for pair in shape_order(scene)]
        self.clock = self.axes.text(
            0.01, 0.015, "", transform=self.axes.transAxes, color=theme.ink_soft
        )
        if self.channel is not None:
            _add_legend(self.figure, scene, self.channel, theme)

    def _layer(self, family: Family, shape: Shape) -> tuple[Family, Shape, Any]:
        artist = _copies(shape, len(family.labels), self.theme.ink)
        self.axes.add_collection(artist, autolim=False)
        return family, shape, artist

    def show(self, frame: int) -> None:
        """Move everything to a frame."""
        for family, shape, artist in self.layers:
            artist.poses = family.pose_at(frame)
            fills = fills_of(family, shape, self.scene, frame, self.channel)
            artist.set_facecolor(fills)
        self.clock.set_text(f"{self.scene.time[frame] * 1e3:.1f} ms")

    def pixels(self, frame: int) -> Pixels:
        """The picture at a frame, (height, width, 4)."""
        self.show(frame)
        self.figure.canvas.draw()
        return np.array(self.figure.canvas.buffer_rgba())


def write_still(
    scene: Scene,
    path: str | os.PathLike[str],
    *,
    frame: int = 0,
    channel: str | None = None,
    dark: bool = False,
    size: tuple[int, int] = (1280, 800),
) -> Path:
    """Write one moment as PNG, SVG or PDF, by the suffix of the path.

    Args:
        scene: What to draw.
        path: Where to.
        frame: Which moment; negative counts from the end.
        channel: What colours the bodies; default the first channel of the scene.
        dark: Light on dark.
        size: Width and height in pixels.
    """
    count = len(scene.time)
    if not -count <= frame < count:
        raise InputError(
            f"frame {frame}: the scene has {count} frames, 0 to {count - 1}"
        )
    target = Path(path)
    _check_suffix(target, STILLS)
    with whole_or_nothing(target) as unfinished:
        drawing = SceneDrawing(scene, channel, DARK if dark else LIGHT, size)
        drawing.show(frame % count)
        drawing.figure.savefig(unfinished, facecolor=drawing.figure.get_facecolor())
    return target


def write_film(
    scene: Scene,
    path: str | os.PathLike[str],
    *,
    seconds: float = 12.0,
    channel: str | None = None,
    dark: bool = False,
    size: tuple[int, int] = (1280, 800),
    progress: Progress | None = None,
) -> Path:
    """Write the whole run as a film; the suffix decides between .mp4 and .gif.

    Args:
        scene: What to draw.
        path: Where to.
        seconds: How long the film lasts; the run is slowed or sped up to that.
        channel: What colours the bodies; default the first channel of the scene.
        dark: Light on dark.
        size: Width and height in pixels, even numbers for MP4.
        progress: Told the share done and a word, now and then.
    """
    target = Path(path)
    writers = {".mp4": _write_mp4, ".gif": _write_gif}
    _check_suffix(target, writers)
    write = writers[target.suffix.lower()]
    with whole_or_nothing(target) as unfinished:
        drawing = SceneDrawing(scene, channel, DARK if dark else LIGHT, size)
        write(unfinished, _pictures(drawing, seconds, progress))
    return target


def _pictures(
    drawing: SceneDrawing, seconds: float, progress: Progress | None
) -> Iterator[Pixels]:
    """The pictures of the film; each frame of the scene is drawn at most once."""
    time = drawing.scene.time
    count = max(2, round(seconds * FILM_RATE))
    moments = np.linspace(time[0], time[-1], count)
    frames = np.abs(time[None, :] - moments[:, None]).argmin(axis=1)
    picture, shown = drawing.pixels(int(frames[0])), int(frames[0])
    for done, frame in enumerate(frames):
        if int(frame) != shown:
            picture, shown = drawing.pixels(int(frame)), int(frame)
        if progress is not None:
            progress((done + 1) / count, "drawing")
        yield picture


def _write_mp4(path: Path, pictures: Iterator[Pixels]) -> None:
    try:
        imageio_ffmpeg: Any = import_module("imageio_ffmpeg")
    except ImportError as missing:
        raise MissingExtraError("imageio-ffmpeg", "view") from missing
    first = next(pictures)
    height, width = first.shape[:2]
    writer = imageio_ffmpeg.write_frames(
        str(path),
        (width, height),
        pix_fmt_in="rgba",
        fps=FILM_RATE,
        quality=8,
        macro_block_size=2,
        output_params=["-preset", "veryfast"],
    )
    writer.send(None)
    try:
        writer.send(first)
        for picture in pictures:
            writer.send(picture)
    finally:
        writer.close()


def _write_gif(path: Path, pictures: Iterator[Pixels]) -> None:
    try:
        from PIL import Image
    except ImportError as missing:
        raise MissingExtraError("pillow", "view") from missing
    first, *others = (
        Image.fromarray(picture).convert("RGB").quantize(128, dither=Image.Dither.NONE)
        for picture in pictures
    )
    first.save(
        path,
        save_all=True,
        append_images=others,
        duration=1000 // FILM_RATE,
        loop=0,
        optimize=False,
    )


def _empty_figure(scene: Scene, theme: Theme, size: tuple[int, int]) -> tuple[Any, Any]:
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise MissingExtraError("matplotlib", "plot") from missing
    figure = Figure(figsize=(size[0] / 100, size[1] / 100), dpi=100)
    FigureCanvasAgg(figure)
    figure.set_facecolor(theme.page)
    axes = figure.add_axes((0.02, 0.02, 0.96, 0.88))
    axes.set_axis_off()
    axes.set_aspect("equal")
    low_x, low_y, high_x, high_y = scene.bounds()
    margin = 0.03 * max(high_x - low_x, high_y - low_y)
    axes.set_xlim(low_x - margin, high_x + margin)
    axes.set_ylim(low_y - margin, high_y + margin)
    title = "\n".join(wrapped(scene.title, TITLE))
    head: dict[str, Any] = {"color": theme.ink, "size": 14, "weight": "bold"}
    figure.text(0.02, 0.953, title, va="center", **head)
    return figure, axes


def _add_legend(figure: Any, scene: Scene, name: str, theme: Theme) -> None:
    """The colour scale with its ends in display units, top right."""
    channel = next(c for f in scene.families if (c := f.channel(name)) is not None)
    low, high = scene.channel_range(name)
    unit = display_unit_for(channel.units, np.array([low, high]))

    def written(end: float) -> str:
        return format_number(end * unit.factor, 3)

    axes = figure.add_axes((0.72, 0.945, 0.18, 0.018))
    axes.set_axis_off()
    colours = [[ramp(share) for share in np.linspace(0.0, 1.0, 128)]]
    axes.imshow(np.array(colours, dtype=np.uint8), aspect="auto")
    size: dict[str, Any] = {"color": theme.ink, "size": 10, "va": "center"}
    figure.text(0.715, 0.953, written(low), ha="right", **size)
    figure.text(0.905, 0.953, f"{written(high)} {unit.symbol}", **size)
    figure.text(0.81, 0.977, channel.label, ha="center", **size)


def _copies(shape: Shape, count: int, ink: str) -> Any:
    """Copies of a shape, one at each of their ``poses``."""
    from matplotlib.collections import PathCollection

    class Copies(PathCollection):
        """One outline, moved by the renderer."""

        poses = np.zeros((count, 3))

        def get_transforms(self) -> Any:
            """From the frame of the shape to that of the scene (n, 3, 3)."""
            x, y, angle = self.poses.T
            moved = np.zeros((len(x), 3, 3))
            moved[:, 0, 0] = moved[:, 1, 1] = np.cos(angle)
            moved[:, 1, 0] = np.sin(angle)
            moved[:, 0, 1] = -moved[:, 1, 0]
            moved[:, 0, 2], moved[:, 1, 2], moved[:, 2, 2] = x, y, 1.0
            return moved

    return Copies([_outline(shape)] * count, linewidths=0.4, edgecolors=ink)


def _outline(shape: Shape) -> Any:
    """Outline and holes of a shape; holes run against the outline."""
    from matplotlib.path import Path as Outline

    rings = [_turning(shape.outline, 1.0), *(_turning(h, -1.0) for h in shape.holes)]
    closed = [np.vstack([ring, np.zeros((1, 2))]) for ring in rings]
    codes = [
        [Outline.MOVETO, *[Outline.LINETO] * (len(ring) - 2), Outline.CLOSEPOLY]
        for ring in closed
    ]
    return Outline(np.vstack(closed), np.concatenate(codes))


def _turning(ring: NDArray[np.float64], sense: float) -> NDArray[np.float64]:
    """The ring walked left (+1) or right (-1) about its inside."""
    x, y = ring.T
    area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
    return ring if area * sense > 0.0 else ring[::-1]


def _known_channel(scene: Scene, wanted: str | None) -> str | None:
    """The name of the channel of a name or label; the first one if none is wanted."""
    channels = {c.label: c.name for f in scene.families for c in f.channels}
    if wanted is None:
        return next(iter(scene.channel_names), None)
    if wanted in channels:
        return channels[wanted]
    if wanted not in channels.values():
        raise InputError(f"colour by '{wanted}': the scene knows {', '.join(channels)}")
    return wanted


def _check_suffix(target: Path, known: Iterable[str]) -> None:
    if target.suffix.lower() not in known:
        raise InputError(
            f"{target.name}: a film ends in .mp4 or .gif, a still in .png, .svg or .pdf"
        )
