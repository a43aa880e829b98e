"""The three transmission mechanisms of [KhangDien2012] section 4."""

from catena.periodic.mechanisms.gear_pair import (
    GearPair,
    gear_pair_system,
    mesh_stiffness,
    transmission_error,
)
from catena.periodic.mechanisms.profile import AngleSeries
from catena.periodic.mechanisms.transmission import (
    SMALL_ANGLE,
    TransmissionRates,
    TransmissionTrain,
    kinetostatic_moment,
    shaft_moment,
    small_vibration_note,
    transmission_system,
)

__all__ = [
    "SMALL_ANGLE",
    "AngleSeries",
    "GearPair",
    "TransmissionRates",
    "TransmissionTrain",
    "gear_pair_system",
    "kinetostatic_moment",
    "mesh_stiffness",
    "shaft_moment",
    "small_vibration_note",
    "transmission_error",
    "transmission_system",
]
