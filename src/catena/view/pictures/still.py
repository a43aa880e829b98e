"""One moment of a scene as SVG: what readers see without scripts or WebGL."""

from __future__ import annotations

import numpy as np

from catena.numerics.arrays import Floats
from catena.results.scene import Family, Scene, Shape
from catena.view.page import escaped

FILLS = {
    "steel": "#a9b2bd",
    "bright": "#d3d9df",
    "dark": "#5a6470",
    "cast": "#8a95a3",
    "polymer": "#44617d",
}
STOPS = (
    (75, 76, 200),
    (125, 73, 196),
    (178, 74, 174),
    (221, 90, 134),
    (244, 127, 87),
    (251, 176, 67),
    (253, 233, 90),
)
"""The colour scale of the viewer, from low to high."""


def ramp(share: float) -> tuple[int, int, int]:
    """The colour at a share of the scale; grey where there is no value."""
    if not np.isfinite(share):
        return 139, 149, 161
    at = min(max(share, 0.0), 1.0) * (len(STOPS) - 1)
    low = min(int(at), len(STOPS) - 2)
    mixed = [
        a + (at - low) * (b - a)
        for a, b in zip(STOPS[low], STOPS[low + 1], strict=True)
    ]
    return round(mixed[0]), round(mixed[1]), round(mixed[2])


def shape_order(scene: Scene) -> list[tuple[Family, Shape]]:
    """All shapes from the back to the front."""
    pairs = [(family, shape) for family in scene.families for shape in family.shapes]
    return sorted(pairs, key=lambda pair: pair[1].depth[1])


def still_svg(scene: Scene, frame: int = 0, channel: str | None = None) -> str:
    """The scene at one frame as an SVG element, coloured by a channel."""
    low_x, low_y, high_x, high_y = (1e3 * value for value in scene.bounds())
    margin = 0.04 * max(high_x - low_x, high_y - low_y)
    view = (
        f"{low_x - margin:.3f} {-high_y - margin:.3f} "
        f"{high_x - low_x + 2 * margin:.3f} {high_y - low_y + 2 * margin:.3f}"
    )
    definitions, uses = [], []
    for number, (family, shape) in enumerate(shape_order(scene)):
        name = f"{scene.name}-{number}"
        definitions.append(_path(name, shape))
        uses += _uses(name, family, shape, scene, frame, channel)
    return (
        f'<svg viewBox="{view}" role="img" aria-label="{escaped(scene.title)}">'
        f'<defs>{"".join(definitions)}</defs><g transform="scale(1 -1)" '
        f'stroke="#2a3643" stroke-width="{0.0012 * (high_x - low_x):.4f}" '
        f'fill-rule="evenodd">{"".join(uses)}</g></svg>'
    )


def _path(name: str, shape: Shape) -> str:
    rings = "".join(_ring(ring) for ring in (shape.outline, *shape.holes))
    return f'<path id="{name}" d="{rings}"/>'


def _ring(points: Floats) -> str:
    corners = " ".join(f"{x:.3f},{y:.3f}" for x, y in 1e3 * points)
    return f"M{corners}Z"


def _uses(
    name: str,
    family: Family,
    shape: Shape,
    scene: Scene,
    frame: int,
    channel: str | None,
) -> list[str]:
    fills = fills_of(family, shape, scene, frame, channel)
    found = []
    for (x, y, angle), fill in zip(family.pose_at(frame), fills, strict=True):
        place = (
            f"translate({1e3 * x:.3f} {1e3 * y:.3f}) rotate({np.degrees(angle):.2f})"
        )
        found.append(f'<use href="#{name}" transform="{place}" fill="{fill}"/>')
    return found


def fills_of(
    family: Family, shape: Shape, scene: Scene, frame: int, channel: str | None
) -> list[str]:
    """The colour of one shape on each body of its family."""
    values = family.channel(channel) if channel and shape.coloured else None
    if values is None:
        return [FILLS[shape.finish]] * len(family.labels)
    low, high = scene.channel_range(values.name)
    shares = (values.values[frame] - low) / (high - low)
    return ["#{:02x}{:02x}{:02x}".format(*ramp(float(share))) for share in shares]
