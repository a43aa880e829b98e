"""The state a run starts with."""
