"""An even elastic line against a flat surface that it meets at an angle.

With the gap g in its middle and the angle theta, g + theta y is the gap at y along a
line of the length h. Pressure k/h max(0, -g - theta y) gives

    N = -k g,                 M = -k h^2/12 theta      where it carries all along,
    N = k/(2 h) |theta| c^2,  |M| = N (h/2 - c/3)      where one end has lifted,

c = h/2 - g/|theta| being the length that carries. Both are gradients of one energy, and
the moment stays below N h/2. Flanks of pushbelt elements press so, and ring sets that
twist on their saddles.
"""

from __future__ import annotations

from typing import NamedTuple

from catena.jit import inline_kernel


class Line(NamedTuple):
    """What a line of contact does."""

    force: float  # [N]
    moment: float  # against its angle [N m]
    energy: float  # [J]
    share: float  # of its length that carries


@inline_kernel
def line_contact(k: float, h: float, gap: float, theta: float) -> Line:
    """Elastic force and moment of a line with a gap in its middle and an angle."""
    lean = 0.5 * h * abs(theta)  # 0 of a point
    if gap <= -lean:
        turned = k * h * h / 12.0 * theta
        return Line(-k * gap, -turned, 0.5 * (k * gap * gap + turned * theta), 1.0)
    if gap >= lean:
        return Line(0.0, 0.0, 0.0, 0.0)
    steep = abs(theta)
    c = 0.5 * h - gap / steep
    force = 0.5 * k / h * steep * c * c
    size = force * (0.5 * h - c / 3.0)
    moment = -size if theta > 0.0 else size
    return Line(force, moment, k / h * steep * steep * c * c * c / 6.0, c / h)
