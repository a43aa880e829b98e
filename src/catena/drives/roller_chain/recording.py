"""What a run of a chain writes: signals, every link, and frames for the picture."""

from __future__ import annotations

import numpy as np

from catena.chain.samples import (
    PEAK_CONTACT,
    PEAK_DEPTH,
    PEAK_JOINT,
    PIN_X,
    PIN_Y,
    PISTON,
    PRESSURE,
    R_ANGLE,
    R_AXIS_X,
    R_AXIS_Y,
    R_CLIMB,
    R_FORCE_X,
    R_FORCE_Y,
    R_REACTION,
    R_SPEED,
    R_TORQUE,
    R_WORK,
    RAIL_FORCE,
    STORED,
    TENSION,
    TIME,
    TOOTH_FORCE,
    Samples,
)  # fmt: skip
from catena.chain.tables import Loss
from catena.drives.roller_chain.spans import SpanProbe
from catena.numerics.arrays import Floats, Ints
from catena.results.layout import Coordinate, Layout, Variable

SOURCE = "[Pfeiffer1997] sec. 4.2"
TOTALS = (
    ("time", "s", "time", TIME),
    ("stored_energy", "J", "kinetic, elastic and potential energy", STORED),
    ("peak_joint_force", "N", "largest joint force since the last sample", PEAK_JOINT),
    ("peak_tooth_force", "N", "largest contact force since the last", PEAK_CONTACT),
    ("penetration", "m", "largest penetration so far", PEAK_DEPTH),
)
LINKS = (
    ("link_tension", "N", "tension of each link", TENSION),
    (
        "roller_force",
        "N",
        "force of the teeth on the roller behind a link",
        TOOTH_FORCE,
    ),
    ("rail_force", "N", "force of the guides on the joint behind a link", RAIL_FORCE),
)
SPROCKETS = (
    ("sprocket_angle", "rad", "angle in the sense of travel", R_ANGLE),
    ("sprocket_speed", "rad/s", "speed in the sense of travel", R_SPEED),
    ("chain_torque", "N m", "torque of the chain on the sprocket", R_REACTION),
)
BEARINGS = (
    ("bearing_force_x", "N", "force on the bearing of a sprocket, x", R_FORCE_X),
    ("bearing_force_y", "N", "force on the bearing of a sprocket, y", R_FORCE_Y),
    (
        "roller_climb",
        "m",
        "highest pressed roller inside a wrap, above the pitch circle",
        R_CLIMB,
    ),
)
AXES = (
    ("axis_x", "m", "way of the axis in its elastic bearing, x", R_AXIS_X),
    ("axis_y", "m", "way of the axis in its elastic bearing, y", R_AXIS_Y),
)


def loss_names() -> list[str]:
    """Where energy is lost, in words."""
    return [loss.name.lower().replace("_", " ") for loss in Loss]


def layout_of(
    links: int,
    frames: int,
    sprockets: list[str],
    guides: list[str],
    spans: list[str],
    elastic: bool = False,
) -> Layout:
    """Everything a run will contain; ways of axes where a bearing is elastic."""
    sizes: dict[str, int | None] = {
        "time": None,
        "frame": frames,
        "link": links,
        "sprocket": len(sprockets),
        "span": len(spans),
        "mechanism": len(Loss),
    }
    coordinates = {
        "link": Coordinate(np.arange(1, links + 1), "1", "link"),
        "sprocket": Coordinate(sprockets, "", "sprocket"),
        "span": Coordinate(spans, "", "span"),
        "mechanism": Coordinate(loss_names(), "", "mechanism of loss"),
    }
    variables = [Variable(n, ("time",), u, label) for n, u, label, _ in TOTALS]
    variables += [
        Variable(n, ("time", "link"), u, label, "", SOURCE, "float32")
        for n, u, label, _ in LINKS
    ]
    variables += [
        Variable(n, ("time", "sprocket"), u, label)
        for n, u, label, _ in SPROCKETS + BEARINGS + (AXES if elastic else ())
    ]
    variables += [
        Variable(
            "sprocket_torque", ("time", "sprocket"), "N m", "torque of drive or load"
        ),
        Variable("sprocket_work", ("time", "sprocket"), "J", "energy put in so far"),
        Variable("loss", ("time", "mechanism"), "J", "energy lost so far"),
        Variable("span_tension", ("time", "span"), "N", "mean tension", gaps=True),
        Variable("span_swing", ("time", "span"), "m", "swing of the middle", gaps=True),
        Variable("frame_time", ("frame",), "s", "time of the frame"),
        Variable("frame_angle", ("frame", "sprocket"), "rad", "angle, left turn"),
        *(
            Variable(f"frame_{n}", ("frame", "link"), u, label, "", "", "float32")
            for n, u, label in (
                ("pin_x", "m", "rear joint of each link, x"),
                ("pin_y", "m", "rear joint of each link, y"),
                ("tension", "N", "tension of each link"),
                ("contact", "N", "force of teeth and guides on a joint"),
            )
        ),
    ]
    if guides:
        sizes["guide"] = len(guides)
        coordinates["guide"] = Coordinate(guides, "", "guide")
        variables += _guide_variables()
    return Layout(sizes, coordinates, tuple(variables))


def _guide_variables() -> list[Variable]:
    return [
        Variable("guide_angle", ("time", "guide"), "rad", "turn of the guide"),
        Variable("guide_torque", ("time", "guide"), "N m", "torque of the chain on it"),
        Variable("pivot_force_x", ("time", "guide"), "N", "force on its pivot, x"),
        Variable("pivot_force_y", ("time", "guide"), "N", "force on its pivot, y"),
        Variable("tensioner_force", ("time", "guide"), "N", "force of the tensioner"),
        Variable("tensioner_pressure", ("time", "guide"), "Pa", "chamber pressure"),
        Variable("frame_guide", ("frame", "guide"), "rad", "turn of the guide"),
    ]


def block_of(
    samples: Samples, probe: SpanProbe, sense: Floats, far: Ints, elastic: bool = False
) -> dict[str, Floats]:
    """The samples of a stretch of time by the names of the file.

    Args:
        samples: The stretch.
        probe: Where the spans are.
        sense: +1 for each sprocket that turns left.
        far: The rotor at which each sprocket is driven or braked: itself, or the far
            end of its shaft.
        elastic: Whether an axis moves.
    """
    s, guides = sense.size, samples.guide.shape[2]
    block = {name: samples.total[:, i] for name, *_, i in TOTALS}
    block |= {name: samples.link[:, i] for name, *_, i in LINKS}
    block |= {name: sense * samples.rotor[:, i, :s] for name, *_, i in SPROCKETS}
    for name, *_, i in BEARINGS + (AXES if elastic else ()):
        block[name] = samples.rotor[:, i, :s]
    block["sprocket_torque"] = sense * samples.rotor[:, R_TORQUE][:, far]
    block["sprocket_work"] = samples.rotor[:, R_WORK][:, far]
    block["loss"] = samples.loss
    block["span_tension"], block["span_swing"] = probe.look(
        samples.link[:, PIN_X], samples.link[:, PIN_Y], samples.link[:, TENSION]
    )
    if guides:
        of_guides = slice(s, s + guides)
        block["guide_angle"] = samples.rotor[:, R_ANGLE, of_guides]
        block["guide_torque"] = samples.rotor[:, R_REACTION, of_guides]
        block["pivot_force_x"] = samples.rotor[:, R_FORCE_X, of_guides]
        block["pivot_force_y"] = samples.rotor[:, R_FORCE_Y, of_guides]
        block["tensioner_force"] = samples.guide[:, PISTON]
        block["tensioner_pressure"] = samples.guide[:, PRESSURE]
    return block


def frames_of(samples: Samples, sprockets: int, rows: Ints) -> dict[str, Floats]:
    """Some of the samples as frames of the picture."""
    link, rotor = samples.link[rows], samples.rotor[rows]
    block = {
        "frame_time": samples.total[rows, TIME],
        "frame_angle": rotor[:, R_ANGLE, :sprockets],
        "frame_pin_x": link[:, PIN_X],
        "frame_pin_y": link[:, PIN_Y],
        "frame_tension": link[:, TENSION],
        "frame_contact": link[:, TOOTH_FORCE] + link[:, RAIL_FORCE],
    }
    if samples.guide.shape[2]:
        guides = samples.guide.shape[2]
        block["frame_guide"] = rotor[:, R_ANGLE, sprockets : sprockets + guides]
    return block
