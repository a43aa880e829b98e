"""Where the strands of the running belt draw shafts in elastic bearings.

Both strands of net tension L pull a shaft along the line of centres by

    F = (1 - m* v0^2 / EA) (X_push + X_loose) cos(lean),  X = L - K

(`belt_equilibrium`; what the belt's own inertia carries, K, does not reach the shaft),
so that the distance of the running shafts is D - F/k_I - F/k_O. A run starts there;
across that line, where strands of different slope pull, shafts start from rest.
"""

from __future__ import annotations

import math

from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.belt_equilibrium import Equilibrium
from catena.drives.pushbelt_cvt.start.initialisation import equilibrium
from catena.drives.variator.boundary.bearings import drawn_together
from catena.errors import GeometryError

ROUNDS = 12
"""Corrections of the distance; each gains about three digits."""


def bearing_pull(state: Equilibrium) -> float:
    """Force of both strands on a shaft along the line of centres [N]."""
    band, belt = state.band, state.geometry
    lean = (belt.radius_o - belt.radius_i) / belt.distance
    room = 1.0 - band.mass_per_length * state.belt_speed**2 / band.axial_stiffness
    both = state.excess_push + state.excess_loose
    return room * both * math.sqrt(1.0 - lean * lean)


def shaft_ways(spec: Spec) -> tuple[float, float]:
    """Ways of both shafts along x under the running belt [m].

    Raises:
        GeometryError: the rims would collide.
    """
    bearings, ways = (spec.primary.bearing, spec.secondary.bearing), (0.0, 0.0)
    if not any(bearings) or spec.start.grooves == "unloaded":
        return ways
    nominal = spec.variator.centre_distance
    for _ in range(ROUNDS):
        pull = bearing_pull(equilibrium(at_distance(spec, ways)).state)
        ways = drawn_together(bearings, pull)
        left = nominal + ways[1] - ways[0]
        rims = spec.primary.outer_radius + spec.secondary.outer_radius
        if left <= rims:
            raise GeometryError(
                f"bearings: {pull:.5g} N draw the shafts together by "
                f"{1e3 * (nominal - left):.4g} mm, to {1e3 * left:.5g} mm, where rims "
                f"of together {1e3 * rims:.5g} mm collide; take stiffer bearings"
            )
    return ways


def at_distance(spec: Spec, ways: tuple[float, float]) -> Spec:
    """The variator with its shafts where they are drawn to."""
    if ways == (0.0, 0.0):
        return spec
    distance = spec.variator.centre_distance + ways[1] - ways[0]
    variator = spec.variator.model_copy(update={"centre_distance": distance})
    return spec.model_copy(update={"variator": variator})
