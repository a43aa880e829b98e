"""Gap and directions of one candidate: the only branch on the pair of contours."""

from __future__ import annotations

from catena.bodies.rigid_planar import lever
from catena.codes import NormalLaw
from catena.contact.kinematics.circle_circle import circle_circle
from catena.contact.kinematics.circle_line import Geometry, circle_line
from catena.contact.kinematics.circle_profile import circle_profile
from catena.contact.kinematics.circle_surface import circle_surface
from catena.contact.kinematics.pin import pin
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.candidates import Affines, Profiles
from catena.tables.pairs import PairKind

CIRCLE_LINE = int(PairKind.CIRCLE_LINE)
CIRCLE_CIRCLE = int(PairKind.CIRCLE_CIRCLE)
CIRCLE_IN_CIRCLE = int(PairKind.CIRCLE_IN_CIRCLE)
CIRCLE_PROFILE = int(PairKind.CIRCLE_PROFILE)
CIRCLE_SURFACE = int(PairKind.CIRCLE_SURFACE)
PIN_X = int(PairKind.PIN_X)
PIN_Y = int(PairKind.PIN_Y)
POINT_FACE = int(PairKind.POINT_FACE)
JOURNAL_TURN = int(PairKind.JOURNAL_TURN)
AFFINE = int(PairKind.AFFINE)
CIRCLE_ROD = int(PairKind.CIRCLE_ROD)
GIVEN = int(NormalLaw.GIVEN)
BILATERAL = int(NormalLaw.BILATERAL)
MAXWELL = int(NormalLaw.MAXWELL)


@lean_kernel
def takes_part(law_N: int, g_N: float) -> bool:
    """Whether a row acts in this step.

    It does when closed, when of a kind that never opens, and when its neighbours on
    an elastic body may press it shut.
    """
    if g_N <= 0.0:
        return True
    return law_N == BILATERAL or law_N == GIVEN or law_N == MAXWELL


@lean_kernel
def contour_geometry(
    kind: int,
    pose: Floats,
    a: int,
    b: int,
    par: Floats,
    i: int,
    profiles: Profiles,
    j: int,
) -> tuple[Geometry, int]:
    """Gap, direction and contact points of candidate i, and the key of its points."""
    if kind == CIRCLE_LINE:
        return circle_line(pose, a, b, par, i), 0
    if kind == CIRCLE_CIRCLE:
        return circle_circle(pose, a, b, par, i, 1.0), 0
    if kind == CIRCLE_IN_CIRCLE:
        return circle_circle(pose, a, b, par, i, -1.0), 0
    if kind == CIRCLE_PROFILE:
        return circle_profile(pose, a, b, par, i, profiles, j)
    if kind == CIRCLE_SURFACE:
        return circle_surface(pose, a, b, par, i), 0
    if kind == PIN_X:
        return pin(pose, a, b, par, i, 1.0, 0.0), 0
    if kind == PIN_Y:
        return pin(pose, a, b, par, i, 0.0, 1.0), 0
    return (par[i, 3], 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), 0


@lean_kernel
def has_contours(kind: int) -> bool:
    """Whether a pair has a contour on each of two rigid bodies."""
    return kind < POINT_FACE or kind == CIRCLE_SURFACE


@lean_kernel
def affine_gap(affines: Affines, j: int, q: Floats) -> float:
    """Gap linear in the coordinates [m]."""
    value = float(affines.g_0[j])
    for k in range(affines.dof.shape[1]):
        if affines.dof[j, k] < 0:
            break
        value += affines.W_N[j, k] * q[affines.dof[j, k]]
    return value


@lean_kernel
def put_direction(
    W: Floats, i: int, column: int, d_x: float, d_y: float, r_x: float, r_y: float
) -> None:
    """Write the direction d at the lever r of the body whose entries start there."""
    # a body that is not listed there, such as the ground, has no entries
    if column < 0:
        return
    W[i, column] = d_x
    W[i, column + 1] = d_y
    W[i, column + 2] = r_x * d_y - r_y * d_x


@lean_kernel
def put_tangential(
    W: Floats,
    i: int,
    t: int,
    column: int,
    d_x: float,
    d_y: float,
    r_x: float,
    r_y: float,
) -> None:
    """The same for tangent t."""
    if column < 0:
        return
    W[i, t, column] = d_x
    W[i, t, column + 1] = d_y
    W[i, t, column + 2] = r_x * d_y - r_y * d_x


@lean_kernel
def put_normal(W_N: Floats, i: int, at_a: int, at_b: int, geometry: Geometry) -> None:
    """Write the normal direction of row i: A opens along n, B against it."""
    _, n_x, n_y, a_x, a_y, b_x, b_y = geometry
    put_direction(W_N, i, at_a, n_x, n_y, a_x, a_y)
    put_direction(W_N, i, at_b, -n_x, -n_y, b_x, b_y)


@lean_kernel
def put_tangent(W_T: Floats, i: int, at_a: int, at_b: int, geometry: Geometry) -> None:
    """Write the tangent of row i: the sliding of A over B, n turned clockwise."""
    _, n_x, n_y, a_x, a_y, b_x, b_y = geometry
    put_tangential(W_T, i, 0, at_a, n_y, -n_x, a_x, a_y)
    put_tangential(W_T, i, 0, at_b, -n_y, n_x, b_x, b_y)


@lean_kernel
def put_face_tangents(
    W_T: Floats, i: int, at_a: int, at_b: int, pose: Floats, a: int, b: int, par: Floats
) -> None:
    """Write two tangents of a point of A pressed on the face of B.

    par: point x, y on body A, -, gap (negative: pressed in).
    """
    a_x, a_y = lever(pose, a, par[i, 0], par[i, 1])
    b_x = pose[a, 0] + a_x - pose[b, 0]
    b_y = pose[a, 1] + a_y - pose[b, 1]
    put_tangential(W_T, i, 0, at_a, 1.0, 0.0, a_x, a_y)
    put_tangential(W_T, i, 0, at_b, -1.0, 0.0, b_x, b_y)
    put_tangential(W_T, i, 1, at_a, 0.0, 1.0, a_x, a_y)
    put_tangential(W_T, i, 1, at_b, 0.0, -1.0, b_x, b_y)


@lean_kernel
def put_turn(W_T: Floats, i: int, at_a: int, at_b: int, radius: float) -> None:
    """Write the turning of a journal bearing as sliding at its pin radius."""
    if at_a >= 0:
        W_T[i, 0, at_a + 2] = radius
    if at_b >= 0:
        W_T[i, 0, at_b + 2] = -radius


@lean_kernel
def put_affine(
    W_N: Floats, W_T: Floats, i: int, affine_N: Floats, affine_T: Floats, j: int
) -> None:
    """Write the constant directions of a gap linear in the coordinates."""
    for k in range(W_N.shape[1]):
        W_N[i, k] = affine_N[j, k]
        W_T[i, 0, k] = affine_T[j, k]
