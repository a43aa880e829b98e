"""What a run of a belt drive writes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.plan import BeltPlan
from catena.drives.belt_drive.spec import Spec
from catena.geometry.bend import bend_of
from catena.geometry.paths.span_probe import SpanProbe
from catena.integrators.steps.belt_drive_tables import Group, Samples
from catena.numerics.arrays import Floats, Ints
from catena.results.catalogue import Catalogue, Coordinate
from catena.run.channels import Channel, catalogue_of, gathered, total
from catena.tables.state import Cause

OF_PULLEYS, OF_SPANS, OF_ARMS = ("time", "pulley"), ("time", "span"), ("time", "arm")
FRAME_OF_KNOTS = ("frame", "knot")
TOTALS = (
    total("time", "s", "time", 0),
    total("stored_energy", "J", "kinetic, elastic and potential energy", 1),
    total("penetration", "m", "deepest compression of the belt so far", 2, "peak"),
    total("sweeps", "1", "friction sweeps since the last sample", 3, "sum"),
    total("capped_steps", "1", "steps that used all sweeps since the last sample", 4,
          "sum"),
    Channel("belt_curvature", "1/m", "largest curvature of the belt, to either side"),
)  # fmt: skip
PULLEYS = (
    Channel("pulley_angle", "rad", "angle in the sense of travel", OF_PULLEYS, "body",
            2, "shafts", "sense"),
    Channel("pulley_speed", "rad/s", "speed in the sense of travel", OF_PULLEYS,
            "body", 5, "shafts", "sense"),
    Channel("rim_speed", "rad/s", "speed of the rim in the sense of travel",
            OF_PULLEYS, "body", 5, "rims", "sense"),
    Channel("belt_torque", "N m", "torque of the belt on the pulley", OF_PULLEYS,
            "wheel", 0, factor="sense", take="mean"),
    Channel("hub_force_x", "N", "force of the belt on the pulley, x", OF_PULLEYS,
            "wheel", 1, take="mean"),
    Channel("hub_force_y", "N", "force of the belt on the pulley, y", OF_PULLEYS,
            "wheel", 2, take="mean"),
    Channel("contact_arc", "rad", "arc over which the belt presses", OF_PULLEYS,
            "wheel", 3, take="mean", contact="belt on pulley {}"),
    Channel("sliding_arc", "rad", "arc over which the belt slides", OF_PULLEYS,
            "wheel", 4, take="mean"),
    Channel("pulley_torque", "N m", "torque of drive or load", OF_PULLEYS),
    Channel("pulley_work", "J", "work done by drive or load so far", OF_PULLEYS,
            take="sum"),
    Channel("loss", "J", "energy lost so far", ("time", "place", "cause"), "loss",
            take="sum"),
    Channel("span_tension", "N", "mean tension of a free span", OF_SPANS, gaps=True),
    Channel("span_displacement", "m", "lateral displacement of the middle of a span",
            OF_SPANS, gaps=True),
)  # fmt: skip
ARMS = (
    Channel("arm_angle", "rad", "turn of the arm from rest", OF_ARMS, "body", 2,
            "arms"),
    Channel("arm_speed", "rad/s", "speed of the arm", OF_ARMS, "body", 5, "arms"),
)  # fmt: skip
FRAMES = (
    Channel("frame_time", "s", "time of the frame", ("frame",), "total", 0),
    Channel("frame_knot_x", "m", "place of the belt, x", FRAME_OF_KNOTS, "knot", 0,
            dtype="float32"),
    Channel("frame_knot_y", "m", "place of the belt, y", FRAME_OF_KNOTS, "knot", 1,
            dtype="float32"),
    Channel("frame_tension", "N", "tension of the belt", FRAME_OF_KNOTS, "knot", 2,
            dtype="float32"),
    Channel("frame_x", "m", "axis of each pulley, x", ("frame", "pulley"), "body", 0,
            "rims"),
    Channel("frame_y", "m", "axis of each pulley, y", ("frame", "pulley"), "body", 1,
            "rims"),
    Channel("frame_angle", "rad", "angle of each pulley, left turn",
            ("frame", "pulley"), "body", 2, "rims"),
)  # fmt: skip
FRAME_ARMS = (
    Channel("frame_arm", "rad", "turn of each arm", ("frame", "arm"), "body", 2,
            "arms"),
)  # fmt: skip


def place_names(spec: Spec) -> list[str]:
    """Where energy is lost, in the order of the ledger."""
    common = [group.name.lower() for group in Group if group != Group.PULLEY]
    return [*common, *(f"pulley {part.name}" for part in spec.pulley)]


@dataclass(frozen=True, eq=False)
class Recording:
    """The channels of one drive, and how they are read from samples."""

    spec: Spec
    placed: Layout
    plan: BeltPlan

    @property
    def probe(self) -> SpanProbe:
        """The free spans at rest."""
        return SpanProbe.of(self.placed.path)

    def signals(self) -> tuple[Channel, ...]:
        """Channels over time."""
        return (*TOTALS, *PULLEYS, *(ARMS if self.plan.arms else ()))

    def frames(self) -> tuple[Channel, ...]:
        """Channels of the picture."""
        return (*FRAMES, *(FRAME_ARMS if self.plan.arms else ()))

    def catalogue(self) -> Catalogue:
        """Everything a run will contain."""
        causes = [cause.name.lower().replace("_", " ") for cause in Cause]
        axes: dict[str, Coordinate | int | None] = {
            "time": None,
            "frame": None,
            "knot": self.plan.system.knots,
            "pulley": Coordinate([p.name for p in self.spec.pulley], "", "pulley"),
            "span": Coordinate(self.probe.names, "", "span"),
            "place": Coordinate(place_names(self.spec), "", "place of loss"),
            "cause": Coordinate(causes, "", "cause of loss"),
        }
        if self.plan.arms:
            arms = [arm.pulley for arm in self.spec.tensioner]
            axes["arm"] = Coordinate(arms, "", "arm of the tensioner with this pulley")
        return catalogue_of((*self.signals(), *self.frames()), axes)

    def records(self, samples: Samples, shown: Ints) -> dict[str, Floats]:
        """A stretch of time by the names of the file; some of its rows as frames."""
        sense = np.array([wheel.sense for wheel in self.placed.wheels])
        picks = {
            "rims": np.array(self.plan.rims),
            "shafts": np.array(self.plan.shafts),
            "arms": np.array(self.plan.arms, dtype=int),
        }
        block = gathered(self.signals(), samples, picks, {"sense": sense})
        block |= self._boundaries(samples, sense)
        knot = samples.knot
        tension, beside = self.probe.look(knot[:, 0], knot[:, 1], knot[:, 2])
        block["span_tension"], block["span_displacement"] = tension, beside
        bend = np.abs(bend_of(knot[:, 0], knot[:, 1]))
        block["belt_curvature"] = bend.max(axis=1)
        if shown.size:
            frames = Samples(*(table[shown] for table in samples))
            block |= gathered(self.frames(), frames, picks)
        return block

    def _boundaries(self, samples: Samples, sense: Floats) -> dict[str, Floats]:
        """Torque and work of the boundary of each pulley, 0 where there is none."""
        torque = np.zeros((len(samples.total), len(self.plan.rims)))
        work = np.zeros_like(torque)
        for account, pulley in enumerate(self.plan.accounts):
            torque[:, pulley] = sense[pulley] * samples.torque[:, account]
            work[:, pulley] = samples.work[:, account]
        return {"pulley_torque": torque, "pulley_work": work}
