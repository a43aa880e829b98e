"""Speeds, torques, clamping and stops of both pulleys.

Accounts of the ledger: shafts 0 and 1, grooves 2 and 3. A groove is half the way of
its loose sheave, so that clamping acts on it twice.
"""

from __future__ import annotations

from catena.drives.chain_cvt.spec import Spec
from catena.drives.plan import Course, Plan
from catena.drives.variator.boundary_data import boundaries


def impose(plan: Plan, spec: Spec) -> None:
    """Declare what is imposed on the pulleys, the second block of bodies."""
    pulleys = plan.blocks[1]
    for p, one in enumerate(boundaries(spec.boundary)):
        part = (spec.primary, spec.secondary)[p]
        waves = [(w.order, w.amplitude, w.phase) for w in part.excitation]
        given, shaft = one.turning_value, int(pulleys.dof(p, 0))
        if one.turning == "speed":
            plan.speed(shaft, Course(given.time, given.value, waves), p)
        else:
            ramp = 0.0 if given.value.size > 1 else spec.load_ramp
            course = Course(given.time, -given.value, waves)
            plan.load(shaft, course, p, ramp=ramp)
        groove, axial = int(pulleys.dof(p, 1)), one.axial_value
        if one.axial == "stop":
            plan.speed(groove, Course(axial.time, -0.5 * axial.value), 2 + p)
        else:
            plan.load(groove, Course(axial.time, -2.0 * axial.value), 2 + p)
