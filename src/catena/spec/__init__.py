"""What the user states: files with words and units, checked into frozen numbers."""
