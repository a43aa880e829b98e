"""Ring tracking: what draws a ring set back to the middle of its saddle.

A force against the offset x that grows linearly to L at half the gap to the pillar and
steeply to F at the whole gap, interpolated monotonically by cubics, linear beyond.
With h = g_rp / 2 and sizes counted against the offset (Table 5.1),

    d_0 = (F - L) / h,  d_1 = L / h                               (5.10)
    slopes d_1 at 0, 2 / (1 / d_0 + 1 / d_1) at h, (3 d_0 - d_1) / 2 at 2 h  (5.11)

Source: [Cebulla2014] (5.3)-(5.11).
Limits: a penalty, no physics of crowned saddles.
"""

from __future__ import annotations

from typing import NamedTuple

from catena.jit import inline_kernel


class RingTracking(NamedTuple):
    """Cubics in s, from 0 and from half the gap; a straight line beyond the gap."""

    half: float  # h [m]
    a_1: float  # [N/m], [N/m^2], [N/m^3]
    a_2: float
    a_3: float
    L: float  # [N]
    b_1: float
    b_2: float
    b_3: float
    F: float
    steep: float  # slope beyond the gap [N/m]


def ring_tracking(gap: float, L: float, F: float) -> RingTracking:
    """The law of a gap [m] and two forces [N], F >= L >= 0."""
    h = 0.5 * gap
    d_0, d_1 = (F - L) / h, L / h  # (5.10)
    middle = 2.0 / (1.0 / d_0 + 1.0 / d_1) if d_0 > 0.0 and d_1 > 0.0 else 0.0  # (5.11)
    end = max(0.5 * (3.0 * d_0 - d_1), 0.0)
    a = _cubic(h, d_1, d_1, middle)
    b = _cubic(h, d_0, middle, end)
    return RingTracking(h, *a, L, *b, F, end)


def _cubic(
    h: float, secant: float, begin: float, end: float
) -> tuple[float, float, float]:
    """Coefficients of s, s^2, s^3 from slopes (5.5)."""
    return (
        begin,
        (3.0 * secant - 2.0 * begin - end) / h,
        (begin + end - 2.0 * secant) / h**2,
    )


@inline_kernel
def tracking_force(law: RingTracking, x: float) -> float:
    """Force on the ring at an offset, against it [N]."""
    y = abs(x)
    if y <= law.half:  # (5.7)
        size = y * (law.a_1 + y * (law.a_2 + y * law.a_3))
    elif y <= 2.0 * law.half:  # (5.8)
        s = y - law.half
        size = law.L + s * (law.b_1 + s * (law.b_2 + s * law.b_3))
    else:  # (5.9)
        size = law.F + law.steep * (y - 2.0 * law.half)
    return -size if x > 0.0 else size


@inline_kernel
def tracking_energy(law: RingTracking, x: float) -> float:
    """Energy stored at an offset [J]."""
    y, h = abs(x), law.half
    s = min(y, h)
    total = s * s * (law.a_1 / 2.0 + s * (law.a_2 / 3.0 + s * law.a_3 / 4.0))
    if y > h:
        s = min(y - h, h)
        rest = law.b_1 / 2.0 + s * (law.b_2 / 3.0 + s * law.b_3 / 4.0)
        total += s * (law.L + s * rest)
    if y > 2.0 * h:
        s = y - 2.0 * h
        total += s * (law.F + 0.5 * law.steep * s)
    return total
