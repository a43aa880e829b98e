"""The moving picture: links coloured by tension, sprockets with their real teeth."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.figures.finished_run import drive_of
from catena.drives.roller_chain.layout.placement import Layout, turned_point
from catena.drives.roller_chain.plan_rotors import wheel_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.numerics.arrays import Floats
from catena.results.run import Run
from catena.results.scene import Family, Scene
from catena.results.scene_parts import (
    ChainLook,
    arm_bar,
    chain_families,
    rail,
    sprocket,
)

RAIL_THICKNESS = 0.6
"""Of a drawn rail, over the height of a plate."""


def picture(run: Run) -> Scene:
    """The scene of the last loop of the chain."""
    spec, placed = drive_of(run)
    chain = placed.chain
    pins = np.stack([run.read("frame_pin_x"), run.read("frame_pin_y")], axis=-1)
    look = ChainLook(
        chain.pitch,
        chain.roller_diameter,
        chain.pin_diameter,
        chain.plate_height,
        chain.plate_thickness,
        chain.inner_width,
    )
    channels = {
        "tension": ("link tension", "N", run.read("frame_tension")),
        "contact": ("contact force", "N", run.read("frame_contact")),
    }
    families = [*_wheels(run, spec, placed), *_guides(run, spec, placed)]
    families += _arms(run, spec, placed, look)
    families += chain_families(pins, look, channels)
    return Scene(
        "chain",
        "The running chain",
        run.read("frame_time"),
        tuple(families),
        caption=(
            "The end of the run, up to one loop of the chain, in slow motion. Choose "
            "what colours the links, and a link to see its curve."
        ),
    )


def _wheels(run: Run, spec: Spec, placed: Layout) -> list[Family]:
    angle = run.read("frame_angle")
    found = []
    for j, (part, profile) in enumerate(
        zip(spec.sprocket, placed.profiles, strict=True)
    ):
        at = _centres(run, spec, placed, part.name, len(angle))
        found.append(
            sprocket(
                f"sprocket_{j + 1}",
                profile.outline(),
                np.column_stack([at, angle[:, j]]),
                width=0.9 * placed.chain.inner_width,
                bore=0.5 * profile.root_radius,
                root_radius=profile.root_radius,
                label=part.name,
            )
        )
    return found


def _centres(run: Run, spec: Spec, placed: Layout, name: str, frames: int) -> Floats:
    """Where a sprocket stands in every frame (frames, 2); with its arm it moves."""
    centre = wheel_of(placed, name).centre
    for a, arm in enumerate(spec.arm):
        if name in arm.sprockets:
            turns = run.read("frame_guide")[:, len(spec.guide) + a]
            return np.array([turned_point(centre, arm.pivot, t) for t in turns])
    return np.broadcast_to(centre, (frames, 2))


def _arms(run: Run, spec: Spec, placed: Layout, look: ChainLook) -> list[Family]:
    """A bar for every wheel on an arm."""
    frames = len(run.read("frame_time"))
    return [
        arm_bar(f"{part.name} to {name}", part.pivot,
            _centres(run, spec, placed, name, frames), look)
        for part in spec.arm
        for name in part.sprockets
    ]  # fmt: skip


def _guides(run: Run, spec: Spec, placed: Layout) -> list[Family]:
    if not spec.guide:
        return []
    turn = run.read("frame_guide")
    found = []
    for g, (part, shape) in enumerate(zip(spec.guide, placed.rails, strict=True)):
        x, y = part.pivot or (0.0, 0.0)
        outline = shape.moved(-x, -y).outline(
            RAIL_THICKNESS * placed.chain.plate_height
        )
        poses = _poses(x, y, turn[:, g]) if part.pivot else np.array([[x, y, 0.0]])
        width = placed.chain.inner_width + 4.0 * placed.chain.plate_thickness
        found.append(rail(f"guide_{g + 1}", outline, width=width, poses=poses))
    return found


def _poses(x: float, y: float, angle: Floats) -> Floats:
    return np.column_stack([np.full_like(angle, x), np.full_like(angle, y), angle])
