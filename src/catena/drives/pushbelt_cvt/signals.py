"""What a run of a pushbelt writes: pulleys and totals over time, elements in snapshots.

Arc positions run along the nominal course from the entry of the primary pulley:
primary, push strand, secondary, loose strand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.drives.pushbelt_cvt.measures.play import play_of
from catena.drives.variator.pulley_channels import (
    LOSS,
    pulley_channels,
    shaft_channels,
)
from catena.drives.variator.sections import running_radii
from catena.drives.variator.sheave_names import PULLEYS
from catena.drives.variator.slip_watch import slip_pairs
from catena.geometry.course import Course
from catena.integrators.steps.pulley_samples import Pulley
from catena.integrators.steps.pushbelt_samples import Element, Knot, Samples, Total
from catena.integrators.steps.pushbelt_tables import LOSSES
from catena.numerics.arrays import Floats, Ints
from catena.results.catalogue import Catalogue, Coordinate
from catena.run.channels import Channel, catalogue_of, gathered, total

SOURCE = "[Cebulla2014] ch. 7"
OF_ELEMENTS, OF_KNOTS = ("snapshot", "element"), ("snapshot", "knot")
PACKED = 12
"""Binary digits of forces and gaps in snapshots, good to 2.5e-4; places keep all."""


def of_element(
    name: str, unit: str, meaning: str, index: int, factor: str = "", contact: str = ""
) -> Channel:
    """A number of each element in a snapshot."""
    return Channel(
        name, unit, meaning, OF_ELEMENTS, "element", index, factor=factor,
        paper=SOURCE, dtype="float32", contact=contact, bits=PACKED,
    )  # fmt: skip


def place_of_element(name: str, unit: str, meaning: str, index: int) -> Channel:
    """A coordinate of each element in a snapshot."""
    return replace(of_element(name, unit, meaning, index), bits=0)


def share_of_element(name: str, meaning: str, index: int, contact: str = "") -> Channel:
    """A force along the belt, of which a simulated element carries several shares."""
    words = f"{meaning}, per real element"
    return of_element(name, "N", words, index, "share", contact)


def of_knot(name: str, unit: str, meaning: str, index: int, bits: int = 0) -> Channel:
    """A number of each knot of a ring in a snapshot."""
    return Channel(
        name, unit, meaning, OF_KNOTS, "ring", index, paper=SOURCE, dtype="float32",
        bits=bits,
    )  # fmt: skip


SIGNALS = (
    total("time", "s", "time", Total.TIME),
    total("stored_energy", "J", "kinetic and elastic energy", Total.STORED),
    total("flank_compression", "m", "largest compression of a flank so far",
          Total.PENETRATION),
    total("sweeps", "1", "sweeps of the friction solver since the last",
          Total.SWEEP_COUNT),
    total("capped_steps", "1", "steps that used all sweeps since the last",
          Total.CAPPED_COUNT),
    total("belt_speed", "m/s", "mean speed of the elements", Total.BELT_SPEED),
    total("push_force", "N", "largest force between two elements", Total.PUSH),
    *pulley_channels("belt", SOURCE),
    LOSS,
)  # fmt: skip
OF_SHAFTS = shaft_channels(SOURCE)
"""Of planar belts."""
SNAPSHOTS = (
    Channel("snapshot_time", "s", "time of the snapshot", ("snapshot",)),
    Channel("snapshot_turn", "rad", "turn of the pulley", ("snapshot", "pulley")),
    Channel("running_radius", "m", "mean radius of the ring in the middle of the arc",
            ("snapshot", "pulley"), paper=SOURCE),
    Channel("element_arc", "m", "place along the course from the primary entry",
            OF_ELEMENTS, paper=SOURCE, dtype="float32"),
    place_of_element("element_x", "m", "centre of gravity, x", Element.X),
    place_of_element("element_y", "m", "centre of gravity, y", Element.Y),
    place_of_element("element_angle", "rad", "direction of travel", Element.ANGLE),
    share_of_element("flank_force", "normal force of one sheave on the element",
           Element.FLANK, "element {} between sheaves"),
    share_of_element("flank_friction_travel", "friction of one sheave along the travel",
           Element.TRAVEL),
    share_of_element("flank_friction_outward", "friction of one sheave outwards",
           Element.OUT),
    of_element("rocking_force", "N", "force on the element ahead, rocking edge",
             Element.ROCK),
    of_element("top_force", "N", "force on the element ahead, top", Element.TOP),
    of_element("bottom_force", "N", "force on the element ahead, bottom",
             Element.BOTTOM),
    of_element("pin_force", "N", "force of the pin in the hole ahead", Element.PIN),
    share_of_element("saddle_force", "normal force of all rings on the saddle",
           Element.SADDLE),
    share_of_element("ring_friction", "friction of all rings along the travel",
           Element.RING_FRICTION),
    of_element("ring_tension", "N", "tension of the ring above the element",
             Element.TENSION),
    of_element("saddle_gap", "m", "gap between saddle and ring", Element.SADDLE_GAP),
    of_element("rocking_gap", "m", "gap to the element ahead at the rocking edge",
             Element.ROCK_GAP),
    of_element("top_gap", "m", "gap to the element ahead at the top",
             Element.TOP_GAP),
    of_knot("ring_x", "m", "neutral fibre of the ring, x", Knot.X),
    of_knot("ring_y", "m", "neutral fibre of the ring, y", Knot.Y),
    of_knot("span_tension", "N", "tension of the span ahead", Knot.TENSION, PACKED),
)  # fmt: skip
OF_PLAY = (
    Channel("rocking_endplay", "m", "sum of the open gaps at the rocking edges",
            ("snapshot",), paper=SOURCE),
    Channel("top_endplay", "m", "sum of the open gaps at the tops", ("snapshot",),
            paper=SOURCE),
    Channel("gap_share", "1", "mean open gap on the wrap over the thickness",
            ("snapshot", "pulley")),
    Channel("squeeze_share", "1", "mean compression on the wrap over the thickness",
            ("snapshot", "pulley")),
    Channel("largest_tension", "N", "largest tension of all rings", ("snapshot",)),
    Channel("least_tension", "N", "least tension of all rings", ("snapshot",)),
    Channel("largest_flank_force", "N",
            "largest normal force of one sheave, per real element", ("snapshot",)),
    Channel("largest_saddle_force", "N",
            "largest normal force of all rings, per real element", ("snapshot",)),
)  # fmt: skip
KEPT = (
    {channel.name for channel in (*SIGNALS, *OF_PLAY)}
    | {"snapshot_time", "running_radius"}
)  # fmt: skip
"""Signals the verdict needs."""


def loss_names() -> list[str]:
    """Where energy is lost, in words."""
    return [name for name, _, _ in LOSSES]


def results_of(elements: int, spans: int) -> Catalogue:
    """Everything a run will contain."""
    return catalogue_of(
        (*SIGNALS, *OF_SHAFTS, *SNAPSHOTS, *OF_PLAY),
        {
            "time": None,
            "snapshot": None,
            "pulley": Coordinate(list(PULLEYS), "", "pulley"),
            "element": Coordinate(np.arange(1, elements + 1), "1", "element"),
            "knot": Coordinate(np.arange(1, spans + 1), "1", "knot of the ring"),
            "mechanism": Coordinate(loss_names(), "", "mechanism of loss"),
        },
        slip_pairs("belt"),
    )


def block_of(samples: Samples, placed: Layout, shown: Ints) -> dict[str, Floats]:
    """The samples of a stretch of time by the names of the file.

    Args:
        samples: The stretch.
        placed: The variator as it started.
        shown: Rows at which the snapshots were taken.
    """
    channels = (*SIGNALS, *OF_SHAFTS, *SNAPSHOTS)
    block = gathered(channels, samples, factors=shares(placed))
    return block | derived(samples, placed, shown, shaft_places(samples, placed, shown))


def shaft_places(samples: Samples, placed: Layout, shown: Ints) -> Floats:
    """Where both shafts have moved since the start (snapshots, 2, pulleys) [m]."""
    ways = samples.pulley[shown, Pulley.SHAFT_X : Pulley.SHAFT_Y + 1].copy()
    ways[:, 0] -= placed.data.shafts
    return ways


def shares(placed: Layout) -> dict[str, float]:
    """What forces along the belt are multiplied by: those of a real element."""
    return {"share": 1.0 / placed.data.element.stands_for}


def derived(
    samples: Any, placed: Layout, shown: Ints, shafts: Floats | None = None
) -> dict[str, Floats]:
    """What follows from samples of a belt, in the plane or in space, by name.

    ``shafts`` (snapshots, 2, pulleys): how far they have moved since the start [m].
    """
    element, ring = samples.element, samples.ring
    line, distance = placed.centre_line, placed.data.centre_distance
    share = shares(placed)["share"]
    radii = running_radii(distance, ring[:, Knot.X], ring[:, Knot.Y], shafts)
    play = play_of(element, radii, distance, placed.data.element.thickness)
    return {
        "snapshot_time": samples.total[shown, Total.TIME],
        "snapshot_turn": samples.pulley[shown, Pulley.TURN],
        "running_radius": radii,
        "element_arc": arc_of(line, element[:, Element.X], element[:, Element.Y]),
        "rocking_endplay": play.rocking,
        "top_endplay": play.top,
        "gap_share": play.gaps,
        "squeeze_share": play.squeeze,
        "largest_tension": element[:, Element.TENSION].max(axis=1),
        "least_tension": element[:, Element.TENSION].min(axis=1),
        "largest_flank_force": share * element[:, Element.FLANK].max(axis=1),
        "largest_saddle_force": share * element[:, Element.SADDLE].max(axis=1),
    }


def arc_of(line: Course, x: Floats, y: Floats) -> Floats:
    """Where points are along a course of two arcs and two strands [m].

    Each point belongs to the piece it is nearest to: on an arc by its angle about the
    arc's centre, on a strand by its projection.
    """
    best = np.full(x.shape, np.inf)
    arc = np.zeros(x.shape)
    for piece, start in zip(line.pieces, line.starts, strict=False):
        if piece.curvature == 0.0:
            along = (x - piece.start[0]) * np.cos(piece.angle)
            along += (y - piece.start[1]) * np.sin(piece.angle)
        else:
            radius = 1.0 / piece.curvature  # left of the travel if positive
            c_x = piece.start[0] - radius * np.sin(piece.angle)
            c_y = piece.start[1] + radius * np.cos(piece.angle)
            angle = np.arctan2(y - c_y, x - c_x)
            begin = np.arctan2(piece.start[1] - c_y, piece.start[0] - c_x)
            turn = np.sign(radius) * (angle - begin)
            middle = 0.5 * piece.length / abs(radius)
            turn = middle + np.mod(turn - middle + np.pi, 2.0 * np.pi) - np.pi
            along = turn * abs(radius)
        along = np.clip(along, 0.0, piece.length)
        p_x, p_y = line.point((start + along).ravel())
        away = np.hypot(x - p_x.reshape(x.shape), y - p_y.reshape(x.shape))
        nearer = away < best
        best = np.where(nearer, away, best)
        arc = np.where(nearer, start + along, arc)
    return np.mod(arc, line.length)
