"""Impacts: bouncing ball, three balls, cradle, impact oscillator."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from catena.integrators.event.engine import REST_TIME, integrate
from catena.model import Model
from catena.motion import Motion, run
from catena.planar import Curve, PlanarSystem, Unilateral
from catena.verification.case import Figure, at_most, order_figure

GRAVITY = 9.81


def bouncing_ball(restitution: float) -> Model:
    """A ball dropped from one metre."""
    plan = PlanarSystem(gravity=(0.0, -GRAVITY))
    ball = plan.body("ball", at=(0.0, 1.0), free=("y",))
    floor = plan.ground.line((0.0, 1.0))
    plan.contact("floor", ball.point(), floor, Unilateral(restitution))
    return plan.build()


def impact_times(motion: Motion, contact: str) -> Sequence[float]:
    """Middle of the steps with a percussion that had none just before [s]."""
    struck = motion.percussion(contact) > 0.0
    begins = struck & ~np.r_[False, struck[:-1]]
    t = motion.times()
    return list(t[begins] - 0.5 * (t[1] - t[0]))


def zeno_time(restitution: float) -> float:
    """When infinitely many bounces have ended [s]."""
    fall = math.sqrt(2.0 / GRAVITY)
    return fall * (1.0 + restitution) / (1.0 - restitution)


def bounce_figures(restitution: float, dt: float) -> list[Figure]:
    """First impacts, and rest after the Zeno point."""
    fall = math.sqrt(2.0 / GRAVITY)
    exact = [fall]
    for k in range(1, 3):
        exact.append(exact[-1] + 2.0 * fall * restitution**k)
    end = zeno_time(restitution)
    motion = run(bouncing_ball(restitution), dt, 1.3 * end)
    found = impact_times(motion, "floor")
    figures = [
        Figure(f"impact {k + 1} [s]", exact[k], found[k], 2.0 * dt) for k in range(3)
    ]
    late = motion.times() > 1.1 * end
    speed = float(np.abs(motion.velocity("ball", "y")[late]).max())
    figures.append(at_most("speed after the Zeno point [m/s]", GRAVITY * dt, speed))
    figures.append(zeno_figure(restitution))
    return figures


def zeno_figure(restitution: float) -> Figure:
    """The end of all bounces, met by the event-driven engine.

    It takes the first rebound shorter than twice its rest time for the last one; the
    tolerance is what would be left of them then.
    """
    exact, model = zeno_time(restitution), bouncing_ball(restitution)
    course = integrate(model.system, model.start(), model.work(), 1.01 * exact)
    (found,) = [event.time for event in course.events if event.kind == "settle"]
    left = 2.0 * REST_TIME / (1.0 - restitution)
    return Figure("Zeno point, event-driven [s]", exact, found, left)


def ball_figures() -> list[Figure]:
    """A2.1: restitution 0.9, at the step of the published reference."""
    steps = [4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4]
    motions = [run(bouncing_ball(0.9), dt, 1.2) for dt in steps]
    errors = [m.position("ball", "y")[-1] - ball_at_12() for m in motions]
    residual = abs(motions[-1].balance().residual)
    return [
        *bounce_figures(0.9, 5e-3),
        *ball_at_3_figures(),
        order_figure("order of the height at 1.2 s", steps, errors),
        at_most("energy residual [J]", 1e-10, residual),
    ]


def ball_at_3_figures() -> list[Figure]:
    """Height and speed after three bounces, event-driven."""
    motion = run(bouncing_ball(0.9), 0.5, 3.0, engine="event_driven")
    height = float(motion.position("ball", "y")[-1])
    speed = float(motion.velocity("ball", "y")[-1])
    return [
        Figure("height at 3 s, event-driven [m]", 0.4183517220840, height, 1e-9),
        Figure("speed at 3 s, event-driven [m/s]", -0.4875508926387, speed, 1e-9),
    ]


def ball_at_12() -> float:
    """Exact height of the ball at 1.2 s [m]."""
    fall = math.sqrt(2.0 / GRAVITY)
    since = 1.2 - fall
    return 0.9 * GRAVITY * fall * since - 0.5 * GRAVITY * since**2


def half_ball_figures() -> list[Figure]:
    """A2.2: restitution 0.5."""
    return bounce_figures(0.5, 5e-3)


def three_balls(restitution: float) -> Model:
    """Three equal balls in a row that touch, the first one arriving."""
    plan = PlanarSystem()
    balls = [
        plan.body(f"b{k}", at=(float(k), 0.0), velocity=(1.0 - min(k, 1), 0.0))
        for k in range(3)
    ]
    law = Unilateral(restitution, moreau=True)
    for k in range(2):
        left, right = balls[k].circle(0.5), balls[k + 1].circle(0.5)
        plan.contact(f"c{k}", left, right, law)
    return plan.build()


def three_ball_figures() -> list[Figure]:
    """A2.3: velocities and impulses by Moreau's law, one step."""
    figures = []
    exact = {
        1.0: (-1 / 3, 2 / 3, 2 / 3),
        0.5: (0.0, 0.5, 0.5),
        0.0: (1 / 3, 1 / 3, 1 / 3),
    }
    for restitution, speeds in exact.items():
        motion = run(three_balls(restitution), 1e-6, 1e-6)
        for k, speed in enumerate(speeds):
            got = float(motion.velocity(f"b{k}", "x")[-1])
            figures.append(Figure(f"e {restitution}: ball {k} [m/s]", speed, got, 1e-8))
        if restitution == 1.0:
            for k, P in enumerate((4 / 3, 2 / 3)):
                got = float(motion.percussion(f"c{k}")[-1])
                figures.append(Figure(f"e 1: impulse {k} [N s]", P, got, 1e-8))
    return figures


def cradle_figures() -> list[Figure]:
    """A2.3b: four balls with gaps, e = 1: only the last one leaves."""
    plan = PlanarSystem()
    balls = [
        plan.body(f"b{k}", at=(1.1 * k, 0.0), velocity=(1.0 - min(k, 1), 0.0))
        for k in range(4)
    ]
    for k in range(3):
        left, right = balls[k].circle(0.5), balls[k + 1].circle(0.5)
        plan.contact(f"c{k}", left, right, Unilateral(1.0))
    motion = run(plan.build(), 1e-3, 0.5)
    exact = (0.0, 0.0, 0.0, 1.0)
    return [
        Figure(f"ball {k} [m/s]", v, float(motion.velocity(f"b{k}", "x")[-1]), 1e-9)
        for k, v in enumerate(exact)
    ]


def impact_oscillator_figures() -> list[Figure]:
    """A2.12: forced oscillator against a stop, its stable orbit of period one."""
    cycle = math.pi
    samples = np.linspace(0.0, cycle, 4001)
    plan = PlanarSystem()
    phase = math.pi / 2.0
    forcing = np.cos(2.0 * samples + phase)
    start = 0.8 * 20.0 / 3.0 * 1.01
    mass = plan.body("mass", free=("x",), velocity=(-start, 0.0))
    plan.spring("spring", mass.point(), plan.ground.point(), 1.0)
    plan.load(mass, "x", Curve(tuple(samples), tuple(forcing), period=cycle))
    stop = plan.ground.line((-1.0, 0.0))
    plan.contact("stop", mass.point(), stop, Unilateral(0.8))
    model = plan.build()
    settled = run(model, 1e-4, 59.5 * cycle, every=1000)
    motion = run(model, 1e-4, 60.5 * cycle, state=settled.state)
    times = np.array(impact_times(motion, "stop"))
    u = motion.velocity("mass", "x")
    before = u[np.searchsorted(motion.times(), times[-1]) - 1]
    turned = math.remainder(2.0 * times[-1], 2.0 * math.pi)
    return [
        Figure("impact speed [m/s]", 20.0 / 3.0, float(before), 1e-3 * 20.0 / 3.0),
        Figure("phase drift [rad]", 0.0, turned, 2e-3),
    ]
