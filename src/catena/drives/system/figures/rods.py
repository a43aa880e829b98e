"""Flexible rods in the picture: a bar from node to node, as high as the rod."""

from __future__ import annotations

import numpy as np

from catena.drives.system.figures.springs import bar, place_of
from catena.drives.system.rods import rod_of
from catena.drives.system.spec.rods import Rod
from catena.numerics.arrays import Floats
from catena.planar.rods import fibre_distance
from catena.results.run import Run
from catena.results.scene import Channel, Family, Shape

THINNEST = 0.004
"""Height drawn at least, as a share of the picture."""
SIGNALS = {
    "rod_bending_strain": ("bending strain of the outer fibre", "1"),
    "rod_tension": ("tension of a rod", "N"),
}


def rod_families(
    run: Run, rods: list[Rod], names: list[str], poses: Floats, size: float
) -> list[Family]:
    """Every rod along the recorded motion of its nodes."""
    found, first = [], 0
    for stated in rods:
        rod = rod_of(stated)
        half = 0.5 * max(rod.section.height or fibre_distance(rod), THINNEST * size)
        path = node_paths(stated, names, poses)
        ends = np.roll(path, -1, axis=1) if rod.closed else path[:, 1:]
        begins = path[:, : rod.elements]
        way = ends - begins
        pose = np.concatenate(
            [begins, np.arctan2(way[..., 1], way[..., 0])[..., None]], axis=-1
        )
        own = slice(first, first + rod.elements)
        channels = [
            Channel(name, *words, run.read(name)[:, own])
            for name, words in SIGNALS.items()
            if name in run.names
        ]
        length = float(rod.lengths.max())
        shape = Shape(bar(length, half), (-half, half), coloured=True)
        labels = tuple(f"{stated.name}:{k}" for k in range(rod.elements))
        found.append(
            Family(f"rod {stated.name}", labels, (shape,), pose, tuple(channels))
        )
        first += rod.elements
    return found


def with_ends(
    rods: list[Rod], names: list[str], poses: Floats
) -> tuple[list[str], Floats]:
    """Bodies and their poses, ends of rods by their words too."""
    aliases = {
        f"{rod.name}:{word}": f"{rod.name}:{number}"
        for rod in rods
        for word, number in (("start", 0), ("end", rod.element_count))
    }
    known = [alias for alias, name in aliases.items() if name in names]
    columns = [names.index(aliases[alias]) for alias in known]
    return [*names, *known], np.concatenate([poses, poses[:, columns]], axis=1)


def node_paths(stated: Rod, names: list[str], poses: Floats) -> Floats:
    """Places of all nodes over time (frames, nodes, 2) [m].

    A clamped node moves with the body that holds it, from where it is at the start.
    """
    rod = rod_of(stated)
    paths = []
    for k, place in enumerate(rod.points):
        name = f"{stated.name}:{k}"
        if name in names:
            paths.append(place_of(name, (0.0, 0.0), names, poses))
            continue
        holder = stated.start_on if k == 0 else stated.end_on
        at = (float(place[0]), float(place[1]))
        if holder in names:
            x, y, angle = poses[0, names.index(holder)]
            c, s = np.cos(angle), np.sin(angle)
            d_x, d_y = place - (x, y)
            at = (float(c * d_x + s * d_y), float(c * d_y - s * d_x))
        paths.append(place_of(holder, at, names, poses))
    return np.stack(paths, axis=1)
