"""Dry friction: Coulomb oscillators, stick-slip on a belt, a disc starting to roll."""

from __future__ import annotations

import math

import numpy as np

from catena.model import Model
from catena.motion import Motion, run
from catena.numerics.arrays import Floats
from catena.planar import Coulomb, PlanarSystem, Unilateral
from catena.verification.case import Figure, at_most, scattered_order

STUCK = 1e-12
"""Speed [m/s] below which a mass sticks: rounding of its percussion."""


def coulomb_oscillator(x: float, v: float) -> Model:
    """Mass 1 on a spring 1, held back by a dry friction of 1 N."""
    plan = PlanarSystem()
    mass = plan.body("mass", at=(x, 0.0), velocity=(v, 0.0), free=("x",))
    plan.spring("spring", mass.point(), plan.ground.point(), 1.0)
    plan.press("slide", mass.point(), plan.ground, 1.0, Coulomb(1.0))
    return plan.build()


def stop_time(motion: Motion) -> float:
    """First time from which the mass rests for good [s]."""
    moving = np.flatnonzero(np.abs(motion.velocity("mass", "x")) > STUCK)
    return float(motion.times()[moving[-1] + 1])


def end_of(model: Model, dt: float, end: float) -> float:
    """Where the mass is in the end, after steps of about dt [m]."""
    count = round(end / dt)
    motion = run(model, end / count, end, every=count)
    return float(motion.position("mass", "x")[-1])


def oscillator_error(dt: float) -> float:
    """Error of the place in the third half swing, x = 1 + cos(t)/2 [m]."""
    place = end_of(coulomb_oscillator(5.5, 0.0), dt, 9.0)
    return place - (1.0 + 0.5 * math.cos(9.0))


def den_hartog_figures() -> list[Figure]:
    """A2.4: turning points and rest of the classic free oscillation."""
    dt = 1e-3
    motion = run(coulomb_oscillator(5.5, 0.0), dt, 12.0)
    x, u = motion.position("mass", "x"), motion.velocity("mass", "x")
    late = x[motion.times() > 4.0]
    return [
        Figure("turning point 1 [m]", -3.5, float(x.min()), dt),
        Figure("turning point 2 [m]", 1.5, float(late.max()), 2.0 * dt),
        Figure("rest [m]", 0.5, float(x[-1]), 2.0 * dt),
        Figure("stop [s]", 3.0 * math.pi, stop_time(motion), 2.0 * dt),
        at_most("speed at rest [m/s]", STUCK, abs(float(u[-1]))),
        scattered_order("order of the place at 9 s", oscillator_error, 8e-3),
    ]


def oscillator_figures() -> list[Figure]:
    """A2.4b: the same from x = 12, v = 6, at the step of the published reference."""
    motion = run(coulomb_oscillator(12.0, 6.0), 1e-2, 30.0)
    x = motion.position("mass", "x")
    return [
        Figure("maximum [m]", 13.317821063, float(x.max()), 2e-4),
        Figure("minimum [m]", -11.317821063, float(x.min()), 2e-4),
        Figure("rest [m]", 0.682178937, float(x[-1]), 2e-4),
        Figure("stop [s]", 22.423556351, stop_time(motion), 2e-2),
    ]


def belt(start: float) -> Model:
    """A mass on a spring, carried along by a belt with static and kinetic friction."""
    plan = PlanarSystem(gravity=(0.0, -10.0))
    belt = plan.body("belt", free=())
    plan.prescribe(belt, "x", 0.5)
    free, velocity = ("x", "y"), (0.5, 0.0)
    mass = plan.body("mass", at=(start, 0.0), velocity=velocity, free=free)
    plan.spring("spring", mass.point(), plan.ground.point(), 1.0)
    dry = Coulomb(0.25, static=0.4)
    plan.contact("belt", mass.point(), belt.line((0.0, 1.0)), Unilateral(), dry)
    return plan.build()


def rising_through(t: Floats, x: Floats, level: float) -> Floats:
    """Times at which x rises through a level, between the samples."""
    k = np.flatnonzero((x[:-1] < level) & (x[1:] >= level))
    share = (level - x[k]) / (x[k + 1] - x[k])
    crossings: Floats = t[k] + share * (t[k + 1] - t[k])
    return crossings


PERIOD = 9.785093762383
"""Of the limit cycle on the belt [s]."""


def belt_error(dt: float) -> float:
    """Error of the place one second before the third slip, 0.5 m before 4 m [m]."""
    return end_of(belt(3.0), dt, 2.0 + 2.0 * PERIOD - 1.0) - 3.5


def stick_slip_figures() -> list[Figure]:
    """A2.5: period and range of the limit cycle."""
    dt = 1e-3
    motion = run(belt(3.0), dt, 45.0)
    t, x = motion.times(), motion.position("mass", "x")
    crossings = rising_through(t, x, 2.5)
    period = float(np.mean(np.diff(crossings[1:])))
    late = x[t > 15.0]
    slides = np.abs(motion.velocity("mass", "x") - 0.5)[t > 15.0] > 1e-9
    begins = np.flatnonzero(slides[1:] & ~slides[:-1])
    ends = np.flatnonzero(slides[:-1] & ~slides[1:])
    ends = ends[ends > begins[0]]
    slip = float(np.mean(ends - begins[: ends.size])) * dt
    return [
        Figure("period [s]", PERIOD, period, 1e-3),
        Figure("slip [s]", 3.785093762383, slip, 2.0 * dt),
        Figure("lowest place [m]", 0.918861169916, float(late.min()), 2e-3),
        Figure("highest place [m]", 4.081138830084, float(late.max()), 2e-3),
        scattered_order("order of the place after two slips", belt_error, 8e-3),
    ]


def rolling_disc_figures() -> list[Figure]:
    """A2.6: a disc thrown flat slides until it rolls."""
    dt, radius, mu = 1e-4, 0.1, 0.2
    plan = PlanarSystem(gravity=(0.0, -9.81))
    inertia = 0.5 * radius**2
    disc = plan.body("disc", 1.0, inertia, (0.0, radius), velocity=(3.0, 0.0))
    floor = plan.ground.line((0.0, 1.0))
    plan.contact("floor", disc.circle(radius), floor, Unilateral(), Coulomb(mu))
    motion = run(plan.build(), dt, 0.6)
    slip = motion.velocity("disc", "x") + radius * motion.velocity("disc", "angle")
    first = int(np.flatnonzero(np.abs(slip) < 1e-9)[0])
    return [
        Figure("rolls from [s]", 0.509683995923, motion.time[first], 2.0 * dt),
        Figure("rolling speed [m/s]", 2.0, motion.velocity("disc", "x")[first], 1e-6),
        Figure("place [m]", 1.274209989806, motion.position("disc", "x")[first], 1e-3),
        at_most("slip afterwards [m/s]", 1e-9, float(np.abs(slip[first:]).max())),
    ]
