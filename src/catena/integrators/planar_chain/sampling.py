"""The present state of a planar chain as one row of samples."""

from __future__ import annotations

import math

from catena.bodies.planar import turned
from catena.couplings.mount import axis_way, mount_force
from catena.couplings.torsion_bar import bar_moment
from catena.integrators.planar_chain.energy import stored_energy
from catena.integrators.planar_chain.samples import (
    Guide,
    Link,
    Rotor,
    Samples,
    Total,
)
from catena.integrators.planar_chain.tables import Part, State, System, Work
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.vectors import copy_table
from catena.rows.planar import Counter, Extreme
from catena.tables.blocks import view


@lean_kernel
def begin_sample(work: Work) -> None:
    """Forget the peaks and sums of the last interval."""
    for k in range(work.joints.size):
        work.joints[k].peak = 0.0
    work.extreme[Extreme.FORCE] = 0.0
    work.sums.link[:, :] = 0.0
    work.sums.rotor[:, :] = 0.0


@lean_kernel
def take_sample(
    system: System,
    state: State,
    work: Work,
    samples: Samples,
    row: int,
    dt: float,
    every: int,
) -> None:
    """Write the present state into one row, ``every`` steps after the last.

    Forces of rigid contacts are impulses; their mean over the interval is taken.
    """
    link, rotor = samples.link[row], samples.rotor[row]
    _take_links(system, state, work, link)
    _take_rotors(system, state, work, rotor)
    if not system.options.rigid:
        _take_contacts(work, link, rotor, dt)
    else:
        _take_means(work, link, rotor, every * dt)
        work.extreme[Extreme.FORCE] = 0.0
        for k in range(link.shape[1]):
            either = max(link[Link.TOOTH_FORCE, k], link[Link.RAIL_FORCE, k])
            work.extreme[Extreme.FORCE] = max(work.extreme[Extreme.FORCE], either)
    _take_climbs(system, work, rotor)
    _take_bearings(system, state, work, rotor)
    total, most = samples.total[row], 0.0
    for k in range(link.shape[1]):
        most = max(most, work.joints[k].peak)
    total[Total.TIME] = state.t[0]
    total[Total.STORED] = stored_energy(system, state, work)
    total[Total.PEAK_JOINT] = math.sqrt(most)
    total[Total.PEAK_CONTACT] = work.extreme[Extreme.FORCE]
    total[Total.PEAK_DEPTH] = work.extreme[Extreme.DEPTH]
    for g in range(state.memory.pressure.size):
        samples.guide[row, Guide.PISTON, g] = work.piston[g]
        samples.guide[row, Guide.PRESSURE, g] = state.memory.pressure[g]
    copy_table(samples.loss[row], state.ledger.loss)


@lean_kernel
def _take_links(system: System, state: State, work: Work, link: Floats) -> None:
    """Tension and joints of all links into one row."""
    n, q3 = link.shape[1], view(state.q, 0, 3, work.pose.shape[1])
    for k in range(n):
        ahead = k + 1 if k + 1 < n else 0
        c, s, half = work.pose[0, k], work.pose[1, k], system.half[k]
        pull_x = 0.5 * (work.joints[k].f_x + work.joints[ahead].f_x)
        pull_y = 0.5 * (work.joints[k].f_y + work.joints[ahead].f_y)
        link[Link.TENSION, k] = c * pull_x + s * pull_y
        link[Link.TOOTH_FORCE, k] = 0.0
        link[Link.RAIL_FORCE, k] = 0.0
        link[Link.PIN_X, k] = q3[0, k] - half * c
        link[Link.PIN_Y, k] = q3[1, k] - half * s


@lean_kernel
def _take_rotors(system: System, state: State, work: Work, rotor: Floats) -> None:
    """Motion and torques of all rotors into one row; forces start from zero."""
    bodies = work.pose.shape[1]
    q3, u3 = view(state.q, 0, 3, bodies), view(state.u, 0, 3, bodies)
    for r in range(rotor.shape[1]):
        b = system.rotors[r].body
        rotor[Rotor.ANGLE, r], rotor[Rotor.SPEED, r] = q3[2, b], u3[2, b]
        rotor[Rotor.TORQUE, r] = work.imposed[r]
        rotor[Rotor.WORK, r] = state.ledger.input_work[r]
        rotor[Rotor.REACTION, r], rotor[Rotor.CLIMB, r] = 0.0, 0.0
        rotor[Rotor.FORCE_X, r], rotor[Rotor.FORCE_Y, r] = 0.0, 0.0
    for i in range(system.tensioners.size):
        pushed = system.tensioners[i].lever * work.piston[system.tensioners[i].slot]
        rotor[Rotor.TORQUE, system.tensioners[i].rotor] = pushed


@lean_kernel
def _take_contacts(work: Work, link: Floats, rotor: Floats, dt: float) -> None:
    """Forces of teeth and rails on links and rotors at the last step."""
    n, rows = link.shape[1], work.rows
    for i in range(work.counter[Counter.ROWS]):
        r, force, slide = rows[i].b - n, rows[i].force, rows[i].P / dt
        field = Link.TOOTH_FORCE if rows[i].group == Part.TOOTH else Link.RAIL_FORCE
        link[field, rows[i].slot % n] += force
        rotor[Rotor.REACTION, r] += slide * rows[i].b_t - force * rows[i].b_n
        rotor[Rotor.FORCE_X, r] -= force * rows[i].n_x + slide * rows[i].n_y
        rotor[Rotor.FORCE_Y, r] -= force * rows[i].n_y - slide * rows[i].n_x


@lean_kernel
def _take_climbs(system: System, work: Work, rotor: Floats) -> None:
    """Highest rollers of every wheel.

    Only rollers between two others on the wheel can climb; those at its ends touch the
    tips while the strand brings or takes them.
    """
    rows, n = work.rows, system.half.size
    for i in range(1, work.counter[Counter.ROWS] - 1):
        b, slot = rows[i].b, rows[i].slot
        pressed = rows[i].group == Part.TOOTH and rows[i].force > 0.0
        between = rows[i - 1].b == b and rows[i + 1].b == b
        between = between and rows[i - 1].slot + 1 == slot == rows[i + 1].slot - 1
        if pressed and between:
            height = _height_on_teeth(system, work, i)
            rotor[Rotor.CLIMB, b - n] = max(rotor[Rotor.CLIMB, b - n], height)


@lean_kernel
def _height_on_teeth(system: System, work: Work, i: int) -> float:
    """How far the roller of a contact stands outside the pitch circle [m].

    Levers of the contact are about the rotor, heights about the centre of its teeth.
    """
    rows, b = work.rows, work.rows[i].b
    r = b - system.half.size
    out, side = rows[i].b_t + system.teeth.radius, -rows[i].b_n
    n_x, n_y = rows[i].n_x, rows[i].n_y
    wheel = system.teeth.wheels[r]
    off_x, off_y = turned(work.pose, b, wheel.off_x, wheel.off_y)
    d_x = out * n_x - side * n_y - off_x
    d_y = out * n_y + side * n_x - off_y
    return float(math.hypot(d_x, d_y) - system.rotors[r].r_pitch)


@lean_kernel
def _take_means(work: Work, link: Floats, rotor: Floats, interval: float) -> None:
    """Mean forces and torques of rigid contacts since the last sample."""
    of_link, of_rotor = work.sums.link, work.sums.rotor
    for k in range(link.shape[1]):
        link[Link.TOOTH_FORCE, k] = of_link[0, k] / interval
        link[Link.RAIL_FORCE, k] = of_link[1, k] / interval
    for r in range(rotor.shape[1]):
        rotor[Rotor.FORCE_X, r] = of_rotor[0, r] / interval
        rotor[Rotor.FORCE_Y, r] = of_rotor[1, r] / interval
        rotor[Rotor.REACTION, r] = of_rotor[2, r] / interval
        rotor[Rotor.TORQUE, r] = of_rotor[3, r] / interval


@lean_kernel
def _take_bearings(system: System, state: State, work: Work, rotor: Floats) -> None:
    """What the bearings carry: springs of elastic ones, tensioners at pivots."""
    bodies, pose = work.pose.shape[1], work.pose
    q3, u3 = view(state.q, 0, 3, bodies), view(state.u, 0, 3, bodies)
    for r in range(rotor.shape[1]):
        mount = system.rotors[r].mount
        if mount >= 0:
            a_x, a_y, _, _ = axis_way(system.mounts, mount, q3, pose)
            f_x, f_y = mount_force(system.mounts, mount, q3, u3, pose)
            rotor[Rotor.AXIS_X, r], rotor[Rotor.AXIS_Y, r] = a_x, a_y
            rotor[Rotor.FORCE_X, r], rotor[Rotor.FORCE_Y, r] = f_x, f_y
        elif system.rotors[r].g_mass > 0.0:
            _add_unbalance(system, state, work, rotor, r)
    for i in range(system.tensioners.size):
        r, push = system.tensioners[i].rotor, work.piston[system.tensioners[i].slot]
        x, y = system.rotors[r].push_x, system.rotors[r].push_y
        p_x, p_y = turned(pose, system.rotors[r].body, x, y)
        rotor[Rotor.FORCE_X, r] += push * p_x
        rotor[Rotor.FORCE_Y, r] += push * p_y


@lean_kernel
def _add_unbalance(
    system: System, state: State, work: Work, rotor: Floats, r: int
) -> None:
    """Inertia force of a centre of gravity that turns about a rigid bearing."""
    own, om = system.rotors[r], rotor[Rotor.SPEED, r]
    g_x, g_y = turned(work.pose, own.body, own.g_x, own.g_y)
    speeding = 0.0
    if own.inertia > 0.0:
        total = rotor[Rotor.REACTION, r] + rotor[Rotor.TORQUE, r] - own.drag * om
        if own.shaft >= 0:
            total += bar_moment(system.shafts, own.shaft, state.q, state.u)
        speeding = total / own.inertia
    rotor[Rotor.FORCE_X, r] += own.g_mass * (om * om * g_x + speeding * g_y)
    rotor[Rotor.FORCE_Y, r] += own.g_mass * (om * om * g_y - speeding * g_x)
