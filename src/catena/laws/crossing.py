"""Elastic contacts that close or open within a half-explicit step.

The step moves positions with the old velocities, finds forces there and lets them act
over the whole step. In its kinetic energy the force F_k, found at the depth g_k, works
on the mean of the way before and the way after,

    F_k (g_{k+1} - g_{k-1}) / 2,   summed over steps: (F_k + F_{k+1}) / 2 per way,

which is the trapezoidal rule. It is exact for a spring that stays closed. On a way from
g = -a to g = b, however, it counts k b (a + b) / 2, while only k b^2 / 2 is stored: a
contact that closes at the speed v loses k a b / 2, which is k (v dt)^2 / 12 in the mean
over all a + b = v dt, and one that opens gains as much.

With the share b / (a + b) of the force on that way, the work is k b^2 / 2. The other
way of the same step is inside and keeps the whole force, so that the step has

    F_k = k b (1 + b / (|v| dt)) / 2   where  b < |v| dt,   else  k b,

closing (the way before) and opening (the way ahead, with the velocity before the step)
alike. The work is right to the change of the velocity in the step.
"""

from __future__ import annotations

from catena.jit import inline_kernel


@inline_kernel
def crossing_share(depth: float, way: float) -> float:
    """Share of the elastic force of a contact that closes or opens in this step.

    ``depth`` > 0 is where it is [m], ``way`` what the depth changes by in a step [m].
    """
    reach = abs(way)
    if depth < reach:
        return 0.5 + 0.5 * depth / reach
    return 1.0
