"""Springs in the picture: a tube and a rod that slide into each other."""

from __future__ import annotations

import numpy as np

from catena.drives.system.spec.couplings import Coupling, Spring
from catena.drives.system.spec.names import GROUND
from catena.numerics.arrays import Floats
from catena.results.run import Run
from catena.results.scene import Channel, Family, Shape

MOST = 200
"""Springs that are drawn."""
SHORTEST = 0.01
"""Springs never longer than this share of the picture are not drawn."""


def spring_parts(
    run: Run,
    springs: list[Spring | Coupling],
    names: list[str],
    poses: Floats,
    size: float,
) -> list[Family]:
    """Tube and rod of every spring along the recorded motion of its bodies."""
    found = []
    for k, spring in enumerate(springs[:MOST]):
        a = place_of(spring.a, spring.point_a, names, poses)
        b = place_of(spring.b, spring.point_b, names, poses)
        length = np.hypot(*(b - a).T)
        if length.max() < SHORTEST * size:
            continue
        channels: tuple[Channel, ...] = ()
        if "spring_force" in run.names:
            pull = run.read("spring_force")[:, k : k + 1]
            channels = (Channel("spring_force", "pull of a spring", "N", pull),)
        reach = max(float(length.min()), 0.5 * float(length.max()))
        for part, foot, tip, half in (("", a, b, 0.006), (" rod", b, a, 0.003)):
            name = f"spring {spring.name}{part}"
            pose = np.c_[foot, np.arctan2(*(tip - foot).T[::-1])][:, None]
            shape = Shape(
                bar(reach, half * size), (-half * size, half * size), coloured=True
            )
            found.append(Family(name, (name,), (shape,), pose, channels))
    return found


def place_of(
    body: str, point: tuple[float, float], names: list[str], poses: Floats
) -> Floats:
    """Where a point of a body is over time (frames, 2) [m]."""
    if body == GROUND:
        return np.broadcast_to(np.array(point), (len(poses), 2))
    x, y, angle = poses[:, names.index(body)].T
    c, s = np.cos(angle), np.sin(angle)
    return np.stack(
        [x + c * point[0] - s * point[1], y + s * point[0] + c * point[1]], -1
    )


def bar(length: float, half: float) -> Floats:
    """A straight bar from the origin along x."""
    return np.array([[0.0, -half], [length, -half], [length, half], [0.0, half]])
