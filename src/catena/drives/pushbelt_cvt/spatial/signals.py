"""What a run of a pushbelt in space writes, beyond what a planar one does.

Signals of the planar belt keep their names and meanings: forces of a sheave are means
of left and right, those of the ring are both sets together.
"""

from __future__ import annotations

import numpy as np

from catena.drives.pushbelt_cvt import signals as planar
from catena.drives.pushbelt_cvt.signals import (
    of_element,
    of_knot,
    place_of_element,
    share_of_element,
)
from catena.drives.pushbelt_cvt.spatial.layout import SpatialLayout
from catena.drives.pushbelt_cvt.spatial.ring_stops import ring_stops
from catena.drives.variator.sheave_names import PULLEYS
from catena.drives.variator.slip_watch import slip_pairs
from catena.integrators.steps.spatial_pushbelt_samples import (
    Sheave,
    SpatialElement,
    SpatialKnot,
    SpatialSamples,
    SpatialTotal,
)
from catena.integrators.steps.spatial_pushbelt_tables import SPATIAL_LOSSES
from catena.numerics.arrays import Floats, Ints
from catena.results.catalogue import Catalogue, Coordinate
from catena.run.channels import Channel, Take, catalogue_of, gathered, total

SIDES = ("left", "right")
SHEAVES = tuple(f"{pulley} {side}" for pulley in PULLEYS for side in SIDES)
"""In the order of the tables."""


def _sheave(
    name: str, unit: str, meaning: str, index: int, take: Take = "now"
) -> Channel:
    """A number of each sheave."""
    return Channel(name, unit, meaning, ("time", "sheave"), "sheave", index, take=take)


SIGNALS = (
    *planar.SIGNALS,
    total("ring_offset", "m", "largest offset of a ring set on its saddles",
          SpatialTotal.OFFSET),
    total("largest_roll", "rad", "largest roll of an element", SpatialTotal.ROLL),
    total("set_tension_left", "N", "mean tension of the left ring set",
          SpatialTotal.TENSION_LEFT),
    total("set_tension_right", "N", "mean tension of the right ring set",
          SpatialTotal.TENSION_RIGHT),
    total("ring_twist", "rad", "largest twist of a ring set, 0 where it has none",
          SpatialTotal.TWIST),
    _sheave("sheave_place", "m", "axial place of a sheave from the mid-plane, outwards",
            Sheave.PLACE),
    _sheave("sheave_tilt_x", "rad", "slope of a sheave along x", Sheave.TILT_X),
    _sheave("sheave_tilt_y", "rad", "slope of a sheave along y", Sheave.TILT_Y),
    _sheave("sheave_force", "N", "mean axial force of the belt on a sheave, outwards",
            Sheave.AXIAL, "mean"),
)  # fmt: skip
SNAPSHOTS = (
    *planar.SNAPSHOTS,
    place_of_element("element_z", "m", "centre of gravity across, to the right",
             SpatialElement.Z),
    of_element("element_roll", "rad", "turn about the run of the belt",
             SpatialElement.ROLL),
    of_element("element_yaw", "rad", "turn about the height of the element",
             SpatialElement.YAW),
    share_of_element("flank_force_excess", "normal force of the right flank minus left",
             SpatialElement.FLANK_MORE),
    share_of_element("saddle_force_excess", "normal force of the right ring minus left",
             SpatialElement.SADDLE_MORE),
    of_element("tension_excess", "N", "tension of the right ring minus left",
             SpatialElement.TENSION_MORE),
    of_element("ring_offset_left", "m", "left ring off the middle of its saddle",
             SpatialElement.OFFSET_LEFT),
    of_element("ring_offset_right", "m", "right ring off the middle of its saddle",
             SpatialElement.OFFSET_RIGHT),
    share_of_element("side_force_left", "force of tracking or stops on the left ring",
             SpatialElement.SIDE_LEFT),
    share_of_element("side_force_right", "force of tracking or stops on the right ring",
             SpatialElement.SIDE_RIGHT),
    share_of_element("ring_friction_across", "friction of both rings across the belt",
             SpatialElement.ACROSS),
    of_knot("ring_z_left", "m", "neutral fibre of the left ring, z",
            SpatialKnot.Z_LEFT),
    of_knot("ring_z_right", "m", "neutral fibre of the right ring, z",
            SpatialKnot.Z_RIGHT),
    of_knot("span_tension_excess", "N", "tension of the right ring minus left",
          SpatialKnot.TENSION_MORE, planar.PACKED),
)  # fmt: skip
OF_STOPS = (
    Channel("pillar_force", "N", "largest force of a pillar on a ring set, per real "
            "element", ("snapshot",)),
    Channel("pillar_arc", "m", "where it acts, along the course from the primary entry",
            ("snapshot",), gaps=True),
    Channel("edge_force", "N", "largest force of a sheave on the edge of a ring set, "
            "per real element", ("snapshot",)),
    Channel("edge_arc", "m", "where it acts, along the course from the primary entry",
            ("snapshot",), gaps=True),
    Channel("lateral_stress", "Pa", "largest stress of a ring layer by bending across",
            ("snapshot",)),
)  # fmt: skip
KEPT = planar.KEPT | {channel.name for channel in (*SIGNALS, *OF_STOPS)}
"""Signals the verdict needs."""


def spatial_loss_names() -> list[str]:
    """Where energy is lost, in words."""
    return [name for name, _, _ in SPATIAL_LOSSES]


def spatial_results_of(elements: int, spans: int) -> Catalogue:
    """Everything a run will contain."""
    return catalogue_of(
        (*SIGNALS, *SNAPSHOTS, *planar.OF_PLAY, *OF_STOPS),
        {
            "time": None,
            "snapshot": None,
            "pulley": Coordinate(list(PULLEYS), "", "pulley"),
            "sheave": Coordinate(list(SHEAVES), "", "sheave"),
            "element": Coordinate(np.arange(1, elements + 1), "1", "element"),
            "knot": Coordinate(np.arange(1, spans + 1), "1", "knot of the rings"),
            "mechanism": Coordinate(spatial_loss_names(), "", "mechanism of loss"),
        },
        slip_pairs("belt"),
    )


def spatial_block_of(
    samples: SpatialSamples, placed: SpatialLayout, shown: Ints
) -> dict[str, Floats]:
    """The samples of a stretch of time by the names of the file."""
    plane = placed.plane
    block = gathered((*SIGNALS, *SNAPSHOTS), samples, factors=planar.shares(plane))
    block |= planar.derived(samples, plane, shown)
    return block | ring_stops(samples, placed, block["element_arc"])
