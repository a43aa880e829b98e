"""The woodpecker toy: stick, slip and impacts in a limit cycle.

A bird on a sleeve hops down a pole: three coordinates, a constant mass matrix, one
contact of the beak and two of the sleeve, all with friction.
Source: Glocker's toy, as given with its data in public non-smooth codes.
"""

from __future__ import annotations

import numpy as np

from catena.model import Model
from catena.motion import run
from catena.planar import Coulomb, Gap, PlanarSystem, Unilateral
from catena.verification.case import Figure

POLE, SLEEVE = 0.0025, 0.0031
"""Radii of pole and sleeve [m]."""
HALF_SLEEVE, HINGE, BIRD = 0.0058, 0.010, 0.015
"""Half height of the sleeve, its centre to the hinge, the hinge to the bird [m]."""
BEAK_HEIGHT, BEAK_REACH = 0.02, 0.0201
SLEEVE_MASS, BIRD_MASS = 0.0003, 0.0045
SLEEVE_INERTIA, BIRD_INERTIA = 5.0e-9, 7.0e-7
HINGE_STIFFNESS = 0.0056
GRAVITY = 9.81


def woodpecker() -> Model:
    """The toy at the start of the published run."""
    m, a, b, k = BIRD_MASS, HINGE, BIRD, HINGE_STIFFNESS
    mass = [
        [m + SLEEVE_MASS, m * a, m * b],
        [m * a, SLEEVE_INERTIA + m * a * a, m * a * b],
        [m * b, m * a * b, BIRD_INERTIA + m * b * b],
    ]
    plan = PlanarSystem()
    toy = plan.linear_body(
        "toy",
        ("y", "sleeve", "bird"),
        mass,
        stiffness=[[0, 0, 0], [0, k, -k], [0, -k, k]],
        force=[-(m + SLEEVE_MASS) * GRAVITY, -m * a * GRAVITY, -m * b * GRAVITY],
        at=(0.0, -0.1036, -0.2788),
        velocity=(-0.3411, 4.8572e-15, -7.4583),
    )
    dry = Coulomb(0.3)
    beak, reach = Unilateral(0.5, moreau=True), HINGE + BIRD - BEAK_REACH - POLE
    beak_slides = (1.0, HINGE, BIRD - BEAK_REACH)
    strikes = Gap(reach, (0.0, 0.0, -BEAK_HEIGHT), beak_slides)
    plan.gap("beak", toy, strikes, beak, dry)
    soft, play = Unilateral(0.0, moreau=True), SLEEVE - POLE
    slides = (1.0, SLEEVE, 0.0)
    for name, height in (("low", HALF_SLEEVE), ("high", -HALF_SLEEVE)):
        plan.gap(name, toy, Gap(play, (0.0, height, 0.0), slides), soft, dry)
    return plan.build()


def published_row_figures() -> list[Figure]:
    """A2.10: the published state at t = 0.1 s, at the published step."""
    motion = run(woodpecker(), 2e-5, 0.1, every=50)
    exact = {"y": -0.0070801, "sleeve": 0.021319, "bird": 0.0082699}
    return [
        Figure(f"{axis} at 0.1 s", value, float(motion.position("toy", axis)[-1]), 1e-5)
        for axis, value in exact.items()
    ]


def cycle_figures() -> list[Figure]:
    """A2.10, long: state at 0.05 s, beak impacts, period and fall of the cycle."""
    dt = 2e-6
    motion = run(woodpecker(), dt, 0.6)
    t, P = motion.times(), motion.percussion("beak")
    y = motion.position("toy", "y")
    struck = np.flatnonzero((P > 0.0) & ~np.r_[False, P[:-1] > 0.0])
    early = round(0.05 / dt)
    falls = -np.diff(y[struck])
    return [
        Figure("y at 0.05 s [m]", -4.407447e-3, float(y[early]), 1e-6),
        Figure(
            "bird at 0.05 s", -0.39298259, motion.position("toy", "bird")[early], 1e-5
        ),
        Figure(
            "bird speed at 0.05 s",
            14.667572,
            motion.velocity("toy", "bird")[early],
            1e-3,
        ),
        Figure("beak impact 1 [s]", 0.08101, float(t[struck[0]]), 2e-5),
        Figure("beak impact 2 [s]", 0.22686, float(t[struck[1]]), 2e-5),
        Figure("period [s]", 0.14598, float(np.mean(np.diff(t[struck])[1:])), 1e-4),
        Figure("fall per period [m]", 19.435e-3, float(np.mean(falls[1:])), 6e-5),
        Figure("beak impulse [N s]", 1.2845e-3, float(P[struck[1]]), 2e-6),
    ]
