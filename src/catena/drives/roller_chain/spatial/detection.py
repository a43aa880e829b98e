"""Where a chain leaves its teeth sideways."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.spec.drive import Spec
from catena.numerics.arrays import Floats
from catena.numerics.quaternions import axes_of
from catena.tables.spatial import ContactKind, SpatialChain, SpatialState, SpatialWork

OFF_SHARE = 0.5
"""Half tooth widths beyond the play at which a bush link no longer holds its tooth."""
MOST_TIPS = 0.2
"""Mean number of plates on tooth tips from which a chain climbs."""
LARGEST_EXCESS = 0.25
"""Way of a bush link beyond the play from which a chain climbs, over a half tooth."""


def _over_play(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> tuple[Floats, Floats]:
    """(links, wheels): way sideways beyond the play [m], and whether on the teeth.

    Only bush links whose middle lies within the pitch circle count: those further out
    still enter, where the sides of teeth are taken back.
    """
    apart = state.link_q[:, None, :3] - work.centre[None]
    at = np.einsum("jab,nja->njb", work.axes.reshape(-1, 3, 3), apart)
    inner = system.link.rollers == 2
    pitch = 2.0 * float(system.link.half[inner].mean())
    on = np.hypot(at[..., 0], at[..., 1]) < _pitch_radii(system, pitch)
    on &= inner[:, None]
    play = system.link.width_rear[:, None] - system.wheel.half_width
    return np.abs(at[..., 2]) - play, on


def lateral_excess(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> tuple[float, int, int]:
    """Largest way of a bush link on teeth beyond its play [m], the link, the wheel.

    0 where none is beyond it.
    """
    over, on = _over_play(system, state, work)
    way = np.where(on, np.maximum(over, 0.0), 0.0)
    link, wheel = np.unravel_index(np.argmax(way), way.shape)
    return float(way[link, wheel]), int(link), int(wheel)


def heights_on_teeth(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> Floats:
    """How far rollers between two others on a wheel stand outside its pitch circle [m].

    (rollers, wheels); NaN elsewhere: those at the ends of a wrap touch tips while the
    strand brings or takes them.
    """
    roller, axes = system.roller, axes_of(state.link_q[:, 3:])[system.roller.link]
    shift = state.roller_q[:, :2].copy()
    shift[:, 0] += roller.x
    places = state.link_q[roller.link, :3]
    places = places + np.einsum("rab,rb->ra", axes[:, :, :2], shift)
    apart = places[:, None] - work.centre[None]
    at = np.einsum("jab,rja->rjb", work.axes.reshape(-1, 3, 3)[:, :, :2], apart)
    rows = work.contact[: int(work.found[0])]
    rows = rows[(rows.kind == ContactKind.TOOTH) & (rows.P > 0.0)]
    pressed = np.zeros(at.shape[:2], dtype=bool)
    pressed[rows.roller, rows.wheel - 6] = True
    between = np.roll(pressed, 1, axis=0) & pressed & np.roll(pressed, -1, axis=0)
    pitch = 2.0 * float(system.link.half.mean())
    height = np.hypot(at[..., 0], at[..., 1]) - _pitch_radii(system, pitch)
    return np.where(between, height, np.nan)


def ways_to_tips(system: SpatialChain) -> Floats:
    """From pitch circle to tooth tip [m], (wheels,)."""
    pitch = 2.0 * float(system.link.half.mean())
    return np.asarray(system.wheel.tip - _pitch_radii(system, pitch))


def _pitch_radii(system: SpatialChain, pitch: float) -> Floats:
    return np.asarray(0.5 * pitch / np.sin(np.pi / system.wheel.teeth))


def chain_off(
    spec: Spec, system: SpatialChain, state: SpatialState, work: SpatialWork
) -> str:
    """Which link lies beside the teeth of which sprocket, in words; empty if none."""
    over, on = _over_play(system, state, work)
    lost = on & (over > OFF_SHARE * system.wheel.half_width)
    if not lost.any():
        return ""
    link, wheel = np.unravel_index(np.argmax(np.where(lost, over, -np.inf)), over.shape)
    return (
        f"link {int(link) + 1} lies {1e3 * over[link, wheel]:.2f} mm beyond its play "
        f"beside the teeth of {spec.sprocket[int(wheel)].name!r}; reduce the offset, "
        "or look at spatial.side, spatial.joint.bending_stiffness and tooth_relief"
    )
