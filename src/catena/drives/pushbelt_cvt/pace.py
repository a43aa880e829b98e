"""How time is cut into steps, samples and snapshots."""

from __future__ import annotations

from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.spec.solve import USUAL_REVOLUTIONS
from catena.drives.variator.pace import Rounds, check_step, variator_pace
from catena.integrators.steps.pushbelt_limit import StepLimit
from catena.run.pace import Pace

ROUNDS = Rounds(usual=USUAL_REVOLUTIONS, creep=0.06, block=4)
DECIDES = {
    "elements": "the elements decide: take softer contacts or heavier elements",
    "ring": "the ring decides: take fewer ring.span_count",
    "ring sections": "turning of the Cosserat ring's sections decides: take a larger "
    'ring.inertia_scale, or ring.model = "spline"',
    "ring across": "bending of the rings across the belt decides: take fewer "
    "ring.span_count",
    "ring twist": "twist of the rings on their saddles decides: take a softer "
    'saddle_stiffness or spatial.twist = "none"',
    "grooves": "axial motion of the sheaves decides: take a larger mass of the sheaves",
    "tilts": "tilting of the sheaves decides: take a larger tilt_inertia or smaller "
    "tilt_damping",
    "shafts": "shafts in their bearings decide: take softer or less damped bearings, "
    "or a larger bearing.mass",
}
"""What limits the step, and what would help, by the part that vibrates fastest."""


def pace_of(spec: Spec, placed: Layout, limit: StepLimit) -> Pace:
    """Steps below the limit of stability; whole snapshots."""
    check_step(spec.solve.time_step, limit.step, DECIDES[limit.part])
    moves = placed.start.speed_primary > 0.0
    return variator_pace(spec.solve, ROUNDS, placed.revolution if moves else None)
