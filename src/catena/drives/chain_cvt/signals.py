"""What a run of a chain variator records."""

from __future__ import annotations

import numpy as np

from catena.drives.variator.pulley_channels import (
    LOSS,
    of_pulley,
    pulley_channels,
    shaft_channels,
)
from catena.drives.variator.sheave_names import PULLEYS
from catena.drives.variator.slip_watch import slip_pairs
from catena.integrators.steps.pin_chain_samples import ChainPulley, Pin, Samples, Total
from catena.integrators.steps.pin_chain_tables import Group
from catena.integrators.steps.pulley_samples import Pulley
from catena.numerics.arrays import Floats
from catena.results.catalogue import Catalogue, Coordinate
from catena.run.channels import Channel, catalogue_of, gathered, total
from catena.tables.state import Cause

PAPER = "[Pfeiffer1997] sec. 4.1"
LOSSES = {
    Group.PIN_TRAVEL: "pins sliding along the circumference",
    Group.PIN_RADIAL: "pins sliding radially",
    Group.PIN_PRESS: "damping of the pins",
    Group.LINK: "damping of the links",
    Group.JOINT: "turning joints",
    Group.SHEAVE: "damping of the sheaves",
    Group.BEARING: "damping of the bearings",
}
LOSS_CAUSES = {
    Group.PIN_TRAVEL: Cause.COULOMB,
    Group.PIN_RADIAL: Cause.COULOMB,
    Group.PIN_PRESS: Cause.CONTACT_DAMPING,
    Group.LINK: Cause.VISCOUS,
    Group.JOINT: Cause.VISCOUS,
    Group.SHEAVE: Cause.VISCOUS,
    Group.BEARING: Cause.VISCOUS,
}
"""Why energy is lost there."""
TOTALS = (
    total("time", "s", "time", Total.TIME),
    total("stored_energy", "J", "kinetic and elastic energy", Total.STORED),
    total("sweeps", "1", "sweeps of the friction solver since the last",
          Total.SWEEP_COUNT),
    total("capped_steps", "1", "steps that used all sweeps since the last",
          Total.CAPPED_COUNT),
    total("chain_speed", "m/s", "speed at which the chain moves on",
          Total.CHAIN_SPEED),
    total("largest_tension", "N", "largest tension of a link", Total.MOST_TENSION),
    total("upper_tension", "N", "mean tension of the upper strand", Total.UPPER),
    total("lower_tension", "N", "mean tension of the lower strand", Total.LOWER),
    total("upper_level", "m", "height of the upper strand's middle pin",
          Total.HIGHEST),
    total("lower_level", "m", "height of the lower strand's middle pin",
          Total.LOWEST),
    total("largest_pin_force", "N", "largest normal force of a pin end",
          Total.MOST_NORMAL),
)  # fmt: skip


PULLEY_CHANNELS = (
    *pulley_channels("chain", PAPER),
    of_pulley("pressed_pins", "1", "pins between the sheaves", ChainPulley.PINS,
              paper=PAPER),
    of_pulley("running_radius", "m", "mean radius of the pressed pins",
              ChainPulley.RADIUS, paper=PAPER),
    *shaft_channels(PAPER),
)  # fmt: skip
SIGNALS = (*TOTALS, *PULLEY_CHANNELS, LOSS)
"""Everything along time: what key numbers are made of."""


def _pin(name: str, unit: str, meaning: str, index: int, contact: str = "") -> Channel:
    return Channel(
        name, unit, meaning, ("snapshot", "pin"), "pin", index, paper=PAPER,
        dtype="float32", contact=contact,
    )  # fmt: skip


PIN_CHANNELS = (
    _pin("pin_x", "m", "place of the pin, x", Pin.X),
    _pin("pin_y", "m", "place of the pin, y", Pin.Y),
    _pin("link_angle", "rad", "direction of the link ahead", Pin.ANGLE),
    _pin("pin_axial", "N", "axial force of the pin", Pin.AXIAL,
         "pin {} between sheaves"),
    _pin("pin_travel", "N", "friction of one sheave on the pin along the travel",
         Pin.TRAVEL),
    _pin("pin_outward", "N", "friction of one sheave on the pin outwards", Pin.OUT),
    _pin("link_tension", "N", "tension of the link ahead", Pin.TENSION),
    _pin("pin_radius", "m", "distance from the axis of a pressed pin, else 0",
         Pin.RADIUS),
)  # fmt: skip
SNAPSHOT = (
    Channel("snapshot_time", "s", "time of the snapshot", ("snapshot",)),
    Channel("snapshot_turn", "rad", "turn of the pulley", ("snapshot", "pulley")),
)


def results_of(pins: int) -> Catalogue:
    """Everything a run will contain."""
    axes = {
        "time": None,
        "snapshot": None,
        "pulley": Coordinate(list(PULLEYS), "", "pulley"),
        "pin": Coordinate(np.arange(1, pins + 1), "1", "pin"),
        "mechanism": Coordinate(list(LOSSES.values()), "", "mechanism of loss"),
    }
    slipping = slip_pairs("chain")
    return catalogue_of((*SIGNALS, *SNAPSHOT, *PIN_CHANNELS), axes, slipping)


def records_of(samples: Samples) -> dict[str, Floats]:
    """The samples of a stretch of time by the names of the file."""
    found = gathered((*SIGNALS, *PIN_CHANNELS), samples)
    apart = len(samples.total) // len(samples.pin)
    last = slice(apart - 1, None, apart)
    found["snapshot_time"] = samples.total[last, Total.TIME]
    found["snapshot_turn"] = samples.pulley[last, Pulley.TURN]
    return found
