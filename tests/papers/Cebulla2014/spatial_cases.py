"""Revolutions of a belt in space that continues a planar one, and of that one."""

from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.spatial.build import build_spatial
from catena.drives.pushbelt_cvt.spatial.plan import spatial_system_of
from catena.drives.pushbelt_cvt.spatial.start import lifted_state
from catena.integrators.steps.pulley_samples import Pulley
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_samples import (
    Element,
    Knot,
    Total,
    empty_samples,
)
from catena.integrators.steps.pushbelt_tables import work_for
from catena.integrators.steps.spatial_pushbelt import advance_spatial_belt
from catena.integrators.steps.spatial_pushbelt_samples import (
    Sheave,
    SpatialElement,
    SpatialKnot,
    empty_spatial_samples,
)
from catena.integrators.steps.spatial_pushbelt_tables import spatial_work_for

EVERY = 10
MED = (1.0, "74.58 N m", "10520 N")


@dataclass(frozen=True)
class Round:
    """Means over one revolution."""

    thrust: float
    speed: float
    """Of the secondary pulley [rad/s]."""
    push: float
    """Mean of the largest force between elements [N]."""
    torque: np.ndarray
    """Of the belt on the secondary pulley, over time [N m]."""
    axial: np.ndarray
    """On the primary over time [N], thrust over time is it over the clamping."""
    sheaves: np.ndarray
    """On the four sheaves [N]."""
    tension: np.ndarray
    """Of the left and right ring set, mean of the last snapshot [N]."""
    z: np.ndarray
    """Places across of elements in both pulleys, snapshots in the second half [m]."""
    z_most: float
    roll_most: float
    offset: float
    """Largest offset of a ring set, snapshots in the second half [m]."""


UNLOADED = (("grooves", "unloaded"), ("ring_tension", 2600.0))
"""Start of the other program: grooves that have not given way, rings at 2600 N."""


def drive(setting, elements, spatial, step, flank="extended", start=(), tolerance=0.1):
    ratio, torque, force = setting
    return {
        "drive": "pushbelt_cvt", "variator": "study", "fidelity": "spatial",
        "belt": {"element_count": elements}, "ring": {"span_count": 55},
        "enhancements": {"flank": flank},
        "spatial": {"ring_position": "7.1 mm", "rocking_arm": "8 mm", **dict(spatial)},
        "boundary": {"primary_speed": "2000 rpm", "secondary_torque": torque,
                     "secondary_force": force},
        "start": {"ratio": ratio, **dict(start)},
        "solve": {"step": step, "tolerance": tolerance},
    }  # fmt: skip


@cache
def rounds(setting=MED, elements=110, spatial=(), step=2e-6, revolutions=1, **changes):
    """Means after two revolutions: of the planar belt going on, and of the other."""
    made = build_spatial(spec_from(drive(setting, elements, spatial, step, **changes)))
    plane, system = made.systems
    state, work, rows = settled(made)
    space = made.placed.space
    lifted = lifted_state(made.placed.plane, plane, state, system, space)
    rows = revolutions * rows - (revolutions * rows) % 20
    flat = empty_samples(rows, 1, plane)
    assert advance(plane, state, work, step, EVERY, flat)[0] == 0
    axial = flat.pulley[:, Pulley.AXIAL]
    planar = (
        Round(
            *_thrust(axial), flat.pulley[:, Pulley.SPEED, 1].mean(),
            flat.total[:, Total.PUSH].mean(),
            flat.pulley[:, Pulley.TORQUE, 1], axial[:, 0], np.zeros(4),
            np.zeros(2), np.zeros(1), 0.0, 0.0, 0.0,
        )
    )  # fmt: skip
    return planar, _in_space(made, system, lifted, rows)


def settled(made):
    """The planar twin after two revolutions, its scratch, and samples of one."""
    plane, step = made.systems[0], made.pace.step
    state, work = deepcopy(made.starts[0]), work_for(plane)
    rows = round(made.placed.plane.revolution / (EVERY * step))
    advance(plane, state, work, step, 2 * rows * EVERY, empty_samples(1, 1, plane))
    return state, work, rows


def _in_space(made, system, lifted, rows):
    room = spatial_work_for(system, made.placed.space.friction_across)
    seen = empty_spatial_samples(rows, 20, system)
    step = made.pace.step
    assert advance_spatial_belt(system, lifted, room, step, EVERY, seen)[0] == 0
    return _round(seen, made.placed.data.centre_distance)


@cache
def rattling_twin(spatial=(), revolutions=1, flank="extended", disturbance=1e-6):
    """Means of the belt in space between the symmetric sheaves of the planar twin.

    Its elements are disturbed across at the start [m], so that they leave the plane.
    """
    made = build_spatial(spec_from(drive(MED, 110, spatial, 2e-6, flank)))
    plane, placed = made.systems[0], made.placed.plane
    state, _, rows = settled(made)
    space = replace(made.placed.space, loose=None, planes=(0.0, 0.0))
    system = spatial_system_of(placed.data, space, plane.sweeps)
    lifted = lifted_state(placed, plane, state, system, space)
    n, noise = system.elements, np.random.default_rng(1).standard_normal
    lifted.q[2 : 7 * n : 7] += disturbance * noise(n)
    rows = revolutions * rows - (revolutions * rows) % 20
    return _in_space(made, system, lifted, rows)


def _thrust(axial):
    mean = axial.mean(axis=0)
    return (float(mean[0] / mean[1]),)


def _round(seen, distance):
    axial, ring = seen.pulley[:, Pulley.AXIAL], seen.ring[-1]
    both, more = ring[Knot.TENSION].mean(), ring[SpatialKnot.TENSION_MORE].mean()
    x, z = seen.element[10:, Element.X], seen.element[10:, SpatialElement.Z]
    wrapped = (x < -0.01) | (x > distance + 0.01)
    return Round(
        *_thrust(axial), seen.pulley[:, Pulley.SPEED, 1].mean(),
        seen.total[:, Total.PUSH].mean(), seen.pulley[:, Pulley.TORQUE, 1],
        axial[:, 0],
        seen.sheave[:, Sheave.AXIAL].mean(axis=0),
        0.5 * np.array([both - more, both + more]), z[wrapped],
        float(np.abs(z).max()),
        float(np.abs(seen.element[:, SpatialElement.ROLL]).max()),
        float(np.abs(seen.element[10:, SpatialElement.OFFSET_LEFT]).max()),
    )  # fmt: skip
