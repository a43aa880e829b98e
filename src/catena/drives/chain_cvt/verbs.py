"""What a chain variator can do besides running."""

VERBS = {
    "variator": "catena.drives.variator.studies.questions:answers",
    "steady": "catena.drives.chain_cvt.orbit:orbit_of",
    "map": "catena.drives.chain_cvt.maps:maps",
    "modes": "catena.drives.chain_cvt.small_motion:small_motion",
}
