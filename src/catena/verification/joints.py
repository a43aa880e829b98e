"""A crank that turns for long, dependent joints, and a hinged body that bounces.

Without springs, loads and friction the energy is known: it stays. The crank has a
second method, an equation in one coordinate.
"""

from __future__ import annotations

import math

import numpy as np

from catena.model import Model
from catena.motion import Motion, run
from catena.numerics.arrays import Floats
from catena.planar import PlanarSystem, Unilateral
from catena.verification.case import Figure, at_most, observed_order
from catena.verification.linked_rods import GRAVITY, energies, largest_change

CRANK, ROD, SPEED = 0.1, 0.4, 62.8
"""Lengths of crank and connecting rod [m], and the speed at the start [rad/s]."""


def slider_crank() -> Model:
    """An ideal slider-crank of three bodies of 1 kg, turning without weight."""
    plan = PlanarSystem()
    half = 0.5 * SPEED * CRANK
    crank = plan.body(
        "crank", 1.0, CRANK**2 / 12, (0.5 * CRANK, 0.0), velocity=(0, half), spin=SPEED
    )
    rod = plan.body(
        "rod",
        1.0,
        ROD**2 / 12.0,
        (CRANK + 0.5 * ROD, 0.0),
        velocity=(0.0, half),
        spin=-SPEED * CRANK / ROD,
    )
    piston = plan.body("piston", 1.0, 1.0, (CRANK + ROD, 0.0), free=("x",))
    plan.pin("shaft", crank.point((-0.5 * CRANK, 0.0)), plan.ground.point())
    plan.pin("crankpin", rod.point((-0.5 * ROD, 0.0)), crank.point((0.5 * CRANK, 0.0)))
    plan.pin("wristpin", piston.point(), rod.point((0.5 * ROD, 0.0)))
    return plan.build()


def crank_mass(phi: float) -> float:
    """Moment of inertia of the whole slider-crank, reduced to its crank [kg m^2]."""
    s, c = math.sin(phi), math.cos(phi)
    upright = math.sqrt(ROD**2 - (CRANK * s) ** 2)
    turn = -CRANK * c / upright  # of the rod, per turn of the crank
    middle_x = -CRANK * s + 0.5 * turn * CRANK * s
    middle_y = 0.5 * CRANK * c
    piston = -CRANK * s + turn * CRANK * s
    own = CRANK**2 / 3.0 + ROD**2 / 12.0 * turn**2
    return own + middle_x**2 + middle_y**2 + piston**2


def crank_turns(end: float) -> float:
    """Turns of the ideal slider-crank up to a time: its energy says how fast it is."""
    from scipy.integrate import solve_ivp

    energy = crank_mass(0.0) * SPEED**2
    found = solve_ivp(
        lambda t, y: [math.sqrt(energy / crank_mass(y[0]))],
        (0.0, end),
        [0.0],
        rtol=1e-12,
        atol=1e-12,
    )
    return float(found.y[0, -1] / (2.0 * math.pi))


def slider_crank_figures() -> list[Figure]:
    """Twelve turns of an ideal slider-crank."""
    expected, steps = crank_turns(1.6), [1e-3, 5e-4, 2.5e-4]
    size = 0.5 * crank_mass(0.0) * SPEED**2
    motions = [run(slider_crank(), dt, 1.6) for dt in steps]
    turns = [m.position("crank", "angle")[-1] / (2.0 * math.pi) for m in motions]
    errors = [float(turn - expected) for turn in turns]
    fine = run(slider_crank(), 1e-4, 1.6, every=10)
    return [
        at_most("change of energy at 1 ms", 1e-3, largest_change(motions[0], size)),
        at_most("change of energy at 0.1 ms", 1e-6, largest_change(fine, size)),
        Figure("turns at 0.25 ms", expected, float(turns[-1]), 1e-3),
        Figure("order of the angle", 2.2, observed_order(steps, errors), 0.4),
    ]


def parallelogram(count: int) -> Model:
    """A bar on parallel cranks; more than two are more than it needs."""
    length, width, angle = 0.1, 0.2, 1.0
    plan = PlanarSystem(gravity=(0.0, -GRAVITY))
    along = (length * math.sin(angle), -length * math.cos(angle))
    bar = plan.body("bar", 1.0, width**2 / 12.0, along)
    for k in range(count):
        x = width * (k / (count - 1) - 0.5)
        centre = (x + 0.5 * along[0], 0.5 * along[1])
        tilt = angle - 0.5 * math.pi
        crank = plan.body(f"crank_{k}", 0.1, 0.1 * length**2 / 12, centre, angle=tilt)
        hold = plan.ground.point((x, 0.0))
        plan.pin(f"hold_{k}", crank.point((-0.5 * length, 0.0)), hold)
        plan.pin(f"bar_{k}", crank.point((0.5 * length, 0.0)), bar.point((x, 0.0)))
    return plan.build()


def redundant_figures() -> list[Figure]:
    """A parallelogram with three and five cranks."""
    motions = {count: run(parallelogram(count), 1e-3, 10.0) for count in (3, 5)}
    size = (1.0 + 3 * 0.1) * GRAVITY * 0.1
    found = [
        at_most(f"change of energy, {count} cranks", 5e-5, largest_change(m, size))
        for count, m in motions.items()
    ]
    left, right = (motions[3].percussion(f"hold_{k}.y")[100:] for k in (0, 2))
    uneven = float(np.abs(left - right).max() / np.abs(left).max())
    return [*found, at_most("outer cranks, difference of their load", 1e-3, uneven)]


def hinged_body(spin: float, angle: float) -> Model:
    """A body of two rods, hinged to each other, above an ideally elastic floor."""
    plan = PlanarSystem(gravity=(0.0, -GRAVITY))
    floor, rods = plan.ground.line((0.0, 1.0)), []
    for k, side in enumerate((-1.0, 1.0)):
        tilt = angle * side
        centre = (0.1 * side * math.cos(tilt), 0.3 + 0.1 * side * math.sin(tilt))
        v = (-0.1 * side * math.sin(tilt) * spin, 0.1 * side * math.cos(tilt) * spin)
        rods.append(
            plan.body(
                f"rod_{k}", 1.0, 0.04 / 12.0, centre, angle=tilt, velocity=v, spin=spin
            )
        )
        for end in (-0.1, 0.1):
            name = f"floor_{k}_{'left' if end < 0 else 'right'}"
            plan.contact(name, rods[k].point((end, 0.0)), floor, Unilateral(1.0))
    plan.pin("hinge", rods[0].point((0.1, 0.0)), rods[1].point((-0.1, 0.0)))
    return plan.build()


def hinge_gap(motion: Motion) -> float:
    """Largest distance of the two halves of the hinge at a record [m]."""
    across, up = (
        motion.position("rod_0", way) - motion.position("rod_1", way)
        for way in ("x", "y")
    )
    for k in range(2):
        angle = motion.position(f"rod_{k}", "angle")
        across, up = across + 0.1 * np.cos(angle), up + 0.1 * np.sin(angle)
    return float(np.hypot(across, up).max())


def bouncing_figures(starts: int = 40, end: float = 3.0) -> list[Figure]:
    """Elastic impacts of a hinged body make no energy, and lose little."""
    rng = np.random.default_rng(7)
    gains, losses, gap = [0.0], [], 0.0
    for _ in range(starts):
        model = hinged_body(rng.uniform(-10.0, 10.0), rng.uniform(-0.5, 0.5))
        motion = run(model, 1e-3, end)
        energy = energies(motion)
        gains.append(float(np.diff(energy).max() / energy[0]))
        losses.append(float(1.0 - energy[-1] / energy[0]))
        gap = max(gap, hinge_gap(motion))
    return [
        at_most("largest gain in a step, relative", 1e-6, max(gains)),
        at_most("mean loss in 3 s at 1 ms", 0.01, float(np.mean(losses))),
        at_most("largest loss", 0.05, float(np.max(losses))),
        at_most("joint gap in steps of impacts, over a rod", 1e-4, gap / 0.2),
    ]


RADIUS, RELEASE = 0.1, 1.0
"""Of a hollow way [m], and where a point begins to slide, from its lowest place [rad].
"""


def point_in_hollow() -> Model:
    """A point that slides in a hollow cylinder without friction."""
    plan = PlanarSystem(gravity=(0.0, -GRAVITY))
    at = (RADIUS * math.sin(RELEASE), -RADIUS * math.cos(RELEASE))
    point = plan.body("point", 1.0, 1.0, at, free=("x", "y"))
    plan.contact("way", point.point(), plan.ground.hollow(RADIUS), Unilateral())
    return plan.build()


def hollow_angle(end: float) -> float:
    """Angle of a mathematical pendulum of that length, after a time [rad]."""
    from scipy.integrate import solve_ivp

    found = solve_ivp(
        lambda t, y: [y[1], -GRAVITY / RADIUS * math.sin(y[0])],
        (0.0, end),
        [RELEASE, 0.0],
        rtol=1e-12,
        atol=1e-12,
    )
    return float(found.y[0, -1])


def hung_in_hollow() -> Model:
    """A point that slides in a hollow cylinder, with a rod hung on it by a pin."""
    plan = PlanarSystem(gravity=(0.0, -GRAVITY))
    at = (RADIUS * math.sin(RELEASE), -RADIUS * math.cos(RELEASE))
    point = plan.body("point", 1.0, 1.0, at, free=("x", "y"))
    plan.contact("way", point.point(), plan.ground.hollow(RADIUS), Unilateral())
    half, tilt = 0.5 * RADIUS, RELEASE - 0.5 * math.pi
    centre = (1.5 * at[0], 1.5 * at[1])
    rod = plan.body("rod", 1.0, RADIUS**2 / 12.0, centre, angle=tilt)
    plan.pin("pin", rod.point((-half, 0.0)), point.point())
    return plan.build()


def hung_angles(end: float) -> Floats:
    """Angles of that point and rod by their equations in these two alone [rad]."""
    from scipy.integrate import solve_ivp

    mixed, weight = 0.5 * RADIUS**2, GRAVITY * RADIUS

    def rate(t: float, y: Floats) -> Floats:
        apart = y[0] - y[1]
        across = mixed * math.cos(apart)
        mass = np.array([[2.0 * RADIUS**2, across], [across, RADIUS**2 / 3.0]])
        turn = mixed * math.sin(apart) * np.array([-(y[3] ** 2), y[2] ** 2])
        load = turn - weight * np.array([2.0, 0.5]) * np.sin(y[:2])
        return np.concatenate([y[2:], np.linalg.solve(mass, load)])

    start = [RELEASE, RELEASE, 0.0, 0.0]
    found = solve_ivp(rate, (0.0, end), start, rtol=1e-12, atol=1e-12)
    return np.asarray(found.y[:2, -1])


def hung_errors(steps: list[float], end: float) -> list[float]:
    """Largest error of both angles after a time, by steps [rad]."""
    expected, found = hung_angles(end), []
    for step in steps:
        motion = run(hung_in_hollow(), step, end)
        x, y = (motion.position("point", axis)[-1] for axis in "xy")
        turned = motion.position("rod", "angle")[-1] + 0.5 * math.pi
        error = np.array([math.atan2(x, -y), turned]) - expected
        found.append(float(np.abs(error).max()))
    return found


def curved_way_figures() -> list[Figure]:
    """A rigid contact that stays closed on a curved way, for long."""
    steps, end = [1e-3, 5e-4, 2.5e-4], 1.0
    motions = [run(point_in_hollow(), dt, end) for dt in steps]
    angles = [
        math.atan2(m.position("point", "x")[-1], -m.position("point", "y")[-1])
        for m in motions
    ]
    errors = [angle - hollow_angle(end) for angle in angles]
    long = run(point_in_hollow(), 1e-3, 10.0, every=10)
    return [
        at_most("change of energy in 10 s at 1 ms", 5e-5,
                largest_change(long, GRAVITY * RADIUS)),
        Figure("angle after 1 s at 0.25 ms", hollow_angle(end), angles[-1], 1e-3),
        Figure("order of the angle", 2.0, observed_order(steps, errors), 0.3),
        at_most("change of energy with a rod hung on it, 1 s", 1e-4,
                largest_change(run(hung_in_hollow(), 1e-3, end), 2 * GRAVITY * RADIUS)),
        Figure("order of both angles", 2.0,
               observed_order(steps, hung_errors(steps, 0.5)), 0.3),
    ]  # fmt: skip
