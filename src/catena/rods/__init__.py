"""Flexible rods in the plane and in space: statics, paths past limit points, modes."""

from catena.rods.equilibrium import Equilibrium, statics
from catena.rods.motion import RodMotion, rod_motion
from catena.rods.obstacles import Disc, Floor
from catena.rods.planar_rod import Rod
from catena.rods.reduction import pod_basis, reduced_motion
from catena.rods.rod_modes import rod_linearisation
from catena.rods.spatial_rod import SpatialRod
from catena.rods.spline_rod import SplineRod
from catena.rods.travelling_span import travelling_span

__all__ = [
    "Disc",
    "Equilibrium",
    "Floor",
    "Rod",
    "RodMotion",
    "SpatialRod",
    "SplineRod",
    "pod_basis",
    "reduced_motion",
    "rod_linearisation",
    "rod_motion",
    "statics",
    "travelling_span",
]
