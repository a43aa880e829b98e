"""Rods with known answers: large bending, buckling, rings, turning, follower loads."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq

from catena.drives.modes import modes
from catena.numerics.arrays import Floats
from catena.planar import PlanarSystem
from catena.rods import Rod, SpatialRod, rod_motion, statics, travelling_span
from catena.verification.case import Figure, at_most, observed_order

STIFF = 1e7
"""EA and GA of rods whose answer is that of an inextensible one."""


def _refined(
    name: str,
    exact: Floats,
    tip: Callable[[int], Floats],
    counts: tuple[int, int, int],
) -> list[Figure]:
    """Error at the middle mesh, order, and Richardson's extrapolation."""
    exact = np.atleast_1d(exact)
    found = [np.atleast_1d(tip(n)) for n in counts]
    errors = [float(np.abs(one - exact).max()) for one in found]
    size = float(np.abs(exact).max())
    better = found[2] + (found[2] - found[1]) / 3.0
    left = float(np.abs(better - exact).max())
    sizes = [1.0 / n for n in counts]
    return [
        at_most(f"{name}: error with {counts[1]} elements", 5e-3 * size, errors[1]),
        at_most(f"{name}: extrapolated", 1e-5 * size, left),
        Figure(f"{name}: order", 2.0, observed_order(sizes, errors), 0.05),
    ]


def _end(rod: Rod | SpatialRod, steps: int) -> Floats:
    """Where the end of a loaded rod comes to rest."""
    return np.asarray(statics(rod, steps=steps)[-1].points[-1])


def roll_up_figures() -> list[Figure]:
    """A3.1: end moments roll a cantilever up."""

    def tip(share: float) -> Callable[[int], Floats]:
        def found(n: int) -> Floats:
            rod = Rod.straight(10.0, n, 1e4, 100.0, start="clamped")
            rod.moment("end", share * np.pi * 10.0)
            return _end(rod, 4)

        return found

    radius = 20.0 / np.pi
    full = [float(np.abs(tip(k)(10)).max()) for k in (2.0, 4.0)]
    return [
        *_refined("half", np.array([radius, radius]), tip(0.5), (10, 20, 40)),
        *_refined("one", np.array([0.0, radius]), tip(1.0), (10, 20, 40)),
        at_most("two and four: tip from the clamp [m]", 1e-9, max(full)),
    ]


ELASTICA = {
    1.0: (0.05643323628, 0.30172077380),
    2.0: (0.16064172083, 0.49345748040),
    5.0: (0.38762836072, 0.71379152361),
    10.0: (0.55499559775, 0.81060902488),
}
"""Shortening and deflection of a cantilever over P L^2 / EI; Mattiasson 1981."""


def elastica_figures() -> list[Figure]:
    """A3.2: a tip load that keeps its direction."""
    rows = []
    for load, exact in ELASTICA.items():

        def tip(n: int, load: float = load) -> Floats:
            rod = Rod.straight(1.0, n, STIFF, 1.0, start="clamped")
            end = statics(rod.force("end", (0.0, load)), steps=5)[-1].points[-1]
            return np.array([1.0 - end[0], end[1]])

        rows += _refined(f"P L^2/EI = {load:g}", np.array(exact), tip, (10, 20, 40))
    return rows


def combined_load_figures() -> list[Figure]:
    """A3.3 and A3.4: force with moment; an extensible rod with shear."""
    P = 20.0 / (2.0 * np.pi) ** 2

    def bent(n: int) -> Floats:
        rod = Rod.straight(2.0 * np.pi, n, STIFF, 2.0, start="clamped")
        rod.force("end", (0.0, -P)).moment("end", 2.5 * P)
        return _end(rod, 10)

    def reissner(n: int) -> Floats:
        rod = Rod.straight(1.0, n, 1e3, 1.0, 4e2, start="clamped")
        return _end(rod.force("end", (0.0, 4.0)), 4)

    exact = np.array([4.978534566948, -3.467635700715])
    shear = np.array([0.669811627345, 0.675993300176])
    return [
        *_refined("force and moment", exact, bent, (10, 20, 40)),
        *_refined("Reissner", shear, reissner, (10, 20, 40)),
    ]


def thick_beam_figures() -> list[Figure]:
    """A3.5: a thick beam at 45 degrees, force across it and moment."""
    E, b, h, nu = 2.07e11, 0.1, 0.5, 0.3
    GA = 7.9615e10 * 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu) * b * h
    section = (E * b * h, E * b * h**3 / 12.0, GA)
    turn = np.array([1.0, 1.0]) / np.sqrt(2.0)

    def end(n: int, moment: float) -> Floats:
        rod = Rod.straight(2.0, n, *section, angle=0.25 * np.pi, start="clamped")
        force = 5e8 * h**3 * np.array([turn[1], -turn[0]])
        rod.force("end", (float(force[0]), float(force[1]))).moment("end", moment)
        return np.asarray(_end(rod, 10) - rod.points[-1])

    def local(n: int) -> Floats:
        u = end(n, 0.0)
        return np.array([turn @ u, turn[0] * u[1] - turn[1] * u[0]])

    exact = np.array([-0.150971190544, -0.710568733448])
    down = np.array([-2.209408446458])
    return [
        *_refined("force", exact, local, (8, 16, 32)),
        *_refined("and moment", down, lambda n: end(n, -5e8)[1:], (8, 16, 32)),
    ]


def bend_figures() -> list[Figure]:
    """A3.6: a quarter right angle of a circle, loaded out of its plane."""

    def tip(load: float) -> Callable[[int], Floats]:
        def found(n: int) -> Floats:
            phi = np.linspace(0.0, 0.25 * np.pi, n + 1)
            arc = 100.0 * np.stack([np.sin(phi), np.cos(phi) - 1.0, 0.0 * phi], axis=1)
            bend = (5e6 / 6.0, 1e7 / 12.0, 1e7 / 12.0)
            rod = SpatialRod(arc, (1e7, 5e6, 5e6), bend, start="clamped")
            rod.force("end", (0.0, 0.0, load))
            return np.asarray(_end(rod, 6) - arc[-1])

        return found

    few = np.array([-11.931555629, 7.044540936, 40.191891670])
    many = np.array([-23.560239545, 13.604521347, 53.474858792])
    return [
        *_refined("300", few, tip(300.0), (8, 16, 32)),
        *_refined("600", many, tip(600.0), (8, 16, 32)),
    ]


def ring_figures() -> list[Figure]:
    """A3.7 and A3.8: a free ring at rest and spinning."""
    exact = np.array([2.682938129455, 7.588236481514])

    def ring(n: int) -> Rod:
        return Rod.ring(1.0, n, 1e4, 1.0, 1e6, mass_per_length=1.0, rotary_inertia=1e-6)

    def lowest(n: int) -> Floats:
        return modes(ring(n), 4).angular_frequencies[[0, 2]]

    rows = _refined("2 and 3 waves", exact, lowest, (40, 80, 160))
    free = modes(ring(40), 4).rigid_shapes
    rows.append(Figure("free motions", 3.0, float(free.shape[1]), 0.0))
    spinning = Rod.ring(1.0, 81, 1e6, 1.0, mass_per_length=1.0).rotate(1.5)
    speeds = modes(spinning, 8).angular_frequencies
    for value in (2.031098884281, 4.431098884281, 7.5, 9.3):
        got = float(speeds[np.abs(speeds - value).argmin()])
        rows.append(Figure(f"spinning, {value:.4f} rad/s", value, got, 5e-3 * value))
    return rows


def beam_figures() -> list[Figure]:
    """A3.9 and A3.10: roots of beams, and a turning cantilever."""
    rows = []
    cases = (
        ("clamped", "free", 1.8751040687119611),
        ("free", "free", 4.730040744862703),
        ("clamped", "pinned", 3.9266023120479177),
    )
    for start, end, root in cases:

        def lowest(n: int, start: str = start, end: str = end) -> Floats:
            rod = Rod.straight(
                1.0, n, 1e6, 1.0, mass_per_length=1.0, rotary_inertia=1e-7,
                start=start, end=end,
            )  # fmt: skip
            return np.sqrt(modes(rod, 1).angular_frequencies)

        rows += _refined(f"{start}-{end}", np.array([root]), lowest, (20, 40, 80))
    flap = {2.0: 4.137321023870, 6.0: 7.360371523633, 12.0: 13.170150560666}
    lag = {2.0: 3.621797361305, 6.0: 4.263225107872, 12.0: 5.427048845396}
    line = np.linspace(0.0, 1.0, 61)
    points = np.stack([line, 0.0 * line, 0.0 * line], axis=1)
    for spin in flap:
        rod = SpatialRod(
            points, (1e6, 1e6, 1e6), (1.0, 1.0, 1.0), start="clamped",
            mass_per_length=1.0, rotary_inertia=(1e-6, 1e-6, 1e-6),
        ).rotate(spin)  # fmt: skip
        found = modes(rod, 2).angular_frequencies
        for name, exact, got in (("lag", lag, found[0]), ("flap", flap, found[1])):
            value = exact[spin]
            rows.append(Figure(f"{name} at {spin:g}", value, float(got), 2e-3 * value))
    return rows


def follower_figures() -> list[Figure]:
    """A3.11: Beck's column flutters, and does not buckle."""

    def fastest_growth(load: float, n: int) -> float:
        rod = Rod.straight(
            1.0, n, 1e6, 1.0, start="clamped", mass_per_length=1.0, rotary_inertia=1e-7
        )
        rod.force("end", (-load, 0.0), follows=True)
        found = modes(statics(rod, steps=1)[-1], 3)
        return float(found.eigenvalues.real.max()) - 0.05

    n = 60
    load = brentq(lambda P: fastest_growth(P, n), 19.0, 21.0, xtol=1e-3)
    dead = statics(
        Rod.straight(1.0, n, 1e6, 1.0, start="clamped").force(
            "end", (-19.0, 0.0), follows=True
        ),
        steps=1,
    )[-1]
    return [
        Figure("P L^2/EI of flutter", 20.050953619, float(load), 5e-3 * 20.05),
        Figure("tip stays in line [m]", 0.0, float(abs(dead.points[-1, 1])), 1e-9),
    ]


def buckling_figures() -> list[Figure]:
    """A3.12: a column far beyond its critical load."""
    critical = 0.25 * np.pi**2
    rod = Rod.straight(1.0, 60, 1e6, 1.0, start="clamped")
    rod.force("end", (-critical, 1e-4 * critical))
    path = statics(rod, 3.0, path=True, stop=lambda e: e.place[-1] > np.radians(125.0))
    angle = np.array([e.place[-1] for e in path])
    rising = np.concatenate([[True], np.diff(np.maximum.accumulate(angle)) > 0.0])
    loads = CubicSpline(angle[rising], np.array([e.factor for e in path])[rising])
    ends = np.array([e.points[-1] for e in path])[rising]
    places = CubicSpline(angle[rising], ends)
    exact = {
        20.0: (1.015396865540, 0.969730907, 0.219413042),
        60.0: (1.151719620469, 0.741019606, 0.593207646),
        120.0: (1.884800868978, 0.123159972, 0.803170990),
    }
    rows = []
    for degrees, (load, x, y) in exact.items():
        turn = np.radians(degrees)
        at = places(turn)
        rows += [
            Figure(f"{degrees:g} deg: P/P_cr", load, float(loads(turn)), 2e-3 * load),
            Figure(f"{degrees:g} deg: x/L", x, float(at[0]), 2e-3),
            Figure(f"{degrees:g} deg: y/L", y, float(at[1]), 2e-3),
        ]
    return rows


def spaghetti_figures() -> list[Figure]:
    """A3.13 and A3.14: a rod that turns with its hub, and one thrown into the air."""
    turning = Rod.straight(10.0, 40, 2.8e7, 1.4e4, start="clamped", mass_per_length=1.2)
    stretch = float(statics(turning.rotate(6.0), steps=1)[-1].points[-1, 0]) - 10.0
    points = np.stack([np.linspace(6.0, 0.0, 11), np.linspace(0.0, 8.0, 11)], axis=1)
    rod = Rod(points, 1e4, 500.0, mass_per_length=1.0, rotary_inertia=10.0)
    rod.force("start", (8.0, 0.0)).moment("start", 80.0)
    motion = rod_motion(
        rod, 10.0, factor=lambda t: max(0.0, 1.0 - abs(t - 2.5) / 2.5), records=40
    )
    mass, n = rod.masses()[: rod.vertices], rod.vertices
    centre = (motion.q[:, :n] - motion.q[0, :n]) @ mass / mass.sum()
    momentum = motion.u[:, :n] @ mass
    rows = [Figure("tip stretch of the turning rod [m]", 5.143175e-4, stretch, 5e-6)]
    for t, way, push in ((2.5, 0.8333333, 10.0), (5.0, 5.0, 20.0), (10.0, 15.0, 20.0)):
        i = int(np.abs(motion.t - t).argmin())
        rows += [
            Figure(
                f"way of the centre at {t:g} s [m]", way, float(centre[i]), 1e-4 * way
            ),
            Figure(f"momentum at {t:g} s [N s]", push, float(momentum[i]), 1e-9 * push),
        ]
    return rows


def hanging_figures() -> list[Figure]:
    """A3.15 and A3.16: chains that hang from one end and from two."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    above, y = plan.ground.point(), 0.0
    for k in range(10):
        y -= 0.1
        bob = plan.body(f"bob_{k}", 1.0, 1e-9, (0.0, y))
        plan.pin(f"pin_{k}", bob.point((0.0, 0.1)), above)
        above = bob.point()
    hanging = modes(plan, 2).angular_frequencies
    links, size = 20, 1.2 / 20

    def opening(a: float) -> float:  # of an arc whose chords are the links
        return float(size * np.sin(0.5 * links * a) / np.sin(0.5 * a) - 1.0)

    a = brentq(opening, 1e-3, 0.3)
    turn = a * (np.arange(links) - 0.5 * (links - 1))
    steps = size * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    arc = np.concatenate([[[0.0, 0.0]], np.cumsum(steps, axis=0)])
    chain = Rod(arc, 1e8, 0.0, mass_per_length=1.0, start="pinned", end="pinned")
    end = statics(chain.gravity((0.0, -1.0)), steps=1)[-1]
    pull = abs(float(chain.inner(end.place)[0]))

    def swing(n: int) -> Floats:
        rope = Rod.straight(
            1.0, n, 1e6, 0.0, mass_per_length=1.0, start="pinned", angle=-0.5 * np.pi
        )
        return np.asarray(modes(rope.gravity((0.0, -9.81)), 1).angular_frequencies)

    return [
        *_refined("rope [rad/s]", np.array([3.766067388421]), swing, (10, 20, 40)),
        Figure("ten bobs, first [rad/s]", 3.676620657618, float(hanging[0]), 4e-6),
        Figure("ten bobs, second [rad/s]", 8.459284325891, float(hanging[1]), 9e-6),
        Figure("20 links: H over weight of one", 7.819953405644, pull / size, 1e-5),
        Figure("20 links: sag", 0.292721475308, -float(end.points[:, 1].min()), 1e-6),
    ]


def span_figures() -> list[Figure]:
    """A3.17: a travelling string, and the critical speed of a travelling beam."""
    string = modes(travelling_span(1.0, 100.0, 0.5, 5.0), 1).angular_frequencies[0]

    def lowest(speed: float) -> float:
        span = travelling_span(1.0, 100.0, 0.5, speed, 0.8)
        return float(span.K[0, 0])

    critical = brentq(lowest, 10.0, 20.0)
    return [
        Figure("string [rad/s]", 38.875225708886, float(string), 5e-5 * 38.9),
        Figure("critical speed of the beam [m/s]", 14.689838904554, critical, 1e-8),
    ]


def lee_frame_figures() -> list[Figure]:
    """A3.18: Lee's frame past its limit point."""
    exact = {10.0: 9.635508240, 20.0: 13.457911339, 30.0: 15.952953818,
             40.0: 17.807824644}  # fmt: skip

    def loads(n: int) -> Floats:
        leg = np.linspace(0.0, 120.0, n + 1)
        points = np.concatenate([
            np.stack([0.0 * leg, leg], axis=1),
            np.stack([leg[1:], np.full(n, 120.0)], axis=1),
        ])  # fmt: skip
        frame = Rod(
            points, 7200.0 * 6.0, 7200.0 * 2.0, 1e8, start="pinned", end="pinned"
        )
        at = n + n // 5
        frame.force(144.0, (0.0, -1.0))
        path = statics(
            frame, 30.0, path=True, step=0.2, stop=lambda e: e.points[at, 1] < 64.0
        )
        down = np.array([120.0 - e.points[at, 1] for e in path])
        curve = CubicSpline(down, [e.factor for e in path])
        fine = np.linspace(40.0, 55.0, 301)
        return np.array([*curve(list(exact)), curve(fine).max()])

    coarse, fine = loads(20), loads(40)
    better = fine + (fine - coarse) / 3.0
    rows = [
        Figure(f"P at v = {v:g}", P, float(got), 2e-3 * P)
        for (v, P), got in zip(exact.items(), better, strict=False)
    ]
    return [*rows, Figure("limit load", 18.55673, float(better[-1]), 2e-3 * 18.56)]
