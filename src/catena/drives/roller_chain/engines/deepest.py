"""Where chain and wheels or rails lay deepest in each other: who, and about when.

Kernels keep the largest depth alone. The record in which it last rose gives the time,
and the forces, pins and rails of that record the bodies: a joint that lies half as deep
in a rail, or else the most loaded roller on teeth.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from catena.drives.roller_chain.layout.placement import Layout, rail_offset
from catena.drives.roller_chain.spec.drive import Spec
from catena.geometry.contour import contour_distance
from catena.integrators.planar_chain.samples import Link, Rotor, Samples, Total
from catena.integrators.planar_chain.tables import System
from catena.numerics.arrays import Floats
from catena.results.health import Check, Outcome
from catena.run.verdict import depth_warnings

CLOSE = 0.5
"""Share of the largest depth at which a joint is taken for the deepest one: between two
records it comes and goes."""
RAIL_CURE = "a larger contact.rail.stiffness, or a rail that the chain meets smoothly"
TOOTH_CURE = "a larger contact.tooth.stiffness, or less load"


class Deepest(NamedTuple):
    """The record in which the largest depth last rose."""

    total: Floats  # (len(Total),)
    link: Floats  # (len(Link), n)
    rotor: Floats  # (len(Rotor), r)


class Place(NamedTuple):
    """Who lay deepest, and how it may be mended."""

    words: str
    cure: str


class DeepestWatch:
    """Keeps the record of the largest depth of one run."""

    def __init__(self, spec: Spec, placed: Layout, system: System) -> None:
        self.spec, self.placed, self.system = spec, placed, system
        shapes = len(Total), (len(Link), system.half.size), (
            len(Rotor), system.rotors.size)  # fmt: skip
        self.found = Deepest(*(np.zeros(shape) for shape in shapes))

    def memory(self) -> dict[str, Deepest]:
        """All that the watch continues from."""
        return {"deepest": self.found}

    def seen(self, samples: Samples) -> None:
        """Look at a block of records."""
        depth = samples.total[:, Total.PEAK_DEPTH]
        if depth[-1] <= self.found.total[Total.PEAK_DEPTH]:
            return
        row = int(np.argmax(depth >= depth[-1]))
        for kept, table in zip(
            self.found, (samples.total, samples.link, samples.rotor), strict=True
        ):
            kept[...] = table[row]

    def place(self) -> Place:
        """Bodies and time in words; the time alone where no contact of it is left."""
        when = f"near {self.found.total[Total.TIME]:.4g} s"
        rail = self._in_rail()
        if rail is not None:
            k, name = rail
            what = "plates at the rear joint" if self._on_plates else "roller"
            words = f"{what} of link {k + 1} into guide {name!r} {when}"
            return Place(words, RAIL_CURE)
        pressed = self.found.link[Link.TOOTH_FORCE]
        if not pressed.any():
            return Place(when, TOOTH_CURE)
        k = int(np.argmax(pressed))
        words = f"roller of link {k + 1} into the teeth of {self._wheel(k)!r} {when}"
        return Place(words, TOOTH_CURE)

    @property
    def _on_plates(self) -> bool:
        return self.spec.contact.rail.on == "plates"

    def _pin(self, k: int) -> tuple[float, float]:
        link = self.found.link
        return float(link[Link.PIN_X, k]), float(link[Link.PIN_Y, k])

    def _in_rail(self) -> tuple[int, str] | None:
        """The joint that lies deepest in a rail, if deep enough, and the rail."""
        carried = np.flatnonzero(self.found.link[Link.RAIL_FORCE])
        offset = rail_offset(self.spec, self.placed.chain)
        best = CLOSE * float(self.found.total[Total.PEAK_DEPTH])
        found = None
        first = len(self.spec.sprocket)
        guides = zip(self.spec.guide, self.placed.rails, strict=True)
        for g, (part, drawn) in enumerate(guides):
            turn = float(self.found.rotor[Rotor.ANGLE, first + g])
            rail = drawn if part.pivot is None else drawn.turned_about(part.pivot, turn)
            rows = rail.contour()
            for k in carried.tolist():
                distance = contour_distance(
                    rows.code, rows.shape, 0, len(rows.code), *self._pin(k)
                )[0]
                if offset - distance > best:
                    best, found = offset - distance, (k, part.name)
        return found

    def _wheel(self, k: int) -> str:
        """Name of the sprocket whose pitch circle the joint is nearest to."""
        x, y = self._pin(k)
        rotors = self.system.rotors[: len(self.spec.sprocket)]
        away = np.hypot(rotors.x - x, rotors.y - y) - rotors.r_pitch
        return self.spec.sprocket[int(np.argmin(np.abs(away)))].name


def with_place(outcome: Outcome, watch: DeepestWatch) -> Outcome:
    """An outcome whose failed check of penetration names bodies, time and a cure."""
    missed = {c.name: c for c in outcome.checks if not c.ok}
    check = missed.get("penetration")
    if check is None:
        return outcome
    place = watch.place()
    told = replace(check, note=f"{place.words}: {check.note}")
    warnings = depth_warnings([told], place.cure)
    checks: tuple[Check, ...] = tuple(told if c is check else c for c in outcome.checks)
    return replace(outcome, checks=checks, warnings=(*outcome.warnings, *warnings))
