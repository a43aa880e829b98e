"""What a roller chain can do besides running."""

VERBS = {
    "modes": "catena.drives.roller_chain.start.small_motion:small_motion",
    "steady": "catena.drives.roller_chain.orbit:orbit_of",
    "compare-engines": "catena.drives.roller_chain.engines.comparison:compared",
    "map": "catena.drives.roller_chain.maps:maps",
    "second-start": "catena.drives.roller_chain.second_start:second_start",
}
