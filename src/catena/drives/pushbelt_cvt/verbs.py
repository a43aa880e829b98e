"""What a pushbelt variator can do besides running."""

VERBS = {
    "variator": "catena.drives.variator.studies.questions:answers",
    "map": "catena.drives.pushbelt_cvt.maps:maps",
    "modes": "catena.drives.pushbelt_cvt.small_motion:small_motion",
    "cvt-elements": "catena.drives.pushbelt_cvt.figures.element_curves:elements",
}
