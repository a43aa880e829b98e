"""What a run of a chain in space writes: signals, every link, frames with poses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from catena.drives.roller_chain.engines.climbing import logged_pairs
from catena.drives.roller_chain.spatial.layout import SpatialLayout
from catena.drives.roller_chain.spatial.rails import names_of_arms
from catena.drives.roller_chain.spatial.tables import sense_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.spec.guides import HydraulicTensioner
from catena.geometry.paths.span_probe import SpanProbe
from catena.numerics.arrays import Floats
from catena.numerics.quaternions import axes_of
from catena.numerics.rotations import quaternion_of
from catena.results.catalogue import Catalogue, Coordinate
from catena.rows.spatial_forces import ContactForces
from catena.run.channels import Channel, catalogue_of
from catena.tables.spatial import LOSSES, MOTIONS, LinkForce, SpatialState

PAPER = "[Omar2016] sec. 4"
OF_LINKS, OF_SPROCKETS = ("time", "link"), ("time", "sprocket")
NUMERICAL = "numerical"
MECHANISMS = (*LOSSES, NUMERICAL)
"""Losses, and what the scheme itself takes out."""
POSE = ("x", "y", "z", "q_w", "q_x", "q_y", "q_z")


def _link(name: str, unit: str, meaning: str, contact: str = "") -> Channel:
    """A number of each link; of a force what the event list calls its contacts."""
    return Channel(
        name, unit, meaning, OF_LINKS, paper=PAPER, dtype="float32", contact=contact
    )


TOTALS = (
    Channel("time", "s", "time"),
    Channel("stored_energy", "J", "kinetic, elastic and potential energy"),
    Channel("side_force_sum", "N", "sum of plate forces on teeth, mean", take="mean"),
    Channel("plates_on_tips", "1", "plates that ride on tooth tips, mean", take="mean"),
    Channel("unsolved", "1", "steps whose friction was not solved, share", take="mean"),
    Channel("lateral_excess", "m",
            "largest way of a bush link on teeth beyond its play"),
)  # fmt: skip
LINKS = (
    _link("link_tension", "N", "axial force of each link"),
    _link("tooth_force", "N", "force of teeth on the rollers of a link",
          "link {} on teeth"),
    _link("side_force", "N", "force of tooth sides on the plates of a link",
          "plates {} on teeth"),
    _link("bush_force", "N", "force of the rollers of a link on its bushes"),
    _link("pin_work", "J", "friction work in the pin at the front of each link so far"),
    _link("lateral_position", "m", "place of each link along the axes"),
    _link("lateral_acceleration", "m/s^2", "mean acceleration along the axes"),
    _link("yaw", "rad", "angle of a link's run against the sprocket planes"),
    _link("roll", "rad", "angle of a link's height against the sprocket planes"),
)  # fmt: skip
SPROCKETS = (
    Channel("sprocket_angle", "rad", "angle in the sense of travel", OF_SPROCKETS),
    Channel("sprocket_speed", "rad/s", "speed in the sense of travel", OF_SPROCKETS),
    Channel("sprocket_torque", "N m", "torque of drive or load", OF_SPROCKETS),
    Channel("sprocket_work", "J", "work done by drive or load so far", OF_SPROCKETS,
            take="sum"),
    Channel("roller_climb", "m",
            "highest roller between two others on each sprocket, above its pitch "
            "circle", OF_SPROCKETS),
    Channel("loss", "J", "energy lost so far", ("time", "mechanism"), take="sum"),
    Channel("span_tension", "N", "mean tension", ("time", "span"), gaps=True),
)  # fmt: skip
RAILS = (
    Channel("rail_force", "N", "force of guides and their walls on a link", OF_LINKS,
            dtype="float32", contact="link {} on guides"),
)  # fmt: skip
SUPPORTS = (
    *(
        Channel(f"axis_{way}", "m", f"way of the axis in its elastic bearing, {way}",
                OF_SPROCKETS)
        for way in "xyz"
    ),
    *(
        Channel(f"tilt_{way}", "rad", f"tilt of the axis in its bearing about {way}",
                OF_SPROCKETS)
        for way in "xy"
    ),
)  # fmt: skip
ARMS = (Channel("arm_angle", "rad", "turn of the arm, left", ("time", "arm")),)
OIL = (Channel("tensioner_pressure", "Pa", "chamber pressure", ("time", "arm")),)
FRAMES = (
    Channel("frame_time", "s", "time of the frame", ("frame",)),
    Channel("frame_angle", "rad", "angle, left turn", ("frame", "sprocket")),
    Channel("frame_pose", "1", "place [m] and quaternion of each link",
            ("frame", "link", "pose"), dtype="float32"),
    Channel("frame_tension", "N", "axial force of each link", ("frame", "link"),
            dtype="float32"),
    Channel("frame_side", "N", "force of tooth sides on a link", ("frame", "link"),
            dtype="float32"),
    Channel("frame_centre", "m", "middle of the teeth", ("frame", "sprocket", "axis")),
    Channel("frame_axes", "1", "plane of the teeth as a quaternion",
            ("frame", "sprocket", "quaternion")),
    Channel("frame_tooth_force", "N", "force of teeth on each roller",
            ("frame", "roller", "axis"), dtype="float32"),
    Channel("frame_bush_force", "N", "force of each roller on its bush",
            ("frame", "roller", "axis"), dtype="float32"),
    Channel("frame_side_force", "N", "force of tooth sides on a link",
            ("frame", "link", "axis"), dtype="float32"),
    Channel("frame_rail_force", "N", "force of guides on a link",
            ("frame", "link", "axis"), dtype="float32"),
)  # fmt: skip


class Instant(NamedTuple):
    """What is seen of a state."""

    state: SpatialState
    force: Floats
    acceleration: Floats
    energy: Floats
    start: Floats
    means: Floats
    excess: float
    heights: Floats
    centre: Floats
    axes: Floats
    contact: ContactForces | None
    """Only where a frame is due."""


@dataclass(frozen=True)
class SpatialRecording:
    """The channels of one drive, and how they are read from an instant."""

    links: int
    half: Floats
    """Half the distance of the joints of every link [m]."""
    sprockets: Sequence[str]
    arms: Sequence[str]
    guided: bool
    """Whether there are guides."""
    oiled: bool
    """Whether a tensioner has oil."""
    supported: Sequence[int]
    """Sprockets in elastic bearings."""
    probe: SpanProbe
    sense: Floats

    @classmethod
    def of(cls, spec: Spec, placed: SpatialLayout) -> SpatialRecording:
        """The recording of a drive."""
        return cls(
            placed.link_count,
            0.5 * placed.pitches,
            [part.name for part in spec.sprocket],
            names_of_arms(spec),
            bool(spec.guide),
            any(isinstance(g.tensioner, HydraulicTensioner) for g in spec.guide),
            [j for j, part in enumerate(spec.sprocket) if part.bearing is not None],
            SpanProbe.of(placed.path.path),
            sense_of(placed),
        )

    def signals(self) -> tuple[Channel, ...]:
        """Channels over time."""
        arms = ARMS if self.arms else ()
        supports = SUPPORTS if self.supported else ()
        rails, oil = RAILS if self.guided else (), OIL if self.oiled else ()
        return (*TOTALS, *LINKS, *rails, *SPROCKETS, *arms, *oil, *supports)

    def verdict_names(self) -> list[str]:
        """Signals the verdict needs: of those of every link the forces of teeth."""
        kept = [c.name for c in self.signals() if c.dims != OF_LINKS]
        return [*kept, "tooth_force"]

    def catalogue(self) -> Catalogue:
        """Everything a run will contain."""
        axes: dict[str, Coordinate | int | None] = {
            "time": None,
            "frame": None,
            "link": Coordinate(np.arange(1, self.links + 1), "1", "link"),
            "sprocket": Coordinate(self.sprockets, "", "sprocket"),
            "span": Coordinate(self.probe.names, "", "span"),
            "mechanism": Coordinate(MECHANISMS, "", "mechanism of loss"),
            "pose": Coordinate(POSE, "", "number of a pose"),
            "axis": Coordinate(POSE[:3], "", "axis of the world"),
            "quaternion": Coordinate(POSE[3:], "", "number of a quaternion"),
            "roller": Coordinate(np.arange(1, self.links + 1), "1", "roller"),
        }
        if self.arms:
            axes["arm"] = Coordinate(self.arms, "", "arm")
        pairs = logged_pairs(self.links, self.sprockets)
        return catalogue_of((*self.signals(), *FRAMES), axes, pairs)

    def records(self, now: Instant) -> dict[str, Floats]:
        """One sample by the names of the file, and a frame where one is due."""
        state, n = now.state, len(self.sprockets)
        axes = axes_of(state.link_q[:, 3:])
        gained = now.energy - now.start
        numerical = -state.work[0] - gained[1]
        rear = state.link_q[:, :3] - self.half[:, None] * axes[:, :, 0]
        tension = now.force[:, LinkForce.TENSION]
        found = {
            "time": state.t[0],
            "stored_energy": now.energy.sum(),
            "side_force_sum": now.means[0],
            "plates_on_tips": now.means[1],
            "unsolved": now.means[2],
            "lateral_excess": now.excess,
            "roller_climb": now.heights,
            "link_tension": tension,
            "tooth_force": now.force[:, LinkForce.TOOTH],
            "side_force": now.force[:, LinkForce.SIDE],
            "bush_force": now.force[:, LinkForce.BUSH],
            "pin_work": state.wear,
            "lateral_position": state.link_q[:, 2],
            "lateral_acceleration": now.acceleration,
            "yaw": np.arcsin(np.clip(axes[:, 2, 0], -1.0, 1.0)),
            "roll": np.arcsin(np.clip(axes[:, 2, 1], -1.0, 1.0)),
            "sprocket_angle": self.sense * state.border_q[:n],
            "sprocket_speed": self.sense * state.border_u[:n],
            "sprocket_torque": self.sense * now.force[:n, LinkForce.WHEEL_TORQUE],
            "sprocket_work": state.work[1:],
            "loss": np.append(state.loss, numerical),
            "span_tension": self.probe.look(
                rear[None, :, 0], rear[None, :, 1], tension[None]
            )[0][0],
        }
        if self.arms:
            found["arm_angle"] = state.border_q[n : n + len(self.arms)]
        if self.oiled:  # guides stand behind the arms with sprockets
            others = len(self.arms) - state.pressure.size
            found["tensioner_pressure"] = np.append(np.zeros(others), state.pressure)
        if self.guided:
            found["rail_force"] = now.force[:, LinkForce.RAIL]
        if self.supported:
            ways = np.zeros((MOTIONS, n))
            first = n + len(self.arms)
            ways[:, self.supported] = state.border_q[first:].reshape(-1, MOTIONS).T
            found |= {c.name: way for c, way in zip(SUPPORTS, ways, strict=True)}
        if now.contact is not None:
            found |= self._frame(now, now.contact)
        return {name: np.array(value)[None] for name, value in found.items()}

    def _frame(self, now: Instant, contact: ContactForces) -> dict[str, Floats]:
        """One frame of the moving picture."""
        return {
            "frame_time": now.state.t[0],
            "frame_angle": now.state.border_q[: len(self.sprockets)],
            "frame_pose": now.state.link_q,
            "frame_tension": now.force[:, LinkForce.TENSION],
            "frame_side": now.force[:, LinkForce.SIDE],
            "frame_centre": now.centre,
            "frame_axes": quaternion_of(now.axes.reshape(-1, 3, 3)),
            "frame_tooth_force": contact.teeth,
            "frame_bush_force": contact.bushes,
            "frame_side_force": contact.sides,
            "frame_rail_force": contact.rails,
        }
