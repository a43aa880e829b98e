"""Models through time: chunks of steps, records, checkpoints, and a verdict."""
