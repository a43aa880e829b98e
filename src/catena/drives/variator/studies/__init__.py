"""Studies of a few runs that answer questions of an engineer."""
