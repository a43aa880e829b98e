"""What a chain in space cannot have, and what a planar one does not know."""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.drives.roller_chain.spec.tables import Tables
from catena.drives.roller_chain.spec.wheels import SprocketPart

SPATIAL_SLIP_SPEED = 0.05
"""Slip speed below which friction fades in a chain in space, if not given [m/s]."""


def with_spatial_defaults(data: Any) -> Any:
    """Data of a file in which a chain in space has its own defaults of ``solve``."""
    if not isinstance(data, dict) or data.get("fidelity") != "spatial":
        return data
    solve = data.get("solve", {})
    if not isinstance(solve, dict):
        return data
    spatial = data.get("spatial", {})
    explicit = isinstance(spatial, dict) and spatial.get("scheme") == "explicit"
    own = {
        "friction": "set-valued" if explicit else "regularised",
        "slip_speed": SPATIAL_SLIP_SPEED,
    }
    return {**data, "solve": {**own, **solve}}


def check_planar(spec: Tables) -> None:
    """Refuse in a planar drive what only a chain in space has."""
    for part in spec.sprocket:
        for key in ("offset", "skew", "wobble", "tooth_width", "tooth_relief"):
            if np.any(getattr(part, key) or 0.0):
                raise ValueError(
                    f'sprocket {part.name!r}: {key} needs fidelity = "spatial"'
                )
        bearing = part.bearing
        for key in ("axial_stiffness", "tilt_stiffness", "tilt_inertia"):
            if bearing is not None and getattr(bearing, key) is not None:
                raise ValueError(
                    f'sprocket {part.name!r}: bearing.{key} needs fidelity = "spatial"'
                )
    for guide in spec.guide:
        for key in ("offset", "walls"):
            if getattr(guide, key):
                raise ValueError(
                    f'guide {guide.name!r}: {key} needs fidelity = "spatial"'
                )
    known = spec.spatial
    if spec.contact.tooth.rollers == "free":
        _check_free_rollers(spec)
        known = known.model_copy(update={"roller": type(known.roller)()})
    if known != type(known)():
        raise ValueError('the table spatial needs fidelity = "spatial"')


def _check_free_rollers(spec: Tables) -> None:
    """Refuse free rollers in a planar drive with what does not know them."""
    found = {
        "solve.motion 'quasi-static': a loose roller rests nowhere": (
            spec.solve.motion == "quasi-static"
        ),
        "spatial.roller.concentric; they have a clearance": (
            spec.spatial.roller.concentric
        ),
    }
    for what, there in found.items():
        if there:
            raise ValueError(f"contact.tooth.rollers 'free' does not go with {what}")


def check_spatial(spec: Tables) -> None:
    """Refuse what a chain in space does not have yet, by name."""
    for what in _missing(spec):
        raise ValueError(f'fidelity = "spatial" has no {what}')
    carried = {name: arm.name for arm in spec.arm for name in arm.sprockets}
    for part in spec.sprocket:
        _check_bearing(part, carried.get(part.name))


def _missing(spec: Tables) -> list[str]:
    chain, solve = spec.chain, spec.solve
    found = {
        "uniform chain; links take turns as bush and pin links": chain.uniform,
        "chain.joint.clearance: loaded pins lie at one side, where play is length; "
        "state it as chain.variation.wear, or take the planar drive": bool(
            chain.joint.clearance
        ),
        "chain.preload yet; state slack with adjust, or an arm": chain.preload
        is not None,
        f"contact.engine {spec.contact.engine!r}; teeth are springs with dampers": (
            spec.contact.engine != "spring-damper"
        ),
        "solve.load_ramp; loads fade at standstill, see spatial.load_speed": (
            solve.load_ramp is not None
        ),
        "solve.tolerance; nothing is iterated": solve.tolerance is not None,
        "contact.tooth.rollers 'held'; rollers turn by themselves": (
            spec.contact.tooth.rollers == "held"
        ),
        "quasi-static motion": solve.motion != "dynamic",
        "set-valued friction with spatial.scheme 'implicit'; leave out "
        "solve.friction or take 'explicit'": solve.friction == "set-valued"
        and spec.spatial.scheme == "implicit",
        "start on the unstrained path; leave out start.shape": spec.start.shape
        == "path",
    }
    for part in spec.sprocket:
        boundary = part.boundary
        orders = ("orders", "angles", "history", "irregularity", "run_up")
        found |= {
            f"shaft yet (sprocket {part.name!r})": part.shaft is not None,
            f"unbalanced mass yet (sprocket {part.name!r})": part.mass is not None,
            f"torque over angle or time, irregularity or run-up yet (sprocket "
            f"{part.name!r})": any(
                getattr(boundary, key, None)
                for key in orders
                if not (boundary.kind == "speed" and key == "history")
            ),
        }
    return [what for what, there in found.items() if there]


def _check_bearing(part: SprocketPart, arm: str | None) -> None:
    """Refuse a bearing on an arm, and one that tilts without an inertia that could."""
    bearing = part.bearing
    if bearing is not None and arm is not None:
        raise ValueError(
            f"sprocket {part.name!r} has an elastic bearing and is carried by arm "
            f"{arm!r}; in space a carried sprocket is held by its arm: leave out the "
            "bearing"
        )
    if bearing is None or bearing.tilt_stiffness is None:
        return
    if bearing.tilt_inertia is None and part.inertia == 0.0:
        raise ValueError(
            f"sprocket {part.name!r} tilts in its bearing and has no inertia; state "
            "bearing.tilt_inertia or inertia"
        )
