"""What a linear system with periodic coefficients can do besides running."""

from catena.drives.steady.declaration import NO_REST

VERBS: dict[str, str] = {}
WITHOUT = {"modes": NO_REST}
