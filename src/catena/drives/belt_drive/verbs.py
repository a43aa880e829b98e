"""What a belt drive can do besides running."""

VERBS = {"modes": "catena.drives.belt_drive.small_motion:small_motion"}
