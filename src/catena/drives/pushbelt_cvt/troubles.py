"""Why a run of a pushbelt cannot go on, in words."""

from __future__ import annotations

from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.drives.pushbelt_cvt.layout.rolling import rolling_of
from catena.drives.variator.sections import running_radii
from catena.drives.variator.slip_watch import SlipWatch, Turning
from catena.integrators.steps.pulley_samples import Pulley
from catena.integrators.steps.pushbelt_samples import Knot, Samples, Total
from catena.integrators.steps.pushbelt_tables import Trouble
from catena.integrators.steps.spatial_pushbelt_samples import SpatialSamples

WORDS = {
    Trouble.NOT_FINITE: ("numbers are no longer finite; try a smaller solve.step"),
    Trouble.ELEMENT_ORDER: (
        "an element has passed through its neighbour: the order of the elements is "
        "lost; try a smaller solve.step or stiffer contacts"
    ),
    Trouble.LEFT_PULLEY: (
        "the belt has left the sheaves between hub and rim: it jumped out of a "
        "pulley; check clamping forces, end stop and ratio"
    ),
    Trouble.COUPLED_LAW: (
        "the coupled law of the sheaves has no solution; check the influence "
        "coefficients"
    ),
}


def trouble_text(trouble: Trouble, at: float, step: float) -> str:
    """What happened, when, and what may help; of what also happens in a plane."""
    return f"pushbelt: at {at:.6g} s with steps of {step:.3g} s {WORDS[trouble]}"


class BeltSlip:
    """Looks whether both pulleys still follow the belt at its present radii."""

    def __init__(self, placed: Layout) -> None:
        self.watch = SlipWatch("belt")
        self.rolling = rolling_of(placed)
        self.distance = placed.data.centre_distance

    def look(self, samples: Samples | SpatialSamples, seconds: float) -> str:
        """Look at the samples of so many seconds; the words a run ends with."""
        radii = running_radii(
            self.distance, samples.ring[:, Knot.X], samples.ring[:, Knot.Y]
        )
        passing = self.rolling.per_way * float(
            samples.total[:, Total.BELT_SPEED].mean()
        )
        means = Turning(
            speed=samples.pulley[:, Pulley.SPEED].mean(axis=0),
            follows=passing * self.rolling.pitch_angle(radii.mean(axis=0)),
            torque=samples.pulley[:, Pulley.TORQUE].mean(axis=0),
            axial=samples.pulley[:, Pulley.AXIAL].mean(axis=0),
        )
        return self.watch.gross_slip(
            means, seconds, float(samples.total[-1, Total.TIME])
        )
