"""Speeds, torques, clamping and stops of both pulleys, as a plan takes them.

Torques brake and clamping
closes, both against the coordinate; clamping acts on two sheaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from catena.drives.plan import Bodies, Course, Plan, Wave
from catena.drives.variator.boundary.data import PulleyBoundary
from catena.integrators.steps.pulley_samples import Account


def impose(
    plan: Plan,
    pulleys: Bodies,
    given: Sequence[PulleyBoundary],
    stop_way: float = 1.0,
    waves: Sequence[Sequence[Wave]] = ((), ()),
    load_ramp: float = 0.0,
) -> None:
    """Declare what is imposed on the pulleys.

    Args:
        plan: Of the drive.
        pulleys: Its pulleys: turn, groove, two slopes.
        given: On each of them.
        stop_way: Way of the groove's coordinate over that of a stop.
        waves: That shake each shaft.
        load_ramp: Time over which torques without a table grow [s].
    """
    for p, one in enumerate(given):
        turning, axial = one.turning_value, one.axial_value
        shaft, groove = int(pulleys.dof(p, 0)), int(pulleys.dof(p, 1))
        if one.turning == "speed":
            plan.speed(shaft, replace(turning, waves=waves[p]), Account.SHAFT + p)
        else:
            ramp = load_ramp if turning.value.size == 1 else 0.0
            course = Course(turning.time, -turning.value, waves[p])
            plan.load(shaft, course, Account.SHAFT + p, ramp=ramp)
        clamping = Account.CLAMPING + p
        if one.axial == "stop":
            closing = Course(axial.time, -stop_way * axial.value)
            plan.speed(groove, closing, clamping)
        else:
            plan.load(groove, Course(axial.time, -2.0 * axial.value), clamping)
