"""What a chain variator can do besides running."""

VERBS = {
    "steady": "catena.drives.chain_cvt.orbit:orbit_of",
    "map": "catena.drives.chain_cvt.maps:maps",
    "modes": "catena.drives.chain_cvt.small_motion:small_motion",
}
