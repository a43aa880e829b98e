"""When the driven sprocket lets go of the next link: its contact force S vanishes.

Eliminating the force of the neighbour from (2.30)-(2.32), the sign of S does not depend
on where the tooth touches; the contact geometry only scales S.

Source: [KimJohnson1993] (2.30)-(2.32).
"""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.span import SpanSystem, SpanWork


@lean_kernel
def release_force(
    system: SpanSystem, q: Floats, u: Floats, n: int, stage: int, work: SpanWork
) -> float:
    """Contact force S on the roller that leaves next [N].

    Joint forces and accelerations in ``work`` belong to the same state. The printed
    form leaves out the friction moment of joint N+1, which (2.21) contains; it is
    added when the system asks for it.
    """
    b = n + 1
    tilt = q[b] - 0.5 * system.driven_pitch_angle
    pull = math.cos(tilt) * work.joint[b].f_x + math.sin(tilt) * work.joint[b].f_y
    chord_radius = system.driven_radius * math.cos(0.5 * system.driven_pitch_angle)
    carried = 0.5 * system.link_mass * chord_radius * u[b] * u[b]
    moment = -system.pitch * (pull + carried)
    moment -= system.link_inertia * work.u_rate[stage, b]
    if system.joint_moment_in_release == 1:
        moment += work.joint[b].moment
    return float(moment / system.release_arm)  # (2.32)
