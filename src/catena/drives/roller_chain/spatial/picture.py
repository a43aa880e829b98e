"""The moving picture in space: links and sprockets where they really are."""

from __future__ import annotations

import tomllib
from functools import lru_cache

import numpy as np

from catena.drives.roller_chain.figures.picture import RAIL_THICKNESS
from catena.drives.roller_chain.spatial.chain_data import tooth_width
from catena.drives.roller_chain.spatial.layout import SpatialLayout, layout_of
from catena.drives.roller_chain.spatial.rails import names_of_arms
from catena.drives.roller_chain.spatial.tables import roller_owners
from catena.drives.roller_chain.spec.drive import Spec
from catena.numerics.arrays import Floats
from catena.numerics.quaternions import axes_of
from catena.results.run import Run
from catena.results.scene import Arrows, Family, Scene
from catena.results.scene_parts import ChainLook, arm_bar, link_families, rail, sprocket


def spatial_picture(run: Run) -> Scene:
    """The scene of a run."""
    spec, placed = _drive_of(run.spec_text)
    chain = placed.data.chain
    look = ChainLook(
        chain.pitch,
        chain.roller_diameter,
        chain.pin_diameter,
        chain.plate_height,
        0.5 * (placed.data.outer_width - chain.inner_width),
        chain.inner_width,
    )
    channels = {
        "tension": ("link tension", "N", run.read("frame_tension")),
        "side": ("side force", "N", run.read("frame_side")),
    }
    poses = _rear_pins(run.read("frame_pose"), placed.pitches)
    families = [
        *_wheels(run, spec, placed),
        *_rails(run, spec, placed),
        *_arms(run, spec, look),
        *link_families(poses, look, channels),
    ]
    return Scene(
        "chain",
        "The running chain in space",
        run.read("frame_time"),
        tuple(families),
        caption="The whole run, with the real offset of the sprockets. Choose what "
        "colours the links, which forces are drawn as arrows (on the chain, each kind "
        "to its own scale), and a link to see its curve.",
        arrows=_arrows(run, placed),
    )


def _arrows(run: Run, placed: SpatialLayout) -> tuple[Arrows, ...]:
    """Forces on rollers at their centres and on links at their middles.

    Rollers hand the forces of teeth on to their bushes: those would lie on them.
    """
    known = {variable.name for variable in run.catalogue.variables}
    if "frame_tooth_force" not in known:  # not in older runs
        return ()
    poses = run.read("frame_pose")
    owner, end = roller_owners(placed.link_count)
    along = axes_of(poses[..., 3:])[..., 0]
    arms = 0.5 * end * placed.pitches[owner]
    middles = poses[..., :3]
    rollers = middles[:, owner] + arms[:, None] * along[:, owner]
    found = [
        Arrows(name, label, "N", at, run.read(f"frame_{name}_force"), name != "bush")
        for name, label, at in (
            ("tooth", "teeth on rollers", rollers),
            ("side", "tooth sides on plates", middles),
            ("bush", "rollers on bushes", rollers),
            ("rail", "guides on links", middles),
        )
    ]
    return tuple(arrows for arrows in found if arrows.longest > 0.0)


@lru_cache(maxsize=4)
def _drive_of(spec_text: str) -> tuple[Spec, SpatialLayout]:
    spec = Spec.model_validate(tomllib.loads(spec_text))
    return spec, layout_of(spec)


def _rear_pins(poses: Floats, pitches: Floats) -> Floats:
    """Poses of links at their rear pins, from those at their middles."""
    along = axes_of(poses[..., 3:])[..., 0]
    rear = poses[..., :3] - 0.5 * pitches[:, None] * along
    return np.concatenate([rear, poses[..., 3:]], axis=-1)


def _rails(run: Run, spec: Spec, placed: SpatialLayout) -> list[Family]:
    """Guides in their planes; those with a tensioner where they stood in the end."""
    chain, found = placed.data.chain, []
    names = names_of_arms(spec)
    for g, (part, shape) in enumerate(zip(spec.guide, placed.rails, strict=True)):
        turn = 0.0
        if part.name in names:
            turn = float(run.read("arm_angle")[-1, names.index(part.name)])
            shape = shape.turned_about(part.pivot or (0.0, 0.0), turn)
        outline = shape.outline(RAIL_THICKNESS * chain.plate_height)
        width = part.walls or placed.data.outer_width + 2.0 * chain.plate_thickness
        pose = np.array([[0.0, 0.0, part.offset, 1.0, 0.0, 0.0, 0.0]])
        found.append(rail(f"guide_{g + 1}", outline, width=width, poses=pose))
    return found


def _arms(run: Run, spec: Spec, look: ChainLook) -> list[Family]:
    """A bar for every wheel on an arm."""
    names, centre = [part.name for part in spec.sprocket], run.read("frame_centre")
    return [
        arm_bar(
            f"{part.name} to {name}", part.pivot, centre[:, names.index(name)], look
        )
        for part in spec.arm
        for name in part.sprockets
    ]


def _wheels(run: Run, spec: Spec, placed: SpatialLayout) -> list[Family]:
    angle, centre = run.read("frame_angle"), run.read("frame_centre")
    axes = np.zeros((*angle.shape, 4))
    axes[..., 0] = 1.0
    if any(
        v.name == "frame_axes" for v in run.catalogue.variables
    ):  # not in older runs
        axes = run.read("frame_axes")
    found = []
    for j, (part, profile) in enumerate(
        zip(spec.sprocket, placed.profiles, strict=True)
    ):
        c, s = np.cos(0.5 * angle[:, j]), np.sin(0.5 * angle[:, j])
        w, x, y, z = axes[:, j].T
        turn = np.stack(
            [c * w - s * z, c * x + s * y, c * y - s * x, c * z + s * w], axis=-1
        )
        found.append(
            sprocket(
                f"sprocket_{j + 1}",
                profile.outline(),
                np.concatenate([centre[:, j], turn], axis=-1),
                width=tooth_width(part.tooth_width, placed.data.chain.inner_width),
                bore=0.5 * profile.root_radius,
                root_radius=profile.root_radius,
                label=part.name,
            )
        )
    return found
