"""What a run leaves behind: labelled arrays, its own verdict, crash-safe on disk."""
