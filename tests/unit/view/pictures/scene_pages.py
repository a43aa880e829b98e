"""A page that holds nothing but a scene, for a browser to open."""

from pathlib import Path

from catena.results.scene import Scene
from catena.view.page import asset, page
from catena.view.palette import DARK, LIGHT
from catena.view.pictures.viewer import scene_html, scene_scripts

THEME = """(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const follow = () => { root.dataset.theme = dark.matches ? "dark" : "light"; };
  dark.addEventListener("change", follow);
  follow();
})();"""
"""Lets a page of its own follow the system's colours."""


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
        head_script=THEME,
        scripts=list(scene_scripts()),
    )


def write_scene_page(scene: Scene, path: Path) -> Path:
    """Write a page that holds nothing but the scene; returns its path."""
    path.write_text(scene_page(scene), encoding="utf-8", newline="\n")
    return path
