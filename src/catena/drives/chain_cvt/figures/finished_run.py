"""A finished run of a chain variator, made ready for its figures."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from catena.drives.chain_cvt.means import ChainMeans, chain_means
from catena.drives.chain_cvt.signals import SIGNALS
from catena.drives.chain_cvt.spec import Spec
from catena.drives.variator.along_belt import LastRound, ObservedBelt
from catena.drives.variator.revolutions import Revolutions, belt_turns, revolutions_of
from catena.geometry.variator import BeltGeometry
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Emphasis, Trace
from catena.results.run import Run

SECTION_WORDS = ("primary", "upper strand", "secondary", "lower strand")


@dataclass(frozen=True, eq=False)
class PinRound:
    """All pins during the last revolution of the chain (snapshots, pins)."""

    time: Floats
    x: Floats
    y: Floats
    axial: Floats
    """Force of a pin on a sheave [N]."""
    travel: Floats
    """Friction of one sheave along the travel [N]."""
    outward: Floats
    """Friction of one sheave outwards [N]."""
    tension: Floats
    """Of the link ahead [N]."""
    radius: Floats
    """From the axis, NaN where the pin is not pressed [m]."""


@dataclass(frozen=True, eq=False)
class Observed(ObservedBelt):
    """Signals of a run and one round of its pins."""

    spec: Spec
    round: PinRound

    sections: ClassVar[tuple[str, ...]] = SECTION_WORDS

    @cached_property
    def means(self) -> ChainMeans:
        """Over each whole revolution of the chain."""
        return chain_means(self.revolutions, self.signals, self.spec.chain.pitches())

    @property
    def normal(self) -> Floats:
        """Normal force of one pin end, (F_a + F_r sin) / cos [N]."""
        angle = self.spec.variator.wedge_angle
        pressed = self.round.axial + self.round.outward * np.sin(angle)
        force: Floats = pressed / np.cos(angle)
        return force

    def way_axis(self) -> Axis:
        """The way from the middle of the lower strand once around."""
        half, length = 0.5 * self.geometry.strand, self.geometry.length
        return Axis("way along the chain", "m", limits=(-half, length - half))

    def along_way(
        self, place: Floats, values: Floats, name: str, emphasis: Emphasis = "normal"
    ) -> Trace:
        """Values over the way, which is cut in the middle of the lower strand.

        Pins meet the primary sheaves a little ahead of where the strand's tangent does.
        """
        length = self.geometry.length
        cut = length - 0.5 * self.geometry.strand
        x = np.where(place > cut, place - length, place)
        order = np.argsort(x, kind="stable")
        y = np.asarray(values, dtype=np.float64)
        return Trace(x[order], y[order], name, emphasis=emphasis)


def observed(run: Run) -> Observed:
    """Everything the figures need of a run."""
    spec = Spec.model_validate(tomllib.loads(run.spec_text))
    signals = {c.name: np.asarray(run.read(c.name)) for c in SIGNALS}
    time, distance = signals["time"], spec.variator.centre_distance
    radii = signals["running_radius"][-max(1, time.size // 4) :].mean(axis=0)
    geometry = BeltGeometry(float(radii[0]), float(radii[1]), distance)
    turned = belt_turns(time, signals["chain_speed"], geometry.length)
    turns = revolutions_of(time, turned)
    names = run.catalogue.coordinates["mechanism"].values
    return Observed(
        spec=spec,
        geometry=geometry,
        element_count=spec.chain.link_count,
        revolutions=turns,
        signals=signals,
        loss_names=tuple(str(name) for name in names),
        round=last_round(run, turns),
    )


def last_round(run: Run, turns: Revolutions) -> PinRound:
    """All pins during the last revolution, or as much of it as there is."""
    found = LastRound(run, turns)
    read = found.read
    radius = read("pin_radius")
    return PinRound(
        time=found.time,
        x=read("pin_x"),
        y=read("pin_y"),
        axial=read("pin_axial"),
        travel=read("pin_travel"),
        outward=read("pin_outward"),
        tension=read("link_tension"),
        radius=np.where(radius > 0.0, radius, np.nan),
    )
