"""What a gear pair can do besides running."""

from catena.drives.steady.declaration import NO_REST

VERBS: dict[str, str] = {}
WITHOUT = {"modes": NO_REST}
