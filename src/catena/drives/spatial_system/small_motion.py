"""Small motions of bodies in space about rest.

Coordinates are the centres of mass in the world and small turns about the axes of each
body. Elastic contacts that are closed are springs; rigid ones that press stay closed;
those that press and have friction stick.

A body that spins about an axis of symmetry looks the same at all times. Its turns
theta are then counted from axes that do not spin: with the angular momentum H = J_p
Omega a along its axis a, L = J theta' + H, and H turns with the body,

    J theta'' + theta' x H = moment
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from catena.bodies.free_spatial import place_pins
from catena.drives.spatial_system.plan import Plan, plan_of
from catena.drives.spatial_system.spec import Spec
from catena.dynamics.linearisation import Forces, PointRow, SmallMotion, pressed_gaps
from catena.dynamics.rest import at_rest
from catena.integrators.steps.spatial_system import fill_axes, fill_smooth_forces
from catena.numerics.arrays import Floats, Ints
from catena.numerics.rotations import fill_matrix
from catena.pairs.spheres.sphere_surface import sphere_gap
from catena.tables.spatial_bodies import FREE, BodySystem, BodyWork, body_work
from catena.tables.state import State

AXES = ("x", "y", "z", "turn_x", "turn_y", "turn_z")
CLOSED = 1e-9
"""Gap up to which a rigid contact counts as closed [m]."""
NEARLY = 1e-6
"""The same over the radius of its sphere: places of files are rounded."""
REACH = 0.02
"""Longest way of a step to rest [m, rad]."""
REMARKS = (
    "closed elastic contacts are linear springs; pressed rigid contacts stay closed, "
    "and stick where they have friction",
    "about bodies that stand still; forces and moments act as stated",
)
SPINNING = "about bodies that spin, and otherwise stand still; loads act as stated"
SLIDING = "a body that spins slides where it touches; its contact is taken as sticking"
SAME = 1e-6
"""Relative difference up to which moments of inertia, or forces, are the same."""


def turned(system: BodySystem, place: Floats, steps: Floats) -> Floats:
    """Poses (n, 7) after steps (n, 6): ways in the world, turns about own axes."""
    found = place.copy()
    found[:, :3] += steps[:, :3]
    angle = np.linalg.norm(steps[:, 3:], axis=1)
    share = 0.5 * np.sinc(angle / (2.0 * np.pi))[:, None]
    d, (a, b, c) = np.cos(0.5 * angle), (share * steps[:, 3:]).T
    w, x, y, z = place[:, 3:].T
    found[:, 3] = d * w - a * x - b * y - c * z
    found[:, 4] = d * x + a * w + c * y - b * z
    found[:, 5] = d * y + b * w + a * z - c * x
    found[:, 6] = d * z + c * w + b * x - a * y
    if (system.body.pin >= 0).any():
        R = np.zeros((len(place), 9))
        for i in range(len(place)):
            fill_matrix(found, i, R)
        place_pins(system, found, np.zeros((len(place), FREE)), R)
    return found


def small_motion(spec: Spec) -> SmallMotion:
    """Bodies of a specification at rest near their start."""
    return body_motion(plan_of(spec), spec.bodies)


def motion_at(spec: Spec, q: Floats) -> SmallMotion:
    """Bodies of a specification about poses, as if at rest."""
    plan = plan_of(spec)
    still = plan.start._replace(q=q.copy())
    return body_motion(replace(plan, start=still), spec.bodies, rest=False)


def body_motion(plan: Plan, names: list[str], *, rest: bool = True) -> SmallMotion:
    """The small motion about rest near the start, or about the start."""
    work = body_work(plan.system)
    made = _about(plan, names, plan.start.q, work)
    if not rest:
        return made
    still = np.zeros_like(made.u)
    weight = plan.system.body.mass * np.linalg.norm(plan.system.gravity)
    scale = max(float(np.abs(made.forces(made.q, still)).max()), float(weight.max()))
    found = at_rest(made, max(scale, 1e-9), REACH)
    if not found.reached:
        words = "no state of rest was found: about the start, which does not rest"
        return replace(made, remarks=(*made.remarks, words))
    steps = found.motion.q.reshape(-1, FREE).copy()
    steps[:, :3] -= plan.start.q[:, :3]
    again = _about(plan, names, turned(plan.system, plan.start.q, steps), work)
    said = f"force left {found.left:.2g} of {scale:.3g} N or N m"
    return replace(again, remarks=(*again.remarks, said))


def _about(plan: Plan, names: list[str], base: Floats, work: BodyWork) -> SmallMotion:
    """About poses, with the contacts that hold there."""
    system, n = plan.system, len(base)
    state = plan.start._replace(q=base.copy(), u=np.zeros((n, FREE)))

    def put(q: Floats) -> None:
        steps = q.reshape(n, FREE).copy()
        steps[:, :3] -= base[:, :3]
        state.q[:] = turned(system, base, steps)

    def forces(q: Floats, u: Floats) -> Floats:
        put(q)
        state.u[:] = u.reshape(n, FREE)
        fill_smooth_forces(system, state, work)
        return work.h.ravel().copy()

    q = np.zeros((n, FREE))
    q[:, :3] = base[:, :3]
    H, said = _momenta(plan, forces, q, names)
    body = system.body
    M = np.stack([body.mass] * 3 + [body.J_x, body.J_y, body.J_z], axis=1).ravel()
    labels = tuple(f"{name}.{axis}" for name in names for axis in AXES)

    def with_spin(q: Floats, u: Floats) -> Floats:
        h = forces(q, u).reshape(n, FREE)
        h[:, 3:] += np.cross(H, u.reshape(n, FREE)[:, 3:])
        return h.ravel()

    made = SmallMotion(
        with_spin if H.any() else forces, q.ravel(), np.zeros(FREE * n), M,
        system.M_inv.ravel() > 0.0, labels, lines=(_line(base),), remarks=said,
    )  # fmt: skip
    found = _with_contacts(system, made, state, work, put)
    spin = np.zeros((n, FREE))
    spin[H.any(axis=1), 3:] = plan.start.u[H.any(axis=1), 3:]
    if found.held.size and np.abs(found.held @ spin.ravel()).max() > SAME:
        return replace(found, remarks=(*found.remarks, SLIDING))
    return found


def _momenta(
    plan: Plan, forces: Forces, q: Floats, names: list[str]
) -> tuple[Floats, tuple[str, ...]]:
    """Angular momenta of spins along the axes of the bodies (n, 3), and remarks.

    Only of bodies whose own shape and whose surroundings do not change as they turn.
    """
    body, spin = plan.system.body, plan.start.u[:, 3:]
    J = np.stack([body.J_x, body.J_y, body.J_z], axis=1)
    H, said = np.zeros_like(spin), [REMARKS[0]]
    still = np.zeros(q.size)
    for i in np.flatnonzero(np.linalg.norm(spin, axis=1)):
        axis = int(np.argmax(np.abs(spin[i])))
        across = [k for k in range(3) if k != axis]
        turn = q.copy()
        turn[i, 3 + axis] += 1.0
        apart = forces(turn.ravel(), still) - forces(q.ravel(), still)
        size = 1.0 + np.abs(forces(q.ravel(), still)).max()
        if (
            np.abs(spin[i, across]).max() > SAME * abs(spin[i, axis])
            or abs(J[i, across[0]] - J[i, across[1]]) > SAME * J[i].max()
            or np.abs(apart).max() > SAME * size
        ):
            said.append(
                f"{names[i]} as if it stood still: it spins about no axis of symmetry, "
                "or its surroundings turn with it"
            )
        else:
            H[i] = J[i] * spin[i]
    return H, (*said, SPINNING if H.any() else REMARKS[1])


def _with_contacts(
    system: BodySystem,
    made: SmallMotion,
    state: State,
    work: BodyWork,
    put: Callable[[Floats], None],
) -> SmallMotion:
    """Contacts that hold at this state."""
    made.forces(made.q, made.u)
    count, rows = int(work.found[0]), work.row
    touching = {int(rows[i].touch): i for i in range(count) if rows[i].P > 0.0}
    touch = system.touch
    elastic = [k for k in touching if touch[k].rigid == 0]

    def gaps_of(which: Ints) -> Callable[[Floats], Floats]:
        def gaps(q: Floats) -> Floats:
            put(q)
            fill_axes(system, state, work)
            found = [sphere_gap(system, int(k), state.q, work.R)[0] for k in which]
            return np.array(found)

        return gaps

    every = np.arange(touch.size)
    radius = system.surface.radius[touch.a] if touch.size else np.zeros(0)
    near = gaps_of(every)(made.q) <= np.maximum(CLOSED, NEARLY * radius)
    closed = np.flatnonzero(near & (touch.rigid == 1))
    rigid = pressed_gaps(made, gaps_of, closed, np.ones(closed.size, dtype=bool))
    sticking = [k for k in (*elastic, *rigid) if touch[k].friction > 0.0]
    W = _slips(made, state, work, sticking)
    gaps = gaps_of(rigid) if rigid.size else None
    return replace(made, gaps=gaps, held=W)


def _slips(
    made: SmallMotion, state: State, work: BodyWork, sticking: list[int]
) -> Floats:
    """Both slips of contacts that stick, as directions of all velocities."""
    made.forces(made.q, made.u)
    found = []
    for i in range(int(work.found[0])):
        row = work.row[i]
        if row.touch in sticking:
            for e in (1, 2):
                W = np.zeros(state.u.shape)
                for part in range(row.parts):
                    own = slice(FREE * part, FREE * (part + 1))
                    W[work.who[i, part]] += work.J[i, e, own]
                found.append(W.ravel())
    return np.array(found).reshape(-1, state.u.size)


def _line(base: Floats) -> PointRow:
    """Centres of all bodies but the ground, in the plane where they spread most."""
    first, second = sorted(np.argsort(np.ptp(base[1:, :3], axis=0))[1:])
    bodies = FREE * np.arange(1, len(base))
    return PointRow("bodies", bodies + first, bodies + second)
