"""The moving picture of a strand: its links, and those that lie on the sprockets.

Rollers are numbered through: the strand begins with roller ``frame_first`` on the
driver and every later one follows towards the driven sprocket. Rollers beyond both ends
are drawn where they sit, one tooth angle apart on the pitch circles. A link keeps its
place in the scene by its number, so that inner and outer links stay what they are.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from catena.drives.loading import loads
from catena.drives.roller_span.layout import chain_of, pair_of
from catena.drives.roller_span.spec import Spec
from catena.geometry.tooth_forms import iso_606
from catena.numerics.arrays import Floats
from catena.results.run import Run
from catena.results.scene import Family, Scene
from catena.results.scene_parts import ChainLook, link_families, sprocket

MOST_FRAMES = 400
SEATED = 10
"""Rollers drawn on the driver, and at least so many on the driven sprocket."""
FEWEST_FRAMES = 10


def picture(run: Run) -> Scene | None:
    """The last frames of a run; nothing when too few shapes were stored."""
    frames = run.samples.get("frame", 0)
    if frames < FEWEST_FRAMES:
        return None
    spec = cast(Spec, loads(run.spec_text))
    chain = chain_of(spec.chain)
    late = slice(max(0, frames - MOST_FRAMES), frames)
    centre = pair_of(spec, chain.pitch).centre_distance
    rollers = _Rollers(run, late, spec, centre)
    look = ChainLook.usual(chain.pitch, 2.0 * chain.roller_radius)
    height = ("height over the chord of the strand", "m", rollers.height)
    return Scene(
        "strand",
        "The running strand",
        run.read("frame_time", late),
        (
            *_wheels(run, late, spec, centre, look, rollers.ends),
            *link_families(rollers.poses, look, {"height": height}),
        ),
        caption=(
            "The end of the run, in slow motion: the driver pulls the strand from "
            "right to left. Links are coloured by their height over the straight "
            "line between the two ends of the strand."
        ),
    )


class _Rollers:
    """Links of every frame in fixed places: poses (frames, s, 3) and heights."""

    def __init__(self, run: Run, late: slice, spec: Spec, centre: float) -> None:
        x, y = run.read("roller_x", late), run.read("roller_y", late)
        self.first = run.read("frame_first", late).astype(int)
        self.last = np.isfinite(x).sum(axis=1) - 1
        tail = self.last[0]
        self.ends = np.array([[x[0, 0], y[0, 0]], [x[0, tail], y[0, tail]]])
        """Rollers at both ends of the strand in the first frame."""
        size = int(self.last.max()) + 2 * SEATED
        size += size % 2
        self.poses = np.empty((len(x), size, 3))
        self.height = np.full((len(x), size), np.nan)
        steps = (
            2.0 * np.pi / np.array([spec.driver.tooth_count, spec.driven.tooth_count])
        )
        for f in range(len(x)):
            strand = np.stack([x[f], y[f]], axis=-1)[: self.last[f] + 1]
            self._fill(f, _with_seated(strand, size + 1, steps, centre))

    def _fill(self, f: int, points: Floats) -> None:
        count = len(points) - 1
        number = self.first[f] - SEATED + np.arange(count)
        along = np.diff(points, axis=0)
        place = number % count
        self.poses[f, place, :2] = points[:-1]
        self.poses[f, place, 2] = np.arctan2(along[:, 1], along[:, 0])
        inside = slice(SEATED, SEATED + self.last[f])
        begin, end = points[SEATED], points[SEATED + self.last[f]]
        middle = 0.5 * (points[:-1] + points[1:])[inside]
        share = (middle[:, 0] - begin[0]) / (end[0] - begin[0])
        chord = begin[1] + share * (end[1] - begin[1])
        self.height[f, place[inside]] = middle[:, 1] - chord


def _with_seated(strand: Floats, count: int, steps: Floats, centre: float) -> Floats:
    """The rollers of a strand with those on both sprockets around them."""
    before = np.arange(SEATED, 0, -1) * steps[0]
    after = -np.arange(1, count - SEATED - len(strand) + 1) * steps[1]
    driven = np.array([centre, 0.0])
    return np.concatenate(
        [
            _turned(strand[0], before),
            strand,
            driven + _turned(strand[-1] - driven, after),
        ]
    )


def _turned(point: Floats, angles: Floats) -> Floats:
    """A point turned about the origin by many angles (n, 2)."""
    c, s = np.cos(angles), np.sin(angles)
    return np.stack([c * point[0] - s * point[1], s * point[0] + c * point[1]], axis=-1)


def _wheels(
    run: Run, late: slice, spec: Spec, centre: float, look: ChainLook, ends: Floats
) -> list[Family]:
    """Both sprockets, turning with the computed angles, gaps under the rollers."""
    time, frame_time = run.read("time"), run.read("frame_time", late)
    found = []
    for i, name in enumerate(("driver", "driven")):
        teeth = getattr(spec, name).tooth_count
        profile = iso_606(look.pitch, teeth, look.roller_diameter)
        turn = np.interp(frame_time, time, run.read(f"{name}_angle"))
        x, y = ends[i] - (i * centre, 0.0)
        gap_x, gap_y = profile.gap_directions()[0]
        seat = np.arctan2(y, x) - np.arctan2(gap_y, gap_x)
        poses = np.zeros((len(turn), 3))
        poses[:, 0] = i * centre
        poses[:, 2] = turn - turn[0] + seat
        found.append(
            sprocket(
                name,
                profile.outline(),
                poses,
                width=0.9 * look.inner_width,
                bore=0.5 * profile.root_radius,
                root_radius=profile.root_radius,
                label=name,
            )
        )
    return found
