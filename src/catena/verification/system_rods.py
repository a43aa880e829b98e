"""Rods as bodies of systems against the known answers of rods by themselves.

The corotational beams between nodes (`catena.couplings.beam`) reach with the numbers of
elements of the list what the staggered grid of a rod by itself does not.
"""

from __future__ import annotations

import numpy as np

from catena.drives.modes import modes
from catena.drives.spatial_system.from_python import SpatialSystem
from catena.drives.statics import statics
from catena.numerics.arrays import Floats
from catena.planar import PlanarSystem
from catena.planar.rods import FlexibleRod
from catena.rods import Rod
from catena.verification.case import Figure, at_most
from catena.verification.rods import ELASTICA, STIFF


def _held(length: float, elements: int, EI: float) -> tuple[PlanarSystem, FlexibleRod]:
    """A cantilever that hardly stretches."""
    plan = PlanarSystem()
    rod = Rod.straight(
        length, elements, STIFF, EI, STIFF, start="clamped", mass_per_length=1.0
    )
    return plan, plan.rod("rod", rod)


def _tip(plan: PlanarSystem, steps: int = 10) -> Floats:
    return np.asarray(statics(plan, steps=steps)[-1].points[-1])


def bent_body_figures() -> list[Figure]:
    """A3.1 to A3.4 with 10 and 20 elements."""
    worst = 0.0
    radius = 20.0 / np.pi
    ends = {0.5: (radius, radius), 1.0: (0.0, radius), 2.0: (0.0, 0.0), 4.0: (0.0, 0.0)}
    for share, end in ends.items():
        plan, rod = _held(10.0, 10, 100.0)
        plan.load(rod.end, "angle", share * np.pi * 10.0)
        worst = max(worst, float(np.abs(_tip(plan) - end).max()))
    rows = [at_most("rolled up, 10 elements: tip [m]", 1e-3 * 10.0, worst)]
    for load, (u, w) in ELASTICA.items():
        plan, rod = _held(1.0, 20, 1.0)
        plan.load(rod.end, "y", load)
        off = float(np.abs(_tip(plan, 5) - (1.0 - u, w)).max())
        rows.append(at_most(f"P L^2/EI = {load:g}, 20 elements", 1e-4, off))
    P = 20.0 / (2.0 * np.pi) ** 2
    plan, rod = _held(2.0 * np.pi, 20, 2.0)
    plan.load(rod.end, "y", -P)
    plan.load(rod.end, "angle", 2.5 * P)
    exact = np.array([4.978534566948, -3.467635700715])
    off = float(np.abs(_tip(plan) - exact).max())
    rows.append(at_most("force and moment, 20 elements", 1e-4, off))
    return rows


def swinging_body_figures() -> list[Figure]:
    """A3.7 and A3.9 with 40 and 20 elements."""
    plan = PlanarSystem()
    ring = {"mass_per_length": 1.0, "rotary_inertia": 1e-6}
    plan.rod("ring", Rod.ring(1.0, 40, 1e4, 1.0, 1e6, **ring))
    found = modes(plan, 4)
    exact = (2.682938129455, 7.588236481514)
    rows = [
        Figure(f"ring, 40 elements, {name}", known, float(got), 5e-3 * known)
        for name, known, got in zip(
            ("n = 2", "n = 3"), exact, found.angular_frequencies[[0, 2]], strict=True
        )
    ]
    rows.append(Figure("free motions", 3.0, float(found.rigid_shapes.shape[1]), 0.0))
    roots = {
        ("clamped", "free"): 1.8751040687119611,
        ("free", "free"): 4.730040744862703,
        ("clamped", "pinned"): 3.9266023120479177,
    }
    for (start, end), root in roots.items():
        plan = PlanarSystem()
        beam = Rod.straight(
            1.0, 20, 1e6, 1.0, STIFF, start=start, end=end, mass_per_length=1.0,
            rotary_inertia=1e-7,
        )  # fmt: skip
        plan.rod("beam", beam)
        got = float(np.sqrt(modes(plan, 1).angular_frequencies[0]))
        rows.append(Figure(f"{start}-{end}, 20 elements", root, got, 1e-3 * root))
    return rows


def bent_wire_figures() -> list[Figure]:
    """A3.6 with 8 elements."""
    phi = np.linspace(0.0, 0.25 * np.pi, 9)
    arc = 100.0 * np.stack([np.sin(phi), np.cos(phi) - 1.0, 0.0 * phi], axis=1)
    places = [(float(x), float(y), float(z)) for x, y, z in arc]
    section = {
        "shape": "stiffness", "axial": 1e7, "bending": (1e7 / 12.0, 1e7 / 12.0),
        "torsion": 5e6 / 6.0, "mass_per_length": 1.0,
    }  # fmt: skip
    exact = {
        300.0: (-11.931555629, 7.044540936, 40.191891670),
        600.0: (-23.560239545, 13.604521347, 53.474858792),
    }
    rows = []
    for load, known in exact.items():
        plan = SpatialSystem(gravity=(0, 0, 0))
        plan.rod("wire", points=places, section=section, start="clamped")
        plan.load("wire:8", force=(0.0, 0.0, load))
        moved = statics(plan, steps=6)[-1].points[-1] - arc[-1]
        off = float(np.abs(moved - known).max())
        rows.append(at_most(f"{load:g}, 8 elements", 5e-3 * max(known), off))
    return rows
