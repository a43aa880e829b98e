"""What is known of a variator in space before it runs."""

from __future__ import annotations

from catena.drives.pushbelt_cvt.forecast import forecast
from catena.drives.pushbelt_cvt.spatial.data import natural_misalignment
from catena.drives.pushbelt_cvt.spatial.layout import SpatialLayout
from catena.drives.pushbelt_cvt.spec.drive import Spec


def spatial_forecast(spec: Spec, placed: SpatialLayout) -> dict[str, str]:
    """Facts of the start in words, by name."""
    space = placed.space
    off = 1e3 * (space.planes[0] - space.planes[1])
    facts = forecast(spec, placed.plane)
    facts["misalignment"] = (
        f"primary groove {off:+.4f} mm to the right of the secondary"
    )
    if space.loose is not None:
        side = 1.0 if space.loose[0] == 1 else -1.0
        natural = side * natural_misalignment(spec, placed.plane.start.ratio, 1.0)
        facts["misalignment"] += (
            f"; grooves aligned at ratio 1 would be {1e3 * natural:+.4f} mm apart"
        )
    facts["rings"] = (
        f"middles {1e3 * space.ring_position:.3f} mm beside the elements' middle, "
        f"play of {1e3 * space.lateral_play:.3f} mm to each side"
    )
    if spec.spatial.start == "planar":
        facts["start"] = (
            f"{spec.spatial.planar_revolutions:g} revolutions of the planar belt first"
        )
    return facts
