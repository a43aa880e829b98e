"""The moving picture in a page: a scene, its data and the script that draws it."""

from __future__ import annotations

from catena.results.scene import Scene
from catena.view.page import asset, escaped, json_block
from catena.view.pictures.packing import packed_scene
from catena.view.pictures.still import still_svg

MOST_FRAMES = 600
"""More make the page heavy without making the motion smoother."""


def scene_html(scene: Scene) -> str:
    """The scene as HTML for a report; `scene_scripts` makes it move.

    Without scripts, or without WebGL, it shows its first moment.
    """
    lean = scene.thinned(MOST_FRAMES)
    first = lean.channel_names[0] if lean.channel_names else None
    still = still_svg(lean, 0, first)
    identifier = f"scene-{lean.name}"
    caption = (
        f"<figcaption>{escaped(lean.caption)}</figcaption>" if lean.caption else ""
    )
    return f"""<style>{asset("viewer.css")}</style>
<figure class="panel scene" id="{identifier}">
<div class="figure-head"><h3>{escaped(lean.title)}</h3></div>
<div class="scene-place" style="--scene-aspect: {_aspect(lean):.2f}">
<div class="scene-still">{still}</div></div>
{caption}</figure>
{json_block(f"{identifier}-data", packed_scene(lean))}"""


def _aspect(scene: Scene) -> float:
    """Width over height of the picture: as the scene, but never a slit."""
    low_x, low_y, high_x, high_y = scene.bounds()
    return min(max(0.85 * (high_x - low_x) / (high_y - low_y), 1.1), 2.2)


def scene_scripts() -> tuple[str, ...]:
    """The scripts that bring every scene of a page to life; once per page."""
    return (asset("viewer.js"),)
