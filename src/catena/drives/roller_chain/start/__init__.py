"""How a run starts: at rest under its loads, on the path, in motion."""
