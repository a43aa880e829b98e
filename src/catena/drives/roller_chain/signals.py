"""What a run of a chain writes: signals, every link, and frames for the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catena.drives.roller_chain.engines.tooth_jumps import jump_pairs
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.mechanisms import MECHANISMS, losses_by_mechanism
from catena.drives.roller_chain.spec.drive import Spec
from catena.geometry.paths.span_probe import SpanProbe
from catena.integrators.planar_chain import samples as at
from catena.integrators.planar_chain.assembly import far_ends
from catena.integrators.planar_chain.samples import Samples
from catena.integrators.planar_chain.tables import System
from catena.numerics.arrays import Floats, Ints
from catena.results.catalogue import Catalogue, Coordinate
from catena.run.channels import Channel, catalogue_of, gathered, total

SOURCE = "[Pfeiffer1997] sec. 4.2"
OF_LINKS, OF_SPROCKETS = ("time", "link"), ("time", "sprocket")
OF_GUIDES, OF_SPANS = ("time", "guide"), ("time", "span")
FRAME_OF_LINKS = ("frame", "link")

TOTALS = (
    total("time", "s", "time", at.Total.TIME),
    total("stored_energy", "J", "kinetic, elastic and potential energy",
          at.Total.STORED),
    total("peak_joint_force", "N", "largest joint force since the last sample",
          at.Total.PEAK_JOINT, "peak"),
    total("peak_tooth_force", "N", "largest contact force since the last",
          at.Total.PEAK_CONTACT, "peak"),
    total("penetration", "m", "largest penetration so far", at.Total.PEAK_DEPTH,
          "peak"),
)  # fmt: skip
LINKS = (
    Channel("link_tension", "N", "tension of each link", OF_LINKS, "link",
            at.Link.TENSION, paper=SOURCE, dtype="float32"),
    Channel("roller_force", "N", "force of the teeth on the roller behind a link",
            OF_LINKS, "link", at.Link.TOOTH_FORCE, paper=SOURCE, dtype="float32",
            contact="roller {} on teeth"),
    Channel("rail_force", "N", "force of the guides on the joint behind a link",
            OF_LINKS, "link", at.Link.RAIL_FORCE, paper=SOURCE, dtype="float32",
            contact="joint {} on guides"),
)  # fmt: skip
SPROCKETS = (
    Channel("sprocket_angle", "rad", "angle in the sense of travel", OF_SPROCKETS,
            "rotor", at.Rotor.ANGLE, "wheels", "sense"),
    Channel("sprocket_speed", "rad/s", "speed in the sense of travel", OF_SPROCKETS,
            "rotor", at.Rotor.SPEED, "wheels", "sense"),
    Channel("chain_torque", "N m", "torque of the chain on the sprocket", OF_SPROCKETS,
            "rotor", at.Rotor.REACTION, "wheels", "sense"),
    Channel("bearing_force_x", "N", "force on the bearing of a sprocket, x",
            OF_SPROCKETS, "rotor", at.Rotor.FORCE_X, "wheels"),
    Channel("bearing_force_y", "N", "force on the bearing of a sprocket, y",
            OF_SPROCKETS, "rotor", at.Rotor.FORCE_Y, "wheels"),
    Channel("roller_climb", "m",
            "highest pressed roller inside a wrap, above the pitch circle",
            OF_SPROCKETS, "rotor", at.Rotor.CLIMB, "wheels"),
)  # fmt: skip
AXES = (
    Channel("axis_x", "m", "way of the axis in its elastic bearing, x", OF_SPROCKETS,
            "rotor", at.Rotor.AXIS_X, "wheels"),
    Channel("axis_y", "m", "way of the axis in its elastic bearing, y", OF_SPROCKETS,
            "rotor", at.Rotor.AXIS_Y, "wheels"),
)  # fmt: skip
LEDGER = (
    Channel("sprocket_torque", "N m", "torque of drive or load", OF_SPROCKETS, "rotor",
            at.Rotor.TORQUE, "far", "sense"),
    Channel("sprocket_work", "J", "work done by drive or load so far", OF_SPROCKETS,
            "rotor", at.Rotor.WORK, "far", take="sum"),
    Channel("loss", "J", "energy lost so far", ("time", "mechanism"), take="sum"),
    Channel("span_tension", "N", "mean tension", OF_SPANS, gaps=True),
    Channel("span_swing", "m", "lateral displacement", OF_SPANS, gaps=True),
)  # fmt: skip
FRAMES = (
    Channel("frame_time", "s", "time of the frame", ("frame",), "total", at.Total.TIME),
    Channel("frame_angle", "rad", "angle, left turn", ("frame", "sprocket"), "rotor",
            at.Rotor.ANGLE, "wheels"),
    Channel("frame_pin_x", "m", "rear joint of each link, x", FRAME_OF_LINKS, "link",
            at.Link.PIN_X, dtype="float32"),
    Channel("frame_pin_y", "m", "rear joint of each link, y", FRAME_OF_LINKS, "link",
            at.Link.PIN_Y, dtype="float32"),
    Channel("frame_tension", "N", "tension of each link", FRAME_OF_LINKS, "link",
            at.Link.TENSION, dtype="float32"),
    Channel("frame_contact", "N", "force of teeth and guides on a joint",
            FRAME_OF_LINKS, dtype="float32"),
)  # fmt: skip
GUIDES = (
    Channel("guide_angle", "rad", "turn of the guide", OF_GUIDES, "rotor",
            at.Rotor.ANGLE, "guides"),
    Channel("guide_torque", "N m", "torque of the chain on it", OF_GUIDES, "rotor",
            at.Rotor.REACTION, "guides"),
    Channel("pivot_force_x", "N", "force on its pivot, x", OF_GUIDES, "rotor",
            at.Rotor.FORCE_X, "guides"),
    Channel("pivot_force_y", "N", "force on its pivot, y", OF_GUIDES, "rotor",
            at.Rotor.FORCE_Y, "guides"),
    Channel("tensioner_force", "N", "force of the tensioner", OF_GUIDES, "guide",
            at.Guide.PISTON),
    Channel("tensioner_pressure", "Pa", "chamber pressure", OF_GUIDES, "guide",
            at.Guide.PRESSURE),
)  # fmt: skip
GUIDE_FRAMES = (
    Channel("frame_guide", "rad", "turn of the guide", ("frame", "guide"), "rotor",
            at.Rotor.ANGLE, "guides"),
)  # fmt: skip


def loss_names() -> list[str]:
    """Where energy is lost, in words."""
    return list(MECHANISMS)


@dataclass(frozen=True)
class Recording:
    """The channels of one drive, and how they are read from samples."""

    links: int
    sprockets: Sequence[str]
    guides: Sequence[str]
    probe: SpanProbe
    sense: Floats
    """+1 for each sprocket that turns left."""
    far: Ints
    """The rotor at which each sprocket is driven or braked: itself, or the far end of
    its shaft."""
    elastic: bool
    """Whether an axis moves in its bearing."""

    @classmethod
    def of(cls, spec: Spec, placed: Layout, system: System) -> Recording:
        """The recording of a drive."""
        sprockets = [part.name for part in spec.sprocket]
        guides = spec.part_names()[len(spec.sprocket) :]
        far = far_ends(system)[: len(sprockets)]
        sense = system.rotors.sense[: len(sprockets)]
        elastic = system.mounts.size > 0
        links, probe = placed.placement.link_count, SpanProbe.of(placed.path)
        return cls(links, sprockets, guides, probe, sense, far, elastic)

    def signals(self) -> tuple[Channel, ...]:
        """Channels over time."""
        axes = AXES if self.elastic else ()
        guides = GUIDES if self.guides else ()
        return (*TOTALS, *LINKS, *SPROCKETS, *axes, *LEDGER, *guides)

    def frames(self) -> tuple[Channel, ...]:
        """Channels of the picture."""
        return (*FRAMES, *(GUIDE_FRAMES if self.guides else ()))

    def catalogue(self) -> Catalogue:
        """Everything a run will contain."""
        axes: dict[str, Coordinate | int | None] = {
            "time": None,
            "frame": None,
            "link": Coordinate(np.arange(1, self.links + 1), "1", "link"),
            "sprocket": Coordinate(self.sprockets, "", "sprocket"),
            "span": Coordinate(self.probe.names, "", "span"),
            "mechanism": Coordinate(loss_names(), "", "mechanism of loss"),
        }
        if self.guides:
            axes["guide"] = Coordinate(self.guides, "", "guide or arm")
        channels = (*self.signals(), *self.frames())
        return catalogue_of(channels, axes, jump_pairs(self.sprockets))

    def records(self, samples: Samples, shown: Ints) -> dict[str, Floats]:
        """A stretch of time by the names of the file; some of its rows as frames."""
        block = gathered(self.signals(), samples, self._picks(), {"sense": self.sense})
        block["loss"] = losses_by_mechanism(samples.loss)
        link = samples.link
        block["span_tension"], block["span_swing"] = self.probe.look(
            link[:, at.Link.PIN_X], link[:, at.Link.PIN_Y], link[:, at.Link.TENSION]
        )
        if not shown.size:
            return block
        frames = Samples(*(table[shown] for table in samples))
        block |= gathered(self.frames(), frames, self._picks())
        on_joints = (
            frames.link[:, at.Link.TOOTH_FORCE] + frames.link[:, at.Link.RAIL_FORCE]
        )
        return {**block, "frame_contact": on_joints}

    def _picks(self) -> dict[str, slice | Ints]:
        s = len(self.sprockets)
        guides = slice(s, s + len(self.guides))
        return {"wheels": slice(0, s), "guides": guides, "far": self.far}
