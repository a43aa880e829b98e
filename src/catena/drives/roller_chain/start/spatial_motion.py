"""Small motions of a chain in space at rest under its loads.

Coordinates are displacements of the velocities a step takes: links move and turn in the
world, rollers move along the axes their link has at rest, wheels, arms and elastic
bearings as they are. Nothing rubs: a running chain slides sideways on its teeth too,
and the strand between offset sprockets is the softer for it (27.8 Hz of the bicycle's
wheel in motion, 28.2 Hz here, 37.5 Hz if rollers stuck). Only where no plate touches a
tooth, as in line, rollers that press on teeth hold the chain sideways; motions in the
plane do not notice. The spin of rollers meets no force and is left out.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.linalg import block_diag

from catena.codes import Status
from catena.drives.roller_chain.spatial.layout import SpatialLayout, layout_of
from catena.drives.roller_chain.spatial.start import held, laid_state, settle
from catena.drives.roller_chain.spatial.tables import sense_of, system_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.dynamics.linearisation import PointRow, SmallMotion
from catena.errors import SolverError
from catena.integrators.spatial_explicit import fill_smooth_forces
from catena.integrators.spatial_implicit import advance_spatial, fill_masses
from catena.numerics.arrays import Bools, Floats
from catena.numerics.quaternions import axes_of
from catena.numerics.rotations import turn_quaternion
from catena.tables.checkpoint import copied
from catena.tables.spatial import (
    MOTIONS,
    ContactKind,
    SpatialChain,
    SpatialState,
    SpatialWork,
    work_for,
)

STILL = 1e-4
"""Force left over the largest one that counts as rest."""
LOAD_TIME, LOAD_STEP, LOAD_DRAG = 0.3, 2e-5, 200.0
"""Time in which the chain gives way to its loads [s], step, and drag meanwhile."""
REMARKS = (
    "at rest under gravity and the loads at full size, the driver held",
    "closed contacts are linear springs and nothing rubs; rollers without a tooth that "
    "presses on them go with their bushes",
)
HELD = "no plate touches a tooth: rollers that press on teeth do not slide sideways"


def spatial_motion(spec: Spec) -> SmallMotion:
    """The chain at rest in space.

    Raises:
        SolverError: It does not settle, or finds no rest under its loads.
    """
    placed = layout_of(spec)
    system = system_of(spec, placed)
    state, work = laid_state(spec, placed, system), work_for(system)
    settle(spec, placed, system, state, work)
    still = _still(spec, placed, system)
    work = work_for(still)  # which knows that nothing rubs
    steps = round(LOAD_TIME / LOAD_STEP)
    if advance_spatial(still, state, work, LOAD_STEP, steps, LOAD_DRAG) != Status.OK:
        raise SolverError("chain: the loads tear it off its sprockets in space")
    largest, left = float(np.abs(work.force[:, 0]).max()), _left(still, state)
    words = f"largest link force {largest:.4g} N, force left {left:.2g} N"
    if not left <= STILL * largest:
        raise SolverError(f"chain: no rest under its loads in space, {words}")
    state = state._replace(
        link_u=np.zeros_like(state.link_u),
        roller_u=np.zeros_like(state.roller_u),
        border_u=np.zeros_like(state.border_u),
    )
    motion = _motion(spec, _with_loose_rollers(still, work), state)
    remarks = (*REMARKS, words) if _guided(work) else (*REMARKS, HELD, words)
    return replace(motion, remarks=remarks)


def _left(system: SpatialChain, state: SpatialState) -> float:
    """Force that still moves a link against the drag, the largest [N]."""
    speed = np.abs(state.link_u[:, :3]).max(axis=1)
    return float((LOAD_DRAG * system.link.mass * speed).max())


def _still(spec: Spec, placed: SpatialLayout, system: SpatialChain) -> SpatialChain:
    """The same drive at rest: driver held, loads as torques, nothing rubs."""
    laws = system.laws
    without = [law * (1.0, 1.0, 0.0) for law in (laws.tooth, laws.side, laws.rail)]
    wheel = held(system.wheel, spec.leader)
    wheel.torque[:], wheel.load[:] = wheel.torque - sense_of(placed) * wheel.load, 0.0
    joint, roller = system.joint.copy(), system.roller.copy()
    joint["friction"], roller["friction"] = 0.0, 0.0
    return system._replace(
        wheel=wheel,
        joint=joint.view(np.recarray),
        roller=roller.view(np.recarray),
        laws=laws._replace(
            tooth=without[0],
            side=without[1],
            rail=without[2],
            motion=np.zeros((1, 2)),
        ),
    )


def _with_loose_rollers(system: SpatialChain, work: SpatialWork) -> SpatialChain:
    """The same drive; rollers that no tooth presses on go with their bushes."""
    loose = np.ones(len(system.roller), dtype=np.bool_)
    pressed = _pressed(work, ContactKind.TOOTH)
    loose[[work.contact[k].roller for k in pressed]] = False
    roller = system.roller.copy().view(np.recarray)
    roller.concentric[loose] = 1
    return system._replace(roller=roller)


def _pressed(work: SpatialWork, kind: int) -> list[int]:
    """Rows of closed contacts of a kind."""
    rows = work.contact[: int(work.found[0])]
    return np.flatnonzero((rows.kind == kind) & (rows.f > 0.0)).tolist()


def _guided(work: SpatialWork) -> bool:
    """Whether plates touch teeth or side walls."""
    return any(_pressed(work, kind) for kind in (ContactKind.SIDE, ContactKind.WALL))


def _state_at(system: SpatialChain, base: SpatialState, q: Floats) -> SpatialState:
    """The state at coordinates: of a link its place and turn from the base."""
    n, r = len(system.link), len(system.roller)
    state: SpatialState = copied(base)
    moved = q[: 6 * n].reshape(n, 6)
    state.link_q[:, :3] = moved[:, :3]
    for i in np.flatnonzero(moved[:, 3:].any(axis=1)).tolist():
        turn_quaternion(state.link_q, i, *moved[i, 3:])
    own, axes = system.roller.link, axes_of(base.link_q[:, 3:])
    at = base.roller_q * (1.0, 1.0, 0.0)
    at[:, 0] += system.roller.x
    at[:, :2] += q[6 * n : 6 * n + 3 * r].reshape(r, 3)[:, :2]
    at = base.link_q[own, :3] + np.einsum("rab,rb->ra", axes[own], at)
    at -= state.link_q[own, :3]
    seen = np.einsum("rba,rb->ra", axes_of(state.link_q[own, 3:]), at)
    free = system.roller.concentric == 0
    state.roller_q[free, 0] = seen[free, 0] - system.roller.x[free]
    state.roller_q[free, 1] = seen[free, 1]
    state.border_q[:] = q[6 * n + 3 * r :]
    return state


def _motion(spec: Spec, system: SpatialChain, base: SpatialState) -> SmallMotion:
    """Forces without friction, masses and names."""
    n, r = len(system.link), len(system.roller)
    work = work_for(system)
    fill_masses(system, base, work)
    own = [np.diag([row.mass or 1.0, row.mass or 1.0, row.J]) for row in system.roller]
    axes = axes_of(base.link_q[:, 3:])
    blocks = [*_in_world(axes, work.D), *own, work.B[6:, 6:].copy()]
    masses = np.diag(blocks[-1]).copy()

    def forces(q: Floats, u: Floats) -> Floats:
        state = _state_at(system, base, q)
        _set_speeds(system, state, u)
        fill_smooth_forces(system, state, work)
        border = masses * (work.rhs_border[6:] - state.border_u)
        found = work.rhs_link.reshape(n, 2, 3)
        link = np.einsum("iab,ieb->iea", axes_of(state.link_q[:, 3:]), found)
        return np.concatenate([link.ravel(), work.rhs_roller.ravel(), border])

    places = np.concatenate([base.link_q[:, :3], np.zeros((n, 3))], axis=1)
    q = np.concatenate([places.ravel(), np.zeros(3 * r), base.border_q])
    forces(q, np.zeros(q.size))
    links = 6 * np.arange(n)
    return SmallMotion(
        forces,
        q,
        np.zeros(q.size),
        block_diag(*blocks),
        _free(system),
        _names(spec, system),
        np.concatenate(
            [_sideways(system, work, axes, q.size), _followed(system, base, q.size)]
        ),
        lines=(PointRow("chain", links, links + 1, closed=True),),
    )


def _set_speeds(system: SpatialChain, state: SpatialState, u: Floats) -> None:
    """Links turn in the world; in the state about their own axes."""
    n, r = len(system.link), len(system.roller)
    moved, axes = u[: 6 * n].reshape(n, 6), axes_of(state.link_q[:, 3:])
    state.link_u[:, :3] = moved[:, :3]
    state.link_u[:, 3:] = np.einsum("iba,ib->ia", axes, moved[:, 3:])
    state.roller_u[:] = u[6 * n : 6 * n + 3 * r].reshape(r, 3)
    state.border_u[:] = u[6 * n + 3 * r :]


def _free(system: SpatialChain) -> Bools:
    """Which coordinates may move: no held wheel, no spin, no roller without mass."""
    n, r = len(system.link), len(system.roller)
    rollers = np.zeros((r, 3), dtype=np.bool_)
    rollers[:, :2] = (system.roller.mass > 0.0)[:, None]
    supports = np.ones((len(system.support), MOTIONS), dtype=np.bool_)
    supports[:, 2] = system.support.axial > 0
    supports[:, 3:] = (system.support.tilting > 0)[:, None]
    return np.concatenate(
        [
            np.ones(6 * n, dtype=np.bool_),
            rollers.ravel(),
            system.wheel.held == 0,
            np.ones(len(system.arm), dtype=np.bool_),
            supports.ravel(),
        ]
    )


def _in_world(axes: Floats, blocks: Floats) -> list[Floats]:
    """Blocks of links, (n, 6, 6), turned from their own axes into the world."""
    turn = np.zeros((len(axes), 6, 6))
    turn[:, :3, :3], turn[:, 3:, 3:] = axes, axes
    return list(np.einsum("iab,ibc,idc->iad", turn, blocks, turn))


def _sideways(
    system: SpatialChain, work: SpatialWork, axes: Floats, size: int
) -> Floats:
    """Slips along the axes of rollers that press on teeth, (m, size).

    None where plates guide the chain.
    """
    pressed = [] if _guided(work) else _pressed(work, ContactKind.TOOTH)
    links, border = 6 * len(system.link), 6 * len(system.link) + 3 * len(system.roller)
    W = np.zeros((len(pressed), size))
    for w, k in zip(W, pressed, strict=True):
        row, J = work.contact[k], work.J[k, 2]
        own = axes[row.link] @ J[:6].reshape(2, 3).T
        w[6 * row.link : 6 * row.link + 6] = own.T.ravel()
        w[links + 3 * row.roller : links + 3 * row.roller + 3] = J[6:9]
        for column, own in ((row.wheel, J[9:10]), (row.arm, J[10:11]),
                            (row.support, J[11:16])):  # fmt: skip
            if column >= 0:
                at = border + column - 6
                w[at : at + own.size] = own
    return W


def _followed(system: SpatialChain, base: SpatialState, size: int) -> Floats:
    """Ways of loose rollers against their bushes, (m, size)."""
    loose = np.flatnonzero((system.roller.concentric > 0) & (system.roller.mass > 0.0))
    axes, first = axes_of(base.link_q[:, 3:]), 6 * len(system.link)
    W = np.zeros((2 * loose.size, size))
    for k, r in enumerate(loose):
        i, at = system.roller[r].link, base.roller_q[r, :2].copy()
        at[0] += system.roller[r].x
        x, y, z = axes[i].T
        for w, t, turn, a in ((W[2 * k], x, -at[1], 0), (W[2 * k + 1], y, at[0], 1)):
            w[first + 3 * r + a] = 1.0
            w[6 * i : 6 * i + 3] = -t
            w[6 * i + 3 : 6 * i + 6] = -turn * z
    return W


def _names(spec: Spec, system: SpatialChain) -> tuple[str, ...]:
    """One name per coordinate."""
    axes = ("x", "y", "z", "turn_x", "turn_y", "turn_z")
    links = [f"link[{k}].{a}" for k in range(len(system.link)) for a in axes]
    own = [
        f"roller[{k}].{a}"
        for k in range(len(system.roller))
        for a in ("x", "y", "spin")
    ]
    wheels = [f"{part.name}.angle" for part in spec.sprocket]
    arms = [f"{part.name}.angle" for part in spec.arm]
    guides = [f"{part.name}.angle" for part in spec.guide if part.tensioner is not None]
    bearings = [
        f"{part.name}.{a}"
        for part in spec.sprocket
        if part.bearing is not None
        for a in axes[:MOTIONS]
    ]
    return (*links, *own, *wheels, *arms, *guides, *bearings)
