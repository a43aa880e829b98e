"""Bodies in space with known answers: sliding, rolling, spinning, tops, bouncing."""

from __future__ import annotations

import math

import numpy as np

from catena.drives.running import simulate
from catena.drives.spatial_system.from_python import SpatialSystem
from catena.numerics.arrays import Floats
from catena.results.run import Run
from catena.verification.case import Figure, at_most

GRAVITY = 9.81


def _end(run: Run, name: str, body: int = 0) -> Floats:
    """Three numbers of a body at the end."""
    return np.asarray(run.read(name)[-1, body])


def slide_figures() -> list[Figure]:
    """A body on three feet slides across a floor and stops after v^2/(2 mu g)."""
    plan = SpatialSystem()
    plan.body(
        "stool", mass=2.0, inertia=(0.02, 0.02, 0.02), position=(0, 0, 0.12),
        velocity=(0.6, 0.8, 0.0),
    )  # fmt: skip
    plan.plane("floor")
    for k in range(3):
        turn = 2.0 * math.pi * k / 3.0
        feet = (0.3 * math.cos(turn), 0.3 * math.sin(turn), -0.1)
        plan.sphere(f"foot {k}", body="stool", radius=0.02, centre=feet)
        plan.contact(f"foot {k}", "floor", friction=0.2)
    run = simulate(plan.drive(duration=1.0, step=2e-4))
    way, way_wanted = _end(run, "position"), 1.0 / (2.0 * 0.2 * GRAVITY)
    return [
        Figure("way along x [m]", 0.6 * way_wanted, float(way[0]), 1e-4),
        Figure("way along y [m]", 0.8 * way_wanted, float(way[1]), 1e-4),
        at_most(
            "speed at the end [m/s]", 1e-9, float(np.abs(_end(run, "velocity")).max())
        ),
        Figure("lost to friction [J]", 1.0, float(run.read("loss")[-1, 0]), 1e-9),
    ]


def ball_on(
    position: tuple[float, float, float],
    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0),
    spin: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> SpatialSystem:
    """A ball of 0.1 m and 2 kg."""
    plan = SpatialSystem()
    plan.body("ball", mass=2.0, position=position, velocity=velocity, spin=spin)
    plan.sphere("ball", body="ball", radius=0.1)
    return plan


def roll_figures() -> list[Figure]:
    """Down a slope of 20 deg a solid ball rolls with 5/7 g sin."""
    slope = math.radians(20.0)
    normal = math.sin(slope), 0.0, math.cos(slope)
    plan = ball_on((0.1 * normal[0], 0.0, 0.1 * normal[2]))
    plan.plane("slope", normal=normal)
    plan.contact("ball", "slope", friction=0.3)
    run = simulate(plan.drive(duration=1.0, step=1e-3))
    speed = 5.0 / 7.0 * GRAVITY * math.sin(slope)
    v, w = _end(run, "velocity"), _end(run, "spin")
    return [
        Figure("speed after 1 s [m/s]", speed, float(np.linalg.norm(v)), 1e-9),
        Figure("spin after 1 s [rad/s]", 10.0 * speed, float(w[1]), 1e-8),
        at_most("lost [J]", 1e-9, abs(float(run.read("loss")[-1].sum()))),
    ]


def spin_figures() -> list[Figure]:
    """A ball with spin slides until it rolls: 5/7 v + 2/7 r w."""
    v, w = np.array([3.0, 1.0, 0.0]), np.array([4.0, -50.0, 7.0])
    plan = ball_on((0.0, 0.0, 0.1), tuple(v), tuple(w))
    plan.plane("floor")
    plan.contact("ball", "floor", friction=0.3)
    run = simulate(plan.drive(duration=1.5, step=1e-4))
    rolling = np.array([0.1 * w[1], -0.1 * w[0]])
    wanted = 5.0 / 7.0 * v[:2] + 2.0 / 7.0 * rolling
    got, turning = _end(run, "velocity"), _end(run, "spin")
    slip = float(np.linalg.norm(v[:2] - rolling))
    time = 2.0 * slip / (7.0 * 0.3 * GRAVITY)
    lost = 0.3 * 2.0 * GRAVITY * 0.5 * slip * time
    return [
        Figure("velocity along x when it rolls [m/s]", wanted[0], float(got[0]), 1e-9),
        Figure("velocity along y when it rolls [m/s]", wanted[1], float(got[1]), 1e-9),
        Figure("spin about the vertical [rad/s]", 7.0, float(turning[2]), 1e-9),
        Figure("lost while it slides [J]", lost, float(run.read("loss")[-1, 0]), 1e-8),
    ]


def bounce_figures() -> list[Figure]:
    """A ball falls 1 m and bounces with e = 0.8: height at the second top."""
    plan = ball_on((0.0, 0.0, 1.1))
    plan.plane("floor")
    plan.contact("ball", "floor", restitution=0.8)
    fall = math.sqrt(2.0 / GRAVITY)
    run = simulate(plan.drive(duration=fall * (1.0 + 2.0 * 0.8 + 0.64), step=2e-5))
    height, lost = _end(run, "position")[2] - 0.1, float(run.read("loss")[-1, 3])
    return [
        Figure("second height [m]", 0.8**4, float(height), 2e-4),
        Figure("lost in two impacts [J]", 2.0 * GRAVITY * (1.0 - 0.8**4), lost, 4e-3),
    ]


def two_ball_figures() -> list[Figure]:
    """A ball hits an equal one at rest off its centre line, without friction."""
    plan = ball_on((-0.5, 0.0, 0.0), (1.0, 0.0, 0.0))
    plan.body("other", mass=2.0, position=(0.0, 0.1, 0.0))
    plan.sphere("other", body="other", radius=0.1)
    plan.contact("ball", "other", restitution=1.0)
    data = plan.drive(duration=1.0, step=1e-5).with_values({"gravity": [0.0, 0.0, 0.0]})
    run = simulate(data)
    first, second = _end(run, "velocity", 0), _end(run, "velocity", 1)
    line = np.array([math.sqrt(3.0) / 2.0, 0.5])  # between the centres
    wanted = float(line[0]) * line
    return [
        Figure("second ball along x [m/s]", float(wanted[0]), float(second[0]), 1e-4),
        Figure("second ball along y [m/s]", float(wanted[1]), float(second[1]), 1e-4),
        at_most("momentum [kg m/s]", 1e-12,
                float(np.abs(2.0 * (first + second) - [2.0, 0.0, 0.0]).max())),
    ]  # fmt: skip


def tube_figures() -> list[Figure]:
    """A ball rolls to and fro in a lying tube: omega^2 = 5 g/(7 (R - r))."""
    R, r, start = 0.5, 0.1, 0.02
    at = ((R - r) * math.sin(start), 0.0, -(R - r) * math.cos(start))
    plan = ball_on(at)
    plan.cylinder("tube", axis=(0.0, 1.0, 0.0), radius=R, inside=True)
    plan.contact("ball", "tube", friction=0.5)
    omega = math.sqrt(5.0 * GRAVITY / (7.0 * (R - r)))
    period = 2.0 * math.pi / omega * (1.0 + start**2 / 16.0)
    run = simulate(plan.drive(duration=3.4 * period, step=2e-4))
    time, x = run.read("time"), run.read("position")[:, 0, 0]
    late = time > 3.0 * period
    k = np.flatnonzero((x[late][:-1] <= 0.0) != (x[late][1:] <= 0.0))[-1]
    t, y = time[late], x[late]
    crossing = t[k] - y[k] * (t[k + 1] - t[k]) / (y[k + 1] - y[k])
    return [Figure("three periods and a quarter [s]", 3.25 * period, crossing, 2e-3)]


def top_figures() -> list[Figure]:
    """A heavy top in steady precession on a ball joint."""
    m, arm, tilt, J_t, J_a, own = 0.5, 0.05, math.radians(30.0), 8e-4, 5e-4, 300.0
    about = J_t + m * arm**2
    # (J_t + m l^2) W^2 cos - J_a w_3 W + m g l = 0, the slow root
    a, b, c = about * math.cos(tilt), -J_a * own, m * GRAVITY * arm
    W = (-b - math.sqrt(b * b - 4.0 * a * c)) / (2.0 * a)
    axis = np.array([math.sin(tilt), 0.0, math.cos(tilt)])
    rest = own - W * math.cos(tilt)  # spin about the axis beside the precession
    spin = rest * axis + np.array([0.0, 0.0, W])
    plan = SpatialSystem()
    plan.body(
        "top", mass=m, inertia=(J_t, J_t, J_a), position=tuple(arm * axis),
        turn=(0.0, tilt, 0.0), spin=tuple(spin),
        velocity=tuple(np.cross([0.0, 0.0, W], arm * axis)),
    )  # fmt: skip
    plan.bushing("pivot", "ground", "top", at=(0, 0, 0), stiffness=1e7, damping=50.0)
    run = simulate(plan.drive(duration=1.0, step=2e-5))
    x, y, z = _end(run, "position")
    turned = math.atan2(y, x)
    wanted = math.remainder(W * 1.0, 2.0 * math.pi)
    return [
        Figure("precession in 1 s [rad]", wanted, turned, 5e-3),
        Figure("height [m]", arm * math.cos(tilt), float(z), 2e-5),
    ]


def free_figures() -> list[Figure]:
    """A free body: momentum and energy stay, a symmetric one precesses with L/J."""
    plan = SpatialSystem(gravity=(0.0, 0.0, 0.0))
    plan.body("racket", mass=1.0, inertia=(1.0, 2.0, 2.9), spin=(0.01, 3.0, 0.01))
    plan.body(
        "disc",
        mass=1.0,
        inertia=(1.0, 1.0, 1.8),
        position=(5, 0, 0),
        spin=(1.0, 0.0, 4.0),
    )
    run = simulate(plan.drive(duration=20.0, step=1e-3))
    kinetic = run.read("kinetic_energy")
    attitude = run.read("attitude")[-1, 1]
    w, x, y, z = attitude
    axis = np.array([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])
    L = np.array([1.0, 0.0, 7.2])
    rate = float(np.linalg.norm(L))
    # the axis of figure goes round L with L/J_t
    e = L / rate
    start = np.array([0.0, 0.0, 1.0])
    across = start - e * float(e @ start)
    side = np.cross(e, across)
    wanted = e * float(e @ start)
    wanted = wanted + math.cos(20.0 * rate) * across + math.sin(20.0 * rate) * side
    racket = run.read("attitude")[:, 0]
    upright = 1.0 - 2.0 * (racket[:, 1] ** 2 + racket[:, 3] ** 2)
    return [
        at_most("energy of both, relative", 1e-6, float(np.ptp(kinetic) / kinetic[0])),
        at_most(
            "axis of the disc after 20 s", 3e-4, float(np.abs(axis - wanted).max())
        ),
        Figure("axis of the racket, turned over", -1.0, float(upright.min()), 0.01),
    ]
