"""Small spatial systems for tests."""

from __future__ import annotations

import numpy as np

from catena.couplings.tensioner import TENSIONER
from catena.numerics.records import table
from catena.numerics.rotations import quaternion_of
from catena.tables.contour import Contour
from catena.tables.spatial import (
    ARM,
    FACET,
    JOINT,
    LINK,
    RAIL,
    ROLLER,
    SUPPORT,
    WHEEL,
    Laws,
    SpatialChain,
    state_for,
)

PITCH = 0.0127
LINK_MASS, ROLLER_MASS, SPIN, TILT = 2.2e-3, 0.5e-3, 6.25e-9, 3.6e-9
INERTIA = np.array([2.5e-8, 8e-8, 7e-8])


def laws(**changed):
    """Laws without gravity, at rest."""
    base = {
        "tooth": np.array([5e7, 50.0, 0.1]),
        "side": np.array([5e6, 10.0, 0.12]),
        "rail": np.array([5e6, 20.0, 0.1]),
        "slip_speed": np.array([0.05]),
        "gravity": np.zeros(3),
        "motion": np.zeros((1, 2)),
    }
    return Laws(**{**base, **changed})


def chain(links=4, stiffness=0.0, tilt=0.0, wheels=0, **changed):
    """A ring of bush and pin links in turn; without stiffness all are free."""
    i = np.arange(links)
    inner = i % 2 == 0
    added = np.array([2 * TILT, 2 * TILT, 0.0])
    J = np.where(inner[:, None], INERTIA + added, 1.4 * INERTIA)
    first = i % 2 == 1
    after = (i + 1) % links
    half = 0.5 * PITCH
    return SpatialChain(
        table(LINK, links, mass=np.where(inner, LINK_MASS, 3.4e-3),
              rollers=np.where(inner, 2, 0), J_x=J[:, 0],
              J_y=J[:, 1], J_z=J[:, 2], half=half, width_rear=1.65e-3,
              width_front=1.65e-3,
              sample=2.5e-3, reach=4.2e-3),
        table(JOINT, links, pin=np.where(first, i, after),
              bush=np.where(first, after, i), pin_x=np.where(first, half, -half),
              bush_x=np.where(first, -half, half), k_x=stiffness, k_y=stiffness,
              k_z=0.01 * stiffness, k_rx=2.0 * tilt, k_ry=tilt, slip_speed=1e-3,
              pin_radius=2.1e-3),
        table(ROLLER, links, link=2 * (i // 2), x=np.where(first, half, -half),
              mass=ROLLER_MASS, J=SPIN, radius=4e-3, bush_radius=3e-3,
              clearance=1e-4, modulus=1.1374e11, length=3.3e-3, damping=0.0),
        table(WHEEL, wheels, arm=-1, support=-1, load_speed=1.0, inertia=1e-3),
        table(ARM, 0),
        table(TENSIONER, 0),
        table(SUPPORT, 0),
        table(FACET, 0),
        table(RAIL, 0),
        Contour(np.zeros(0, dtype=np.int64), np.zeros((0, 6))),
        laws(**changed),
    )  # fmt: skip


def random_rotation(draws):
    """A rotation matrix."""
    q, _ = np.linalg.qr(draws.normal(size=(3, 3)))
    return q * np.sign(np.linalg.det(q))


def random_state(system, seed, spin=200.0):
    """Links far apart, everything in motion, rollers centred."""
    draws = np.random.default_rng(seed)
    n, r = len(system.link), len(system.roller)
    state = state_for(system)
    axes = np.array([random_rotation(draws) for _ in range(n)])
    state.link_q[:, :3] = draws.normal(size=(n, 3))
    state.link_q[:, 3:] = quaternion_of(axes)
    state.link_u[:, :3] = draws.normal(size=(n, 3))
    state.link_u[:, 3:] = 30.0 * draws.normal(size=(n, 3))
    own = np.einsum("nji,nj->ni", axes, state.link_u[:, :3])
    i = system.roller.link
    state.roller_u[:, 0] = own[i, 0] + 0.1 * draws.normal(size=r)
    state.roller_u[:, 1] = own[i, 1] + state.link_u[i, 5] * system.roller.x
    state.roller_u[:, 1] += 0.1 * draws.normal(size=r)
    state.roller_u[:, 2] = spin * draws.normal(size=r)
    return state
