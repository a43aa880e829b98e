"""What a planar system can do besides running."""

VERBS = {"compare-engines": "catena.drives.system.engines:compared"}
