"""Tension of the outermost plate of a link, [Pfeiffer1997] Figure 10."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.drives.chain_cvt.figures.finished_run import Observed
from catena.drives.chain_cvt.figures.plates import PlateForces, PlateStack
from catena.drives.chain_cvt.spec import Spec
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure

SECTION = "Clasp plate"


@dataclass(frozen=True, eq=False)
class Clasp:
    """Force of the outermost plate of the widest links over a revolution."""

    links: list[int]
    """Which links these are."""
    clasp: Floats
    """(snapshots, links) [N]."""
    mean: Floats
    """Of all plates of the same links [N]."""

    @property
    def swing_over_mean(self) -> float:
        """Range of the clasp plate over that of the mean plate."""
        return float(
            np.ptp(self.clasp, axis=0).mean() / np.ptp(self.mean, axis=0).mean()
        )

    @property
    def peak_over_mean(self) -> float:
        """Largest force of the clasp plate over the largest of the mean plate."""
        return float(self.clasp.max(axis=0).mean() / self.mean.max(axis=0).mean())


def stack_of(spec: Spec) -> PlateStack:
    """The plates and pins of a specification."""
    plates, n = spec.plates, spec.chain.link_count
    counts = tuple(plates.counts[k % len(plates.counts)] for k in range(n))
    return PlateStack(
        counts,
        plates.thickness,
        plates.stiffness,
        spec.pin.bending_stiffness,
        spec.pin.length,
    )


def clasp_of(spec: Spec, tension: Floats, friction: Floats) -> Clasp:
    """The clasp plates at some moments (moments, pins)."""
    stack = stack_of(spec)
    forces = PlateForces(stack).forces(tension, friction)
    widest = max(stack.counts)
    links = [k for k, count in enumerate(stack.counts) if count == widest]
    outer = [0.5 * (forces[k][:, 0] + forces[k][:, -1]) for k in links]
    means = [forces[k].mean(axis=1) for k in links]
    return Clasp(links, np.stack(outer, axis=1), np.stack(means, axis=1))


def clasp_figures(seen: Observed) -> list[Figure]:
    """Clasp plate and mean plate along the way."""
    found = clasp_of(seen.spec, seen.round.tension, seen.round.travel)
    place, bins = seen.place[:, found.links], seen.bins
    mean, plain = bins.mean(place, found.clasp), bins.mean(place, found.mean)
    first = f"clasp plate of link {found.links[0] + 1}"
    traces = (
        seen.along_way(place[:, 0], found.clasp[:, 0], first),
        seen.along_way(bins.middle, mean, "clasp plate, mean of all", "main"),
        seen.along_way(bins.middle, plain, "mean plate", "reference"),
    )
    return [
        Figure(
            "clasp_plate",
            "Tension of the clasp plate",
            seen.way_axis(),
            Axis("tension of one plate", "N"),
            traces,
            seen.section_marks(),
            caption="Outermost plates of the widest links: pins as beams, plates as "
            "springs, friction at the pin ends; [Pfeiffer1997] Figure 10. The clasp "
            f"plate swings {found.swing_over_mean:.2f} times as far as the mean plate "
            f"and peaks at {found.peak_over_mean:.2f} times its peak.",
            section=SECTION,
        )
    ]
