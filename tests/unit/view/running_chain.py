"""A small chain that runs on exact geometry with made-up tensions."""

from dataclasses import replace

import numpy as np

from catena.geometry.paths.path import Wheel, wrap_path
from catena.geometry.paths.placement import phases_of, walk
from catena.geometry.tooth import pitch_radius
from catena.geometry.tooth_forms import iso_606
from catena.results.scene import Curves, Scene
from catena.results.scene_parts import ChainLook, chain_families, rail, sprocket

PITCH, ROLLER, TEETH, LINKS = 0.0127, 0.00792, 12, 32
FINE = 150


def running_chain(frames: int = 40, name: str = "chain", title: str = "Small chain"):
    """Two wheels of 12 teeth, 32 links, which advance by three pitches."""
    radius = pitch_radius(PITCH, TEETH)
    wheels = [Wheel("driver", (0, 0), radius), Wheel("driven", (10 * PITCH, 0), radius)]
    path = wrap_path(wheels)
    advance = np.linspace(0.0, 3.0 * PITCH, frames)
    s = walk(path, PITCH, advance, LINKS - 1)
    pins = path.points(s).transpose(1, 0, 2)
    tension = 200.0 + 150.0 * np.sin(2.0 * np.pi * s.T / path.length)
    contact = np.where(path.owners(s).T >= 0, 80.0, np.nan)
    channels = {
        "tension": ("link tension", "N", tension),
        "contact": ("contact force", "N", contact),
    }
    look = ChainLook.usual(PITCH, ROLLER)
    links = chain_families(pins, look, channels)
    families = [replace(family, curves=(_fine_curve(family),)) for family in links]
    profile = iso_606(PITCH, TEETH, ROLLER)
    for wheel in wheels:
        poses = np.zeros((frames, 3))
        poses[:, :2] = wheel.centre
        poses[:, 2] = _angles(path, pins, s, wheel.name, advance)
        families.append(
            sprocket(
                wheel.name,
                profile.outline(1e-4),
                poses,
                width=0.007,
                bore=0.012,
                root_radius=profile.root_radius,
            )
        )
    bar = np.array([(0.03, 0.04), (0.1, 0.04), (0.1, 0.045), (0.03, 0.045)])
    families.append(rail("guide", bar, width=0.008))
    time = np.linspace(0.0, 0.06, frames)
    return Scene(name, title, time, tuple(families), caption="A test scene.")


def _fine_curve(family):
    """The tension of each link over a finer time than the frames."""
    fine = np.linspace(0.0, 0.06, FINE)
    frames = np.linspace(0.0, 0.06, len(family.poses))
    values = [np.interp(fine, frames, v) for v in family.channels[0].values.T]
    return Curves("tension", fine, np.array(values))


def _angles(path, pins, s, name, advance):
    """Angle of a wheel at every frame, from the pins that lie in its gaps."""
    rolled = 2.0 * np.pi * advance / (TEETH * PITCH)
    tooth = 2.0 * np.pi / TEETH
    found = []
    for frame, guess in enumerate(rolled):
        phase = phases_of(path, PITCH, pins[frame], path.owners(s[:, frame]))[name]
        found.append(phase + tooth * np.round((guess - phase) / tooth))
    return np.array(found)
