"""What a planar system can do besides running."""

VERBS = {
    "compare-engines": "catena.drives.system.engines:compared",
    "modes": "catena.drives.system.small_motion:small_motion",
    "modes-at": "catena.drives.system.small_motion:motion_at",
    "statics": "catena.drives.system.small_motion:structure_of",
}
