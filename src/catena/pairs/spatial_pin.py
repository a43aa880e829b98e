"""The pin of a pushbelt element in the hole of the one ahead, in space.

Either a play all round in the plane of the rear side ahead, or cones: the circle of the
tip touches the wall of the hole, the rim of the hole the side of the pin; where the
nearest way out is along the pin, its end and the rear side ahead touch.

Source: [Cebulla2014] 3.2.2, circle and frustum; angles of (6.5)-(6.7).
Deviation: where a circle touches is found to the first order in the angle between both
axes, its gap there exactly: forces differ from the gradient of the energy by the square
of that angle.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel
from catena.numerics.arrays import Floats
from catena.pairs.element_element import ElementFaces
from catena.pairs.spatial_neighbour import Relative, press_point
from catena.tables.blocks import Block


@inline_kernel
def hold_pin(
    plane: ElementFaces,
    o: Relative,
    body: Block,
    R: Floats,
    damping: Floats,
    who: tuple[int, int],
) -> tuple[float, float, float]:
    """Pin in the hole ahead, in the plane of its rear side; force, way out, energy."""
    p = (plane.front, plane.b_pin, 0.0)
    w_1, w_2, w_3 = p[0] - o.d_1, p[1] - o.d_2, -o.d_3
    off_2 = w_1 * o.n_1 + w_2 * o.n_2 + w_3 * o.n_3 - plane.b_pin
    off_3 = w_1 * o.b_1 + w_2 * o.b_2 + w_3 * o.b_3
    off = math.sqrt(off_2 * off_2 + off_3 * off_3)
    if plane.cones.length > 0.0:
        tip = press_tip(plane, o, body, R, damping, who)
        rim = press_rim(plane, o, body, R, damping, who)
        return tip[0] + rim[0], off, tip[1] + rim[1]
    gap = plane.pin_play - off
    if not gap < 0.0:
        return 0.0, off, 0.0
    n_2, n_3 = off_2 / off, off_3 / off  # along the axes ahead
    n = (
        n_2 * o.n_1 + n_3 * o.b_1, n_2 * o.n_2 + n_3 * o.b_2,
        n_2 * o.n_3 + n_3 * o.b_3,
    )  # fmt: skip
    force = press_point(plane.pin, gap, o, body, R, damping, who, (p, n))
    return force, off, 0.5 * plane.pin.k * gap * gap


@inline_kernel
def press_tip(
    plane: ElementFaces,
    o: Relative,
    body: Block,
    R: Floats,
    damping: Floats,
    who: tuple[int, int],
) -> tuple[float, float]:
    """Circle of the pin's tip in the conical hole ahead: force and energy.

    It touches where it is off the axis of the hole, and deepest in it where its plane
    leans: f(phi) = (e + tan(alpha) r slope) . n(phi) to the first order.
    """
    cones, r = plane.cones, plane.cones.tip
    a = plane.front + cones.length
    w_1, w_2, w_3 = a - o.d_1, plane.b_pin - o.d_2, -o.d_3
    lean = cones.sin_h / cones.cos_h * r
    off_2 = w_1 * o.n_1 + w_2 * o.n_2 + w_3 * o.n_3 - plane.b_pin + lean * o.t_2
    off_3 = w_1 * o.b_1 + w_2 * o.b_2 + w_3 * o.b_3 + lean * o.t_3
    c, s = unit(off_2 * o.n_2 + off_3 * o.b_2, off_2 * o.n_3 + off_3 * o.b_3)
    p = (a, plane.b_pin + r * c, r * s)
    w_1, w_2, w_3 = p[0] - o.d_1, p[1] - o.d_2, p[2] - o.d_3
    deep = w_1 * o.t_1 + w_2 * o.t_2 + w_3 * o.t_3 + plane.rear
    high = w_1 * o.n_1 + w_2 * o.n_2 + w_3 * o.n_3 - plane.b_pin
    beside = w_1 * o.b_1 + w_2 * o.b_2 + w_3 * o.b_3
    gap = cones.cos_h * (cones.entry - math.sqrt(high * high + beside * beside))
    gap -= cones.sin_h * deep
    c, s = unit(high, beside)
    c, s, t = cones.cos_h * c, cones.cos_h * s, cones.sin_h
    if gap < -deep:
        gap, c, s, t = -deep, 0.0, 0.0, 1.0
    if not gap < 0.0:
        return 0.0, 0.0
    n = (
        t * o.t_1 + c * o.n_1 + s * o.b_1, t * o.t_2 + c * o.n_2 + s * o.b_2,
        t * o.t_3 + c * o.n_3 + s * o.b_3,
    )  # fmt: skip
    force = press_point(plane.pin, gap, o, body, R, damping, who, (p, n))
    return force, 0.5 * plane.pin.k * gap * gap


@inline_kernel
def press_rim(
    plane: ElementFaces,
    o: Relative,
    body: Block,
    R: Floats,
    damping: Floats,
    who: tuple[int, int],
) -> tuple[float, float]:
    """Rim of the hole ahead on the conical pin: force and energy, as for the tip."""
    cones, r, rear = plane.cones, plane.cones.entry, plane.rear
    lean = cones.sin_p / cones.cos_p * r
    off_2 = o.d_2 - rear * o.t_2 + plane.b_pin * (o.n_2 - 1.0) + lean * o.n_1
    off_3 = o.d_3 - rear * o.t_3 + plane.b_pin * o.n_3 + lean * o.b_1
    c, s = unit(-off_2 * o.n_2 - off_3 * o.n_3, -off_2 * o.b_2 - off_3 * o.b_3)
    h, z = plane.b_pin + r * c, r * s  # on the element ahead
    p = (
        o.d_1 - rear * o.t_1 + h * o.n_1 + z * o.b_1,
        o.d_2 - rear * o.t_2 + h * o.n_2 + z * o.b_2,
        o.d_3 - rear * o.t_3 + h * o.n_3 + z * o.b_3,
    )
    deep, high = p[0] - plane.front, p[1] - plane.b_pin
    gap = cones.cos_p * (math.sqrt(high * high + p[2] * p[2]) - cones.base)
    gap += cones.sin_p * deep
    c, s = unit(high, p[2])
    n = (cones.sin_p, cones.cos_p * c, cones.cos_p * s)
    if gap < deep - cones.length:
        gap, n = deep - cones.length, (1.0, 0.0, 0.0)
    if not gap < 0.0:
        return 0.0, 0.0
    force = press_point(plane.pin, gap, o, body, R, damping, who, (p, n))
    return force, 0.5 * plane.pin.k * gap * gap


@inline_kernel
def unit(a: float, b: float) -> tuple[float, float]:
    """The direction (a, b), upwards if there is none."""
    size = math.sqrt(a * a + b * b)
    return (a / size, b / size) if size > 0.0 else (1.0, 0.0)
