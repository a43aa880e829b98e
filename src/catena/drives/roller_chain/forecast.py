"""What is known of a chain drive before it runs."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.layout.rail_ends import rail_end_warnings
from catena.drives.roller_chain.layout.tooth_entry import entering_warnings
from catena.drives.roller_chain.layout.tooth_repetition import repeating_warnings
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.equilibrium import equilibrium_of
from catena.drives.roller_chain.start.rest import Equilibrium
from catena.drives.roller_chain.start.torque_balance import torque_words
from catena.geometry.paths.checks import distance_to_guide
from catena.integrators.planar_chain.assembly import rotor_view
from catena.integrators.planar_chain.tables import System
from catena.rounding import rounded
from catena.run.pace import Pace

TOUCHING = 1e-5
"""Distance of the chain from a guide that counts as none [m]."""


def forecast_words(
    spec: Spec, layout: Layout, system: System, pace: Pace
) -> dict[str, str]:
    """Facts in words, by name.

    Raises:
        SolverError: When the chain finds no equilibrium under its loads.
    """
    facts = {"path": _path_words(layout), "speed": _speed_words(spec, layout)}
    if layout.moved is not None:
        name = next(p.name for p in spec.sprocket if p.adjust is not None)
        facts[f"sprocket {name!r}"] = f"moved by {1e3 * layout.moved:+.4f} mm"
    for part, turn in zip(spec.guide, layout.turned, strict=True):
        if part.pivot is not None:
            facts[f"guide {part.name!r}"] = (
                f"turned by {np.degrees(turn):.3f} deg to close the chain"
            )
        elif (gap := distance_to_guide(layout.path, part.name)) > TOUCHING:
            facts[f"guide {part.name!r}"] = (
                f"does not touch the chain, {1e3 * gap:.2f} mm away"
            )
    for arm, turn in zip(spec.arm, layout.arms_turned, strict=True):
        facts[f"arm {arm.name!r}"] = (
            f"turned by {np.degrees(turn):.3f} deg to close the chain"
        )
    facts["step"] = f"{pace.step:.3g} s"
    told = any(getattr(part.boundary, "history", ()) for part in spec.sprocket)
    if not told and (words := torque_words(spec)):
        facts["torques"] = words
    warnings = repeating_warnings(spec) + entering_warnings(spec, layout.profiles)
    if spec.at_rest_first:
        found = equilibrium_of(spec, layout, system)
        facts["at rest"] = _rest_words(found)
        first = len(spec.sprocket)
        angles = rotor_view(system, found.state.q)[2]
        turns = angles[first : first + len(spec.guide)]
        warnings += rail_end_warnings(spec, layout, turns)
        warnings += _strength_warnings(layout, found)
    for i, words in enumerate(warnings):
        facts[f"warning {i + 1}"] = words
    return facts


def _path_words(layout: Layout) -> str:
    pitch, count = layout.placement.pitch, layout.placement.link_count
    words = f"{(count * pitch - layout.slack) / pitch:.4f} pitches for {count} links"
    if layout.slack > 1e-7:
        return f"{words}, {1e3 * layout.slack:.3f} mm to spare"
    if layout.slack < -1e-7:
        return f"{words}, stretched by {-1e3 * layout.slack:.4f} mm"
    return f"{words}, taut"


def _speed_words(spec: Spec, layout: Layout) -> str:
    """What the leading sprocket and the chain run at."""
    lead, speed = spec.leading, spec.nominal_speed
    travel = speed * lead.tooth_count * layout.chain.pitch / (2.0 * np.pi)
    rpm = rounded(speed * 30.0 / np.pi, 4)
    return f"{lead.name!r} {rpm} rpm, chain {rounded(travel)} m/s"


def _strength_warnings(layout: Layout, found: Equilibrium) -> list[str]:
    """Where the chain would not even stand its loads at rest."""
    strength = layout.chain.strength
    if strength is None or found.largest <= strength:
        return []
    return [
        f"joints carry up to {rounded(found.largest, 4)} N before the first step, the "
        f"breaking force is {rounded(strength, 4)} N"
    ]


def _rest_words(found: Equilibrium) -> str:
    return (
        f"joints carry up to {rounded(found.largest, 4)} N, {found.left:.2g} N left "
        f"after {found.steps} steps"
    )
