"""What a run of a pushbelt in space writes, beyond what a planar one does.

Signals of the planar belt keep their names and meanings: forces of a sheave are means
of left and right, those of the ring are both sets together.
"""

from __future__ import annotations

import numpy as np

from catena.drives.pushbelt_cvt import signals as planar
from catena.drives.pushbelt_cvt.layout import placement
from catena.drives.pushbelt_cvt.signals import PULLEYS, SOURCE
from catena.integrators.steps import spatial_pushbelt_samples as at
from catena.integrators.steps.spatial_pushbelt_samples import SpatialSamples
from catena.integrators.steps.spatial_pushbelt_tables import SPATIAL_LOSSES
from catena.numerics.arrays import Floats, Ints
from catena.results.layout import Coordinate, Layout
from catena.run.channels import Channel, Take, gathered, layout_of

SIDES = ("left", "right")
SHEAVES = tuple(f"{pulley} {side}" for pulley in PULLEYS for side in SIDES)
"""In the order of the tables."""


def _sheave(
    name: str, unit: str, meaning: str, index: int, take: Take = "now"
) -> Channel:
    """A number of each sheave."""
    return Channel(name, unit, meaning, ("time", "sheave"), "sheave", index, take=take)


def _element(
    name: str, unit: str, meaning: str, index: int, factor: str = ""
) -> Channel:
    """A number of each element in a snapshot."""
    return Channel(
        name, unit, meaning, planar.OF_ELEMENTS, "element", index, factor=factor,
        paper=SOURCE, dtype="float32",
    )  # fmt: skip


def _share(name: str, meaning: str, index: int) -> Channel:
    """A force along the belt, of which a simulated element carries several shares."""
    return _element(name, "N", f"{meaning}, per real element", index, "share")


def _ring(name: str, unit: str, meaning: str, index: int) -> Channel:
    """A number of each knot of the rings in a snapshot."""
    return Channel(
        name, unit, meaning, planar.OF_KNOTS, "ring", index, paper=SOURCE,
        dtype="float32",
    )  # fmt: skip


SIGNALS = (
    *planar.SIGNALS,
    Channel("ring_offset", "m", "largest offset of a ring set on its saddles",
            ("time",), "total", at.OFFSET),
    Channel("largest_roll", "rad", "largest roll of an element", ("time",), "total",
            at.ROLL),
    Channel("set_tension_left", "N", "mean tension of the left ring set", ("time",),
            "total", at.TENSION_LEFT),
    Channel("set_tension_right", "N", "mean tension of the right ring set", ("time",),
            "total", at.TENSION_RIGHT),
    _sheave("sheave_place", "m", "axial place of a sheave from the mid-plane, outwards",
            at.S_PLACE),
    _sheave("sheave_tilt_x", "rad", "slope of a sheave along x", at.S_TILT_X),
    _sheave("sheave_tilt_y", "rad", "slope of a sheave along y", at.S_TILT_Y),
    _sheave("sheave_force", "N", "mean axial force of the belt on a sheave, outwards",
            at.S_AXIAL, "mean"),
)  # fmt: skip
SNAPSHOTS = (
    *planar.SNAPSHOTS,
    _element("element_z", "m", "centre of gravity across the belt, to the right",
             at.E_Z),
    _element("element_roll", "rad", "turn about the run of the belt", at.E_ROLL),
    _element("element_yaw", "rad", "turn about the height of the element", at.E_YAW),
    _share("flank_force_excess", "normal force of the right sheave minus left",
             at.E_FLANK_MORE),
    _share("saddle_force_excess", "normal force of the right ring minus left",
             at.E_SADDLE_MORE),
    _element("tension_excess", "N", "tension of the right ring minus left",
             at.E_TENSION_MORE),
    _element("ring_offset_left", "m", "left ring off the middle of its saddle",
             at.E_OFFSET_LEFT),
    _element("ring_offset_right", "m", "right ring off the middle of its saddle",
             at.E_OFFSET_RIGHT),
    _share("side_force_left", "force of tracking or stops on the left ring",
             at.E_SIDE_LEFT),
    _share("side_force_right", "force of tracking or stops on the right ring",
             at.E_SIDE_RIGHT),
    _share("ring_friction_across", "friction of both rings across the belt",
             at.E_ACROSS),
    _ring("ring_z_left", "m", "neutral fibre of the left ring, z", at.K_Z_LEFT),
    _ring("ring_z_right", "m", "neutral fibre of the right ring, z", at.K_Z_RIGHT),
    _ring("span_tension_excess", "N", "tension of the right ring minus left",
          at.K_TENSION_MORE),
)  # fmt: skip
KEPT = planar.KEPT | {channel.name for channel in SIGNALS}
"""Signals the verdict needs."""


def spatial_loss_names() -> list[str]:
    """Where energy is lost, in words."""
    return [name for name, _, _ in SPATIAL_LOSSES]


def spatial_results_of(elements: int, spans: int) -> Layout:
    """Everything a run will contain."""
    return layout_of(
        (*SIGNALS, *SNAPSHOTS, *planar.OF_PLAY),
        {
            "time": None,
            "snapshot": None,
            "pulley": Coordinate(list(PULLEYS), "", "pulley"),
            "sheave": Coordinate(list(SHEAVES), "", "sheave"),
            "element": Coordinate(np.arange(1, elements + 1), "1", "element"),
            "knot": Coordinate(np.arange(1, spans + 1), "1", "knot of the rings"),
            "mechanism": Coordinate(spatial_loss_names(), "", "mechanism of loss"),
        },
    )


def spatial_block_of(
    samples: SpatialSamples, placed: placement.Layout, shown: Ints
) -> dict[str, Floats]:
    """The samples of a stretch of time by the names of the file."""
    factors = planar.shares(placed)
    block = gathered((*SIGNALS, *SNAPSHOTS), samples, factors=factors)
    return block | planar.derived(samples, placed, shown)
