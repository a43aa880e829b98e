"""Whether rollers find room on their way into the tooth gaps."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import GeometryError
from catena.geometry.tooth import ToothProfile, swing_overlap
from catena.geometry.tooth_forms import iso_606

LARGEST_OVERLAP = 0.02
"""Of an entering roller with the teeth, over its diameter: the chain would jam."""
SMALL_OVERLAP = 1e-3
"""Overlap over the roller diameter that is no worry."""
WIDTHS = (0.25, 0.5, 0.75, 1.0)
"""Of ISO gaps that might leave room."""


def check_entering(name: str, profile: ToothProfile) -> None:
    """Refuse a tooth form in which rollers jam before they are seated."""
    at_rest, swinging = swing_overlap(profile)
    limit = 2.0 * LARGEST_OVERLAP * profile.roller_radius
    if at_rest > limit:
        raise GeometryError(
            f"sprocket {name!r}: a roller on the pitch circle would lie "
            f"{1e3 * at_rest:.3f} mm inside teeth of form {profile.name}; heights of "
            "drawn points count from the pitch circle, outwards"
        )
    if swinging > limit:
        raise GeometryError(_words(name, profile))


def entering_warnings(spec: Spec, profiles: tuple[ToothProfile, ...]) -> list[str]:
    """Tooth forms that rollers graze on their way in."""
    pairs = zip(spec.sprocket, profiles, strict=True)
    return [words for part, profile in pairs for words in grazing(part.name, profile)]


def grazing(name: str, profile: ToothProfile) -> list[str]:
    """What to say of a tooth form that rollers graze; nothing of others."""
    return [_words(name, profile)] if _grazed(profile) else []


def _grazed(profile: ToothProfile) -> bool:
    at_rest, swinging = swing_overlap(profile)
    return swinging - max(0.0, at_rest) > 2.0 * SMALL_OVERLAP * profile.roller_radius


def _words(name: str, profile: ToothProfile) -> str:
    z, roller = profile.tooth_count, 2.0 * profile.roller_radius
    pitch = 2.0 * profile.pitch_radius * float(np.sin(np.pi / z))
    words = (
        f"sprocket {name!r}: {z} teeth of form {profile.name} stand "
        f"{1e3 * swing_overlap(profile)[1]:.3f} mm in the way of a roller that swings "
        "into its gap; "
    )
    for width in WIDTHS:
        if not _grazed(iso_606(pitch, z, roller, form=width)):
            return f'{words}tooth_form = {{ kind = "ISO 606", width = {width:g} }} fits'
    return f"{words}use more teeth"
