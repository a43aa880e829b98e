"""The drives catena knows, one room each."""
