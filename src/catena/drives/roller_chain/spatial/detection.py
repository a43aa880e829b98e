"""Where a chain leaves its teeth sideways."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.spec.drive import Spec
from catena.numerics.arrays import Floats
from catena.tables.spatial import SpatialChain, SpatialState, SpatialWork

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
    pitch_radius = system.link.half[inner].mean() / np.sin(np.pi / system.wheel.teeth)
    on = (np.hypot(at[..., 0], at[..., 1]) < pitch_radius) & inner[:, None]
    play = system.link.width_rear[:, None] - system.wheel.half_width
    return np.abs(at[..., 2]) - play, on


def lateral_excess(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> float:
    """Largest way of a bush link on teeth beyond its play [m]; 0 if none."""
    over, on = _over_play(system, state, work)
    return float(np.max(np.where(on, over, 0.0), initial=0.0))


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
