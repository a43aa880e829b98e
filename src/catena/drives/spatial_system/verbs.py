"""What bodies in space can do besides running."""

VERBS = {
    "modes": "catena.drives.spatial_system.small_motion:small_motion",
    "modes-at": "catena.drives.spatial_system.small_motion:motion_at",
    "statics": "catena.drives.spatial_system.structure:structure_of",
}
