"""What a chain in space cannot have, and what a planar one does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from catena.drives.roller_chain.spec.drive import Spec

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


def check_planar(spec: Spec) -> None:
    """Refuse in a planar drive what only a chain in space has."""
    for part in spec.sprocket:
        for key in ("offset", "skew", "wobble", "tooth_width", "tooth_relief"):
            if np.any(getattr(part, key) or 0.0):
                raise ValueError(
                    f'sprocket {part.name!r}: {key} needs fidelity = "spatial"'
                )
    if spec.spatial != type(spec.spatial)():
        raise ValueError('the table spatial needs fidelity = "spatial"')


def check_spatial(spec: Spec) -> None:
    """Refuse what a chain in space does not have yet, by name."""
    for what in _missing(spec):
        raise ValueError(f'fidelity = "spatial" has no {what}')
    _check_arms(spec)


def _missing(spec: Spec) -> list[str]:
    chain, solve = spec.chain, spec.solve
    varied = chain.variation.model_dump(exclude={"seed"})
    found = {
        "guides yet": bool(spec.guide),
        "uniform chain; links take turns as bush and pin links": chain.uniform,
        "odd number of links yet": bool(
            chain.offset_link or (chain.link_count or 0) % 2
        ),
        "wear, pitch errors or scatter yet": any(varied.values()),
        "chain.joint.clearance yet; pins are held by the stiffness": bool(
            chain.joint.clearance
        ),
        "chain.preload yet; state slack with adjust, or an arm": chain.preload
        is not None,
        "chain.slack other than 0 yet": bool(chain.slack),
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
            f"elastic bearing yet (sprocket {part.name!r})": part.bearing is not None,
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


def _check_arms(spec: Spec) -> None:
    """Refuse arms whose sprockets are not there, or are carried twice."""
    names = [part.name for part in spec.sprocket]
    carried: list[str] = []
    for arm in spec.spatial.arm:
        if arm.name in names:
            raise ValueError(f"two parts are called {arm.name!r}")
        for name in arm.sprockets:
            if name not in names:
                raise ValueError(
                    f"arm {arm.name!r} carries {name!r}, which is not there; known: "
                    f"{', '.join(names)}"
                )
            if name in carried:
                raise ValueError(f"sprocket {name!r} is carried by two arms")
            carried.append(name)
        names_of_arms = [one.name for one in spec.spatial.arm]
        if names_of_arms.count(arm.name) > 1:
            raise ValueError(f"two parts are called {arm.name!r}")
    movable = [part.name for part in spec.sprocket if part.adjust is not None]
    if movable and spec.spatial.arm:
        raise ValueError(
            f"the arm {spec.spatial.arm[0].name!r} takes up the length of the chain: "
            f"leave out adjust of sprocket {movable[0]!r}"
        )
    if not movable and not spec.spatial.arm:
        raise ValueError(
            'fidelity = "spatial" closes the chain by turning an arm or by moving a '
            "sprocket: state [[spatial.arm]], or adjust of one sprocket and chain.slack"
        )
