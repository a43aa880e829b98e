"""What a run of a pushbelt writes: pulleys and totals over time, elements in snapshots.

Arc positions run along the nominal course from the entry of the primary pulley:
primary, push strand, secondary, loose strand.
"""

from __future__ import annotations

import numpy as np

from catena.drives.pushbelt_cvt.places import running_radii
from catena.geometry.course import Course
from catena.numerics.arrays import Floats
from catena.integrators.steps import pushbelt_samples as at
from catena.integrators.steps.pushbelt_samples import Samples
from catena.integrators.steps.pushbelt_tables import LOSSES
from catena.results.layout import Coordinate, Layout, Variable

SOURCE = "[Cebulla2014] ch. 7"
PULLEYS = ("primary", "secondary")
TOTALS = (
    ("time", "s", "time", at.TIME),
    ("stored_energy", "J", "kinetic and elastic energy", at.STORED),
    ("flank_compression", "m", "largest compression of a flank so far", at.PENETRATION),
    ("sweeps", "1", "sweeps of the friction solver since the last", at.SWEEP_COUNT),
    ("capped_steps", "1", "steps that used all sweeps since the last", at.CAPPED_COUNT),
    ("belt_speed", "m/s", "mean speed of the elements", at.BELT_SPEED),
    ("push_force", "N", "largest force between two elements", at.PUSH),
)
PULLEY_SIGNALS = (
    ("pulley_angle", "rad", "turn in the sense of travel", at.P_TURN),
    ("pulley_speed", "rad/s", "speed in the sense of travel", at.P_SPEED),
    ("groove", "m", "axial place of a sheave, opening", at.P_GROOVE),
    ("tilt_x", "rad", "slope of a sheave along x", at.P_TILT_X),
    ("tilt_y", "rad", "slope of a sheave along y", at.P_TILT_Y),
    ("belt_torque", "N m", "mean torque of the belt on the pulley", at.P_TORQUE),
    ("axial_force", "N", "mean axial force of the belt on a sheave", at.P_AXIAL),
    ("bearing_force_x", "N", "mean force of the belt on the shaft, x", at.P_FORCE_X),
    ("bearing_force_y", "N", "mean force of the belt on the shaft, y", at.P_FORCE_Y),
    ("shaft_work", "J", "energy put in by the shaft so far", at.P_WORK),
    ("clamping_work", "J", "energy put in by the clamping so far", at.P_WORK_Z),
)
KEPT = {name for name, *_ in (*TOTALS, *PULLEY_SIGNALS)}
KEPT |= {"loss", "snapshot_time", "running_radius"}
"""Signals the verdict needs."""
ELEMENT_SIGNALS = (
    ("element_x", "m", "centre of gravity, x", at.E_X),
    ("element_y", "m", "centre of gravity, y", at.E_Y),
    ("element_angle", "rad", "direction of travel", at.E_ANGLE),
    ("flank_force", "N", "normal force of a sheave on the element", at.E_FLANK),
    (
        "flank_friction_travel",
        "N",
        "friction of a sheave along the travel",
        at.E_TRAVEL,
    ),
    ("flank_friction_outward", "N", "friction of a sheave outwards", at.E_OUT),
    ("rocking_force", "N", "force on the element ahead, rocking edge", at.E_ROCK),
    ("top_force", "N", "force on the element ahead, top", at.E_TOP),
    ("bottom_force", "N", "force on the element ahead, bottom", at.E_BOTTOM),
    ("pin_force", "N", "force of the pin in the hole ahead", at.E_PIN),
    ("saddle_force", "N", "normal force of the ring on the saddle", at.E_SADDLE),
    ("ring_friction", "N", "friction of the ring along the travel", at.E_RING_FRICTION),
    ("ring_tension", "N", "tension of the ring above the element", at.E_TENSION),
    ("saddle_gap", "m", "gap between saddle and ring", at.E_SADDLE_GAP),
    ("rocking_gap", "m", "gap to the element ahead at the rocking edge", at.E_ROCK_GAP),
    ("top_gap", "m", "gap to the element ahead at the top", at.E_TOP_GAP),
)
RING_SIGNALS = (
    ("ring_x", "m", "neutral fibre of the ring, x", at.K_X),
    ("ring_y", "m", "neutral fibre of the ring, y", at.K_Y),
    ("span_tension", "N", "tension of the span ahead", at.K_TENSION),
)


def loss_names() -> list[str]:
    """Where energy is lost, in words."""
    return [name for name, _, _ in LOSSES]


def layout_of(elements: int, spans: int) -> Layout:
    """Everything a run will contain."""
    sizes: dict[str, int | None] = {
        "time": None,
        "snapshot": None,
        "pulley": len(PULLEYS),
        "element": elements,
        "knot": spans,
        "mechanism": len(LOSSES),
    }
    coordinates = {
        "pulley": Coordinate(list(PULLEYS), "", "pulley"),
        "element": Coordinate(np.arange(1, elements + 1), "1", "element"),
        "knot": Coordinate(np.arange(1, spans + 1), "1", "knot of the ring"),
        "mechanism": Coordinate(loss_names(), "", "mechanism of loss"),
    }
    variables = [Variable(n, ("time",), u, label) for n, u, label, _ in TOTALS]
    variables += [
        Variable(n, ("time", "pulley"), u, label, "", SOURCE)
        for n, u, label, _ in PULLEY_SIGNALS
    ]
    variables += [
        Variable("loss", ("time", "mechanism"), "J", "energy lost so far"),
        Variable("snapshot_time", ("snapshot",), "s", "time of the snapshot"),
        Variable("snapshot_turn", ("snapshot", "pulley"), "rad", "turn of the pulley"),
        Variable("running_radius", ("snapshot", "pulley"), "m",
                 "mean radius of the ring in the middle of the arc", "", SOURCE),
        Variable("element_arc", ("snapshot", "element"), "m",
                 "place along the course from the primary entry", "", SOURCE,
                 "float32"),
    ]  # fmt: skip
    variables += [
        Variable(n, ("snapshot", "element"), u, label, "", SOURCE, "float32")
        for n, u, label, _ in ELEMENT_SIGNALS
    ]
    variables += [
        Variable(n, ("snapshot", "knot"), u, label, "", SOURCE, "float32")
        for n, u, label, _ in RING_SIGNALS
    ]
    return Layout(sizes, coordinates, tuple(variables))


def block_of(samples: Samples, line: Course, distance: float) -> dict[str, Floats]:
    """The samples of a stretch of time by the names of the file."""
    apart = len(samples.total) // len(samples.element)
    last = slice(apart - 1, None, apart)
    block = {name: samples.total[:, i] for name, *_, i in TOTALS}
    block |= {name: samples.pulley[:, i] for name, *_, i in PULLEY_SIGNALS}
    block["loss"] = samples.loss
    block["snapshot_time"] = samples.total[last, at.TIME]
    block["snapshot_turn"] = samples.pulley[last, at.P_TURN]
    block["running_radius"] = running_radii(
        distance, samples.ring[:, at.K_X], samples.ring[:, at.K_Y]
    )
    block |= {name: samples.element[:, i] for name, *_, i in ELEMENT_SIGNALS}
    block |= {name: samples.ring[:, i] for name, *_, i in RING_SIGNALS}
    block["element_arc"] = arc_of(
        line, samples.element[:, at.E_X], samples.element[:, at.E_Y]
    )
    return block


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
