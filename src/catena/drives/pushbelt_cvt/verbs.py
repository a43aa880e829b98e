"""What a pushbelt variator can do besides running."""

VERBS = {
    "variator": "catena.drives.variator.studies.questions:answers",
    "map": "catena.drives.pushbelt_cvt.maps:maps",
    "cvt-elements": "catena.drives.pushbelt_cvt.figures.element_curves:elements",
}
