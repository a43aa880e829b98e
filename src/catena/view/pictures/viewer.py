"""The moving picture in a page: a scene, its data and the script that draws it."""

from __future__ import annotations

import os
from pathlib import Path

from catena.results.scene import Scene
from catena.view.page import asset, escaped, json_block, page
from catena.view.palette import DARK, LIGHT
from catena.view.pictures.packing import packed_scene
from catena.view.pictures.still import still_svg

MOST_FRAMES = 600
"""More make the page heavy without making the motion smoother."""

_THEME = """(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const follow = () => { root.dataset.theme = dark.matches ? "dark" : "light"; };
  dark.addEventListener("change", follow);
  follow();
})();"""
"""Lets a page of its own follow the system's colours."""


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


def scene_page(scene: Scene) -> str:
    """A page that holds nothing but the scene."""
    style = (
        f":root {{ color-scheme: light; {LIGHT.css()} }}\n"
        f':root[data-theme="dark"] {{ color-scheme: dark; {DARK.css()} }}\n'
        f"{asset('report.css')}"
    )
    return page(
        title=f"{scene.title} · Catena",
        style=style,
        body=f'<main class="scene-alone">{scene_html(scene)}</main>',
        head_script=_THEME,
        scripts=list(scene_scripts()),
    )


def write_scene_page(scene: Scene, path: str | os.PathLike[str]) -> Path:
    """Write a page that holds nothing but the scene; returns its path."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        unfinished.write_text(scene_page(scene), encoding="utf-8", newline="\n")
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return target
