"""Sprockets, guides and shafts of a specification as tables for the kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.couplings.bearing import BEARING
from catena.couplings.imposed import LOAD, SPEED, WAVE, Imposed
from catena.couplings.mount import MOUNT
from catena.couplings.shaft import SHAFT
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.layout.tensioner_push import push_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.spec.wheels import SprocketPart
from catena.drives.wheel_boundary.tables import course_of
from catena.drives.wheel_boundary.words import DriveTorque, SpeedMotion
from catena.geometry.paths.path import Wheel
from catena.integrators.planar_chain.tables import ROTOR, Part
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table


class RotorTables(NamedTuple):
    """Rows and masses of all rotors: sprockets, then guides, then ends of shafts."""

    rotors: Rows  # ROTOR
    M: Floats  # (3, r)
    M_inv: Floats  # (3, r)
    off: Floats  # (2, sprockets)  centre of the teeth seen from the body's [m]
    bearings: Rows
    mounts: Rows
    shafts: Rows
    imposed: Imposed


def rotor_tables(spec: Spec, layout: Layout) -> RotorTables:
    """Sprockets, then guides, then the far ends of shafts."""
    n, sprockets = layout.placement.link_count, len(spec.sprocket)
    ends = [j for j, part in enumerate(spec.sprocket) if part.shaft is not None]
    base = sprockets + len(spec.guide)
    rotors = table(ROTOR, base + len(ends), speed=-1, load=-1, shaft=-1, mount=-1)
    rotors.body, rotors.sense = n + np.arange(rotors.size), 1.0
    off = _fill_sprockets(spec, layout, rotors)
    _fill_guides(spec, layout, rotors)
    for i, j in enumerate(ends):
        shaft = spec.sprocket[j].shaft
        assert shaft is not None
        end = rotors[base + i]
        end.inertia, end.sense = shaft.inertia, rotors[j].sense
        rotors[j].shaft = i
    first = 2 * (n + rotors.size) + n  # of the turning speeds of rotors
    imposed = _imposed(spec, layout, rotors, first)
    M, M_inv = np.zeros((3, rotors.size)), np.zeros((3, rotors.size))
    M[2] = rotors.inertia
    held = np.array([g.pivot is None for g in spec.guide], dtype=bool)
    turning = rotors.speed < 0
    turning[sprockets:base] = ~held
    M_inv[2, turning] = 1.0 / rotors.inertia[turning]
    mounts = _mounts(spec, rotors, M, M_inv)
    dragged = np.flatnonzero(rotors.drag > 0.0)
    return RotorTables(
        rotors,
        M,
        M_inv,
        off,
        table(
            BEARING, dragged.size, dof=first + dragged, group=int(Part.BEARING),
            d=rotors.drag[dragged],
        ),
        mounts,
        _shafts(spec, ends, first, base),
        imposed,
    )  # fmt: skip


def _shafts(spec: Spec, ends: list[int], first: int, base: int) -> Rows:
    """Shafts between sprockets and their far ends."""
    shafts = table(SHAFT, len(ends), group=int(Part.SHAFT))
    for i, j in enumerate(ends):
        shaft = spec.sprocket[j].shaft
        assert shaft is not None
        shafts[i].a, shafts[i].b = first + j, first + base + i
        shafts[i].k, shafts[i].d = shaft.stiffness, shaft.damping
    return shafts


def _mounts(spec: Spec, rotors: Rows, M: Floats, M_inv: Floats) -> Rows:
    """Elastic bearings; their axes may move."""
    found = [j for j, part in enumerate(spec.sprocket) if part.bearing is not None]
    mounts = table(MOUNT, len(found), group=int(Part.BEARING))
    for i, j in enumerate(found):
        bearing = spec.sprocket[j].bearing
        assert bearing is not None
        rotors[j].mount = i
        mounts[i].body, mounts[i].x, mounts[i].y = (
            rotors[j].body, rotors[j].x, rotors[j].y,
        )  # fmt: skip
        mounts[i].g_x, mounts[i].g_y = rotors[j].g_x, rotors[j].g_y
        mounts[i].k, mounts[i].d = bearing.stiffness, bearing.damping
        M[:2, j], M_inv[:2, j] = bearing.mass, 1.0 / bearing.mass
    return mounts


def _imposed(spec: Spec, layout: Layout, rotors: Rows, first: int) -> Imposed:
    """Speeds and loads of sprockets or of the far ends of their shafts."""
    times: list[float] = []
    values: list[float] = []
    waves: list[tuple[float, float, float]] = []
    speeds: list[Rows] = []
    loads: list[Rows] = []
    end = len(spec.sprocket) + len(spec.guide)
    for j, part in enumerate(spec.sprocket):
        angle = _start_angle(layout, part)
        told = course_of(part.boundary, spec.solve.duration, angle)
        prescribed = isinstance(part.boundary, SpeedMotion)
        r = j
        if part.shaft is not None:
            r, end = end, end + 1
        row = table(
            SPEED if prescribed else LOAD, 1, dof=first + r, account=r,
            sense=rotors[r].sense, curve=len(times),
            curve_end=len(times) + len(told.times) - 1, wave=len(waves),
            wave_end=len(waves) + len(told.waves),
        )  # fmt: skip
        if prescribed:
            rotors[r].speed, row.slot = len(speeds), len(speeds)
            speeds.append(row)
        else:
            rotors[r].load = len(loads)
            row.droop, row.nominal = _droop(part)
            row.ramp = spec.load_ramp
            loads.append(row)
        times, values = [*times, *told.times], [*values, *told.values]
        waves = [*waves, *told.waves]
    wave = table(WAVE, len(waves))
    if waves:
        wave.order, wave.amplitude, wave.phase = np.array(waves).T
    return Imposed(
        np.concatenate([table(SPEED), *speeds]).view(np.recarray),
        np.concatenate([table(LOAD), *loads]).view(np.recarray),
        wave,
        np.array([times, values]),
    )


def _fill_sprockets(spec: Spec, layout: Layout, rotors: Rows) -> Floats:
    """Axis, inertia, bearing and eccentricity of the sprockets; centres of teeth."""
    off = np.zeros((2, len(spec.sprocket)))
    for j, part in enumerate(spec.sprocket):
        rotor = rotors[j]
        rotor.x, rotor.y = wheel_of(layout, part.name).centre
        rotor.inertia, rotor.drag = part.inertia, part.damping
        rotor.sense = wheel_of(layout, part.name).sense
        rotor.r_pitch = layout.profiles[j].pitch_radius
        towards = part.eccentricity_angle - layout.placement.phases[part.name]
        off[:, j] = part.eccentricity * np.array([np.cos(towards), np.sin(towards)])
        if part.mass is not None and spec.solve.motion == "dynamic":
            off[:, j] = _unbalance(part, part.mass, rotor, off[:, j])
    return off


def _unbalance(part: SprocketPart, mass: float, rotor: Rows, off: Floats) -> Floats:
    """Centre of gravity off the axis; in an elastic bearing all is seen from there."""
    moving = mass if part.bearing is None else part.bearing.mass
    centre = off * mass / moving
    rotor.g_mass, rotor.g_x, rotor.g_y = moving, *centre
    if part.bearing is None:
        return off
    about_axis = moving * float(np.hypot(*centre)) ** 2
    rotor.inertia = max(0.0, part.inertia - about_axis)
    return np.asarray(off - centre)


def _fill_guides(spec: Spec, layout: Layout, rotors: Rows) -> None:
    """Pivot, inertia and pushing direction of the guides."""
    for g, (part, rail) in enumerate(zip(spec.guide, layout.rails, strict=True)):
        rotor = rotors[len(spec.sprocket) + g]
        if part.pivot is None:
            continue
        rotor.x, rotor.y = part.pivot
        rotor.inertia = part.inertia
        push = push_of(part, rail, layout.turned[g])
        rotor.push_x, rotor.push_y = push.x, push.y


def _start_angle(layout: Layout, part: SprocketPart) -> float:
    """Angle of a sprocket at the start, in the sense of travel [rad]."""
    sense = wheel_of(layout, part.name).sense
    return float(sense * layout.placement.phases[part.name])


def _droop(part: SprocketPart) -> tuple[float, float]:
    """By how much a driving torque falls per speed [N m s/rad], and from where."""
    if not isinstance(part.boundary, DriveTorque):
        return 0.0, 0.0
    return part.boundary.droop, part.boundary.speed or 0.0


def wheel_of(layout: Layout, name: str) -> Wheel:
    """The circle of a sprocket in the path."""
    item = layout.items[layout.wheel_index(name)]
    assert isinstance(item, Wheel)
    return item
